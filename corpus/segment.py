"""A segment: the inverted index of a fixed set of cases, as plain arrays that can lie in a file.

Owns the layout, building and merging. Impacts are BM25's share of a term in a document without the
rarity of the term, so that they never depend on what else the library holds; rarity is
`corpus.index`'s, over all segments.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from corpus.bag import Bag, TermIds
from corpus.entry import Entry

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

FULL = 255
"""The impact of a term said endlessly."""

_K1 = 1.2
_B = 0.4
"""How much a long document has to say more. Cases are written by one rule, so that a long one tells
more, not the same in more words: of 309 real cases hit@1 is .93 with this, .91 with .6; of 1,000
synthetic ones, all alike in length, it is the same."""

_USUAL_LENGTH = 3_200.0
"""Length of a usual document of the shipped library. A constant, not the average of the segment:
how much a document says must not depend on its neighbours."""

_COMMON_SHARE = 0.2
_COMMON_LEAST = 64
"""A term is common when it is in more than this share of the documents, and in more than so many.
With 1,000 cases three postings in four that a labelled query meets are of such terms; their columns
take 3.3 KB a case."""

_CHUNK = 4_000_000
"""Postings that are moved at a time when segments are merged; bounds the memory it takes."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Cases and their postings. A case has one document for each language it is written in.

    Attributes:
        entries: the cases.
        firsts: for each case its first document, then the number of documents.
        terms: numbers of the terms, ascending.
        starts: for each term its first posting, then the number of postings.
        documents: for each posting the document, ascending within a term.
        impacts: for each posting how much the document says of the term, of `FULL`.
        column_slots: which terms are laid out as columns, too, by their places in `terms`.
        columns: for each of these a row with the impact in each document. Most postings that a
            query meets are of a few common n-grams, and a matrix is added up much faster.
    """

    entries: tuple[Entry, ...]
    firsts: npt.NDArray[np.int32]
    terms: TermIds
    starts: Numbers
    documents: npt.NDArray[np.uint32]
    impacts: npt.NDArray[np.uint8]
    column_slots: Numbers
    columns: npt.NDArray[np.uint8]

    @classmethod
    def build(cls, cases: Sequence[tuple[Entry, Sequence[Bag]]]) -> "Segment":
        """The segment of these cases, each with at least one bag."""
        bags = [bag for _, some in cases for bag in some]
        lengths = [len(bag.ids) for bag in bags]
        ids = np.concatenate([bag.ids for bag in bags]) if bags else np.zeros(0, np.uint64)
        impacts = np.concatenate([_impacts(bag) for bag in bags]) if bags else np.zeros(0, np.uint8)
        documents = np.repeat(np.arange(len(bags), dtype=np.uint32), lengths)
        order = np.argsort(ids, kind="stable")  # stable: documents stay ascending within a term
        terms, starts = np.unique(ids[order], return_index=True)
        return cls.of(
            entries=tuple(entry for entry, _ in cases),
            firsts=np.cumsum([0, *(len(some) for _, some in cases)], dtype=np.int32),
            terms=terms,
            starts=np.append(starts, len(ids)).astype(np.int64),
            documents=documents[order],
            impacts=impacts[order],
        )

    @classmethod
    def of(
        cls,
        entries: tuple[Entry, ...],
        firsts: npt.NDArray[np.int32],
        terms: TermIds,
        starts: Numbers,
        documents: npt.NDArray[np.uint32],
        impacts: npt.NDArray[np.uint8],
    ) -> "Segment":
        """The segment of these postings; its common terms are laid out as columns, too."""
        size = int(firsts[-1])
        least = max(_COMMON_LEAST, _COMMON_SHARE * size)
        slots = np.flatnonzero(np.diff(starts) > least)
        columns = np.zeros((len(slots), size), np.uint8)
        for column, slot in zip(columns, slots.tolist(), strict=True):
            first, last = starts[slot], starts[slot + 1]
            column[documents[first:last]] = impacts[first:last]
        return cls(entries, firsts, terms, starts, documents, impacts, slots, columns)

    @property
    def size(self) -> int:
        """The number of documents."""
        return int(self.firsts[-1])

    def locate(self, ids: TermIds) -> Numbers:
        """The slot of each of these terms, its place in `terms`; -1 for one that is not here."""
        if not len(self.terms):
            return np.full(len(ids), -1)
        slots = self.terms.searchsorted(ids)
        slots[slots == len(self.terms)] = 0
        return np.where(self.terms[slots] == ids, slots, -1)

    def postings_of(self, slots: Numbers) -> tuple[Numbers, Numbers]:
        """Where the postings of some terms are, term after term.

        Args:
            slots: from `locate`.

        Returns:
            For each posting the place of its term in `slots`, and its own place.
        """
        here = np.flatnonzero(slots >= 0)
        starts = self.starts[slots[here]]
        sizes = self.starts[slots[here] + 1] - starts
        ends = np.cumsum(sizes)
        count = int(ends[-1]) if len(ends) else 0
        return np.repeat(here, sizes), np.arange(count) + np.repeat(starts - ends + sizes, sizes)

    def documents_of(self, cases: Flags) -> Flags:
        """The documents of the marked cases."""
        return np.repeat(cases, np.diff(self.firsts))

    def count_postings(self, documents: Flags) -> Numbers:
        """For each term, in how many of the marked documents it is."""
        counts = np.zeros(len(self.terms), np.int64)
        for first in range(0, len(self.documents), _CHUNK):
            chosen = np.flatnonzero(documents[self.documents[first : first + _CHUNK]]) + first
            slots = np.searchsorted(self.starts, chosen, side="right") - 1
            counts += np.bincount(slots, minlength=len(counts))
        return counts


Piece: TypeAlias = tuple[Segment, Flags | None]
"""A segment, and which of its cases are dead: gone, or come again elsewhere. None for none."""


def merge(pieces: Sequence[Piece]) -> Segment:
    """One segment of several; dead cases are left out.

    Postings are counted first and then moved to their places, a chunk at a time.
    """
    parts = [_Moving.of(*piece) for piece in (pieces or [(Segment.build([]), None)])]
    terms = np.unique(np.concatenate([part.segment.terms[part.counts > 0] for part in parts]))
    totals = np.zeros(len(terms), np.int64)
    for part in parts:
        part.places = np.searchsorted(terms, part.segment.terms)
        totals[part.places[part.counts > 0]] += part.counts[part.counts > 0]
    starts = np.concatenate([[0], np.cumsum(totals)])
    documents, impacts = np.empty(starts[-1], np.uint32), np.empty(starts[-1], np.uint8)
    cursor, before = starts[:-1].copy(), 0
    for part in parts:
        part.move(cursor, before, documents, impacts)
        cursor[part.places[part.counts > 0]] += part.counts[part.counts > 0]
        before += int(part.alive.sum())
    sizes = np.concatenate([np.diff(part.segment.firsts)[part.kept] for part in parts])
    return Segment.of(
        entries=tuple(entry for part in parts for entry in part.entries()),
        firsts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        terms=terms,
        starts=starts,
        documents=documents,
        impacts=impacts,
    )


@dataclass(slots=True)
class _Moving:
    """A segment on its way into another.

    Attributes:
        segment: the postings.
        kept: which of its cases live.
        alive: which of its documents live.
        counts: for each of its terms, how many postings live.
        places: for each of its terms, where it is in the new list of terms.
    """

    segment: Segment
    kept: Flags
    alive: Flags
    counts: Numbers
    places: Numbers

    @classmethod
    def of(cls, segment: Segment, dead: Flags | None) -> "_Moving":
        kept = np.ones(len(segment.entries), np.bool_) if dead is None else ~dead
        counts = np.diff(segment.starts)
        if dead is not None:
            counts = counts - segment.count_postings(segment.documents_of(dead))
        return cls(segment, kept, segment.documents_of(kept), counts, np.zeros(0, np.int64))

    def entries(self) -> Iterator[Entry]:
        """The cases that live."""
        return compress(self.segment.entries, self.kept.tolist())

    def move(
        self,
        cursor: Numbers,
        before: int,
        documents: npt.NDArray[np.uint32],
        impacts: npt.NDArray[np.uint8],
    ) -> None:
        """Write the live postings to their places.

        Args:
            cursor: for each of the new terms, where its next posting goes.
            before: how many documents other segments have put in front.
            documents: the new documents.
            impacts: the new impacts.
        """
        renamed = (np.cumsum(self.alive) - 1 + before).astype(np.uint32)
        begins = np.zeros(len(self.counts), np.int64)
        begins[self.counts > 0] = cursor[self.places[self.counts > 0]]
        slot = 0
        while slot < len(self.segment.terms):
            stop = self._next(slot)
            first, last = int(self.segment.starts[slot]), int(self.segment.starts[stop])
            chosen = self.segment.documents[first:last]
            stays = self.alive[chosen]
            sizes = self.counts[slot:stop]
            ends = np.cumsum(sizes)
            targets = np.arange(int(ends[-1])) + np.repeat(begins[slot:stop] - ends + sizes, sizes)
            documents[targets] = renamed[chosen[stays]]
            impacts[targets] = self.segment.impacts[first:last][stays]
            slot = stop

    def _next(self, slot: int) -> int:
        """The end of the terms from `slot` on whose postings are one chunk, or one term's."""
        reach = int(self.segment.starts[slot]) + _CHUNK
        return max(slot + 1, int(np.searchsorted(self.segment.starts, reach, "right")) - 1)


def _impacts(bag: Bag) -> npt.NDArray[np.uint8]:
    """BM25's saturated share of each term in a document, before its rarity (0..1, of `FULL`).

    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), without the factor
    k1 + 1, which is the same for all. Never 0: a term that is there counts.
    """
    norm = _K1 * (1 - _B + _B * bag.length / _USUAL_LENGTH)
    shares = np.rint(bag.amounts / (bag.amounts + norm) * FULL)
    impacts: npt.NDArray[np.uint8] = np.maximum(1, shares).astype(np.uint8)
    return impacts
