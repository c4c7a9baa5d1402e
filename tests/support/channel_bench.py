"""The handlers on the stand-in without a socket: events are handed in, and worked on when asked."""

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from itertools import count
from pathlib import Path
from typing import Any

from support.digest_bench import TEAM, DigestBench

from bot.local_slack import LocalSlack
from corpus import Case
from handlers.claim import is_wanted, read_delivery
from handlers.route import handle


def never(seconds: float) -> bool:
    """No waiting, and no end of the process."""
    del seconds
    return False


class ChannelBench(DigestBench):
    """One process whose clock begins as the stand-in's, so that its messages are new."""

    def __init__(self, slack: LocalSlack, path: Path, now: str) -> None:
        super().__init__(slack, path, now)
        self._numbers = count(1)
        self.services = replace(self.services, new_id=lambda: f"id{next(self._numbers)}")

    def hear(self, event: dict[str, Any], **body: Any) -> bool:
        """Take an event in as the middleware does; whether it was wanted and new."""
        event_id = f"Ev{next(self._numbers)}"
        whole = {"type": "event_callback", "team_id": TEAM, "event_id": event_id, "event": event}
        whole |= body
        delivery = read_delivery(whole) if is_wanted(whole, self.services) else None
        return delivery is not None and self.ledger.inbox.add(delivery) is not None

    def say(self, channel: str, ts: str, text: str, **more: Any) -> None:
        """Hear what Alice says, and work on it."""
        event = {"type": "message", "channel": channel, "ts": ts, "text": text, "user": "U0ALICE"}
        self.hear({**event, **more})
        self.work()

    def work(self) -> None:
        """Work on everything that was heard."""
        while items := self.ledger.inbox.take("bench", 10):
            for item in items:
                handle(item, self.services)
                self.ledger.inbox.done(item)

    def later(self, **span: float) -> None:
        """Move the clock ahead."""
        self.now += dt.timedelta(**span)

    def waiting(self) -> list[str]:
        """The outbox keys of what is to be posted."""
        found = self.database.read().query("SELECT key FROM outbox ORDER BY seq")
        return [str(row["key"]) for row in found]


@contextmanager
def channel_bench(slack: LocalSlack, folder: Path) -> Iterator[ChannelBench]:
    """A process on the stand-in, with some of the shipped cases."""
    bench = ChannelBench(slack, folder / "bot.sqlite", dt.datetime.now(dt.UTC).isoformat())
    try:
        bench.store.load_shipped([_shipped(number) for number in range(1, 60)])
        yield bench
    finally:
        bench.database.close()


def _shipped(number: int) -> Case:
    folder = resources.files("corpus") / "cases"
    text = (folder / f"PUB-{number:04}.json").read_text(encoding="utf-8")
    return Case.from_document(json.loads(text))
