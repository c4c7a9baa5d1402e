"""What people chose for a channel, who was just answered in it, and what is still to be read in it.

A channel without a row follows its name and the defaults. Muting lies over the chosen mode, so that
lifting it brings back whatever was there before.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from corpus import Database

Mode = Literal["automatic", "asked"]
ChannelMode = Literal["automatic", "asked", "muted"]
Shown = Literal["all", "public"]
MuteWay = Literal["order", "reaction"]

KEEP_ASKERS_SECONDS = 86_400.0
"""How long it is known whom a question was answered; more than any follow-up may take."""


@dataclass(frozen=True, slots=True)
class Mute:
    """That a channel is muted: by whom, since when, and how they said so."""

    user_id: str
    at: dt.datetime
    way: MuteWay


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """What was chosen for a channel.

    Attributes:
        mode: `automatic` cards, or only when `asked`; None where its name decides.
        lang: of what is visible there; None for the default.
        side: own and public cases, or public ones only.
        mute: while it is there, nothing unasked is said, whatever the mode.
        is_left: the bot was taken out of it on purpose, and does not join by itself again.
    """

    mode: Mode | None = None
    lang: str | None = None
    side: Shown = "all"
    mute: Mute | None = None
    is_left: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of a channel that may hold messages which never arrived: from `since_ts` on."""

    channel_id: str
    since_ts: str


class Channels:
    """Settings, askers and gaps of one workspace's channels. Writes are idempotent."""

    def __init__(
        self, database: Database, now: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        self._database = database
        self._now = now
        self._wake = wake

    def settings(self, team_id: str, channel_id: str) -> ChannelSettings:
        """What was chosen for a channel; the defaults where nothing was."""
        rows = self._read(
            "SELECT * FROM channels WHERE team_id = ? AND channel_id = ?", team_id, channel_id
        )
        return _settings(rows[0]) if rows else ChannelSettings()

    def choose(self, team_id: str, channel_id: str, *, lang: str | None, side: Shown) -> None:
        """Choose the language and the cases of a channel."""
        self._change(team_id, channel_id, {"lang": lang, "side": side})

    def set_mode(self, team_id: str, channel_id: str, mode: Mode) -> None:
        """Choose when cards come in a channel. `automatic` takes back that the bot was removed."""
        self._change(
            team_id,
            channel_id,
            {"mode": mode, **({"is_left": 0} if mode == "automatic" else {})},
        )

    def mute(self, team_id: str, channel_id: str, user_id: str, way: MuteWay = "order") -> bool:
        """Mute a channel; False when it was muted already, and then nothing changes."""
        if self.settings(team_id, channel_id).mute is not None:
            return False
        muted = {"muted_by": user_id, "muted_at": self._now(), "mute_way": way}
        self._change(team_id, channel_id, muted)
        return True

    def unmute(self, team_id: str, channel_id: str) -> Mute | None:
        """Lift what was muted; the mute that was there, if any."""
        mute = self.settings(team_id, channel_id).mute
        if mute is not None:
            self._change(team_id, channel_id, dict.fromkeys(("muted_by", "muted_at", "mute_way")))
        return mute

    def note_left(self, team_id: str, channel_id: str) -> None:
        """Remember that the bot was taken out of a channel."""
        self._change(team_id, channel_id, {"is_left": 1})

    def avoided(self, team_id: str) -> frozenset[str]:
        """The channels that the bot does not join by itself: it was removed, or told not to."""
        rows = self._read(
            "SELECT channel_id FROM channels WHERE team_id = ? AND (is_left OR mode = 'asked'"
            " OR muted_by IS NOT NULL)",
            team_id,
        )
        return frozenset(str(row["channel_id"]) for row in rows)

    def note_asker(
        self, team_id: str, channel_id: str, thread_ts: str, user_id: str, asked_ts: str
    ) -> None:
        """Remember that a question with a mention was answered: the newest of a person counts."""
        now = self._now()
        with self._database.transaction() as db:
            db.execute("DELETE FROM askers WHERE created_at < ?", [now - KEEP_ASKERS_SECONDS])
            db.execute(
                """
                INSERT INTO askers (team_id, channel_id, thread_ts, user_id, asked_ts, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (team_id, channel_id, thread_ts, user_id) DO UPDATE SET
                    asked_ts = max(asked_ts, excluded.asked_ts), created_at = excluded.created_at
                """,
                [team_id, channel_id, thread_ts, user_id, asked_ts, now],
            )

    def asked_ts(self, team_id: str, channel_id: str, thread_ts: str, user_id: str) -> str | None:
        """When a person last asked by name in a thread and was answered, as the message's ts."""
        rows = self._read(
            "SELECT asked_ts FROM askers"
            " WHERE team_id = ? AND channel_id = ? AND thread_ts = ? AND user_id = ?",
            team_id,
            channel_id,
            thread_ts,
            user_id,
        )
        return str(rows[0]["asked_ts"]) if rows else None

    def open_gaps(self, team_id: str, gaps: Sequence[Gap]) -> None:
        """Note what is to be read up; where something is to be read already, the older one stays.

        In the order given, which is the order in which they are read.
        """
        with self._database.transaction() as db:
            for gap in gaps:
                db.execute(
                    """
                    INSERT INTO gaps (team_id, channel_id, since_ts, created_at)
                    VALUES (?, ?, ?, ?)
                    ON CONFLICT (team_id, channel_id)
                    DO UPDATE SET since_ts = min(since_ts, excluded.since_ts)
                    """,
                    [team_id, gap.channel_id, gap.since_ts, self._now()],
                )
        self._wake()

    def gaps(self, team_id: str) -> list[Gap]:
        """What is still to be read up, in the order in which it was noted."""
        rows = self._read("SELECT * FROM gaps WHERE team_id = ? ORDER BY rowid", team_id)
        return [Gap(row["channel_id"], row["since_ts"]) for row in rows]

    def close_gap(self, team_id: str, gap: Gap) -> None:
        """A gap was read up, unless an older one was noted in its place meanwhile."""
        with self._database.transaction() as db:
            db.execute(
                "DELETE FROM gaps WHERE team_id = ? AND channel_id = ? AND since_ts = ?",
                [team_id, gap.channel_id, gap.since_ts],
            )

    def _change(self, team_id: str, channel_id: str, values: Mapping[str, Any]) -> None:
        with self._database.transaction() as db:
            db.table("channels").upsert(
                {"team_id": team_id, "channel_id": channel_id, **values},
                pk=("team_id", "channel_id"),
            )

    def _read(self, sql: str, *arguments: object) -> list[dict[str, Any]]:
        with self._database.errors():
            return list(self._database.read().query(sql, list(arguments)))


def _settings(row: Mapping[str, Any]) -> ChannelSettings:
    mute = None
    if row["muted_by"] is not None:
        at = dt.datetime.fromtimestamp(row["muted_at"], dt.UTC)
        mute = Mute(row["muted_by"], at, row["mute_way"])
    return ChannelSettings(row["mode"], row["lang"], row["side"], mute, bool(row["is_left"]))
