"""The one SQLite file: safe opening, a connection for each thread, transactions, plain errors.

It owns how the file is used, not what is in it: tables belong to `corpus.store` and to the ledger,
which share this file and its transactions.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import sqlite_utils
from sqlite_utils import Migrations

from corpus.errors import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseError,
    DatabaseNewerError,
)

_MAGIC = b"SQLite format 3\x00"  # SQLite: the first 16 bytes of every database file
_USER_VERSION = 0  # a later version that older programs must not touch raises it


class Database:
    """One database file, usable from any thread and beside other processes.

    Build it with `Database.open`. Each thread gets its own connection on first use; threads must
    not hand connections to each other.
    """

    def __init__(self, path: Path, *, busy_seconds: float) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._local = threading.local()
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._connections: dict[threading.Thread, sqlite_utils.Database] = {}
        self._closed = False

    @classmethod
    def open(
        cls,
        path: Path | str,
        migrations: Sequence[Migrations],
        *,
        busy_seconds: float = 5.0,
    ) -> "Database":
        """Open the file, or create it (mode 0600), and bring its tables up to date.

        Args:
            path: the file; missing folders above it are created.
            migrations: sets to apply, in this order. Steps that need to run outside a transaction
                are not supported.
            busy_seconds: how long to wait for another process's write lock.

        Raises:
            DatabaseCorruptError: the file is no SQLite database, or a damaged one.
            DatabaseNewerError: the file was written by a newer version of this program.
            DatabaseBusyError: tables are missing and another process held the lock too long.
            DatabaseError: it cannot be created, read or written, or belongs to another program.
        """
        file = Path(os.path.realpath(path))  # SQLite keeps its log beside the real file
        _prepare_file(file)
        if file.stat().st_size:
            _inspect(file, migrations)
        _require_writable(file)
        database = cls(file, busy_seconds=busy_seconds)
        try:
            database._migrate(migrations)
        except BaseException:
            database.close()
            raise
        return database

    @property
    def connection(self) -> sqlite_utils.Database:
        """This thread's connection, made on first use.

        Raises:
            DatabaseError: the database was closed, or cannot be opened any more.
        """
        mine: sqlite_utils.Database | None = getattr(self._local, "connection", None)
        if mine is None or self._closed:
            mine = self._connect()
            self._local.connection = mine
        return mine

    def read(self) -> sqlite_utils.Database:
        """This thread's connection, for reading: never waits for a writer."""
        return self.connection

    @contextmanager
    def transaction(self, *, busy_seconds: float | None = None) -> Iterator[sqlite_utils.Database]:
        """All or nothing: begin immediate, commit at the end, roll back on any exception.

        Inside another transaction of the same thread it becomes part of that one; if it fails, only
        its own writes are undone and the exception passes on. Do not call `executescript` inside:
        Python commits before it.

        Args:
            busy_seconds: how long to wait for the write lock, when not as long as `open` was told.

        Raises:
            DatabaseBusyError: another process or thread kept the lock for longer.
            DatabaseError: the disk is full, the file became read-only or damaged.
        """
        db = self.connection
        if db.conn.in_transaction:
            with db.atomic():
                yield db
            return
        seconds = self._busy_seconds if busy_seconds is None else busy_seconds
        with self._turn(seconds), self.errors():
            self._begin(db, seconds)
            try:
                yield db
                db.conn.execute("COMMIT")
            except BaseException:
                db.rollback()
                raise

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn SQLite's complaints about the file into `DatabaseError`s; wrap reads in it."""
        with _plain_errors(self.path):
            yield

    def close(self) -> None:
        """Close every thread's connection; the threads must have stopped using theirs."""
        with self._lock:
            self._closed = True
            for db in self._connections.values():
                db.conn.close()
            self._connections.clear()

    def integrity_check(self) -> list[str]:
        """What SQLite finds wrong with the file, a line each; empty when all is well."""
        db = self.connection
        try:
            lines = [str(row[0]) for row in db.execute("PRAGMA integrity_check")]
            orphans = db.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.DatabaseError as error:
            return [str(error)]
        found = [] if lines == ["ok"] else lines
        return found + [
            f"row {row[1]} of {row[0]} refers to nothing in {row[2]}" for row in orphans
        ]

    def _connect(self) -> sqlite_utils.Database:
        with self._lock:
            if self._closed:
                raise DatabaseError(self.path, f"The database {self.path} was closed.")
            for thread in [thread for thread in self._connections if not thread.is_alive()]:
                self._connections.pop(thread).conn.close()
            with self.errors():
                db = _open_connection(self.path, self._busy_seconds)
            self._connections[threading.current_thread()] = db
            return db

    @contextmanager
    def _turn(self, seconds: float) -> Iterator[None]:
        """This process's threads write in turn: SQLite's own waiting is a poll, and unfair."""
        if not self._writing.acquire(timeout=seconds):
            raise _busy(self.path)
        try:
            yield
        finally:
            self._writing.release()

    def _begin(self, db: sqlite_utils.Database, seconds: float) -> None:
        if seconds == self._busy_seconds:
            db.conn.execute("BEGIN IMMEDIATE")
            return
        db.conn.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
        try:
            db.conn.execute("BEGIN IMMEDIATE")
        finally:
            db.conn.execute(f"PRAGMA busy_timeout = {round(self._busy_seconds * 1000)}")

    def _migrate(self, migrations: Sequence[Migrations]) -> None:
        with self.errors():
            pending = any(step for each in migrations for step in each.pending(self.connection))
        if not pending:
            return
        with self.transaction() as db:  # two programs may start at once: look again under the lock
            for each in migrations:
                each.apply(db)


def _open_connection(path: Path, busy_seconds: float) -> sqlite_utils.Database:
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode=rw",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,  # no transaction but those begun on purpose
        check_same_thread=False,  # only so that close() can close them all
    )
    try:
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        if mode != "wal":
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        return sqlite_utils.Database(connection, execute_plugins=False)
    except BaseException:
        connection.close()
        raise


def _prepare_file(file: Path) -> None:
    """Make sure there is a file, empty if need be."""
    try:
        if file.is_dir():
            raise DatabaseError(file, f"{file} is a folder, not a database file.")
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, mode=0o600))
    except FileExistsError as error:
        if not file.is_file():
            sentence = (
                f"The database {file} cannot be created: its place is taken by something else."
            )
            raise DatabaseError(file, sentence) from error
    except OSError as error:
        sentence = f"The database {file} cannot be created ({error.strerror})."
        raise DatabaseError(file, sentence) from error


def _require_writable(file: Path) -> None:
    effective = os.access in os.supports_effective_ids
    for place in (file, file.parent):  # SQLite needs room for its journal beside the file
        if not os.access(place, os.W_OK, effective_ids=effective):
            sentence = f"The database {file} cannot be written: {place} is read-only."
            raise DatabaseError(file, sentence)


def _inspect(file: Path, migrations: Sequence[Migrations]) -> None:
    """Refuse a file that is not ours to change, without changing anything in or beside it."""
    try:
        with file.open("rb") as stream:
            magic = stream.read(len(_MAGIC))
    except OSError as error:
        sentence = f"The database {file} cannot be read ({error.strerror})."
        raise DatabaseError(file, sentence) from error
    if magic != _MAGIC:
        raise _corrupt(file)
    with _plain_errors(file):
        if _has_journal(file):
            _check_contents(file, migrations, "mode=ro")
        else:
            _check_untouched(file, migrations)


def _check_untouched(file: Path, migrations: Sequence[Migrations]) -> None:
    """Look without locks or journal files; again if another process began to write meanwhile."""
    try:
        _check_contents(file, migrations, "mode=ro&immutable=1")
    except (sqlite3.DatabaseError, DatabaseCorruptError):
        if not _has_journal(file):
            raise
        _check_contents(file, migrations, "mode=ro")


def _has_journal(file: Path) -> bool:
    return any(file.with_name(file.name + end).exists() for end in ("-wal", "-journal"))


def _check_contents(file: Path, migrations: Sequence[Migrations], how: str) -> None:
    with closing(sqlite3.connect(f"{file.as_uri()}?{how}", uri=True)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > _USER_VERSION:
            raise _newer(file)
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        if tables and Migrations.migrations_table not in tables:
            sentence = f"{file} is the database of another program; it was left untouched."
            raise DatabaseError(file, sentence)
        if tables:
            _check_migrations(file, connection, migrations)
        page_size = connection.execute("PRAGMA page_size").fetchone()[0]
        if file.stat().st_size % page_size:  # SQLite takes a torn last page for a whole one
            raise _corrupt(file)
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise _corrupt(file)


def _check_migrations(
    file: Path, connection: sqlite3.Connection, migrations: Sequence[Migrations]
) -> None:
    known = {each.name: {step.name for step in each._migrations} for each in migrations}  # noqa: SLF001  # sqlite-utils has no public list of a set's steps
    query = f"SELECT migration_set, name FROM {Migrations.migrations_table}"  # noqa: S608  # the library's own constant
    for set_name, step in connection.execute(query):
        if set_name in known and step not in known[set_name]:
            raise _newer(file)


def _corrupt(file: Path) -> DatabaseCorruptError:
    sentence = (
        f"{file} is damaged or not a SQLite database; it was left untouched, so restore a backup"
        " or use another file."
    )
    return DatabaseCorruptError(file, sentence)


def _newer(file: Path) -> DatabaseNewerError:
    sentence = (
        f"The database {file} was written by a newer version of this program; it was left"
        " untouched, so update the program or use another file."
    )
    return DatabaseNewerError(file, sentence)


@contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        translated = _translate(error, path)
        if translated is None:
            raise
        raise translated from error


def _busy(path: Path) -> DatabaseBusyError:
    sentence = f"The database {path} is busy: something else is writing to it; try again."
    return DatabaseBusyError(path, sentence)


def _translate(error: sqlite3.Error, path: Path) -> DatabaseError | None:
    """The plain sentence for an error of the file itself; None for a mistake in our own SQL."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code of an extended one
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _busy(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return _corrupt(path)
    if code == sqlite3.SQLITE_FULL:
        return DatabaseError(path, f"The database {path} cannot be written: the disk is full.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return DatabaseError(path, f"The database {path} cannot be written: it is read-only.")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOLFS):
        return DatabaseError(path, f"The database {path} cannot be read or written.")
    return None
