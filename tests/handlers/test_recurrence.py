"""Counting what came back: by cases and by threads, each incident once, and what is still open."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import pytest
from support.quiet_services import quiet_services, source, thread_at

from corpus import Audience
from handlers.recurrence import look_back
from handlers.services import Services

TEAM_READS = Audience(own=True)


class WithCases(Protocol):
    """Opens services over some cases."""

    def __call__(self, *documents: dict[str, Any]) -> AbstractContextManager[Services]:
        """The services, for a `with`."""


@pytest.fixture
def with_cases(tmp_path: Path) -> WithCases:
    """Services over the documents given."""
    return lambda *documents: quiet_services(tmp_path, documents)


def own(number: int, date: str | None, **more: Any) -> dict[str, Any]:
    """An own case document; `date` is when it happened."""
    return {
        "id": f"CASE-{number:04}",
        "title": {"en": f"Queue stuck {number}"},
        "summary": {"en": f"The queue was stuck, number {number}."},
        "date": date,
        **more,
    }


ITEMS = [
    {"text": {"en": "Alert on the lock"}},
    {"text": {"en": ""}},
    {"text": {"en": "Cap the batch"}, "done_at": "2026-02-20"},
]


def test_threads_count_beside_the_case(with_cases: WithCases) -> None:
    """Two threads that link one case as a recurrence make it the third time."""
    with with_cases(own(1, "2026-01-20", action_items=ITEMS)) as services:
        for days in (20, 3):
            services.ledger.links.add(source(thread_at(days)), "CASE-0001", "recurrence")

        found = look_back(services, "CASE-0001", TEAM_READS)

    assert found is not None
    assert (found.count, found.days, found.came_back) == (3, 90, True)
    assert [case.id for case in found.earlier] == ["CASE-0001"]
    assert [(item.number, item.text.en) for item in found.open_items] == [(0, "Alert on the lock")]
    assert found.item_count == 2
    assert found.channel_ids == {"C0POST"}


def test_window_has_two_ends(with_cases: WithCases) -> None:
    """What is older than 90 days, or later than the moment asked for, does not count."""
    with with_cases(own(1, "2025-11-05")) as services:
        links = services.ledger.links
        links.add(source(thread_at(20)), "CASE-0001", "recurrence")
        links.add(source(thread_at(3)), "CASE-0001", "recurrence")
        then = float(thread_at(20).thread_ts)

        now, before = (look_back(services, "CASE-0001", TEAM_READS, at=at) for at in (None, then))
        longer = look_back(services, "CASE-0001", TEAM_READS, days=365)

    assert now is not None
    assert before is not None
    assert longer is not None
    assert (now.count, before.count, longer.count) == (2, 1, 3)


def test_chain_of_cases_counts_from_either_end(with_cases: WithCases) -> None:
    """`recurrence_of` makes a family, whichever of its cases is asked about."""
    cases = (
        own(1, "2026-01-05", action_items=ITEMS),
        own(2, "2026-02-01", recurrence_of="CASE-0001", action_items=ITEMS[:1]),
        own(3, "2026-02-25", recurrence_of="CASE-0002"),
        own(4, "2026-02-26"),
    )
    with with_cases(*cases) as services:
        found = [look_back(services, each["id"], TEAM_READS) for each in cases]
        last = look_back(services, "CASE-0001", TEAM_READS, writeup_id="CASE-0003")

    assert [each.count for each in found if each] == [3, 3, 3, 1]
    assert [each.came_back for each in found if each] == [True, True, True, False]
    assert last is not None
    assert [case.id for case in last.earlier] == ["CASE-0002", "CASE-0001"]
    assert (len(last.open_items), last.item_count) == (2, 3)


def test_thread_with_its_own_case_counts_once(with_cases: WithCases) -> None:
    """The case that a thread's recurrence was written to stands for the thread."""
    cases = (own(1, "2026-01-05"), own(2, "2026-02-27", recurrence_of="CASE-0001"))
    with with_cases(*cases) as services:
        thread, links = thread_at(2), services.ledger.links
        links.add(source(thread), "CASE-0001", "recurrence")
        links.set_writeup(thread, "CASE-0001", "CASE-0002")
        links.add(source(thread), "CASE-0002")

        found = look_back(services, "CASE-0001", TEAM_READS)

    assert found is not None
    assert found.count == 2


def test_only_recurrences_of_this_workspace_count(with_cases: WithCases) -> None:
    """Neither other kinds, nor what was taken back, nor links of another workspace."""
    with with_cases(own(1, "2026-02-01")) as services:
        links, first, second = services.ledger.links, thread_at(2), thread_at(3)
        links.add(source(first), "CASE-0001", "same-cause")
        links.add(source(second), "CASE-0001", "recurrence")
        links.remove(second, "CASE-0001", "U0ALICE")
        elsewhere = type(first)("T0ELSE", first.channel_id, first.thread_ts)
        links.add(source(elsewhere), "CASE-0001", "recurrence")

        found = look_back(services, "CASE-0001", TEAM_READS)

    assert found is not None
    assert (found.count, found.came_back) == (1, False)


@pytest.mark.parametrize(
    ("date", "count"),
    [("2026-03-02", 1), ("2026-03", 1), ("2025", 1), ("2024", 0), (None, 1), ("2025-11", 0)],
)
def test_date_counts_as_exactly_as_it_is_known(
    with_cases: WithCases, date: str | None, count: int
) -> None:
    """The last day that a date allows, and never after the case was recorded."""
    with with_cases(own(1, date)) as services:
        found = look_back(services, "CASE-0001", TEAM_READS)

    assert found is not None
    assert found.count == count


def test_case_that_may_not_be_seen_has_no_past(with_cases: WithCases) -> None:
    """Nor has a public one, or one that is gone; a hidden case of the family is neither listed."""
    public = own(9, "2026-02-01", id="IL-0009", visibility="public")
    hidden = own(
        2, "2026-02-27", recurrence_of="CASE-0001", visibility="channel", channel_id="C0PRIV"
    )
    with with_cases(public, own(1, "2026-02-01"), hidden) as services:
        assert look_back(services, "IL-0009", TEAM_READS) is None
        assert look_back(services, "CASE-0404", TEAM_READS) is None
        assert look_back(services, "CASE-0001", Audience()) is None
        for_team = look_back(services, "CASE-0001", TEAM_READS)
        there = look_back(services, "CASE-0001", Audience(own=True, channel_id="C0PRIV"))

    assert for_team is not None
    assert there is not None
    assert (for_team.count, there.count) == (1, 2)
