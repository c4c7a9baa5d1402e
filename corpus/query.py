"""A query prepared for one library: which of its words count, how much, and the facets it names.

Owns the bound on the work that one text can cause. Scoring is the index's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus.entry import facet_term
from corpus.facets import FacetHit, find_facets
from corpus.index import Index
from corpus.phrases import Phrase, cut_phrases
from corpus.text import (
    READ_LIMIT,
    count_words,
    damped,
    is_hangul,
    stem,
    terms,
    word_term,
)
from corpus.vocabulary import Vocabulary

KNOWN_WORDS_LIMIT = 120
"""Distinct words of a query that the library knows and that are searched, the rarest first."""

NEW_WORDS_LIMIT = 60
"""Distinct words that no case has; misspelt ones are found by their n-grams."""

PHRASES_LIMIT = 40
"""Phrases of a query that are compared with those of a case."""

_TAIL = READ_LIMIT // 4
_FACET_WEIGHT = 6.0
"""A facet is worth three whole words: measured hit@1 .93 without facets, .95 with this weight."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for.

    Attributes:
        text: the part of the text that was read.
        lang: `ko` when any of its informative words is Korean, else `en`.
        spelt: stem of each informative word → the word.
        rarities: stem → how rare it is in the library.
        phrases: its phrases, the most telling ones when there are many.
        facets: the facets that the text names.
        weights: index terms with their weights.
        ceiling: a score that no document can exceed.
    """

    text: str
    lang: str
    spelt: Mapping[str, str] = field(hash=False)
    rarities: Mapping[str, float] = field(hash=False)
    phrases: tuple[Phrase, ...]
    facets: tuple[FacetHit, ...]
    weights: Mapping[str, float] = field(hash=False)
    ceiling: float


def prepare_query(text: str, index: Index, vocabulary: Vocabulary) -> Query:
    """Read a text of any length as a query to the documents of an index."""
    text = _read(text)
    counts = count_words(text)
    kept = _rarest(list(counts), index)
    weights: dict[str, float] = {}
    for word in kept:
        for term in terms(word):
            weights[term] = weights.get(term, 0.0) + damped(counts[word])
    facets = find_facets(text, vocabulary)
    for hit in facets:
        term = facet_term(hit.slug)
        if index.frequency(term):
            weights[term] = max(weights.get(term, 0.0), _FACET_WEIGHT * hit.score)
    rarities = {stem(word): index.rarity(word_term(word)) for word in kept}
    return Query(
        text=text,
        lang="ko" if any(map(is_hangul, counts)) else "en",
        spelt={stem(word): word for word in kept},
        rarities=rarities,
        phrases=_telling_phrases(text, rarities),
        facets=facets,
        weights=weights,
        ceiling=index.ceiling(weights),
    )


def _read(text: str) -> str:
    """The beginning and the end of a text that is longer than a message: a log's cause is last."""
    if len(text) <= READ_LIMIT:
        return text
    return text[: READ_LIMIT - _TAIL - 1] + "\n" + text[-_TAIL:]


def _telling_phrases(text: str, rarities: Mapping[str, float]) -> tuple[Phrase, ...]:
    """The phrases with the rarest words; their order does not matter."""
    phrases = cut_phrases([text])
    if len(phrases) > PHRASES_LIMIT:
        told = {p: sum(rarities.get(name, 0.0) for name in p.stems) for p in phrases}
        return tuple(sorted(phrases, key=lambda p: (-told[p], p.text))[:PHRASES_LIMIT])
    return phrases


def _rarest(words: list[str], index: Index) -> list[str]:
    """At most so many words that a lookup stays fast, in the order of the text."""
    if len(words) <= NEW_WORDS_LIMIT:
        return words
    known = [word for word in words if index.frequency(word_term(word))]
    known.sort(key=lambda word: -index.rarity(word_term(word)))
    new = [word for word in words if not index.frequency(word_term(word))]
    kept = {*known[:KNOWN_WORDS_LIMIT], *new[:NEW_WORDS_LIMIT]}
    return [word for word in words if word in kept]
