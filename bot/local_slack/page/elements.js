// Block elements: buttons, menus, pickers and inputs. Keeps their state in Slack's own shape.

import { combobox } from "./combobox.js";
import { el, icon, link, openMenu } from "./dom.js";
import { emojify } from "./emoji.js";
import { mrkdwn } from "./mrkdwn.js";

/** A text object as nodes. */
export function textNodes(text, names) {
  if (!text) return [];
  if (text.type === "mrkdwn") return [mrkdwn(text.text ?? "", names, { verbatim: text.verbatim === true })];
  // plain_text is never parsed: only emoji codes turn into characters, and that can be switched off.
  const words = text.text ?? "";
  return [document.createTextNode(text.emoji === false ? words : emojify(words))];
}

export const plain = (text) => (text ? (text.emoji === false ? text.text : emojify(text.text ?? "")) : "");

// element type → [field of its state, field of its initial value, whether it takes several]
const FIELDS = {
  static_select: ["selected_option", "initial_option"],
  external_select: ["selected_option", "initial_option"],
  radio_buttons: ["selected_option", "initial_option"],
  users_select: ["selected_user", "initial_user"],
  conversations_select: ["selected_conversation", "initial_conversation"],
  channels_select: ["selected_channel", "initial_channel"],
  datepicker: ["selected_date", "initial_date"],
  timepicker: ["selected_time", "initial_time"],
  datetimepicker: ["selected_date_time", "initial_date_time"],
  checkboxes: ["selected_options", "initial_options", true],
  multi_static_select: ["selected_options", "initial_options", true],
  multi_external_select: ["selected_options", "initial_options", true],
  multi_users_select: ["selected_users", "initial_users", true],
  multi_conversations_select: ["selected_conversations", "initial_conversations", true],
  multi_channels_select: ["selected_channels", "initial_channels", true],
  plain_text_input: ["value", "initial_value"],
  number_input: ["value", "initial_value"],
  url_text_input: ["value", "initial_value"],
  email_text_input: ["value", "initial_value"],
  rich_text_input: ["rich_text_value", "initial_value"],
  file_input: ["files", "", true],
};

export const hasState = (type) => Object.hasOwn(FIELDS, type);

/** The state of an element before anybody touched it. */
export function initialState(element) {
  const [field, initial, many] = FIELDS[element.type];
  return { type: element.type, [field]: element[initial] ?? (many ? [] : null) };
}

/** Whether nothing is entered or chosen. */
export function isEmpty(state) {
  const value = state[FIELDS[state.type][0]];
  return value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);
}

/**
 * Render one element.
 * @param {object} element the Block Kit element
 * @param {object} at `{get(), set(state), act(action), suggest(query)}`: its state and what it may do
 * @param {object} page `{names, words, store, confirm}`
 * @param {string} label what a screen reader calls it when it has no text of its own
 */
export function renderElement(element, at, page, label) {
  const make = MAKERS[element.type];
  const node = make ? make(element, at, page, label) : el("span", { class: "unsupported" }, element.type);
  const target = fieldOf(node);
  if (element.action_id) (target ?? node).dataset.actionId = element.action_id;
  if (element.focus_on_load && target) target.dataset.autofocus = "";
  return node;
}

/** What takes the focus in a rendered element: its field, else its button. */
export function fieldOf(node) {
  if (node.matches("input, select, textarea, button, a")) return node;
  return node.querySelector("input, select, textarea") ?? node.querySelector("button");
}

/** Set a new state and, where the element acts at once, send it. */
function commit(element, at, page, value, extra = {}) {
  const [field] = FIELDS[element.type];
  at.set({ type: element.type, [field]: value });
  return run(element, at, page, { [field]: value, ...extra });
}

async function run(element, at, page, fields) {
  if (element.confirm && !(await page.confirm(element.confirm))) return;
  at.act({ type: element.type, action_id: element.action_id, ...fields });
}

function button(element, at, page) {
  const attributes = {
    type: "button",
    class: `button ${element.style ?? ""}`.trim(),
    "aria-label": element.accessibility_label,
    onclick: async () => {
      const { text, value, style, url } = element;
      const fields = Object.fromEntries(Object.entries({ text, value, style, url }).filter(([, v]) => v !== undefined));
      await run(element, at, page, fields);
    },
  };
  if (!element.url) return el("button", attributes, ...textNodes(element.text, page.names));
  const anchor = link(element.url, ...textNodes(element.text, page.names));
  anchor.className = attributes.class;
  anchor.addEventListener("click", attributes.onclick);
  return anchor;
}

function overflow(element, at, page, label) {
  const node = el("button", { type: "button", class: "button icon-only", "aria-label": label || page.words.more, "aria-haspopup": "menu", "aria-expanded": "false" }, icon("more"));
  node.addEventListener("click", () => {
    const items = element.options.map((option) => ({
      label: plain(option.text),
      run: () => {
        if (option.url) window.open(option.url, "_blank", "noopener,noreferrer");
        run(element, at, page, { selected_option: option });
      },
    }));
    openMenu(node, items, label || page.words.more);
  });
  return node;
}

function groupsOf(element) {
  if (element.option_groups) return element.option_groups.map((group) => [plain(group.label), group.options]);
  return [[null, element.options ?? []]];
}

function staticSelect(element, at, page, label) {
  const groups = groupsOf(element);
  const all = groups.flatMap(([, options]) => options);
  const select = el("select", { "aria-label": label });
  select.append(el("option", { value: "" }, plain(element.placeholder) || page.words.choose));
  for (const [group, options] of groups) {
    const nodes = options.map((option) => el("option", { value: option.value }, plain(option.text)));
    select.append(...(group === null ? nodes : [el("optgroup", { label: group }, ...nodes)]));
  }
  select.value = at.get().selected_option?.value ?? "";
  select.addEventListener("change", () => commit(element, at, page, all.find((option) => option.value === select.value) ?? null));
  return select;
}

const choice = (option, group) => ({ label: plain(option.text), description: plain(option.description), group, value: option });

function optionCombobox(element, at, page, label, source) {
  const [field, , many] = FIELDS[element.type];
  const now = at.get()[field];
  return combobox({
    source,
    many,
    label,
    words: page.words,
    most: element.max_selected_items,
    minimum: element.type.includes("external") ? element.min_query_length ?? 3 : 0,
    placeholder: plain(element.placeholder) || (many ? page.words.choose_many : page.words.choose),
    chosen: (many ? now : now ? [now] : []).map((option) => choice(option)),
    onChange: (values) => commit(element, at, page, many ? values : values[0] ?? null),
  });
}

function filterable(element, at, page, label) {
  const all = groupsOf(element).flatMap(([group, options]) => options.map((option) => choice(option, group)));
  const source = async (query) => all.filter((entry) => entry.label.toLowerCase().includes(query.toLowerCase()));
  return optionCombobox(element, at, page, label, source);
}

function external(element, at, page, label) {
  const source = async (query) => {
    const answer = await at.suggest(query);
    if (answer.option_groups) return answer.option_groups.flatMap((group) => group.options.map((option) => choice(option, plain(group.label))));
    return (answer.options ?? []).map((option) => choice(option));
  };
  return optionCombobox(element, at, page, label, source);
}

/** People and channels: Slack fills these menus itself. */
function picker(element, at, page, label) {
  const [field, , many] = FIELDS[element.type];
  const people = element.type.includes("users");
  const entries = people
    ? page.store.people.map((user) => ({ label: user.real_name || user.name, value: user.id }))
    : page.store.rooms.map((room) => ({ label: `#${room.name}`, value: room.id }));
  const named = (id) => entries.find((entry) => entry.value === id) ?? { label: id, value: id };
  const now = at.get()[field];
  return combobox({
    source: async (query) => entries.filter((entry) => entry.label.toLowerCase().includes(query.toLowerCase())),
    many,
    label,
    words: page.words,
    most: element.max_selected_items,
    placeholder: plain(element.placeholder) || (many ? page.words.choose_many : page.words.choose),
    chosen: (many ? now : now ? [now] : []).map(named),
    onChange: (values) => commit(element, at, page, many ? values : values[0] ?? null),
  });
}

let groupCount = 0;

function choices(element, at, page, label) {
  const many = element.type === "checkboxes";
  const name = `choice-${(groupCount += 1)}`;
  const group = el("div", { class: "choices", role: many ? "group" : "radiogroup", "aria-label": label });
  const now = at.get();
  const taken = new Set((many ? now.selected_options : [now.selected_option]).filter(Boolean).map((option) => option.value));
  for (const option of element.options) {
    const box = el("input", { type: many ? "checkbox" : "radio", name, value: option.value, checked: taken.has(option.value) });
    box.addEventListener("change", () => {
      if (many) {
        if (box.checked) taken.add(option.value);
        else taken.delete(option.value);
      }
      commit(element, at, page, many ? element.options.filter((one) => taken.has(one.value)) : option);
    });
    const caption = el("span", {}, ...textNodes(option.text, page.names));
    if (option.description) caption.append(el("small", {}, ...textNodes(option.description, page.names)));
    group.append(el("label", {}, box, caption));
  }
  return group;
}

const NATIVE = { datepicker: "date", timepicker: "time", datetimepicker: "datetime-local" };

function native(element, at, page, label) {
  const field = FIELDS[element.type][0];
  const input = el("input", { type: NATIVE[element.type], "aria-label": label || plain(element.placeholder) });
  const now = at.get()[field];
  const whole = element.type === "datetimepicker";
  input.value = whole && now ? localDateTime(now) : now ?? "";
  input.addEventListener("change", () => {
    const value = whole ? Math.floor(new Date(input.value).getTime() / 1000) : input.value;
    commit(element, at, page, input.value ? value : null);
  });
  return input;
}

function localDateTime(seconds) {
  const when = new Date(seconds * 1000);
  return new Date(when.getTime() - when.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

const INPUT_TYPES = { number_input: "text", url_text_input: "url", email_text_input: "email", plain_text_input: "text" };

function textInput(element, at, page, label) {
  const long = element.multiline || element.type === "rich_text_input";
  const rich = element.type === "rich_text_input";
  const attributes = { placeholder: plain(element.placeholder), "aria-label": label, maxlength: element.max_length };
  const input = long
    ? el("textarea", { ...attributes, rows: element.min_lines ?? 4 })
    : el("input", { ...attributes, type: INPUT_TYPES[element.type], inputmode: element.type === "number_input" ? "decimal" : null });
  const now = at.get();
  input.value = rich ? wordsOf(now.rich_text_value) : now.value ?? "";
  input.addEventListener("input", () => {
    const value = input.value === "" ? null : input.value;
    at.set({ type: element.type, [FIELDS[element.type][0]]: rich ? richValue(value) : value });
    if (element.dispatch_action_config?.trigger_actions_on?.includes("on_character_entered")) send();
  });
  const send = () => at.act({ type: element.type, action_id: element.action_id, value: input.value });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || long || !at.dispatches) return;
    event.preventDefault();
    const triggers = element.dispatch_action_config?.trigger_actions_on ?? ["on_enter_pressed"];
    if (triggers.includes("on_enter_pressed")) send();
  });
  return input;
}

function richValue(text) {
  if (text === null) return null;
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }] };
}

function wordsOf(value) {
  if (!value) return "";
  if (value.text) return value.text;
  return (value.elements ?? []).map(wordsOf).join(value.type === "rich_text" ? "\n" : "");
}

function fileInput(element, at, page, label) {
  const input = el("input", { type: "file", "aria-label": label, multiple: (element.max_files ?? 10) > 1 });
  input.addEventListener("change", () => {
    const files = [...input.files].map((file, index) => ({ id: `F${index}LOCAL`, name: file.name, size: file.size }));
    at.set({ type: element.type, files });
  });
  return input;
}

/** Images of other hosts are not loaded: nothing on this page leaves the machine. */
export function image(element) {
  const url = element.image_url ?? "";
  const local = url.startsWith("/") || url.startsWith(window.location.origin);
  if (local) return el("img", { src: url, alt: element.alt_text ?? "", class: "image" });
  return el("span", { class: "image placeholder", role: "img", "aria-label": element.alt_text, title: url }, element.alt_text ?? "");
}

function feedback(element, at, page) {
  const one = (side) =>
    el("button", { type: "button", class: "button", "aria-label": element[side].accessibility_label, onclick: () => run(element, at, page, { value: element[side].value, text: element[side].text }) }, plain(element[side].text));
  return el("span", { class: "feedback" }, one("positive_button"), one("negative_button"));
}

const MAKERS = {
  button,
  icon_button: button,
  workflow_button: button,
  feedback_buttons: feedback,
  overflow,
  image,
  static_select: staticSelect,
  external_select: external,
  multi_static_select: filterable,
  multi_external_select: external,
  users_select: picker,
  conversations_select: picker,
  channels_select: picker,
  multi_users_select: picker,
  multi_conversations_select: picker,
  multi_channels_select: picker,
  checkboxes: choices,
  radio_buttons: choices,
  datepicker: native,
  timepicker: native,
  datetimepicker: native,
  plain_text_input: textInput,
  number_input: textInput,
  url_text_input: textInput,
  email_text_input: textInput,
  rich_text_input: textInput,
  file_input: fileInput,
};
