"""A case as a Markdown file that people read, and back without a loss.

Every key stands in the front matter, in the order of the document. Texts that people read stand
below, a heading a field and a part a language, and leave `(below)` in their place; a text that
Markdown would not give back letter by letter stays above. Where files are written is the
exporter's, what a foreign page means the importers'.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from corpus.case import LINKS_KEY, Document
from corpus.documents import compact_json
from corpus.errors import InvalidCaseError
from corpus.front_matter import split_front_matter, write_front_matter

FORMAT_KEY = "incident-lookup"
"""The first key of a file of ours: the version of the format, and a hash of the case."""

_VERSION = "1"
_BELOW = "(below)"
_ABOVE = "above"
"""Ends the mark of a file that has everything in its front matter."""

_LANGUAGES = ("en", "ko")

_TEXTS = {
    "symptoms_text": ("What was seen", "증상"),
    "summary": ("Summary", "요약"),
    "detection": ("How it was detected", "감지"),
    "lessons": ("Lessons", "교훈"),
}
_LISTS = {
    "remediation": ("What fixed it", "조치"),
    "checks": ("Check now", "지금 확인할 것"),
    "dead_ends": ("Do not spend time on", "효과 없던 시도"),
    "action_items": ("Action items", "후속 조치"),
}
_ORDER = (
    "symptoms_text",
    "remediation",
    "checks",
    "dead_ends",
    "summary",
    "detection",
    "lessons",
    "action_items",
)
_NAMES = _TEXTS | _LISTS

_SIGN = re.compile(
    r"[\\`*<\[]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=#?\w+;)|^\s*[#>+|=~-]", re.MULTILINE
)
_NUMBER = re.compile(r"^(\s*[0-9]{1,9})([.)])(?=\s|$)", re.MULTILINE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTRY = re.compile(r"[0-9]+\. (.*)")
_INDENT = "   "
_CHECK = re.compile(
    r"(?P<text>.*?)(?:\n\n(?P<fence>`{3,})\n(?P<command>.*?)\n(?P=fence))?"
    r"(?:\n\n→ (?P<confirms>.*))?",
    re.DOTALL,
)


def write_case(document: Document) -> str:
    """The file of a case.

    Raises:
        InvalidCaseError: it has a key of the file format itself.
    """
    kept = {key: value for key, value in document.items() if key != LINKS_KEY}
    if FORMAT_KEY in kept:
        raise InvalidCaseError(FORMAT_KEY, "is a key of the file format")
    mark = f"{_VERSION} {_hash(kept)}"
    above, blocks = _written(document)
    text = "\n".join([write_front_matter({FORMAT_KEY: mark} | above), *blocks])
    if _is_whole(text, kept):
        return text
    titles = [f"# {_escape(title)}\n" for title in _titles(document).values()]
    whole = {FORMAT_KEY: f"{mark} {_ABOVE}"} | document
    return "\n".join([write_front_matter(whole), *titles])


def _written(document: Document) -> tuple[Document, list[str]]:
    """What stands above, and the blocks below."""
    above = dict(document)
    blocks: list[str] = []
    for lang, title in _titles(document).items():
        blocks.append(f"# {_escape(title)}\n")
        for name in _ORDER:
            body = _section(above, name, lang)
            if body:
                blocks.append(f"## {_NAMES[name][_LANGUAGES.index(lang)]}\n\n{body}\n")
    for name in _LISTS:
        above = _folded(above, name)
    return above, blocks


def _is_whole(text: str, document: Document) -> bool:
    try:
        read = read_case(text)
    except InvalidCaseError:
        return False
    return read is not None and compact_json(read[0]) == compact_json(document)


def read_case(text: str) -> tuple[Document, bool] | None:
    """The document of a file of ours, and whether it is as it was written; None for other pages.

    Raises:
        InvalidCaseError: somebody changed it in a way that cannot be read.
    """
    front, body = split_front_matter(text)
    mark = str(front.pop(FORMAT_KEY, ""))
    if not mark:
        return None
    version, _, rest = mark.partition(" ")
    digest, _, where = rest.partition(" ")
    if version != _VERSION:
        raise InvalidCaseError(FORMAT_KEY, "was written by a newer version of this program")
    front.pop(LINKS_KEY, None)
    told, others = _read_body(body, list(_titles(front)))
    document = front if where == _ABOVE else dict(_all_filled(front, told))
    for lang, title in told.get("title", {}).items():
        if title != document["title"][lang]:
            document["title"] = document["title"] | {lang: title}
    for name, by_lang in told.items():
        if name in _TEXTS and name not in front:
            document[name] = dict(by_lang)
    if others:
        document["docs"] = [*(document.get("docs") or []), *others]
    return document, _hash(document) == digest


def _all_filled(
    front: Document, told: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, Any]]:
    """The keys above with their texts; those whose texts somebody removed are gone."""
    for key, each in front.items():
        value = _filled(key, each, told)
        if value is not None or not each:
            yield key, each if value is None else value


def _hash(document: Document) -> str:
    return hashlib.sha256(compact_json(document).encode()).hexdigest()[:16]


def _titles(document: Document) -> dict[str, str]:
    """The titles that can head a part, by language."""
    title = document.get("title")
    if not isinstance(title, dict):
        return {}
    return {
        lang: each
        for lang, each in title.items()
        if lang in _LANGUAGES
        and isinstance(each, str)
        and each.strip() == each
        and each
        and "\n" not in each
    }


# Writing: each text that is written below leaves its place in `above`.


def _section(above: Document, name: str, lang: str) -> str:
    value = above.get(name)
    if name in _TEXTS:
        text = _leaf(value, lang)
        if text is None:
            return ""
        above[name] = value | {lang: _BELOW}  # type: ignore[operator]  # it has a leaf, so it is an object
        return _escape(text)
    if not isinstance(value, list) or not value:
        return ""
    entries = [_entry(each, lang, name) for each in value]
    if None in entries:
        return ""
    above[name] = [_emptied(each, lang) for each in value]
    return "\n".join(f"{place}. {_indented(each or '')}" for place, each in enumerate(entries, 1))


def _entry(value: object, lang: str, name: str) -> str | None:
    """One entry of a list as it stands below; None where it cannot."""
    if not isinstance(value, dict):
        return None
    text = _leaf(value.get("text"), lang)
    if text is None or text == _BELOW:
        return None
    shown = _escape(text)
    if name == "checks":
        command, confirms = value.get("command"), _leaf(value.get("confirms"), lang)
        if isinstance(command, str) and command:
            fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", command + "`")))
            shown += f"\n\n{fence}\n{command}\n{fence}"
        if confirms is not None:
            shown += f"\n\n→ {_escape(confirms)}"
    return shown if _read_entry(shown, name) == _wanted(value, lang, name) else None


def _wanted(value: Mapping[str, Any], lang: str, name: str) -> dict[str, str]:
    parts = {"text": value["text"][lang]}
    if name == "checks":
        command, confirms = value.get("command"), _leaf(value.get("confirms"), lang)
        parts |= {"command": command} if isinstance(command, str) and command else {}
        parts |= {"confirms": confirms} if confirms is not None else {}
    return parts


def _leaf(value: object, lang: str) -> str | None:
    """A text in a language, where Markdown gives it back letter by letter."""
    text = value.get(lang) if isinstance(value, dict) else None
    if not isinstance(text, str) or not text or not _is_kept(text):
        return None
    return text


def _is_kept(text: str) -> bool:
    if text != text.strip() or re.search(r"[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text):
        return False
    lines = text.split("\n")
    return not any(line != line.rstrip() for line in lines) and _unescape(_escape(text)) == text


def _emptied(value: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """An entry whose texts in a language stand below; its command stays as well, for the other."""
    emptied = dict(value)
    for part in ("text", "confirms"):
        if _leaf(value.get(part), lang) is not None:
            emptied[part] = value[part] | {lang: _BELOW}
    return emptied


def _folded(above: Document, name: str) -> Document:
    """The document with a list as one word, where all that its entries say stands below."""
    value = above.get(name)
    if not isinstance(value, list) or not value or name == "checks":
        return above
    first = value[0]
    is_plain = (
        isinstance(first, dict) and list(first) == ["text"] and all(each == first for each in value)
    )
    told = first["text"] if is_plain else None
    if not isinstance(told, dict) or set(told.values()) != {_BELOW}:
        return above
    languages = list(told)
    return above | {name: _BELOW} if languages == list(_titles(above)) else above


def _indented(text: str) -> str:
    return "\n".join(
        f"{_INDENT}{line}" if line and place else line
        for place, line in enumerate(text.split("\n"))
    )


def _escape(text: str) -> str:
    escaped = _SIGN.sub(lambda sign: f"{sign.group()[:-1]}\\{sign.group()[-1]}", text)
    return _NUMBER.sub(r"\1\\\2", escaped)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


# Reading.


def _read_body(body: str, languages: list[str]) -> tuple[dict[str, dict[str, Any]], list[Document]]:
    """What stands below, by field and language, and the sections of other names."""
    fields = {
        names[place]: (name, lang)
        for name, names in _NAMES.items()
        for place, lang in enumerate(_LANGUAGES)
    }
    told: dict[str, dict[str, Any]] = {}
    others: list[Document] = []
    parts = iter(languages)
    for mark, heading, text in _sections(body):
        if mark == "#":
            lang = next(parts, None)
            if lang is not None:
                told.setdefault("title", {})[lang] = _unescape(heading)
            if text:
                others.append({"title": _unescape(heading), "text": _unescape(text)})
        elif heading in fields:
            name, lang = fields[heading]
            if name in _TEXTS:
                told.setdefault(name, {})[lang] = _unescape(text)
            else:
                told.setdefault(name, {})[lang] = [
                    _read_entry(each, name) for each in _entries(text)
                ]
        elif text:
            others.append({"title": _unescape(heading), "text": _unescape(text)})
    return told, others


def _sections(body: str) -> Iterator[tuple[str, str, str]]:
    """The headings of a file with the text below each; fenced lines are text."""
    mark, heading, held, fence = "", "", list[str](), ""
    for line in body.split("\n"):
        ticks = re.match(r"\s*(`{3,})", line)
        if ticks is not None and (not fence or line.strip() == fence):
            fence = "" if fence else ticks[1]
        found = None if fence else re.match(r"(#{1,2}) (.*)", line)
        if found is None:
            held.append(line)
            continue
        if mark:
            yield mark, heading, "\n".join(held).strip("\n")
        mark, heading, held = found[1], found[2].strip(), []
    if mark:
        yield mark, heading, "\n".join(held).strip("\n")


def _entries(text: str) -> list[str]:
    entries: list[list[str]] = []
    for line in text.split("\n"):
        begin = _ENTRY.fullmatch(line)
        if begin is not None:
            entries.append([begin[1]])
        elif entries:
            entries[-1].append(line.removeprefix(_INDENT))
        elif line.strip():
            entries.append([line])
    return ["\n".join(lines).strip("\n") for lines in entries]


def _read_entry(text: str, name: str) -> dict[str, str]:
    if name != "checks":
        return {"text": _unescape(text)}
    found = _CHECK.fullmatch(text)
    if found is None:
        return {"text": _unescape(text)}
    parts = {key: found[key] for key in ("text", "command", "confirms") if found[key] is not None}
    return {key: each if key == "command" else _unescape(each) for key, each in parts.items()}


def _filled(name: str, value: Any, told: Mapping[str, Mapping[str, Any]]) -> Any:  # noqa: ANN401 - any JSON
    """A value with its texts in their places; None where somebody removed all of them."""
    by_lang = told.get(name, {})
    if name in _TEXTS and isinstance(value, dict):
        filled = {
            lang: by_lang.get(lang) if each == _BELOW else each
            for lang, each in value.items()
            if each != _BELOW or lang in by_lang
        }
        return filled | {lang: each for lang, each in by_lang.items() if lang not in value} or None
    if name in _LISTS and value == _BELOW:
        count = max((len(entries) for entries in by_lang.values()), default=0)
        value = [{"text": dict.fromkeys(by_lang, _BELOW)} for _ in range(count)]
        return [_filled_entry(each, place, by_lang) for place, each in enumerate(value)] or None
    if name in _LISTS and isinstance(value, list) and by_lang:
        if any(len(entries) != len(value) for entries in by_lang.values()):
            raise InvalidCaseError(
                name, "has another number of entries below than in its front matter"
            )
        return [_filled_entry(each, place, by_lang) for place, each in enumerate(value)]
    return value


def _filled_entry(
    value: Mapping[str, Any], place: int, by_lang: Mapping[str, list[dict[str, str]]]
) -> dict[str, Any]:
    entry = dict(value)
    for part in ("text", "confirms"):
        texts = entry.get(part)
        if not isinstance(texts, dict):
            continue
        entry[part] = {
            lang: by_lang[lang][place].get(part) if each == _BELOW and lang in by_lang else each
            for lang, each in texts.items()
            if each != _BELOW or (lang in by_lang and place < len(by_lang[lang]))
        }
    commands = [
        entries[place].get("command") for entries in by_lang.values() if place < len(entries)
    ]
    edited = [each for each in commands if each and each != value.get("command")]
    if edited:
        entry["command"] = edited[0]
    return entry
