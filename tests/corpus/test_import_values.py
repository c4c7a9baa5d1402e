"""Dates, spans, moments, headings and labels as people write them, in both languages."""

import pytest

from corpus.importers.headings import Headings
from corpus.importers.page import Line
from corpus.importers.spans import Facts, read_timeline
from corpus.importers.values import find_date, find_moment, find_span, seconds_between
from corpus.tables import read_table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025-03-02", "2025-03-02"),
        ("2025/3/2 14:03 KST", "2025-03-02"),
        ("2025.03.02", "2025-03-02"),
        ("2025. 3. 2.", "2025-03-02"),
        ("2025년 3월 2일 (일)", "2025-03-02"),
        ("Sunday, March 2nd, 2025", "2025-03-02"),
        ("2 Mar 2025", "2025-03-02"),
        ("2nd of March 2025", "2025-03-02"),
        ("2025-03-02 to 2025-03-04", "2025-03-02"),
        ("from 4 May 2025 on, since 2025-03-02", "2025-05-04"),
        ("03/04/2025", None),
        ("2025-13-02", None),
        ("2025-02-30", None),
        ("10.2025.03.021", None),
        ("March 2025", None),
        ("20250302", None),
        ("", None),
    ],
)
def test_date_is_read_where_it_is_one(text: str, expected: str | None) -> None:
    """A day of the calendar, whose month nobody has to guess."""
    assert find_date(text) == expected


def test_date_in_a_file_name_may_be_compact() -> None:
    """Where a number of eight digits is a date."""
    assert find_date("20250302-checkout", compact=True) == "2025-03-02"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("66 minutes", "PT1H6M"),
        ("1h 32m", "PT1H32M"),
        ("1.5 hours", "PT1H30M"),
        ("2 days, 3 hours and 5 minutes", "P2DT3H5M"),
        ("PT1H30M", "PT1H30M"),
        ("~45min", "PT45M"),
        ("45 minutes (14:03 to 14:48)", "PT45M"),
        ("2시간 30분", "PT2H30M"),
        ("약 45분간", "PT45M"),
        ("총 1일 2시간", "P1DT2H"),
        ("90초", "PT1M30S"),
        ("20 to 45 minutes", None),
        ("5 minutes 2 hours", None),
        ("a while", None),
        ("0 minutes", None),
        ("45 minutes in eu, 20 in us", None),
        ("5", None),
        ("", None),
    ],
)
def test_span_is_read_where_the_text_is_one(text: str, expected: str | None) -> None:
    """All of the text, with an aside in brackets at most."""
    assert find_span(text) == expected


@pytest.mark.parametrize(
    ("first", "last", "seconds"),
    [
        ("14:03", "14:48", 2700),
        ("23:50", "00:20", 1800),
        ("2025-03-02 23:50 UTC", "2025-03-03 00:20 UTC", 1800),
        ("2025-03-02 23:50", "00:20", 1800),
        ("11:50 PM", "12:20 am", 1800),
        ("오후 2시 3분", "14시 48분", 2700),
        ("14:03 UTC", "23:48 KST", None),
        ("14:03", "2025-03-02 14:48", None),
        ("2025-03-03 14:03", "2025-03-02 14:48", None),
    ],
)
def test_moments_are_apart_where_both_tell(first: str, last: str, seconds: float | None) -> None:
    """Over midnight, but not over zones or days that nobody told."""
    begin, end = find_moment(first), find_moment(last)

    assert begin is not None
    assert end is not None
    assert seconds_between(begin, end) == seconds


@pytest.mark.parametrize("text", ["", "v14.3", "25:00", "13:05 pm", "12:345", "ratio 1:2"])
def test_what_is_no_time_is_none(text: str) -> None:
    """Versions, ratios and hours that no clock has."""
    assert find_moment(text) is None


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Summary", "summary"),
        ("1. Summary", "summary"),
        ("TL;DR", "summary"),
        ("📝 Summary of the incident", "summary"),
        ("Sumary", "summary"),
        ("Customer impact", "impact"),
        ("Root Cause Analysis (5 whys)", "cause"),
        ("Root cause(s)", "cause"),
        ("Timelnie", "timeline"),
        ("Impact timeline", "timeline"),
        ("How did we find out?", "detection"),
        ("What didn\u2019t go so well?", "lessons"),
        ("Lessons Learnt", "lessons"),
        ("Corrective Actions", "actions"),
        ("근본원인", "cause"),
        ("나. 장애 원인", "cause"),
        ("3) 조치사항", "fix"),
        ("재발방지대책", "actions"),
        ("시간대별 경과", "timeline"),
        ("고객 영향", "impact"),
        ("Why it made sense at the time", None),
        ("Background", None),
        ("Recommendations for our summary page readers in 2025", None),
        ("", None),
        ("x" * 500, None),
    ],
)
def test_heading_means_a_field(heading: str, part: str | None) -> None:
    """With numbers, signs, typos and other words around it, in both languages."""
    assert Headings.load().part(heading) == part


@pytest.mark.parametrize(
    ("label", "field"),
    [
        ("Severity", "severity"),
        ("Incident Severity", "severity"),
        ("심각도", "severity"),
        ("Time to detect", "detected_after"),
        ("장애시간", "duration"),
        ("Impact start", "started"),
        ("복구 완료 시각", "resolved"),
        ("영향 사용자 수", "users"),
        ("Status", None),
        ("Authors", None),
    ],
)
def test_label_means_a_value(label: str, field: str | None) -> None:
    """What stands behind it is one line."""
    assert Headings.load().value(label) == field


@pytest.mark.parametrize("other", ["parts", "values"])
def test_names_of_headings_are_of_one_field(other: str) -> None:
    """No name means two fields of a kind; the table is read as it is written."""
    names = [
        name
        for entry in read_table("importers/headings.toml")[other].values()
        for name in (*entry["en"], *entry["ko"])
    ]

    assert sorted(names) == sorted(set(names))


def items(*texts: str) -> list[Line]:
    """A list of a timeline."""
    return [Line("item", text) for text in texts]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            items("10:00 outage begins", "10:04 alert fired", "11:00 outage ends"),
            {"detected_after": "PT4M", "resolved_after": "PT1H"},
        ),
        (
            items("[10:00] 장애 발생", "[10:04] 알람 수신", "[11:00] 복구 완료"),
            {"detected_after": "PT4M", "resolved_after": "PT1H"},
        ),
        (items("10:00 outage begins", "10:10 outage begins again", "11:00 all clear"), {}),
        (items("10:04 alert fired", "11:00 outage ends"), {}),
        (items("10:00 deploy", "10:04 looked at graphs"), {}),
        (items("at ten outage begins", "later outage ends"), {}),
        (items("10:00 UTC outage begins", "11:00 PST outage ends"), {}),
    ],
)
def test_timeline_gives_spans_where_it_says_so(lines: list[Line], expected: dict[str, str]) -> None:
    """In so many words, and once."""
    facts = Facts()

    read_timeline(facts, lines, Headings.load())

    assert facts.timeline() == expected
