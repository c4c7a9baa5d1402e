"""Terms of the vocabulary that may be meant by what somebody types into a menu."""

from collections.abc import Sequence
from itertools import zip_longest

from corpus import Term, Vocabulary

_FROM_EACH_FACET = 20


def suggest_terms(
    vocabulary: Vocabulary, facets: Sequence[str], typed: str, lang: str
) -> list[Term]:
    """The terms of these facets that may be meant, likeliest first."""
    found = [vocabulary.suggest(facet, typed, lang, _FROM_EACH_FACET) for facet in facets]
    return [term for rank in zip_longest(*found) for term in rank if term is not None]


def read_terms(vocabulary: Vocabulary, values: Sequence[str]) -> list[Term]:
    """The terms that options of a menu stand for; those that nobody knows are passed over."""
    pairs = (value.partition(":") for value in values)
    found = (vocabulary.term(facet, slug) for facet, _, slug in pairs)
    return [term for term in found if term is not None]
