"""What was looked up lately, where, and what came of it: for lists and the numbers on Home."""

import json
from dataclasses import dataclass

from corpus import Database


@dataclass(frozen=True, slots=True)
class Recent:
    """One lookup that brought a match.

    Attributes:
        lookup_id: its id.
        query: the words looked up; None once their time is over.
        case_ids: what was shown, best first; a word alone (`help`) shows nothing and is no lookup.
        at: when it was asked first, in seconds since the epoch.
    """

    lookup_id: str
    query: str | None
    case_ids: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Numbers:
    """What happened in a workspace in a span of time.

    Attributes:
        lookups: questions that people asked.
        cards: channels whose symptoms brought a card.
        confirmed: matches that were said to be the one.
        judged: lookups and cards of which something was said; in `hits` of them one was it.
    """

    lookups: int
    cards: int
    confirmed: int
    judged: int
    hits: int


class Activity:
    """Reads the lookups; writes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def recent(
        self, team_id: str, *, user_id: str | None, channel_id: str | None, limit: int
    ) -> tuple[Recent, ...]:
        """The latest lookups that brought a match, newest first.

        Args:
            team_id: the workspace.
            user_id: whose questions count wherever they were asked; None for nobody's.
            channel_id: where what everybody could see counts; None for nowhere.
            limit: lookups at most.
        """
        rows = self._database.connection.execute(
            """
            SELECT id, query, case_ids, created_at FROM lookups
            WHERE team_id = :team_id AND band IN ('strong', 'possible')
              AND ((user_id = :user_id AND purpose <> 'shared')
                   OR (channel_id = :channel_id AND purpose IN ('card', 'answer', 'shared')))
            ORDER BY created_at DESC, id LIMIT :limit
            """,
            {"team_id": team_id, "user_id": user_id, "channel_id": channel_id, "limit": limit},
        ).fetchall()
        return tuple(
            Recent(str(each), query, tuple(json.loads(ids)), float(at))
            for each, query, ids, at in rows
        )

    def numbers(self, team_id: str, since: float) -> Numbers:
        """What happened since a moment, in seconds since the epoch."""
        arguments = {"team_id": team_id, "since": since}
        lookups, cards = self._database.connection.execute(
            """
            SELECT coalesce(sum(purpose IN ('answer', 'private')), 0),
                   coalesce(sum(purpose = 'card'), 0)
            FROM lookups WHERE team_id = :team_id AND created_at >= :since
            """,
            arguments,
        ).fetchone()
        confirmed, judged, hits = self._database.connection.execute(
            """
            SELECT coalesce(sum(said), 0), count(*), coalesce(sum(said > 0), 0) FROM (
                SELECT lookup_id, sum(verdict = 'confirmed') AS said FROM (
                    SELECT v.lookup_id, v.case_id, v.verdict, max(v.created_at) AS said_at
                    FROM verdicts AS v JOIN lookups AS l ON l.id = v.lookup_id
                    WHERE l.team_id = :team_id GROUP BY v.lookup_id, v.case_id)
                WHERE said_at >= :since GROUP BY lookup_id)
            """,
            arguments,
        ).fetchone()
        return Numbers(int(lookups), int(cards), int(confirmed), int(judged), int(hits))

    def card_channels(self, team_id: str, limit: int) -> tuple[str, ...]:
        """The ids of channels whose symptoms were read, those read last first."""
        rows = self._database.connection.execute(
            """
            SELECT channel_id FROM (
                SELECT channel_id, max(created_at) AS at FROM evidence
                WHERE team_id = :team_id GROUP BY channel_id
                UNION ALL
                SELECT channel_id, updated_at FROM lookups
                WHERE team_id = :team_id AND purpose = 'card')
            GROUP BY channel_id ORDER BY max(at) DESC, channel_id LIMIT :limit
            """,
            {"team_id": team_id, "limit": limit},
        ).fetchall()
        return tuple(str(row[0]) for row in rows)
