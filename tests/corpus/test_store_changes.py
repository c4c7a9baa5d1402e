"""What changes in the store: the shipped library, and the revision that readers follow."""

import datetime as dt
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing

import pytest
import sqlite_utils

from corpus.case import Case, Visibility
from corpus.database import Database
from corpus.migrations import CORPUS_MIGRATIONS
from corpus.store import Store

NOW = dt.datetime(2026, 3, 2, 3, 4, 5, tzinfo=dt.UTC)

MakeCase = Callable[..., Case]


@pytest.fixture
def neighbour(database: Database) -> Iterator[Store]:
    """A store on the same file with a connection of its own, as another process has."""
    opened = Database.open(database.path, [CORPUS_MIGRATIONS])
    yield Store(opened, clock=lambda: NOW)
    opened.close()


def ids(cases: list[Case]) -> list[str]:
    """The ids of some cases, in their order."""
    return [case.id for case in cases]


def test_load_shipped_adds_updates_and_removes(store: Store, make_case: MakeCase) -> None:
    """The shipped part becomes exactly what is shipped; the rest stays."""
    store.import_cases([make_case(id="IL-1")])
    store.load_shipped([make_case(id=each) for each in ("PUB-1", "PUB-2", "PUB-3")])

    changes = store.load_shipped(
        [make_case(id="PUB-1"), make_case(id="PUB-2", org="B"), make_case(id="PUB-4")]
    )

    assert changes == 3
    assert ids(store.all_cases()) == ["IL-1", "PUB-1", "PUB-2", "PUB-4"]
    assert store.get("PUB-2").org == "B"


def test_load_shipped_changes_nothing_twice(store: Store, make_case: MakeCase) -> None:
    """A start with the same package leaves the revision alone."""
    cases = [make_case(id="PUB-1"), make_case(id="PUB-2")]
    store.load_shipped(cases)

    changes = store.load_shipped(reversed(cases))

    assert (changes, store.revision()) == (0, 1)


def test_load_shipped_needs_no_lock_for_nothing(
    database: Database, store: Store, make_case: MakeCase
) -> None:
    """A command that only reads starts while another process writes."""
    store.load_shipped([make_case(id="PUB-1")])

    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        assert store.load_shipped([make_case(id="PUB-1")]) == 0


def test_load_shipped_yields_to_who_was_first(
    database: Database, store: Store, make_case: MakeCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs that start at once load the package once."""
    cases = [make_case(id="PUB-1")]
    begin = database.transaction

    def begin_late() -> AbstractContextManager[sqlite_utils.Database]:
        with closing(Database.open(database.path, [CORPUS_MIGRATIONS])) as other:
            Store(other, clock=lambda: NOW).load_shipped(cases)
        return begin()

    monkeypatch.setattr(database, "transaction", begin_late)

    assert (store.load_shipped(cases), store.revision()) == (0, 1)


def test_load_shipped_makes_every_case_public(database: Database, make_case: MakeCase) -> None:
    """What is shipped is public, and no draft, under any prefix."""
    store = Store(database, own_prefix="PUB", clock=lambda: NOW)

    store.load_shipped([make_case(id="PUB-1", draft=True)])

    assert (store.get("PUB-1").visibility, store.get("PUB-1").draft) == ("public", False)


def test_revision_grows_once_with_each_change(store: Store, make_case: MakeCase) -> None:
    """One step for each change, none for what changes nothing."""
    seen = [store.revision()]

    store.import_cases([make_case(id="IL-1"), make_case(id="IL-2")])
    seen.append(store.revision())
    store.import_cases([make_case(id="IL-1"), make_case(id="IL-2")])
    seen.append(store.revision())
    store.import_cases([make_case(id="IL-1")], visibility=Visibility.TEAM)
    seen.append(store.revision())
    store.save(make_case(id="CASE-1"), actor="U1", action="create")
    seen.append(store.revision())

    assert seen == [0, 1, 1, 2, 3]


def test_revision_belongs_to_the_transaction(
    database: Database, store: Store, neighbour: Store, make_case: MakeCase
) -> None:
    """Another process sees case and revision together, or neither."""
    with database.transaction():
        store.save(make_case(id="CASE-1"), actor="U1", action="create")
        during = (neighbour.revision(), neighbour.exists("CASE-1"))

    assert during == (0, False)
    assert (neighbour.revision(), neighbour.exists("CASE-1")) == (1, True)


def test_changed_since_gives_what_a_reader_missed(
    store: Store, neighbour: Store, make_case: MakeCase
) -> None:
    """A reader follows from the revision it knows: changed cases, and ids that are gone."""
    store.load_shipped([make_case(id="PUB-1"), make_case(id="PUB-2")])
    known = neighbour.revision()

    store.load_shipped([make_case(id="PUB-2", org="B")])
    store.import_cases([make_case(id="IL-1")])

    changed, removed = neighbour.changed_since(known)
    assert (changed, removed) == (["IL-1", "PUB-2"], {"PUB-1"})
    assert neighbour.changed_since(neighbour.revision()) == ([], set())


def test_changed_since_forgets_a_removal_that_was_undone(store: Store, make_case: MakeCase) -> None:
    """A case that came back is not gone."""
    store.load_shipped([make_case(id="PUB-1")])
    store.load_shipped([])
    store.load_shipped([make_case(id="PUB-1")])

    changed, removed = store.changed_since(0)

    assert (changed, removed) == (["PUB-1"], set())


def test_drop_takes_public_cases_out_and_says_who_did(store: Store, make_case: MakeCase) -> None:
    """Readers hear of it, and the history stays."""
    store.import_cases([make_case(id="IL-0001")], actor="sync")
    before = store.revision()

    store.drop(["IL-0001"], actor="sync")

    assert not store.exists("IL-0001")
    assert store.changed_since(before) == ([], {"IL-0001"})
    assert [(entry.actor, entry.action) for entry in store.history("IL-0001")] == [
        ("sync", "add"),
        ("sync", "delete"),
    ]


def test_dropping_nothing_changes_nothing(store: Store) -> None:
    """No revision is spent, so that no reader looks again."""
    before = store.revision()

    store.drop([], actor="sync")

    assert store.revision() == before
