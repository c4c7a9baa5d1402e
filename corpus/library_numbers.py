"""The library in numbers: whose incidents it holds, from when, and how much is written on each.

Its limits keep it broad: no organisation above a twentieth of the cases, a third of them from 2020
or later, checks on two thirds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.case import FACETS, Case
from corpus.vocabulary import Vocabulary

LARGEST_SHARE = 0.05
"""Of all cases, those that one organisation may have."""

RECENT_SINCE = "2020"
RECENT_SHARE = 1 / 3
CHECKS_SHARE = 2 / 3


@dataclass(frozen=True, slots=True)
class LibraryNumbers:
    """Counts of cases.

    Attributes:
        cases: all of them.
        organisations: cases of each, most first, then by name.
        years: cases of each year, in order.
        recent: cases from `RECENT_SINCE` or later.
        with_checks: cases that say what to run or look at.
        with_dead_ends: cases that say what was tried in vain.
        languages: cases whose title can be read in it.
        facets: for each facet, terms that cases use and terms that are defined.
    """

    cases: int
    organisations: Mapping[str, int]
    years: Mapping[str, int]
    recent: int
    with_checks: int
    with_dead_ends: int
    languages: Mapping[str, int]
    facets: Mapping[str, tuple[int, int]]

    @classmethod
    def of(cls, cases: Sequence[Case], vocabulary: Vocabulary) -> "LibraryNumbers":
        """Count these cases."""
        uses = count_uses(cases)
        used = Counter(facet for facet, _ in uses)
        by_org = Counter(case.org for case in cases if case.org)
        ranked = sorted(by_org.items(), key=lambda entry: (-entry[1], entry[0]))
        return cls(
            cases=len(cases),
            organisations=dict(ranked),
            years=dict(sorted(Counter(case.date[:4] for case in cases if case.date).items())),
            recent=sum((case.date or "") >= RECENT_SINCE for case in cases),
            with_checks=sum(bool(case.checks) for case in cases),
            with_dead_ends=sum(bool(case.dead_ends) for case in cases),
            languages={
                lang: sum(getattr(case.title, lang) is not None for case in cases)
                for lang in ("en", "ko")
            },
            facets={facet: (used[facet], len(vocabulary.terms(facet))) for facet in FACETS},
        )

    def broken_limits(self) -> list[str]:
        """A clause for each limit that the library does not keep."""
        broken = [
            f"{org} has {count} of {self.cases} cases; {LARGEST_SHARE:.0%} are the most"
            for org, count in self.organisations.items()
            if count > LARGEST_SHARE * self.cases
        ]
        if self.recent < RECENT_SHARE * self.cases:
            broken.append(f"only {self.recent} of {self.cases} cases are from {RECENT_SINCE} on")
        if self.with_checks < CHECKS_SHARE * self.cases:
            broken.append(f"only {self.with_checks} of {self.cases} cases have checks")
        return broken

    def to_json(self) -> dict[str, Any]:
        """The numbers as the command line prints them."""
        return {
            "cases": self.cases,
            "organisations": dict(self.organisations),
            "years": dict(self.years),
            "since_2020": self.recent,
            "with_checks": self.with_checks,
            "with_dead_ends": self.with_dead_ends,
            "languages": dict(self.languages),
            "facets": {
                facet: {"used": used, "defined": defined}
                for facet, (used, defined) in self.facets.items()
            },
        }


def count_uses(cases: Iterable[Case]) -> Counter[tuple[str, str]]:
    """How many cases are filed under each slug, by facet and slug."""
    return Counter(
        (facet, slug)
        for case in cases
        for facet, slugs in case.facets.items()
        for slug in dict.fromkeys(slugs)
    )
