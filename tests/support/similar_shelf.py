"""A shelf of cases in memory, for tests of what is similar."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import log
from typing import Any

from corpus.case import Case
from corpus.entry import LANGUAGES, quotable_texts
from corpus.likeness import Profile
from corpus.similar import LIMIT, SimilarCase, find_similar
from corpus.text import count_words, word_term


def told(case_id: str, **values: Any) -> Case:
    """A case that says nothing that another one says, unless told otherwise."""
    letters = "".join(chr(ord("a") + ord(char) % 26) for char in case_id)
    word = {"en": f"word{letters}k"}
    document: dict[str, Any] = {"id": case_id, "title": word, "symptoms_text": word}
    return Case.from_document(document | values)


@cache
def fillers(count: int = 60) -> tuple[Case, ...]:
    """Cases with facets and words of their own, so that what two cases share is rare."""
    return tuple(
        told(
            f"FILL-{number}",
            symptoms=[f"symptom-{number}"],
            components=[f"component-{number}"],
            domain=["everywhere"],
        )
        for number in range(count)
    )


class MemoryShelf:
    """A shelf of a few cases, all of which may be seen but those in `hidden`."""

    def __init__(
        self,
        cases: Iterable[Case],
        *,
        hidden: Collection[str] = (),
        named: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self._cases = {case.id: case for case in cases}
        self._hidden = hidden
        self._profiles = {
            case.id: Profile.of(case, (named or {}).get(case.id, ()))
            for case in self._cases.values()
        }
        self._frequencies = Counter(
            slug for profile in self._profiles.values() for slug in profile.facets
        )
        self._terms = {case.id: terms_of(case) for case in self._cases.values()}

    def __len__(self) -> int:
        return len(self._cases)

    def profiles(self) -> dict[str, Profile]:
        """Those that are not hidden."""
        return {each: p for each, p in self._profiles.items() if each not in self._hidden}

    def frequency(self, slug: str) -> int:
        """Of a slug, in profiles."""
        return self._frequencies[slug]

    def twins(self, case_id: str) -> list[str]:
        """Cases that share a source."""
        urls = self._cases[case_id].source_urls
        return [each.id for each in self._cases.values() if not urls.isdisjoint(each.source_urls)]

    def shown(self, ids: Collection[str]) -> str:
        """The first id."""
        return min(ids)

    def scores(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Weights of the terms that a case has: no rarity, so that other cases change nothing."""
        return {
            each: sum(weight for term, weight in weights.items() if term in terms)
            for each, terms in self._terms.items()
        }

    def rarities(self, terms: Sequence[str]) -> list[float]:
        """How few cases have each term, as a logarithm."""
        every = list(self._terms.values())
        return [log(len(every) / sum(term in some for some in every)) for term in terms]

    def case(self, case_id: str) -> Case | None:
        """Any case."""
        return self._cases.get(case_id)


def terms_of(case: Case) -> set[str]:
    """The index terms of what a case says."""
    texts = [text for lang in LANGUAGES for text in quotable_texts(case, lang)]
    return {word_term(word) for text in texts for word in count_words(text)}


def similar(
    case: Case, *others: Case, lang: str = "en", limit: int = LIMIT, **shelf: Any
) -> tuple[SimilarCase, ...]:
    """What is similar to a case among others and many that share nothing."""
    shelved = MemoryShelf([case, *others, *fillers()], **shelf)
    return find_similar(shelved, case, lang=lang, limit=limit)


def ids(found: Iterable[SimilarCase]) -> list[str]:
    """The ids, in order."""
    return [each.case.id for each in found]
