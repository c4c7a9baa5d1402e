// Slack's rich_text → DOM nodes. Its text is never parsed: mentions and links are elements of their own.

import { el, link } from "./dom.js";
import { emoji } from "./emoji.js";
import { channelMention, date, userMention } from "./mrkdwn.js";

const STYLES = { bold: "strong", italic: "em", strike: "s", underline: "u", code: "code" };

/** Render a rich_text block. */
export function richText(block, names) {
  const out = el("div", { class: "rich-text" });
  for (const part of block.elements ?? []) out.append(render(part, names));
  return out;
}

function render(part, names) {
  const inner = () => (part.elements ?? []).map((piece) => inline(piece, names));
  if (part.type === "rich_text_preformatted") return el("pre", {}, ...inner());
  if (part.type === "rich_text_quote") return el("blockquote", {}, ...inner());
  if (part.type === "rich_text_list") {
    const items = (part.elements ?? []).map((item) => el("li", {}, ...(item.elements ?? []).map((piece) => inline(piece, names))));
    const attributes = { class: `indent-${Math.min(part.indent ?? 0, 8)}`, start: part.offset ? part.offset + 1 : null };
    return el(part.style === "ordered" ? "ol" : "ul", attributes, ...items);
  }
  return el("div", {}, ...inner());
}

function inline(piece, names) {
  let node = bare(piece, names);
  for (const [style, tag] of Object.entries(STYLES)) {
    if (piece.style?.[style]) node = el(tag, {}, node);
  }
  return node;
}

function bare(piece, names) {
  switch (piece.type) {
    case "text":
      return document.createTextNode(piece.text);
    case "link":
      return link(piece.url, piece.text || piece.url);
    case "user":
      return userMention(piece.user_id, names);
    case "channel":
      return channelMention(piece.channel_id, names);
    case "usergroup":
      return el("span", { class: "mention" }, `@${piece.usergroup_id}`);
    case "broadcast":
      return el("span", { class: "mention broadcast" }, `@${piece.range}`);
    case "emoji":
      return el("span", { class: "emoji", title: `:${piece.name}:` }, emoji(piece.name) ?? `:${piece.name}:`);
    case "date":
      return date(["", piece.timestamp, piece.format, piece.url], piece.fallback ?? "");
    case "color":
      return el("code", {}, piece.value);
    default:
      return document.createTextNode("");
  }
}
