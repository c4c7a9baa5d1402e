"""How long an incident lasted, said twice: lengths in words, and when they contradict."""

import doctest
from collections.abc import Callable

import pytest

from corpus import durations
from corpus.case import Case
from corpus.durations import find_contradiction, find_durations, parse_duration
from corpus.shipped import load_shipped_cases

MakeCase = Callable[..., Case]


@pytest.mark.parametrize(
    ("text", "lang", "minutes"),
    [
        ("down for 22 minutes", "en", [22]),
        ("for an hour and a half", "en", [90]),
        ("three and a half hours", "en", [210]),
        ("half an hour, then a quarter of an hour", "en", [30, 15]),
        ("1 hour 48 minutes", "en", [108]),
        ("2 hours, 5 minutes", "en", [125]),
        ("eleven hours and 2 days", "en", [660, 2880]),
        ("a 43-second partition", "en", [43 / 60]),
        ("twenty-two hours", "en", []),
        ("no time at all", "en", []),
        ("1시간 30분 동안", "ko", [90]),
        ("한 시간 반 동안", "ko", [90]),
        ("열한 시간", "ko", [660]),
        ("사흘, 그리고 27분간", "ko", [4320, 27]),
        ("2주 뒤 3일", "ko", [20160, 4320]),
        ("20분 전", "ko", []),
        ("2월 23일 21시 24분부터", "ko", []),
        ("분 단위", "ko", []),
    ],
)
def test_lengths_are_read_from_words(text: str, lang: str, minutes: list[float]) -> None:
    """Numbers in figures and words, halves, and parts that belong together."""
    assert [each.minutes for each in find_durations(text, lang)] == pytest.approx(minutes)


@pytest.mark.parametrize(
    ("duration", "minutes"),
    [("PT90M", 90), ("P1DT2H", 1560), ("P2W", 20160), ("PT1.5H", 90), ("PT30S", 0.5)],
)
def test_iso_durations_are_minutes(duration: str, minutes: float) -> None:
    """What a timeline holds can be compared with what a text says."""
    assert parse_duration(duration) == minutes


@pytest.mark.parametrize(
    ("title", "lang", "resolved_after", "said"),
    [
        ("Shop was down for 22 minutes", "en", "PT3H", "22 minutes"),
        ("Shop was down for 22 minutes", "en", "PT24M", None),
        ("Shop was down for over an hour", "en", "PT1H50M", None),
        ("Shop was down for over an hour", "en", "PT4H", "an hour"),
        ("Shop failed on and off for a day", "en", "PT8H", None),
        ("Jobs that run for 22 minutes failed", "en", None, None),
        ("Backups were 22 minutes late", "en", "PT3H", None),
        ("상점이 22분간 멈췄다", "ko", "PT3H", "22분"),
        ("상점이 두 시간 동안 멈췄다", "ko", "PT2H10M", None),
        ("상점이 한 시간 넘게 멈췄다", "ko", "PT1H50M", None),
        ("22분마다 상점이 느려졌다", "ko", "PT3H", None),
    ],
)
def test_title_contradicts_only_where_it_tells_of_the_whole(
    make_case: MakeCase, title: str, lang: str, resolved_after: str | None, said: str | None
) -> None:
    """Rounded lengths fit, lower bounds leave room, and lengths of other things do not count."""
    case = make_case(title={lang: title}, summary=None, timeline={"resolved_after": resolved_after})

    assert find_contradiction(case) == said


@pytest.mark.parametrize(
    ("summary", "lang", "said"),
    [
        ("It began at nine. The outage lasted four hours.", "en", "four hours"),
        ("A restart took four hours.", "en", None),
        ("The outage lasted four hours, of which 20 minutes were total.", "en", None),
        ("장애는 네 시간 동안 이어졌다.", "ko", "네 시간"),
        ("재시작에 네 시간이 걸렸다.", "ko", None),
    ],
)
def test_summary_contradicts_where_the_incident_lasted(
    make_case: MakeCase, summary: str, lang: str, said: str | None
) -> None:
    """Only a sentence about the incident's length counts, and any length that fits is enough."""
    case = make_case(
        title={"en": "Shop failed"},
        summary={lang: summary},
        timeline={"resolved_after": "PT20M"},
    )

    assert find_contradiction(case) == said


def test_wrong_lengths_of_shipped_cases_would_be_found() -> None:
    """Of the shipped cases with a length, four in ten say it in words; seven times it shows."""
    cases = [case for case in load_shipped_cases() if case.timeline.resolved_after]
    wrong = [_lengthened(case) for case in cases]

    found = [case for case in wrong if find_contradiction(case)]

    assert len(found) / len(wrong) >= 0.4


def _lengthened(case: Case) -> Case:
    document = case.document
    minutes = parse_duration(case.timeline.resolved_after or "")
    document["timeline"]["resolved_after"] = f"PT{round(minutes * 7)}M"
    return Case.from_document(document)


def test_examples_hold() -> None:
    """The docstrings tell the truth."""
    assert doctest.testmod(durations).failed == 0
