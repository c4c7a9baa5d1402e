// Messages: one list for a channel, the same one for a thread. Draws; asks `page` to do things.

import { Blocks } from "./blocks.js";
import { el, icon, iconButton, link, openMenu, toast } from "./dom.js";
import { emojify } from "./emoji.js";
import { mrkdwn, plainOf } from "./mrkdwn.js";

const QUIET = new Set(["channel_join", "channel_leave", "group_join", "channel_topic", "channel_purpose", "channel_name", "channel_archive", "channel_unarchive"]);

/** When a ts was, for people. */
export function clock(ts, locale) {
  return new Date(Number(ts) * 1000).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

/** Two letters and one of eight colours, always the same for a person. */
export function avatar(user, isBot) {
  const seed = [...(user?.id ?? "?")].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  const node = el("span", { class: `avatar colour-${seed % 8}${isBot ? " bot" : ""}`, "aria-hidden": "true" });
  node.append(isBot ? icon("search") : (user?.real_name || user?.name || "?").slice(0, 1).toUpperCase());
  return node;
}

/** A list of messages that redraws only what changed, so that half-filled fields survive. */
export class MessageList {
  /**
   * @param {HTMLElement} box the scrolling element
   * @param {object} page the app: store, words, names and what a message may do
   * @param {boolean} inThread whether this is a thread's list
   */
  constructor(box, page, inThread) {
    this.box = box;
    this.page = page;
    this.inThread = inThread;
    this.list = el("ol", { class: "message-list" });
    this.lead = el("div", { class: "lead" });
    box.append(this.lead, this.list);
    this.drawn = new Map();
    this.editing = null;
    this.sticks = true;
    box.addEventListener("scroll", () => {
      this.sticks = box.scrollHeight - box.scrollTop - box.clientHeight < 80;
    });
    // A thread opening beside the list makes it narrower and longer: stay at the newest message.
    new ResizeObserver(() => this.sticks && this.toEnd()).observe(box);
  }

  /** Show these messages of a channel; stays at the bottom when it was there. */
  show(channelId, messages, { reset = false } = {}) {
    const before = this.list.lastElementChild?.dataset.ts;
    const kept = new Map();
    let previous = null;
    const nodes = messages.map((message) => {
      const joined = follows(previous, message);
      previous = message;
      const print = JSON.stringify([channelId, message, joined, this.replies(channelId, message), this.page.store.user, this.editing === message.ts]);
      const known = this.drawn.get(message.ts);
      const node = known?.print === print ? known.node : this.draw(channelId, message, joined);
      kept.set(message.ts, { print, node });
      return node;
    });
    this.drawn = kept;
    // Moving a node would drop its focus: only touch the list where it differs.
    nodes.forEach((node, index) => {
      const there = this.list.children[index];
      if (there !== node) this.list.insertBefore(node, there ?? null);
    });
    while (this.list.children.length > nodes.length) this.list.lastElementChild.remove();
    const last = this.list.lastElementChild;
    const grew = last && last.dataset.ts !== before;
    if (reset || (grew && (this.sticks || last.dataset.mine === "true"))) this.toEnd();
    else if (this.sticks) this.box.scrollTop = this.box.scrollHeight;
  }

  /** Scroll to the newest message; a tall one is shown from its first line. */
  toEnd() {
    const last = this.list.lastElementChild;
    const tall = last && last.offsetHeight > this.box.clientHeight;
    this.box.scrollTop = tall ? last.offsetTop - this.box.offsetTop : this.box.scrollHeight;
    this.sticks = true;
  }

  replies(channelId, message) {
    if (this.inThread) return null;
    const thread = this.page.store.messages(channelId, message.ts).filter((reply) => reply.ts !== message.ts && !reply.ephemeral_to);
    return thread.length ? [thread.length, thread.at(-1).ts] : null;
  }

  draw(channelId, message, joined) {
    const { page } = this;
    const { words, store } = page;
    if (QUIET.has(message.subtype)) {
      return el("li", { class: "message quiet", "data-ts": message.ts }, el("p", {}, mrkdwn(message.text ?? "", page.names)));
    }
    const isBot = Boolean(message.bot_id);
    const user = store.users.get(message.user) ?? (isBot && !message.username ? store.bot : undefined);
    const name = message.username || (user ? user.real_name || user.name : message.user || "app");
    const private_ = Boolean(message.ephemeral_to);
    const head = el("p", { class: "message-head" }, el("strong", { class: "author" }, name));
    if (isBot) head.append(el("span", { class: "badge" }, words.app));
    head.append(el("time", { datetime: new Date(Number(message.ts) * 1000).toISOString() }, clock(message.ts, page.locale)));
    const body = el("div", { class: "message-body" });
    if (private_) body.append(el("p", { class: "only-you" }, icon("eye"), words.only_you));
    body.append(head, this.editing === message.ts ? this.editor(channelId, message) : this.content(channelId, message));
    const count = this.replies(channelId, message);
    if (count) {
      const open = () => page.openThread(channelId, message.ts);
      body.append(el("button", { type: "button", class: "reply-count", "data-testid": "reply-count", onclick: open }, words.replies(count[0]), el("small", {}, words.last_reply(clock(count[1], page.locale)))));
    }
    const node = el("li", {
      class: `message${joined && !private_ ? " joined" : ""}${private_ ? " ephemeral" : ""}`,
      "data-ts": message.ts,
      "data-testid": private_ ? "ephemeral" : "message",
      "data-mine": String(message.user === store.user),
    }, avatar(user ?? { id: message.bot_id ?? "?", name }, isBot), body);
    node.append(this.tools(channelId, message, private_));
    return node;
  }

  content(channelId, message) {
    const { page } = this;
    const node = el("div", { class: "content" });
    if (message.subtype === "tombstone") return el("div", { class: "content gone" }, page.words.deleted);
    const blocks = message.blocks ?? [];
    // A person's rich_text only mirrors what they typed; the text keeps *their* marks and emoji codes.
    const mirror = !message.bot_id && blocks.length === 1 && blocks[0].type === "rich_text" && message.text;
    if (blocks.length && !mirror) {
      const host = page.messageHost(channelId, message);
      node.append(el("div", { class: "blocks" }, ...new Blocks(blocks, host, page).nodes));
    } else if (message.text) node.append(el("div", { class: "text" }, mrkdwn(message.text, page.names, { names: false })));
    for (const attachment of message.attachments ?? []) node.append(this.attachment(channelId, message, attachment));
    if (message.edited) node.append(el("span", { class: "edited" }, page.words.edited));
    return node;
  }

  attachment(channelId, message, attachment) {
    const { page } = this;
    const node = el("div", { class: "attachment" });
    if (/^#?[0-9a-f]{6}$/i.test(attachment.color ?? "")) node.style.borderColor = `#${attachment.color.replace("#", "")}`;
    const text = (value, kind) => value && node.append(el("div", { class: `text ${kind}` }, mrkdwn(String(value), page.names, { names: false })));
    text(attachment.pretext, "pretext");
    if (attachment.author_name) node.append(el("small", {}, attachment.author_name));
    if (attachment.title) {
      const title = emojify(attachment.title);
      node.append(el("strong", {}, attachment.title_link ? link(attachment.title_link, title) : title));
    }
    text(attachment.text, "");
    for (const field of attachment.fields ?? []) node.append(el("div", { class: "attachment-field" }, el("strong", {}, field.title ?? ""), el("div", { class: "text" }, mrkdwn(String(field.value ?? ""), page.names))));
    if (attachment.blocks) node.append(...new Blocks(attachment.blocks, page.messageHost(channelId, message), page).nodes);
    if (attachment.footer) node.append(el("small", {}, attachment.footer));
    if (!node.childNodes.length) text(attachment.fallback, "");
    return node;
  }

  tools(channelId, message, private_) {
    const { page } = this;
    const { words, store } = page;
    const bar = el("div", { class: "tools" });
    if (private_) {
      bar.append(iconButton("close", words.dismiss, () => page.dismiss(channelId, message.ts)));
      return bar;
    }
    if (!this.inThread) bar.append(iconButton("thread", words.reply_in_thread, () => page.openThread(channelId, message.thread_ts ?? message.ts)));
    const more = iconButton("more", words.more, () => openMenu(more, this.menu(channelId, message), words.more), { "aria-haspopup": "menu", "aria-expanded": "false", "data-testid": "message-menu" });
    bar.append(more);
    return bar;
  }

  menu(channelId, message) {
    const { page } = this;
    const { words, store } = page;
    const items = store.shortcuts
      .filter((shortcut) => shortcut.type === "message")
      .map((shortcut) => ({ label: shortcut.name, attributes: { "data-callback-id": shortcut.callback_id }, run: () => page.shortcut(shortcut.callback_id, channelId, message.ts) }));
    const copy = async () => {
      await navigator.clipboard?.writeText(plainOf(message.text ?? "", page.names));
      toast(words.copied, "info");
    };
    items.push({ label: words.copy, run: copy });
    if (message.user === store.user && !message.bot_id) {
      items.push({ label: words.edit, run: () => this.edit(message.ts) });
      items.push({ label: words.remove, danger: true, run: () => page.remove(channelId, message.ts) });
    }
    return items;
  }

  edit(ts) {
    this.editing = ts;
    this.page.redraw();
    this.box.querySelector(".editor textarea")?.focus();
  }

  editor(channelId, message) {
    const { page } = this;
    const box = el("textarea", { rows: 3, "aria-label": page.words.edit });
    box.value = plainOf(message.text ?? "", page.names);
    const done = () => {
      this.editing = null;
      page.redraw();
    };
    const save = async () => {
      if (box.value.trim()) await page.edit(channelId, message.ts, box.value);
      done();
    };
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") done();
      else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const buttons = el("div", { class: "editor-buttons" }, el("button", { type: "button", class: "button", onclick: done }, page.words.cancel), el("button", { type: "button", class: "button primary", onclick: save }, page.words.save));
    return el("div", { class: "editor" }, box, buttons);
  }
}

/** Whether a message continues the one before it: same author, within five minutes. */
function follows(previous, message) {
  if (!previous || previous.ephemeral_to || previous.subtype || message.subtype) return false;
  return previous.user === message.user && previous.bot_id === message.bot_id && Number(message.ts) - Number(previous.ts) < 300 && !message.thread_ts === !previous.thread_ts;
}
