"""Words of the symptoms that give the cause away: the table, and what counts as said."""

import doctest

import pytest

from corpus import cause_words
from corpus.cause_words import causes_with_words, find_cause_words
from corpus.shipped import load_shipped_cases
from corpus.vocabulary import Vocabulary


def test_every_root_cause_has_key_terms() -> None:
    """The table covers the vocabulary, and nothing else."""
    causes = {term.slug for term in Vocabulary.load().terms("root_cause")}

    assert causes_with_words() == causes


@pytest.mark.parametrize(
    ("text", "cause", "lang", "words"),
    [
        ("The certificate expired at noon.", "expired-credential", "en", ("expired",)),
        ("TLS handshakes fail.", "expired-credential", "en", ()),
        ("인증서가 만료됐다", "expired-credential", "ko", ("만료",)),
        ("Somebody restarted it by mistake", "human-error", "en", ("by mistake",)),
        ("엔지니어의 실수로", "human-error", "ko", ("실수",)),
        ("Memory leaked, then leaked again", "resource-leak", "en", ("leaked",)),
        ("누수로 메모리가 찼다", "resource-leak", "ko", ("누수",)),
        ("the pool was exhausted", "resource-exhaustion", "en", ("exhausted",)),
        ("커넥션이 고갈되고 디스크가 바닥났다", "resource-exhaustion", "ko", ("고갈", "바닥났")),
        ("a split  brain", "data-corruption", "en", ("split  brain",)),
        ("경합조건이 있었다", "race-condition", "ko", ("경합조건",)),
    ],
)
def test_key_terms_are_found(text: str, cause: str, lang: str, words: tuple[str, ...]) -> None:
    """English terms are whole words, Korean ones the beginning of a word, spaces optional."""
    assert find_cause_words(text, cause, lang) == words


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("We debugged for an hour", "software-bug"),
        ("traces were complete", "race-condition"),
        ("The certificate had not expired", "software-bug"),
        ('Clients print "certificate has expired"', "expired-credential"),
        ("고객은 “인증서 만료” 라는 화면을 봤다", "expired-credential"),
        ("anything, expired and leaked", "cosmic-rays"),
        ("", "software-bug"),
    ],
)
def test_other_words_are_left_alone(text: str, cause: str) -> None:
    """Parts of words, other causes, quoted error texts and unknown causes are no giveaway."""
    assert find_cause_words(text, cause, "en") == find_cause_words(text, cause, "ko") == ()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_terms_are_those_of_postmortems(lang: str) -> None:
    """Of the texts that do tell the cause the table knows a share, so that it is no dead letter."""
    told = [
        find_cause_words(
            " ".join(text.get(lang) for text in (case.title, case.summary, case.lessons) if text),
            case.root_cause,
            lang,
        )
        for case in load_shipped_cases()
        if case.root_cause
    ]

    assert sum(map(bool, told)) / len(told) >= 0.3


def test_examples_hold() -> None:
    """The docstrings tell the truth."""
    assert doctest.testmod(cause_words).failed == 0
