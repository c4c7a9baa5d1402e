"""Every spelling of every term, arranged so that a text can be looked up while it is walked.

Owns how a spelling is compared (`key`) and which words a typo may stand for. Does not read files
and does not walk texts.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from corpus.vocabulary.term import Term
from corpus.vocabulary.tokens import pieces, stem

TYPO_MIN_LETTERS = 5
"""Shorter words are matched only whole: "lab" is no "lag", "kube" no "tube"."""

_TWO_TYPOS_FROM = 9
_SHORT_PLURAL_MAX = 3


class Spelling(NamedTuple):
    """One alias of one term, and the number of words it is written in."""

    term: Term
    alias: str
    words: int


@dataclass(frozen=True, slots=True)
class Lookalikes:
    """What resembles an alias and means something else.

    Attributes:
        covering: phrases inside which nothing is read as an alias ("hang on").
        well_spelt: English words that are never taken for a typo of an alias ("probate").
    """

    covering: tuple[str, ...] = ()
    well_spelt: tuple[str, ...] = ()


def key(alias: str) -> str:
    """The form in which a spelling is compared: words without endings, joined.

    >>> [key(alias) for alias in ("crash loop back-off", "CrashLoopBackOff")]
    ['crashloopbackoff', 'crashloopbackoff']
    """
    return "".join(short for _, short in pieces(alias))


class AliasIndex:
    """Look-up from keys to terms, with prefixes and typo correction. Immutable once built."""

    def __init__(self, terms: Iterable[Term], lookalikes: Lookalikes) -> None:
        """Index the spellings of `terms`; a spelling claimed twice stays with the first."""
        self._spellings: dict[str, tuple[Spelling, ...]] = {}
        words: set[str] = set()
        for term in terms:
            for alias in term.spellings:
                words.update(self._add(term, alias))
        self._known = words | {stem(word) for word in words}
        self._known.update(lookalikes.well_spelt)
        for phrase in lookalikes.covering:
            self._spellings.setdefault(key(phrase), ())
            self._known.update(raw for raw, _ in pieces(phrase))
        self._keys = sorted(self._spellings)
        self.longest = max(map(len, self._keys), default=0)
        self._by_letter: dict[str, list[str]] = {}
        for word in sorted(words):
            if len(word) >= TYPO_MIN_LETTERS:
                self._by_letter.setdefault(word[0], []).append(word)

    def _add(self, term: Term, alias: str) -> list[str]:
        """File one spelling under its keys; returns its Latin words."""
        cut = pieces(alias)
        spelling = Spelling(term, alias, len(cut))
        keys = {"".join(short for _, short in cut), "".join(raw for raw, _ in cut)}
        last = cut[-1][0]
        if len(last) <= _SHORT_PLURAL_MAX and last.isascii() and last.isalpha() and last[-1] != "s":
            keys |= {found + "s" for found in keys}
        for found in keys:
            claimed = self._spellings.get(found, ())
            if all(other.term.facet != term.facet for other in claimed):
                self._spellings[found] = (*claimed, spelling)
        return [raw for raw, _ in cut if raw.isascii() and raw.isalpha()]

    def get(self, found: str) -> tuple[Spelling, ...] | None:
        """The spellings with this key, at most one a facet; empty for a look-alike."""
        return self._spellings.get(found)

    def knows(self, found: str) -> bool:
        """Whether this is the key of a spelling or a look-alike."""
        return found in self._spellings

    def has_longer(self, found: str) -> bool:
        """Whether some key begins with `found` and goes on."""
        at = bisect_left(self._keys, found)
        if at < len(self._keys) and self._keys[at] == found:
            at += 1
        return at < len(self._keys) and self._keys[at].startswith(found)

    def correct(self, word: str) -> tuple[str, int] | None:
        """The word of an alias that `word` misspells, stemmed, and the number of typos.

        None for words that are spelt right, shorter than five letters, or not of Latin letters.
        A typo is a letter too many, missing, wrong or swapped; never the first one.
        """
        if len(word) < TYPO_MIN_LETTERS or not word.isascii() or not word.isalpha():
            return None
        if word in self._known or stem(word) in self._known:
            return None
        allowed = 2 if len(word) >= _TWO_TYPOS_FROM else 1
        best = process.extractOne(
            word, self._by_letter.get(word[0], ()), scorer=OSA.distance, score_cutoff=allowed
        )
        if best is None:
            return None
        return stem(best[0]), int(best[1])
