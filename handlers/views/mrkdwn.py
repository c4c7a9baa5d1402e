"""Slack's mark-up, written safely: text of cases, of alerts and of people never acts on its own.

Owns escaping, and the few marks that the views use. Text that comes from outside goes through one
of these functions exactly once; what they return is mrkdwn and goes into a `mrkdwn_text` object, or
into the `text` of a message. Lengths are the business of `handlers.views.limits`.
"""

import re
import unicodedata
from urllib.parse import urlsplit

from handlers.views.limits import length
from handlers.views.message import Block

_LINK_LIMIT = 2000
"""Characters of an address that is still linked; a longer one would crowd out what is around it."""

_LOOKALIKES = {"*": "\u2217", "_": "\u02cd", "~": "\u223c", "`": "\u02cb"}
# Slack has no escape for its style marks. A zero-width space beside one does not help either: it
# counts as the edge of a word, so marks next to it style even more. What looks alike cannot style.
# Marks between two letters (max_connections, 1~2) or two spaces (3 * 4) style nothing and stay.
_STYLE = re.compile(
    r"`|(?<![A-Za-z0-9\s])[*_~]|[*_~](?![A-Za-z0-9\s])|(?<=\s)[*_~](?!\s)|(?<!\s)[*_~](?=\s)"
)
_BROADCAST = re.compile(r"@(?=(?:here|channel|everyone|group)\b)", re.IGNORECASE)
_QUOTE = re.compile(r"^(\s*)&gt;", re.MULTILINE)
_PERSON = re.compile(r"[UW][A-Z0-9]{2,20}")
_SPACES = re.compile(r"\s+")
# Marks that turn the reading direction; left in, they can turn the rest of a card round.
_DIRECTION = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_ZERO_WIDTH_SPACE = "\u200b"


def clean(text: str) -> str:
    """Drop what cannot be shown or sent: control characters, direction marks, half characters."""
    text = re.sub(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]", "\n", text).translate(_DIRECTION)
    if text.isprintable():
        return text
    return "".join(_shown(char) for char in text)


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return _SPACES.sub(" ", clean(text)).strip()


def escape(text: str) -> str:
    """Make any text show as it is in mrkdwn: no mention, link, quote or style comes to life.

    Marks that Slack would read as style are replaced by characters that look like them.

    >>> escape("<!channel> R&D: max_connections @here")
    '&lt;!channel&gt; R&amp;D: max_connections @\u200bhere'
    """
    text = _STYLE.sub(lambda mark: _LOOKALIKES[mark.group()], clean(text))
    return _QUOTE.sub(rf"\1{_ZERO_WIDTH_SPACE}&gt;", _broken_broadcasts(_entities(text)))


def bold(text: str) -> str:
    """Any text on one line, in bold; blank text stays blank."""
    escaped = escape(one_line(text))
    return f"*{escaped}*" if escaped else ""


def code(text: str) -> str:
    """Any text on one line, as code; blank text stays blank."""
    line = one_line(text).replace("`", _LOOKALIKES["`"])
    return f"`{_broken_broadcasts(_entities(line))}`" if line else ""


def code_block(text: str) -> str:
    """Any text as a block of code, lines kept, ready to be copied; blank text stays blank."""
    # Three backticks in a row would end the block.
    text = re.sub("(?<=`)`(?=`)", f"{_ZERO_WIDTH_SPACE}`", clean(text).strip("\n"))
    return f"```\n{_broken_broadcasts(_entities(text))}\n```" if text.strip() else ""


def link(url: str, label: str) -> str:
    """A link with a label; only the label where the address is not a plain http(s) one.

    >>> link("https://e.com/?a=1&b=<x>", "a | b")
    '<https://e.com/?a=1&amp;b=%3Cx%3E|a ¦ b>'
    """
    shown = escape(one_line(label)).replace("|", "¦")
    address = _address(url)
    if address is None:
        return shown
    return f"<{_entities(address)}|{shown or _entities(address)}>"


def person(who: str) -> str:
    """A person by their id, as Slack shows them; in a modal nobody is told. Else any text.

    >>> person("U0ALICE"), person("R&D")
    ('<@U0ALICE>', 'R&amp;D')
    """
    return f"<@{who}>" if _PERSON.fullmatch(who) else escape(one_line(who))


def mrkdwn_text(text: str) -> Block:
    """A text object whose mark-up counts, and in which Slack links nothing by itself."""
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def plain_text(text: str) -> Block:
    """A text object in which nothing is mark-up; the text is not escaped."""
    return {"type": "plain_text", "text": clean(text)}


def _address(url: str) -> str | None:
    """The address with everything encoded that could end the link, or None if it may not be one."""
    address = clean(url).strip()
    try:
        parts = urlsplit(address)
    except ValueError:  # "https://[" and the like
        return None
    if parts.scheme.lower() not in ("http", "https") or not parts.netloc:
        return None
    encoded = re.sub(r"[<>|\s\"`\\^{}]", lambda char: f"%{ord(char.group()):02X}", address)
    return encoded if length(encoded) <= _LINK_LIMIT else None


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _broken_broadcasts(text: str) -> str:
    return _BROADCAST.sub("@" + _ZERO_WIDTH_SPACE, text)


def _shown(char: str) -> str:
    if char in "\n\t":
        return char
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    return "" if category == "Cc" else char
