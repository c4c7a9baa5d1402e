"""Which parts of a mrkdwn text are alive: mentions that ping, broadcasts, links, dates.

Owns the reading of Slack's control sequences and of what Slack links by itself; not styling
(bold, quotes) and not how a text is shown. Where Slack's behaviour is not documented (tokens
inside code, unknown channel names) the token counts as alive, so that a text that is quiet here
is quiet in Slack.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["user", "channel", "usergroup", "broadcast", "link", "date"]


@dataclass(frozen=True)
class Token:
    """One live token.

    Attributes:
        kind: what it is; `user`, `usergroup` and `broadcast` notify people.
        target: the id, address, range or epoch it points to, unescaped.
        label: the words shown instead, or an empty string.
    """

    kind: Kind
    target: str
    label: str = ""

    @property
    def pings(self) -> bool:
        """Whether Slack notifies somebody."""
        return self.kind in ("user", "usergroup", "broadcast")


_CONTROL = re.compile(r"<([^<>\n]+)>")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]*:\S+|[\w\-]+(\.[\w\-]+)+(/\S*)?", re.IGNORECASE)
_BARE: tuple[tuple[re.Pattern[str], Kind, str], ...] = (
    (re.compile(r"\bhttps?://[^\s<>|]+", re.IGNORECASE), "link", ""),
    (re.compile(r"(?<![\w.+\-])[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+"), "link", "mailto:"),
    (re.compile(r"(?<![\w@.])@(here|channel|everyone|group)\b", re.IGNORECASE), "broadcast", ""),
    (re.compile(r"(?<![\w&#/])#([^\W\d_][\w\-]{0,79})"), "channel", ""),
)
_BROADCASTS = ("here", "channel", "everyone", "group")


def live_tokens(text: str, *, verbatim: bool) -> list[Token]:
    """List the live tokens of a mrkdwn text, in reading order.

    With `verbatim` (a mrkdwn object with `verbatim: true`, or a message's `text` posted with
    `parse: none`) only control sequences in angle brackets are alive. Without it Slack also links
    bare addresses, `#channel` names and plain `@here`.

        >>> live_tokens("&lt;!channel&gt; is quiet, <!channel> is not", verbatim=True)
        [Token(kind='broadcast', target='channel', label='')]
    """
    found: list[Token] = []
    position = 0
    for match in _CONTROL.finditer(text):
        if not verbatim:
            found += _linked_by_slack(text[position : match.start()])
        token = _control(match[1])
        if token:
            found.append(token)
        position = match.end()
    if not verbatim:
        found += _linked_by_slack(text[position:])
    return found


def message_tokens(message: Mapping[str, object]) -> list[Token]:
    """List the live tokens of a whole message or view: text, blocks and attachments.

    `text` is read as Slack reads it without `link_names` and with `parse: none`.
    """
    text = message.get("text")
    found = live_tokens(text, verbatim=True) if isinstance(text, str) else []
    found += _in_blocks(message.get("blocks"))
    found += _in_attachments(message.get("attachments"))
    return found


def _control(body: str) -> Token | None:
    """Read what stands between angle brackets; None when Slack would show it as it is."""
    target, _, label = body.partition("|")
    label = html.unescape(label)
    if target.startswith("@"):
        return Token("user", target[1:], label) if len(target) > 1 else None
    if target.startswith("#"):
        return Token("channel", target[1:], label) if len(target) > 1 else None
    if target.startswith("!"):
        return _command(target[1:], label)
    if _ADDRESS.fullmatch(target):
        return Token("link", html.unescape(target), label)
    return None


def _command(command: str, label: str) -> Token | None:
    name, *rest = command.split("^")
    if name.lower() in _BROADCASTS:
        return Token("broadcast", name.lower(), label)
    if name == "subteam" and rest:
        return Token("usergroup", rest[0], label)
    if name == "date" and rest:
        return Token("date", rest[0], label)
    return None


def _linked_by_slack(text: str) -> list[Token]:
    """Find what Slack links although nobody marked it, in reading order."""
    found: dict[int, tuple[int, Token]] = {}
    for pattern, kind, prefix in _BARE:
        for match in pattern.finditer(text):
            if not any(start <= match.start() < end for start, (end, _) in found.items()):
                target = html.unescape(match[match.lastindex or 0])
                found[match.start()] = (match.end(), Token(kind, f"{prefix}{target}"))
    return [token for _, (_, token) in sorted(found.items())]


# Rich text is never parsed: its tokens are elements of their own.
_RICH: Mapping[str, tuple[Kind, str]] = {
    "user": ("user", "user_id"),
    "usergroup": ("usergroup", "usergroup_id"),
    "channel": ("channel", "channel_id"),
    "broadcast": ("broadcast", "range"),
    "link": ("link", "url"),
    "date": ("date", "timestamp"),
}


def _in_blocks(value: object) -> Iterator[Token]:
    """Walk blocks and give the tokens of every text that Slack parses, and of rich text."""
    if isinstance(value, list):
        for item in value:
            yield from _in_blocks(item)
        return
    if not isinstance(value, dict):
        return
    kind, text = value.get("type"), value.get("text")
    if kind in ("mrkdwn", "markdown") and isinstance(text, str):
        yield from live_tokens(text, verbatim=value.get("verbatim") is True)
    elif isinstance(kind, str) and kind in _RICH and _RICH[kind][1] in value:
        token, field = _RICH[kind]
        yield Token(token, str(value[field]), text if isinstance(text, str) else "")
    for item in value.values():
        yield from _in_blocks(item)


def _in_attachments(attachments: object) -> Iterator[Token]:
    """Give the tokens of legacy attachments: their own texts, their fields, their blocks."""
    for attachment in attachments if isinstance(attachments, list) else []:
        if not isinstance(attachment, dict):
            continue
        fields = attachment.get("fields")
        texts = [attachment.get(name) for name in ("pretext", "text")]
        texts += [
            field.get("value")
            for field in (fields if isinstance(fields, list) else [])
            if isinstance(field, dict)
        ]
        for text in texts:
            if isinstance(text, str):
                yield from live_tokens(text, verbatim=False)
        yield from _in_blocks(attachment.get("blocks"))
