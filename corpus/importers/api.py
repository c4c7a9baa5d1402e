"""Documents of an incidentlib-compatible HTTP API: pages of its list of cases, and single cases.

Owns which envelopes are understood. Asking for them is `corpus.importers.sync`'s.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from corpus.case import LINKS_KEY, Case, Document, Visibility
from corpus.case_values import CASE_ID_PATTERN
from corpus.documents import parse_json
from corpus.errors import InvalidCaseError
from corpus.importers.incidentlib import LIST_KEYS
from corpus.store import has_prefix

_CASE_KEYS = ("case", "data", "item", "result")
_NEXT_KEYS = ("next", "next_cursor", "nextCursor", "next_url", "next_page")
_NEXT_HOMES = ("links", "_links", "meta", "pagination", "paging")
_MORE_KEYS = ("has_more", "hasMore", "has_next", "hasNext")
_FACT_KEYS = ("symptoms", "root_cause", "remediation", "components", "sources", "timeline")

_PLACE_KEYS = ("visibility", "channel_id", "draft", "added_at", LINKS_KEY)
"""What a document says about the library it lies in, which is not ours."""

_ID = re.compile(CASE_ID_PATTERN)
_CURSOR_LIMIT = 4_000
_STAMP_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Entry:
    """One case of a list.

    Attributes:
        case_id: its id upstream.
        updated_at: when it last changed, as the list says it; None when it does not.
        document: the case itself, where the list has it whole.
    """

    case_id: str
    updated_at: str | None
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the list.

    Attributes:
        entries: its cases, in order.
        next_url: the address of the next page; None on the last.
        faults: entries that are no cases, each with its place in the page (`cases.3`).
    """

    entries: tuple[Entry, ...]
    next_url: str | None
    faults: tuple[tuple[str, InvalidCaseError], ...] = ()


def read_page(body: bytes, url: str, link: str | None = None) -> Page:
    """Read a page of the list: a bare list, or one in a known envelope.

    The next page is told by a cursor, an address, or a `Link` header.

    Args:
        body: the JSON.
        url: where it came from, for cursors and relative addresses.
        link: the `Link` header.

    Raises:
        InvalidCaseError: this is no JSON, no list of cases, or does not say how it goes on.
    """
    content = parse_json(body)
    name, entries = _find_list(content)
    read: list[Entry] = []
    faults: list[tuple[str, InvalidCaseError]] = []
    for number, each in enumerate(entries):
        try:
            read.append(_read_entry(each))
        except InvalidCaseError as error:
            faults.append((f"{name}.{number}" if name else str(number), error))
    return Page(tuple(read), _find_next(content, url, link), tuple(faults))


def read_case(content: bytes | Document, case_id: str, own_prefix: str) -> Case:
    """Read one case as a public case of this library.

    Left out is what the document says about who sees it and since when it is there, for that was
    about another library; so are references to ids that mean the team's own cases here.

    Args:
        content: the JSON, or the document when a list had it whole; a known envelope may be around.
        case_id: the id that was asked for.
        own_prefix: prefix of the team's own ids.

    Raises:
        InvalidCaseError: it is no sound case, or another one.
    """
    document = _unwrap(parse_json(content) if isinstance(content, bytes) else content)
    kept = {key: value for key, value in document.items() if key not in _PLACE_KEYS}
    related, earlier = kept.get("related"), kept.get("recurrence_of")
    if isinstance(earlier, str) and has_prefix(earlier, own_prefix):
        kept["recurrence_of"] = None
    if isinstance(related, list):
        kept["related"] = [
            each for each in related if not (isinstance(each, str) and has_prefix(each, own_prefix))
        ]
    case = Case.from_document(kept)
    if case.id != case_id:
        raise InvalidCaseError("id", f"is {case.id}, where {case_id} was asked for")
    return case.with_visibility(Visibility.PUBLIC)


def _unwrap(content: object) -> Document:
    if isinstance(content, dict):
        if "id" in content:
            return content
        inside = [content[key] for key in _CASE_KEYS if isinstance(content.get(key), dict)]
        return inside[0] if len(inside) == 1 else content
    raise InvalidCaseError("", "should be a JSON object")


def _find_list(content: object) -> tuple[str, list[Any]]:
    """The list of a page, and the dotted name it has there; an envelope may lie in another one."""
    if isinstance(content, list):
        return "", content
    for path, envelope in _envelopes(content):
        for key in LIST_KEYS:
            if isinstance(envelope.get(key), list):
                return f"{path}{key}", envelope[key]
    raise InvalidCaseError("", f"has no list of cases (under {', '.join(LIST_KEYS)})")


def _read_entry(value: object) -> Entry:
    if isinstance(value, str):
        value = {"id": value}
    if not isinstance(value, dict):
        raise InvalidCaseError("", "should be a case or the id of one")
    case_id, stamp = value.get("id"), value.get("updated_at")
    if not isinstance(case_id, str) or len(case_id) > 64 or not _ID.fullmatch(case_id):
        raise InvalidCaseError("id", "should be an id such as PUB-0031")
    said = stamp if isinstance(stamp, str) and 0 < len(stamp) <= _STAMP_LIMIT else None
    return Entry(case_id, said, value if _is_whole(value) else None)


def _is_whole(value: Document) -> bool:
    """Whether a list has the case itself, and not a title and a teaser."""
    if not isinstance(value.get("title"), dict):
        return False
    if isinstance(value.get("symptoms_text"), dict):
        return True
    return isinstance(value.get("summary"), dict) and any(key in value for key in _FACT_KEYS)


def _find_next(content: object, url: str, link: str | None) -> str | None:
    """The address of the next page.

    Raises:
        InvalidCaseError: there is one, but not in a form that is understood. Stopping there would
            make a part of the list look like the whole.
    """
    homes = [home for _, envelope in _envelopes(content) for home in _homes(envelope)]
    said = [(key, home[key]) for home in homes for key in _NEXT_KEYS if home.get(key)]
    more = [home[key] for home in homes for key in _MORE_KEYS if key in home]
    if False in more:
        return None
    for key, value in said:
        found = _address(value, url)
        if found is None:
            raise InvalidCaseError(key, "should be a cursor or an address")
        return found
    linked = _linked(link, url)
    if linked is None and True in more:
        raise InvalidCaseError("next", "is missing, though there is more")
    return linked


def _envelopes(content: object) -> Iterator[tuple[str, Document]]:
    """The envelope of a page, and those directly in it, with what leads there."""
    if isinstance(content, dict):
        yield "", content
        for key in LIST_KEYS:
            if isinstance(content.get(key), dict):
                yield f"{key}.", content[key]


def _homes(envelope: Document) -> Iterator[Document]:
    """The objects of an envelope in which the next page may be told."""
    yield envelope
    for key in _NEXT_HOMES:
        if isinstance(envelope.get(key), dict):
            yield envelope[key]


def _address(value: object, url: str) -> str | None:
    """A cursor, address or `{"href": …}` as an address; None when it is neither."""
    if isinstance(value, dict):
        value = value.get("href") or value.get("url") or value.get("cursor")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value or len(value) > _CURSOR_LIMIT:
        return None
    try:
        if value[0] in "/?" or re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", value):
            return urljoin(url, value)
        return _with_cursor(url, value)
    except (ValueError, UnicodeError):
        return None


def _with_cursor(url: str, cursor: str) -> str:
    parts = urlsplit(url)
    others = [
        pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != "cursor"
    ]
    return urlunsplit(parts._replace(query=urlencode([*others, ("cursor", cursor)])))


def _linked(link: str | None, url: str) -> str | None:
    """The address that a `Link` header (RFC 8288) calls the next one."""
    for target, parameters in re.findall(r"<([^<>]*)>([^<]*)", (link or "")[:_CURSOR_LIMIT]):
        relation = re.search(r';\s*rel\s*=\s*"?([^";,]*)', parameters, re.IGNORECASE)
        if relation and "next" in relation[1].lower().split():
            return _address(target, url) if "/" in target or "?" in target else urljoin(url, target)
    return None
