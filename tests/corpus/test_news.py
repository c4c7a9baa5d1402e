"""What is new in the library: added or reviewed in a week, own first; drafts that wait."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from corpus import Case, Database, Store, Visibility, find_news

Week = Callable[..., list[tuple[str, bool, bool]]]

MONDAY = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)
NEXT_MONDAY = MONDAY + dt.timedelta(days=7)


def case(case_id: str, **more: Any) -> Case:
    """A case of this id."""
    return Case.from_document(
        {"id": case_id, "title": {"en": case_id}, "summary": {"en": "It broke."}, **more}
    )


def holds(stamp: str | None) -> bool:
    """Whether a stamp lies in the week, in UTC."""
    if stamp is None:
        return False
    at = dt.datetime.fromisoformat(stamp)
    return MONDAY <= (at if at.tzinfo else at.replace(tzinfo=dt.UTC)) < NEXT_MONDAY


@pytest.fixture
def store_at(database: Database) -> Callable[[str], Store]:
    """A store in which it is a certain moment."""
    return lambda now: Store(database, clock=lambda: dt.datetime.fromisoformat(now))


@pytest.fixture
def week(store_at: Callable[[str], Store]) -> Week:
    """What is new in the week: id, own, reviewed."""
    return lambda: [
        (new.case_id, new.is_own, new.was_reviewed)
        for new in find_news(store_at("2026-12-01"), MONDAY, NEXT_MONDAY, holds)
    ]


def test_cases_are_new_in_the_week_they_were_added(
    store_at: Callable[[str], Store], week: Week
) -> None:
    """From the first moment of Monday on, and no longer at that of the next."""
    store_at("2026-11-22T23:59:59+00:00").import_cases([case("CASE-0001")])
    store_at("2026-11-23T00:00:00+00:00").import_cases([case("CASE-0002")])
    store_at("2026-11-29T23:59:59+00:00").import_cases([case("CASE-0003")])
    store_at("2026-11-30T00:00:00+00:00").import_cases([case("CASE-0004")])

    assert week() == [("CASE-0003", True, False), ("CASE-0002", True, False)]


def test_own_cases_come_first(store_at: Callable[[str], Store], week: Week) -> None:
    """However much later the public ones came."""
    store_at("2026-11-24T00:00:00+00:00").import_cases([case("CASE-0001")])
    store_at("2026-11-25T00:00:00+00:00").load_shipped([case("PUB-0001")])

    assert week() == [("CASE-0001", True, False), ("PUB-0001", False, False)]


def test_a_review_is_news_and_an_edit_is_none(store_at: Callable[[str], Store], week: Week) -> None:
    """A case of long ago is new again when somebody vouches for it; other changes are not."""
    old = store_at("2026-10-01T00:00:00+00:00")
    old.import_cases([case("CASE-0001", draft=True), case("CASE-0002"), case("CASE-0003")])
    now = store_at("2026-11-26T12:00:00+00:00")
    review = {"reviewed_by": "U0BOB", "reviewed_at": "2026-11-26T12:00:00+00:00"}
    now.save(case("CASE-0001", review=review), actor="U0BOB", action="review")
    now.save(case("CASE-0002", lessons={"en": "Look twice."}), actor="U0BOB", action="edit")
    now.save(case("CASE-0003", review={"reviewed_at": "2026-11-29"}), actor="U", action="review")

    assert week() == [("CASE-0003", True, True), ("CASE-0001", True, True)]


def test_the_review_of_a_public_case_is_no_news(
    store_at: Callable[[str], Store], week: Week
) -> None:
    """Public cases are never drafts, so that nothing becomes of them by a review."""
    store_at("2026-10-01T00:00:00+00:00").load_shipped(
        [case("PUB-0001", review={"reviewed_at": "2026-11-26"})]
    )

    assert week() == []


def test_a_case_that_says_when_it_was_added_is_believed(
    store_at: Callable[[str], Store], week: Week
) -> None:
    """What was exported and imported again is no news."""
    store_at("2026-11-26T12:00:00+00:00").import_cases(
        [
            case("CASE-0001", added_at="2024-05-01"),
            case("CASE-0002", added_at="2026-11-25T10:00:00+09:00"),
        ]
    )

    assert week() == [("CASE-0002", True, False)]


def test_drafts_wait_until_they_are_reviewed(store_at: Callable[[str], Store]) -> None:
    """The oldest first; a public case is never one, whatever it says."""
    store_at("2026-11-02T00:00:00+00:00").import_cases([case("CASE-0002", draft=True)])
    store_at("2026-11-01T00:00:00+00:00").import_cases(
        [case("CASE-0003", draft=True), case("CASE-0004", draft=False)]
    )
    store = store_at("2026-11-01T00:00:00+00:00")
    store.import_cases([case("IL-0001", draft=True)], visibility=Visibility.PUBLIC)

    assert store.draft_ids() == ("CASE-0003", "CASE-0002")
