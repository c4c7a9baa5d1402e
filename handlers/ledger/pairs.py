"""Verdicts as pairs of evidence and case: what later rankings learn from, and what `eval` measures.

A pair keeps a sketch of its evidence, which no words can be read from. The words themselves are the
lookup's, and go when their time is over; of what was confirmed they stay, masked, as a test query.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus import Database, Experience

_NEWEST = 500
"""Verdicts on a few cases that are compared with new evidence, the newest."""


@dataclass(frozen=True, slots=True)
class ConfirmedPair:
    """A lookup with the cases that were said to be the one.

    Attributes:
        query: the words looked up, or the test query kept of them; None where both are gone.
        reads_filters: whether the words may carry filters; those of an automatic card never do.
    """

    case_ids: tuple[str, ...]
    query: str | None
    reads_filters: bool


class Pairs:
    """The verdicts of each workspace beside their evidence."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def keep_sketch(self, lookup_id: str, team_id: str, sketch: bytes) -> None:
        """Keep the sketch of a lookup's evidence as it was when a verdict was given on it."""
        with self._database.transaction() as db:
            db.execute(
                """
                INSERT INTO sketches (lookup_id, team_id, sketch, created_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (lookup_id) DO UPDATE SET sketch = excluded.sketch
                """,
                [lookup_id, team_id, sketch, self._now()],
            )

    def any(self, team_id: str) -> bool:
        """Whether a workspace ever said something of a match."""
        asked = "SELECT 1 FROM sketches WHERE team_id = ? LIMIT 1"
        return self._database.connection.execute(asked, [team_id]).fetchone() is not None

    def experiences(
        self, team_id: str, case_ids: Sequence[str], but_of: str
    ) -> tuple[Experience, ...]:
        """What a workspace said of these cases beside other evidence: the newest word each time.

        Args:
            team_id: the workspace.
            case_ids: the cases.
            but_of: the lookup that asks: a card does not move under the finger that taps it.
        """
        marks = ", ".join("?" * len(case_ids))
        rows = self._database.connection.execute(
            f"""
            SELECT v.case_id, v.verdict, s.sketch, max(v.created_at) AS said_at
            FROM verdicts AS v JOIN sketches AS s ON s.lookup_id = v.lookup_id
            WHERE s.team_id = ? AND v.lookup_id <> ? AND v.case_id IN ({marks})
            GROUP BY v.lookup_id, v.case_id ORDER BY said_at DESC LIMIT ?
            """,  # noqa: S608 - only question marks are put in
            [team_id, but_of, *case_ids, _NEWEST],
        ).fetchall()
        return tuple(
            Experience(str(case_id), verdict == "confirmed", bytes(sketch))
            for case_id, verdict, sketch, _ in rows
        )

    def confirmed(self) -> tuple[ConfirmedPair, ...]:
        """The lookups of which the newest word on a case is "this is it", oldest first."""
        rows = self._database.connection.execute(
            """
            SELECT group_concat(case_id, ' '), query, purpose FROM (
                SELECT v.lookup_id, v.case_id, v.verdict, max(v.created_at) AS said_at,
                       coalesce(l.query, t.text) AS query, l.purpose
                FROM verdicts AS v JOIN lookups AS l ON l.id = v.lookup_id
                LEFT JOIN test_queries AS t
                    ON t.lookup_id = v.lookup_id AND t.case_id = v.case_id
                GROUP BY v.lookup_id, v.case_id ORDER BY v.case_id)
            WHERE verdict = 'confirmed' GROUP BY lookup_id ORDER BY min(said_at), lookup_id
            """
        ).fetchall()
        return tuple(
            ConfirmedPair(tuple(str(ids).split(" ")), query, purpose != "card")
            for ids, query, purpose in rows
        )
