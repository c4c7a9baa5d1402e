// Layout blocks → DOM nodes, and the state of everything in them that can be filled in.

import { el, link } from "./dom.js";
import { emojify } from "./emoji.js";
import { fieldOf, hasState, image, initialState, isEmpty, plain, renderElement, textNodes } from "./elements.js";
import { mrkdwn } from "./mrkdwn.js";
import { richText } from "./richtext.js";

let fieldCount = 0;

/**
 * One message's or view's blocks on the page.
 *
 * @param {object[]} blocks
 * @param {object} host `{act(blockId, action, state), suggest(blockId, actionId, value)}`
 * @param {object} page `{names, words, store, confirm}`
 * @param {object} values state to go on from: `{block_id: {action_id: {...}}}`
 */
export class Blocks {
  constructor(blocks, host, page, values = {}) {
    this.blocks = blocks.map((block, index) => ({ ...block, block_id: block.block_id || `block-${index}` }));
    this.host = host;
    this.page = page;
    this.values = {};
    this.fields = new Map();
    for (const block of this.blocks) this.prepare(block, values[block.block_id] ?? {});
    this.nodes = this.blocks.map((block) => this.render(block));
  }

  /** Fill the state with what is known already or what the elements start with. */
  prepare(block, known) {
    for (const element of [block.accessory, block.element, ...(Array.isArray(block.elements) ? block.elements : [])]) {
      if (!element?.action_id || !hasState(element.type)) continue;
      const kept = known[element.action_id];
      const state = kept?.type === element.type ? kept : initialState(element);
      (this.values[block.block_id] ??= {})[element.action_id] = state;
    }
  }

  /** What an element may read and do. */
  handle(block, element) {
    const dispatches = block.type !== "input" || block.dispatch_action === true;
    return {
      dispatches,
      get: () => this.values[block.block_id]?.[element.action_id] ?? (hasState(element.type) ? initialState(element) : {}),
      set: (state) => {
        (this.values[block.block_id] ??= {})[element.action_id] = state;
        this.fields.get(block.block_id)?.clear();
      },
      act: (action) => {
        if (dispatches) this.host.act(block.block_id, { ...action, block_id: block.block_id }, { values: this.values });
      },
      suggest: (query) => this.host.suggest(block.block_id, element.action_id, query),
    };
  }

  element(block, element, label) {
    return renderElement(element, this.handle(block, element), this.page, label);
  }

  render(block) {
    const make = MAKERS[block.type];
    const node = make ? make.call(this, block) : el("div", { class: "unsupported" }, block.type);
    node.dataset.blockId = block.block_id;
    node.classList.add("block", `block-${block.type}`);
    return node;
  }

  /** Complaints about inputs that are not filled in as asked: `{block_id: text}`. */
  check() {
    const found = {};
    for (const block of this.blocks) {
      if (block.type !== "input") continue;
      const state = this.values[block.block_id]?.[block.element.action_id];
      const complaint = state && complain(block, state, this.page.words);
      if (complaint) found[block.block_id] = complaint;
    }
    return found;
  }

  /** Show complaints at their fields and put the focus on the first. */
  showErrors(errors) {
    let first = null;
    for (const [blockId, text] of Object.entries(errors)) {
      const field = this.fields.get(blockId);
      field?.complain(text);
      first ??= field;
    }
    first?.focus();
  }
}

function complain(block, state, words) {
  if (isEmpty(state)) return block.optional ? null : words.required;
  const { element } = block;
  const text = state.value;
  if (typeof text !== "string") return null;
  if (element.min_length && text.length < element.min_length) return words.too_short(element.min_length);
  if (element.max_length && text.length > element.max_length) return words.too_long(element.max_length);
  if (element.type === "number_input" && !/^-?\d+(\.\d+)?$/.test(text.trim())) return words.not_number;
  if (element.type === "url_text_input" && !/^https?:\/\/\S+$/i.test(text.trim())) return words.not_url;
  if (element.type === "email_text_input" && !/^[^\s@]+@[^\s@]+$/.test(text.trim())) return words.not_email;
  return null;
}

function section(block) {
  const { names, words } = this.page;
  const body = el("div", { class: "section-body" });
  if (block.text) body.append(folded(el("div", { class: "text" }, ...textNodes(block.text, names)), block, words));
  if (block.fields) body.append(el("div", { class: "fields" }, ...block.fields.map((field) => el("div", { class: "text" }, ...textNodes(field, names)))));
  const node = el("div", {}, body);
  if (block.accessory) {
    const label = block.text ? body.textContent.slice(0, 80) : "";
    node.append(el("div", { class: "accessory" }, this.element(block, block.accessory, label)));
  }
  return node;
}

/** Slack folds a long section unless it says `expand`. */
function folded(text, block, words) {
  if (block.expand || text.textContent.length < 700) return text;
  text.classList.add("folded");
  const more = el("button", { type: "button", class: "see-more", "aria-expanded": "false" }, words.see_more);
  more.addEventListener("click", () => {
    const open = text.classList.toggle("folded") === false;
    more.textContent = open ? words.see_less : words.see_more;
    more.setAttribute("aria-expanded", String(open));
  });
  return el("div", {}, text, more);
}

function context(block) {
  const pieces = block.elements.map((piece) => (piece.type === "image" ? image(piece) : el("span", { class: "text" }, ...textNodes(piece, this.page.names))));
  return el("div", {}, ...pieces);
}

function actions(block) {
  return el("div", {}, ...block.elements.map((element) => this.element(block, element, "")));
}

function input(block) {
  const { words } = this.page;
  const label = plain(block.label);
  const control = this.element(block, block.element, label);
  const id = `field-${(fieldCount += 1)}`;
  const target = control.matches("input, select, textarea") ? control : null;
  if (target) {
    target.id = id;
    target.removeAttribute("aria-label");
  }
  const optional = block.optional ? el("span", { class: "optional" }, ` ${words.optional}`) : null;
  const caption = el(target ? "label" : "div", { class: "label", for: target ? id : null }, label, optional);
  const error = el("p", { class: "field-error", id: `${id}-error`, role: "alert", hidden: true });
  const hint = block.hint ? el("p", { class: "hint", id: `${id}-hint` }, plain(block.hint)) : null;
  const node = el("div", {}, caption, control, error, hint);
  const focusable = () => fieldOf(control);
  this.fields.set(block.block_id, {
    complain: (text) => {
      error.textContent = text;
      error.hidden = false;
      node.classList.add("invalid");
      focusable()?.setAttribute("aria-invalid", "true");
      focusable()?.setAttribute("aria-describedby", error.id);
    },
    clear: () => {
      error.hidden = true;
      node.classList.remove("invalid");
      focusable()?.removeAttribute("aria-invalid");
    },
    focus: () => focusable()?.focus(),
  });
  if (hint) focusable()?.setAttribute("aria-describedby", hint.id);
  return node;
}

function imageBlock(block) {
  const caption = block.title ? el("figcaption", {}, plain(block.title)) : null;
  return el("figure", {}, caption, image(block));
}

function table(block) {
  const align = (index) => {
    const side = block.column_settings?.[index]?.align;
    return side ? `align-${side}` : null;
  };
  const cell = (tag, value, index) => el(tag, { class: align(index) }, value.type === "rich_text" ? richText(value, this.page.names) : value.text ?? String(value.value ?? ""));
  const rows = block.rows.map((row, at) => el("tr", {}, ...row.map((value, index) => cell(at ? "td" : "th", value, index))));
  return el("div", {}, el("table", {}, ...rows));
}

/** The markdown block: the small part of Markdown that chat messages use. */
function markdown(block) {
  const node = el("div", { class: "text" });
  for (const line of block.text.split("\n")) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    const escaped = (heading ? heading[1] : line).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const styled = escaped.replace(/\*\*(.+?)\*\*/g, "*$1*").replace(/\[([^\]\n]+)\]\((https?:[^\s)]+)\)/g, "<$2|$1>").replace(/^(\s*)[-*]\s+/, "$1• ");
    const words = mrkdwn(styled, this.page.names, { names: false });
    node.append(heading ? el("strong", { class: "markdown-heading" }, words) : words, el("br"));
  }
  return node;
}

function video(block) {
  return el("div", {}, el("strong", {}, link(block.title_url ?? block.video_url, plain(block.title))), el("p", {}, plain(block.description)));
}

const MAKERS = {
  section,
  context,
  actions,
  context_actions: actions,
  input,
  table,
  markdown,
  video,
  image: imageBlock,
  header: (block) => el("h3", {}, plain(block.text)),
  divider: () => el("hr"),
  rich_text(block) {
    return richText(block, this.page.names);
  },
  alert(block) {
    return el("div", { class: `alert ${block.level ?? "default"}`, role: "note" }, ...textNodes(block.text, this.page.names));
  },
  file: (block) => el("div", {}, emojify(`:paperclip: ${block.external_id}`)),
};
