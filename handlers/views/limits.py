"""The one home of Slack's limits, and what is done to stay within them.

Slack refuses a whole message for one field that is too long, so everything that leaves the views
has been through `fit_message` or `fit_view`. Does not know what the texts mean, only that what
comes first matters most. Numbers: Slack's Block Kit reference, unless a line says otherwise.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from handlers.views.message import Block, Message, View

TEXT = 3000
SECTION_TEXT = 3000
SECTION_FIELDS = 10
FIELD_TEXT = 2000
HEADER_TEXT = 150
CONTEXT_ELEMENTS = 10
ACTIONS_ELEMENTS = 25
BUTTON_TEXT = 75
BUTTON_VALUE = 2000
INPUT_TEXT = 2000
OPTIONS = 100
OPTION_TEXT = 75
PLACEHOLDER = 150
MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
VIEW_TITLE = 24
PRIVATE_METADATA = 3000
VIEW_BYTES = 250_000
"""Slack says 250 KB, then `view_too_large`."""

MESSAGE_TEXT = 3900
"""chat.update refuses `text` above 4,000 although chat.postMessage takes it (`msg_too_long`)."""

MESSAGE_BYTES = 12_000
"""Slack refuses blocks above some 13,000 characters (`msg_blocks_too_long`, undocumented)."""

ELLIPSIS = "…"

FOOT = "foot"
"""The role of a block that stands under the rest and is kept as long as there is room."""

_SHORT = 300
"""What the text of a less important part is cut to before anything of the first part is."""

_TEXT_LIMITS: Mapping[tuple[str, str], int] = {
    ("section", "fields"): FIELD_TEXT,
    ("header", "text"): HEADER_TEXT,
    ("button", "text"): BUTTON_TEXT,
    ("input", "label"): INPUT_TEXT,
    ("input", "hint"): INPUT_TEXT,
    ("option", "text"): OPTION_TEXT,
    ("option", "description"): OPTION_TEXT,
}
_COUNT_LIMITS: Mapping[tuple[str, str], int] = {
    ("section", "fields"): SECTION_FIELDS,
    ("context", "elements"): CONTEXT_ELEMENTS,
    ("actions", "elements"): ACTIONS_ELEMENTS,
}
_CONTENT = {"section": ("text", "fields"), "header": ("text",), "context": ("elements",)} | {
    "actions": ("elements",)
}
"""Where a block has its content; one without any is refused by Slack, so it is left out."""

_NEEDED = {("button", "text"), ("option", "text"), ("input", "label")}
"""Texts that are replaced when they are blank: without them what they name could not be used."""

# What must stay whole: a link or mention, an entity, a run of backticks (a fence is three).
_ATOM = re.compile(r"<(?:[@#!]|https?://|mailto:)[^<>\n]*>|&(?:amp|lt|gt);|`+")
_REGIONAL = range(0x1F1E6, 0x1F200)


def length(text: str) -> int:
    """Count characters as UTF-16 units: Slack does not say how it counts, and this is the most."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_blank(text: str) -> bool:
    """Whether a text shows nothing; Slack refuses the empty string."""
    return not text.strip()


def clip(text: str, limit: int) -> str:
    """Shorten text to at most `limit` characters, ending with "…" if anything was cut.

    A link, an entity, a combined character (accents, emoji, Hangul) is kept whole or left out
    whole, and a code span that was cut into is closed.

    >>> clip("R&amp;D of `kubectl get pods`", 12)
    'R&amp;D of…'
    """
    if length(text) <= limit:
        return text
    if limit < 1:
        return ""
    reserved = 0
    while True:
        prefix = text[: _safe_end(text, limit - len(ELLIPSIS) - reserved)].rstrip()
        opened = _open_code(prefix)
        while opened and prefix.endswith("`"):  # nothing of that span is left: leave it out
            prefix = prefix.rstrip("`").rstrip()
            opened = _open_code(prefix)
        if len(opened) <= reserved:
            return prefix + opened + ELLIPSIS
        reserved = len(opened)


def split_text(text: str, limit: int) -> list[str]:
    """Cut text into pieces of at most `limit` characters, at a line end or a space where possible.

    Nothing but the white space at the cuts is lost, and the pieces break nothing that `clip` keeps
    whole (code spans excepted).
    """
    pieces: list[str] = []
    rest = text.strip()
    while length(rest) > limit:
        most = _safe_end(rest, limit) or limit // 2  # a single thing longer than the limit
        breaks = (rest.rfind(mark, most // 2, most) for mark in ("\n", " "))
        end = next((at for at in breaks if at > 0 and _safe_end_at(rest, at) == at), most)
        pieces.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [piece for piece in (*pieces, rest) if piece]


def fit_message(message: Message) -> Message:
    """Bring a message within 50 blocks, 12,000 bytes and every limit of its parts.

    What comes first matters most, and a divider ends the most important part: texts after it are
    shortened, then left out, from the last one up, before anything above it is touched.
    """
    text = clip(message.text, MESSAGE_TEXT)
    blocks = _fit_blocks(message.blocks, MESSAGE_BLOCKS, MESSAGE_BYTES)
    return Message(ELLIPSIS if is_blank(text) else text, tuple(blocks))


def fit_view(view: View) -> View:
    """Bring a view within 100 blocks, 250 KB and every limit of its parts; see `fit_message`.

    Raises:
        ValueError: `private_metadata` is longer than 3,000 characters; it cannot be shortened.
    """
    if length(view.get("private_metadata", "")) > PRIVATE_METADATA:
        raise ValueError("private_metadata is longer than Slack takes")
    fitted = dict(view)
    for key in ("title", "submit", "close"):
        if key in view:
            fitted[key] = _fit_text(view[key], VIEW_TITLE) or _replacement(view[key])
    around = json_size({**fitted, "blocks": []})
    fitted["blocks"] = _fit_blocks(view["blocks"], VIEW_BLOCKS, VIEW_BYTES - around)
    return fitted


def json_size(value: object) -> int:
    """Bytes of the compact JSON that the Slack client sends; it escapes what is not ASCII."""
    return len(json.dumps(value, separators=(",", ":")))


def _safe_end(text: str, limit: int) -> int:
    """The longest prefix of at most `limit` characters that cuts through nothing."""
    end = max(0, min(len(text), limit))
    while (over := length(text[:end]) - limit) > 0 and end > 0:
        end -= (over + 1) // 2
    return _safe_end_at(text, end)


def _safe_end_at(text: str, end: int) -> int:
    """`end`, moved before whatever it would cut through."""
    while 0 < end < len(text) and _joined(text, end):
        end -= 1
    for atom in _ATOM.finditer(text):
        if atom.start() >= end:
            break
        if end < atom.end():
            return atom.start()
    return end


def _joined(text: str, at: int) -> bool:
    """Whether the characters around position `at` are seen as one."""
    before, after = text[at - 1], text[at]
    if "\u200d" in (before, after) or unicodedata.category(after).startswith("M"):
        return True  # a zero-width joiner of an emoji sequence; an accent, a variation selector
    code = ord(after)
    if 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F or 0x1160 <= code <= 0x11FF:
        return True  # a skin tone, a tag of a flag, a Hangul vowel or final consonant
    if code in _REGIONAL and ord(before) in _REGIONAL:
        run = at
        while run > 0 and ord(text[run - 1]) in _REGIONAL:
            run -= 1
        return (at - run) % 2 == 1  # two letters make one flag
    return "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff"


def _open_code(text: str) -> str:
    """The mark that would close the code span in which the text ends, "" if it ends outside one."""
    opened = ""
    for run in re.finditer(r"`+|\n", text):
        marks = run.group()
        if marks == "\n":
            opened = "" if opened == "`" else opened  # a code span ends with its line
        elif len(marks) >= 3:
            opened = "" if opened == "```" else "```"
        elif len(marks) == 1 and opened != "```":
            opened = "" if opened else "`"
    return opened


def _fit_blocks(blocks: Iterable[Block], count: int, size: int) -> list[Block]:
    """Fit each block, then make them fewer and shorter until all together fit."""
    fitted = [block for block in map(_fit_part, blocks) if block is not None]
    first_part = next((n for n, block in enumerate(fitted) if block["type"] == "divider"), 1)
    while len(fitted) > count:
        del fitted[_least_needed(fitted, 0)]
    for at in range(len(fitted) - 1, first_part - 1, -1):
        if json_size(fitted) <= size:
            break
        fitted[at] = _shorten(fitted[at], _SHORT)
    while len(fitted) > first_part and json_size(fitted) > size:
        del fitted[_least_needed(fitted, first_part)]
    shortest = TEXT
    while json_size(fitted) > size and shortest > 1:
        shortest = shortest * 3 // 4
        fitted = [_shorten(block, shortest) for block in fitted]
    while len(fitted) > 1 and json_size(fitted) > size:  # menus and buttons alone are too much
        del fitted[_least_needed(fitted, 1)]
    return fitted


def _least_needed(blocks: Sequence[Block], first_part: int) -> int:
    """The block to leave out first: the last one that is not a small line under the rest."""
    last = len(blocks) - 1
    role = str(blocks[last].get("block_id", "")).partition(".")[0]
    is_foot = blocks[last]["type"] == "context" or role == FOOT
    return last - 1 if is_foot and last > first_part else last


def _shorten(block: Block, limit: int) -> Block:
    """A block with its texts cut to `limit`; buttons and the like stay as they are."""
    if block["type"] not in ("section", "context"):
        return block
    short = dict(block)
    if "text" in block:
        short["text"] = {**block["text"], "text": clip(block["text"]["text"], limit)}
    for key in ("fields", "elements"):
        if key in block:
            short[key] = [
                {**part, "text": clip(part["text"], limit)} if _is_text(part) else part
                for part in block[key]
            ]
    return short


def _fit_part(part: Block) -> Block | None:
    """A block or element with every text and list within its limit; None if nothing is left."""
    kind = part.get("type", "option")
    fitted: Block = {}
    for key, value in part.items():
        kept = _fit_value(kind, key, value)
        if kept is None and (kind, key) in _NEEDED:
            kept = _replacement(value)
        if kept is not None:
            fitted[key] = kept
    needed = _CONTENT.get(kind)
    return fitted if needed is None or any(fitted.get(key) for key in needed) else None


def _fit_value(kind: str, key: str, value: Any) -> Any:  # noqa: ANN401  any JSON
    """One property of a block or element, within its limit; None if nothing is left."""
    limit = _TEXT_LIMITS.get((kind, key), PLACEHOLDER if key == "placeholder" else TEXT)
    if _is_text(value):
        return _fit_text(value, limit)
    if isinstance(value, list):
        most = _COUNT_LIMITS.get((kind, key), OPTIONS)
        kept = (_fit_text(item, limit) if _is_text(item) else _fit_item(item) for item in value)
        return [item for item in kept if item is not None][:most]
    return _fit_part(value) if isinstance(value, dict) and "type" in value else value


def _fit_item(item: Any) -> Any:  # noqa: ANN401  any JSON
    return _fit_part(item) if isinstance(item, dict) else item


def _fit_text(text: Block, limit: int) -> Block | None:
    clipped = clip(text["text"], limit)
    return None if is_blank(clipped) else {**text, "text": clipped}


def _replacement(text: Block) -> Block:
    return {**text, "text": ELLIPSIS}


def _is_text(value: object) -> bool:
    return isinstance(value, dict) and value.get("type") in ("plain_text", "mrkdwn")
