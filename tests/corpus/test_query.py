"""A query prepared: language, bound on the work, and the weight of facets."""

import numpy as np
import pytest

from corpus.bag import term_id
from corpus.case import Case
from corpus.entry import facet_term, prepare
from corpus.glossary import Glossary
from corpus.index import Index
from corpus.query import KNOWN_WORDS_LIMIT, NEW_WORDS_LIMIT, Query, prepare_query
from corpus.segment import Segment
from corpus.text import READ_LIMIT, stem, word_term
from corpus.vocabulary import Vocabulary

GLOSSARY = Glossary.load()
TEXTS = ("replication lag on the replica", "disk full on the primary", "디스크가 꽉 찼다")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


@pytest.fixture(scope="module")
def index(vocabulary: Vocabulary) -> Index:
    """Three cases; the first is about replication lag."""
    facets = [["replication-lag"], [], []]
    cases = [
        Case.from_document(
            {"id": f"AA-{n}", "title": {"en": text}, "summary": {"en": "-"}, "symptoms": slugs}
        )
        for n, (text, slugs) in enumerate(zip(TEXTS, facets, strict=True))
    ]
    return Index([(Segment.build([prepare(case, vocabulary) for case in cases]), None)])


def weight(query: Query, term: str) -> float:
    """How much a term counts in a query; 0 when it is not in it."""
    return float(query.weights[query.ids == np.uint64(term_id(term))].sum())


@pytest.mark.parametrize(
    ("text", "lang"),
    [("disk full", "en"), ("디스크 full", "ko"), ("primary가 disk full", "en"), ("", "en")],
)
def test_language_is_korean_when_a_korean_word_says_something(
    index: Index, vocabulary: Vocabulary, text: str, lang: str
) -> None:
    """One informative Korean word makes a query Korean; a particle does not."""
    assert prepare_query(text, index, vocabulary, GLOSSARY).lang == lang


def test_facet_of_the_library_is_weighted(index: Index, vocabulary: Vocabulary) -> None:
    """A facet that some case has is a term of the query; one that none has is not."""
    query = prepare_query("repl lag, and kafka is down", index, vocabulary, GLOSSARY)

    assert weight(query, facet_term("replication-lag")) > 2
    assert weight(query, facet_term("kafka")) == 0


def test_facet_that_is_denied_is_not_looked_for(index: Index, vocabulary: Vocabulary) -> None:
    """What is said not to be there is no sign; its words still count a little."""
    asked, denied = (
        prepare_query(text, index, vocabulary, GLOSSARY)
        for text in ("node slow, repl lag", "node slow, no repl lag")
    )

    assert weight(asked, facet_term("replication-lag")) > 0
    assert weight(denied, facet_term("replication-lag")) == 0
    assert 0 < weight(denied, word_term("lag")) < weight(asked, word_term("lag"))


def test_known_and_rare_words_are_kept(index: Index, vocabulary: Vocabulary) -> None:
    """Of thousands of words, those that the library knows are all there."""
    noise = " ".join(f"noise{chr(97 + n % 26)}word{n}x" for n in range(1000))

    query = prepare_query(f"{noise} replication lag {noise} disk full", index, vocabulary, GLOSSARY)

    assert {stem("replication"), "lag", "disk", "full"} <= set(query.rarities)
    assert len(query.rarities) <= KNOWN_WORDS_LIMIT + NEW_WORDS_LIMIT


def test_beginning_and_end_of_an_endless_text_are_read(
    index: Index, vocabulary: Vocabulary
) -> None:
    """The cause of a log is its last lines."""
    text = "replication broke\n" + "at frame\n" * 20_000 + "Caused by: disk full"

    query = prepare_query(text, index, vocabulary, GLOSSARY)

    assert len(query.text) == READ_LIMIT
    assert {stem("replication"), "disk"} <= set(query.rarities)


def test_repeating_a_word_adds_little(index: Index, vocabulary: Vocabulary) -> None:
    """A word on every line is said once, with emphasis."""
    once, often = (
        weight(prepare_query("disk " * times, index, vocabulary, GLOSSARY), "=disk")
        for times in (1, 1000)
    )

    assert 0 < once < often < 10 * once
