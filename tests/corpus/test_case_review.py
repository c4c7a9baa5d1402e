"""The life of an own case: added under the next id, reviewed, edited, outdated, removed."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus import (
    CORPUS_MIGRATIONS,
    Audience,
    Case,
    CaseChangedError,
    CaseNotFoundError,
    Database,
    InvalidCaseError,
    Library,
    Store,
    Vocabulary,
    edit_case,
    mark_current,
    mark_outdated,
    mark_reviewed,
)

NOW = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)
DRAFT = {
    "title": {"en": "Zebra ledger hung"},
    "symptoms_text": {"en": "The zebra ledger hung on the flamingo lock."},
    "review": {"written_by": "U0ALICE"},
    "visibility": "team",
    "draft": True,
}
PUBLIC = {"id": "PUB-9001", "title": {"en": "Public"}, "summary": {"en": "Of somebody else."}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with one public case."""
    database = Database.open(tmp_path / "cases.sqlite", [CORPUS_MIGRATIONS])
    made = Store(database, clock=lambda: NOW)
    made.load_shipped([Case.from_document(PUBLIC)])
    yield made
    database.close()


def test_added_cases_get_the_next_own_id(store: Store) -> None:
    """Whatever the highest is, gaps are left; the trace says who added it."""
    first = store.add(DRAFT, actor="U0ALICE", action="capture")
    store.import_cases([Case.from_document({**DRAFT, "id": "CASE-0041"})])

    second = store.add(DRAFT, actor="U0BOB", action="capture")

    assert (first.id, second.id) == ("CASE-0001", "CASE-0042")
    assert [(each.actor, each.action) for each in store.history("CASE-0001")] == [
        ("U0ALICE", "capture")
    ]


def test_ids_of_removed_cases_are_not_given_again(store: Store) -> None:
    """A link somewhere still says the old one, also when its trace was dropped."""
    gone = store.add(DRAFT, actor="U0ALICE", action="capture")
    store.remove(gone.id, actor="U0BOB")
    store.forget_history(gone.id)

    assert store.add(DRAFT, actor="U0ALICE", action="capture").id == "CASE-0002"


def test_draft_is_found_by_the_next_lookup(store: Store) -> None:
    """And is gone from lookups once it is removed."""
    library = Library(store, Vocabulary.load())
    team = Audience(own=True)
    library.find("zebra", audience=team)
    case = store.add(DRAFT, actor="U0ALICE", action="capture")

    found = library.find("zebra ledger hung on the flamingo lock", audience=team)
    store.remove(case.id, actor="U0ALICE")
    after = library.find("zebra ledger hung on the flamingo lock", audience=team)

    assert found.matches[0].case.id == case.id
    assert all(match.case.id != case.id for match in after.matches)
    with pytest.raises(CaseNotFoundError):
        library.get(case.id, team)


def test_review_ends_the_draft(store: Store) -> None:
    """With who and when; who wrote it stays, and a second review changes the date alone."""
    case = store.add(DRAFT, actor="U0ALICE", action="capture")

    reviewed = mark_reviewed(store, case.id, seen=case.digest, actor="U0BOB")

    assert not reviewed.draft
    assert reviewed.review.written_by == "U0ALICE"
    assert (reviewed.review.reviewed_by, reviewed.review.reviewed_at) == ("U0BOB", NOW.isoformat())
    assert reviewed.updated_at == NOW.isoformat()
    assert [each.action for each in store.history(case.id)] == ["capture", "review"]


def test_outdated_case_can_be_current_again(store: Store) -> None:
    """The reason is kept while it holds; twice the same leaves one trace."""
    case = store.add(DRAFT, actor="U0ALICE", action="capture")

    outdated = mark_outdated(store, case.id, "the ledger is gone", actor="U0BOB")
    mark_current(store, case.id, actor="U0BOB")
    current = mark_current(store, case.id, actor="U0BOB")

    assert outdated.outdated is not None
    assert (outdated.outdated.reason, outdated.outdated.at) == (
        "the ledger is gone",
        NOW.isoformat(),
    )
    assert current.outdated is None
    assert [each.action for each in store.history(case.id)] == ["capture", "outdate", "restore"]


def test_second_saver_is_told(store: Store) -> None:
    """What somebody else wrote since is not overwritten."""
    case = store.add(DRAFT, actor="U0ALICE", action="capture")
    edit_case(store, case.id, {"title": {"en": "First"}}, seen=case.digest, actor="U0ALICE")

    with pytest.raises(CaseChangedError):
        edit_case(store, case.id, {"title": {"en": "Second"}}, seen=case.digest, actor="U0BOB")
    with pytest.raises(CaseChangedError):
        mark_reviewed(store, case.id, seen=case.digest, actor="U0BOB")

    assert store.get(case.id).title.get("en") == "First"


def test_edit_takes_fields_away_and_keeps_the_rest(store: Store) -> None:
    """Keys that nobody here knows stay as they are."""
    case = store.add({**DRAFT, "mood": "grim", "summary": {"en": "x"}}, actor="U", action="capture")

    edited = edit_case(store, case.id, {"summary": None}, seen=case.digest, actor="U0BOB")

    assert edited.summary is None
    assert edited.document["mood"] == "grim"


def test_edit_that_breaks_the_case_is_refused(store: Store) -> None:
    """Nothing is written."""
    case = store.add(DRAFT, actor="U0ALICE", action="capture")

    with pytest.raises(InvalidCaseError):
        edit_case(store, case.id, {"symptoms_text": None}, seen=case.digest, actor="U0BOB")

    assert store.get(case.id).digest == case.digest


def test_public_cases_cannot_be_changed_or_removed(store: Store) -> None:
    """They are reviewed like code, elsewhere."""
    seen = store.get("PUB-9001").digest

    for change in (
        lambda: mark_reviewed(store, "PUB-9001", actor="U0BOB"),
        lambda: mark_outdated(store, "PUB-9001", "no", actor="U0BOB"),
        lambda: edit_case(store, "PUB-9001", {"org": "x"}, seen=seen, actor="U0BOB"),
        lambda: store.remove("PUB-9001", actor="U0BOB"),
    ):
        with pytest.raises(InvalidCaseError, match="public"):
            change()


def test_actor_is_forgotten_in_every_trace(store: Store) -> None:
    """That something was done, and when, stays."""
    case = store.add(DRAFT, actor="U0ALICE", action="capture")
    mark_reviewed(store, case.id, actor="U0BOB")

    assert store.forget_actor("U0BOB") == 1
    assert [each.actor for each in store.history(case.id)] == ["U0ALICE", ""]
