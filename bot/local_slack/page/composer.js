// A box to write in: grows with its text, Enter sends, Shift+Enter makes a new line.

import { el, iconButton } from "./dom.js";

export class Composer {
  /**
   * @param {HTMLFormElement} form
   * @param {object} options `{id, testid, onSend(text) → Promise<boolean>, label(), placeholder(), hint?()}`
   */
  constructor(form, options) {
    this.options = options;
    this.drafts = new Map();
    this.place = "";
    this.box = el("textarea", { id: options.id, rows: 1, "data-testid": options.testid, autocomplete: "off", spellcheck: "true" });
    this.button = iconButton("send", "", null, { type: "submit", class: "icon-button send", "data-testid": `${options.testid}-send` });
    this.hint = el("p", { class: "hint" });
    form.append(el("div", { class: "box" }, this.box, this.button), this.hint);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.box.addEventListener("keydown", (event) => {
      // While an input method composes (Korean, Japanese), Enter only ends the syllable.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      this.send();
    });
    this.box.addEventListener("input", () => this.grow());
  }

  /** Show the words of the present language and place; each place keeps its own draft. */
  sync(place, { disabled = "" } = {}) {
    if (place !== this.place) {
      this.drafts.set(this.place, this.box.value);
      this.place = place;
      this.box.value = this.drafts.get(place) ?? "";
    }
    const { options } = this;
    this.box.setAttribute("aria-label", options.label());
    this.box.placeholder = disabled || options.placeholder();
    this.box.disabled = Boolean(disabled);
    this.button.setAttribute("aria-label", options.sendLabel());
    this.button.title = options.sendLabel();
    this.hint.textContent = options.hint?.() ?? "";
    this.grow();
  }

  /** Put a text into the box, ready to send. */
  write(text) {
    this.box.value = text;
    this.grow();
    this.box.focus();
    this.box.setSelectionRange(text.length, text.length);
  }

  grow() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, 220)}px`;
    this.button.disabled = this.box.disabled || !this.box.value.trim();
  }

  async send() {
    const text = this.box.value;
    if (!text.trim() || this.box.disabled) return;
    const place = this.place;
    this.box.value = "";
    this.grow();
    const sent = await this.options.onSend(text);
    // A text that could not be sent comes back, unless something else was begun meanwhile.
    if (!sent && place === this.place && !this.box.value) this.write(text);
  }
}
