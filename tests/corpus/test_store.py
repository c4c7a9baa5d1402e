"""The store: what is kept of a case, who may see it by default, and the revision readers follow."""

import datetime as dt
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from corpus.case import Case, Visibility
from corpus.database import Database
from corpus.errors import (
    CaseNotFoundError,
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseError,
    InvalidCaseError,
)
from corpus.migrations import CORPUS_MIGRATIONS
from corpus.store import HistoryEntry, Store, has_prefix

NOW = dt.datetime(2026, 3, 2, 3, 4, 5, tzinfo=dt.UTC)
NOW_TEXT = "2026-03-02T03:04:05+00:00"

MakeCase = Callable[..., Case]


def ids(cases: list[Case]) -> list[str]:
    """The ids of some cases, in their order."""
    return [case.id for case in cases]


@pytest.mark.parametrize(
    ("case_id", "prefix", "expected"),
    [
        ("CASE-0001", "CASE", True),
        ("CASE2-0001", "CASE", False),
        ("CAS-0001", "CASE", False),
        ("PUB-1", "PUB", True),
        ("A-1", "A", True),
    ],
)
def test_has_prefix_compares_whole_prefixes(case_id: str, prefix: str, *, expected: bool) -> None:
    """CASE2-0001 is not one of CASE."""
    assert has_prefix(case_id, prefix) is expected


def test_store_starts_empty(store: Store) -> None:
    """A new library has no case and has never changed."""
    assert (store.all_cases(), store.revision()) == ([], 0)
    assert not store.exists("IL-0247")


@pytest.mark.parametrize(
    "case_id", ["IL-0247", "", "'; DROP TABLE cases; --", "\x00", "가" * 40_000]
)
def test_get_raises_for_an_unknown_id(store: Store, case_id: str) -> None:
    """Whatever is asked for, what is not there is not found."""
    with pytest.raises(CaseNotFoundError):
        store.get(case_id)


def test_all_cases_are_sorted_by_id(store: Store, make_case: MakeCase) -> None:
    """Order does not depend on the order of arrival."""
    store.import_cases([make_case(id=each) for each in ("IL-3", "CASE-1", "IL-1")])

    assert ids(store.all_cases()) == ["CASE-1", "IL-1", "IL-3"]


@pytest.mark.parametrize(
    ("values", "override", "expected"),
    [
        ({"id": "IL-1"}, None, "public"),
        ({"id": "CASE-1"}, None, "team"),
        ({"id": "CASE2-1"}, None, "public"),
        ({"id": "CASE-1", "visibility": ""}, None, "team"),
        ({"id": "CASE-1", "visibility": "public"}, None, "public"),
        ({"id": "IL-1", "visibility": "team"}, None, "team"),
        ({"id": "IL-1", "visibility": "channel", "channel_id": "C1"}, None, "channel"),
        ({"id": "IL-1"}, "team", "team"),
        ({"id": "CASE-1"}, "public", "public"),
        ({"id": "IL-1", "visibility": "team"}, "public", "public"),
        ({"id": "IL-1", "channel_id": "C1"}, "channel", "channel"),
    ],
)
def test_import_cases_resolves_visibility(
    store: Store,
    make_case: MakeCase,
    values: dict[str, Any],
    override: str | None,
    expected: str,
) -> None:
    """What the caller says, else what the case says, else own ids are the team's."""
    case = make_case(**values)

    store.import_cases([case], visibility=Visibility(override) if override else None)

    assert store.get(case.id).visibility == expected
    assert store.get(case.id).document == case.document


def test_import_cases_resolves_by_the_configured_prefix(
    database: Database, make_case: MakeCase
) -> None:
    """Own ids are those of this installation's prefix."""
    store = Store(database, own_prefix="ACME", clock=lambda: NOW)

    store.import_cases([make_case(id="ACME-1"), make_case(id="CASE-1")])

    assert [case.visibility for case in store.all_cases()] == ["team", "public"]


@pytest.mark.parametrize(
    ("values", "draft"),
    [
        ({"id": "CASE-1", "draft": True}, True),
        ({"id": "CASE-1", "draft": False}, False),
        ({"id": "CASE-1"}, False),
        ({"id": "IL-1", "draft": True}, False),
        ({"id": "IL-1", "review": {"reviewed_by": None}}, False),
    ],
)
def test_get_shows_only_own_cases_as_drafts(
    store: Store, make_case: MakeCase, values: dict[str, Any], *, draft: bool
) -> None:
    """Public cases are never drafts, whatever they say of their review."""
    case = make_case(**values)

    store.import_cases([case])

    assert store.get(case.id).draft is draft


@pytest.mark.parametrize(
    ("values", "added_at"),
    [({}, NOW_TEXT), ({"added_at": "2025-01-02"}, "2025-01-02"), ({"added_at": ""}, NOW_TEXT)],
)
def test_get_knows_when_a_case_was_added(
    store: Store, make_case: MakeCase, values: dict[str, Any], added_at: str
) -> None:
    """The day it came here, unless the case brings its own."""
    store.import_cases([make_case(**values)])

    assert store.get("IL-0247").added_at == added_at


def test_import_cases_keeps_the_day_a_case_was_added(
    database: Database, make_case: MakeCase
) -> None:
    """An update makes no case new."""
    moments = iter([NOW, NOW + dt.timedelta(days=9)])
    store = Store(database, clock=lambda: next(moments))
    store.import_cases([make_case()])

    store.import_cases([make_case(org="Another")])

    assert (store.get("IL-0247").org, store.get("IL-0247").added_at) == ("Another", NOW_TEXT)


def test_import_cases_tells_new_from_known(store: Store, make_case: MakeCase) -> None:
    """A known id is updated, also when nothing in it changed."""
    store.import_cases([make_case(id="IL-1"), make_case(id="IL-2")])

    outcome = store.import_cases(
        [make_case(id="IL-2"), make_case(id="IL-3"), make_case(id="IL-1", org="Another")]
    )

    assert (outcome.added, outcome.updated) == (("IL-3",), ("IL-2", "IL-1"))
    assert store.get("IL-1").org == "Another"


def test_import_cases_writes_nothing_in_a_dry_run(store: Store, make_case: MakeCase) -> None:
    """A dry run says the same and leaves the library as it was."""
    store.import_cases([make_case(id="IL-1")])
    before = (store.all_cases(), store.revision(), store.history("IL-1"))

    outcome = store.import_cases(
        [make_case(id="IL-1", org="B"), make_case(id="IL-2")], dry_run=True
    )

    assert (outcome.added, outcome.updated) == (("IL-2",), ("IL-1",))
    assert (store.all_cases(), store.revision(), store.history("IL-1")) == before


def test_import_cases_lands_all_or_none(store: Store, make_case: MakeCase) -> None:
    """One case that cannot be stored keeps the others out."""
    cases = [make_case(id="IL-1"), make_case(id="IL-2", channel_id=None)]

    with pytest.raises(InvalidCaseError, match="channel_id"):
        store.import_cases(cases, visibility=Visibility.CHANNEL)

    assert (store.all_cases(), store.revision()) == ([], 0)


def test_import_cases_is_undone_when_writing_fails(
    database: Database, store: Store, make_case: MakeCase
) -> None:
    """A file that cannot grow takes nothing of the import."""
    database.connection.execute("PRAGMA max_page_count = 20")
    cases = [make_case(id=f"IL-{n}", summary={"en": "x" * 9_000}) for n in range(30)]

    with pytest.raises(DatabaseError, match="the disk is full"):
        store.import_cases(cases)

    assert (store.all_cases(), store.revision(), store.history("IL-0")) == ([], 0, ())


def test_import_cases_reports_a_busy_database(tmp_path: Path, make_case: MakeCase) -> None:
    """Another process that writes keeps the import out, whole."""
    file = tmp_path / "incidents.sqlite"
    with (
        closing(Database.open(file, [CORPUS_MIGRATIONS], busy_seconds=0)) as database,
        closing(sqlite3.connect(file, isolation_level=None)) as other,
    ):
        store = Store(database, clock=lambda: NOW)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError):
            store.import_cases([make_case()])

        assert store.all_cases() == []


@pytest.mark.parametrize("write", ["import", "save"])
def test_store_keeps_shipped_ids_for_the_package(
    store: Store, make_case: MakeCase, write: str
) -> None:
    """No import and no hand changes a PUB- case."""
    case = make_case(id="PUB-0001")

    with pytest.raises(InvalidCaseError, match="id: PUB-0001 belongs to the shipped library"):
        _write(store, case, write)

    assert not store.exists("PUB-0001")


def _write(store: Store, case: Case, how: str) -> None:
    if how == "import":
        store.import_cases([case])
    else:
        store.save(case, actor="U1", action="edit")


def test_save_writes_a_case_and_who_did_it(store: Store, make_case: MakeCase) -> None:
    """Every change by hand leaves a trace, oldest first."""
    store.save(make_case(id="CASE-1", draft=True), actor="U1", action="create")

    saved = store.save(make_case(id="CASE-1", org="B"), actor="U2", action="edit")

    assert saved == store.get("CASE-1")
    assert (saved.org, saved.visibility, saved.draft) == ("B", "team", False)
    assert store.history("CASE-1") == (
        HistoryEntry("U1", "create", NOW),
        HistoryEntry("U2", "edit", NOW),
    )


def test_save_keeps_a_visibility_that_was_chosen(store: Store, make_case: MakeCase) -> None:
    """A case placed by its author stays placed."""
    case = make_case(id="CASE-1", channel_id="C1").with_visibility(Visibility.CHANNEL)

    saved = store.save(case, actor="U1", action="create")

    assert saved.visibility is Visibility.CHANNEL


def test_import_cases_leaves_a_trace(store: Store, make_case: MakeCase) -> None:
    """Imports are in the history, unless they changed nothing."""
    for org in ("A", "A", "B"):
        store.import_cases([make_case(org=org)])

    actions = [entry.action for entry in store.history("IL-0247")]

    assert actions == ["add", "update"]


@pytest.mark.parametrize(
    ("values", "override", "written"),
    [
        ({"id": "IL-1"}, None, None),
        ({"id": "CASE-1"}, None, None),
        ({"id": "CASE-1", "visibility": None}, None, None),
        ({"id": "IL-1", "visibility": "team"}, None, "team"),
        ({"id": "IL-1"}, "public", None),
        ({"id": "IL-1"}, "team", "team"),
        ({"id": "IL-1", "visibility": "unknown"}, "team", "team"),
        ({"id": "CASE-1"}, "public", "public"),
        ({"id": "CASE-1", "visibility": "team"}, "public", "public"),
    ],
)
def test_export_document_adds_visibility_only_where_it_would_be_lost(
    store: Store,
    make_case: MakeCase,
    values: dict[str, Any],
    override: str | None,
    written: str | None,
) -> None:
    """A reader of the exported file gives the case to the same people, and nothing else changes."""
    case = make_case(**values)
    store.import_cases([case], visibility=Visibility(override) if override else None)

    document = store.export_document(store.get(case.id))

    assert document.get("visibility") == written
    assert {**document, "visibility": 0} == {**case.document, "visibility": 0}
    again = store.resolve(Case.from_document(document))
    assert again.visibility == store.get(case.id).visibility


def test_export_document_survives_a_new_prefix(database: Database, make_case: MakeCase) -> None:
    """An own case does not become public because the installation renamed its prefix."""
    Store(database, clock=lambda: NOW).import_cases([make_case(id="CASE-1")])

    renamed = Store(database, own_prefix="ACME", clock=lambda: NOW)

    assert renamed.get("CASE-1").visibility == "team"
    assert renamed.export_document(renamed.get("CASE-1"))["visibility"] == "team"


def test_store_reports_damage_found_while_reading(tmp_path: Path, make_case: MakeCase) -> None:
    """A file that breaks while it is open is said to be damaged, not "no cases"."""
    file = tmp_path / "incidents.sqlite"
    with closing(Database.open(file, [CORPUS_MIGRATIONS])) as database:
        cases = [make_case(id=f"IL-{n}", summary={"en": "x" * 9_000}) for n in range(30)]
        Store(database, clock=lambda: NOW).import_cases(cases)
    with closing(Database.open(file, [CORPUS_MIGRATIONS])) as database:
        data = file.read_bytes()
        file.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))

        with pytest.raises(DatabaseCorruptError):
            Store(database, clock=lambda: NOW).all_cases()
