"""A small database of notes, for tests of how the database file is used."""

from collections.abc import Callable

import sqlite_utils
from sqlite_utils import Migrations

from corpus.database import Database

Damage = Callable[[bytes], bytes]


def make_migrations(*steps: str, name: str = "notes") -> Migrations:
    """A set of steps, each of which makes a table of its own name."""
    migrations = Migrations(name)
    for step in steps:

        def create(db: sqlite_utils.Database, table: str = step) -> None:
            db.table(table).create({"id": int, "text": str}, pk="id", strict=True)

        migrations(name=step)(create)
    return migrations


NOTES = make_migrations("notes")


def count(database: Database) -> int:
    """How many notes there are."""
    return int(database.read().execute("SELECT count(*) FROM notes").fetchone()[0])


def add(db: sqlite_utils.Database, text: str = "seen") -> None:
    """Write one note."""
    db.execute("INSERT INTO notes (text) VALUES (?)", [text])


def overwrite(start: int, end: int) -> Damage:
    """Damage that writes nonsense over a part."""
    return lambda data: data[:start] + b"\xa5" * (end - start) + data[end:]
