"""Forgetting: answers, sketches and settings kept about a channel, a person or a case."""

from collections.abc import Callable
from pathlib import Path

import pytest

from corpus import Database
from handlers.ledger import LEDGER_MIGRATIONS
from handlers.ledger.forgetting import Counts, forget_case, forget_channel, forget_user

TABLES = ("answers", "sketches", "channels", "askers", "gaps")


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """Two channels with the same things in each, by two people, about two cases."""
    database = Database.open(tmp_path / "cases.sqlite", [LEDGER_MIGRATIONS])
    with database.transaction() as db:
        for number, user in (("1", "U0ALICE"), ("2", "U0BOB")):
            channel, lookup = f"C{number}", f"L{number}"
            db.execute(
                "INSERT INTO lookups (id, purpose, team_id, channel_id, user_id, query, lang,"
                " case_ids, created_at, updated_at)"
                " VALUES (?, 'private', 'T', ?, ?, 'lag', 'en', '[]', 1, 1)",
                [lookup, channel, user],
            )
            db.execute(
                "INSERT INTO answers VALUES (?, 'facet:components:database', 'no', ?, '[]', ?, 1)",
                [lookup, f'["CASE-000{number}"]', user],
            )
            db.execute("INSERT INTO sketches VALUES (?, 'T', x'00', 1)", [lookup])
            db.execute("INSERT INTO channels (team_id, channel_id) VALUES ('T', ?)", [channel])
            db.execute("INSERT INTO askers VALUES ('T', ?, '1.1', ?, '1.1', 1)", [channel, user])
            db.execute("INSERT INTO gaps VALUES ('T', ?, '1.1', 1)", [channel])
    return database


@pytest.mark.parametrize(
    ("forget", "wanted", "left"),
    [
        (forget_channel, "C1", dict.fromkeys(TABLES, 1)),
        (forget_user, "U0ALICE", {**dict.fromkeys(TABLES, 2), "sketches": 1, "askers": 1}),
        (forget_case, "CASE-0001", {**dict.fromkeys(TABLES, 2), "answers": 1}),
        (forget_case, "CASE-000", dict.fromkeys(TABLES, 2)),
    ],
)
def test_only_what_is_meant_goes(
    database: Database,
    forget: Callable[[Database, str], Counts],
    wanted: str,
    left: dict[str, int],
) -> None:
    """Each table keeps what is somebody else's."""
    forget(database, wanted)

    with database.transaction() as db:
        kept = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES}  # noqa: S608 - constants
        people = {user for (user,) in db.execute("SELECT user_id FROM answers")}
    database.close()
    assert kept == left
    assert ("U0ALICE" in people) == (forget is forget_case and wanted != "CASE-0001")
