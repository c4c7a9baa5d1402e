// The panel at the start of a channel that tells a newcomer what to try.

import { el, fill, iconButton } from "./dom.js";
import { EXAMPLES } from "./words.js";

const HIDDEN = "incident-lookup-demo.welcome-hidden";

/** Draw the panel, or nothing once it was hidden. */
export function drawWelcome(box, app) {
  const { words, store, open } = app;
  const hidden = sessionStorage.getItem(HIDDEN) === "yes";
  const print = JSON.stringify([hidden, store.user, store.me?.locale, app.isApp(open.channel)]);
  if (box.dataset.print === print) return;
  box.dataset.print = print;
  if (hidden) {
    fill(box);
    return;
  }
  const hide = () => {
    sessionStorage.setItem(HIDDEN, "yes");
    app.redraw();
  };
  const example = (text) => el("button", { type: "button", class: "example", "data-testid": "example", onclick: () => tryOut(app, text) }, text);
  const code = (text) => el("button", { type: "button", class: "inline-example", onclick: () => app.box.write(text) }, el("code", {}, text));
  fill(box, el("section", { class: "welcome", "data-testid": "welcome", "aria-labelledby": "welcome-title" },
    iconButton("close", words.welcome_hide, hide),
    el("h2", { id: "welcome-title" }, words.welcome_title),
    el("p", {}, words.welcome_body),
    el("ul", {},
      el("li", {}, words.welcome_auto),
      el("li", {}, `${words.welcome_command} `, code(words.command_example)),
      el("li", {}, `${words.welcome_mention} `, code(words.mention_example))),
    el("p", { class: "try" }, words.welcome_try),
    el("div", { class: "examples" }, ...EXAMPLES.map(example))));
}

/** Fill the box of an incident channel: only there does the bot answer unasked. */
function tryOut(app, text) {
  const current = app.store.channels.get(app.open.channel);
  const incident = /^inc/.test(current?.name ?? "") ? current : app.store.rooms.find((room) => /^inc/.test(room.name));
  if (incident && incident !== current) app.openChannel(incident.id);
  app.box.write(text);
}
