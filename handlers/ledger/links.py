"""Links between threads and cases, and the replies in which a thread shows its links.

A link is keyed by thread and case. One that was taken back stays as a trace, so that what somebody
undid on purpose is not done again by the next message that names the case.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from corpus import Database, Masker

LinkKind = Literal["same-cause", "same-symptoms", "recurrence", "reference"]

LINK_KINDS: tuple[LinkKind, ...] = get_args(LinkKind)
"""The kinds of links, as they are offered."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread: the message it began with, in its channel."""

    team_id: str
    channel_id: str
    thread_ts: str


@dataclass(frozen=True, slots=True)
class Link:
    """A case linked in a thread.

    Attributes:
        note: what the person who linked it wrote; shown in the thread's own channel only.
        permalink: the thread's address; None where Slack gave none.
        is_private: the thread is not open to the whole workspace.
        message_ts: the message that named the case; empty where none did.
        writeup_id: for a recurrence, the own case of the thread's incident, where it is known.
        wrote: this link has set that case's `recurrence_of`, and takes it back with itself.
        linked_by: user id.
        linked_at: seconds since the epoch.
        unlinked_at: when it was taken back; None for a link that holds.
    """

    thread: Thread
    case_id: str
    kind: LinkKind
    note: str | None
    permalink: str | None
    is_private: bool
    message_ts: str
    writeup_id: str | None
    linked_by: str
    linked_at: float
    wrote: bool = False
    unlinked_by: str | None = None
    unlinked_at: float | None = None

    @property
    def holds(self) -> bool:
        """Whether it was not taken back."""
        return self.unlinked_at is None

    @property
    def thread_at(self) -> float:
        """When the thread began, in seconds since the epoch."""
        return float(self.thread.thread_ts)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a link comes from: the thread as Slack describes it, who links, and by which message.

    Attributes:
        on_purpose: somebody asked for this link; it takes the place of an older word on it. An id
            that was merely written does neither that, nor renew what was taken back.
    """

    thread: Thread
    permalink: str | None
    is_private: bool
    message_ts: str
    user_id: str
    on_purpose: bool


@dataclass(frozen=True, slots=True)
class LinkPost:
    """A reply that shows links and suggestions: its outbox key, its thread, and its cases."""

    key: str
    thread: Thread
    lang: str
    case_ids: tuple[str, ...]


class Links:
    """The links of all threads. Writes are idempotent."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        mask: Callable[[str], str] | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._mask = mask or Masker()

    def add(
        self, source: Source, case_id: str, kind: LinkKind | None = None, note: str | None = None
    ) -> bool:
        """Link a case; whether anything changed.

        Args:
            source: the thread, the person and the message.
            case_id: the case.
            kind: None leaves the kind of a known link as it is; a new link is then a `reference`.
            note: None leaves the note as it is; secrets in it are masked.
        """
        note = None if note is None else self._mask(note)
        with self._database.transaction() as db:
            before = self.get(source.thread, case_id)
            if before is not None and not source.on_purpose:
                return False
            if before is not None and before.holds:
                changes = {"kind": kind or before.kind, "note": note or before.note}
                db.execute(
                    f"UPDATE links SET kind = :kind, note = :note {_THIS_LINK}",  # noqa: S608 - a constant
                    changes | _keys(source.thread, case_id),
                )
                return (changes["kind"], changes["note"]) != (before.kind, before.note)
            db.execute(
                """
                INSERT OR REPLACE INTO links
                    (team_id, channel_id, thread_ts, case_id, kind, note, permalink, is_private,
                     message_ts, linked_by, linked_at)
                VALUES (:team_id, :channel_id, :thread_ts, :case_id, :kind, :note, :permalink,
                        :is_private, :message_ts, :user_id, :now)
                """,
                {
                    **_keys(source.thread, case_id),
                    "kind": kind or (before.kind if before else "reference"),
                    "note": note,
                    "permalink": source.permalink,
                    "is_private": int(source.is_private),
                    "message_ts": source.message_ts or (before.message_ts if before else ""),
                    "user_id": source.user_id,
                    "now": self._now(),
                },
            )
        return True

    def remove(self, thread: Thread, case_id: str, user_id: str) -> bool:
        """Take a link back, with a trace of who did; False where none holds."""
        changes = {"now": self._now(), "user_id": user_id} | _keys(thread, case_id)
        with self._database.transaction() as db:
            holding = f"{_THIS_LINK} AND unlinked_at IS NULL"
            sql = f"UPDATE links SET unlinked_at = :now, unlinked_by = :user_id {holding}"  # noqa: S608 - a constant
            return bool(db.execute(sql, changes).rowcount)

    def make_private(self, team_id: str, channel_id: str) -> None:
        """Remember that the threads of a channel are no longer open to the whole workspace."""
        with self._database.transaction() as db:
            sql = "UPDATE links SET is_private = 1 WHERE team_id = ? AND channel_id = ?"
            db.execute(sql, [team_id, channel_id])

    def set_writeup(
        self, thread: Thread, case_id: str, writeup_id: str | None, *, wrote: bool = False
    ) -> None:
        """Remember the own case of a recurrence's thread, and whether the link changed it."""
        changes = {"writeup_id": writeup_id, "wrote": int(wrote)} | _keys(thread, case_id)
        with self._database.transaction() as db:
            sql = f"UPDATE links SET writeup_id = :writeup_id, wrote = :wrote {_THIS_LINK}"  # noqa: S608 - a constant
            db.execute(sql, changes)

    def get(self, thread: Thread, case_id: str) -> Link | None:
        """A link, also one that was taken back; None where there never was one."""
        found = self._select(_THIS_LINK, _keys(thread, case_id))
        return found[0] if found else None

    def of_thread(self, thread: Thread, *, also_unlinked: bool = False) -> tuple[Link, ...]:
        """The links of a thread in the order they were made, those that hold unless told else."""
        where = "WHERE team_id = :team_id AND channel_id = :channel_id AND thread_ts = :thread_ts"
        found = self._select(where, _keys(thread, ""))
        return tuple(link for link in found if also_unlinked or link.holds)

    def of_cases(self, case_ids: Iterable[str]) -> tuple[Link, ...]:
        """The links that hold to any of these cases, in the order they were made."""
        where = "WHERE case_id IN (SELECT value FROM json_each(:ids)) AND unlinked_at IS NULL"
        return self._select(where, {"ids": json.dumps(list(case_ids))})

    def recurrences(self, since: float, until: float) -> tuple[Link, ...]:
        """The recurrences linked in a period that still hold, in the order they were made.

        Args:
            since: its first moment, in seconds since the epoch.
            until: the first moment after it.
        """
        where = (
            "WHERE kind = 'recurrence' AND unlinked_at IS NULL"
            " AND linked_at >= :since AND linked_at < :until"
        )
        return self._select(where, {"since": since, "until": until})

    def save_post(self, post: LinkPost) -> LinkPost:
        """Keep a reply; under a known key it keeps its language and gains the new cases."""
        with self._database.transaction() as db:
            known = self.post(post.key)
            if known is not None:
                ids = tuple(dict.fromkeys((*known.case_ids, *post.case_ids)))
                post = LinkPost(known.key, known.thread, known.lang, ids)
            db.execute(
                """
                INSERT INTO link_posts
                    (key, team_id, channel_id, thread_ts, lang, case_ids, created_at)
                VALUES (:key, :team_id, :channel_id, :thread_ts, :lang, :case_ids, :now)
                ON CONFLICT (key) DO UPDATE SET case_ids = excluded.case_ids
                """,
                {
                    **_keys(post.thread, ""),
                    "key": post.key,
                    "lang": post.lang,
                    "case_ids": json.dumps(post.case_ids),
                    "now": self._now(),
                },
            )
        return post

    def post(self, key: str) -> LinkPost | None:
        """The reply under an outbox key."""
        found = self._posts("WHERE key = ?", [key])
        return found[0] if found else None

    def posts_of(self, thread: Thread, case_id: str | None = None) -> tuple[LinkPost, ...]:
        """The replies in a thread, those that show a case or all of them, oldest first."""
        where = "WHERE team_id = ? AND channel_id = ? AND thread_ts = ? ORDER BY created_at, key"
        keys = [thread.team_id, thread.channel_id, thread.thread_ts]
        posts = self._posts(where, keys)
        return tuple(post for post in posts if case_id is None or case_id in post.case_ids)

    def posts_with(self, case_id: str) -> tuple[LinkPost, ...]:
        """The replies that show a case, in all threads."""
        where = "WHERE EXISTS (SELECT 1 FROM json_each(case_ids) WHERE value = ?)"
        return self._posts(f"{where} ORDER BY created_at, key", [case_id])

    def _select(self, where: str, values: Mapping[str, Any]) -> tuple[Link, ...]:
        sql = f"SELECT * FROM links {where} ORDER BY linked_at, case_id"  # noqa: S608 - constants
        return tuple(_link(row) for row in self._database.connection.query(sql, dict(values)))

    def _posts(self, where: str, values: Sequence[str]) -> tuple[LinkPost, ...]:
        sql = f"SELECT * FROM link_posts {where}"  # noqa: S608 - constants
        return tuple(_post(row) for row in self._database.connection.query(sql, list(values)))


_THIS_LINK = (
    "WHERE team_id = :team_id AND channel_id = :channel_id AND thread_ts = :thread_ts"
    " AND case_id = :case_id"
)


def _keys(thread: Thread, case_id: str) -> dict[str, Any]:
    return {
        "team_id": thread.team_id,
        "channel_id": thread.channel_id,
        "thread_ts": thread.thread_ts,
        "case_id": case_id,
    }


def _thread(row: Mapping[str, Any]) -> Thread:
    return Thread(row["team_id"], row["channel_id"], row["thread_ts"])


def _link(row: Mapping[str, Any]) -> Link:
    """A database row as data."""
    return Link(
        thread=_thread(row),
        case_id=row["case_id"],
        kind=row["kind"],
        note=row["note"],
        permalink=row["permalink"],
        is_private=bool(row["is_private"]),
        message_ts=row["message_ts"],
        writeup_id=row["writeup_id"],
        linked_by=row["linked_by"],
        linked_at=row["linked_at"],
        wrote=bool(row["wrote"]),
        unlinked_by=row["unlinked_by"],
        unlinked_at=row["unlinked_at"],
    )


def _post(row: Mapping[str, Any]) -> LinkPost:
    return LinkPost(row["key"], _thread(row), row["lang"], tuple(json.loads(row["case_ids"])))
