"""The open database: transactions, a connection for each thread, errors in plain sentences."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlite_utils
from support.notes import NOTES, add, count, overwrite

from corpus.database import Database
from corpus.errors import DatabaseBusyError, DatabaseCorruptError, DatabaseError


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    """An open database with one table, that waits for nobody."""
    opened = Database.open(file, [NOTES], busy_seconds=0)
    yield opened
    opened.close()


def fail_after_writing(database: Database, text: str, error: BaseException) -> None:
    """A transaction that does not come to its end."""
    with database.transaction() as db:
        add(db, text)
        raise error


def test_transaction_commits_at_its_end(database: Database, file: Path) -> None:
    """Others see all of it afterwards, and nothing before."""
    with closing(sqlite3.connect(file)) as other:
        with database.transaction() as db:
            add(db)
            during = other.execute("SELECT count(*) FROM notes").fetchone()[0]
        after = other.execute("SELECT count(*) FROM notes").fetchone()[0]

    assert (during, after) == (0, 1)


def test_transaction_rolls_back_on_any_exception(database: Database) -> None:
    """A failure leaves nothing half written, and passes on."""
    with pytest.raises(KeyboardInterrupt):
        fail_after_writing(database, "seen", KeyboardInterrupt())

    assert count(database) == 0
    assert not database.connection.conn.in_transaction


def test_transaction_inside_another_is_part_of_it(database: Database) -> None:
    """What fails around it takes it along."""

    def fail_around() -> None:
        with database.transaction() as outer:
            with database.transaction() as inner:
                add(inner)
                assert inner is outer
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_around()

    assert count(database) == 0


def test_transaction_inside_another_fails_alone(database: Database) -> None:
    """A caller that can live without the inner part keeps the rest."""
    with database.transaction() as db:
        add(db, "outer")
        with pytest.raises(ZeroDivisionError):
            fail_after_writing(database, "inner", ZeroDivisionError())

    assert [row["text"] for row in database.read()["notes"].rows] == ["outer"]


def test_transaction_reports_the_lock_of_another_process(database: Database, file: Path) -> None:
    """A lock held elsewhere is a busy database; afterwards all goes on."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError, match="is busy"), database.transaction() as db:
            add(db)
        other.execute("ROLLBACK")

    with database.transaction() as db:
        add(db)
    assert count(database) == 1


def test_transaction_waits_as_long_as_it_is_told(file: Path) -> None:
    """Patience is the caller's; the database's own comes back afterwards."""
    with (
        closing(Database.open(file, [NOTES], busy_seconds=60)) as database,
        closing(sqlite3.connect(file, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError), database.transaction(busy_seconds=0):
            pass
        timeout = database.connection.execute("PRAGMA busy_timeout").fetchone()[0]

    assert timeout == 60_000


def test_transaction_waits_for_another_thread(file: Path) -> None:
    """Two threads that write take turns."""
    with closing(Database.open(file, [NOTES], busy_seconds=60)) as database:

        def write() -> None:
            for _ in range(50):
                with database.transaction() as db:
                    before = count(database)
                    db.execute("INSERT INTO notes (id) VALUES (?)", [before + 1])

        threads = [threading.Thread(target=write) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert count(database) == 100


def test_transaction_keeps_mistakes_in_sql_visible(database: Database) -> None:
    """Only complaints about the file are translated; our own mistakes are not."""
    with (
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        database.transaction() as db,
    ):
        db.execute("DELETE FROM nowhere")


def test_transaction_reports_a_full_disk(database: Database) -> None:
    """Writing that ends at the last free page is undone and said in a sentence."""
    database.connection.execute("PRAGMA max_page_count = 10")

    with pytest.raises(DatabaseError, match="the disk is full"), database.transaction() as db:
        add(db, "x" * 4096 * 100)

    assert count(database) == 0


def test_transaction_reports_a_file_that_became_read_only(database: Database) -> None:
    """Writing that is not allowed any more is said in a sentence."""
    database.connection.execute("PRAGMA query_only = ON")

    with pytest.raises(DatabaseError, match="it is read-only"), database.transaction() as db:
        add(db)


def test_connection_reports_a_file_that_is_gone(database: Database, file: Path) -> None:
    """A thread that comes after the file was deleted does not make an empty one."""
    file.unlink()
    caught: list[DatabaseError] = []

    def use() -> None:
        try:
            database.read()
        except DatabaseError as error:
            caught.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()

    assert [str(error) for error in caught] == [f"The database {file} cannot be read or written."]
    assert not file.exists()


def test_connection_is_one_per_thread(database: Database) -> None:
    """Each thread has its own, and keeps it."""
    seen: list[sqlite_utils.Database] = []
    thread = threading.Thread(
        target=lambda: seen.extend([database.connection, database.connection])
    )

    thread.start()
    thread.join()

    assert seen[0] is seen[1]
    assert seen[0] is not database.connection


def test_connection_of_a_finished_thread_is_closed(database: Database) -> None:
    """Threads that come and go leave no open files behind."""
    seen: list[sqlite_utils.Database] = []
    for _ in range(2):
        thread = threading.Thread(target=lambda: seen.append(database.connection))
        thread.start()
        thread.join()

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        seen[0].execute("SELECT 1")


def test_close_closes_every_thread(database: Database, file: Path) -> None:
    """After close() the file stands alone and the database is no more."""
    ready, done = threading.Event(), threading.Event()

    def use() -> None:
        with database.transaction() as db:
            add(db)
        ready.set()
        done.wait()

    thread = threading.Thread(target=use)
    thread.start()
    ready.wait()
    database.close()
    done.set()
    thread.join()

    assert [each.name for each in file.parent.iterdir()] == ["incidents.sqlite"]
    with pytest.raises(DatabaseError, match="was closed"):
        database.read()


def test_errors_reports_damage_found_while_reading(filled: Path) -> None:
    """A file that is damaged while it is open is reported like one that was damaged before."""
    with closing(Database.open(filled, [NOTES])) as database:
        filled.write_bytes(overwrite(8192, 50 * 4096)(filled.read_bytes()))
        with pytest.raises(DatabaseCorruptError), database.errors():
            database.read().execute("SELECT text FROM notes").fetchall()


def test_integrity_check_finds_nothing_in_a_sound_file(database: Database) -> None:
    """A sound file has no findings."""
    assert database.integrity_check() == []


def test_integrity_check_names_damage(filled: Path) -> None:
    """A damaged page is a finding, not an exception."""
    with closing(Database.open(filled, [NOTES])) as database:
        filled.write_bytes(overwrite(40 * 4096, 41 * 4096)(filled.read_bytes()))

        assert database.integrity_check()


def test_integrity_check_names_orphans(database: Database) -> None:
    """A row that refers to a missing one is a finding."""
    db = database.connection
    db.execute("CREATE TABLE child (note INTEGER REFERENCES notes (id)) STRICT")
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("INSERT INTO child VALUES (5)")

    assert database.integrity_check() == ["row 1 of child refers to nothing in notes"]
