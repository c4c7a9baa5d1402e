"""Suspects: chains of recurrences, and which summaries tell the same story."""

from collections.abc import Callable

import pytest

from corpus.case import Case
from corpus.entry import prepare
from corpus.suspects import are_one_suspect, choose_shown, find_roots
from corpus.vocabulary import Vocabulary

MakeCase = Callable[..., Case]
NO_TERMS = Vocabulary([])
STORY = "The metrics agent scanned the page table of a memory-mapped process every thirty seconds. "


@pytest.mark.parametrize(
    ("links", "roots"),
    [
        ({"AA-2": "AA-1", "AA-3": "AA-2"}, {"AA-2": "AA-1", "AA-3": "AA-1"}),
        ({"AA-2": "ZZ-9", "AA-3": "ZZ-9"}, {"AA-2": "ZZ-9", "AA-3": "ZZ-9"}),
        ({"AA-1": "AA-2", "AA-2": "AA-1"}, {"AA-1": "AA-1", "AA-2": "AA-1"}),
        ({"AA-1": "AA-1"}, {"AA-1": "AA-1"}),
        (
            {"AA-1": "AA-2", "AA-2": "AA-3", "AA-3": "AA-2"},
            dict.fromkeys(("AA-1", "AA-2", "AA-3"), "AA-2"),
        ),
        ({}, {}),
    ],
)
def test_find_roots_follows_chains(
    make_case: MakeCase, links: dict[str, str], roots: dict[str, str]
) -> None:
    """A recurrence leads back to where its chain began, also when that is gone or a circle."""
    cases = [make_case(id=case_id, recurrence_of=before) for case_id, before in links.items()]

    assert find_roots(cases) == roots


@pytest.mark.parametrize(
    ("summary", "same"),
    [
        ({"en": STORY * 3}, True),
        ({"en": STORY * 2 + STORY.replace("thirty", "sixty")}, True),
        ({"en": STORY.upper() * 3}, False),
        ({"en": "A certificate expired on the media host and every image vanished."}, False),
        ({"ko": "인증서가 만료됐다."}, False),
        (None, False),
    ],
)
def test_near_identical_summaries_are_one_suspect(
    make_case: MakeCase, summary: dict[str, str] | None, *, same: bool
) -> None:
    """Small edits apart is the same cause; another story or language is not."""
    one = make_case(id="AA-1", summary={"en": STORY * 3})
    other = make_case(id="AA-2", summary=summary)
    entries = [prepare(case, NO_TERMS)[0] for case in (one, other)]

    assert are_one_suspect(*entries, {}, {"AA-1": one, "AA-2": other}.get) is same


def test_later_spelling_of_a_missing_date_does_not_win(make_case: MakeCase) -> None:
    """A case that says when it was updated comes before one that does not."""
    silent = make_case(id="AA-1", visibility="public")
    dated = make_case(id="AA-2", visibility="public", updated_at="2024-01-01")

    assert choose_shown([silent, dated]) is dated
    assert choose_shown([silent, make_case(id="AA-3", visibility="public")]) is silent


def test_cases_are_loaded_only_where_summaries_look_alike(make_case: MakeCase) -> None:
    """Different stories are told apart by their sketches alone."""
    other = "A certificate expired on the media host and every image vanished."
    entries = [
        prepare(make_case(id=case_id, summary={"en": text}), NO_TERMS)[0]
        for case_id, text in (("AA-1", STORY * 3), ("AA-2", other))
    ]

    def load(case_id: str) -> Case:
        raise AssertionError(case_id)

    assert not are_one_suspect(*entries, {}, load)


def test_case_that_is_gone_is_no_suspect_of_another(make_case: MakeCase) -> None:
    """Where a text cannot be read any more, nothing is taken for the same."""
    entries = [
        prepare(make_case(id=case_id, summary={"en": STORY}), NO_TERMS)[0]
        for case_id in ("AA-1", "AA-2")
    ]

    assert not are_one_suspect(*entries, {}, lambda _: None)
