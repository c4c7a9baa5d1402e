"""Single facts of an own case change, with a trace, and nothing else of it does."""

from collections.abc import Callable

import pytest

from corpus.case import Case, Visibility
from corpus.case_changes import mark_action_item, set_recurrence
from corpus.errors import CaseNotFoundError, InvalidCaseError
from corpus.store import Store

MakeCase = Callable[..., Case]

ITEMS = [{"text": {"en": " "}}, {"text": {"en": "Alert on it"}}, {"text": {"en": "Cap the batch"}}]


def history(store: Store, case_id: str) -> list[tuple[str, str]]:
    """Who did what, oldest first."""
    return [(entry.actor, entry.action) for entry in store.history(case_id)]


def test_action_item_is_marked_and_opened_again(store: Store, make_case: MakeCase) -> None:
    """Items are counted as readers see them; each change is in the history, a repeat is not."""
    store.import_cases([make_case(id="CASE-1", action_items=ITEMS, x_kept={"a": [1]})])

    done = mark_action_item(store, "CASE-1", 1, done_at="2026-03-02", actor="U0ALICE")
    mark_action_item(store, "CASE-1", 1, done_at="2026-03-02", actor="U0BOB")
    opened = mark_action_item(store, "CASE-1", 1, done_at=None, actor="U0BOB")

    assert [item.done_at for item in done.action_items] == [None, "2026-03-02"]
    assert [item.done_at for item in opened.action_items] == [None, None]
    assert done.document["x_kept"] == {"a": [1]}
    assert history(store, "CASE-1") == [
        ("import", "add"),
        ("U0ALICE", "done"),
        ("U0BOB", "reopen"),
    ]


@pytest.mark.parametrize("number", [-1, 2, 99])
def test_item_that_is_not_there_is_refused(store: Store, make_case: MakeCase, number: int) -> None:
    """The case stays as it was."""
    store.import_cases([make_case(id="CASE-1", action_items=ITEMS)])

    with pytest.raises(InvalidCaseError, match="has no item"):
        mark_action_item(store, "CASE-1", number, done_at="2026-03-02", actor="U0ALICE")

    assert history(store, "CASE-1") == [("import", "add")]


def test_recurrence_is_set_and_taken_back(store: Store, make_case: MakeCase) -> None:
    """The revision grows, so that readers follow."""
    store.import_cases([make_case(id="CASE-1"), make_case(id="CASE-2")])
    before = store.revision()

    assert set_recurrence(store, "CASE-2", "CASE-1", actor="U0ALICE").recurrence_of == "CASE-1"
    assert store.revision() > before
    assert set_recurrence(store, "CASE-2", None, actor="U0BOB").recurrence_of is None
    assert history(store, "CASE-2")[1:] == [("U0ALICE", "link"), ("U0BOB", "unlink")]


@pytest.mark.parametrize(("case_id", "earlier"), [("CASE-1", "CASE-1"), ("CASE-1", "CASE-3")])
def test_circle_is_refused(store: Store, make_case: MakeCase, case_id: str, earlier: str) -> None:
    """No case is a recurrence of itself, or of one that is a recurrence of it."""
    cases = [
        make_case(id="CASE-1"),
        make_case(id="CASE-2", recurrence_of="CASE-1"),
        make_case(id="CASE-3", recurrence_of="CASE-2"),
    ]
    store.import_cases(cases)

    with pytest.raises(InvalidCaseError, match="leads back"):
        set_recurrence(store, case_id, earlier, actor="U0ALICE")


def test_public_case_stays_as_it_is(store: Store, make_case: MakeCase) -> None:
    """Neither a shipped one nor an imported one is the workspace's to change."""
    store.import_cases([make_case(id="IL-1", action_items=ITEMS)])
    store.load_shipped([make_case(id="PUB-1")])

    with pytest.raises(InvalidCaseError, match="is public"):
        mark_action_item(store, "IL-1", 0, done_at="2026-03-02", actor="U0ALICE")
    with pytest.raises(InvalidCaseError, match="is public"):
        set_recurrence(store, "PUB-1", "IL-1", actor="U0ALICE")
    with pytest.raises(CaseNotFoundError):
        set_recurrence(store, "CASE-9", "IL-1", actor="U0ALICE")


def test_readers_stay_who_they_were(store: Store, make_case: MakeCase) -> None:
    """A case that was imported for the team alone does not become public by a change."""
    case = make_case(id="IL-1", action_items=ITEMS)
    store.import_cases([case], visibility=Visibility.TEAM)

    changed = mark_action_item(store, "IL-1", 0, done_at="2026-03-02", actor="U0ALICE")

    assert changed.visibility is Visibility.TEAM
    assert changed.added_at == "2026-03-02T03:04:05+00:00"
