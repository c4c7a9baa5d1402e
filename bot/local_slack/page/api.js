// Talks to the control API of the local Slack; knows its addresses and nothing of the page.

async function post(name, body) {
  const answer = await fetch(`/control/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  // A refused request (400) says why in its body; anything else that is not an answer is a lost one.
  if (!answer.ok && answer.status !== 400) throw new Error(`${name} answered ${answer.status}`);
  return answer.json();
}

export const api = {
  async state(user) {
    const query = user ? `?user=${encodeURIComponent(user)}` : "";
    const answer = await fetch(`/control/state${query}`);
    if (!answer.ok) throw new Error(`state answered ${answer.status}`);
    return answer.json();
  },
  message: (body) => post("message", body),
  edit: (body) => post("edit", body),
  remove: (body) => post("delete", body),
  command: (body) => post("command", body),
  action: (body) => post("action", body),
  submit: (body) => post("submit", body),
  close: (body) => post("close", body),
  suggest: (body) => post("suggest", body),
  shortcut: (body) => post("shortcut", body),
  home: (body) => post("home", body),
  channel: (body) => post("channel", body),
};

/** Listen to every change; `onOpen` runs at each (re)connection, before the first event. */
export function listen(onEvent, onOpen, onLost) {
  const source = new EventSource("/control/events");
  source.addEventListener("open", onOpen);
  source.addEventListener("error", onLost);
  source.addEventListener("message", (event) => onEvent(JSON.parse(event.data)));
  return source;
}
