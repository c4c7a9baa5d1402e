"""The index: segments that together hold the library, and the scores of their cases for a query.

Owns how rare a term is and the fusing of a case's two languages. What a term is comes from
`corpus.text`, how the postings of a segment are added up from `corpus.scoring`, what a score means
is the matcher's. An index never changes; one with other cases shares its segments.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corpus.bag import TermIds
from corpus.entry import Entry
from corpus.scoring import Scores, add_up
from corpus.segment import Flags, Numbers, Piece, Segment, merge

_OTHER_LANGUAGE = 0.5
"""What the weaker of a bilingual case's two texts adds: half of its own score."""

_TIER = 4
"""A segment is merged with the one before it when that one is less than so many times larger."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a query gives.

    Attributes:
        scores: of each place.
        ceiling: a score that no document exceeds in one language.
    """

    scores: Scores
    ceiling: float


@dataclass(frozen=True, slots=True)
class _Part:
    """A segment in an index.

    Attributes:
        segment: the postings.
        dead: its cases that are gone or came again in a later segment; None for none.
        counts: for each of its terms, in how many documents of live cases it is.
        first: the place of its first case among all.
    """

    segment: Segment
    dead: Flags | None
    counts: Numbers
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
        return self._count([part.segment.locate(ids) for part in self._parts], len(ids))

    def _count(self, slots: Sequence[Numbers], terms: int) -> Numbers:
        """The same for terms that were located in each part."""
        counts = np.zeros(terms, np.int64)
        for part, some in zip(self._parts, slots, strict=True):
            here = np.flatnonzero(some >= 0)
            counts[here] += part.counts[some[here]]
        return counts

    def rarities(self, frequencies: Numbers) -> Scores:
        """How much terms say that occur in so many documents.

        0 for one that is everywhere, most for one that is nowhere.
        """
        rarities: Scores = np.log1p((self._documents - frequencies + 0.5) / (frequencies + 0.5))
        return rarities

    def score(self, ids: TermIds, weights: Scores) -> Scored:
        """The score of each place: that of its better language, and half of the other's.

        Args:
            ids: the terms of the query, each once.
            weights: how much each counts.
        """
        located = [part.segment.locate(ids) for part in self._parts]
        gains = weights * self.rarities(self._count(located, len(ids)))
        scores = np.zeros(len(self.live))
        for part, slots in zip(self._parts, located, strict=True):
            firsts = part.segment.firsts[:-1]
            totals = add_up(part.segment, slots, gains)
            best = np.maximum.reduceat(totals, firsts)
            both = np.add.reduceat(totals, firsts)
            scores[part.first : part.first + len(firsts)] = best + _OTHER_LANGUAGE * (both - best)
        scores[~self.live] = 0.0
        return Scored(scores, float(gains.sum()))

    def says(self, places: Sequence[int], ids: TermIds) -> Flags:
        """Whether each case (columns) has each term (rows) in any of its languages."""
        says = np.zeros((len(ids), len(places)), np.bool_)
        for part in self._parts:
            column_of = np.full(part.segment.size, -1, np.int32)
            for column, place in enumerate(places):
                at = place - part.first
                if 0 <= at < len(part.segment.entries):
                    first, stop = part.segment.firsts[at : at + 2]
                    column_of[first:stop] = column
            rows, postings = part.segment.postings_of(part.segment.locate(ids))
            columns = column_of[part.segment.documents[postings]]
            found = columns >= 0
            says[rows[found], columns[found]] = True
        return says

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
    counts = np.diff(segment.starts)
    if dead is not None:
        counts -= segment.count_postings(segment.documents_of(dead))
    return _Part(segment, dead, counts, first)
