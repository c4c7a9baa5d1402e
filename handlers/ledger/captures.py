"""Which cases were captured from which place, and which resolved incidents were asked about.

Owns what keeps a modal that is submitted twice from making two cases, the one question of a card
at the end of its incident, and the pairs of words and case that somebody confirmed: the
workspace's own test queries.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from corpus import Database


@dataclass(frozen=True, slots=True)
class Capture:
    """A case that was captured.

    Attributes:
        view_id: the modal it was submitted in; one modal makes one case.
        thread_ts: the thread it tells of; empty for a whole channel.
    """

    view_id: str
    team_id: str
    channel_id: str
    thread_ts: str
    case_id: str
    user_id: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """The end of a channel's incident, and what was answered to the card's question.

    Attributes:
        said_ts: the message that told of the end.
        case_id: the case it was; "" for none of those shown, None while nobody has answered.
        linked: the answer linked the case, and takes the link back with itself.
    """

    team_id: str
    channel_id: str
    said_ts: str
    case_id: str | None = None
    user_id: str | None = None
    linked: bool = False


@dataclass(frozen=True, slots=True)
class TestQuery:
    """Words that somebody confirmed a case for; they were masked before they were stored."""

    __test__ = False  # no test of pytest's, whatever its name says

    case_id: str
    text: str


class Captures:
    """The memory of captures, resolutions and confirmed pairs. Writes are idempotent."""

    def __init__(
        self, database: Database, now: Callable[[], float], mask: Callable[[str], str]
    ) -> None:
        self._database = database
        self._now = now
        self._mask = mask

    def save(self, capture: Capture) -> None:
        """Keep a capture; the first of a modal counts."""
        with self._database.transaction() as db:
            db.execute(
                """
                INSERT INTO captures
                    (view_id, team_id, channel_id, thread_ts, case_id, user_id, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                [
                    capture.view_id,
                    capture.team_id,
                    capture.channel_id,
                    capture.thread_ts,
                    capture.case_id,
                    capture.user_id,
                    self._now(),
                ],
            )

    def of_view(self, view_id: str) -> Capture | None:
        """What was submitted in a modal before."""
        return self._capture("view_id = ?", [view_id])

    def of_place(self, team_id: str, channel_id: str, thread_ts: str) -> Capture | None:
        """The last case captured from a thread, or from a whole channel."""
        where = "team_id = ? AND channel_id = ? AND thread_ts = ?"
        return self._capture(where, [team_id, channel_id, thread_ts])

    def ids_of_channel(self, channel_id: str) -> tuple[str, ...]:
        """The cases captured in a channel and its threads, oldest first."""
        rows = self._database.connection.execute(
            "SELECT case_id FROM captures WHERE channel_id = ? ORDER BY created_at, case_id",
            [channel_id],
        ).fetchall()
        return tuple(dict.fromkeys(str(row[0]) for row in rows))

    def ask(self, team_id: str, channel_id: str, said_ts: str) -> bool:
        """Have the card of a channel ask its question; False where it does or did already."""
        with self._database.transaction() as db:
            sql = (
                "INSERT INTO resolutions (team_id, channel_id, said_ts, asked_at)"
                " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
            )
            asked = db.execute(sql, [team_id, channel_id, said_ts, self._now()]).rowcount
        return bool(asked)

    def withdraw(self, team_id: str, channel_id: str) -> None:
        """Take a question back that nobody has answered: the incident goes on."""
        with self._database.transaction() as db:
            sql = (
                "DELETE FROM resolutions"
                " WHERE team_id = ? AND channel_id = ? AND answered_at IS NULL"
            )
            db.execute(sql, [team_id, channel_id])

    def answer(
        self,
        team_id: str,
        channel_id: str,
        case_id: str | None,
        user_id: str,
        *,
        linked: bool = False,
    ) -> None:
        """Keep the answer to a question; None takes it back.

        Args:
            team_id: the workspace.
            channel_id: the card's channel.
            case_id: the case it was, "" for none of those shown.
            user_id: who answered.
            linked: whether the answer linked the case.
        """
        with self._database.transaction() as db:
            db.execute(
                "UPDATE resolutions SET case_id = ?, user_id = ?, answered_at = ?, linked = ?"
                " WHERE team_id = ? AND channel_id = ?",
                [
                    case_id,
                    user_id,
                    None if case_id is None else self._now(),
                    int(linked),
                    team_id,
                    channel_id,
                ],
            )

    def resolution(self, team_id: str, channel_id: str) -> Resolution | None:
        """The question of a channel's card, if it was asked."""
        sql = "SELECT * FROM resolutions WHERE team_id = ? AND channel_id = ?"
        rows = list(self._database.connection.query(sql, [team_id, channel_id]))
        return _resolution(rows[0]) if rows else None

    def keep_query(self, lookup_id: str, case_id: str, text: str, user_id: str) -> None:
        """Keep the words of a lookup as a test query for the case that it was."""
        with self._database.transaction() as db:
            db.execute(
                """
                INSERT INTO test_queries (lookup_id, case_id, text, user_id, created_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (lookup_id, case_id) DO UPDATE SET text = excluded.text
                """,
                [lookup_id, case_id, self._mask(text), user_id, self._now()],
            )

    def drop_query(self, lookup_id: str, case_id: str) -> None:
        """Take a test query back."""
        with self._database.transaction() as db:
            sql = "DELETE FROM test_queries WHERE lookup_id = ? AND case_id = ?"
            db.execute(sql, [lookup_id, case_id])

    def test_queries(self) -> tuple[TestQuery, ...]:
        """All test queries of the workspace, oldest first."""
        rows = self._database.connection.execute(
            "SELECT case_id, text FROM test_queries ORDER BY created_at, lookup_id, case_id"
        ).fetchall()
        return tuple(TestQuery(str(case_id), str(text)) for case_id, text in rows)

    def _capture(self, where: str, values: list[str]) -> Capture | None:
        sql = f"SELECT * FROM captures WHERE {where} ORDER BY created_at DESC, view_id LIMIT 1"  # noqa: S608 - constants
        rows = list(self._database.connection.query(sql, values))
        return _capture(rows[0]) if rows else None


def _capture(row: Mapping[str, Any]) -> Capture:
    names = ("view_id", "team_id", "channel_id", "thread_ts", "case_id", "user_id")
    return Capture(*(row[name] for name in names))


def _resolution(row: Mapping[str, Any]) -> Resolution:
    names = ("team_id", "channel_id", "said_ts", "case_id", "user_id")
    team_id, channel_id, said_ts, case_id, user_id = (row[name] for name in names)
    return Resolution(team_id, channel_id, said_ts, case_id, user_id, bool(row["linked"]))
