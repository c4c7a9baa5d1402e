"""Filters: what in a text is a filter, what is text, and which cases pass."""

import datetime as dt
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.case import Case, Visibility
from corpus.filters import FilterProblem, Filters, ParsedQuery, as_words, parse_query
from corpus.vocabulary import Term, Vocabulary

NOW = dt.datetime(2026, 3, 2, 3, 4, 5, tzinfo=dt.UTC)


def term(facet: str, slug: str, en: str, ko: str, *aliases: str) -> Term:
    """A term with its labels and English aliases."""
    return Term(facet, slug, {"en": en, "ko": ko}, {"en": en}, {"en": aliases})


VOCABULARY = Vocabulary(
    [
        term("symptoms", "high-latency", "High latency", "지연", "slow"),
        term("symptoms", "packet-loss", "Packet loss", "패킷 손실"),
        term("components", "kafka", "Kafka", "카프카"),
        term("domain", "database", "Database", "데이터베이스", "db"),
        term("root_cause", "config-change", "Configuration change", "설정 변경"),
        term("trigger", "deploy", "Deployment", "배포"),
    ]
)


def parse(text: str) -> ParsedQuery:
    """Parse with the vocabulary above on a day in March 2026."""
    return parse_query(text, VOCABULARY, clock=lambda: NOW)


@pytest.mark.parametrize(
    ("text", "facet", "slugs"),
    [
        ("symptom:high-latency", "symptoms", {"high-latency"}),
        ("SYMPTOM:slow", "symptoms", {"high-latency"}),
        ('symptom:"High latency"', "symptoms", {"high-latency"}),
        ("symptom:“packet loss”", "symptoms", {"packet-loss"}),
        ("component:카프카", "components", {"kafka"}),
        ("domain:db", "domain", {"database"}),
        ("cause:config-change", "root_cause", {"config-change"}),
        ("trigger:deploy", "trigger", {"deploy"}),
        ("symptom:slow x symptom:packet-loss", "symptoms", {"high-latency", "packet-loss"}),
    ],
)
def test_facet_filters_are_read(text: str, facet: str, slugs: set[str]) -> None:
    """Slugs, labels and aliases of both languages are values; several are alternatives."""
    parsed = parse(text)

    assert parsed.filters.facets == {facet: slugs}
    assert not parsed.problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("since:2024", Filters(since=dt.date(2024, 1, 1))),
        ("since:2024-05", Filters(since=dt.date(2024, 5, 1))),
        ("before:2024-05-06", Filters(before=dt.date(2024, 5, 6))),
        ("since:90d", Filters(since=dt.date(2025, 12, 2))),
        ('org:"Google Cloud"', Filters(orgs=("Google Cloud",))),
        ("org:github", Filters(orgs=("github",))),
        ("own:", Filters(own=True)),
        ("public: disk", Filters(own=False)),
        ("own: public:", Filters()),
        ('org:""', Filters()),
        ('org:A org:"B C" org:A', Filters(orgs=("A", "B C"))),
    ],
)
def test_other_filters_are_read(text: str, expected: Filters) -> None:
    """Dates, spans of days, organisations and whose cases."""
    assert parse(text).filters == expected


def test_filters_are_taken_out_of_the_text() -> None:
    """What remains is what was said."""
    parsed = parse("replica  lag component:kafka since:2024 after own: failover")

    assert parsed.text == "replica lag after failover"


@pytest.mark.parametrize(
    "text",
    [
        "component: kafka is down",
        "[FIRING] severity:critical cause: unknown",
        "host:db-1 own:x public:443",
        "https://example.com/org:acme my-since:2024",
        "symptom:",
        "",
    ],
)
def test_text_that_looks_like_filters_stays_text(text: str) -> None:
    """A space after the colon, unknown keys and parts of other words are text."""
    parsed = parse(text)

    assert parsed == ParsedQuery(text, Filters(), ())


@given(
    st.lists(
        st.sampled_from(
            ["component:redis", "own:", "public:", 'org:"A B"', "since:2024", "cause:x", ":", " "]
        )
        | st.text(max_size=8),
        max_size=8,
    ).map(" ".join)
)
def test_text_taken_as_words_has_no_filters(text: str) -> None:
    """An alert that is looked up is full of `key:value`; none of it narrows the search."""
    parsed = parse(as_words(text))

    assert parsed.filters == Filters()
    assert not parsed.problems


def test_unknown_value_is_a_problem_with_suggestions() -> None:
    """A value that is not in the vocabulary gets "did you mean"."""
    [problem] = parse("symptom:hgih-latency").problems

    assert (problem.key, problem.value) == ("symptom", "hgih-latency")
    assert [suggested.slug for suggested in problem.suggestions] == ["high-latency"]


@pytest.mark.parametrize("value", ["yesterday", "2024-13", "2024-02-30", "0000", "99999999d", "20"])
def test_unreadable_date_is_a_problem(value: str) -> None:
    """What is no date filters nothing and is said so."""
    parsed = parse(f"since:{value}")

    assert parsed.problems == (FilterProblem("since", value, ()),)
    assert parsed.filters == Filters()


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        (Filters(), True),
        (Filters({"symptoms": frozenset({"high-latency", "packet-loss"})}), True),
        (Filters({"symptoms": frozenset({"packet-loss"})}), False),
        (Filters({"domain": frozenset({"database"})}), False),
        (Filters(orgs=("example",)), True),
        (Filters(orgs=("example-shop",)), True),
        (Filters(orgs=("Exam",)), False),
        (Filters(orgs=("Exam", "example")), True),
        (Filters(since=dt.date(2025, 7, 15)), True),
        (Filters(since=dt.date(2025, 8, 1)), False),
        (Filters(before=dt.date(2025, 7, 2)), True),
        (Filters(before=dt.date(2025, 7, 1)), False),
        (Filters(own=True), False),
        (Filters(own=False), True),
    ],
)
def test_accepts_a_case_that_satisfies_everything(
    make_case: Callable[..., Case], filters: Filters, *, passes: bool
) -> None:
    """The case is public, of Example Shop, of July 2025, and was slow."""
    case = make_case(visibility="public")

    assert filters.accepts(case) is passes


@pytest.mark.parametrize(
    ("date", "passes"), [("2025", True), ("2025-12-31", True), ("2024", False), (None, False)]
)
def test_since_counts_any_day_that_a_date_may_mean(
    make_case: Callable[..., Case], date: str | None, *, passes: bool
) -> None:
    """A year counts to its last day; no date satisfies no date."""
    filters = Filters(since=dt.date(2025, 12, 31))

    assert filters.accepts(make_case(date=date)) is passes


def test_own_means_not_public(make_case: Callable[..., Case]) -> None:
    """Cases of the team and of a channel are own."""
    team = make_case(visibility=Visibility.TEAM)

    assert Filters(own=True).accepts(team)
    assert not Filters(own=False).accepts(team)
