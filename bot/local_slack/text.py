"""Text as a person types it → text as Slack delivers it: escaped, with tokens, and as rich text.

Owns markup on the way in. Block Kit's limits are in `blockkit`.
"""

import re
from collections.abc import Mapping
from typing import Any

_TYPED = re.compile(
    r"(?P<token><[@#][A-Z0-9]+(?:\|[^<>|]*)?>)"
    r"|(?P<url>https?://[^\s<>|]+[^\s<>|.,;:!?)\]}'\"])"
    r"|@(?P<user>[\w.-]*\w)"
    r"|\#(?P<channel>[\w-]+)"
)
_TOKEN = re.compile(r"<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>")
_CODE = re.compile(r"```(?P<block>.+?)```|`(?P<inline>[^`\n]+)`", re.DOTALL)
_BROADCASTS = ("here", "channel", "everyone")


def escape(text: str) -> str:
    """Escape the three characters Slack escapes, `&` first."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """Undo `escape`, `&amp;` last."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def mentions(text: str, user_id: str) -> bool:
    """Whether this delivered text mentions that user."""
    return re.search(rf"<@{re.escape(user_id)}(?:\|[^<>]*)?>", text) is not None


class TypedText:
    """Turns what people type into what Slack delivers, knowing who and what can be named.

    Args:
        users: display name → user id.
        channels: channel name → channel id.
        labels: whether users are named in their tokens, as in the text of a command.
    """

    def __init__(
        self, users: Mapping[str, str], channels: Mapping[str, str], *, labels: bool = False
    ) -> None:
        self._users = users
        self._channels = channels
        self._labels = labels

    def deliver(self, typed: str) -> str:
        """The `text` of the message: escaped, with links, users and channels as tokens."""
        out: list[str] = []
        end = 0
        for found in _TYPED.finditer(typed):
            out.append(escape(typed[end : found.start()]))
            out.append(self._token(found))
            end = found.end()
        out.append(escape(typed[end:]))
        return "".join(out)

    def _token(self, found: re.Match[str]) -> str:
        whole = found.group()
        if found["url"]:
            return f"<{escape(whole)}>"
        if found["token"]:
            known = {*self._users.values(), *self._channels.values()}
            return whole if whole[2:-1].partition("|")[0] in known else escape(whole)
        if found["user"]:
            return self._mention(found["user"], whole)
        channel_id = self._channels.get(found["channel"])
        return f"<#{channel_id}|{found['channel']}>" if channel_id else escape(whole)

    def _mention(self, name: str, whole: str) -> str:
        if name in self._users:
            label = f"|{name}" if self._labels else ""
            return f"<@{self._users[name]}{label}>"
        return f"<!{name}>" if name in _BROADCASTS else escape(whole)


def rich_text(text: str) -> dict[str, Any]:
    """The `rich_text` block Slack adds to a person's message: the mirror of its `text`."""
    parts: list[dict[str, Any]] = []
    section: list[dict[str, Any]] = []
    end = 0

    def flush() -> None:
        if section:
            parts.append({"type": "rich_text_section", "elements": list(section)})
            section.clear()

    for code in _CODE.finditer(text):
        section.extend(_elements(text[end : code.start()]))
        if code["block"]:
            flush()
            body = unescape(code["block"].strip("\n")) or " "
            preformatted = {"type": "text", "text": body}
            parts.append({"type": "rich_text_preformatted", "elements": [preformatted]})
        else:
            inline = unescape(code["inline"])
            section.append({"type": "text", "text": inline, "style": {"code": True}})
        end = code.end()
    section.extend(_elements(text[end:]))
    flush()
    return {"type": "rich_text", "block_id": "rt", "elements": parts}


def _elements(text: str) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    end = 0
    for token in _TOKEN.finditer(text):
        if token.start() > end:
            out.append({"type": "text", "text": unescape(text[end : token.start()])})
        out.append(_element(token[1], token[2], token[3]))
        end = token.end()
    if end < len(text):
        out.append({"type": "text", "text": unescape(text[end:])})
    return out


def _element(sigil: str, target: str, label: str | None) -> dict[str, Any]:
    if sigil == "@":
        return {"type": "user", "user_id": target}
    if sigil == "#":
        return {"type": "channel", "channel_id": target}
    if sigil == "!":
        return {"type": "broadcast", "range": target}
    link = {"type": "link", "url": unescape(target)}
    return link | {"text": unescape(label)} if label else link
