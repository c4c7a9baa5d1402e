"""What a library holds, counted for one kind of reader: cases, facets, organisations."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from corpus.entry import Entry
from corpus.match import Audience
from corpus.suspects import is_own


@dataclass(frozen=True, slots=True)
class Census:
    """How many cases a reader may see, and of what.

    Attributes:
        own: the workspace's own cases.
        public: other companies'.
        facets: facet → slug → cases that have it, commonest first, ties by slug.
        orgs: name of an organisation → its cases, commonest first, ties by name.
    """

    own: int
    public: int
    facets: Mapping[str, Mapping[str, int]]
    orgs: Mapping[str, int]

    def count(self, facet: str, slug: str) -> int:
        """How many cases have a slug of a facet."""
        return self.facets.get(facet, {}).get(slug, 0)


def take_census(entries: Iterable[Entry], audience: Audience) -> Census:
    """Count the cases that an audience may see."""
    own = public = 0
    facets: dict[str, Counter[str]] = {}
    orgs: Counter[str] = Counter()
    for entry in entries:
        if not audience.may_see(entry):
            continue
        own, public = (own + 1, public) if is_own(entry) else (own, public + 1)
        for facet, slugs in entry.facets.items():
            facets.setdefault(facet, Counter()).update(set(slugs))
        if entry.org and entry.org.strip():
            orgs[entry.org.strip()] += 1
    return Census(
        own, public, {facet: _ordered(some) for facet, some in facets.items()}, _ordered(orgs)
    )


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
