"""The digests of one process on the stand-in, with a clock that the test moves.

Everything is real but the clock and the threads: the library, the ledger, the sender, Slack's
client. A second bench on the same file is a second process.
"""

import datetime as dt
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from slack_sdk import WebClient

from bot.local_slack import LocalSlack
from bot.sender import Sender
from corpus import (
    CORPUS_MIGRATIONS,
    Case,
    Database,
    Gate,
    Library,
    Store,
    Titles,
    Vocabulary,
)
from handlers.digest_posting import post_due, settle_failure
from handlers.directory import Directory
from handlers.ledger import (
    LEDGER_MIGRATIONS,
    DigestSettings,
    Ledger,
    Lookup,
    Source,
    Subscription,
    Thread,
)
from handlers.locale import Catalogue
from handlers.services import Identity, Policy, Services
from handlers.weeks import Schedule

TEAM = "T0LOCAL"
MONDAY = Schedule("mon", dt.time(9), "Europe/Berlin")

_VOCABULARY = Vocabulary.load()
_GATE = Gate.load()
_CATALOGUE = Catalogue.load()


def case(case_id: str, **more: Any) -> Case:
    """A case of this id, with a cause and a fix."""
    return Case.from_document(
        {
            "id": case_id,
            "title": {"en": f"Title of {case_id}", "ko": f"{case_id}의 제목"},
            "summary": {"en": f"What happened in {case_id}."},
            "root_cause": "software-bug",
            "components": ["redis"],
            "remediation": [{"text": {"en": f"Fix of {case_id}", "ko": f"{case_id} 해결"}}],
            **more,
        }
    )


class DigestBench:
    """One process; `now` is its wall clock."""

    def __init__(self, slack: LocalSlack, path: Path, now: str) -> None:
        self.now = dt.datetime.fromisoformat(now)
        self.database = Database.open(path, [CORPUS_MIGRATIONS, LEDGER_MIGRATIONS])
        self.store = Store(self.database, clock=lambda: self.now)
        client = WebClient(slack.bot_token, base_url=slack.api_url, retry_handlers=[])
        self.ledger = Ledger.on(
            self.database,
            now=self._seconds,
            wake_worker=lambda: None,
            wake_sender=lambda: None,
        )
        self._sender = Sender(
            client, self.ledger.outbox, now=time.monotonic, stopping=threading.Event()
        )
        self.services = Services(
            library=Library(self.store, _VOCABULARY),
            store=self.store,
            titles=Titles(self.store),
            vocabulary=_VOCABULARY,
            gate=_GATE,
            ledger=self.ledger,
            catalogue=_CATALOGUE,
            directory=Directory(client, TEAM, self._seconds),
            client=client,
            identity=Identity(TEAM, "U0BOT", "B0BOT"),
            policy=Policy(("inc-*",), "en"),
            new_id=lambda: "id",
            clock=lambda: self.now,
        )

    def _seconds(self) -> float:
        return self.now.timestamp()

    def at(self, now: str) -> "DigestBench":
        """Move the wall clock, forwards or backwards."""
        self.now = dt.datetime.fromisoformat(now)
        return self

    def subscribe(
        self, channel: str = "C0INC", schedule: Schedule = MONDAY, lang: str = "en", **more: Any
    ) -> Subscription:
        """Subscribe a channel from this moment on. `more`: side, facets, is_private, user_id."""
        own = {key: more.pop(key) for key in ("side", "facets") if key in more}
        fields = {"user_id": "U0ALICE", "is_private": False, "is_shared": False, **more}
        made = Subscription(
            team_id=TEAM,
            channel_id=channel,
            settings=DigestSettings(schedule, lang, **own),
            since=self.now,
            **fields,
        )
        self.ledger.digests.save(made)
        return made

    def add(self, *cases: Case) -> None:
        """Bring cases into the library, now."""
        self.store.import_cases(list(cases))

    def recur(self, channel_id: str, case_id: str) -> None:
        """Somebody links a case as a recurrence, now, in a thread that begins now."""
        thread = Thread(TEAM, channel_id, f"{self.now.timestamp():.6f}")
        source = Source(
            thread=thread,
            permalink=None,
            is_private=False,
            message_ts=thread.thread_ts,
            user_id="U0ALICE",
            on_purpose=True,
        )
        self.ledger.links.add(source, case_id, "recurrence")

    def look_up(self, lookup_id: str, query: str | None, **more: Any) -> None:
        """Keep a lookup for which nothing was close, now."""
        fields: dict[str, Any] = {
            "purpose": "private",
            "team_id": TEAM,
            "channel_id": "C0INC",
            "thread_ts": None,
            "post_key": None,
            "user_id": "U0ALICE",
            "lang": "en",
            "case_ids": (),
            "band": "none",
            **more,
        }
        self.ledger.conversation.save_lookup(Lookup(id=lookup_id, query=query, **fields))

    def look(self, only: Iterable[Subscription] | None = None) -> None:
        """Do what the schedule does when it wakes, without sending."""
        for subscription in self.ledger.digests.active() if only is None else only:
            post_due(subscription, self.services)
        for failed in self.ledger.digests.failed_posts():
            settle_failure(failed, self.services)

    def send(self) -> None:
        """Send what the outbox holds."""
        while rows := self.ledger.outbox.take("bench", 10):
            for row in rows:
                self._sender.send(row)

    def run(self) -> None:
        """Look, send, and look at what came of it."""
        self.look()
        self.send()
        self.look()
        self.send()

    def weeks(self, subscription: Subscription) -> dict[str, str]:
        """What became of a channel's weeks."""
        decided = self.ledger.digests.decided(subscription)
        return {str(week): outcome for week, outcome in sorted(decided.items())}


def texts(posts: Sequence[dict[str, Any]]) -> list[str]:
    """The one line that each post says to screen readers."""
    return [str(post["text"]) for post in posts]
