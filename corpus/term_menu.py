"""The terms of a facet for whoever picks one from a menu, as fast as they type.

What begins like the typed words comes first; only where nothing does is it taken for a typo and
left to `Vocabulary.suggest`, which compares every spelling and takes fifty times as long.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from corpus.vocabulary import Term, Vocabulary

_TYPED_LIMIT = 100
_BEGINS, _WORD_BEGINS = 0, 1


def find_terms(
    vocabulary: Vocabulary, facet: str, typed: str, lang: str, limit: int
) -> tuple[Term, ...]:
    """The terms of a facet that may be meant by what was typed so far, likeliest first.

    Compares with slugs, labels and aliases of both languages. A spelling that begins like this
    comes before one in which a later word does, and the reader's label before other spellings.

    Args:
        vocabulary: the terms.
        facet: one of `corpus.FACETS`.
        typed: anything; nothing finds all terms, by their label.
        lang: the reader's language.
        limit: terms at most.
    """
    wanted = _comparable(typed[:_TYPED_LIMIT])
    ranked = []
    for term, spellings in _spellings(vocabulary, facet):
        rank = _rank(wanted, spellings)
        if rank is not None:
            label = _comparable(term.label_in(lang))
            of_label = _rank(wanted, (label,))
            ranked.append((rank, of_label != rank, label, term.slug, term))
    if not ranked and wanted:
        return vocabulary.suggest(facet, typed[:_TYPED_LIMIT], lang, limit)
    return tuple(term for *_, term in sorted(ranked, key=lambda each: each[:4])[:limit])


@lru_cache(maxsize=32)
def _spellings(vocabulary: Vocabulary, facet: str) -> Sequence[tuple[Term, tuple[str, ...]]]:
    """Every term of a facet with all that it is called, ready to be compared."""
    return [
        (term, tuple(map(_comparable, (term.slug, *term.spellings))))
        for term in vocabulary.terms(facet)
    ]


def _rank(wanted: str, spellings: Sequence[str]) -> int | None:
    if any(spelling.startswith(wanted) for spelling in spellings):
        return _BEGINS
    inside = f" {wanted}"
    return _WORD_BEGINS if any(inside in spelling for spelling in spellings) else None


def _comparable(text: str) -> str:
    """Lower-case words; Hangul taken apart, so that half a syllable is a beginning, too."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("-", " ").replace("_", " ")
    return unicodedata.normalize("NFD", " ".join(folded.split()))
