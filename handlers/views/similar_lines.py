"""How similar cases are told: each reason in words. Shared by Details and the command line.

Everything here is plain words that are not escaped yet.
"""

from collections.abc import Iterable, Mapping

from corpus import FACETS, Likeness, LikenessKind, SimilarCase, Vocabulary
from handlers.locale import Words
from handlers.views.case_lines import joined

_SENTENCES: Mapping[LikenessKind, str] = {
    LikenessKind.RELATED: "similar-related",
    LikenessKind.EARLIER: "similar-earlier",
    LikenessKind.RECURRENCE: "similar-recurrence",
    LikenessKind.AGAIN: "similar-again",
    LikenessKind.CAUSE: "similar-cause",
    LikenessKind.SHARED: "similar-shared",
}


def likeness_label(reason: Likeness, words: Words, vocabulary: Vocabulary) -> str:
    """One reason: "same root cause (Human error)", "recurrence of CASE-0003"."""
    if reason.kind is LikenessKind.PHRASE:
        return f"“{reason.query_text}” ↔ “{reason.case_text}”"
    sentence = _SENTENCES[reason.kind]
    if reason.kind in (LikenessKind.CAUSE, LikenessKind.SHARED):
        return words(sentence, facets=", ".join(_labels(reason, words, vocabulary)))
    if reason.kind in (LikenessKind.EARLIER, LikenessKind.RECURRENCE):
        return words(sentence, case=reason.query_text)
    return words(sentence)


def why_similar(similar: SimilarCase, words: Words, vocabulary: Vocabulary) -> str:
    """All reasons of a similar case on one line."""
    return joined(likeness_label(reason, words, vocabulary) for reason in similar.reasons)


def _labels(reason: Likeness, words: Words, vocabulary: Vocabulary) -> Iterable[str]:
    """What both cases have, each label once: a slug may be that of two facets."""
    labels = (
        vocabulary.label(facet or _facet_with(slug, vocabulary), slug, words.lang)
        for facet, slug in reason.facets
    )
    return dict.fromkeys(labels)


def _facet_with(slug: str, vocabulary: Vocabulary) -> str:
    """The first facet that has a term of this slug: what a case only names is in none of its."""
    return next((facet for facet in FACETS if vocabulary.term(facet, slug)), "")
