"""Every spelling of every term, arranged so that a text can be looked up while it is walked.

Owns how a spelling is compared (`key`) and which words a typo may stand for. Does not read files
and does not walk texts.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
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
_AFTER_ALL = "\U0010ffff"
"""No character: it sorts behind every key, so that a search never runs off their end."""


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
    return "".join(pieces(alias)[1])


class AliasIndex:
    """Look-up from keys to terms, with prefixes and typo correction. Immutable once built."""

    def __init__(self, terms: Iterable[Term], lookalikes: Lookalikes) -> None:
        """Index the spellings of `terms`; a spelling claimed twice stays with the first."""
        self._spellings: dict[str, tuple[Spelling, ...]] = {}
        words: set[str] = set()
        for term in terms:
            for alias in term.spellings:
                words.update(self._add(term, alias))
        words = {word for word in words if word.isascii() and word.isalpha()}
        self._known = words | {stem(word) for word in words}
        self._known.update(lookalikes.well_spelt)
        for phrase in lookalikes.covering:
            self._spellings.setdefault(key(phrase), ())
            self._known.update(pieces(phrase)[0])
        self._keys = [*sorted(self._spellings), _AFTER_ALL]
        self.longest = max(map(len, self._spellings), default=0)
        self._by_size: dict[tuple[str, int], list[str]] = {}
        for word in sorted(words):
            if len(word) >= TYPO_MIN_LETTERS:
                self._by_size.setdefault((word[0], len(word)), []).append(word)

    def _add(self, term: Term, alias: str) -> list[str]:
        """File one spelling under its keys; returns its words."""
        words, stems = pieces(alias)
        spelling = Spelling(term, alias, len(words))
        short, whole = "".join(stems), "".join(words)
        self._file(short, spelling)
        if whole != short:
            self._file(whole, spelling)
        last = words[-1]
        if len(last) <= _SHORT_PLURAL_MAX and last.isascii() and last.isalpha() and last[-1] != "s":
            self._file(short + "s", spelling)
            if whole != short:
                self._file(whole + "s", spelling)
        return words

    def _file(self, found: str, spelling: Spelling) -> None:
        """Put a spelling under a key, unless another term of its facet has the key."""
        claimed = self._spellings.get(found)
        if claimed is None:
            self._spellings[found] = (spelling,)
        elif all(other.term.facet != spelling.term.facet for other in claimed):
            self._spellings[found] = (*claimed, spelling)

    def get(self, found: str) -> tuple[Spelling, ...] | None:
        """The spellings with this key, at most one a facet; empty for a look-alike."""
        return self._spellings.get(found)

    def look(self, found: str) -> tuple[bool, bool]:
        """Whether `found` is a key, and whether it is the beginning of a longer one."""
        at = bisect_left(self._keys, found)
        known = self._keys[at] == found
        return known, self._keys[at + known].startswith(found)

    def correct(self, word: str) -> tuple[str, int] | None:
        """The word of an alias that `word` misspells, stemmed, and the number of typos.

        None for words that are spelt right, shorter than five letters, or not of Latin letters.
        A typo is a letter too many, missing, wrong or swapped; never the first one.
        """
        if len(word) < TYPO_MIN_LETTERS or not word.isascii() or not word.isalpha():
            return None
        if word in self._known or stem(word) in self._known:
            return None
        best = min(self._near(word, 2 if len(word) >= _TWO_TYPOS_FROM else 1), default=None)
        return None if best is None else (stem(best[1]), best[0])

    def _near(self, word: str, allowed: int) -> Iterator[tuple[int, str]]:
        """Words of aliases within so many typos, the nearest of each length."""
        for size in range(len(word) - allowed, len(word) + allowed + 1):
            some = self._by_size.get((word[0], size), ())
            found = process.extractOne(word, some, scorer=OSA.distance, score_cutoff=allowed)
            if found is not None:
                yield int(found[1]), found[0]
