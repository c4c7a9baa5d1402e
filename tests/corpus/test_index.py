"""The index: scores, rarity and bounds, on documents of a few words."""

import logging
from collections import Counter

import numpy as np
import pytest

from corpus.index import Index, Lexicon
from corpus.text import count_words, terms, word_term

TEXTS = (
    "replication lag on the database replica",
    "database disk full",
    "database connections exhausted, connections refused",
)


def build_index(texts: tuple[str, ...] = TEXTS) -> Index:
    """An index of these texts."""
    lexicon = Lexicon()
    return Index(lexicon, [lexicon.bag(count_words(text)) for text in texts])


def query(text: str) -> dict[str, float]:
    """The weighted terms of a text."""
    return {term: 1.0 for word in count_words(text) for term in terms(word)}


def test_score_is_highest_for_the_document_that_says_it() -> None:
    """Each text finds itself."""
    index = build_index()

    best = [int(index.score(query(text)).argmax()) for text in TEXTS]

    assert best == [0, 1, 2]


def test_score_survives_typos() -> None:
    """A misspelt word is found by its n-grams."""
    index = build_index()

    scores = index.score(query("replicaton"))

    assert scores.argmax() == 0
    assert scores[0] > 0


def test_score_grows_with_the_weight_of_a_term() -> None:
    """A term counts as much as its weight says."""
    index = build_index()
    term = word_term("disk")

    assert index.score({term: 3.0})[1] == pytest.approx(3 * index.score({term: 1.0})[1])


def test_score_of_unknown_terms_is_zero() -> None:
    """What no document says scores nothing."""
    assert not build_index().score({"=never": 1.0}).any()


def test_terms_that_came_after_the_index_are_unknown_to_it() -> None:
    """A lexicon may grow after an index was built from it."""
    lexicon = Lexicon()
    index = Index(lexicon, [lexicon.bag(count_words("disk full"))])

    lexicon.bag(count_words("something newer"))

    assert index.frequency(word_term("newer")) == 0
    assert not index.score({word_term("newer"): 1.0}).any()


def test_rarity_is_higher_for_rarer_terms() -> None:
    """A word that is everywhere says less than one that is in one document or nowhere."""
    index = build_index()

    common, rare, absent = map(index.rarity, map(word_term, ("database", "disk", "kafka")))

    assert 0 < common < rare < absent


def test_ceiling_is_never_reached() -> None:
    """No document scores more than the query could have."""
    index = build_index()

    for text in (*TEXTS, "database database", "kafka", "disk kafka"):
        weights = query(text)
        assert index.score(weights).max() < index.ceiling(weights)


def test_empty_index_scores_nothing() -> None:
    """An index of no documents has an answer, too."""
    index = Index(Lexicon(), [])

    assert len(index) == 0
    assert len(index.score(query("disk full"))) == 0


def test_document_without_words_keeps_its_place() -> None:
    """An empty document is in the index and scores nothing."""
    index = build_index(("", "disk full"))

    assert index.score(query("disk")).tolist()[0] == 0
    assert index.documents(word_term("disk")).tolist() == [1]


def test_extra_terms_are_in_the_bag() -> None:
    """A document may have terms that stand for no word."""
    lexicon = Lexicon()
    index = Index(lexicon, [lexicon.bag(Counter(), ["#kafka"]), lexicon.bag(Counter(["disk"]))])

    assert index.documents("#kafka").tolist() == [0]


def test_equal_documents_score_equally() -> None:
    """Same words, same score, wherever the document stands."""
    scores = build_index(("disk full", "node lost", "disk full")).score(query("disk full"))

    assert np.isclose(scores[0], scores[2])


def test_building_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The library underneath keeps quiet."""
    with caplog.at_level(logging.DEBUG):
        build_index()

    assert not caplog.records
