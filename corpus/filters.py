"""Filters of a search: `component:kafka since:2024 own:`, and which cases they let through.

Owns the rules of what is a filter and what is text. What a value may be is the vocabulary's.
"""

import calendar
import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from corpus.case import Case
from corpus.entry import Entry
from corpus.suspects import is_own
from corpus.text import normalize
from corpus.vocabulary import Term, Vocabulary

FACET_KEYS = {
    "symptom": "symptoms",
    "component": "components",
    "domain": "domain",
    "cause": "root_cause",
    "trigger": "trigger",
}
"""Key of a filter → the field of a case that it looks at."""

_FILTER = re.compile(
    r"(?<![\w:/.-])(?:(?P<key>symptom|component|domain|cause|trigger|org|since|before):"
    r"(?:\"(?P<quoted>[^\"\n]*)\"|“(?P<curly>[^”\n]*)”|(?P<plain>[^\s\"“]+))"
    r"|(?P<bare>own|public):(?=\s|$))",
    re.IGNORECASE,
)
_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")
_SPAN = re.compile(r"(\d{1,5})d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FilterProblem:
    """A filter that could not be read.

    Attributes:
        key: as in `FACET_KEYS`, or `org`, `since`, `before`.
        value: as written.
        suggestions: the terms that may have been meant; none for a date.
    """

    key: str
    value: str
    suggestions: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """What a case must satisfy: one of the values of each facet, and everything else.

    Attributes:
        facets: field of a case → slugs of which it must have one.
        orgs: of each organisation that will do a name, part of a name, or slug.
        since: the first day; a case dated by month or year counts when any day of it does.
        before: the first day that is too late.
        own: True for own cases only, False for public ones only.
    """

    facets: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    orgs: tuple[str, ...] = ()
    since: dt.date | None = None
    before: dt.date | None = None
    own: bool | None = None

    def accepts(self, case: Case | Entry) -> bool:
        """Whether a case satisfies all of them; one without a date satisfies no date."""
        if self.own is not None and is_own(case) != self.own:
            return False
        if self.orgs and not any(_is_org(case, org) for org in self.orgs):
            return False
        if not _is_dated(case, self.since, self.before):
            return False
        facets = case.facets
        return all(not wanted.isdisjoint(facets.get(f, ())) for f, wanted in self.facets.items())


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A search: its text without the filters, the filters, and those that could not be read."""

    text: str
    filters: Filters
    problems: tuple[FilterProblem, ...]


def parse_query(
    text: str, vocabulary: Vocabulary, *, clock: Callable[[], dt.datetime], lang: str = "en"
) -> ParsedQuery:
    """Read the filters in a text.

    A filter is a key followed at once by its value (`org:"Google Cloud"`), or `own:` or `public:`
    alone. `key: value` with a space is text; so are unknown keys. Several values of one facet are
    alternatives, and so are several organisations; of other keys the last one counts; `own:` and
    `public:` together ask for both.

    Args:
        text: what was typed.
        vocabulary: the terms that facet values must be.
        clock: the present moment, which spans such as `90d` count back from.
        lang: language in which suggestions are ordered.
    """
    facets: dict[str, frozenset[str]] = {}
    days: dict[str, dt.date] = {}
    sides: set[bool] = set()
    orgs: list[str] = []
    problems: list[FilterProblem] = []
    for found in _FILTER.finditer(text):
        if found["bare"]:
            sides.add(found["bare"].lower() == "own")
            continue
        key = found["key"].lower()
        value = next(v for v in (found["quoted"], found["curly"], found["plain"]) if v is not None)
        if key == "org":
            orgs += [value] if value and value not in orgs else []
        elif key in FACET_KEYS:
            facet = FACET_KEYS[key]
            if (term := vocabulary.resolve(facet, value)) is not None:
                facets[facet] = facets.get(facet, frozenset()) | {term.slug}
            else:
                suggestions = vocabulary.suggest(facet, value, lang)
                problems.append(FilterProblem(key, value, suggestions))
        elif (day := _read_day(value, clock().date())) is not None:
            days[key] = day
        else:
            problems.append(FilterProblem(key, value, ()))
    own = sides.pop() if len(sides) == 1 else None
    filters = Filters(facets, tuple(orgs), days.get("since"), days.get("before"), own)
    rest = " ".join(_FILTER.sub(" ", text).split()) if _FILTER.search(text) else text
    return ParsedQuery(rest, filters, tuple(problems))


def as_words(text: str) -> str:
    """The same text without anything in it that would be read as a filter.

    >>> as_words("alert component:redis own: 5xx")
    'alert component: redis own 5xx'
    """
    return _FILTER.sub(lambda found: found["bare"] or found.group().replace(":", ": ", 1), text)


def _read_day(value: str, today: dt.date) -> dt.date | None:
    """The first day of YYYY, YYYY-MM or YYYY-MM-DD, or so many days ago; None for anything else."""
    try:
        if span := _SPAN.fullmatch(value):
            return today - dt.timedelta(days=int(span[1]))
        if date := _DATE.fullmatch(value):
            return dt.date(int(date[1]), int(date[2] or 1), int(date[3] or 1))
    except ValueError:
        return None
    return None


def _is_dated(case: Case | Entry, since: dt.date | None, before: dt.date | None) -> bool:
    if since is None and before is None:
        return True
    if case.date is None:
        return False
    first, last = _days_of(case.date)
    return (since is None or last >= since) and (before is None or first < before)


def _days_of(date: str) -> tuple[dt.date, dt.date]:
    """The first and last day that YYYY, YYYY-MM or YYYY-MM-DD may mean."""
    first = dt.date.fromisoformat((date + "-01-01")[:10])
    if len(date) == len("YYYY"):
        return first, first.replace(month=12, day=31)
    if len(date) == len("YYYY-MM"):
        return first, first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return first, first


def _is_org(case: Case | Entry, wanted: str) -> bool:
    """Whether these words stand in the name of the organisation, or are its slug."""
    asked = f" {normalize(wanted).replace('-', ' ')} "
    names = (normalize(name).replace("-", " ") for name in (case.org, case.org_slug) if name)
    return any(asked in f" {name} " for name in names)
