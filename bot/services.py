"""Build everything once: database, library, ledger, Slack's client. Nothing here runs by itself."""

import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from slack_sdk import WebClient

from bot.settings import Settings
from corpus import CORPUS_MIGRATIONS, Database, Gate, Library, Store, Vocabulary, load_shipped_cases
from handlers.directory import Directory
from handlers.ledger import LEDGER_MIGRATIONS, Ledger
from handlers.locale import Catalogue
from handlers.services import Identity, Policy, Services

_logger = logging.getLogger(__name__)


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
    store.load_shipped(load_shipped_cases())
    return store


def build_library(store: Store, vocabulary: Vocabulary, settings: Settings) -> Library:
    """The library of a store, with its index saved beside the database."""
    database = settings.incident_lookup_database
    return Library(store, vocabulary, saved=database.with_name(f"{database.name}.index"))


def build_client(settings: Settings) -> WebClient:
    """Slack's Web API client. It retries nothing by itself: a repeated post would be a double."""
    token = settings.slack_bot_token
    return WebClient(
        token=token.get_secret_value() if token else None,
        base_url=settings.slack_api_url,
        timeout=settings.slack_timeout_seconds,
        retry_handlers=[],
    )


def read_identity(client: WebClient) -> Identity:
    """Who the bot is.

    Raises:
        SlackApiError: the token does not work.
        OSError: Slack cannot be reached.
    """
    answer = client.auth_test()
    return Identity(
        team_id=str(answer["team_id"]), user_id=str(answer["user_id"]), bot_id=str(answer["bot_id"])
    )


def build_services(
    settings: Settings,
    database: Database,
    client: WebClient,
    *,
    wake_worker: Callable[[], None],
    wake_sender: Callable[[], None],
) -> Services:
    """Everything handlers are given."""
    started = time.monotonic()
    vocabulary = Vocabulary.load()
    store = open_store(database, settings)
    library = build_library(store, vocabulary, settings)
    identity = read_identity(client)
    services = Services(
        library=library,
        vocabulary=vocabulary,
        gate=Gate.load(),
        ledger=Ledger.on(database, now=time.time, wake_worker=wake_worker, wake_sender=wake_sender),
        catalogue=Catalogue.load(),
        directory=Directory(client, identity.team_id, time.monotonic),
        client=client,
        identity=identity,
        policy=Policy(settings.watch_channels, settings.default_language),
        new_id=lambda: secrets.token_urlsafe(9),
        clock=utc_now,
    )
    _logger.info("services_ready cases=%d seconds=%.2f", len(library), time.monotonic() - started)
    return services
