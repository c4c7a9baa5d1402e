// What the page knows: the workspace as last told, and who is typing. Renders nothing.

const SEEN = "incident-lookup-demo.user";

export class Store extends EventTarget {
  constructor() {
    super();
    this.users = new Map();
    this.channels = new Map();
    this.views = [];
    this.homes = new Map();
    this.shortcuts = [];
    this.team = { id: "", name: "" };
    this.user = sessionStorage.getItem(SEEN) ?? "";
  }

  /** Take a whole `/control/state`. */
  load(state) {
    this.team = state.team;
    this.users = new Map(state.users.map((user) => [user.id, user]));
    this.channels = new Map(state.channels.map((channel) => [channel.id, { ...channel, messages: [...channel.messages] }]));
    this.views = state.views ?? [];
    this.shortcuts = state.shortcuts ?? [];
    if (!this.users.has(this.user)) this.user = state.me;
    if (state.home) this.homes.set(this.user, state.home);
    this.changed("all");
  }

  /** Type as somebody else from now on. */
  become(user) {
    this.user = user;
    sessionStorage.setItem(SEEN, user);
    this.changed("all");
  }

  changed(what, detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { what, ...detail } }));
  }

  /** Take one server-sent event; false when the whole state has to be read again. */
  apply(event) {
    const kind = event.type;
    const elsewhere = event.user && event.user !== this.user;
    if (elsewhere && (kind === "failure" || kind.startsWith("view_"))) return true;
    if (kind === "failure") this.changed("failure", { text: event.text ?? "" });
    else if (kind === "home_published") this.publishHome(event);
    else if (kind.startsWith("view_")) this.applyView(kind, event);
    else if (kind === "channel") return this.applyChannel(event.channel);
    else if (kind.startsWith("message") || kind.startsWith("ephemeral")) return this.applyMessage(kind, event);
    return true;
  }

  applyMessage(kind, event) {
    const channel = this.channels.get(event.channel?.id ?? event.channel);
    if (!channel) return false;
    const message = event.message ?? {};
    const ts = message.ts ?? event.ts ?? event.deleted_ts;
    const at = channel.messages.findIndex((known) => known.ts === ts);
    if (kind.endsWith("_deleted")) {
      if (at >= 0) channel.messages.splice(at, 1);
    } else if (at >= 0) channel.messages[at] = message;
    else {
      channel.messages.push(message);
      channel.messages.sort((one, other) => (one.ts < other.ts ? -1 : 1));
    }
    this.changed("messages", { channel: channel.id, message, isNew: at < 0 && !kind.endsWith("_deleted") });
    return true;
  }

  applyChannel(channel) {
    if (typeof channel !== "object" || channel === null) return false;
    const known = this.channels.get(channel.id);
    this.channels.set(channel.id, { members: [], messages: known?.messages ?? [], ...known, ...channel });
    this.channels.get(channel.id).messages = channel.messages ?? known?.messages ?? [];
    this.changed("all");
    return true;
  }

  applyView(kind, event) {
    const view = event.view ?? { id: event.view_id };
    const at = this.views.findIndex((known) => known.id === view.id);
    if (view.type === "home") this.publishHome(event);
    else if (kind === "view_opened") this.views = [view];
    else if (kind === "view_closed") {
      if (at >= 0) this.views.splice(at, 1);
    } else if (at >= 0) this.views[at] = view;
    else if (kind !== "view_updated") this.views.push(view);
    this.changed("views");
  }

  publishHome(event) {
    this.homes.set(event.user ?? this.user, event.view);
    this.changed("home");
  }

  /** Forget a view that the person closed, without waiting for the server to say so. */
  dropView(id, all = false) {
    this.views = this.views.filter((view) => view.id !== id && !all);
    this.changed("views");
  }

  get bot() {
    return [...this.users.values()].find((user) => user.is_bot);
  }

  get me() {
    return this.users.get(this.user);
  }

  /** The people one can type as. */
  get people() {
    return [...this.users.values()].filter((user) => !user.is_bot && !user.deleted);
  }

  /** The direct conversation of the person typing with the bot, if there is one. */
  get direct() {
    return [...this.channels.values()].find((channel) => channel.is_im && channel.members.includes(this.user));
  }

  /** Channels this person sees in the sidebar. */
  get rooms() {
    const seen = (channel) => !channel.is_im && (!channel.is_private || channel.members.includes(this.user));
    return [...this.channels.values()].filter(seen);
  }

  /** Messages of a channel this person may see; `thread` gives one thread, root first. */
  messages(channelId, thread = null) {
    const all = this.channels.get(channelId)?.messages ?? [];
    const mine = all.filter((message) => !message.ephemeral_to || message.ephemeral_to === this.user);
    if (thread) return mine.filter((message) => message.ts === thread || message.thread_ts === thread);
    const top = (message) => !message.thread_ts || message.thread_ts === message.ts || message.subtype === "thread_broadcast";
    return mine.filter(top);
  }

  name(userId) {
    const user = this.users.get(userId);
    return user ? user.real_name || user.name : userId;
  }
}
