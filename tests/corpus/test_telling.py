"""Telling suspects apart: which question is worth asking, and what its answer leaves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import Answered, Band, Case, Findings, Match, find_question, narrow, read_question
from corpus.telling import MOST_QUESTIONS, check_digest, find_check, ruled_out

CHECK = {"text": {"en": "Count the connections"}, "confirms": {"en": "At the limit: same cause"}}


def case(number: int, **values: Any) -> Case:
    """A case with the facets and checks that are given."""
    document = {"id": f"AA-{number}", "title": {"en": "t"}, "summary": {"en": "s"}}
    return Case.from_document(document | values)


def found(*bands: Band) -> Findings:
    """Findings with cases AA-1, AA-2, … of these bands."""
    matches = tuple(Match(case(n), 0.5, band, ()) for n, band in enumerate(bands, 1))
    return Findings("q", matches[0].band if matches else Band.NONE, matches, 1.0)


def ids(findings: Findings) -> list[str]:
    """The ids of the matches."""
    return [match.case.id for match in findings.matches]


def no_to(*against: str, speaks_for: tuple[str, ...] = ()) -> Answered:
    """An answer against some cases."""
    return Answered("facet:symptoms:x", "no", speaks_for, against)


def test_check_that_the_reader_is_told_to_do_comes_first() -> None:
    """Its outcome speaks for its own case and against the others."""
    suspects = [
        case(1, checks=[CHECK], components=["database"]),
        case(2, components=["message-queue"]),
    ]

    question = find_question(suspects, (), ())

    assert question is not None
    assert question.key == f"check:AA-1:{check_digest(suspects[0].checks[0])}"
    assert (question.yes, question.no) == (("AA-1",), ("AA-2",))


def test_facet_that_halves_the_suspects_is_asked() -> None:
    """Of three cases, what one or two have; not what all have, nor what was said already."""
    suspects = [
        case(1, symptoms=["high-latency", "http-5xx-errors"], components=["database"]),
        case(2, symptoms=["high-latency"], components=["database", "kubernetes-cluster"]),
        case(3, symptoms=["high-latency"], components=["message-queue"]),
    ]

    question = find_question(suspects, (), ())
    other = find_question(suspects, ("http-5xx-errors",), ())

    assert question is not None
    assert question.key == "facet:symptoms:http-5xx-errors"
    assert (question.yes, question.no) == (("AA-1",), ("AA-2", "AA-3"))
    assert other is not None
    assert other.key == "facet:components:database"
    assert (other.yes, other.no) == (("AA-1", "AA-2"), ("AA-3",))


def test_case_without_a_facet_is_on_neither_side() -> None:
    """That it is badly tagged says nothing about the incident."""
    suspects = [case(1, components=["database"]), case(2)]

    assert find_question(suspects, (), ()) is None


def test_who_cannot_tell_one_half_is_not_asked_for_the_other() -> None:
    """Of two cases, "is it the database?" and "is it the queue?" are one question."""
    suspects = [case(1, components=["database"]), case(2, components=["message-queue"])]

    assert find_question(suspects, (), ["facet:components:database"]) is None


def test_nothing_is_asked_without_a_difference_or_an_end() -> None:
    """One suspect, two that are tagged alike, checks that say nothing, and after five answers."""
    alike = {"components": ["database"], "checks": [{"text": {"en": "Look"}}]}
    apart = [case(1, components=["database"]), case(2, components=["message-queue"])]

    assert find_question([case(1, checks=[CHECK])], (), ()) is None
    assert find_question([case(1, **alike), case(2, **alike)], (), ()) is None
    assert find_question(apart, (), [f"facet:domain:{n}" for n in range(MOST_QUESTIONS)]) is None


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("check:PUB-0031:abc", "check"),
        ("facet:components:database", "facet"),
        ("facet:root_cause:human-error", None),
        ("facet:components:", None),
        ("check:PUB-0031", None),
        ("", None),
        ("riddle:a:b", None),
    ],
)
def test_key_leads_back_to_its_question(key: str, kind: str | None) -> None:
    """A key of another version, or a forged one, is none."""
    question = read_question(key)

    assert (question.kind if question else None) == kind
    assert question is None or question.key == key


def test_rewritten_check_is_no_longer_the_one_asked_about() -> None:
    """What was answered was about other words."""
    digest = check_digest(case(1, checks=[CHECK]).checks[0])
    rewritten = case(1, checks=[{**CHECK, "command": "ss -s"}])

    assert find_check(rewritten, digest) is None
    assert find_check(case(1, checks=[CHECK]), digest) is not None


def test_answer_leaves_out_what_it_speaks_against() -> None:
    """What it speaks for comes first; the nearest are gone beside a match that remains."""
    findings = found(Band.STRONG, Band.POSSIBLE, Band.POSSIBLE, Band.NONE)

    narrowed = narrow(findings, [no_to("AA-1", speaks_for=("AA-3",))])

    assert ids(narrowed) == ["AA-3", "AA-2"]
    assert narrowed.band is Band.POSSIBLE


def test_suspect_that_came_later_stays() -> None:
    """An answer was about the suspects of its time, and says nothing of new ones."""
    findings = found(Band.STRONG, Band.STRONG)

    assert ids(narrow(findings, [no_to("AA-9")])) == ["AA-1", "AA-2"]


def test_answers_that_contradict_each_other_leave_everybody() -> None:
    """An empty card would help nobody; who has most votes comes first."""
    findings = found(Band.STRONG, Band.STRONG)
    answers = [no_to("AA-1"), no_to("AA-1"), no_to("AA-2")]

    assert ids(narrow(findings, answers)) == ["AA-2", "AA-1"]


def test_the_nearest_are_narrowed_too() -> None:
    """Nothing close, but what is nearest can be told apart; a match never falls behind it."""
    assert ids(narrow(found(Band.NONE, Band.NONE), [no_to("AA-1")])) == ["AA-2"]
    assert ids(narrow(found(Band.POSSIBLE, Band.NONE), [no_to(speaks_for=("AA-2",))]))[0] == "AA-1"


answers = st.lists(
    st.builds(
        Answered,
        st.just("facet:symptoms:x"),
        st.sampled_from(["yes", "no", "skip"]),
        st.lists(st.sampled_from(["AA-1", "AA-2", "AA-3", "AA-4"]), max_size=3).map(tuple),
        st.lists(st.sampled_from(["AA-1", "AA-2", "AA-3", "AA-4"]), max_size=3).map(tuple),
    ),
    max_size=5,
)


@given(answers, st.lists(st.sampled_from(list(Band)), min_size=1, max_size=4))
def test_answers_never_empty_a_card_or_change_a_band(
    given_answers: list[Answered], bands: list[Band]
) -> None:
    """Whatever is answered: something remains, in its own band, and matches before the nearest."""
    findings = found(*sorted(bands, key=list(Band).index))

    narrowed = narrow(findings, given_answers)

    before = {match.case.id: match.band for match in findings.matches}
    after = {match.case.id: match.band for match in narrowed.matches}
    is_nearest = [match.band is Band.NONE for match in narrowed.matches]
    assert after
    assert after.items() <= before.items()
    assert is_nearest == sorted(is_nearest)
    assert narrowed.band is narrowed.matches[0].band
    assert set(ruled_out(given_answers)).isdisjoint(after) or after == before or all(is_nearest)
