"""The index: segments that together hold the library, and the scores of their cases for a query.

Owns how rare a term is, the fusing of a case's two languages, and the bound on the work of one
query. What a term is comes from `corpus.text`, what a score means is the matcher's. An index never
changes; one with other cases shares its segments.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from corpus.bag import TermIds
from corpus.entry import Entry
from corpus.segment import FULL, Flags, Numbers, Piece, Segment, merge

Scores = npt.NDArray[np.float64]

_OTHER_LANGUAGE = 0.5
"""What the weaker of a bilingual case's two texts adds: half of its own score."""

_POSTINGS = 1_000_000
_POSTINGS_A_CASE = 40
"""Postings that are added up for all cases; the commonest terms beyond are looked up only for the
cases that lead without them. At 5,000 cases 1,000,000 with 300 leading ones give the same first 60
as all postings, for each of the labelled queries; 200,000 the same first 10 for .97 of them."""

_LEADING = 300
_LEADING_SHARE = 0.01

_TIER = 4
"""A segment is merged with the one before it when that one is less than so many times larger."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A segment in an index.

    Attributes:
        segment: the postings.
        dead: its cases that are gone or came again in a later segment; None for none.
        dead_counts: for each of its terms, in how many documents of dead cases it is.
        first: the place of its first case among all.
    """

    segment: Segment
    dead: Flags | None
    dead_counts: Numbers | None
    first: int


class Index:
    """Scores the cases of a library for a query. Never changes.

    A *place* numbers the cases; those of dead ones stay empty and score 0.

    Args:
        pieces: the segments, the oldest first, each with its dead cases.
    """

    def __init__(self, pieces: Sequence[Piece] = ()) -> None:
        self._firsts = np.cumsum([0, *(len(segment.entries) for segment, _ in pieces)]).tolist()
        self._parts = tuple(
            _part(*piece, first) for piece, first in zip(pieces, self._firsts, strict=False)
        )
        self.live: Flags = np.ones(self._firsts[-1], np.bool_)
        self._documents = 0
        for part in self._parts:
            self._documents += part.segment.size
            if part.dead is not None:
                self.live[part.first : part.first + len(part.dead)] = ~part.dead
                self._documents -= int(part.segment.documents_of(part.dead).sum())

    def __len__(self) -> int:
        return int(self.live.sum())

    @property
    def segment_count(self) -> int:
        """Of how many segments it is made."""
        return len(self._parts)

    def entry(self, place: int) -> Entry:
        """The case at a place."""
        part = self._parts[bisect_right(self._firsts, place, hi=len(self._parts)) - 1]
        return part.segment.entries[place - part.first]

    def entries(self) -> Iterator[tuple[int, Entry]]:
        """Every live case with its place."""
        for part in self._parts:
            for at, entry in enumerate(part.segment.entries, part.first):
                if part.dead is None or self.live[at]:
                    yield at, entry

    def without(self, places: Iterable[int]) -> "Index":
        """This index without the cases at these places."""
        live = self.live.copy()
        live[list(places)] = False
        return self._of([(part.segment, self._dead(part, live)) for part in self._parts])

    def with_segment(self, added: Segment) -> "Index":
        """This index and the cases of another segment, none of which it has.

        Segments of like size are merged, so that there are never many and a posting is moved a few
        times only, however the cases came.
        """
        pieces = [(part.segment, part.dead) for part in self._parts]
        pieces.append((added, None))
        while len(pieces) > 1 and len(pieces[-2][0].entries) < _TIER * len(pieces[-1][0].entries):
            pieces[-2:] = [(merge(pieces[-2:]), None)]
        return self._of(pieces)

    def merged(self) -> Segment:
        """All live cases as one segment."""
        return merge([(part.segment, part.dead) for part in self._parts])

    def frequencies(self, ids: TermIds) -> Numbers:
        """In how many documents each term occurs."""
        return sum((_count(part, ids) for part in self._parts), np.zeros(len(ids), np.int64))

    def rarities(self, ids: TermIds) -> Scores:
        """How much each term says: 0 for one that is everywhere, most for one that is nowhere."""
        return self._rarities(self.frequencies(ids))

    def _rarities(self, found: Numbers) -> Scores:
        rarities: Scores = np.log1p((self._documents - found + 0.5) / (found + 0.5))
        return rarities

    def score(self, ids: TermIds, weights: Scores, among: Sequence[Flags] = ()) -> Scores:
        """The score of each place: that of its better language, and half of the other's.

        Exact for all cases of a library of some thousands. Beyond, exact for the leading ones, and
        for the rest what their rarer terms give, which is less.

        Args:
            ids: the terms of the query, each once.
            weights: how much each counts.
            among: flags of the cases among which the leading ones are looked for, once for each.
        """
        found = self.frequencies(ids)
        gains = weights * self._rarities(found) / FULL
        order = np.argsort(found, kind="stable")
        affordable = np.cumsum(found[order]) <= max(_POSTINGS, _POSTINGS_A_CASE * len(self.live))
        rare, common = order[affordable], order[~affordable]
        documents = [_add_up(part.segment, ids[rare], gains[rare]) for part in self._parts]
        scores = self._fuse(documents)
        if len(common):
            leading = np.unique(
                np.concatenate([_best(scores, some) for some in among or (self.live,)])
            )
            for part, totals in zip(self._parts, documents, strict=True):
                chosen = _documents_at(part, leading)
                totals[chosen] += gains[common] @ _impacts_in(part.segment, ids[common], chosen)
            scores = self._fuse(documents)
        return scores

    def says(self, places: Sequence[int], ids: TermIds) -> Flags:
        """Whether each case (columns) has each term (rows) in any of its languages."""
        says = np.zeros((len(ids), len(places)), np.bool_)
        asked = np.asarray(places, np.int64)
        for part in self._parts:
            columns = np.flatnonzero(
                (asked >= part.first) & (asked < part.first + len(part.segment.entries))
            )
            columns = columns[np.argsort(asked[columns])]
            if len(columns):
                documents = _documents_at(part, asked[columns])
                has = _impacts_in(part.segment, ids, documents) > 0
                sizes = np.diff(part.segment.firsts)[asked[columns] - part.first]
                says[:, columns] = np.logical_or.reduceat(has, np.cumsum(sizes) - sizes, axis=1)
        return says

    def _fuse(self, documents: Sequence[Scores]) -> Scores:
        """From the scores of documents to those of cases."""
        fused = np.zeros(len(self.live))
        for part, totals in zip(self._parts, documents, strict=True):
            firsts = part.segment.firsts[:-1]
            best = np.maximum.reduceat(totals, firsts)
            both = np.add.reduceat(totals, firsts)
            fused[part.first : part.first + len(firsts)] = best + _OTHER_LANGUAGE * (both - best)
        fused[~self.live] = 0.0
        return fused

    @classmethod
    def _of(cls, pieces: Iterable[Piece]) -> "Index":
        return cls([piece for piece in pieces if _lives(*piece)])

    @staticmethod
    def _dead(part: _Part, live: Flags) -> Flags | None:
        gone = ~live[part.first : part.first + len(part.segment.entries)]
        return gone if gone.any() else None


def _lives(segment: Segment, dead: Flags | None) -> bool:
    return bool(segment.entries) and (dead is None or not dead.all())


def _part(segment: Segment, dead: Flags | None, first: int) -> _Part:
    counts = None if dead is None else segment.count_postings(segment.documents_of(dead))
    return _Part(segment, dead, counts, first)


def _count(part: _Part, ids: TermIds) -> Numbers:
    """In how many live documents of a segment each term is."""
    begins, ends = part.segment.locate(ids)
    counts = ends - begins
    if part.dead_counts is not None:
        here = counts > 0
        counts[here] -= part.dead_counts[np.searchsorted(part.segment.terms, ids[here])]
    return counts


def _add_up(segment: Segment, ids: TermIds, gains: Scores) -> Scores:
    """For each document of a segment the sum of its impacts, weighted."""
    begins, ends = segment.locate(ids)
    here = ends > begins
    spans = list(zip(begins[here].tolist(), ends[here].tolist(), strict=True))
    if not spans:
        return np.zeros(segment.size)
    documents = np.concatenate([segment.documents[first:last] for first, last in spans])
    impacts = np.concatenate([segment.impacts[first:last] for first, last in spans])
    weights = np.repeat(gains[here].astype(np.float32), ends[here] - begins[here])
    return np.bincount(documents, impacts * weights, minlength=segment.size).astype(np.float64)


def _best(scores: Scores, among: Flags) -> npt.NDArray[np.intp]:
    """The places of the leading cases among those that are flagged."""
    places = np.flatnonzero(among)
    count = max(_LEADING, int(_LEADING_SHARE * len(places)))
    if len(places) <= count:
        return places
    return places[np.argpartition(-scores[places], count)[:count]]


def _documents_at(part: _Part, places: npt.NDArray[np.intp]) -> Numbers:
    """The documents of those cases that are in a segment, ascending."""
    flags = np.zeros(len(part.segment.entries), np.bool_)
    inside = places - part.first
    flags[inside[(inside >= 0) & (inside < len(flags))]] = True
    return np.flatnonzero(part.segment.documents_of(flags))


def _impacts_in(segment: Segment, ids: TermIds, documents: Numbers) -> npt.NDArray[np.uint8]:
    """The impact of each term (rows) in each of some documents (columns, ascending)."""
    impacts = np.zeros((len(ids), len(documents)), np.uint8)
    begins, ends = segment.locate(ids)
    wanted = documents.astype(np.uint32)
    for row, (first, last) in enumerate(zip(begins.tolist(), ends.tolist(), strict=True)):
        if first == last:
            continue
        postings = segment.documents[first:last]
        at = postings.searchsorted(wanted)
        at[at == last - first] = 0
        impacts[row] = segment.impacts[first:last][at] * (postings[at] == wanted)
    return impacts
