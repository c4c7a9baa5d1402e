"""Two cases that are probably one incident: they share a source, or organisation and date.

An address counts for the page it leads to, however it is written: with http or https, with or
without `www.`, a final slash, a fragment or campaign parameters, in an archive or live. Addresses
of a source and of its archived copy count alike. Two cases of one page (a page may tell of several
incidents) or of one day say that they are two by naming each other: `related` or `recurrence_of` of
either is enough.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from urllib.parse import parse_qsl, urlencode, urlsplit

from corpus.case import Case

_ARCHIVED = re.compile(
    r"^https?://(?:web\.archive\.org/web/[0-9]+[a-z_]*/|archive\.(?:ph|today|is|org)/[0-9]{8,}/)",
    re.IGNORECASE,
)
_CAMPAIGN = re.compile(r"^(?:utm_\w+|fbclid|gclid|ref|source)$", re.IGNORECASE)


def page_of(url: str) -> str:
    """What is the same for all spellings of a page's address.

    >>> page_of("http://web.archive.org/web/20200101000000/https://www.Example.com/a/?utm_source=x#b")
    'example.com/a'
    """
    plain = _ARCHIVED.sub("", url.strip())
    parts = urlsplit(plain if "://" in plain else f"https://{plain}")
    host = parts.netloc.lower().removeprefix("www.")
    kept = [pair for pair in parse_qsl(parts.query) if not _CAMPAIGN.match(pair[0])]
    query = f"?{urlencode(sorted(kept))}" if kept else ""
    return f"{host}{parts.path.rstrip('/')}{query}"


def find_repeated(cases: Sequence[Case]) -> Mapping[str, list[tuple[str, str]]]:
    """For each id, the cases before it that are probably the same incident: field and reason."""
    faults: dict[str, list[tuple[str, str]]] = {}
    told: set[tuple[str, str]] = set()
    for field, first, second, shared in _pairs(cases):
        if (first.id, second.id) in told or _name_each_other(first, second):
            continue
        told.add((first.id, second.id))
        reason = f"{shared} is also that of {first.id}; name it in related, or drop one"
        faults.setdefault(second.id, []).append((field, reason))
    return faults


def _pairs(cases: Sequence[Case]) -> Iterator[tuple[str, Case, Case, str]]:
    """Pairs that share something: the field that says it, both cases, and what they share."""
    for page, some in _grouped((page, case) for case in cases for page in _pages(case)):
        for first, second in combinations(some, 2):
            yield "sources", first, second, page
    dated = ((_org_and_date(case), case) for case in cases if case.org and case.date)
    for day, some in _grouped(dated):
        for first, second in combinations(some, 2):
            yield "date", first, second, day


def _grouped(keyed: Iterable[tuple[str, Case]]) -> Iterator[tuple[str, list[Case]]]:
    groups: dict[str, list[Case]] = {}
    for name, case in keyed:
        groups.setdefault(name, []).append(case)
    return ((name, some) for name, some in groups.items() if len(some) > 1)


def _pages(case: Case) -> set[str]:
    urls = {url for source in case.sources for url in (source.url, source.archived) if url}
    return {page_of(url) for url in urls}


def _org_and_date(case: Case) -> str:
    return f"{(case.org_slug or case.org or '').casefold()} on {case.date}"


def _name_each_other(first: Case, second: Case) -> bool:
    return any(
        there.id in here.related or there.id == here.recurrence_of
        for here, there in ((first, second), (second, first))
    )
