// Builds DOM nodes. Data only ever becomes text or an attribute, never markup.

/** Make an element: `el("p", {class: "x", "data-ts": ts, onclick: f}, "text", node)`. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Empty a node and give it new children. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const byId = (id) => document.getElementById(id);

const PATHS = {
  menu: ["M3 6h18M3 12h18M3 18h18"],
  close: ["M5 5l14 14M19 5L5 19"],
  back: ["M15 5l-7 7 7 7"],
  more: ["M5 12h.01M12 12h.01M19 12h.01"],
  send: ["M4 12L20 4l-5 16-3.5-6.5z", "M11.5 13.5L20 4"],
  thread: ["M4 5h16v11H10l-4 4v-4H4z"],
  lock: ["M6 11h12v9H6z", "M9 11V8a3 3 0 016 0v3"],
  search: ["M11 4a7 7 0 107 7 7 7 0 00-7-7z", "M16.2 16.2L21 21"],
  eye: ["M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12z", "M12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z"],
  check: ["M4 12l5 5L20 6"],
};

/** A line icon that takes the colour of the text around it. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  for (const shape of PATHS[name]) {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", shape);
    svg.append(path);
  }
  return svg;
}

/** A button that shows only an icon; `label` is what a screen reader says. */
export function iconButton(name, label, onclick, attributes = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}

/** A link that leaves the page; anything but http, https and mailto stays plain text. */
export function link(url, ...children) {
  const content = children.length ? children : [url];
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return el("span", {}, ...content);
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...content);
}

const toasts = byId("toasts");

/** Show a short message in the corner; it goes away by itself or when dismissed. */
export function toast(text, kind = "error") {
  const note = el("div", { class: `toast ${kind}`, role: "alert", "data-testid": "toast" }, el("p", {}, text));
  note.append(iconButton("close", "Dismiss", () => note.remove()));
  // A modal dialog makes the rest of the page inert: the note has to be inside it to be reached.
  (document.querySelector("dialog[open]") ?? document.body).append(toasts);
  toasts.append(note);
  window.setTimeout(() => note.remove(), 9000);
}

/** Bring the notes back to the page before a dialog closes. */
export function rescueToasts() {
  document.body.append(toasts);
}

/** Say something to screen readers only. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** Open a menu below `anchor`; items are `{label, run, danger?, href?}`. Arrow keys move, Esc closes. */
export function openMenu(anchor, items, label) {
  document.querySelector(".menu")?.remove();
  const menu = el("div", { class: "menu", role: "menu", "aria-label": label });
  const close = (focus) => {
    menu.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (focus) anchor.focus();
  };
  const outside = (event) => {
    if (!menu.contains(event.target)) close(false);
  };
  for (const item of items) {
    const attributes = { role: "menuitem", class: item.danger ? "menu-item danger" : "menu-item" };
    const run = () => {
      close(true);
      item.run();
    };
    menu.append(el("button", { type: "button", ...attributes, ...(item.attributes ?? {}), onclick: run }, item.label));
  }
  menu.addEventListener("keydown", (event) => {
    const entries = [...menu.children];
    const at = entries.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) entries[(at + step + entries.length) % entries.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  (anchor.closest("dialog") ?? document.body).append(menu);
  place(menu, anchor);
  anchor.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  menu.firstElementChild?.focus();
}

function place(menu, anchor) {
  const at = anchor.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.right - size.width), window.innerWidth - size.width - 8);
  const below = at.bottom + 4;
  const top = below + size.height < window.innerHeight ? below : Math.max(8, at.top - size.height - 4);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
