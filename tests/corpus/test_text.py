"""Text: normalising, words, stems, sentences, clauses and index terms."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import text as subject
from corpus.text import (
    clauses,
    count_words,
    is_informative,
    normalize,
    places,
    sentences,
    stem,
    stems,
    words,
)


def test_docstring_examples_hold() -> None:
    """The examples in the module's docstrings are true."""
    outcome = doctest.testmod(subject)

    assert outcome.attempted > 0
    assert outcome.failed == 0


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Replication   LAG\n\t500", "replication lag 500"),
        ("\uff30\uff2f\uff24 \uff15\uff18", "pod 58"),
        ("a\u200bb\x00c\u202ed", "abcd"),
        ("\u1103\u1175\u1109\u1173\u110f\u1173", "디스크"),
        ("\ud800bad", "bad"),
        ("", ""),
    ],
)
def test_normalize_makes_spellings_equal(written: str, expected: str) -> None:
    """Width, case, spaces, composition and invisible characters do not matter."""
    assert normalize(written) == expected


@given(st.text())
def test_normalize_is_idempotent(text: str) -> None:
    """Normalising twice is normalising once."""
    once = normalize(text)

    assert normalize(once) == once


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("KubePodCrashLooping", ["kubepodcrashlooping", "kube", "pod", "crash", "looping"]),
        ("pg_replication_lag_seconds", ["pg", "replication", "lag", "seconds"]),
        ("MySQL's", ["mysql", "my", "sql"]),
        ("can't don\u2019t", ["cant", "dont"]),
        ("primary가 죽었음", ["primary", "가", "죽었음"]),
        ("5xx p99 OOM", ["5xx", "p99", "oom"]),
        ("🔥 … !", []),
    ],
)
def test_words_split_names_and_scripts(written: str, expected: list[str]) -> None:
    """Names of code and alerts come apart, and Hangul from Latin letters."""
    assert words(written) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("restarted", "restarts"),
        ("지연이", "지연은"),
        ("재시작했습니다", "재시작"),
        ("pods", "pod"),
    ],
)
def test_stem_is_one_for_inflections(one: str, other: str) -> None:
    """Forms of one word have one stem, in both languages."""
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    "word",
    [
        "the",
        "합니다",
        "120",
        "x",
        "550e8400",
        "6f7d9c8b5d",
        "12h30m",
        "a" * 41,
        "i0abc12345678901de",
    ],
)
def test_words_that_say_nothing_are_not_informative(word: str) -> None:
    """Stop words, amounts, machine-made ids and blobs do not count."""
    assert not is_informative(word)


@pytest.mark.parametrize("word", ["503", "5xx", "p99", "k8s", "deadlock", "꽉", "x509", "facade"])
def test_words_that_say_something_are_informative(word: str) -> None:
    """Error codes and technical words count, also short ones and ones with digits."""
    assert is_informative(word)


def test_count_words_leaves_out_stop_words() -> None:
    """Informative words are counted, repeats included."""
    assert count_words("the disk is full, disk!") == {"disk": 2, "full": 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It broke. Why? Now!", ["It broke.", "Why?", "Now!"]),
        ("e.g. this one is whole", ["e.g. this one is whole"]),
        ("at 2.30 a.m. it fell", ["at 2.30 a.m. it fell"]),
        ("서버가 죽었다. 이유는 모른다.", ["서버가 죽었다.", "이유는 모른다."]),
        ("line one\r\n\r\nline two", ["line one", "line two"]),
        ("  \n ", []),
    ],
)
def test_sentences_are_cut_at_their_ends(text: str, expected: list[str]) -> None:
    """Full stops and line ends separate; abbreviations and numbers do not."""
    assert sentences(text) == expected


@given(st.text(alphabet=st.sampled_from("ab .,;:!?\n\"'()-가나…"), max_size=80))
def test_clauses_are_exact_substrings(text: str) -> None:
    """What is cut can be quoted: each piece stands in the text, in this order."""
    at = 0
    for piece in clauses(text):
        at = text.index(piece, at) + len(piece)

    assert at <= len(text)


def test_stems_and_places_point_into_the_text() -> None:
    """Each stem comes with its word, and with the place of it."""
    text = "Nodes NotReady, 노드가 죽음"

    assert stems(text) == {
        "node": "nodes",
        "notreadi": "notready",
        "readi": "ready",
        "노드": "노드가",
        "죽음": "죽음",
    }
    assert {name: text[start:end] for name, (start, end) in places(text).items()} == {
        "node": "Nodes",
        "notreadi": "NotReady",
        "readi": "NotReady",
        "노드": "노드가",
        "죽음": "죽음",
    }


@pytest.mark.parametrize("text", [" " * 40_000, "," * 40_000, "." * 40_000, "(" * 40_000])
def test_cutting_a_monotonous_text_ends(text: str) -> None:
    """Runs of one character do not make the patterns search them again and again."""
    assert len(clauses(text)) <= 1
