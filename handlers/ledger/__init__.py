"""Everything keyed by channel, user or ts: deliveries, posts, lookups, verdicts, links.

The only SQL of `handlers` is here. Facts of cases belong to `corpus`; both share one database file,
one connection per thread and one transaction.
"""

from collections.abc import Callable
from dataclasses import dataclass

from corpus import Database, Masker
from handlers.ledger.captures import Capture, Captures, Resolution, TestQuery
from handlers.ledger.conversation import Conversation, Lookup, Purpose, Verdict
from handlers.ledger.digests import Digests, DigestSettings, FailedPost, Pause, Side, Subscription
from handlers.ledger.inbox import Delivery, Inbox, Item
from handlers.ledger.links import (
    LINK_KINDS,
    Link,
    LinkKind,
    LinkPost,
    Links,
    Source,
    Thread,
)
from handlers.ledger.migrations import LEDGER_MIGRATIONS
from handlers.ledger.outbox import EXPIRED, Outbox, Row, Target

__all__ = [
    "EXPIRED",
    "LEDGER_MIGRATIONS",
    "LINK_KINDS",
    "Capture",
    "Captures",
    "Conversation",
    "Delivery",
    "DigestSettings",
    "Digests",
    "FailedPost",
    "Inbox",
    "Item",
    "Ledger",
    "Link",
    "LinkKind",
    "LinkPost",
    "Links",
    "Lookup",
    "Outbox",
    "Pause",
    "Purpose",
    "Resolution",
    "Row",
    "Side",
    "Source",
    "Subscription",
    "Target",
    "TestQuery",
    "Thread",
    "Verdict",
]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The rooms of the ledger on one database."""

    database: Database
    inbox: Inbox
    outbox: Outbox
    conversation: Conversation
    digests: Digests
    links: Links
    captures: Captures

    @classmethod
    def on(
        cls,
        database: Database,
        *,
        now: Callable[[], float],
        wake_worker: Callable[[], None],
        wake_sender: Callable[[], None],
        mask: Callable[[str], str] | None = None,
    ) -> "Ledger":
        """The ledger in `database`.

        `now` is seconds since the epoch, the wakes are called after a write, and `mask` takes the
        secrets out of people's words before they are written.
        """
        mask = mask or Masker()
        return cls(
            database=database,
            inbox=Inbox(database, now, wake_worker),
            outbox=Outbox(database, now, wake_sender),
            conversation=Conversation(database, now, mask),
            digests=Digests(database, now),
            links=Links(database, now, mask),
            captures=Captures(database, now, mask),
        )
