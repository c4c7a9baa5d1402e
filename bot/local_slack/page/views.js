// Modals (a stack, the top one shown), the Home tab, and the yes/no question before an action.

import { Blocks } from "./blocks.js";
import { byId, el, fill, iconButton, rescueToasts } from "./dom.js";
import { plain, textNodes } from "./elements.js";

/** The stack of open modals, shown as one dialog. */
export class Modals {
  constructor(page) {
    this.page = page;
    this.dialog = byId("modal");
    this.body = el("div", { class: "modal-inner" });
    this.dialog.append(this.body);
    this.states = new Map();
    this.shown = null;
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (this.shown) this.close();
    });
  }

  /** Draw what the store has. */
  sync() {
    const stack = this.page.store.views.filter((view) => view.type !== "home");
    const top = stack.at(-1);
    for (const id of this.states.keys()) if (!stack.some((view) => view.id === id)) this.states.delete(id);
    if (!top) {
      this.hide();
      return;
    }
    const print = JSON.stringify([top, stack.length, this.page.store.user]);
    if (print === this.print) return;
    const isNew = top.id !== this.shown?.id;
    this.print = print;
    this.shown = top;
    const focused = isNew ? null : focusPath(this.body);
    this.draw(top, stack.length);
    if (!this.dialog.open) {
      this.opener = document.activeElement;
      this.dialog.showModal();
    }
    if (isNew) (this.body.querySelector("[data-autofocus]") ?? this.body.querySelector(".modal-body input, .modal-body textarea, .modal-body select") ?? this.body.querySelector(".modal-body"))?.focus();
    else if (focused) this.body.querySelector(focused)?.focus();
  }

  hide() {
    if (!this.dialog.open) return;
    rescueToasts();
    this.dialog.close();
    this.shown = null;
    this.print = "";
    if (this.opener?.isConnected) this.opener.focus();
  }

  draw(view, depth) {
    const { page } = this;
    const { words } = page;
    const host = page.viewHost(view);
    const blocks = new Blocks(view.blocks ?? [], host, page, this.states.get(view.id) ?? view.state?.values);
    this.states.set(view.id, blocks.values);
    this.blocks = blocks;
    const title = plain(view.title);
    const head = el("header", { class: "modal-head" }, el("h2", { id: "modal-title" }, title));
    if (depth > 1) head.prepend(iconButton("back", words.back, () => this.close()));
    head.append(iconButton("close", words.close, () => this.close(true), { "data-testid": "modal-x" }));
    this.failure = el("p", { class: "field-error", role: "alert", hidden: true });
    const scroll = el("div", { class: "modal-body", tabindex: "0", role: "document", "aria-label": title }, ...blocks.nodes);
    const foot = el("footer", { class: "modal-foot" }, this.failure);
    foot.append(el("button", { type: "button", class: "button", "data-testid": "modal-close", onclick: () => this.close() }, view.close ? plain(view.close) : words.close));
    if (view.submit) {
      this.send = el("button", { type: "submit", class: "button primary", "data-testid": "modal-submit" }, plain(view.submit) || words.submit);
      foot.append(this.send);
    }
    const form = el("form", { novalidate: true, "data-view-id": view.id, "data-callback-id": view.callback_id }, head, scroll, foot);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(view, blocks);
    });
    fill(this.body, form);
  }

  async submit(view, blocks) {
    if (!view.submit) return;
    const complaints = blocks.check();
    if (Object.keys(complaints).length) {
      blocks.showErrors(complaints);
      return;
    }
    this.send.disabled = true;
    this.failure.hidden = true;
    const answer = await this.page.submit(view, blocks.values);
    this.send.disabled = false;
    if (!answer?.ok) this.fail();
    else if (answer.response_action === "errors") blocks.showErrors(answer.errors ?? {});
    else if (!answer.response_action) this.page.store.dropView(view.id);
  }

  /** Say inside the modal that the app did not answer. */
  fail() {
    this.failure.textContent = this.page.words.trouble;
    this.failure.hidden = false;
  }

  /** Close the top view, or with `all` the whole stack as the cross does. */
  async close(all = false) {
    const top = this.shown;
    await this.page.closeView(top, all);
    this.page.store.dropView(top.id, all);
  }
}

/** A selector that finds the focused control again after a redraw. */
function focusPath(root) {
  const node = document.activeElement;
  if (!root.contains(node)) return null;
  const block = node.closest("[data-block-id]");
  const action = node.dataset.actionId ?? node.closest("[data-action-id]")?.dataset.actionId;
  if (!block || !action) return node.dataset.testid ? `[data-testid="${node.dataset.testid}"]` : null;
  return `[data-block-id="${CSS.escape(block.dataset.blockId)}"] [data-action-id="${CSS.escape(action)}"]`;
}

/** Draw the Home tab. */
export function drawHome(box, view, page) {
  const print = JSON.stringify([view, page.store.user]);
  if (box.dataset.print === print) return;
  box.dataset.print = print;
  if (!view?.blocks?.length) {
    fill(box, el("p", { class: "empty" }, page.words.empty_home));
    return;
  }
  fill(box, el("div", { class: "home-inner", "data-testid": "home" }, ...new Blocks(view.blocks, page.viewHost(view), page).nodes));
}

/** Ask before an action; resolves to whether the person agreed. */
export function confirmWith(question, page) {
  const dialog = byId("confirm");
  return new Promise((resolve) => {
    const done = (agreed) => {
      rescueToasts();
      dialog.close();
      resolve(agreed);
    };
    const deny = el("button", { type: "button", class: "button", onclick: () => done(false), "data-testid": "confirm-deny" }, plain(question.deny) || page.words.cancel);
    const agree = el("button", { type: "button", class: `button ${question.style === "danger" ? "danger" : "primary"}`, onclick: () => done(true), "data-testid": "confirm-agree" }, plain(question.confirm));
    fill(
      dialog,
      el("h2", { id: "confirm-title" }, plain(question.title)),
      el("div", { class: "text" }, ...textNodes(question.text, page.names)),
      el("footer", { class: "modal-foot" }, deny, agree),
    );
    dialog.oncancel = (event) => {
      event.preventDefault();
      done(false);
    };
    dialog.showModal();
    agree.focus();
  });
}
