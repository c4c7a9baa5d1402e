"""What is new in the library: cases added or reviewed in a span of time, and drafts that wait.

Reads the rows of `corpus.store` and writes nothing. Who may see a case is asked afterwards.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from corpus.case import Visibility
from corpus.database import Database

_AROUND = dt.timedelta(days=2)
"""How far the day that is written in a date may be from the moment it means, zones included."""


@dataclass(frozen=True, slots=True)
class NewCase:
    """A case that became news: when it came into the library, or was reviewed."""

    case_id: str
    is_own: bool
    was_reviewed: bool


class News:
    """Asks one database what is new in it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def between(
        self, since: dt.datetime, until: dt.datetime, holds: Callable[[str | None], bool]
    ) -> tuple[NewCase, ...]:
        """The cases added or reviewed in a span of time, own ones first, then newest first.

        A review is news of own cases alone: public ones are never drafts.

        Args:
            since: the beginning, aware.
            until: the end, aware.
            holds: whether an ISO 8601 date, or date and time, lies in the span. It decides, as a
                date alone means a day where the reader is; the other two only narrow the search.
        """
        rows = self._rows(
            f"""
            SELECT id, visibility <> :public, added_at, {_REVIEWED_AT} FROM cases
            WHERE substr(added_at, 1, 10) BETWEEN :first AND :last
               OR (visibility <> :public AND substr({_REVIEWED_AT}, 1, 10) BETWEEN :first AND :last)
            ORDER BY id
            """,  # noqa: S608 - a constant
            {
                "public": Visibility.PUBLIC.value,
                "first": (since - _AROUND).date().isoformat(),
                "last": (until + _AROUND).date().isoformat(),
            },
        )
        found: list[tuple[str, NewCase]] = []
        for case_id, is_own, added_at, reviewed_at in rows:
            was_reviewed = bool(is_own) and isinstance(reviewed_at, str) and holds(reviewed_at)
            if was_reviewed or holds(added_at):
                at = str(reviewed_at if was_reviewed else added_at)
                found.append((at, NewCase(case_id, bool(is_own), was_reviewed)))
        newest_first = sorted(found, key=lambda each: each[0], reverse=True)
        return tuple(case for _, case in sorted(newest_first, key=lambda each: not each[1].is_own))

    def drafts(self) -> tuple[str, ...]:
        """The ids of the own cases that nobody has reviewed yet, the oldest first."""
        rows = self._rows(
            "SELECT id FROM cases WHERE visibility <> :public"
            " AND json_extract(document, '$.draft') = 1 ORDER BY added_at, id",
            {"public": Visibility.PUBLIC.value},
        )
        return tuple(row[0] for row in rows)

    def _rows(self, sql: str, parameters: dict[str, str]) -> list[tuple[Any, ...]]:
        with self._database.errors():
            return self._database.read().execute(sql, parameters).fetchall()


_REVIEWED_AT = "json_extract(document, '$.review.reviewed_at')"
