"""Why cases are similar, in words."""

import pytest
from view_samples import EN, KO, VOCABULARY, similar_cases

from corpus import Likeness, LikenessKind
from handlers.locale import Words
from handlers.views.similar_lines import likeness_label, why_similar

BOTH = (("symptoms", "replication-lag"), ("components", "database"))


@pytest.mark.parametrize(
    ("reason", "english", "korean"),
    [
        (
            Likeness(LikenessKind.RELATED, "PUB-0002", "PUB-0002"),
            "named as related",
            "관련 사례로 적혀 있음",
        ),
        (
            Likeness(LikenessKind.EARLIER, "PUB-0001", "PUB-0002"),
            "came back as PUB-0001",
            "이후 PUB-0001 사례로 재발",
        ),
        (
            Likeness(LikenessKind.RECURRENCE, "PUB-0001", "PUB-0002"),
            "recurrence of PUB-0001",
            "PUB-0001의 재발",
        ),
        (
            Likeness(LikenessKind.AGAIN, "PUB-0001", "PUB-0002"),
            "the same incident again",
            "같은 장애의 재발",
        ),
        (
            Likeness(
                LikenessKind.CAUSE, "human-error", "human-error", (("root_cause", "human-error"),)
            ),
            "same root cause (Human error)",
            "근본 원인이 같음(사람의 실수)",
        ),
        (
            Likeness(LikenessKind.SHARED, "x", "x", BOTH),
            "shared Replication lag, Relational database",
            "복제 지연, 관계형 데이터베이스 공통",
        ),
        (
            Likeness(LikenessKind.SHARED, "x", "x", (("", "maintenance"), ("", "no-such-term"))),
            "shared Maintenance, no such term",
            "점검 작업, no such term 공통",
        ),
        (Likeness(LikenessKind.PHRASE, "it hung", "it froze"), *["“it hung” ↔ “it froze”"] * 2),
    ],
)
def test_every_reason_is_told_in_both_languages(
    reason: Likeness, english: str, korean: str
) -> None:
    """In the labels of the vocabulary, and its slug's words where there is no label."""
    assert likeness_label(reason, EN, VOCABULARY) == english
    assert likeness_label(reason, KO, VOCABULARY) == korean


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
@pytest.mark.parametrize("kind", LikenessKind)
def test_every_kind_has_words(kind: LikenessKind, words: Words) -> None:
    """A kind that is added later needs a sentence."""
    assert likeness_label(Likeness(kind, "PUB-0001", "PUB-0002", BOTH), words, VOCABULARY)


def test_label_of_two_facets_is_told_once() -> None:
    """A slug may be a symptom here and a contributing factor there."""
    twice = (("symptoms", "retry-storm"), ("contributing", "retry-storm"))

    told = likeness_label(Likeness(LikenessKind.SHARED, "x", "x", twice), EN, VOCABULARY)

    assert told == "shared retry storm"


def test_all_reasons_stand_on_one_line() -> None:
    """In their order, with dots between."""
    assert why_similar(similar_cases()[1], EN, VOCABULARY) == (
        "same root cause (Software bug) · shared Replication lag, Relational database"
    )
