"""The database, the cases in it and the library over them, where the settings say; no Slack."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import Settings
from corpus import (
    CORPUS_MIGRATIONS,
    PREBUILT,
    Database,
    Library,
    Store,
    UpstreamCases,
    Vocabulary,
    load_shipped_cases,
    shipped_digests,
)
from handlers.ledger import LEDGER_MIGRATIONS


def utc_now() -> datetime:
    """The time of day, aware, in UTC."""
    return datetime.now(UTC)


def open_database(path: Path) -> Database:
    """The database file with every table of this version.

    Raises:
        DatabaseError: the file cannot be used; it is left untouched.
    """
    return Database.open(path, [CORPUS_MIGRATIONS, LEDGER_MIGRATIONS])


def open_store(database: Database, settings: Settings) -> Store:
    """The store with the shipped cases of this version in it."""
    store = Store(database, own_prefix=settings.case_prefix, clock=utc_now)
    if store.shipped_digests() != shipped_digests():
        store.load_shipped(load_shipped_cases())
    return store


def build_library(store: Store, vocabulary: Vocabulary, settings: Settings) -> Library:
    """The library of a store, with its index saved beside the database.

    Until there is one it begins with that of the shipped cases.
    """
    database = settings.incident_lookup_database
    saved = database.with_name(f"{database.name}.index")
    return Library(store, vocabulary, saved=saved, prebuilt=PREBUILT)


def open_upstream_cases(
    database: Database,
    store: Store,
    settings: Settings,
    clock: Callable[[], datetime] = utc_now,
) -> UpstreamCases:
    """What is known of upstream cases in an open database."""
    return UpstreamCases(database, store, own_prefix=settings.case_prefix, clock=clock)
