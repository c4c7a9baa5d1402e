"""Similar cases: the past incidents that are worth reading beside one case, and why.

Owns what makes two cases similar, the cut below which nothing is worth reading, and the reasons.
Where cases, frequencies and scores come from is the shelf's; links are those of `corpus.likeness`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from typing import Protocol

from corpus.case import FACETS, Case
from corpus.entry import LANGUAGES, quotable_texts
from corpus.likeness import Likeness, LikenessKind, Profile, find_links, link_rank
from corpus.phrases import Phrase, PhraseBook, cut_phrases
from corpus.text import count_words, damped, places, word_term, words

LIMIT = 8
"""Similar cases of a case; who wants more is searching."""

WORTH = 0.18
"""The score from which a case is worth reading; chosen where the worth falls off.

Of the pairs of 60 shipped cases, judged by hand, most of those just above were worth a look (nine
in ten from .18 to .20), and every second one just below (.16 to .18).
"""

EVIDENCE = 4.0
"""What the facets in common must say together; by chance one pair of cases in fifty has as much.

Of the judged pairs above `WORTH` that have less, or only what stood by, one in three was worth a
look.
"""

REASONS_LIMIT = 3

_STANDING_BY = ("trigger", "contributing")
"""Facets that say how it could come to it and not what failed: no likeness by themselves."""

_LARGE_PART = 0.27
"""Share of the other cases from which having a facet says nothing."""

_FADING = 0.05
"""Below that share the weight fades in, so that one case more in the library changes little."""

_TOLD = 1.0
"""What a facet must say to be told as a reason; what one case in four has is counted, not told."""

_RAREST = 3.5
"""The most that a facet or a word says: what one in thirty has, and all that is rarer."""

_NAMED = 0.7
"""What the facets of a case count that only names them: much stands in a text that only stood by.

Of 60 cases with nothing but their texts, nine in ten of those listed are worth a look with it, and
every second one without.
"""

_SHARED_LIMIT = 4
_TERMS_LIMIT = 400
"""Distinct words of a case that are compared, in the order of its text; a long story has 250."""

_PHRASE_WORDS = 3
_PHRASE_WORTH = 5.0
"""What two phrases must have in common to be quoted: the rarity of the words in both, times the
root of the part of all their words that these are. Most pairs just below are alike by chance, in
Korean more often than in English; few of those above are.
"""


@dataclass(frozen=True, slots=True)
class SimilarCase:
    """A case worth reading beside another, its score in 0..1, and one to three reasons."""

    case: Case
    score: float
    reasons: tuple[Likeness, ...]


class Shelf(Protocol):
    """The library as one reader may see it."""

    def __len__(self) -> int:
        """How many cases there are, seen or not."""

    def profiles(self) -> Mapping[str, Profile]:
        """The profiles of all cases that the reader may see, by id."""

    def frequency(self, slug: str) -> int:
        """How many cases have a facet in their profile, seen or not."""

    def twins(self, case_id: str) -> Collection[str]:
        """The ids of the cases that are the same incident, seen or not."""

    def shown(self, ids: Collection[str]) -> str:
        """Of several twins that the reader may see, the one to show."""

    def scores(self, weights: Mapping[str, float]) -> Mapping[str, float]:
        """The score of every case for weighted index terms, as a lookup has it; 0 may be absent."""

    def rarities(self, terms: Sequence[str]) -> Sequence[float]:
        """How much each of some index terms says: 0 for one that is everywhere."""

    def case(self, case_id: str) -> Case | None:
        """A case that the reader may see; None when it has just been removed."""


def find_similar(
    shelf: Shelf, case: Case, *, lang: str, limit: int = LIMIT
) -> tuple[SimilarCase, ...]:
    """The cases worth reading beside one, at most `LIMIT`; none is a good answer.

    First what people linked: cases it names as related, then the same incident earlier or again.
    Then by score, half of it from facets and half from words; ties by id. Its twins are the same
    incident and never among them; of other twins one is shown.

    Args:
        shelf: the library.
        case: one of its cases, which the reader may see.
        lang: the reader's language, for phrases that are quoted.
        limit: cases at most.
    """
    return tuple(_Search(shelf, case, lang).run(min(limit, LIMIT)))


class _Weights(dict[str, float]):
    """How much it says that two cases share a facet, by how many of the others have it, too."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self._shelf = shelf
        self._others = len(shelf) - 1

    def __missing__(self, slug: str) -> float:
        weight = self[slug] = self._weigh(self._shelf.frequency(slug) - 1)
        return weight

    def _weigh(self, found: int) -> float:
        """The weight of a facet that so many of the others have."""
        if found <= 0:
            return _RAREST
        part = found / self._others
        faded = min(1.0, max(0.0, (_LARGE_PART - part) / _FADING))
        return faded * min(_RAREST, log(1 / part))


class _Search:
    """One search: everything that is compared with one case."""

    def __init__(self, shelf: Shelf, case: Case, lang: str) -> None:
        self._shelf = shelf
        self._case = case
        self._lang = lang
        self._weights = _Weights(shelf)
        self._profiles = shelf.profiles()
        self._mine = self._profiles.get(case.id) or Profile.of(case)
        self._same = {case.id, *shelf.twins(case.id)}
        self._words = self._word_likeness()
        self._said: dict[str, list[tuple[Phrase, dict[str, float]]]] = {}

    def run(self, limit: int) -> Iterator[SimilarCase]:
        """Yield the similar cases, best first."""
        links = find_links(self._case, self._profiles)
        scores = self._scores()
        ranked = sorted(
            (case_id for case_id in self._profiles if case_id in links or scores[case_id] >= WORTH),
            key=lambda case_id: (link_rank(links.get(case_id)), -scores[case_id], case_id),
        )
        seen, found = set(self._same), 0
        for case_id in ranked:
            if found >= limit:
                return
            if case_id in seen:
                continue
            twins = ({case_id, *self._shelf.twins(case_id)} & self._profiles.keys()) - seen
            seen |= twins
            similar = self._judge(case_id, twins, links.get(case_id), scores[case_id])
            if similar is not None:
                found += 1
                yield similar

    def _scores(self) -> dict[str, float]:
        """For each case that may be seen, half of the likeness in facets and half in words."""
        facets = self._facet_likeness()
        return {
            case_id: (facets.get(case_id, 0.0) + self._words.get(case_id, 0.0)) / 2
            for case_id in self._profiles
        }

    def _facet_likeness(self) -> dict[str, float]:
        """0..1 for each case that shares a facet: the cosine of both sets, weighted by rarity."""
        worth = 1.0 if self._mine.is_filed else _NAMED
        own = {slug: weight for slug in self._mine.facets if (weight := self._weights[slug])}
        total = fsum(own.values())
        found: dict[str, float] = {}
        for case_id, profile in self._profiles.items():
            shared = [own[slug] for slug in profile.facets if slug in own]
            if shared:
                every = fsum(map(self._weights.__getitem__, profile.facets))
                cosine = fsum(shared) / sqrt(total * every)
                theirs = 1.0 if profile.is_filed else _NAMED
                found[case_id] = min(1.0, cosine) * worth * theirs
        return found

    def _word_likeness(self) -> dict[str, float]:
        """0..1 for each case that shares words: its score beside that of the case itself.

        The better one of the languages counts: a case may be written in one only.
        """
        best: dict[str, float] = defaultdict(float)
        for lang in LANGUAGES:
            scores = self._shelf.scores(_word_weights(self._case, lang))
            own = scores.get(self._case.id, 0.0)
            if own > 0:
                for case_id, score in scores.items():
                    best[case_id] = max(best[case_id], min(1.0, score / own))
        return best

    def _judge(
        self, case_id: str, twins: set[str], link: Likeness | None, score: float
    ) -> SimilarCase | None:
        """The case with its reasons, or the one of its twins that is shown; None without a reason.

        A case that somebody linked is shown itself: it is the one they meant.
        """
        links = () if link is None else (link,)
        for shown in (case_id,) if links else (self._shelf.shown(twins), case_id):
            other = self._shelf.case(shown)
            reasons = (*links, *self._reasons(other))[:REASONS_LIMIT] if other else ()
            if other and reasons:
                return SimilarCase(other, 1.0 if links else score, reasons)
        return None

    def _reasons(self, other: Case) -> tuple[Likeness, ...]:
        """The root cause, other facets and a phrase; none where all of it may be chance.

        Words that reach the cut alone need no such facets, but a phrase that shows them.
        """
        shared = self._shared_facets(other)
        evidence = fsum(self._weights[slug] for _, slug in shared)
        is_telling = evidence >= EVIDENCE and any(facet not in _STANDING_BY for facet, _ in shared)
        if not is_telling and self._words.get(other.id, 0.0) < 2 * WORTH:
            return ()
        phrases = tuple(self._phrase_reason(other))
        if not is_telling and not phrases:
            return ()
        cause = self._case.root_cause if self._case.root_cause == other.root_cause else None
        causes = [each for each in shared if each[1] == cause]
        others = [each for each in shared if each[1] != cause]
        return (
            *_facet_reason(LikenessKind.CAUSE, causes),
            *_facet_reason(LikenessKind.SHARED, others[:_SHARED_LIMIT]),
            *phrases,
        )

    def _shared_facets(self, other: Case) -> list[tuple[str, str]]:
        """(facet, slug) of what both have and few others, rarest first: what can be told.

        The domain tells where it was and not what happened; it is no reason.
        """
        filed = self._case.facets, other.facets
        slugs = {*self._mine.facets} & {*self._profiles[other.id].facets}
        shared: list[tuple[str, str]] = []
        for slug in sorted(slugs, key=lambda slug: (-self._weights[slug], slug)):
            facets = {_facet_of(facets, slug) for facets in filed} - {""}
            if self._weights[slug] >= _TOLD and "domain" not in facets:
                shared.append((min(facets, key=FACETS.index, default=""), slug))
        return shared

    def _phrase_reason(self, other: Case) -> Iterator[Likeness]:
        """The two phrases with most in common, in the reader's language where both have it."""
        lang = _common_language(self._case, other, self._lang)
        if lang is None:
            return
        book = PhraseBook(quotable_texts(other, lang))
        found: list[tuple[float, str, str]] = []
        for said, rarities in self._own_phrases(lang):
            told = {name: name for name in rarities}
            for pair in book.pairs(said, told, rarities, _is_phrase):
                part = 2 * len(pair.shared) / (len(pair.said.stems) + len(pair.told.stems))
                worth = pair.strength * sqrt(part)
                if worth >= _PHRASE_WORTH:
                    found.append((-worth, *pair.quotes()))
        if found:
            _, said_text, told_text = min(found)
            yield Likeness(LikenessKind.PHRASE, said_text, told_text)

    def _own_phrases(self, lang: str) -> list[tuple[Phrase, dict[str, float]]]:
        """The phrases of the case itself, with how rare the words of each are."""
        if lang not in self._said:
            phrases = cut_phrases(quotable_texts(self._case, lang))
            told = [(said, _whole_words(said)) for said in phrases]
            terms = sorted({term for _, stems in told for term in stems.values()})
            rarity = dict(zip(terms, self._shelf.rarities(terms), strict=True))
            self._said[lang] = [
                (said, {name: min(_RAREST, rarity[term]) for name, term in stems.items()})
                for said, stems in told
            ]
        return self._said[lang]


def _word_weights(case: Case, lang: str) -> dict[str, float]:
    """The words of what a case says happened, as weighted index terms.

    Whole words only: n-grams carry typos, of which a case has none, and made fewer of the similar
    cases come first (ndcg .49 with them, .53 without, by words alone).
    """
    counts: Counter[str] = Counter()
    for text in quotable_texts(case, lang):
        for word, count in count_words(text).items():
            term = word_term(word)
            if term in counts or len(counts) < _TERMS_LIMIT:
                counts[term] += count
    return {term: damped(count) for term, count in counts.items()}


def _facet_reason(kind: LikenessKind, facets: Sequence[tuple[str, str]]) -> Iterator[Likeness]:
    """One reason for all of these facets; none where there are none."""
    if facets:
        slugs = ", ".join(slug for _, slug in facets)
        yield Likeness(kind, slugs, slugs, tuple(facets))


def _facet_of(facets: Mapping[str, Sequence[str]], slug: str) -> str:
    """The facet of a case under which it is filed, the domain being the last; "" for none."""
    held = [facet for facet in FACETS if slug in facets.get(facet, ())]
    return next((facet for facet in held if facet != "domain"), "domain" if held else "")


def _common_language(one: Case, other: Case, lang: str) -> str | None:
    """The reader's language where both cases are written in it, else another one, or None."""
    for each in sorted(LANGUAGES, key=lambda each: each != lang):
        if any(quotable_texts(one, each)) and any(quotable_texts(other, each)):
            return each
    return None


def _is_phrase(names: Collection[str]) -> bool:
    return len(names) >= _PHRASE_WORDS


def _whole_words(phrase: Phrase) -> dict[str, str]:
    """The stems of a phrase with their index terms, but for what makes phrases alike by chance.

    That is the parts of names (GitHub is no GitLab) and Korean counters of one syllable.
    """
    spans = places(phrase.text)
    return {
        name: word_term(word)
        for name, word in phrase.stems.items()
        if len(word) > 1 and words(phrase.text[slice(*spans[name])])[:1] == [word]
    }
