"""The ranking: a fixed set of cases, scored for a query and told apart into distinct suspects.

Owns which cases take part, and the evidence for each suspect. What evidence is worth is
`corpus.bands`', which cases are one suspect `corpus.suspects`'.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from corpus.bands import Evidence
from corpus.case import Case
from corpus.entry import Entry
from corpus.filters import Filters
from corpus.index import Index
from corpus.kept import Kept
from corpus.match import Audience
from corpus.query import Query
from corpus.scoring import Scores
from corpus.segment import Flags
from corpus.suspects import are_one_suspect, choose_shown, find_roots

_CANDIDATES = 60
_FIELD = 5
_FLAGS_KEPT = 64


@dataclass(frozen=True, slots=True)
class Scope:
    """Which cases take part in a lookup.

    Attributes:
        audience: who reads the answer; what they may not see takes no part at all.
        filters: what is asked for; the visible others still show how much a score says.
    """

    audience: Audience
    filters: Filters = field(default_factory=Filters)

    def includes(self, case: Entry) -> bool:
        """Whether a case may be an answer."""
        return self.audience.may_see(case) and self.filters.accepts(case)


@dataclass(frozen=True, slots=True)
class Suspect:
    """One distinct answer: the case that is shown for it, and the evidence."""

    entry: Entry
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class _Group:
    """The candidates that are one suspect, best first, and the score of the best."""

    places: list[int]
    entries: list[Entry]
    score: float


class Ranking:
    """Scores the cases of an index for a query. Never changes.

    Args:
        index: the cases.
        load: the whole case of an id, None when it is gone.

    Attributes:
        roots: id of a recurrence → id of the case that its chain began with.
    """

    def __init__(self, index: Index, load: Callable[[str], Case | None]) -> None:
        self.index = index
        self._load = load
        self._places: dict[str, int] = {}
        self._by_url: dict[str, list[int]] = {}
        for place, entry in index.entries():
            self._places[entry.id] = place
            for url in entry.source_urls:
                self._by_url.setdefault(url, []).append(place)
        self.roots = find_roots(entry for _, entry in index.entries())
        self._flags: Kept[Hashable, Flags] = Kept(_FLAGS_KEPT)

    def __len__(self) -> int:
        return len(self._places)

    def place(self, case_id: str) -> int | None:
        """Where a case stands in the index, None for an id that is not in it."""
        return self._places.get(case_id)

    def entry(self, case_id: str) -> Entry | None:
        """What is kept of a case, None for an id that is not here."""
        place = self._places.get(case_id)
        return None if place is None else self.index.entry(place)

    def twins(self, entry: Entry) -> list[Entry]:
        """The cases that share a source address with this one, itself included, by id."""
        found = {entry.id: entry}
        for url in entry.source_urls:
            twins = map(self.index.entry, self._by_url.get(url, ()))
            found |= {twin.id: twin for twin in twins}
        return [found[case_id] for case_id in sorted(found)]

    def suspects(self, query: Query, scope: Scope, limit: int) -> list[Suspect]:
        """The distinct suspects among the wanted cases, best first, ties by id."""
        visible, wanted = self._flagged(scope)
        scored = self.index.score(query.ids, query.weights)
        scores = scored.scores
        nearest = self._in_order(scores, visible, _CANDIDATES)
        candidates = max(_CANDIDATES, 3 * limit)
        leading = nearest
        if wanted is not visible or candidates > _CANDIDATES:
            leading = self._in_order(scores, wanted, candidates)
        groups = self._groups(scores, leading, limit + 1)
        shared = self._shared_words(query, [group.places[0] for group in groups])
        ranked: list[Suspect] = []
        for group, words in zip(groups[:limit], shared, strict=False):
            rival = next((other.score for other in groups if other is not group), 0.0)
            others = islice((place for place in nearest if place not in group.places), _FIELD)
            evidence = Evidence(
                score=group.score,
                coverage=min(1.0, group.score / scored.ceiling),
                margin=1 - rival / group.score,
                lead=_lead(group.score, [float(scores[place]) for place in others]),
                words=words,
                asked=len(query.rarities),
            )
            ranked.append(Suspect(self._shown(group, scope), evidence))
        return ranked

    def _flagged(self, scope: Scope) -> tuple[Flags, Flags]:
        """The visible cases, and those of them that are wanted."""
        visible = self._flags_of(scope.audience, scope.audience.may_see) & self.index.live
        if scope.filters == Filters():
            return visible, visible
        return visible, visible & self._flags_of(scope.filters, scope.filters.accepts)

    def _flags_of(self, key: Hashable, accepts: Callable[[Entry], bool]) -> Flags:
        """The cases that pass, remembered: the same few audiences ask again and again."""

        def flag() -> Flags:
            flags = np.zeros(len(self.index.live), np.bool_)
            for place, entry in self.index.entries():
                flags[place] = accepts(entry)
            return flags

        return self._flags.get(key, flag)

    def _groups(self, scores: Scores, leading: Sequence[int], limit: int) -> list[_Group]:
        groups: list[_Group] = []
        for place in leading:
            if len(groups) >= limit:
                break
            entry = self.index.entry(place)
            group = next((some for some in groups if self._is_one(some, entry)), None)
            if group is None:
                groups.append(_Group([place], [entry], float(scores[place])))
            else:
                group.places.append(place)
                group.entries.append(entry)
        return groups

    def _in_order(self, scores: Scores, among: Flags, count: int) -> list[int]:
        """The places of the best cases that score at all, ties by id."""
        places = np.flatnonzero(among & (scores > 0))
        if len(places) > count:
            least = np.partition(scores[places], -count)[-count]
            places = places[scores[places] >= least]
        ranked = [(-scores[place], self.index.entry(place).id, place) for place in places.tolist()]
        return [place for _, _, place in sorted(ranked)[:count]]

    def _shared_words(self, query: Query, places: Sequence[int]) -> list[int]:
        """For each case, how many words of the query it says.

        A facet counts as a word where a case has it but says it in other words. There are never
        more than the query says: a camelCase name and its parts are one.
        """
        ids = np.concatenate([query.word_ids, query.facet_ids])
        says, has = np.split(self.index.says(places, ids), [len(query.word_ids)])
        if query.word_starts:  # a word or one of its translations
            says = np.logical_or.reduceat(says, query.word_starts, axis=0)
        rows = {name: row for row, name in enumerate(query.spelt)}
        counts = says.sum(axis=0)
        for row, names in enumerate(query.facet_stems):
            said = [rows[name] for name in names if name in rows]
            counts += has[row] & ~says[said].any(axis=0)
        return [min(int(count), query.said) for count in counts]

    def _is_one(self, group: _Group, entry: Entry) -> bool:
        return any(are_one_suspect(other, entry, self.roots, self._load) for other in group.entries)

    def _shown(self, group: _Group, scope: Scope) -> Entry:
        """Of the best case and its twins the one to show; its recurrences only add to it."""
        twins = self.twins(group.entries[0])
        return choose_shown(twin for twin in twins if scope.includes(twin))


def _lead(score: float, others: Sequence[float]) -> float:
    """How far the others are behind; half-way between all and nothing where there are none."""
    return 1 - sum(others) / len(others) / score if others else 0.5
