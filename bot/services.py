"""Build everything once: library, gate, ledger, Slack's client. Nothing here runs by itself."""

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from slack_sdk import WebClient

from bot.opening import build_library, open_store, utc_now
from bot.settings import Settings
from corpus import Database, Gate, Masker, Titles, Vocabulary
from handlers.directory import Directory
from handlers.ledger import Ledger
from handlers.locale import Catalogue
from handlers.services import Identity, Policy, Services

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wakes:
    """What is called when there is something to do: for the inbox, for the outbox, to read up."""

    worker: Callable[[], None]
    sender: Callable[[], None]
    reader: Callable[[], None]


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
    identify: Callable[[], Identity],
    wakes: Wakes,
) -> Services:
    """Everything handlers are given. Who the bot is, is asked for last: it may still be on its way.

    Raises:
        DatabaseError: the database cannot be used.
    """
    started = time.monotonic()
    vocabulary = Vocabulary.load()
    store = open_store(database, settings)
    library = build_library(store, vocabulary, settings)
    cases = len(library)  # the first look at the cases indexes them
    gate = Gate.load()
    catalogue = Catalogue.load()
    masker = Masker(settings.customer_ids)
    identity = identify()
    services = Services(
        library=library,
        store=store,
        titles=Titles(store),
        vocabulary=vocabulary,
        gate=gate,
        ledger=Ledger.on(
            database,
            now=time.time,
            wake_worker=wakes.worker,
            wake_sender=wakes.sender,
            wake_reader=wakes.reader,
            mask=masker,
        ),
        catalogue=catalogue,
        directory=Directory(client, identity.team_id, time.monotonic),
        client=client,
        identity=identity,
        policy=Policy(
            settings.watch_channels,
            settings.default_language,
            settings.postmortem_channels,
            settings.public_url,
            settings.evidence_days,
        ),
        new_id=lambda: secrets.token_urlsafe(9),
        clock=utc_now,
        masker=masker,
    )
    _logger.info("services_ready cases=%d seconds=%.2f", cases, time.monotonic() - started)
    return services
