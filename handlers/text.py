"""Slack markup to plain text, and the words of any message shape.

Owns: which messages are read at all (`should_read`), the words of a message whatever fields carry
them (`extract_text`), and mrkdwn to plain words (`plain_text`). What is only a bot's furniture is
told apart in `handlers.boilerplate`; what the words mean is not known here.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from handlers.boilerplate import content_lines

TEXT_LIMIT = 40_000
"""Characters that `extract_text` returns at most. Slack: a message's text is cut at 40,000."""

_LINE_LIMIT = 1_000
"""Lines read of one message; a longer one is a pasted log, whose start says what it is."""

_NESTING_LIMIT = 8
"""Blocks in attachments in blocks …: deeper than any real message."""

_OVERLAP_LINES = 150
"""Lines compared with each other for "one contains the other"; beyond, only equal ones go."""

_READ_SUBTYPES = (None, "bot_message", "thread_broadcast", "file_share", "me_message")
"""Slack's message subtypes that carry what somebody says (message events, subtypes)."""

_TOKEN = re.compile(r"<([@#!]|(?:https?|mailto|tel|ftp|slack)\b:?)([^<>\n]*)>")
_EMOJI = re.compile(
    r"(?<![\w:])(?::(?:[+\-]1|100|[\w+'\-]{0,40}[^\W\d_][\w+'\-]{0,40}):(?:skin-tone-\d:)?)+(?!\w)"
)
_STYLES = tuple(
    re.compile(rf"(?<![\w{mark}]){mark}(?=\S)([^{mark}\n]+?)(?<=\S){mark}(?![\w{mark}])")
    for mark in (r"\*", "_", "~")
)
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\([^()\s]{1,2000}\)")
_MARKDOWN_MARK = re.compile(r"^\s{0,3}(?:#{1,6}|[-*+])\s+|\*\*|__(?=\S)|(?<=\S)__", re.MULTILINE)
_BLANKS = re.compile(r"[^\S\n]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_BULLET = re.compile(r"^\s*[•◦▪‣●]\s*", re.MULTILINE)


def should_read(event: Mapping[str, Any]) -> bool:
    """Whether this message is somebody saying something, rather than an edit, a join or a notice.

    Read are plain messages, bots' posts, replies also sent to the channel, files with a caption and
    `/me`; everything hidden and every other subtype, known or not, is left alone. Takes the event
    or its envelope.
    """
    message = _inner_event(event)
    if message.get("type", "message") not in ("message", "app_mention"):
        return False
    return not message.get("hidden") and message.get("subtype") in _READ_SUBTYPES


def extract_text(event: Mapping[str, Any]) -> str:
    """The plain words of a Slack message, one thought a line, each said once.

    Reads text, blocks, attachments and file titles of an event, of its envelope, or of the new
    message inside a `message_changed`. Markup, URLs, mentions and emoji codes are gone; of a bot's
    post so are buttons, footers, link rows and key fields such as the assignee. Fields that are
    missing, null or of a wrong type are skipped. At most `TEXT_LIMIT` characters.
    """
    message = _inner_event(event)
    changed = message.get("message")
    if message.get("subtype") == "message_changed" and isinstance(changed, Mapping):
        message = changed
    is_bot = _is_bot(message)
    lines = itertools.islice(_clip(_message_lines(message, is_bot=is_bot)), _LINE_LIMIT)
    kept = content_lines([_EMOJI.sub(" ", line) for line in lines]) if is_bot else lines
    words = (plain_text(line) for line in kept)
    return "\n".join(_drop_repeats(words))[:TEXT_LIMIT].strip()


def message_lines(event: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a message as mrkdwn, links and all; some are said twice, in text and blocks."""
    message = _inner_event(event)
    return itertools.islice(_clip(_message_lines(message, is_bot=_is_bot(message))), _LINE_LIMIT)


def plain_text(mrkdwn: str) -> str:
    """Slack's mrkdwn as a reader would say it.

    A link becomes its label, a channel its name, a date its fallback; mentions, bare URLs and emoji
    codes disappear, styling characters too, and `&lt; &gt; &amp;` are unescaped (`&amp;` last).

    >>> plain_text("R&amp;D <https://ex.com/a|runbook> in <#C0INC|inc-4711-db> by <@U0ALICE>")
    'R&D runbook in inc-4711-db by'
    """
    text = _BULLET.sub("", _INVISIBLE.sub("", _CONTROL.sub(" ", mrkdwn)))
    text = _TOKEN.sub(_token_words, text)
    text = _EMOJI.sub(" ", text).replace("`", "")
    for style in _STYLES:
        text = style.sub(r"\1", text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return "\n".join(_BLANKS.sub(" ", line).strip() for line in text.split("\n")).strip()


def _token_words(found: re.Match[str]) -> str:
    """What a `<…>` token says in words; nothing for people, groups, `@here` and bare URLs."""
    kind, rest = found[1], found[2]
    label = rest.partition("|")[2].strip()
    if kind == "@" or (kind == "!" and not rest.startswith("date^")):
        return " "
    if kind in ("#", "!"):
        return label
    # A label that is itself a web address says no more than the URL.
    return " " if re.match(r"(?:https?://|www\.)\S+$", label) else label


def _inner_event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = event.get("event")
    return inner if isinstance(inner, Mapping) else event


def _is_bot(message: Mapping[str, Any]) -> bool:
    marks = ("bot_id", "app_id", "bot_profile")
    return message.get("subtype") == "bot_message" or any(message.get(mark) for mark in marks)


def _clip(lines: Iterable[str]) -> Iterator[str]:
    """Pass lines on until together they reach the limit."""
    left = TEXT_LIMIT
    for line in lines:
        if left <= 0:
            return
        yield line[:left]
        left -= len(line)


def _message_lines(message: Mapping[str, Any], *, is_bot: bool) -> Iterator[str]:
    """Every line of a message as mrkdwn, in the order a reader sees them."""
    yield from _lines(message.get("text"))
    yield from _blocks_lines(message.get("blocks"), 0)
    attachments = list(_mappings(message.get("attachments")))
    for attachment in attachments:
        # What a link in a person's message unfurls to is not what that person says.
        if is_bot or attachment.get("is_share") or not attachment.get("from_url"):
            yield from _attachment_lines(attachment)
    if is_bot and attachments and all(item.get("color") == "good" for item in attachments):
        # Slack's named colours good/warning/danger: a bot that says "good" reports no trouble.
        yield "[OK]"
    for file in _mappings(message.get("files")):
        yield from _lines(file.get("title") or file.get("name"))


def _attachment_lines(attachment: Mapping[str, Any]) -> Iterator[str]:
    """A legacy attachment; its fallback speaks only when nothing else does."""
    spoke = False
    for line in _attachment_parts(attachment):
        spoke = True
        yield line
    if not spoke:
        yield from _lines(attachment.get("fallback"))


def _attachment_parts(attachment: Mapping[str, Any]) -> Iterator[str]:
    for key in ("pretext", "title", "text"):
        yield from _lines(attachment.get(key))
    for field in _mappings(attachment.get("fields")):
        title, value = field.get("title"), field.get("value")
        if isinstance(title, str) and title.strip() and isinstance(value, str | int | float):
            yield f"*{title.strip().rstrip(':')}:* {value}"
        else:
            yield from _lines(value)
    yield from _blocks_lines(attachment.get("blocks"), 0)
    yield from _blocks_lines(attachment.get("message_blocks"), 0)


def _blocks_lines(blocks: object, depth: int) -> Iterator[str]:
    """The words of blocks, whatever their type; buttons and inputs have none."""
    if depth >= _NESTING_LIMIT:
        return
    for block in _mappings(blocks):
        yield from _block_lines(block, depth)


def _block_lines(block: Mapping[str, Any], depth: int) -> Iterator[str]:
    kind = block.get("type")
    if kind in ("actions", "context_actions", "input", "divider"):
        return
    if isinstance(kind, str) and kind.startswith("rich_text"):
        yield from _rich_lines(block, depth)
    elif kind == "table":
        for row in _lists(block.get("rows")):
            yield " | ".join(" ".join(_cell_lines(cell, depth)) for cell in row)
    elif kind == "markdown":
        text = block.get("text")
        yield from _lines(_markdown_words(text) if isinstance(text, str) else None)
    elif kind == "image":
        yield from _lines(block.get("title"))
        yield from _lines(block.get("alt_text"))
    else:
        for key in ("title", "subtitle", "text", "body", "description"):
            yield from _lines(block.get(key))
        for field in _mappings(block.get("fields")):
            yield from _lines(field)
        elements = [
            item for item in _mappings(block.get("elements")) if item.get("type") != "image"
        ]
        yield from _blocks_lines(elements, depth + 1)
        yield from _blocks_lines(block.get("blocks"), depth + 1)
        yield from _blocks_lines(block.get("message"), depth + 1)


def _cell_lines(cell: object, depth: int) -> Iterator[str]:
    if isinstance(cell, Mapping):
        rich = str(cell.get("type", "")).startswith("rich_text")
        yield from _rich_lines(cell, depth + 1) if rich else _lines(cell)


def _rich_lines(block: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Lines of a rich text block: one for each section, list item and line of a code block."""
    if depth >= _NESTING_LIMIT:
        return
    quote = "&gt; " if block.get("type") == "rich_text_quote" else ""
    inline: list[str] = []
    for element in _mappings(block.get("elements")):
        kind = element.get("type")
        if isinstance(kind, str) and kind.startswith("rich_text"):
            yield from _quoted("".join(inline), quote)
            inline = []
            yield from (f"{quote}{line}" for line in _rich_lines(element, depth + 1))
        else:
            inline.append(_inline_words(element))
    yield from _quoted("".join(inline), quote)


def _quoted(text: str, quote: str) -> Iterator[str]:
    return (f"{quote}{line}" for line in _lines(text))


def _inline_words(element: Mapping[str, Any]) -> str:
    """One inline element of rich text as mrkdwn; only text, labelled links and dates have words."""
    kind = element.get("type")
    value = element.get("fallback") if kind == "date" else element.get("text")
    if kind in ("text", "link", "date") and isinstance(value, str):
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return " "


def _markdown_words(text: str) -> str:
    """A markdown block's text with Markdown's own marks taken off."""
    return _MARKDOWN_MARK.sub("", _MARKDOWN_LINK.sub(r"\1", text))


def _lines(value: object) -> Iterator[str]:
    """The non-blank lines of a string or of a text object; nothing for anything else."""
    if isinstance(value, Mapping):
        value = value.get("text")
    if isinstance(value, str):
        yield from (line for line in value[:TEXT_LIMIT].splitlines() if line.strip())


def _mappings(value: object) -> Iterator[Mapping[str, Any]]:
    """The objects in a list, or the one object itself."""
    if isinstance(value, Mapping):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, Mapping))


def _lists(value: object) -> Iterator[list[object]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, list))


def _drop_repeats(lines: Iterable[str]) -> list[str]:
    """Each thing said once: of two lines of which one contains the other, the longer stays."""
    kept: dict[str, str] = {}
    for line in itertools.chain.from_iterable(line.split("\n") for line in lines):
        # Whole words only: "ok" is not said by "broken".
        key = " ".join(["", *re.findall(r"\w+", line.lower()), ""])
        if not key.strip() or key in kept:
            continue
        if len(kept) < _OVERLAP_LINES:
            if any(key in other for other in kept):
                continue
            kept = {other: said for other, said in kept.items() if other not in key}
        kept[key] = line
    return list(kept.values())
