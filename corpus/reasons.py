"""Reasons: why a case matches a query, in words that quote both sides.

Owns which reasons are worth giving and their order. Pairs of phrases come from `corpus.phrases`,
facets of the query from `corpus.facets`. A reason is never a stop word, a lone common word or a
score.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from corpus.case import Case
from corpus.entry import LANGUAGES, Entry, quotable_texts
from corpus.facets import FacetHit
from corpus.kept import Kept
from corpus.match import Reason
from corpus.phrases import Pair, PhraseBook
from corpus.query import Query
from corpus.vocabulary import Vocabulary

REASONS_LIMIT = 3

_PHRASE_REASONS = 2
_BOOKS_LIMIT = 1_024
_RARE_SHARE = 0.04
_COMMON_SHARE = 0.25
_FACET_SHARE = 0.2
_LENGTH_COST = 0.25


@dataclass(frozen=True, slots=True)
class _Ranked:
    strength: float
    reason: Reason


class Explainer:
    """Finds the reasons for the cases of one library; keeps the phrases of the last ones."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._books: Kept[tuple[str, str], PhraseBook] = Kept(_BOOKS_LIMIT)
        self._rare = math.log(1 / _RARE_SHARE)
        self._common = math.log(1 / _COMMON_SHARE)

    def explain(self, query: Query, case: Case, entry: Entry, lang: str) -> tuple[Reason, ...]:
        """At most three reasons, strongest first; none when nothing worth saying is shared."""
        pairs = self._best_pairs(query, case)
        explained = {name for pair in pairs for name in pair.shared}
        ranked = [_Ranked(pair.strength, _phrase_reason(pair)) for pair in pairs]
        ranked += self._facets(query, entry, lang, explained)
        ranked.sort(key=lambda each: (-each.strength, each.reason.query_text))
        return tuple(each.reason for each in ranked[:REASONS_LIMIT])

    def _best_pairs(self, query: Query, case: Case) -> list[Pair]:
        """The strongest pair, then the strongest about other words of the query.

        A phrase of the query that was quoted already is quoted again for two words at least.
        """
        book = self._book(case, _quoted_language(case, query.lang))
        told = book.recognise(query.spelt, query.translations)
        says_something = self._what_says_something(query.rarities)
        found = [
            pair
            for said in query.phrases
            for pair in book.pairs(said, told, query.rarities, says_something)
        ]
        chosen: list[Pair] = []
        while found and len(chosen) < _PHRASE_REASONS:
            best = max(found, key=_worth)
            chosen.append(best)
            used = {name for pair in chosen for name in pair.shared}
            found = [
                pair
                for pair in found
                if used.isdisjoint(pair.shared)
                and (len(pair.shared) > 1 or all(pair.said != other.said for other in chosen))
            ]
        return chosen

    def _book(self, case: Case, lang: str) -> PhraseBook:
        """The phrases of a case in one language."""
        return self._books.get((case.id, lang), lambda: PhraseBook(quotable_texts(case, lang)))

    def _what_says_something(
        self, rarities: Mapping[str, float]
    ) -> Callable[[Collection[str]], bool]:
        """Whether some of the stems of a query say something: one rare one, or two not common."""
        rare = {name for name, rarity in rarities.items() if rarity >= self._rare}
        telling = {name for name, rarity in rarities.items() if rarity >= self._common}

        def says_something(names: Collection[str]) -> bool:
            return not rare.isdisjoint(names) or len(telling.intersection(names)) > 1

        return says_something

    def _facets(self, query: Query, entry: Entry, lang: str, explained: set[str]) -> list[_Ranked]:
        """The facets that both have and no phrase explains; of one phrase the rarest."""
        told = zip(query.facets, query.facet_rarities, query.facet_stems, strict=True)
        shared = [
            (rarity * hit.score, hit)
            for hit, rarity, stems in told
            if hit.slug in entry.slugs
            and rarity >= math.log(1 / _FACET_SHARE)
            and not explained.issuperset(stems)
        ]
        shared.sort(key=lambda each: (-each[0], each[1].start, each[1].facet, each[1].slug))
        chosen: list[FacetHit] = []
        for _, hit in shared:
            if all(hit.end <= other.start or hit.start >= other.end for other in chosen):
                chosen.append(hit)
        return [
            _Ranked(strength, self._facet_reason(hit, lang))
            for strength, hit in shared
            if hit in chosen
        ]

    def _facet_reason(self, hit: FacetHit, lang: str) -> Reason:
        label = self._vocabulary.label(hit.facet, hit.slug, lang)
        return Reason("facet", label, hit.phrase, hit.slug)


def _phrase_reason(pair: Pair) -> Reason:
    said, told = pair.quotes()
    return Reason("phrase", f"“{said}” ↔ “{told}”", said, told)


def _worth(pair: Pair) -> tuple[float, str, str]:
    """Strength, less for long phrases: the shorter quote says it more plainly; ties by text."""
    length = (len(pair.said.stems) + len(pair.told.stems)) ** _LENGTH_COST
    return pair.strength / length, pair.told.text, pair.said.text


def _quoted_language(case: Case, lang: str) -> str:
    """The query's language where the case is written in it, else the one it is written in."""
    others = (other for other in LANGUAGES if other != lang)
    return next((each for each in (lang, *others) if any(quotable_texts(case, each))), lang)
