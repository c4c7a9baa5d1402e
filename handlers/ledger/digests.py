"""The weekly digests: which channel gets one, and what became of each week.

A week of a channel is decided once. Its row is written in the transaction that puts the digest into
the outbox, and it stays when the channel stops its digest, so that whoever starts again on the same
day gets no week twice.
"""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import sqlite_utils

from corpus import Database
from handlers.weeks import Schedule, Slot, Week, parse_time

Side = Literal["all", "own", "public"]
Pause = Literal["archived", "private", "removed", "refused"]
Outcome = Literal["posted", "empty", "missed", "failed"]


@dataclass(frozen=True, slots=True)
class DigestSettings:
    """What somebody chose for a channel.

    Attributes:
        lang: the language of the digest.
        side: own cases, public ones, or all.
        facets: field of a case → slugs of which it must have one; {} for every case.
    """

    schedule: Schedule
    lang: str
    side: Side = "all"
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A channel that gets a digest.

    Attributes:
        user_id: who saved its settings last, and is told when it pauses.
        is_private, is_shared: how Slack described the channel then.
        since: slots before this moment are none of this subscription's.
        pause: why nothing is posted at the moment; None while it is.
    """

    team_id: str
    channel_id: str
    user_id: str
    settings: DigestSettings
    is_private: bool
    is_shared: bool
    since: dt.datetime
    pause: Pause | None = None

    @property
    def place(self) -> tuple[str, str]:
        """The key it has in the ledger."""
        return self.team_id, self.channel_id


@dataclass(frozen=True, slots=True)
class FailedPost:
    """A digest that the outbox has given up, with Slack's last word."""

    subscription: Subscription
    slot: Slot
    error: str


def post_key(channel_id: str, week: Week) -> str:
    """The outbox key of a channel's digest."""
    return f"digest:{channel_id}:{week}"


class Digests:
    """Subscriptions and weeks. Every method is one short transaction, or part of the caller's."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def save(self, subscription: Subscription) -> None:
        """Subscribe a channel, or change what it has; either way it is no longer paused."""
        settings = subscription.settings
        with self._database.transaction() as db:
            db.table("digests").insert(
                {
                    "team_id": subscription.team_id,
                    "channel_id": subscription.channel_id,
                    "user_id": subscription.user_id,
                    "weekday": settings.schedule.weekday,
                    "time": f"{settings.schedule.time:%H:%M}",
                    "zone": settings.schedule.zone,
                    "lang": settings.lang,
                    "side": settings.side,
                    "facets": json.dumps(dict(settings.facets)),
                    "is_private": int(subscription.is_private),
                    "is_shared": int(subscription.is_shared),
                    "since": subscription.since.timestamp(),
                    "pause": subscription.pause,
                },
                replace=True,
            )

    def stop(self, team_id: str, channel_id: str) -> bool:
        """Take a channel's subscription away, and what is not on its way; whether it had one."""
        with self._database.transaction() as db:
            _withdraw(db, (team_id, channel_id))
            done = db.execute(
                "DELETE FROM digests WHERE team_id = ? AND channel_id = ?", [team_id, channel_id]
            )
        return bool(done.rowcount)

    def of(self, channel_id: str) -> Subscription | None:
        """The subscription of a channel, paused or not."""
        rows = self._read("SELECT * FROM digests WHERE channel_id = ?", channel_id)
        return _subscription(rows[0]) if rows else None

    def active(self) -> list[Subscription]:
        """Every subscription that is not paused."""
        rows = self._read("SELECT * FROM digests WHERE pause IS NULL ORDER BY team_id, channel_id")
        return [_subscription(row) for row in rows]

    def decided(self, subscription: Subscription) -> dict[Week, Outcome]:
        """What became of the weeks of a channel so far."""
        rows = self._read(
            "SELECT week, state FROM digest_weeks WHERE team_id = ? AND channel_id = ?",
            *subscription.place,
        )
        return {Week.parse(row["week"]): row["state"] for row in rows}

    def decide(self, subscription: Subscription, slot: Slot, outcome: Outcome) -> bool:
        """Decide a week; False when it is decided already, or the subscription has changed since.

        Called in the transaction that writes what follows from it.
        """
        row = {
            "team_id": subscription.team_id,
            "channel_id": subscription.channel_id,
            "week": str(slot.week),
            "state": outcome,
            "slot_at": slot.at.timestamp(),
            "now": self._now(),
            "since": subscription.since.timestamp(),
        }
        with self._database.transaction() as db:
            done = db.execute(
                """
                INSERT INTO digest_weeks (team_id, channel_id, week, state, slot_at, decided_at)
                SELECT team_id, channel_id, :week, :state, :slot_at, :now FROM digests
                WHERE team_id = :team_id AND channel_id = :channel_id
                  AND since = :since AND pause IS NULL
                ON CONFLICT DO NOTHING
                """,
                row,
            )
        return bool(done.rowcount)

    def reopen(self, subscription: Subscription) -> None:
        """Take back that weeks whose slot is still to come were empty or missed.

        The clock was ahead when that was decided, and nobody has been told anything.
        """
        untimely = (
            "FROM digest_weeks WHERE team_id = ? AND channel_id = ?"
            " AND state IN ('empty', 'missed') AND slot_at > ?"
        )
        arguments = [*subscription.place, self._now()]
        if self._read(f"SELECT 1 {untimely} LIMIT 1", *arguments):
            with self._database.transaction() as db:
                db.execute(f"DELETE {untimely}", arguments)

    def settle(self, subscription: Subscription, week: Week, outcome: Outcome) -> None:
        """Say what came of a week that was to be posted."""
        with self._database.transaction() as db:
            db.table("digest_weeks").update((*subscription.place, str(week)), {"state": outcome})

    def pause(self, subscription: Subscription, reason: Pause) -> bool:
        """Post nothing more, not even what waits in the outbox.

        False when it is paused or gone already, or was saved again since.
        """
        with self._database.transaction() as db:
            done = db.execute(
                "UPDATE digests SET pause = ? WHERE team_id = ? AND channel_id = ?"
                " AND since = ? AND pause IS NULL",
                [reason, *subscription.place, subscription.since.timestamp()],
            )
            if done.rowcount:
                _withdraw(db, subscription.place)
        return bool(done.rowcount)

    def failed_posts(self) -> list[FailedPost]:
        """The digests of active subscriptions that the outbox has given up, and nobody settled."""
        rows = self._read(
            """
            SELECT digests.*, week, slot_at, error FROM digest_weeks
            JOIN digests USING (team_id, channel_id)
            JOIN outbox ON outbox.key = 'digest:' || channel_id || ':' || week
            WHERE digest_weeks.state = 'posted' AND outbox.state = 'failed' AND pause IS NULL
            ORDER BY team_id, channel_id, week
            """
        )
        return [
            FailedPost(
                _subscription(row),
                Slot(Week.parse(row["week"]), _moment(row["slot_at"])),
                str(row["error"]),
            )
            for row in rows
        ]

    def _read(self, sql: str, *arguments: object) -> list[dict[str, Any]]:
        with self._database.errors():
            return list(self._database.read().query(sql, list(arguments)))


def _withdraw(db: sqlite_utils.Database, place: tuple[str, str]) -> None:
    """Give up the digests of a channel that Slack does not have yet.

    One that is being sent cannot be called back; its end keeps it from being tried again.
    """
    db.execute(
        """
        UPDATE outbox SET expires_at = 0
        WHERE ts IS NULL AND state IN ('pending', 'sending') AND key IN (
            SELECT 'digest:' || channel_id || ':' || week FROM digest_weeks
            WHERE team_id = ? AND channel_id = ? AND state = 'posted')
        """,
        place,
    )
    db.execute(
        """
        UPDATE digest_weeks SET state = 'failed'
        WHERE team_id = ? AND channel_id = ? AND state = 'posted'
          AND 'digest:' || channel_id || ':' || week IN (
            SELECT key FROM outbox WHERE ts IS NULL AND state <> 'sent')
        """,
        place,
    )


def _subscription(row: Mapping[str, Any]) -> Subscription:
    schedule = Schedule(row["weekday"], parse_time(row["time"]), row["zone"])
    facets = {facet: tuple(slugs) for facet, slugs in json.loads(row["facets"]).items()}
    return Subscription(
        team_id=row["team_id"],
        channel_id=row["channel_id"],
        user_id=row["user_id"],
        settings=DigestSettings(schedule, row["lang"], row["side"], facets),
        is_private=bool(row["is_private"]),
        is_shared=bool(row["is_shared"]),
        since=_moment(row["since"]),
        pause=row["pause"],
    )


def _moment(seconds: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)
