"""Lookups, the evidence of each channel's card, and what people said of the matches.

Words of people are kept here only as the query of a lookup and as evidence, without their secrets,
and `forget_words` drops them when their time is over.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from corpus import Database, Masker

Purpose = Literal["card", "answer", "private", "shared"]
Verdict = Literal["confirmed", "dismissed"]


@dataclass(frozen=True, slots=True)
class Lookup:
    """One question that was answered: a channel's card, a reply, a private or a shared answer.

    Attributes:
        post_key: the outbox key of its visible message; None for a private answer.
        query: the words looked up; None once their time is over.
        case_ids: what was shown, best first.
        band: of the best of them, as `corpus.Band` has it; None where it was not noted.
    """

    id: str
    purpose: Purpose
    team_id: str
    channel_id: str
    thread_ts: str | None
    post_key: str | None
    user_id: str | None
    query: str | None
    lang: str
    case_ids: tuple[str, ...]
    band: str | None = None


class Conversation:
    """The memory of what was asked and answered. Writes are idempotent."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        mask: Callable[[str], str] | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._mask = mask or Masker()

    def save_lookup(self, lookup: Lookup) -> None:
        """Keep a lookup; under a known id it replaces what was there."""
        now = self._now()
        with self._database.transaction() as db:
            db.execute(
                """
                INSERT INTO lookups (id, purpose, team_id, channel_id, thread_ts, post_key,
                                     user_id, query, lang, case_ids, band, created_at,
                                     updated_at)
                VALUES (:id, :purpose, :team_id, :channel_id, :thread_ts, :post_key,
                        :user_id, :query, :lang, :case_ids, :band, :now,
                        :now)
                ON CONFLICT (id) DO UPDATE SET query = excluded.query, case_ids = excluded.case_ids,
                    band = excluded.band, lang = excluded.lang, updated_at = excluded.updated_at
                """,
                {
                    "id": lookup.id,
                    "purpose": lookup.purpose,
                    "team_id": lookup.team_id,
                    "channel_id": lookup.channel_id,
                    "thread_ts": lookup.thread_ts,
                    "post_key": lookup.post_key,
                    "user_id": lookup.user_id,
                    "query": None if lookup.query is None else self._mask(lookup.query),
                    "lang": lookup.lang,
                    "case_ids": json.dumps(lookup.case_ids),
                    "band": lookup.band,
                    "now": now,
                },
            )

    def note_shown(self, lookup_id: str, case_ids: Sequence[str], band: str) -> None:
        """Note what a lookup shows now; its words are not kept longer for that."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE lookups SET case_ids = ?, band = ? WHERE id = ?",
                [json.dumps(case_ids), band, lookup_id],
            )

    def lookup(self, lookup_id: str) -> Lookup | None:
        """The lookup under an id, if it is still known."""
        return self._one("SELECT * FROM lookups WHERE id = ?", [lookup_id])

    def card_of(self, team_id: str, channel_id: str) -> Lookup | None:
        """The channel's card, if it has one."""
        return self._one(
            "SELECT * FROM lookups WHERE purpose = 'card' AND team_id = ? AND channel_id = ?",
            [team_id, channel_id],
        )

    def card_made_at(self, team_id: str, channel_id: str) -> float | None:
        """When the channel's card was made, in seconds since the epoch; None without a card."""
        found = self._database.connection.execute(
            "SELECT created_at FROM lookups"
            " WHERE purpose = 'card' AND team_id = ? AND channel_id = ?",
            [team_id, channel_id],
        ).fetchone()
        return None if found is None else float(found[0])

    def showing(self, case_id: str) -> tuple[Lookup, ...]:
        """The lookups with a visible message in which a case is shown, oldest first."""
        found = self._database.connection.query(
            "SELECT * FROM lookups WHERE post_key IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM json_each(case_ids) WHERE value = ?)"
            " ORDER BY created_at, id",
            [case_id],
        )
        return tuple(map(_lookup, found))

    def add_evidence(self, team_id: str, channel_id: str, ts: str, text: str) -> None:
        """Keep a message that describes a symptom; the same message twice is one."""
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO evidence (team_id, channel_id, ts, text, created_at)"
                " VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                [team_id, channel_id, ts, self._mask(text), self._now()],
            )

    def evidence(self, team_id: str, channel_id: str) -> tuple[str, ...]:
        """The texts that describe symptoms in a channel, in the order they were written."""
        rows = self._database.connection.execute(
            "SELECT text FROM evidence WHERE team_id = ? AND channel_id = ? ORDER BY ts",
            [team_id, channel_id],
        ).fetchall()
        return tuple(str(row[0]) for row in rows)

    def note_guest(self, team_id: str, channel_id: str) -> None:
        """Remember that a guest is in a channel."""
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO guests (team_id, channel_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [team_id, channel_id],
            )

    def has_guest(self, team_id: str, channel_id: str) -> bool:
        """Whether a guest is known to be in a channel."""
        asked = "team_id = ? AND channel_id = ?"
        table = self._database.connection.table("guests")
        return bool(table.count_where(asked, [team_id, channel_id]))

    def set_verdict(
        self, lookup_id: str, case_id: str, user_id: str, verdict: Verdict | None
    ) -> None:
        """Keep what a person said of a match; None takes back their own word, else the newest."""
        with self._database.transaction() as db:
            if verdict is None:
                db.execute(
                    """
                    DELETE FROM verdicts WHERE rowid = (
                        SELECT rowid FROM verdicts WHERE lookup_id = ? AND case_id = ?
                        ORDER BY user_id = ? DESC, created_at DESC LIMIT 1)
                    """,
                    [lookup_id, case_id, user_id],
                )
                return
            db.execute(
                """
                INSERT INTO verdicts (lookup_id, case_id, user_id, verdict, created_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (lookup_id, case_id, user_id)
                DO UPDATE SET verdict = excluded.verdict, created_at = excluded.created_at
                """,
                [lookup_id, case_id, user_id, verdict, self._now()],
            )

    def verdicts(self, lookup_id: str) -> Mapping[str, Verdict]:
        """The newest verdict on each match of a lookup."""
        rows = self._database.connection.execute(
            "SELECT case_id, verdict FROM verdicts WHERE lookup_id = ? ORDER BY created_at",
            [lookup_id],
        ).fetchall()
        return {str(case_id): verdict for case_id, verdict in rows}

    def confirmations(
        self, since: float, until: float, channel_id: str | None = None
    ) -> Mapping[str, int]:
        """How many lookups each case was said to be right for, in a span of time.

        The newest word on a match counts. With `channel_id` only what was said there.
        """
        rows = self._database.connection.execute(
            """
            SELECT case_id, count(*) FROM (
                SELECT v.case_id, v.verdict, max(v.created_at) AS said_at, l.channel_id
                FROM verdicts AS v JOIN lookups AS l ON l.id = v.lookup_id
                GROUP BY v.lookup_id, v.case_id)
            WHERE verdict = 'confirmed' AND said_at >= :since AND said_at < :until
              AND coalesce(:channel_id, channel_id) = channel_id
            GROUP BY case_id
            """,
            {"since": since, "until": until, "channel_id": channel_id},
        ).fetchall()
        return {str(case_id): int(count) for case_id, count in rows}

    def unanswered(
        self, since: float, until: float, channel_id: str | None = None
    ) -> tuple[Lookup, ...]:
        """The questions of a span of time for which nothing was close, oldest first.

        A channel whose symptoms began in it and never brought a card is one, too: of purpose
        `card`, with all its symptoms as the words. With `channel_id` only those asked there.
        """
        span = {"since": since, "until": until, "channel_id": channel_id}
        asked = self._database.connection.query(
            """
            SELECT * FROM lookups
            WHERE band = 'none' AND purpose IN ('answer', 'private')
              AND created_at >= :since AND created_at < :until
              AND coalesce(:channel_id, channel_id) = channel_id
            ORDER BY created_at, id
            """,
            span,
        )
        watched = self._database.connection.execute(
            """
            SELECT team_id, channel_id FROM evidence AS e
            WHERE coalesce(:channel_id, channel_id) = channel_id AND NOT EXISTS (
                SELECT 1 FROM lookups WHERE purpose = 'card' AND team_id = e.team_id
                  AND channel_id = e.channel_id)
            GROUP BY team_id, channel_id
            HAVING min(created_at) >= :since AND min(created_at) < :until
            ORDER BY min(created_at), channel_id
            """,
            span,
        ).fetchall()
        return (
            *(_lookup(row) for row in asked),
            *(self._unmatched(team, channel) for team, channel in watched),
        )

    def _unmatched(self, team_id: str, channel_id: str) -> Lookup:
        """The symptoms of a channel without a card, as the lookup that found nothing."""
        return Lookup(
            id=f"symptoms:{team_id}/{channel_id}",
            purpose="card",
            team_id=team_id,
            channel_id=channel_id,
            thread_ts=None,
            post_key=None,
            user_id=None,
            query="\n".join(self.evidence(team_id, channel_id)),
            lang="",
            case_ids=(),
            band="none",
        )

    def forget_words(self, older_than_seconds: float) -> int:
        """Drop evidence and the words of lookups older than that; how many texts were dropped."""
        limit = self._now() - older_than_seconds
        with self._database.transaction() as db:
            dropped = db.execute("DELETE FROM evidence WHERE created_at < ?", [limit]).rowcount
            dropped += db.execute(
                "UPDATE lookups SET query = NULL WHERE query IS NOT NULL AND updated_at < ?",
                [limit],
            ).rowcount
        return dropped

    def _one(self, sql: str, arguments: Sequence[str]) -> Lookup | None:
        rows = list(self._database.connection.query(sql, list(arguments)))
        return _lookup(rows[0]) if rows else None


def _lookup(row: Mapping[str, Any]) -> Lookup:
    return Lookup(
        id=row["id"],
        purpose=row["purpose"],
        team_id=row["team_id"],
        channel_id=row["channel_id"],
        thread_ts=row["thread_ts"],
        post_key=row["post_key"],
        user_id=row["user_id"],
        query=row["query"],
        lang=row["lang"],
        case_ids=tuple(json.loads(row["case_ids"])),
        band=row["band"],
    )
