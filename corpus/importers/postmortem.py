"""A postmortem page → the document of a case.

Owns which section becomes which field, and that nothing is lost: what has no field is kept in
`docs`. Words of a heading are `headings`', dates and spans `values`', the case's id, readers and
state the importer's.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from corpus.case import Document
from corpus.case_values import TEXT_LIMIT
from corpus.importers.actions import action_items
from corpus.importers.headings import Headings
from corpus.importers.page import Line, Page, Section, plain, steps
from corpus.importers.spans import Facts, read_timeline
from corpus.importers.values import find_date

_STORY = ("trigger", "cause", "contributing")
"""What the case format has no text for; told in the summary, under the heading it stood under."""

_TEXTS = {"symptoms": "symptoms_text", "detection": "detection", "lessons": "lessons"}
_STEPS = {"fix": "remediation", "dead_ends": "dead_ends", "checks": "checks"}
_SHORT = 80
_SUMMARY = 1500
"""Characters of a story without headings that become the summary; all of it is kept in `docs`."""

_TITLE_PREFIX = re.compile(
    r"^(?:\[?(?:incident\s+)?(?:post[- ]?mortem|rca|incident(?:\s+(?:report|review))?|outage report"
    r"|장애\s*(?:보고서?|회고|리포트)|사후\s*분석|포스트모템)\s*(?:\]|[:\uff1a\-\u2013\u2014|]|of\b|for\b)\s*"
    r"|(?:19|20)[0-9]{2}[-./][0-9]{2}[-./][0-9]{2}\s*(?:[:\uff1a\-\u2013\u2014|]\s*|(?=\S)))+",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"(?:(?:incident|outage|service|blameless|the|our)\s+)*"
    r"(?:post[- ]?mortem|rca|incident|outage|report|review|retrospective|untitled)"
    r"(?:\s+(?:report|review|document))?(?:\s*#?[0-9-]*)?"
    r"|장애\s*(?:보고서?|회고|리포트)|사후\s*분석(?:\s*보고서)?|포스트모템|무제",
    re.IGNORECASE,
)
"""Titles that say nothing of the incident."""

_HEADING_NUMBER = re.compile(r"^(?:[0-9]+(?:\.[0-9]+)+|[0-9]+[.)]|[가-하][.)])\s+")
_SPACE_KEY = re.compile(r"^[^:]{1,60} : (?=\S)")
_HANGUL = re.compile(r"[가-힣]")
_LETTER = re.compile(r"[^\W\d_]")
_KOREAN = 0.2
"""Share of letters from which a page is Korean; Korean pages are full of English names."""


@dataclass(slots=True)
class _Draft:
    """What was found so far, by field; `rest` is what has none."""

    parts: dict[str, list[tuple[str, list[Line]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    rest: list[tuple[str, list[Line]]] = field(default_factory=list)
    facts: Facts = field(default_factory=Facts)


def build_document(page: Page, *, name: str, headings: Headings, today: str) -> Document:
    """The case that a page tells, without an id.

    Args:
        page: what was read.
        name: the file's name without its ending; its date and its words are the last resort.
        headings: the table of fields.
        today: the day on which tasks without a date are known to be done, `YYYY-MM-DD`.
    """
    lang = language(page)
    draft = _Draft()
    for heading, part, lines in _grouped(page, headings):
        _take(draft, heading, part, lines, headings)
    title = _title(page, name, draft)
    document: Document = {"title": {lang: title}}
    document |= _texts(draft, lang)
    document |= _lists(draft, lang, today)
    document |= _values(draft, page, name)
    docs = list(_docs(draft, page.title or title))
    if docs:
        document["docs"] = docs
    return document


def short_title(title: str) -> str:
    """A title without what every title of its kind begins with: "Postmortem:", a date."""
    return " ".join(_TITLE_PREFIX.sub("", _SPACE_KEY.sub("", title)).split())


def language(page: Page) -> str:
    """The language that a page is written in, `en` or `ko`."""
    text = " ".join([page.title, *(plain(section.lines) for section in page.sections)])[:TEXT_LIMIT]
    letters = len(_LETTER.findall(text)) or 1
    return "ko" if len(_HANGUL.findall(text)) / letters >= _KOREAN else "en"


def _grouped(page: Page, headings: Headings) -> Iterator[tuple[str, str | None, list[Line]]]:
    """The sections, each with the field it is about; a heading without one goes on what is above.

    A part that begins with a label in bold ("**Summary:** …") is a section of its own, unless it
    stands in one that has a field.
    """
    current: tuple[str, str | None, list[Line]] | None = None
    level = 0
    for section in page.sections:
        part = headings.part(section.heading) if section.heading else None
        value = None if part else headings.value(section.heading)
        if value is None and current and section.level > level and not part and current[1]:
            current[2].extend((_subheading(section), *section.lines))
            continue
        if current:
            yield current
        lines = list(section.lines)
        if value is not None:
            lines = [Line("text", f"{section.heading}: {plain(lines)}", section.heading)]
        current, level = (section.heading, part, lines), section.level
        if part is None and value is None:
            yield from _labelled(section.heading, lines, headings)
            current = None
    if current:
        yield current


def _subheading(section: Section) -> Line:
    return Line("text", section.heading, section.heading)


def _labelled(
    heading: str, lines: list[Line], headings: Headings
) -> Iterator[tuple[str, str | None, list[Line]]]:
    """A section without a field, cut where a label names one."""
    under, part, held = heading, None, list[Line]()
    for line in lines:
        label = line.label
        name = label[0] if label and _is_heading(line) else ""
        found = headings.part(name) if name and headings.value(name) is None else None
        if label and found:
            if held:
                yield under, part, held
            under, part = name, found
            held = [Line("text", label[1])] if label[1] else []
        elif part and line.kind == "text" and line.bold and line.label:
            yield under, part, held  # another label ends what the last one began
            under, part, held = heading, None, [line]
        else:
            held.append(line)
    if held:
        yield under, part, held


def _is_heading(line: Line) -> bool:
    """Whether a line's label is set apart: in bold, or the first cell of two."""
    return bool(line.bold) or line.kind == "row"


def _take(
    draft: _Draft, heading: str, part: str | None, lines: list[Line], headings: Headings
) -> None:
    kept: list[Line] = []
    for line in lines:
        label = line.label
        value = headings.value(label[0]) if label else None
        if label is None or value is None or not draft.facts.take(value, label[1]):
            kept.append(line)
    if not any(line.text.strip() for line in kept):
        return
    if part is None:
        draft.rest.append((heading, kept))
        return
    draft.parts[part].append((heading, kept))
    if part == "timeline":
        read_timeline(draft.facts, kept, headings)


def _texts(draft: _Draft, lang: str) -> Document:
    document: Document = {}
    summary = _joined(draft.parts["summary"])
    story = [
        _under(heading, plain(lines)) for part in _STORY for heading, lines in draft.parts[part]
    ]
    told = "\n\n".join(filter(None, (summary, *story)))
    for part, name in _TEXTS.items():
        text = _joined(draft.parts[part], headed=part == "lessons")
        if text:
            document[name] = {lang: text}
    if not told and "symptoms_text" not in document:
        told = _opening(draft)
        draft.rest = [entry for entry in draft.rest if plain(entry[1]) != told]
    if told:
        document["summary"] = {lang: told}
    impact = {
        "scope": _joined(draft.parts["impact"]),
        "users": draft.facts.users,
        "region": draft.facts.region,
    }
    if any(impact.values()):
        document["impact"] = {name: text for name, text in impact.items() if text}
    return document


def _opening(draft: _Draft) -> str:
    """The beginning of a page that has no summary: the first paragraphs of what it tells."""
    told = [draft.parts[part] for part in ("impact", "detection", "timeline", "fix")]
    sections = [*draft.rest, *(entry for entries in told for entry in entries)]
    for _, lines in sections:
        text = ""
        for line in lines:
            if line.kind == "text" and len(line.text) > _SHORT // 2 and not line.bold:
                text = f"{text}\n\n{line.text}" if text else line.text
            if len(text) > _SUMMARY // 2:
                break
        if text:
            return text[:_SUMMARY] if len(text) > 2 * _SUMMARY else text
    return plain(sections[0][1])[:_SUMMARY] if sections else ""


def _joined(entries: Iterable[tuple[str, list[Line]]], *, headed: bool = False) -> str:
    """Sections as one text; several of one field keep their headings."""
    told = [(heading, plain(lines)) for heading, lines in entries]
    if headed and len(told) > 1:
        return "\n\n".join(_under(heading, text) for heading, text in told)
    return "\n\n".join(text for _, text in told)


def _under(heading: str, text: str) -> str:
    """A text under its heading: on the same line where it is one sentence or paragraph."""
    name = _HEADING_NUMBER.sub("", heading).strip().rstrip("?:")
    return f"{name}:\n{text}" if text.startswith(("- ", "1. ")) else f"{name}: {text}"


def _lists(draft: _Draft, lang: str, today: str) -> Document:
    document: Document = {}
    for part, name in _STEPS.items():
        entries = [
            {"text": {lang: line.text}}
            for _, lines in draft.parts[part]
            for line in steps(lines)
            if line.text.strip()
        ]
        if entries:
            document[name] = entries
    items = [
        item
        for _, lines in draft.parts["actions"]
        for item in action_items(lines, lang=lang, today=today)
    ]
    if items:
        document["action_items"] = items
    return document


def _values(draft: _Draft, page: Page, name: str) -> Document:
    facts = draft.facts
    document: Document = {}
    if facts.date:
        document |= {"date": facts.date, "date_kind": "occurred"}
    else:
        date = find_date(page.title) or find_date(name.replace("_", "-"), compact=True)
        document |= {"date": date} if date else {}
    document |= {"severity": facts.severity} if facts.severity else {}
    document |= {"org": facts.org} if facts.org else {}
    timeline = facts.timeline()
    document |= {"timeline": timeline} if timeline else {}
    return document


def _docs(draft: _Draft, title: str) -> Iterator[Document]:
    """What has no field, under its headings; long texts in several pieces."""
    sections = [*draft.rest, *draft.parts["timeline"]]
    for heading, lines in sections:
        text = plain(lines)
        for start in range(0, len(text), TEXT_LIMIT):
            yield {"title": heading or title, "text": text[start : start + TEXT_LIMIT]}


def _title(page: Page, name: str, draft: _Draft) -> str:
    """The page's title without what every title says, else the words of the file's name."""
    title = short_title(page.title)
    if title and not _GENERIC.fullmatch(title):
        return title
    words = re.sub(
        r"[-_.\s]+", " ", re.sub(r"(?:19|20)\d{2}[-_.]?\d{2}[-_.]?\d{2}", " ", name)
    ).strip()
    if len(words) >= 4 and not _GENERIC.fullmatch(words) and not words.isdigit():
        return words[0].upper() + words[1:]
    told = _joined(draft.parts["summary"]) or _opening(draft)
    first = re.split(r"(?<=[.!?。])\s|\n", told.strip(), maxsplit=1)[0]
    return first[: 2 * _SHORT].rstrip(".") or page.title or name
