"""The inbox: what Slack delivered and is not yet worked on, each delivery once.

A row is written before the delivery is acknowledged, and its payload is wiped when the work is
done; the keys stay for a day, so that a redelivery is recognised. Rows of one lane (a channel, or a
person outside channels) are worked on one at a time, in the order they came; lanes do not wait for
each other.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from sqlite3 import IntegrityError
from typing import Any

from corpus import Database
from handlers.ledger.leases import abandoned, renew
from handlers.ledger.storing import to_json

LEASE_SECONDS = 60.0
"""How long a taken row is its owner's; a row of a process that died is free again after that."""

KEEP_KEYS_SECONDS = 86_400.0
"""How long a finished row's keys are kept: Slack's delayed events come for 24 hours."""

MAX_ATTEMPTS = 4
"""How often work on one delivery is tried before it is given up."""

WAIT_AT_MOST_SECONDS = 900.0
"""How long a delivery may wait for the database or for Slack; later its answer is stale."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One thing Slack delivered, before it has a row.

    Attributes:
        kind: `event`, `command`, `action`, `shortcut`, `view_submission`.
        lane: what it has to be in order with, such as `T0/C0INC`.
        delivery_key: Slack's own identity of the delivery (event_id, trigger_id, …).
        message_key: `team/channel/ts` of a message, shared by its `message` and `app_mention`
            events.
        payload: the body as JSON.
    """

    kind: str
    lane: str
    delivery_key: str
    message_key: str | None
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the inbox that a worker has taken."""

    id: int
    kind: str
    lane: str
    payload: Mapping[str, Any]
    attempts: int
    received_at: float


class Inbox:
    """Durable queue of deliveries. Every method is one short transaction."""

    def __init__(
        self, database: Database, now: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        self._database = database
        self._now = now
        self._wake = wake

    def add(
        self, delivery: Delivery, *, held: bool = False, busy_seconds: float = 0.5
    ) -> int | None:
        """Write a delivery down; its row id, or None when it is already known.

        A `held` row is not worked on before `release`: its listener still has something to do
        first.

        Raises:
            DatabaseBusyError: the row could not be written within `busy_seconds`.
        """
        row = {
            "kind": delivery.kind,
            "lane": delivery.lane,
            "delivery_key": delivery.delivery_key,
            "message_key": delivery.message_key,
            "payload": to_json(delivery.payload),
            "state": "held" if held else "new",
            "received_at": self._now(),
        }
        try:
            with self._database.transaction(busy_seconds=busy_seconds) as db:
                row_id = db.table("inbox").insert(row, pk="id").last_pk
        except IntegrityError:
            return None
        self._wake()
        return int(str(row_id))

    def release(self, item_id: int, additions: Mapping[str, Any]) -> None:
        """Let a held row be worked on, with what its listener learnt added to the payload.

        A row that is no longer held was given up on meanwhile; nothing happens.
        """
        with self._database.transaction() as db:
            row = db.table("inbox").get(item_id)
            if row["state"] == "held":
                payload = {**json.loads(row["payload"]), **additions}
                changes = {"payload": to_json(payload), "state": "new"}
                db.table("inbox").update(item_id, changes)
        self._wake()

    def take(self, owner: str, limit: int) -> list[Item]:
        """Take the oldest row of each free lane, at most `limit`.

        They are the owner's until the lease ends.
        """
        now = self._now()
        with self._database.transaction() as db:
            rows = list(
                db.query(
                    """
                    SELECT * FROM inbox AS i
                    WHERE state = 'new' AND not_before <= :now
                      AND NOT EXISTS (
                        SELECT 1 FROM inbox AS earlier
                        WHERE earlier.lane = i.lane AND earlier.state IN ('new', 'taken')
                          AND (earlier.id < i.id OR earlier.state = 'taken'))
                    ORDER BY id LIMIT :limit
                    """,
                    {"now": now, "limit": limit},
                )
            )
            for row in rows:
                db.table("inbox").update(
                    row["id"],
                    {
                        "state": "taken",
                        "owner": owner,
                        "lease_until": now + LEASE_SECONDS,
                        "attempts": row["attempts"] + 1,
                    },
                )
        return [_item(row) for row in rows]

    def done(self, item: Item) -> None:
        """The work is finished: keep the keys, forget the words."""
        self._finish(item.id, "done")

    def retry(self, item: Item, delay_seconds: float) -> bool:
        """Put a row back for later; False when it was tried often enough and is given up."""
        if item.attempts >= MAX_ATTEMPTS:
            self._finish(item.id, "dead")
            return False
        with self._database.transaction() as db:
            db.table("inbox").update(
                item.id, {"state": "new", "not_before": self._now() + delay_seconds}
            )
        return True

    def postpone(self, item: Item, delay_seconds: float) -> bool:
        """Put a row off that only waited: no attempt is counted; False when it waited too long."""
        now = self._now()
        if now - item.received_at > WAIT_AT_MOST_SECONDS:
            self._finish(item.id, "dead")
            return False
        changes = {
            "state": "new",
            "not_before": now + delay_seconds,
            "attempts": item.attempts - 1,
        }
        with self._database.transaction() as db:
            db.table("inbox").update(item.id, changes)
        return True

    def newest_ts(self, team_id: str, channel_id: str, before: float) -> str | None:
        """The ts of the newest message of a channel that had come by a moment, within a day."""
        prefix = f"{team_id}/{channel_id}/"
        with self._database.errors():
            found = (
                self._database.read()
                .execute(
                    "SELECT max(message_key) FROM inbox"
                    " WHERE message_key > ? AND message_key < ? AND received_at < ?",
                    [prefix, f"{prefix}:", before],  # a colon comes right after the digits
                )
                .fetchone()
            )
        return str(found[0]).removeprefix(prefix) if found[0] else None

    def reclaim(self, *, dead_owner: Callable[[str], bool]) -> int:
        """Free the rows of owners that are gone, and held rows whose listener never came back."""
        now = self._now()
        freed = 0
        with self._database.transaction() as db:
            for row in abandoned(db.table("inbox"), "taken", now, dead_owner):
                given_up = row["attempts"] >= MAX_ATTEMPTS
                state = {"state": "dead", "payload": None} if given_up else {"state": "new"}
                db.table("inbox").update(row["id"], state)
                freed += 1
            freed += db.execute(
                "UPDATE inbox SET state = 'new' WHERE state = 'held' AND received_at < ?",
                [now - LEASE_SECONDS],
            ).rowcount
            db.execute(
                "DELETE FROM inbox WHERE state IN ('done', 'dead') AND received_at < ?",
                [now - KEEP_KEYS_SECONDS],
            )
        if freed:
            self._wake()
        return freed

    def renew(self, owner: str) -> None:
        """Prolong the lease of everything the owner is working on."""
        with self._database.transaction() as db:
            renew(db.table("inbox"), "taken", owner, self._now() + LEASE_SECONDS)

    def _finish(self, item_id: int, state: str) -> None:
        with self._database.transaction() as db:
            db.table("inbox").update(item_id, {"state": state, "payload": None})


def _item(row: Mapping[str, Any]) -> Item:
    """A database row as data, with this attempt counted."""
    return Item(
        id=row["id"],
        kind=row["kind"],
        lane=row["lane"],
        payload=json.loads(row["payload"]),
        attempts=row["attempts"] + 1,
        received_at=row["received_at"],
    )
