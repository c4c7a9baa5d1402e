"""Bags of terms: a text as the index reads it, numbers of terms and how much of each is said.

Owns the numbering of terms. A term's number is a hash of it, so that bags made by another process
or in another year fit together, and no table of terms has to be kept or grown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from corpus.text import terms

TermIds = npt.NDArray[np.uint64]
Amounts = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Bag:
    """The terms of a text.

    Attributes:
        ids: numbers of the terms, ascending, each once.
        amounts: how much of each is said; same length.
    """

    ids: TermIds
    amounts: Amounts

    @property
    def length(self) -> float:
        """How much is said in all."""
        return float(self.amounts.sum(dtype=np.float64))


def term_id(term: str) -> int:
    """The number of a term: 64 bits of BLAKE2b, so that two terms practically never share one."""
    return int.from_bytes(blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def term_ids(some: Iterable[str]) -> TermIds:
    """The numbers of terms, in their order."""
    return np.fromiter(map(term_id, some), dtype=np.uint64)


def make_bag(words: Mapping[str, float], extra: Iterable[str] = ()) -> Bag:
    """The bag of words, each with its amount, and of terms that stand for no word."""
    pieces = [_ids_of(word) for word in words]
    sizes = [len(piece) for piece in pieces]
    others = term_ids(extra)
    ids = np.concatenate([*pieces, others]) if pieces else others
    amounts = np.ones(len(ids))
    amounts[: sum(sizes)] = np.repeat(np.fromiter(words.values(), dtype=np.float64), sizes)
    unique, places = np.unique(ids, return_inverse=True)
    summed = np.bincount(places, amounts, minlength=len(unique))
    return Bag(unique, summed.astype(np.float32))


@lru_cache(maxsize=16_384)
def _ids_of(word: str) -> TermIds:
    """The numbers of a word's index terms, as often as each counts."""
    return term_ids(terms(word))
