// Ties the page together: what is open, what is sent, what is redrawn. Drawing lives elsewhere.

import { api, listen } from "./api.js";
import { Composer } from "./composer.js";
import { announce, byId, el, fill, icon, toast } from "./dom.js";
import { MessageList } from "./messages.js";
import { drawSidebar, drawUserSwitch } from "./sidebar.js";
import { Store } from "./store.js";
import { confirmWith, drawHome, Modals } from "./views.js";
import { drawWelcome } from "./welcome.js";
import { wordsFor } from "./words.js";

const phone = window.matchMedia("(max-width: 760px)");

class App {
  constructor() {
    this.store = new Store();
    this.open = { channel: "", thread: null, tab: "messages" };
    this.unread = new Set();
    this.dismissed = new Set();
    this.messages = new MessageList(byId("messages"), this, false);
    this.thread = new MessageList(byId("thread-messages"), this, true);
    this.modals = new Modals(this);
    this.box = new Composer(byId("composer"), {
      id: "message-box",
      testid: "message-box",
      onSend: (text) => this.send(text, null),
      label: () => `${this.words.message_to} ${this.channelLabel()}`,
      placeholder: () => `${this.words.message_to} ${this.channelLabel()}`,
      hint: () => (phone.matches ? "" : this.words.hint),
      sendLabel: () => this.words.send,
    });
    this.threadBox = new Composer(byId("thread-composer"), {
      id: "thread-box",
      testid: "thread-box",
      onSend: (text) => this.send(text, this.open.thread),
      label: () => this.words.reply,
      placeholder: () => this.words.reply,
      sendLabel: () => this.words.send,
    });
    this.wire();
  }

  get words() {
    return wordsFor(this.locale);
  }

  get locale() {
    return this.store.me?.locale ?? "en-US";
  }

  /** How ids are shown: what mrkdwn and rich text need to know. */
  get names() {
    return {
      me: this.store.user,
      user: (id) => (this.store.users.has(id) ? this.store.name(id) : ""),
      channel: (id) => this.store.channels.get(id)?.name ?? "",
      openChannel: (id) => this.store.channels.has(id) && this.openChannel(id),
    };
  }

  confirm(question) {
    return confirmWith(question, this);
  }

  wire() {
    fill(byId("open-sidebar"), icon("menu"));
    fill(byId("close-sidebar"), icon("close"));
    fill(byId("close-thread"), icon("close"));
    byId("open-sidebar").addEventListener("click", () => this.showSidebar(true));
    byId("close-sidebar").addEventListener("click", () => this.showSidebar(false));
    byId("close-thread").addEventListener("click", () => this.closeThread());
    byId("skip-link").addEventListener("click", (event) => {
      event.preventDefault();
      this.box.box.focus();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      if (byId("app").classList.contains("with-sidebar")) this.showSidebar(false);
      else if (this.open.thread) this.closeThread();
    });
    this.store.addEventListener("change", (event) => this.changed(event.detail));
    phone.addEventListener("change", () => this.redraw());
    window.addEventListener("hashchange", () => {
      const id = decodeURIComponent(window.location.hash.slice(1));
      if (id !== this.open.channel && this.store.channels.has(id)) this.openChannel(id);
    });
  }

  /** Read everything, then follow the changes. */
  start() {
    const waiting = [];
    let loaded = false;
    const take = (event) => this.store.apply(event) || this.load();
    listen(
      (event) => (loaded ? take(event) : waiting.push(event)),
      async () => {
        // Changes are held back while the state is read: each is applied after it, none is lost.
        loaded = false;
        await this.load();
        loaded = true;
        waiting.splice(0).forEach(take);
      },
      () => this.showOffline(true),
    );
  }

  async load() {
    try {
      this.store.load(await api.state(this.store.user));
      this.showOffline(false);
    } catch {
      this.showOffline(true);
    }
  }

  showOffline(lost) {
    byId("offline").hidden = !lost;
    byId("offline").textContent = lost ? this.words.offline : "";
  }

  changed(detail) {
    if (detail.what === "failure") this.failed(detail.text || this.words.trouble);
    if (detail.what === "messages") this.arrived(detail);
    if (detail.what === "views") this.modals.sync();
    else this.redraw();
  }

  /** The app did not do its part: say so in the open modal, else in a note. */
  failed(text) {
    if (this.modals.shown) this.modals.fail();
    else toast(text);
  }

  /** A message came or changed: count it as unread, say it, open the thread it answers. */
  arrived({ channel, message, isNew }) {
    if (!isNew || message.user === this.store.user) return;
    if (message.ephemeral_to && message.ephemeral_to !== this.store.user) return;
    if (channel !== this.open.channel) {
      this.unread.add(channel);
      return;
    }
    announce(`${this.store.name(message.user ?? this.store.bot?.id)}: ${message.text ?? ""}`.slice(0, 300));
    const thread = message.thread_ts;
    if (!thread || thread === this.open.thread || !message.bot_id) return;
    const root = this.store.channels.get(channel).messages.find((known) => known.ts === thread);
    const busy = this.open.thread && this.threadBox.box.value.trim();
    if (root?.user === this.store.user && !busy) this.openThread(channel, thread, { focus: false });
  }

  channelLabel() {
    const channel = this.store.channels.get(this.open.channel);
    if (!channel || channel.is_im) return this.store.bot?.real_name ?? "";
    return `#${channel.name}`;
  }

  redraw() {
    const { store, open } = this;
    if (!store.channels.size) return;
    document.documentElement.lang = this.locale.slice(0, 2);
    if (!store.channels.has(open.channel) && open.channel !== "app") {
      const wanted = decodeURIComponent(window.location.hash.slice(1));
      open.channel = store.channels.has(wanted) ? wanted : store.rooms[0]?.id ?? "";
    }
    const isApp = this.isApp(open.channel);
    byId("team-name").textContent = store.team.name;
    byId("close-thread").setAttribute("aria-label", this.words.close_thread);
    byId("open-sidebar").setAttribute("aria-label", this.words.open_channels);
    byId("close-sidebar").setAttribute("aria-label", this.words.close_channels);
    drawSidebar(byId("sidebar-body"), this);
    drawUserSwitch(byId("user-switch"), this);
    this.drawBar(isApp);
    const onHome = isApp && open.tab === "home";
    byId("home").hidden = !onHome;
    byId("messages").hidden = onHome;
    byId("composer").hidden = onHome;
    if (onHome) drawHome(byId("home"), store.homes.get(store.user), this);
    this.drawMessages(isApp);
    this.drawThread();
    this.modals.sync();
  }

  drawBar(isApp) {
    const { store, open, words } = this;
    const channel = store.channels.get(open.channel);
    const title = byId("channel-title");
    fill(title, isApp ? this.channelLabel() : channel?.is_private ? icon("lock") : "#", isApp ? "" : ` ${channel?.name ?? ""}`);
    byId("channel-topic").textContent = isApp ? "" : channel?.topic ?? "";
    document.title = `${this.channelLabel()} · incident-lookup demo`;
    const tabs = byId("app-tabs");
    tabs.hidden = !isApp;
    if (!isApp) return;
    const tab = (name, label) => el("button", { type: "button", role: "tab", "aria-selected": String(open.tab === name), "data-tab": name, onclick: () => this.openApp(name) }, label);
    fill(tabs, tab("home", words.home), tab("messages", words.messages));
  }

  drawMessages(isApp) {
    const { store, open, words } = this;
    const id = isApp ? store.direct?.id ?? "app" : open.channel;
    const place = `${store.user} ${id}`;
    const reset = place !== this.shownPlace;
    this.shownPlace = place;
    drawWelcome(this.messages.lead, this);
    this.messages.show(id, store.messages(id).filter((message) => !this.dismissed.has(message.ts)), { reset });
    const channel = store.channels.get(id);
    const outside = channel && !channel.is_im && !channel.members.includes(store.user);
    this.box.sync(place, { disabled: channel?.is_archived ? words.archived : outside ? words.not_member : "" });
  }

  drawThread() {
    const { store, open, words } = this;
    const panel = byId("thread");
    const messages = open.thread ? store.messages(open.channel === "app" ? store.direct?.id : open.channel, open.thread) : [];
    const visible = messages.length > 0 && !(this.isApp(open.channel) && open.tab === "home");
    panel.hidden = !visible;
    byId("app").classList.toggle("with-thread", visible);
    if (!visible) return;
    byId("thread-title").textContent = words.thread;
    byId("thread-channel").textContent = this.channelLabel();
    const place = `${store.user} ${open.channel} ${open.thread}`;
    const reset = place !== this.shownThread;
    this.shownThread = place;
    this.thread.show(open.channel, messages.filter((message) => !this.dismissed.has(message.ts)), { reset });
    this.threadBox.sync(place);
  }

  isApp(id) {
    return id === "app" || Boolean(this.store.channels.get(id)?.is_im);
  }

  showSidebar(shown) {
    byId("app").classList.toggle("with-sidebar", shown);
    byId("open-sidebar").setAttribute("aria-expanded", String(shown));
    (shown ? byId("close-sidebar") : byId("open-sidebar")).focus();
  }

  openChannel(id) {
    this.open = { channel: id, thread: null, tab: "messages" };
    this.unread.delete(id);
    window.history.replaceState(null, "", `#${encodeURIComponent(id)}`);
    byId("app").classList.remove("with-sidebar");
    this.redraw();
    if (!phone.matches) this.box.box.focus();
  }

  /** Open the bot's own place: its Home tab or the direct messages with it. */
  async openApp(tab) {
    const id = this.store.direct?.id ?? "app";
    this.open = { channel: id, thread: null, tab };
    this.unread.delete(id);
    byId("app").classList.remove("with-sidebar");
    this.redraw();
    const answer = await this.attempt(api.home({ user: this.store.user, tab }));
    if (answer?.view) this.store.publishHome({ user: this.store.user, view: answer.view });
    if (!this.store.direct) await this.load();
    if (this.open.channel === "app" && this.store.direct) {
      this.open.channel = this.store.direct.id;
      this.redraw();
    }
  }

  openThread(channel, ts, { focus = true } = {}) {
    this.cameFrom = focus ? document.activeElement : null;
    this.open.thread = ts;
    this.redraw();
    if (focus) this.threadBox.box.focus();
    else announce(this.words.new_in_thread(this.store.bot?.real_name ?? ""));
  }

  closeThread() {
    this.open.thread = null;
    this.redraw();
    (this.cameFrom?.isConnected ? this.cameFrom : this.box.box).focus();
  }

  switchUser(id) {
    this.store.become(id);
    if (!this.isApp(this.open.channel) && !this.store.rooms.some((room) => room.id === this.open.channel)) this.openChannel(this.store.rooms[0].id);
    if (this.isApp(this.open.channel)) this.openApp(this.open.tab);
    this.load();
  }

  /** Hide a private answer: only this page knows of it. */
  dismiss(channel, ts) {
    this.dismissed.add(ts);
    this.redraw();
    this.box.box.focus();
  }

  /** Wait for an answer; a lost connection becomes a note and null. */
  async attempt(promise) {
    try {
      const answer = await promise;
      // A failure of the app has `acked` and is told by an event; a refused request has a sentence.
      if (answer.ok === false && !("acked" in answer)) toast(answer.error ?? this.words.trouble);
      return answer;
    } catch {
      toast(this.words.not_sent);
      return null;
    }
  }

  /** Send what was typed: a command, or a message. Tells whether the text is off the writer's hands. */
  async send(text, thread) {
    const { store, words } = this;
    const command = /^\s*(\/[\w-]+)(?:\s+([\s\S]*))?$/.exec(text);
    if (command && thread) {
      toast(words.no_thread_command(command[1]));
      return false;
    }
    const channel = this.open.channel === "app" ? await this.direct() : this.open.channel;
    if (command) return this.command(channel, command[1], (command[2] ?? "").trim());
    const bot = store.bot;
    const body = { channel, user: store.user, text: bot ? text.trim().replaceAll(`@${bot.name}`, `<@${bot.id}>`) : text.trim() };
    if (thread) body.thread_ts = thread;
    const answer = await this.attempt(api.message(body));
    return Boolean(answer?.ok);
  }

  async command(channel, command, text) {
    // What goes wrong after this comes as a failure of its own, in Slack's words.
    const answer = await this.attempt(api.command({ channel, command, text, user: this.store.user }));
    return Boolean(answer?.ok);
  }

  /** The id of the direct conversation, opened if need be. */
  async direct() {
    if (!this.store.direct) {
      await this.attempt(api.home({ user: this.store.user, tab: "messages" }));
      await this.load();
    }
    return this.store.direct?.id ?? this.store.bot?.id;
  }

  edit(channel, ts, text) {
    return this.attempt(api.edit({ channel, ts, text, user: this.store.user }));
  }

  remove(channel, ts) {
    return this.attempt(api.remove({ channel, ts, user: this.store.user }));
  }

  shortcut(callbackId, channel, ts) {
    return this.attempt(api.shortcut({ callback_id: callbackId, channel, ts, user: this.store.user }));
  }

  submit(view, values) {
    return this.attempt(api.submit({ view_id: view.id, values, user: this.store.user }));
  }

  closeView(view, all) {
    return this.attempt(api.close({ view_id: view.id, user: this.store.user, clear: all }));
  }

  /** What the blocks of a message may do. */
  messageHost(channel, message) {
    return this.host({ type: "message", channel, ts: message.ts });
  }

  /** What the blocks of a view may do. */
  viewHost(view) {
    return this.host({ type: "view", view_id: view.id });
  }

  host(container) {
    const user = this.store.user;
    return {
      act: (blockId, action, state) => this.attempt(api.action({ user, container, block_id: blockId, action, state })),
      suggest: (blockId, actionId, value) => api.suggest({ user, container, block_id: blockId, action_id: actionId, value }),
    };
  }
}

new App().start();
