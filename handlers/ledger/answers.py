"""What people answered to the questions of a card; no words of theirs, only which button."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from corpus import Answered, Database


class Answers:
    """The answers that tell the suspects of a lookup apart. Writes are idempotent."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def give(self, lookup_id: str, answered: Answered, user_id: str) -> None:
        """Keep an answer; a question that was answered before has the newest one."""
        with self._database.transaction() as db:
            db.execute(
                """
                INSERT INTO answers (lookup_id, question, answer, speaks_for, speaks_against,
                                     user_id, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (lookup_id, question) DO UPDATE SET answer = excluded.answer,
                    speaks_for = excluded.speaks_for, speaks_against = excluded.speaks_against,
                    user_id = excluded.user_id, created_at = excluded.created_at
                """,
                [
                    lookup_id,
                    answered.key,
                    answered.answer,
                    json.dumps(answered.speaks_for),
                    json.dumps(answered.speaks_against),
                    user_id,
                    self._now(),
                ],
            )

    def take_back(self, lookup_id: str, question: str) -> None:
        """Take an answer back; the question is open again."""
        with self._database.transaction() as db:
            db.execute(
                "DELETE FROM answers WHERE lookup_id = ? AND question = ?", [lookup_id, question]
            )

    def of(self, lookup_id: str) -> tuple[Answered, ...]:
        """The answers given for a lookup, oldest first."""
        rows = self._database.connection.query(
            "SELECT * FROM answers WHERE lookup_id = ? ORDER BY created_at, rowid", [lookup_id]
        )
        return tuple(map(_answered, rows))

    def copy(self, lookup_id: str, to_lookup_id: str) -> None:
        """Give another lookup the answers of this one: it is the same question, shared."""
        with self._database.transaction() as db:
            db.execute(
                """
                INSERT INTO answers (lookup_id, question, answer, speaks_for, speaks_against,
                                     user_id, created_at)
                SELECT ?, question, answer, speaks_for, speaks_against, user_id, created_at
                FROM answers WHERE lookup_id = ? ORDER BY created_at, rowid
                ON CONFLICT DO NOTHING
                """,
                [to_lookup_id, lookup_id],
            )


def _answered(row: Mapping[str, Any]) -> Answered:
    return Answered(
        key=row["question"],
        answer=row["answer"],
        speaks_for=tuple(json.loads(row["speaks_for"])),
        speaks_against=tuple(json.loads(row["speaks_against"])),
    )
