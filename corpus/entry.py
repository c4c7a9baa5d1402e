"""A case prepared for lookup: its texts, and the bags of index terms made from them.

Owns which parts of a case are searched. How terms are cut is `corpus.text`'s, how they are scored
is the index's.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus.case import Case, Text
from corpus.facets import find_facets
from corpus.index import Bag, Lexicon
from corpus.text import count_words
from corpus.vocabulary import Vocabulary

LANGUAGES = ("en", "ko")


_FACET_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A case ready to be indexed.

    Attributes:
        case: the case.
        slugs: the facets it is tagged with, and those it names in its own words.
        bags: one for each language it is written in; at least one.
    """

    case: Case
    slugs: frozenset[str]
    bags: tuple[Bag, ...]


def prepare(case: Case, lexicon: Lexicon, vocabulary: Vocabulary) -> Entry:
    """Cut a case into index terms.

    Each bag also has the case's facets, so that a query in another language finds it by meaning.
    Those found in the text count like those it is tagged with: of English-only copies of the
    labelled cases, Korean queries find .95 among the first three with them and .83 without.
    """
    slugs = frozenset([*_tagged(case), *_named(case, vocabulary)])
    facets = sorted(map(facet_term, slugs))
    bags = []
    for lang in LANGUAGES:
        counts: Counter[str] = Counter()
        for text in case_texts(case, lang):
            counts.update(count_words(text))
        if counts:
            bags.append(lexicon.bag(counts, facets))
    # A case written in emoji alone has no words; it keeps its place in the index all the same.
    return Entry(case, slugs, tuple(bags) or (lexicon.bag({}, facets),))


def _tagged(case: Case) -> Iterator[str]:
    """The slugs of all facets; a slug means the same in whichever facet."""
    return (slug for slugs in case.facets.values() for slug in slugs)


def _named(case: Case, vocabulary: Vocabulary) -> Iterator[str]:
    """The slugs of the facets that the title and the symptoms name."""
    for lang in LANGUAGES:
        for text in _in_language((case.title, case.symptoms_text or case.summary), lang):
            yield from (hit.slug for hit in find_facets(text[:_FACET_TEXT], vocabulary))


def facet_term(slug: str) -> str:
    """The index term of a facet's slug; never equal to a word's."""
    return "#" + slug


def quotable_texts(case: Case, lang: str) -> Iterator[str]:
    """What a case says happened, in one language: the texts that a reason may quote."""
    yield from _in_language((case.title, case.symptoms_text, case.detection, case.summary), lang)


def case_texts(case: Case, lang: str) -> Iterator[str]:
    """What of a case is searched, in one language; nothing when it is not written in it.

    Left out are action items, checks and dead ends: they tell what else it might have been and what
    to build later, and make other incidents look like this one (hit@1 .91 with them, .93 without).
    """
    found = list(quotable_texts(case, lang))
    if not found:
        return
    yield from found
    yield from _in_language((case.lessons, *(step.text for step in case.remediation)), lang)
    yield from (text for text in (case.impact.scope, case.impact.users) if text)


def _in_language(texts: Iterable[Text | None], lang: str) -> Iterator[str]:
    for text in texts:
        said = (text.ko if lang == "ko" else text.en) if text else None
        if said:
            yield said
