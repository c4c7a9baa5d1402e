"""Bags of terms: a text as the index reads it, numbers of terms and how much of each is said.

Owns which terms a word has and their numbering. A term's number is a hash of it, so that bags made
by another process or in another year fit together, and no table of terms has to be kept or grown.

The terms of a word are its stem, which counts twice, and its character n-grams. N-grams carry
typos, compounds and Korean endings; they are taken from the word with its edges marked, so that how
a word begins and ends counts more than its middle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from corpus.kept import Kept
from corpus.text import LONGEST_WORD, is_hangul, word_term

TermIds = npt.NDArray[np.uint64]
Amounts = npt.NDArray[np.float32]

_LATIN_SHORTEST = 3
_HANGUL_SHORTEST = 2
_LONGEST_GRAM = 5
_WORD_WEIGHT = 2

_MIXING = (np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53))


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


_NUMBERED: Kept[str, TermIds] = Kept(16_384)
"""Words whose terms are remembered: the same few thousand are in every text."""


@lru_cache(maxsize=65_536)
def term_id(term: str) -> int:
    """The number of a term: 64 bits of BLAKE2b, so that two terms practically never share one."""
    return int.from_bytes(blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def term_ids(some: Iterable[str]) -> TermIds:
    """The numbers of terms, in their order."""
    return np.fromiter(map(term_id, some), dtype=np.uint64)


def make_bag(words: Mapping[str, float], extra: Iterable[str] = ()) -> Bag:
    """The bag of words, each with its amount, and of terms that stand for no word."""
    pieces = _ids_of(list(words))
    sizes = [len(piece) for piece in pieces]
    others = term_ids(extra)
    ids = np.concatenate([*pieces, others]) if pieces else others
    amounts = np.ones(len(ids))
    amounts[: sum(sizes)] = np.repeat(np.fromiter(words.values(), dtype=np.float64), sizes)
    unique, places = np.unique(ids, return_inverse=True)
    summed = np.bincount(places, amounts, minlength=len(unique))
    return Bag(unique, summed.astype(np.float32))


def _ids_of(words: Sequence[str]) -> list[TermIds]:
    """For each word the numbers of its terms, as often as each counts.

    Words that are not kept are cut and numbered together: a hundred of them take 4 µs each, one
    alone takes 90.
    """
    found = {word: _NUMBERED.peek(word) for word in words}
    new = [word for word, ids in found.items() if ids is None]
    if new:
        numbered = zip(new, _number(new), strict=True)
        found.update((word, _NUMBERED.keep(word, ids)) for word, ids in numbered)
    return [ids for ids in found.values() if ids is not None]


def _number(words: Sequence[str]) -> Sequence[TermIds]:
    """For each word the numbers of its stem and n-grams.

    An n-gram's number is a weighted sum of its letters, mixed; weights are odd numbers of 64 bits.
    """
    wholes = term_ids(map(word_term, words))
    marked = [f"_{word[:LONGEST_WORD]}_" for word in words]
    owners = np.repeat(np.arange(len(words)), np.fromiter(map(len, marked), np.int64))
    hangul = np.fromiter(map(is_hangul, words), np.bool_)
    shortest = np.where(hangul, _HANGUL_SHORTEST, _LATIN_SHORTEST)[owners]
    letters = np.frombuffer("".join(marked).encode("utf-32-le", "replace"), np.uint32)
    numbers, whose = [wholes] * _WORD_WEIGHT, [np.arange(len(words))] * _WORD_WEIGHT
    sums = letters * _FACTORS[0]
    for size in range(_HANGUL_SHORTEST, _LONGEST_GRAM + 1):
        sums = sums[:-1] + letters[size - 1 :] * _FACTORS[size - 1]
        begins, ends = owners[: len(sums)], owners[size - 1 :]
        inside = (begins == ends) & (shortest[: len(sums)] <= size)
        numbers.append(_mixed(sums[inside]))
        whose.append(begins[inside])
    together = np.concatenate(whose)
    order = np.argsort(together, kind="stable")
    ends = np.cumsum(np.bincount(together, minlength=len(words)))
    return np.split(np.concatenate(numbers)[order], ends[:-1])


def _mixed(sums: TermIds) -> TermIds:
    """Spread what the sums say over all 64 bits: the finalizer of Appleby's MurmurHash3."""
    mixed = sums.copy()
    for factor in _MIXING:
        mixed ^= mixed >> np.uint64(33)
        mixed *= factor
    mixed ^= mixed >> np.uint64(33)
    return mixed


_FACTORS = term_ids(f"letter {place}" for place in range(_LONGEST_GRAM)) | np.uint64(1)
