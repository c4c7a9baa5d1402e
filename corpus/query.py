"""A query prepared for one library: which of its words count, how much, and the facets it names.

Owns the bound on the work that one text can cause. Scoring is the index's.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from corpus.bag import Amounts, Bag, TermIds, make_bag, term_ids
from corpus.denials import find_denied
from corpus.entry import facet_term
from corpus.facets import FacetHit, find_facets
from corpus.glossary import Glossary
from corpus.index import Index
from corpus.phrases import Phrase, cut_phrases
from corpus.scoring import Scores
from corpus.segment import Numbers
from corpus.text import (
    READ_LIMIT,
    count_words,
    damped,
    is_hangul,
    runs,
    stem,
    stem_term,
    stems_of,
    word_term,
    words,
)
from corpus.vocabulary import Vocabulary

KNOWN_WORDS_LIMIT = 120
"""Distinct words of a query that the library knows and that are searched, the rarest first."""

NEW_WORDS_LIMIT = 60
"""Distinct words that no case has; misspelt ones are found by their n-grams."""

PHRASES_LIMIT = 40
"""Phrases of a query that are compared with those of a case."""

_TAIL = READ_LIMIT // 4
_PLENTY = 2.0
_FACET_WEIGHT = 10.0
"""A facet is worth five whole words. Of 309 cases written in Korean alone, English queries find
.82 among the first three with this weight and with 12, .815 with 9; of the labelled queries on
cases in both languages .992 find theirs with 10 and .988 with 12."""

_DENIED = 0.3
"""What a word counts that names what is said not to be there. With the facets of denials left out
and this, of the labelled queries .988 find their case among the first three of 100 (.983 without),
and the MRR grows by .002; among 1,000 it is the same within two queries."""

_TRANSLATED = 0.8
"""What a word counts in the other language, shared among its translations. Of English-only copies
of the labelled cases among 355 real write-ups, Korean queries find .98 among the first three with
this and .90 without; of Korean-only copies, English queries .81 and .63."""


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """What is looked for.

    Attributes:
        text: the part of the text that was read.
        lang: `ko` when any of its informative words is Korean, else `en`.
        spelt: stem of each informative word → the word.
        rarities: stem → how rare it is in the library, in whichever language.
        said: how many names and words say something; the parts of a camelCase name are one.
        phrases: its phrases, the most telling ones when there are many.
        facets: the facets that the text names.
        facet_rarities: for each of them how rare it is in the library.
        facet_stems: for each of them the stems of the words that name it.
        ids: the index terms, each once.
        weights: how much each of them counts.
        translations: stem of each word → the stems it may have in the other language.
        word_ids: for each word, in the order of `spelt`, its index term and those of its
            translations.
        word_starts: for each word, where its index terms begin in `word_ids`.
        facet_ids: the index term of each of `facets`.
    """

    text: str
    lang: str
    spelt: Mapping[str, str]
    rarities: Mapping[str, float]
    said: int
    phrases: tuple[Phrase, ...]
    facets: tuple[FacetHit, ...]
    facet_rarities: tuple[float, ...]
    facet_stems: tuple[frozenset[str], ...]
    ids: TermIds
    weights: Scores
    translations: Mapping[str, tuple[str, ...]]
    word_ids: TermIds
    word_starts: tuple[int, ...]
    facet_ids: TermIds


def prepare_query(text: str, index: Index, vocabulary: Vocabulary, glossary: Glossary) -> Query:
    """Read a text of any length as a query to the documents of an index."""
    text = _read(text)
    counts = count_words(text)
    chosen, known = _choose_words(list(counts), index)
    spelt = {stem(word): word for word in chosen}
    named = find_facets(text, vocabulary)
    denied = find_denied(text, named)
    facets = tuple(hit for hit in named if hit not in denied)
    facet_ids = term_ids(facet_term(hit.slug) for hit in facets)
    amounts = {word: damped(counts[word]) for word in chosen}
    for word in {word for hit in denied for word in words(hit.phrase)} & amounts.keys():
        amounts[word] *= _DENIED
    bag = _make_bag(amounts, glossary)
    translations = {
        name: tuple(map(stem, glossary.translate(word))) for name, word in spelt.items()
    }
    names = [(name, *others) for name, others in translations.items()]
    word_ids = term_ids(stem_term(name) for some in names for name in some)
    word_starts = tuple(accumulate(map(len, names[:-1]), initial=0)) if names else ()
    rarities = _rarities(list(spelt), word_ids, word_starts, index)
    facet_counts = index.frequencies(facet_ids)
    said = _known_facets(facets, facet_ids, facet_counts)
    ids = np.concatenate([bag.ids, np.fromiter(said, np.uint64)])
    weights = np.concatenate([_saturated(bag.amounts), np.fromiter(said.values(), np.float64)])
    return Query(
        text=text,
        lang="ko" if any(map(is_hangul, counts)) else "en",
        spelt=spelt,
        rarities=rarities,
        said=sum(map(bool, map(stems_of, set(runs(text))))),
        phrases=_telling_phrases(text, {name: rarities[name] for name in known}),
        facets=facets,
        facet_rarities=tuple(index.rarities(facet_counts).tolist()),
        facet_stems=tuple(frozenset(map(stem, words(hit.phrase))) for hit in facets),
        ids=ids,
        weights=weights,
        translations=translations,
        word_ids=word_ids,
        word_starts=word_starts,
        facet_ids=facet_ids,
    )


def _make_bag(words: Mapping[str, float], glossary: Glossary) -> Bag:
    """The words with their amounts, and their translations."""
    amounts: dict[str, float] = dict(words)
    for word, amount in words.items():
        others = glossary.translate(word)
        for other in others:
            share = _TRANSLATED * amount / math.sqrt(len(others))
            amounts[other] = amounts.get(other, 0.0) + share
    return make_bag(amounts)


def _saturated(amounts: Amounts) -> Scores:
    """The amounts, of which more than `_PLENTY` adds ever less.

    The thousand frames of a stack trace share the n-grams of their names, and are one thing said.
    """
    said = amounts.astype(np.float64)
    saturated: Scores = np.minimum(said, _PLENTY + np.log(np.maximum(said / _PLENTY, 1.0)))
    return saturated


def _known_facets(facets: Sequence[FacetHit], ids: TermIds, counts: Numbers) -> dict[int, float]:
    """The index terms of the facets that some case has, with their weights."""
    weights: dict[int, float] = {}
    for hit, number, found in zip(facets, ids.tolist(), counts.tolist(), strict=True):
        if found:
            weights[number] = max(weights.get(number, 0.0), _FACET_WEIGHT * hit.score)
    return weights


def _read(text: str) -> str:
    """The beginning and the end of a text that is longer than a message: a log's cause is last."""
    if len(text) <= READ_LIMIT:
        return text
    return text[: READ_LIMIT - _TAIL - 1] + "\n" + text[-_TAIL:]


def _telling_phrases(text: str, rarities: Mapping[str, float]) -> tuple[Phrase, ...]:
    """The phrases with the rarest words that some case has, of a long text also from its end.

    What stands on every line of a log tells one line from none.
    """
    phrases = cut_phrases([text[-_TAIL:], text] if len(text) > 2 * _TAIL else [text])
    if len(phrases) > PHRASES_LIMIT:
        said = Counter(name for phrase in phrases for name in phrase.stems)
        told = {p: sum(rarities.get(name, 0.0) / said[name] for name in p.stems) for p in phrases}
        return tuple(sorted(phrases, key=lambda p: (-told[p], p.text))[:PHRASES_LIMIT])
    return phrases


def _rarities(
    names: Sequence[str], word_ids: TermIds, word_starts: Sequence[int], index: Index
) -> dict[str, float]:
    """How rare each stem is, taken as common as the commonest of its translations.

    What half of the English cases say is not rare because few Korean ones put it this way.
    """
    if not names:
        return {}
    counts = np.maximum.reduceat(index.frequencies(word_ids), word_starts)
    return dict(zip(names, index.rarities(counts).tolist(), strict=True))


def _choose_words(said: Sequence[str], index: Index) -> tuple[list[str], set[str]]:
    """The words that are looked for, and those of their stems that some case has.

    At most so many that a lookup stays fast: of known ones the rarest, of new ones the first.
    """
    ids = term_ids(map(word_term, said))
    found = index.frequencies(ids)
    chosen = np.arange(len(said))
    if len(said) > NEW_WORDS_LIMIT:
        old, new = np.flatnonzero(found > 0), np.flatnonzero(found == 0)
        rarest = old[np.argsort(found[old], kind="stable")][:KNOWN_WORDS_LIMIT]
        chosen = np.sort(np.concatenate([rarest, new[:NEW_WORDS_LIMIT]]))
    kept = [said[at] for at in chosen.tolist()]
    heard = {stem(word) for word, count in zip(kept, found[chosen].tolist(), strict=True) if count}
    return kept, heard
