// Slack's mrkdwn → DOM nodes. Reads escaped text, as Slack sends it; makes nodes, never markup.

import { el, link } from "./dom.js";
import { emoji } from "./emoji.js";

/** Undo Slack's escaping, `&amp;` last. */
export function unescape(text) {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

const CONTROL = /<([^<>\n]+)>/uy;
const CODE = /`([^`\n]+)`/uy;
const EMOJI = /:([a-z0-9_+-]+):(?::skin-tone-\d:)?/uy;
const URL = /https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)\]}'"]/uy;
const BROADCAST = /@(here|channel|everyone)(?![\p{L}\p{N}_])/uy;
// A style opens after a non-word character and closes before one, as in Slack: `*굵게*는` stays plain.
const STYLES = [
  [/\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}_*])/uy, "strong"],
  [/_([^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])/uy, "em"],
  [/~([^\s~](?:[^~\n]*[^\s~])?)~(?![\p{L}\p{N}_~])/uy, "s"],
];
const WORD_BEFORE = /[\p{L}\p{N}_]$/u;

/**
 * Render mrkdwn text.
 * @param {string} text escaped text
 * @param {object} names `{user(id), channel(id), me, openChannel(id)}`
 * @param {object} options `{verbatim}`: true stops linking of what carries no angle brackets
 */
export function mrkdwn(text, names, options = {}) {
  const out = document.createDocumentFragment();
  const parts = text.split(/```/);
  parts.forEach((part, index) => {
    const fenced = index % 2 === 1 && index < parts.length - 1;
    if (fenced) out.append(el("pre", {}, plainOf(part.replace(/^\n/, "").replace(/\n$/, ""), names)));
    else {
      const whole = index % 2 === 1 ? "```" + part : part;
      const trimmed = index > 0 && index % 2 === 0 ? whole.replace(/^\n/, "") : whole;
      if (trimmed) out.append(...lines(trimmed, names, options));
    }
  });
  return out;
}

/** Lines, with runs of `>` lines gathered into one quote. */
function lines(text, names, options) {
  const out = [];
  let quote = null;
  text.split("\n").forEach((line, index) => {
    const quoted = /^(?:&gt;|>)\s?(.*)$/u.exec(line);
    if (quoted) {
      if (quote) quote.append(el("br"));
      else out.push((quote = el("blockquote")));
      quote.append(...inline(quoted[1], names, options));
      return;
    }
    if (index > 0 && !quote) out.push(el("br"));
    quote = null;
    out.push(...inline(line, names, options));
  });
  return out;
}

/** One line's nodes: tokens, code, styles, emoji, links. */
function inline(text, names, options) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain) out.push(document.createTextNode(unescape(plain)));
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const [node, length] = tokenAt(text, at, names, options);
    if (node) {
      flush();
      out.push(node);
      at += length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return out;
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function tokenAt(text, at, names, options) {
  const nothing = [null, 0];
  const char = text[at];
  if (char === "<") {
    const found = match(CONTROL, text, at);
    return found ? [control(found[1], names), found[0].length] : nothing;
  }
  if (char === "`") {
    const found = match(CODE, text, at);
    return found ? [code(plainOf(found[1], names)), found[0].length] : nothing;
  }
  if (char === ":") {
    const found = match(EMOJI, text, at);
    const character = found && emoji(found[1]);
    if (!character) return nothing;
    return [el("span", { class: "emoji", role: "img", "aria-label": found[1].replaceAll("_", " "), title: `:${found[1]}:` }, character), found[0].length];
  }
  if (WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return nothing;
  if ("*_~".includes(char)) {
    for (const [pattern, tag] of STYLES) {
      const found = match(pattern, text, at);
      if (found) return [el(tag, {}, ...inline(found[1], names, options)), found[0].length];
    }
    return nothing;
  }
  if (options.verbatim) return nothing;
  if (char === "h") {
    const found = match(URL, text, at);
    return found ? [link(unescape(found[0])), found[0].length] : nothing;
  }
  if (char === "@" && options.names !== false) {
    const found = match(BROADCAST, text, at);
    return found ? [el("span", { class: "mention broadcast" }, found[0]), found[0].length] : nothing;
  }
  return nothing;
}

/** Inline code; a short one, such as an id, is not broken over two lines. */
function code(text) {
  return el("code", { class: text.length <= 24 ? "short" : null }, text);
}

/** What stands between angle brackets. */
function control(body, names) {
  const bar = body.indexOf("|");
  const target = bar < 0 ? body : body.slice(0, bar);
  const label = bar < 0 ? "" : unescape(body.slice(bar + 1));
  const id = target.slice(1);
  if (target.startsWith("@")) return userMention(id, names, label);
  if (target.startsWith("#")) return channelMention(id, names, label);
  if (target.startsWith("!date^")) return date(target.split("^"), label);
  if (/^!(here|channel|everyone)$/.test(target)) return el("span", { class: "mention broadcast" }, `@${id}`);
  if (target.startsWith("!subteam^")) return el("span", { class: "mention" }, label || `@${id.slice(8)}`);
  if (target.startsWith("!")) return el("span", {}, label || `<${id}>`);
  return /^(https?:\/\/|mailto:)/i.test(target)
    ? link(unescape(target), label || unescape(target).replace(/^mailto:/, ""))
    : el("span", {}, unescape(`<${body}>`));
}

export function userMention(id, names, label = "") {
  const mine = id === names.me;
  return el("span", { class: mine ? "mention me" : "mention", "data-user": id }, `@${names.user(id) || label || id}`);
}

export function channelMention(id, names, label = "") {
  const text = `#${names.channel(id) || label || id}`;
  return el("button", { type: "button", class: "mention channel-link", onclick: () => names.openChannel(id) }, text);
}

/** Slack's `<!date^epoch^format^link|fallback>`. */
export function date([, epoch, format = "{date}", url], fallback) {
  const when = new Date(Number(epoch) * 1000);
  if (Number.isNaN(when.getTime())) return el("span", {}, fallback);
  const node = el("time", { datetime: when.toISOString(), title: when.toLocaleString() }, formatDate(when, format));
  return url ? link(url, node) : node;
}

function formatDate(when, format) {
  const day = (options) => when.toLocaleDateString(undefined, options);
  const clock = (options) => when.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", ...options });
  const shapes = {
    date_num: () => when.toISOString().slice(0, 10),
    date: () => day({ year: "numeric", month: "long", day: "numeric" }),
    date_short: () => day({ year: "numeric", month: "short", day: "numeric" }),
    date_long: () => day({ weekday: "long", year: "numeric", month: "long", day: "numeric" }),
    time: () => clock({}),
    time_secs: () => clock({ second: "2-digit" }),
    ago: () => ago(when),
  };
  return format.replace(/\{([a-z_]+)\}/g, (whole, name) => {
    const shape = shapes[name.replace(/_pretty$/, "")];
    return shape ? shape() : whole;
  });
}

function ago(when) {
  const minutes = Math.round((when.getTime() - Date.now()) / 60000);
  const [amount, unit] = Math.abs(minutes) < 60 ? [minutes, "minute"] : Math.abs(minutes) < 1440 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(amount, unit);
}

/** The words of mrkdwn without its styles: for code, notifications and copying. */
export function plainOf(text, names) {
  const words = text.replace(/<([^<>\n]+)>/g, (_, body) => {
    const [target, label] = body.split("|");
    if (label) return label;
    if (target.startsWith("@")) return `@${names.user(target.slice(1)) || target.slice(1)}`;
    if (target.startsWith("#")) return `#${names.channel(target.slice(1)) || target.slice(1)}`;
    return target.startsWith("!") ? `@${target.slice(1)}` : target;
  });
  return unescape(words);
}
