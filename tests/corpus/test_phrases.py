"""Phrases: cutting, pairing words of both sides, and quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.phrases import QUOTE_LIMIT, Pair, Phrase, PhraseBook, cut_phrases

LONG = (
    "When the primary came back the replicas that had been promoted meanwhile kept their writes, "
    "replication lag grew past an hour on each of them, and reads served from the east coast were "
    "stale until the topology had been repaired by hand"
)


def spelt(phrase: Phrase) -> dict[str, str]:
    """The words of a phrase by their stems."""
    return dict(phrase.stems)


def best_pair(query: str, case: str) -> Pair:
    """The pair that shares most words."""
    [said] = cut_phrases([query])
    book = PhraseBook([case])
    rarities = dict.fromkeys(said.stems, 1.0)
    pairs = book.pairs(said, book.recognise(spelt(said), {}), rarities, bool)
    return max(pairs, key=lambda pair: pair.strength)


@given(st.text(alphabet=st.sampled_from("abc ,.;()\n가나다"), max_size=400))
def test_phrases_are_exact_substrings(text: str) -> None:
    """Whatever is cut can be quoted as written."""
    assert all(phrase.text in text for phrase in cut_phrases([text]))


def test_short_sentences_stay_whole() -> None:
    """A sentence that can be quoted is a phrase; of a longer one, its clauses are."""
    phrases = [phrase.text for phrase in cut_phrases(["Disk full. " + LONG])]

    assert phrases[0] == "Disk full."
    assert "replication lag grew past an hour on each of them" in phrases


def test_short_clauses_are_joined() -> None:
    """A clause too short to say anything comes with the next one."""
    long = f"Redis OOM, evictions at zero, pods fine, {LONG}"

    phrases = [phrase.text for phrase in cut_phrases([long])]

    assert phrases[0] == "Redis OOM, evictions at zero, pods fine"


def test_number_of_phrases_is_bounded() -> None:
    """A log of thousands of lines does not become thousands of phrases."""
    log = "\n".join(f"worker{n} lost its lease" for n in range(5000))

    assert len(cut_phrases([log])) == 400


@pytest.mark.parametrize(
    ("query", "case", "shared"),
    [
        ("replication lagging", "Replication lag grew", {"replic": "replic", "lag": "lag"}),
        ("replicaton broken", "Replication lag grew", {"replicaton": "replic"}),
        ("복제지연이 심함", "복제지연 발생", {"복제지연": "복제지연"}),
        ("디스크가 꽉", "디스크공간 부족", {"디스크": "디스크공간"}),
        ("db down", "feedback down", {"down": "down"}),
    ],
)
def test_words_are_recognised(query: str, case: str, shared: dict[str, str]) -> None:
    """Inflections, typos and Korean endings are recognised; short words only whole."""
    assert best_pair(query, case).shared == shared


def test_quotes_are_short_and_hold_the_shared_words() -> None:
    """A long phrase is cut at words, around what is shared."""
    told = LONG.replace(",", "")

    pair = best_pair("stale reads on the east coast after topology repair", told)
    said, quoted = pair.quotes()

    assert said == "stale reads on the east coast after topology repair"
    assert len(quoted) <= QUOTE_LIMIT
    assert f" {quoted} " in f" {told} "
    assert "east coast were stale until the topology" in quoted


def test_quotes_of_one_endless_word_are_cut() -> None:
    """Even what has no place to cut stays within the limit."""
    [said] = cut_phrases(["lease " + "x" * 300])
    book = PhraseBook([said.text])

    [pair] = book.pairs(said, book.recognise(spelt(said), {}), {"leas": 1.0}, bool)

    assert all(len(quote) <= QUOTE_LIMIT for quote in pair.quotes())
