"""The shelf: the library as one reader may see it, for a search for similar cases.

Owns the profiles of a snapshot's cases, which are made when they are first asked for. What similar
means is `corpus.similar`'s.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

import numpy as np

from corpus.bag import term_ids
from corpus.case import FACETS, Case
from corpus.index import Index
from corpus.likeness import Profile
from corpus.match import Audience
from corpus.ranking import Ranking
from corpus.suspects import choose_shown
from corpus.vocabulary import Vocabulary


class Profiles:
    """The profiles of the cases of an index.

    Args:
        index: the cases.
        vocabulary: tells domains from other facets where a case only names them.
    """

    def __init__(self, index: Index, vocabulary: Vocabulary) -> None:
        self._index = index
        self._vocabulary = vocabulary

    @cached_property
    def by_id(self) -> Mapping[str, Profile]:
        """The profile of each case."""
        return {
            entry.id: Profile.of(entry, () if entry.facets else filter(self._tells, entry.slugs))
            for _, entry in self._index.entries()
        }

    @cached_property
    def frequencies(self) -> Mapping[str, int]:
        """In how many profiles each slug is."""
        return Counter(slug for profile in self.by_id.values() for slug in profile.facets)

    def _tells(self, slug: str) -> bool:
        """Whether a slug is that of more than a domain."""
        return any(
            self._vocabulary.term(facet, slug) is not None for facet in FACETS if facet != "domain"
        )


class ReaderShelf:
    """A `corpus.similar.Shelf` over a ranking.

    Args:
        ranking: the cases.
        profiles: those of its index.
        load: the whole case of an id, None when it is gone.
        audience: the reader.
    """

    def __init__(
        self,
        ranking: Ranking,
        profiles: Profiles,
        load: Callable[[str], Case | None],
        audience: Audience,
    ) -> None:
        self._ranking = ranking
        self._profiles = profiles
        self._load = load
        self._audience = audience

    def __len__(self) -> int:
        return len(self._ranking)

    def profiles(self) -> Mapping[str, Profile]:
        """The profiles of all cases that the reader may see, by id."""
        known = self._profiles.by_id
        entries = (entry for _, entry in self._ranking.index.entries())
        return {entry.id: known[entry.id] for entry in entries if self._audience.may_see(entry)}

    def frequency(self, slug: str) -> int:
        """How many cases have a facet in their profile."""
        return self._profiles.frequencies.get(slug, 0)

    def twins(self, case_id: str) -> Collection[str]:
        """The ids of the cases that are the same incident."""
        entry = self._ranking.entry(case_id)
        return [twin.id for twin in self._ranking.twins(entry)] if entry else []

    def shown(self, ids: Collection[str]) -> str:
        """Of several twins, the one to show."""
        entries = (self._ranking.entry(case_id) for case_id in ids)
        return choose_shown(entry for entry in entries if entry is not None).id

    def scores(self, weights: Mapping[str, float]) -> Mapping[str, float]:
        """The scores above 0 of all cases for weighted index terms."""
        index = self._ranking.index
        amounts = np.fromiter(weights.values(), np.float64)
        scores = index.score(term_ids(weights), amounts).scores.tolist()
        return {entry.id: scores[place] for place, entry in index.entries() if scores[place] > 0}

    def rarities(self, terms: Sequence[str]) -> Sequence[float]:
        """How much each of some index terms says."""
        index = self._ranking.index
        rarities: list[float] = index.rarities(index.frequencies(term_ids(terms))).tolist()
        return rarities

    def case(self, case_id: str) -> Case | None:
        """A case, None when it is gone or may no longer be seen."""
        case = self._load(case_id)
        return case if case is not None and self._audience.may_see(case) else None
