// A field that filters and picks options: for external selects and everything that takes several.

import { el, icon } from "./dom.js";

let count = 0;

/**
 * Make a combobox.
 * @param {object} options
 *   `source(query)` → Promise of `[{label, description?, group?, value}]`;
 *   `chosen`: `[{label, value}]` to start with; `many`: whether several can be taken;
 *   `most`: how many at most; `minimum`: characters before asking; `onChange(values)`;
 *   `placeholder`, `label`, `words`, `attributes` for the text field.
 */
export function combobox(options) {
  const { source, many, minimum = 0, most = Infinity, words, onChange } = options;
  const id = `combo-${(count += 1)}`;
  const state = { chosen: [...(options.chosen ?? [])], found: [], at: -1, asked: 0 };

  const input = el("input", {
    type: "text", role: "combobox", autocomplete: "off", "aria-expanded": "false", "aria-autocomplete": "list",
    "aria-controls": id, "aria-label": options.label, placeholder: options.placeholder ?? "", ...options.attributes,
  });
  const list = el("ul", { role: "listbox", id, class: "options", hidden: true, "aria-label": options.label, "aria-multiselectable": many ? "true" : null });
  const chips = el("span", { class: "chips" });
  const root = el("div", { class: many ? "combobox many" : "combobox" }, chips, input, list);

  const key = (choice) => JSON.stringify(choice.value);
  const isChosen = (choice) => state.chosen.some((other) => key(other) === key(choice));
  const changed = () => {
    drawChips();
    onChange(state.chosen.map((choice) => choice.value));
  };

  function drawChips() {
    chips.replaceChildren();
    if (!many) {
      input.value = state.chosen[0]?.label ?? "";
      return;
    }
    for (const choice of state.chosen) {
      const drop = () => {
        state.chosen = state.chosen.filter((other) => key(other) !== key(choice));
        changed();
        input.focus();
      };
      const button = el("button", { type: "button", class: "chip-remove", "aria-label": words.remove_option(choice.label), onclick: drop }, icon("close"));
      chips.append(el("span", { class: "chip" }, choice.label, button));
    }
  }

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    state.at = -1;
  }

  function note(text) {
    state.found = [];
    list.replaceChildren(el("li", { class: "note", role: "presentation" }, text));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  }

  function draw() {
    if (!state.found.length) {
      note(words.no_results);
      return;
    }
    list.replaceChildren();
    let group = null;
    state.found.forEach((choice, index) => {
      if (choice.group && choice.group !== group) list.append(el("li", { class: "group", role: "presentation" }, choice.group));
      group = choice.group;
      const item = el("li", { role: "option", id: `${id}-${index}`, class: index === state.at ? "active" : null, "aria-selected": String(isChosen(choice)) }, choice.label);
      if (choice.description) item.append(el("small", {}, choice.description));
      // pointerdown, not click: the field must not lose the focus first.
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(choice);
      });
      list.append(item);
    });
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    const active = state.at >= 0 ? document.getElementById(`${id}-${state.at}`) : null;
    if (active) {
      input.setAttribute("aria-activedescendant", active.id);
      active.scrollIntoView({ block: "nearest" });
    }
  }

  function pick(choice) {
    if (!many) {
      state.chosen = [choice];
      close();
    } else if (isChosen(choice)) state.chosen = state.chosen.filter((other) => key(other) !== key(choice));
    else if (state.chosen.length < most) state.chosen.push(choice);
    changed();
    if (!many) return;
    // Show the whole list again, ready for the next one.
    if (input.value) {
      input.value = "";
      ask();
    } else draw();
  }

  async function ask() {
    const query = many || input.value !== state.chosen[0]?.label ? input.value.trim() : "";
    if (query.length < minimum) {
      note(words.type_more(minimum));
      return;
    }
    const turn = (state.asked += 1);
    let found = [];
    try {
      found = await source(query);
    } catch {
      if (turn === state.asked) note(words.trouble);
      return;
    }
    // An older, slower answer must not replace a newer one.
    if (turn !== state.asked || document.activeElement !== input) return;
    state.found = found;
    state.at = found.length ? 0 : -1;
    draw();
  }

  let timer = 0;
  input.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, 120);
  });
  input.addEventListener("focus", ask);
  input.addEventListener("click", () => list.hidden && ask());
  input.addEventListener("blur", () => {
    close();
    if (!many && input.value.trim() === "" && state.chosen.length) {
      state.chosen = [];
      changed();
    } else if (!many) drawChips();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      if (list.hidden) ask();
      else if (state.found.length) {
        state.at = (state.at + step + state.found.length) % state.found.length;
        draw();
      }
    } else if (event.key === "Enter" && !list.hidden && state.found[state.at]) pick(state.found[state.at]);
    else if (event.key === "Enter") { /* never submit the form from here */ }
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Backspace" && many && !input.value && state.chosen.length) {
      state.chosen.pop();
      changed();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener("pointerdown", (event) => {
    if (event.target === root || event.target === chips) {
      event.preventDefault();
      input.focus();
    }
  });
  drawChips();
  return root;
}
