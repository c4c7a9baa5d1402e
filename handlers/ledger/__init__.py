"""Everything keyed by channel, user or ts: deliveries, posts, lookups, verdicts, links.

The only SQL of `handlers` is here. Facts of cases belong to `corpus`; both share one database file,
one connection per thread and one transaction.
"""

from collections.abc import Callable
from dataclasses import dataclass

from corpus import Database, Masker
from handlers.ledger.activity import Activity, Numbers, Recent
from handlers.ledger.answers import Answers
from handlers.ledger.captures import Capture, Captures, Resolution, TestQuery
from handlers.ledger.channels import (
    ChannelMode,
    Channels,
    ChannelSettings,
    Gap,
    Mode,
    Mute,
    MuteWay,
    Shown,
)
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
from handlers.ledger.pairs import ConfirmedPair, Pairs

__all__ = [
    "EXPIRED",
    "LEDGER_MIGRATIONS",
    "LINK_KINDS",
    "Activity",
    "Answers",
    "Capture",
    "Captures",
    "ChannelMode",
    "ChannelSettings",
    "Channels",
    "ConfirmedPair",
    "Conversation",
    "Delivery",
    "DigestSettings",
    "Digests",
    "FailedPost",
    "Gap",
    "Inbox",
    "Item",
    "Ledger",
    "Link",
    "LinkKind",
    "LinkPost",
    "Links",
    "Lookup",
    "Mode",
    "Mute",
    "MuteWay",
    "Numbers",
    "Outbox",
    "Pairs",
    "Pause",
    "Purpose",
    "Recent",
    "Resolution",
    "Row",
    "Shown",
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
    channels: Channels
    digests: Digests
    links: Links
    answers: Answers
    pairs: Pairs
    activity: Activity
    captures: Captures

    @classmethod
    def on(
        cls,
        database: Database,
        *,
        now: Callable[[], float],
        wake_worker: Callable[[], None],
        wake_sender: Callable[[], None],
        wake_reader: Callable[[], None] = lambda: None,
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
            channels=Channels(database, now, wake_reader),
            digests=Digests(database, now),
            links=Links(database, now, mask),
            captures=Captures(database, now, mask),
            answers=Answers(database, now),
            pairs=Pairs(database, now),
            activity=Activity(database),
        )
