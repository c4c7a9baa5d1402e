"""Which cases a message names: by id, or by the address of a case.

An id counts where a case with it exists and the readers may see it; ticket numbers, versions and
other look-alikes therefore never do, however much they look like one. An address counts as a whole,
so that an id in the address of something else names nothing. It is a case's when it is the case's
own `url`, or `PUBLIC_URL` followed by `cases/` and the id. The address of a source is not: it is
somebody's page, cited for many reasons, and two cases may share it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from corpus import CASE_ID_PATTERN, Audience, address_forms
from handlers.payload import part_of
from handlers.services import Services
from handlers.text import message_lines, should_read

MOST = 50
"""Cases that one message can name; more is a list of all there is, not a thread about them."""

# Korean endings follow at once (`PUB-0031과`), so that only Latin letters and digits end an id.
_ID = re.compile(
    rf"(?<![A-Za-z0-9_.@\-])({CASE_ID_PATTERN})(?![A-Za-z0-9_@]|-[A-Za-z0-9]|\.[0-9])",
    re.IGNORECASE,
)
_WHOLE_ID = re.compile(rf"\s*({CASE_ID_PATTERN})\s*", re.IGNORECASE)
_TOKEN = re.compile(r"<([^<>\n]*)>|(https?://[^\s<>|]+)", re.IGNORECASE)


def whole_case_id(text: str) -> str | None:
    """The case id that is the whole of a text, if it is one; there may be no such case."""
    found = _WHOLE_ID.fullmatch(text)
    return found[1].upper() if found else None


def adds_mentions(event: Mapping[str, Any]) -> bool:
    """Whether an edit may name a case that the message did not name before; asks nobody.

    Slack sends the same event when it unfurls a link, counts replies or detects a language: those
    name nothing new.
    """
    message = part_of(event, "message")
    if not should_read(message):
        return False
    before = set(_candidates(part_of(event, "previous_message")))
    return any(each not in before for each in _candidates(message))


def find_mentions(
    message: Mapping[str, Any], services: Services, audience: Audience
) -> tuple[str, ...]:
    """The ids of the cases that a message names and these readers may see, in its order."""
    found: dict[str, None] = {}
    for said, is_address in _candidates(message):
        case_id = _case_at(said, services) if is_address else said
        if case_id and services.library.exists(case_id, audience):
            found[case_id] = None
        if len(found) == MOST:
            break
    return tuple(found)


def _case_at(address: str, services: Services) -> str | None:
    """The id of the case whose address this is, whether or not it exists."""
    plain, pages = address_forms(address)[-1], services.policy.public_url
    if pages and plain.startswith(base := address_forms(pages)[-1] + "/cases/"):
        page = re.match(rf"({CASE_ID_PATTERN})(?:\.\w+)?$", plain[len(base) :].upper())
        if page:
            return page[1]
    return services.titles.id_at(address)


def _candidates(message: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """What may name a case, in order: an id in capitals, or an address (then True)."""
    for line in _lines(message):
        rest = 0
        for token in _TOKEN.finditer(line):
            yield from _ids(line[rest : token.start()])
            rest = token.end()
            yield from _in_token(token)
        yield from _ids(line[rest:])


def _lines(message: Mapping[str, Any]) -> Iterator[str]:
    """A person's own words, which blocks only mirror; of a bot, whatever carries them."""
    text = message.get("text")
    is_bot = message.get("bot_id") or message.get("subtype") == "bot_message"
    return message_lines(message if is_bot or not text else {"text": text})


def _in_token(token: re.Match[str]) -> Iterator[tuple[str, bool]]:
    """The address of a link and the ids in its label; mentions and channels name no case."""
    address, _, label = (token[1] or token[2] or "").partition("|")
    if _is_web(address):
        yield address.replace("&amp;", "&"), True
        if not _is_web(label):
            yield from _ids(label)


def _is_web(text: str) -> bool:
    return text[:8].casefold().startswith(("http://", "https://"))


def _ids(text: str) -> Iterator[tuple[str, bool]]:
    return ((found[1].upper(), False) for found in _ID.finditer(text))
