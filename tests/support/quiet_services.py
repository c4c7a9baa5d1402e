"""Services without Slack, for tests of what handlers work out: a real store, library and ledger."""

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from slack_sdk import WebClient

from bot.opening import open_database
from corpus import Case, Gate, Library, Store, Titles, Vocabulary
from handlers.directory import Directory
from handlers.ledger import Ledger, Source, Thread
from handlers.locale import Catalogue
from handlers.services import Identity, Policy, Services

TEAM = "T0LOCAL"
NOW = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)


@contextmanager
def quiet_services(folder: Path, documents: Iterable[dict[str, Any]]) -> Iterator[Services]:
    """Services over some cases, at `NOW`; the ledger's clock stands still, too."""
    database = open_database(folder / "quiet.sqlite")
    store = Store(database, clock=lambda: NOW)
    store.import_cases([Case.from_document(document) for document in documents])
    vocabulary = Vocabulary.load()
    client = WebClient(base_url="http://127.0.0.1:9/", retry_handlers=[])
    try:
        yield Services(
            library=Library(store, vocabulary),
            store=store,
            titles=Titles(store),
            vocabulary=vocabulary,
            gate=Gate.load(),
            ledger=Ledger.on(
                database, now=NOW.timestamp, wake_worker=lambda: None, wake_sender=lambda: None
            ),
            catalogue=Catalogue.load(),
            directory=Directory(client, TEAM, lambda: 0.0),
            client=client,
            identity=Identity(TEAM, "U0BOT", "B0BOT"),
            policy=Policy(("inc-*",), "en", ("postmortem*",), "https://cases.example.com/base/"),
            new_id=lambda: "id",
            clock=lambda: NOW,
        )
    finally:
        database.close()


def source(thread: Thread, *, on_purpose: bool = True, **changes: Any) -> Source:
    """Where a link comes from: a person in this thread."""
    made = Source(
        thread=thread,
        permalink=f"https://local.slack.com/archives/{thread.channel_id}/p1",
        is_private=False,
        message_ts=thread.thread_ts,
        user_id="U0ALICE",
        on_purpose=on_purpose,
    )
    return replace(made, **changes)


def thread_at(days_ago: float, channel_id: str = "C0POST") -> Thread:
    """A thread that began so many days before `NOW`."""
    began = NOW.timestamp() - days_ago * 86_400
    return Thread(TEAM, channel_id, f"{began:.6f}")
