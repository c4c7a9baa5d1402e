"""What a postmortem says of when: date, spans and moments, from labels and from its timeline.

Owns which of them makes the case's timeline.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from corpus.case import Document
from corpus.importers.headings import Headings
from corpus.importers.page import Line
from corpus.importers.values import (
    Moment,
    find_date,
    find_moment,
    find_span,
    seconds_between,
    span_of,
)

_SHORT = 80
_MOMENTS = ("started", "detected", "resolved")
_OPENING = re.compile(r"[\s\[(*~]*")
_OPENING_LENGTH = 40


@dataclass(slots=True)
class Facts:
    """The values found so far. The first of each counts."""

    date: str | None = None
    severity: str = ""
    users: str = ""
    region: str = ""
    org: str = ""
    spans: dict[str, str] = field(default_factory=dict)
    moments: dict[str, Moment] = field(default_factory=dict)
    marks: dict[str, Moment] = field(default_factory=dict)

    def take(self, name: str, value: str) -> bool:
        """Take the value of a label as it is; False where the line has to be kept as well."""
        value = value.strip()
        if name in ("severity", "users", "region", "org"):
            if not value or len(value) > _SHORT or "\n" in value or getattr(self, name):
                return False
            setattr(self, name, value)
            return True
        if name == "date":
            date = find_date(value)
            self.date = self.date or date
            return date == value
        if name in _MOMENTS:
            self._take_moment(name, value)
            return False
        field_name = "resolved_after" if name == "duration" else name
        span = find_span(value)
        if span is not None:
            self.spans.setdefault(field_name, span)
        return False

    def _take_moment(self, name: str, value: str) -> None:
        moment = find_moment(value)
        if moment is not None and len(value) <= _SHORT:
            self.moments.setdefault(name, moment)
            if name == "started" and self.date is None and moment.date is not None:
                self.date = moment.date.isoformat()

    def timeline(self) -> Document:
        """Spans that are told, else those between moments that are told, else marked ones."""
        document: Document = {}
        for name, end in (("detected_after", "detected"), ("resolved_after", "resolved")):
            span = (
                self.spans.get(name)
                or _between(self.moments, "started", end)
                or _between(self.marks, "begin", {"detected": "detect", "resolved": "end"}[end])
            )
            if span is not None:
                document[name] = span
        return document


def _between(moments: dict[str, Moment], first: str, last: str) -> str | None:
    if first not in moments or last not in moments:
        return None
    seconds = seconds_between(moments[first], moments[last])
    return span_of(seconds) if seconds is not None else None


def read_timeline(facts: Facts, lines: Iterable[Line], headings: Headings) -> None:
    """Note where a timeline says in so many words that it begins, is detected and ends.

    Two beginnings are none: nobody knows which is meant. Of detections the first after the
    beginning counts, of ends the last.
    """
    entries = [each for line in lines if (each := _entry(line)) is not None]
    begins = [
        place for place, (_, said) in enumerate(entries) if headings.marks["begin"].search(said)
    ]
    if len(begins) != 1:
        return
    first = begins[0]
    facts.marks["begin"] = begin = entries[first][0]
    if facts.date is None and begin.date is not None:
        facts.date = begin.date.isoformat()
    for place in range(first, len(entries)):
        said = entries[place][1]
        if place > first and "detect" not in facts.marks and headings.marks["detect"].search(said):
            facts.marks["detect"] = entries[place][0]
        if headings.marks["end"].search(said):
            facts.marks["end"] = entries[place][0]


def _entry(line: Line) -> tuple[Moment, str] | None:
    """The moment at the beginning of an entry, and its words."""
    opening = _OPENING.match(line.text)
    start = opening.end() if opening else 0
    moment = find_moment(line.text[start : start + _OPENING_LENGTH])
    if moment is None or line.kind == "code":
        return None
    before = line.text[start : start + moment.end]
    letters = re.sub(r"[^A-Za-z가-힣]", "", before)
    return (moment, line.text) if len(letters) <= len("September") + len("AMUTC") else None
