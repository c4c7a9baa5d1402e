"""The ranking: a fixed set of cases, scored for a query and told apart into distinct suspects.

Owns the fused score, and the evidence for each suspect. What evidence is worth is `corpus.bands`',
which cases are one suspect `corpus.suspects`'.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from corpus.bands import Evidence
from corpus.case import Case
from corpus.entry import Entry, facet_term
from corpus.index import Index, Lexicon
from corpus.query import Query, prepare_query
from corpus.suspects import are_one_suspect, choose_shown, find_roots
from corpus.text import stem, word_term, words
from corpus.vocabulary import Vocabulary

_OTHER_LANGUAGE = 0.5
"""What the weaker of a bilingual case's two texts adds: half of its own score."""

_CANDIDATES = 60
_FIELD = 5

CaseScores = npt.NDArray[np.float64]


def _everything(_case: Case) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Scope:
    """Which cases take part in a lookup.

    Attributes:
        visible: whether the reader may see a case; others take no part at all.
        wanted: whether a case is asked for; the visible others still show how much a score says.
    """

    visible: Callable[[Case], bool] = _everything
    wanted: Callable[[Case], bool] = _everything

    def includes(self, case: Case) -> bool:
        """Whether a case may be an answer."""
        return self.visible(case) and self.wanted(case)


@dataclass(frozen=True, slots=True)
class Suspect:
    """One distinct answer: the case that is shown for it, and the evidence."""

    case: Case
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class _Group:
    """The candidates that are one suspect, best first, and the score of the best."""

    places: list[int]
    cases: list[Case]
    score: float


class Ranking:
    """Scores cases for a query. Never changes.

    Args:
        entries: the prepared cases, each id once.
        lexicon: the one they were prepared with.
        vocabulary: the terms of the facets.
    """

    def __init__(self, entries: Sequence[Entry], lexicon: Lexicon, vocabulary: Vocabulary) -> None:
        entries = sorted(entries, key=lambda entry: entry.case.id)
        self.entries = {entry.case.id: entry for entry in entries}
        self.index = Index(lexicon, [bag for entry in entries for bag in entry.bags])
        self._vocabulary = vocabulary
        self._in_order = [entry.case for entry in entries]
        sizes = [len(entry.bags) for entry in entries]
        self._owners = np.repeat(np.arange(len(entries)), sizes)
        self._firsts = np.cumsum([0, *sizes[:-1]]) if sizes else np.zeros(0, dtype=np.int64)
        self._roots = find_roots(self._in_order)
        self._by_url: dict[str, list[Case]] = {}
        for case in self._in_order:
            for url in case.source_urls:
                self._by_url.setdefault(url, []).append(case)

    def twins(self, case: Case) -> list[Case]:
        """The cases that share a source address with this one, itself included, by id."""
        found = {twin.id: twin for url in case.source_urls for twin in self._by_url[url]}
        found[case.id] = case
        return [found[case_id] for case_id in sorted(found)]

    def prepare(self, text: str) -> Query:
        """Read a text as a query to these cases."""
        return prepare_query(text, self.index, self._vocabulary)

    def suspects(self, query: Query, scope: Scope, limit: int) -> list[Suspect]:
        """The distinct suspects among the wanted cases, best first, ties by id."""
        scores = self._score(query)
        order = np.argsort(-scores, kind="stable")  # stable: equal scores stay in id order
        groups = self._groups(scores, order, scope, limit + 1)
        field = self._visible(order, scope)
        shared = self._shared_words(query)
        ranked: list[Suspect] = []
        for group in groups[:limit]:
            rival = next((other.score for other in groups if other is not group), 0.0)
            others = [float(scores[place]) for place in field if place not in group.places]
            evidence = Evidence(
                score=group.score,
                coverage=min(1.0, group.score / query.ceiling),
                margin=1 - rival / group.score,
                lead=_lead(group.score, others[:_FIELD]),
                words=int(shared[group.places[0]]),
                asked=len(query.rarities),
            )
            ranked.append(Suspect(self._shown(group, scope), evidence))
        return ranked

    def _groups(
        self, scores: CaseScores, order: npt.NDArray[np.intp], scope: Scope, limit: int
    ) -> list[_Group]:
        groups: list[_Group] = []
        for place in islice(self._wanted(order, scope), max(_CANDIDATES, 3 * limit)):
            if scores[place] <= 0 or len(groups) >= limit:
                break
            case = self._in_order[place]
            group = next((some for some in groups if self._is_one(some, case)), None)
            if group is None:
                groups.append(_Group([place], [case], float(scores[place])))
            else:
                group.places.append(place)
                group.cases.append(case)
        return groups

    def _visible(self, order: npt.NDArray[np.intp], scope: Scope) -> list[int]:
        """The places of the best visible cases: enough for a field beside any group."""
        visible = (int(place) for place in order if scope.visible(self._in_order[place]))
        return list(islice(visible, _CANDIDATES))

    def _wanted(self, order: npt.NDArray[np.intp], scope: Scope) -> Iterator[int]:
        return (int(place) for place in order if scope.includes(self._in_order[place]))

    def _score(self, query: Query) -> CaseScores:
        """The score of each case: its best language, and half of the other."""
        if not self._in_order:
            return np.zeros(0)
        documents = self.index.score(query.weights)
        best = np.maximum.reduceat(documents, self._firsts)
        total = np.add.reduceat(documents, self._firsts)
        return best + _OTHER_LANGUAGE * (total - best)

    def _shared_words(self, query: Query) -> npt.NDArray[np.int64]:
        """For each case, how many words of the query it says.

        A facet counts as a word where a case has it but says it in other words.
        """
        counts = np.zeros(len(self._in_order), dtype=np.int64)
        says = {name: self._having(word_term(word)) for name, word in query.spelt.items()}
        for having in says.values():
            counts += having
        for hit in query.facets:
            having = self._having(facet_term(hit.slug))
            for name in map(stem, words(hit.phrase)):
                having = having & ~says[name] if name in says else having
            counts += having
        return counts

    def _having(self, term: str) -> npt.NDArray[np.bool_]:
        having = np.zeros(len(self._in_order), dtype=np.bool_)
        having[self._owners[self.index.documents(term)]] = True
        return having

    def _is_one(self, group: _Group, case: Case) -> bool:
        return any(are_one_suspect(other, case, self._roots) for other in group.cases)

    def _shown(self, group: _Group, scope: Scope) -> Case:
        """Of the best case and its twins the one to show; its recurrences only add to it."""
        return choose_shown(twin for twin in self.twins(group.cases[0]) if scope.includes(twin))


def _lead(score: float, others: Sequence[float]) -> float:
    """How far the others are behind; half-way between all and nothing where there are none."""
    return 1 - sum(others) / len(others) / score if others else 0.5
