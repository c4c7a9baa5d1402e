"""The inverted index: BM25 over documents given as counted words.

Owns the numbering of terms and the scoring of documents. What a term is comes from `corpus.text`;
which documents belong to one case, and what a score means, is the matcher's.
"""

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import bm25s
import numpy as np
import numpy.typing as npt

from corpus.text import terms

Scores = npt.NDArray[np.float64]

_K1 = 1.2
_B = 0.4


class Lexicon:
    """Terms and their numbers. Grows only: a number, once given, stays."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._words: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, term: str) -> int | None:
        """The number of a term, None when no document ever had it."""
        return self._numbers.get(term)

    def bag(self, counts: Mapping[str, int], extra: Iterable[str] = ()) -> "Bag":
        """The bag of a document: its counted words, and terms that stand for no word."""
        numbers = [self._numbers_of(word) for word in counts]
        lengths = [len(some) for some in numbers]
        ids = np.fromiter(chain(chain.from_iterable(numbers), map(self._give, extra)), np.int32)
        weights = np.ones(len(ids))
        weights[: sum(lengths)] = np.repeat(list(counts.values()), lengths)
        unique, places = np.unique(ids, return_inverse=True)
        return Bag(unique, np.bincount(places, weights).astype(np.int32))

    def _numbers_of(self, word: str) -> tuple[int, ...]:
        known = self._words.get(word)
        if known is None:
            known = self._words[word] = tuple(map(self._give, terms(word)))
        return known

    def _give(self, term: str) -> int:
        return self._numbers.setdefault(term, len(self._numbers))


@dataclass(frozen=True, slots=True)
class Bag:
    """A document as the index reads it: numbers of its terms and how often each occurs."""

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]


class Index:
    """Scores all documents for a query. Never changes; build another one for other documents.

    The building is done by bm25s; it has no way to weight the terms of a query, so the scores are
    summed here from its matrix (one column a term).
    """

    def __init__(self, lexicon: Lexicon, bags: Sequence[Bag]) -> None:
        # bm25s puts its logger at DEBUG when imported and writes there while it builds.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._lexicon = lexicon
        self._size = len(bags)
        self._data: npt.NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self._documents: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._starts: npt.NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        if bags:
            matrix = _build(bags, len(lexicon))
            self._data, self._documents = matrix["data"], matrix["indices"]
            self._starts = np.asarray(matrix["indptr"], dtype=np.int64)

    def __len__(self) -> int:
        return self._size

    def frequency(self, term: str) -> int:
        """In how many documents a term occurs."""
        start, end = self._span(term)
        return end - start

    def documents(self, term: str) -> npt.NDArray[np.int32]:
        """The places of the documents that have a term."""
        start, end = self._span(term)
        return self._documents[start:end]

    def rarity(self, term: str) -> float:
        """How much a term says: 0 for one that is everywhere, most for one that is nowhere."""
        return self._rarity(self.frequency(term))

    def _rarity(self, found: int) -> float:
        return math.log1p((self._size - found + 0.5) / (found + 0.5))

    def _rarities(self, found: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        rarities: npt.NDArray[np.float64] = np.log1p((self._size - found + 0.5) / (found + 0.5))
        return rarities

    def score(self, query: Mapping[str, float]) -> Scores:
        """The BM25 score of every document, in their order, for a query's weighted terms."""
        numbers, weights = self._known(query)
        starts = self._starts[numbers]
        lengths = self._starts[numbers + 1] - starts
        ends = np.cumsum(lengths)
        # One long list of places: of each term's column, all entries, column after column.
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(
            starts - ends + lengths, lengths
        )
        gains = self._data[places] * np.repeat(weights, lengths)
        scores = np.bincount(self._documents[places], gains, minlength=self._size)
        return scores.astype(np.float64)

    def ceiling(self, query: Mapping[str, float]) -> float:
        """A score that no document can exceed for this query: all of its terms, said endlessly."""
        numbers, weights = self._known(query)
        found = self._starts[numbers + 1] - self._starts[numbers]
        unknown = (sum(query.values()) - float(weights.sum())) * self._rarity(0)
        return unknown + float((weights * self._rarities(found)).sum())

    def _known(
        self, query: Mapping[str, float]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Numbers and weights of those terms of a query that stand in the matrix."""
        width = len(self._starts) - 1
        known = [
            (number, weight)
            for term, weight in query.items()
            if (number := self._lexicon.number(term)) is not None and number < width
        ]
        numbers = np.array([number for number, _ in known], dtype=np.int64)
        return numbers, np.array([weight for _, weight in known], dtype=np.float64)

    def _span(self, term: str) -> tuple[int, int]:
        number = self._lexicon.number(term)
        if number is None or number + 1 >= len(self._starts):
            return 0, 0
        return int(self._starts[number]), int(self._starts[number + 1])


def _build(bags: Sequence[Bag], width: int) -> dict[str, Any]:
    """The matrix of scores as bm25s makes it, in compressed columns."""
    documents = [np.repeat(bag.ids, bag.counts).tolist() for bag in bags]
    builder = bm25s.BM25(k1=_K1, b=_B, method="lucene")
    matrix: dict[str, Any] = builder.build_index_from_ids(
        unique_token_ids=list(range(width)), corpus_token_ids=documents, show_progress=False
    )
    return matrix
