// The list of channels, the bot's own place, and the switch of who is typing.

import { el, fill, icon } from "./dom.js";
import { avatar } from "./messages.js";

/** Draw channels and the app. */
export function drawSidebar(box, app) {
  const { store, words, open, unread } = app;
  const rooms = store.rooms.map((room) => {
    const current = room.id === open.channel;
    return el("li", {}, el("button", {
      type: "button",
      class: `room${current ? " current" : ""}${unread.has(room.id) && !current ? " unread" : ""}${room.is_archived ? " archived" : ""}`,
      "data-channel": room.id,
      "aria-current": current ? "page" : null,
      onclick: () => app.openChannel(room.id),
    }, room.is_private ? icon("lock") : el("span", { class: "hash", "aria-hidden": "true" }, "#"), el("span", { class: "room-name" }, room.name), room.is_private ? el("span", { class: "visually-hidden" }, ` (${words.private_channel})`) : null));
  });
  const bot = store.bot;
  const direct = store.direct?.id ?? "app";
  const current = app.isApp(open.channel);
  const entry = bot && el("li", {}, el("button", {
    type: "button",
    class: `room${current ? " current" : ""}${unread.has(direct) && !current ? " unread" : ""}`,
    "data-channel": direct,
    "data-testid": "app-entry",
    "aria-current": current ? "page" : null,
    onclick: () => app.openApp("messages"),
  }, avatar(bot, true), el("span", { class: "room-name" }, bot.real_name || bot.name)));
  redraw(box, el("h2", {}, words.channels), el("ul", {}, ...rooms), el("h2", {}, words.apps), el("ul", {}, entry));
}

/** Draw the switch of who is typing. */
export function drawUserSwitch(box, app) {
  const { store, words } = app;
  const one = (user) => el("button", {
    type: "button",
    role: "radio",
    class: "person",
    "data-user": user.id,
    "aria-checked": String(user.id === store.user),
    onclick: () => app.switchUser(user.id),
  }, avatar(user, false), el("span", {}, user.real_name || user.name, el("small", {}, (user.locale ?? "").slice(0, 2))));
  redraw(box, el("span", { class: "caption", id: "typing-as" }, words.typingAs), el("div", { class: "people", role: "radiogroup", "aria-labelledby": "typing-as" }, ...store.people.map(one)));
}

/** Put new nodes in place and give the focus back to the control that had it. */
function redraw(box, ...nodes) {
  const had = box.contains(document.activeElement) ? document.activeElement.dataset : null;
  fill(box, ...nodes);
  if (!had) return;
  const found = [...box.querySelectorAll("button")].find((node) => node.dataset.channel === had.channel && node.dataset.user === had.user);
  found?.focus();
}
