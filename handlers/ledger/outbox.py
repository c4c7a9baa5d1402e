"""The outbox: what has to be in Slack, one row per visible message, private answer or view.

A row says what its message should look like now. Writing other content under the same key turns
into an edit, and edits that come faster than Slack takes them fold into one. Before each attempt
the row is marked; a mark that was never resolved means nobody knows whether Slack has the message,
and the sender looks before it posts again.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from corpus import Database
from handlers.ledger.leases import abandoned, renew
from handlers.ledger.storing import to_json

LEASE_SECONDS = 90.0
"""How long a row being sent is its sender's.

Longer than the client's time-out with a look before it.
"""

KEEP_SECONDS = 30 * 86_400.0
"""How long a finished row is kept, so that its message can still be edited.

A channel's card stays for good: without its row the next evidence would post a second one.
"""

EXPIRED = "expired"
"""The error of a row whose time was over before it could be sent."""

Kind = Literal["message", "respond", "view", "home"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where content goes.

    Attributes:
        kind: `message` (visible, posted once, then edited), `respond` (a response_url), `view` (an
            open modal), `home` (a person's Home tab).
        lane: what it has to be in order with.
        address: for `message` channel and thread_ts; for `respond` url, user and channel; for
            `view` view_id; for `home` user_id.
    """

    kind: Kind
    lane: str
    address: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A row that a sender has taken.

    Attributes:
        ts: Slack's ts of the message, once it is posted.
        uncertain: an earlier attempt ended without Slack's answer.
        plain: Slack refused the blocks; send the text alone.
        turn: which taking of the row this is; only the newest may say what came of it.
    """

    key: str
    target: Target
    content: Mapping[str, Any]
    digest: str
    ts: str | None
    uncertain: bool
    plain: bool
    attempts: int
    turn: int


class Outbox:
    """Durable queue of what has to be in Slack. Every method is one short transaction."""

    def __init__(
        self, database: Database, now: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        self._database = database
        self._now = now
        self._wake = wake

    def put(
        self,
        key: str,
        target: Target,
        content: Mapping[str, Any],
        *,
        expires_at: float | None = None,
    ) -> None:
        """Say what the message under `key` should look like.

        The same content twice changes nothing. A row with an end (`expires_at`, seconds since the
        epoch) is given up when it is not on its way by then; until then the same content tries
        again what was given up before.
        """
        body = to_json(content)
        digest = hashlib.sha256(body.encode()).hexdigest()
        now = self._now()
        with self._database.transaction() as db:
            row = {
                "key": key,
                "seq": db.execute("SELECT coalesce(max(seq), 0) + 1 FROM outbox").fetchone()[0],
                "kind": target.kind,
                "lane": target.lane,
                "target": to_json(target.address),
                "content": body,
                "digest": digest,
                "expires_at": expires_at,
                "now": now,
            }
            db.execute(
                """
                INSERT INTO outbox (key, seq, kind, lane, target, content, digest, state,
                                    expires_at, created_at, updated_at)
                VALUES (:key, :seq, :kind, :lane, :target, :content, :digest, 'pending',
                        :expires_at, :now, :now)
                ON CONFLICT (key) DO UPDATE SET
                    seq = excluded.seq, content = excluded.content, digest = excluded.digest,
                    state = CASE outbox.state WHEN 'sending' THEN 'sending' ELSE 'pending' END,
                    attempts = 0, plain = 0, expires_at = excluded.expires_at,
                    updated_at = excluded.updated_at
                WHERE outbox.digest <> excluded.digest
                   OR (outbox.state = 'failed' AND excluded.expires_at IS NOT NULL)
                """,
                row,
            )
        self._wake()

    def take(self, owner: str, limit: int) -> list[Row]:
        """Take the oldest row of each lane that is free and not waiting, at most `limit`."""
        now = self._now()
        with self._database.transaction() as db:
            db.execute(
                "UPDATE outbox SET state = 'failed', error = ?, content = NULL"
                " WHERE state = 'pending' AND expires_at <= ?",
                [EXPIRED, now],
            )
            rows = list(
                db.query(
                    """
                    SELECT * FROM outbox AS o
                    WHERE state = 'pending' AND not_before <= :now
                      AND NOT EXISTS (
                        SELECT 1 FROM outbox AS earlier
                        WHERE earlier.lane = o.lane AND earlier.state IN ('pending', 'sending')
                          AND (earlier.seq < o.seq OR earlier.state = 'sending'))
                    ORDER BY seq LIMIT :limit
                    """,
                    {"now": now, "limit": limit},
                )
            )
            for row in rows:
                db.table("outbox").update(
                    row["key"],
                    {
                        "state": "sending",
                        "owner": owner,
                        "lease_until": now + LEASE_SECONDS,
                        "attempts": row["attempts"] + 1,
                        "turn": row["turn"] + 1,
                        "uncertain": 1,
                    },
                )
        return [_row(r) for r in rows]

    def sent(self, row: Row, ts: str | None) -> None:
        """Slack has it. If other content came meanwhile, the row is due again."""
        with self._database.transaction() as db:
            db.execute(
                """
                UPDATE outbox
                SET ts = coalesce(:ts, ts), uncertain = 0, error = NULL, not_before = 0,
                    content = CASE WHEN digest = :digest THEN NULL ELSE content END,
                    state = CASE WHEN digest = :digest THEN 'sent' ELSE 'pending' END
                WHERE key = :key AND turn = :turn AND state = 'sending'
                """,
                {"ts": ts, "digest": row.digest, "key": row.key, "turn": row.turn},
            )
        self._wake()

    def found(self, row: Row, ts: str) -> None:
        """An earlier, unanswered attempt did post the message: remember where."""
        self._settle(row, {"ts": ts})

    def retry(
        self, row: Row, delay_seconds: float, *, error: str, uncertain: bool, plain: bool = False
    ) -> None:
        """Try again later. `uncertain` says that Slack may have the message all the same."""
        changes = {
            "state": "pending",
            "uncertain": int(uncertain),
            "plain": int(plain or row.plain),
            "not_before": self._now() + delay_seconds,
            "error": error,
        }
        self._settle(row, changes)

    def reroute(self, row: Row, target: Target, content: Mapping[str, Any]) -> None:
        """Send the row another way: Slack does not take it where it was to go."""
        changes = {
            "kind": target.kind,
            "target": to_json(target.address),
            "content": to_json(content),
            "state": "pending",
            "uncertain": 0,
        }
        self._settle(row, changes)

    def failed(self, row: Row, error: str, *, uncertain: bool = False) -> None:
        """Give this content up: trying again does not mend what Slack says, or it never answers."""
        changes = {"state": "failed", "error": error, "uncertain": int(uncertain), "content": None}
        self._settle(row, changes)

    def _settle(self, row: Row, changes: Mapping[str, Any]) -> None:
        """Write down what came of an attempt, unless a newer one has taken the row over."""
        with self._database.transaction() as db:
            where = "key = ? AND turn = ? AND state = 'sending'"
            if db.table("outbox").count_where(where, [row.key, row.turn]):
                db.table("outbox").update(row.key, dict(changes))
        self._wake()

    def ts_of(self, key: str) -> str | None:
        """Slack's ts of the message under `key`, once it is posted."""
        found = self._database.connection.execute(
            "SELECT ts FROM outbox WHERE key = ?", [key]
        ).fetchone()
        return None if found is None or found[0] is None else str(found[0])

    def can_edit(self, key: str) -> bool:
        """Whether other content under `key` changes a message, and does not make a second one."""
        found = self._database.connection.execute(
            "SELECT 1 FROM outbox WHERE key = ? AND kind = 'message'"
            " AND (ts IS NOT NULL OR state IN ('pending', 'sending'))",
            [key],
        ).fetchone()
        return found is not None

    def reclaim(self, *, dead_owner: Callable[[str], bool]) -> int:
        """Free the rows of senders that are gone, uncertain as they are; drop what is long over."""
        now = self._now()
        freed = 0
        with self._database.transaction() as db:
            for row in abandoned(db.table("outbox"), "sending", now, dead_owner):
                db.table("outbox").update(row["key"], {"state": "pending"})
                freed += 1
            db.execute(
                "DELETE FROM outbox WHERE state IN ('sent', 'failed') AND updated_at < ?"
                " AND key NOT LIKE 'card:%'",
                [now - KEEP_SECONDS],
            )
        if freed:
            self._wake()
        return freed

    def renew(self, owner: str) -> None:
        """Prolong the lease of everything the owner is sending."""
        with self._database.transaction() as db:
            renew(db.table("outbox"), "sending", owner, self._now() + LEASE_SECONDS)


def _row(row: Mapping[str, Any]) -> Row:
    """A database row as data; `uncertain` is its value before this attempt marked it."""
    return Row(
        key=row["key"],
        target=Target(kind=row["kind"], lane=row["lane"], address=json.loads(row["target"])),
        content=json.loads(row["content"]),
        digest=row["digest"],
        ts=row["ts"],
        uncertain=bool(row["uncertain"]),
        plain=bool(row["plain"]),
        attempts=row["attempts"] + 1,
        turn=row["turn"] + 1,
    )
