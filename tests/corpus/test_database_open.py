"""Opening the database file: made, brought up to date, or refused in one sentence."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlite_utils
from support.notes import NOTES, Damage, add, count, make_migrations, overwrite

from corpus import database as database_module
from corpus.database import Database
from corpus.errors import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseError,
    DatabaseNewerError,
)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, byte for byte."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_open_creates_a_private_file_and_its_folders(tmp_path: Path) -> None:
    """A new database can be read by its owner only."""
    file = tmp_path / "a" / "b ?#%" / "incidents.sqlite"

    database = Database.open(str(file), [NOTES])

    with closing(database):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert database.read().table_names() == ["_sqlite_migrations", "notes"]


def test_open_sets_up_every_connection(database: Database) -> None:
    """Write-ahead log, foreign keys, and a log that survives a crash of the program."""
    pragmas = ("journal_mode", "foreign_keys", "synchronous")

    found = [database.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]

    assert found == ["wal", 1, 1]


def test_open_accepts_an_empty_file(file: Path) -> None:
    """An empty file, as mktemp makes it, is a new database."""
    file.touch()

    database = Database.open(file, [NOTES])

    with closing(database):
        assert count(database) == 0


def test_open_applies_each_set_in_order(file: Path) -> None:
    """A file grows with the program; what was applied is not applied again."""
    Database.open(file, [make_migrations("notes")]).close()
    sets = [make_migrations("notes", "more"), make_migrations("cards", name="handlers")]

    for _ in range(2):
        Database.open(file, sets).close()

    with closing(Database.open(file, sets)) as database:
        applied = [step.name for each in sets for step in each.applied(database.read())]
        assert applied == ["notes", "more", "cards"]


def test_open_leaves_nothing_of_a_failed_migration(file: Path) -> None:
    """When one step fails, none of this start is recorded."""
    broken = make_migrations("notes")

    @broken(name="broken")
    def _break(db: sqlite_utils.Database) -> None:
        db.table("half").create({"id": int})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Database.open(file, [broken])

    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []


def test_open_goes_on_where_a_start_was_interrupted(file: Path) -> None:
    """A program that died before it made its tables leaves a file that can be used."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA user_version = 0")

    with closing(Database.open(file, [NOTES])) as database:
        assert count(database) == 0


def test_open_follows_a_link_to_the_file(filled: Path, tmp_path: Path) -> None:
    """The log of a linked database is looked for, and kept, beside the real file."""
    link = tmp_path / "link.sqlite"
    link.symlink_to(filled)

    with closing(Database.open(link, [NOTES])) as database:
        assert count(database) == 800
        assert not link.with_name("link.sqlite-wal").exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[::-1],
        lambda data: data[16:17],
        lambda data: b"not a database\n" * (len(data) // 15),
        lambda data: data[:15],
        lambda data: data[:16],
        lambda data: data[:50],
        lambda data: data[:100],
        lambda data: data[:4096],
        lambda data: data[:5000],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-4096],
        lambda data: data[:-1],
        overwrite(0, 16),
        overwrite(100, 4096),
        overwrite(8192, 12288),
        overwrite(40 * 4096, 41 * 4096),
    ],
)
def test_open_refuses_a_damaged_file(filled: Path, damage: Damage) -> None:
    """Whatever happened to the file: one sentence, and not a byte of the folder changes."""
    filled.write_bytes(damage(filled.read_bytes()))
    before = contents(filled.parent)

    with pytest.raises(DatabaseCorruptError) as caught:
        Database.open(filled, [NOTES])

    assert contents(filled.parent) == before
    assert str(filled) in str(caught.value)
    assert str(caught.value).count("\n") == 0


def test_open_refuses_a_damaged_file_beside_a_log(filled: Path) -> None:
    """A log left by a crash does not make a damaged file acceptable."""
    filled.write_bytes(filled.read_bytes()[:4096])
    filled.with_name(filled.name + "-wal").touch()
    before = filled.read_bytes()

    with pytest.raises(DatabaseCorruptError):
        Database.open(filled, [NOTES])

    assert filled.read_bytes() == before


def test_open_looks_again_when_a_writer_started_meanwhile(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that another process is just bringing up to date is not taken for damage."""
    answers = iter([False])
    with closing(Database.open(file, [NOTES])) as writer:
        with writer.transaction() as db:
            add(db)
        file.write_bytes(overwrite(100, 4096)(file.read_bytes()))  # the log holds the page anew
        really = database_module._has_journal  # noqa: SLF001  # the moment before the writer came
        monkeypatch.setattr(
            database_module, "_has_journal", lambda path: next(answers, really(path))
        )

        with closing(Database.open(file, [NOTES])) as database:
            assert count(database) == 1


def migrate_further(file: Path) -> None:
    """Apply a step that this program does not know."""
    Database.open(file, [make_migrations("notes", "from_the_future")]).close()


def raise_user_version(file: Path) -> None:
    """Lock older programs out by SQLite's own version number."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 7")


@pytest.mark.parametrize("update", [migrate_further, raise_user_version])
def test_open_refuses_a_newer_file(filled: Path, update: Callable[[Path], None]) -> None:
    """A file of a later version is left as it is."""
    update(filled)
    before = contents(filled.parent)

    with pytest.raises(DatabaseNewerError, match="newer version"):
        Database.open(filled, [NOTES])

    assert contents(filled.parent) == before


def test_open_refuses_a_newer_file_that_is_in_use(filled: Path) -> None:
    """Also when what makes it newer is still in the log of a running program."""
    newer = make_migrations("notes", "from_the_future")

    with (
        closing(Database.open(filled, [newer])),
        pytest.raises(DatabaseNewerError),
    ):
        Database.open(filled, [NOTES])


def test_open_ignores_the_sets_of_others(filled: Path) -> None:
    """A program that opens the file for its cases alone does not know the other room's steps."""
    Database.open(filled, [NOTES, make_migrations("cards", name="handlers")]).close()

    with closing(Database.open(filled, [NOTES])) as database:
        assert count(database) == 800


def test_open_refuses_the_database_of_another_program(file: Path) -> None:
    """Tables without our migrations are somebody else's."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = contents(file.parent)

    with pytest.raises(DatabaseError, match="database of another program"):
        Database.open(file, [NOTES])

    assert contents(file.parent) == before


def test_open_refuses_a_folder(tmp_path: Path) -> None:
    """A path that names a folder is said to be one."""
    with pytest.raises(DatabaseError, match="is a folder, not a database file"):
        Database.open(tmp_path, [NOTES])


@pytest.mark.parametrize("place", ["a file/incidents.sqlite", "a file/deeper/incidents.sqlite"])
def test_open_refuses_a_place_below_a_file(tmp_path: Path, place: str) -> None:
    """Where no folder can be made, no database can be created."""
    (tmp_path / "a file").write_text("text", encoding="utf-8")

    with pytest.raises(DatabaseError, match="cannot be created"):
        Database.open(tmp_path / place, [NOTES])


def test_open_refuses_what_is_no_file(tmp_path: Path) -> None:
    """A pipe in the place of the database is not waited for."""
    pipe = tmp_path / "incidents.sqlite"
    os.mkfifo(pipe)

    with pytest.raises(DatabaseError, match="its place is taken"):
        Database.open(pipe, [NOTES])


def test_open_refuses_a_link_that_goes_in_circles(tmp_path: Path) -> None:
    """A loop of symbolic links leads to no file."""
    link = tmp_path / "incidents.sqlite"
    link.symlink_to(link)

    with pytest.raises(DatabaseError, match="cannot be created"):
        Database.open(link, [NOTES])


@pytest.mark.parametrize(
    ("locked", "mode", "sentence"),
    [
        ("incidents.sqlite", 0o444, "cannot be written: .* is read-only"),
        ("incidents.sqlite", 0o000, "cannot be read"),
        (".", 0o555, "cannot be written: .* is read-only"),
    ],
)
def test_open_refuses_a_protected_file(
    unprivileged: Path, locked: str, mode: int, sentence: str
) -> None:
    """A file or folder that may not be written is named, and stays as it is."""
    file = unprivileged / "incidents.sqlite"
    Database.open(file, [NOTES]).close()
    before = contents(unprivileged)
    (unprivileged / locked).chmod(mode)

    with pytest.raises(DatabaseError, match=sentence):
        Database.open(file, [NOTES])

    (unprivileged / locked).chmod(0o700)
    assert contents(unprivileged) == before


def test_open_refuses_a_new_file_in_a_protected_folder(unprivileged: Path) -> None:
    """Where nothing may be created, that is what is said."""
    unprivileged.chmod(0o555)

    with pytest.raises(DatabaseError, match=r"cannot be created \(Permission denied\)"):
        Database.open(unprivileged / "incidents.sqlite", [NOTES])


def test_open_reports_a_lock_that_keeps_it_from_migrating(filled: Path) -> None:
    """Tables that cannot be made now are reported as busy, and nothing is half made."""
    newer = make_migrations("notes", "more")

    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError, match="is writing to it"):
            Database.open(filled, [newer], busy_seconds=0)

    with closing(Database.open(filled, [newer])) as database:
        assert database.read().table("more").exists()


def test_open_reports_an_exclusive_lock_on_a_new_file(file: Path) -> None:
    """A file that another process is just creating is busy, not broken."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseBusyError):
            Database.open(file, [NOTES], busy_seconds=0)


def test_open_needs_no_lock_when_nothing_is_to_be_done(filled: Path) -> None:
    """A reader starts while another process writes."""
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM notes")

        with closing(Database.open(filled, [NOTES], busy_seconds=0)) as database:
            assert count(database) == 800


def test_open_by_many_processes_at_once(file: Path) -> None:
    """Whoever comes first makes the tables; the others find them."""
    program = (
        "import sys; from pathlib import Path; from corpus.database import Database\n"
        "from corpus.migrations import CORPUS_MIGRATIONS\n"
        "database = Database.open(Path(sys.argv[1]), [CORPUS_MIGRATIONS], busy_seconds=30)\n"
        "with database.transaction() as db:\n"
        "    db.execute('UPDATE corpus_revision SET revision = revision + 1')\n"
        "database.close()\n"
    )
    command = [sys.executable, "-c", program, str(file)]

    processes = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    errors = [process.communicate()[1].decode() for process in processes]

    assert errors == [""] * 4
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT revision FROM corpus_revision").fetchall() == [(4,)]
