"""The cases in the database: the only SQL for cases, and the rule who may see one.

It owns what is stored, since when, and the revision that readers follow. Reading files is the
importers' work, writing them the exporter's; finding similar cases is the matcher's.

A stored `Case` always has `visibility` and `added_at`, and `draft` is true only for own cases. Its
`document` stays what was imported or saved: what the store worked out is added on export alone, and
only where an import of the exported file would otherwise work it out differently.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import sqlite_utils

from corpus.case import Case, Document, Visibility
from corpus.database import Database
from corpus.errors import CaseNotFoundError, InvalidCaseError
from corpus.rows import HistoryEntry, Imported, NewsRow, TitleRow
from corpus.stored import REVIEWED_AT, SELECT_CASE, Packed, log, pack, read_row, remove, upsert

SHIPPED_PREFIX = "PUB"
"""Prefix of the ids that belong to the shipped library."""


def has_prefix(case_id: str, prefix: str) -> bool:
    """Whether an id is one of a prefix: `CASE-0001` of `CASE`, `CASE2-0001` not."""
    return case_id.rpartition("-")[0] == prefix


class Store:
    """The cases of one database. Thread-safe; every change and its revision are one transaction.

    Args:
        database: the open file, with `CORPUS_MIGRATIONS` applied.
        own_prefix: prefix of own ids; a case JSON that does not say otherwise is `team` under it.
        clock: the present moment, with a time zone.
    """

    def __init__(
        self,
        database: Database,
        *,
        own_prefix: str = "CASE",
        clock: Callable[[], dt.datetime],
    ) -> None:
        self._database = database
        self._own_prefix = own_prefix
        self._clock = clock

    def revision(self) -> int:
        """A number that grows with every change of any case, by any process."""
        [(revision,)] = self._rows("SELECT revision FROM corpus_revision WHERE only = 1")
        return int(revision)

    def exists(self, case_id: str) -> bool:
        """Whether this id is in the library, whoever may see it."""
        return bool(self._rows("SELECT 1 FROM cases WHERE id = ?", case_id))

    def get(self, case_id: str) -> Case:
        """The case with this id, whoever may see it.

        Raises:
            CaseNotFoundError: there is none.
        """
        rows = self._rows(f"{SELECT_CASE} WHERE id = ?", case_id)
        if not rows:
            raise CaseNotFoundError(case_id)
        return read_row(rows[0])

    def all_cases(self) -> list[Case]:
        """Every case, sorted by id."""
        return [read_row(row) for row in self._rows(f"{SELECT_CASE} ORDER BY id")]

    def get_many(self, ids: Iterable[str]) -> list[Case]:
        """The cases with these ids, sorted by id; an id that there is no case of is passed over."""
        wanted = json.dumps(list(ids))
        sql = f"{SELECT_CASE} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"  # noqa: S608 - a constant
        return [read_row(row) for row in self._rows(sql, wanted)]

    def title_rows(self) -> list[TitleRow]:
        """What a list of all cases shows, sorted by id."""
        fields = ("title.en", "title.ko", "org", "date", "url", "channel_id")
        values = ", ".join(f"json_extract(document, '$.{field}')" for field in fields)
        sql = f"SELECT id, {values}, visibility, added_at FROM cases ORDER BY id"  # noqa: S608 - constants
        return [
            TitleRow(case_id, en, ko, org, date, url, Visibility(visibility), channel_id, added_at)
            for case_id, en, ko, org, date, url, channel_id, visibility, added_at in self._rows(sql)
        ]

    def news_rows(self, first: str, last: str) -> list[NewsRow]:
        """The cases added, and the own ones reviewed, on these days or between, sorted by id.

        Args:
            first: an ISO 8601 date.
            last: another; both as they are written in the cases, in whatever zone.
        """
        rows = self._rows(
            f"""
            SELECT id, visibility <> ?, added_at, {REVIEWED_AT} FROM cases
            WHERE substr(added_at, 1, 10) BETWEEN ? AND ?
               OR (visibility <> ? AND substr({REVIEWED_AT}, 1, 10) BETWEEN ? AND ?)
            ORDER BY id
            """,  # noqa: S608 - a constant
            *(Visibility.PUBLIC.value, first, last) * 2,
        )
        return [
            NewsRow(case_id, bool(is_own), added_at, at if isinstance(at, str) else None)
            for case_id, is_own, added_at, at in rows
        ]

    def draft_ids(self) -> tuple[str, ...]:
        """The ids of the own cases that nobody has reviewed yet, the oldest first."""
        sql = (
            "SELECT id FROM cases WHERE visibility <> ?"
            " AND json_extract(document, '$.draft') = 1 ORDER BY added_at, id"
        )
        return tuple(row[0] for row in self._rows(sql, Visibility.PUBLIC.value))

    def digests(self) -> dict[str, str]:
        """The id of every case, with what changes when the case does."""
        return dict(self._rows("SELECT id, content_hash FROM cases"))

    def shipped_digests(self) -> dict[str, str]:
        """The same for the shipped cases alone."""
        return dict(self._rows("SELECT id, content_hash FROM cases WHERE origin = 'shipped'"))

    def changed_since(self, revision: int) -> tuple[list[str], set[str]]:
        """The ids of the cases added or changed after a revision, sorted, and of those removed."""
        with self._database.errors(), self._database.read().atomic():  # one snapshot for both
            rows = self._rows("SELECT id FROM cases WHERE revision > ? ORDER BY id", revision)
            gone = self._rows("SELECT id FROM removed_cases WHERE revision > ?", revision)
        return [row[0] for row in rows], {row[0] for row in gone}

    def history(self, case_id: str) -> tuple[HistoryEntry, ...]:
        """Who did what to a case, oldest first; also of a case that is gone."""
        rows = self._rows(
            "SELECT actor, action, at FROM case_history WHERE case_id = ? ORDER BY seq", case_id
        )
        return tuple(
            HistoryEntry(actor, action, dt.datetime.fromisoformat(at)) for actor, action, at in rows
        )

    def resolve(self, case: Case, visibility: Visibility | None = None) -> Case:
        """The case as it would be stored: with its visibility, by the rule of the case format.

        Args:
            case: any case.
            visibility: overrides what the case says.

        Raises:
            InvalidCaseError: its id belongs to the shipped library, or it is for one channel and
                does not say which.
        """
        if has_prefix(case.id, SHIPPED_PREFIX):
            raise InvalidCaseError("id", f"{case.id} belongs to the shipped library")
        return case.with_visibility(visibility or case.visibility or self._default(case.id))

    def export_document(self, case: Case) -> Document:
        """The JSON to write for a stored case.

        It is the document, with `visibility` where a reader of that document alone would take
        another.
        """
        document = case.document
        said = document.get("visibility")
        if said not in set(Visibility):  # absent or blank: the rule decides
            said = self._default(case.id)
        if case.visibility != said:
            document["visibility"] = str(case.visibility)
        return document

    def load_shipped(self, cases: Iterable[Case]) -> int:
        """Make the shipped part of the library exactly these cases; returns how many changed."""
        wanted = {case.id: pack(case.with_visibility(Visibility.PUBLIC)) for case in cases}
        if not self._shipped_changes(wanted):
            return 0
        with self._database.transaction() as db:
            changes = self._shipped_changes(wanted)  # another process may have been first
            if not changes:
                return 0
            revision, now = self._bump(db), self._now()
            for case_id in changes:
                if case_id in wanted:
                    upsert(db, wanted[case_id], origin="shipped", now=now, revision=revision)
                else:
                    remove(db, case_id, revision)
        return len(changes)

    def import_cases(
        self,
        cases: Sequence[Case],
        *,
        visibility: Visibility | None = None,
        dry_run: bool = False,
        actor: str = "import",
    ) -> Imported:
        """Add the cases whose ids are new and update the others, all or none of them.

        Args:
            cases: at most one of each id.
            visibility: overrides what the cases say.
            dry_run: only say what would happen.
            actor: who brings them, for their history.

        Raises:
            InvalidCaseError: a case cannot be stored like this (see `resolve`).
            DatabaseError: the file could not be written; nothing was.
        """
        packed = [pack(self.resolve(case, visibility)) for case in cases]
        if dry_run:
            return self._split(packed)
        with self._database.transaction() as db:
            outcome = self._split(packed)
            changed = [each for each in packed if not self._is_stored(each)]
            if changed:
                revision, now = self._bump(db), self._now()
                known = set(outcome.updated)
                for each in changed:
                    upsert(db, each, origin="imported", now=now, revision=revision)
                    action = "update" if each.case_id in known else "add"
                    log(db, each.case_id, (actor, action, now), revision)
        return outcome

    def drop(self, ids: Sequence[str], *, actor: str) -> None:
        """Take cases out of the library, whoever may see them; their history says who did."""
        if not ids:
            return
        with self._database.transaction() as db:
            revision, now = self._bump(db), self._now()
            for case_id in ids:
                remove(db, case_id, revision)
                log(db, case_id, (actor, "delete", now), revision)

    def save(self, case: Case, *, actor: str, action: str) -> Case:
        """Write one own case, new or changed, and who did what to it; returns it as stored.

        Args:
            case: the whole case as it should be from now on, read from its changed document.
            actor: who did it, such as a Slack user id.
            action: what was done, one word.

        Raises:
            InvalidCaseError: it cannot be stored (see `resolve`).
        """
        packed = pack(self.resolve(case))
        with self._database.transaction() as db:
            revision, now = self._bump(db), self._now()
            upsert(db, packed, origin="own", now=now, revision=revision)
            log(db, case.id, (actor, action, now), revision)
        return self.get(case.id)

    def add(self, document: Document, *, actor: str, action: str) -> Case:
        """Write a new own case under the next free own id, and who did it; returns it as stored.

        An id is never given twice, not even after its case was removed.

        Args:
            document: the case without an id.
            actor: who did it, such as a Slack user id.
            action: what was done, one word.

        Raises:
            InvalidCaseError: the document breaks the format.
        """
        with self._database.transaction():
            case = Case.from_document({"id": self._next_id(), **document})
            return self.save(case, actor=actor, action=action)

    def remove(self, case_id: str, *, actor: str) -> None:
        """Take one own case out of the library; the trace of who did what to it stays.

        Raises:
            CaseNotFoundError: there is none.
            InvalidCaseError: it is not the workspace's own.
        """
        with self._database.transaction() as db:
            self._readers_of_own(self.get(case_id))
            revision = self._bump(db)
            remove(db, case_id, revision)
            log(db, case_id, (actor, "delete", self._now()), revision)

    def forget_actor(self, actor: str) -> int:
        """Take somebody's name out of all traces; returns in how many it was."""
        with self._database.transaction() as db:
            sql = "UPDATE case_history SET actor = '' WHERE actor = ?"
            return int(db.execute(sql, [actor]).rowcount)

    def forget_history(self, case_id: str) -> int:
        """Drop the trace of a case; returns how many entries it had."""
        with self._database.transaction() as db:
            sql = "DELETE FROM case_history WHERE case_id = ?"
            return int(db.execute(sql, [case_id]).rowcount)

    def now(self) -> str:
        """The present moment as cases have it, in UTC."""
        return self._now()

    def together(self) -> AbstractContextManager[object]:
        """One transaction around several changes: all of them land, or none."""
        return self._database.transaction()

    def new_ids(self, count: int) -> list[str]:
        """The next free own ids; they are free until the end of the transaction around this."""
        prefix, _, number = self._next_id().rpartition("-")
        return [f"{prefix}-{int(number) + place:04}" for place in range(count)]

    def origins(self) -> list[tuple[str, Document]]:
        """The cases that remember the page they were read from, with what they remember."""
        rows = self._rows(
            "SELECT id, json_extract(document, '$.imported_from') AS origin FROM cases"
            " WHERE json_type(document, '$.imported_from') = 'object' ORDER BY id"
        )
        return [(case_id, json.loads(origin)) for case_id, origin in rows]

    def _next_id(self) -> str:
        known = (
            row[0]
            for row in self._rows(
                "SELECT id FROM cases UNION SELECT id FROM removed_cases"
                " UNION SELECT case_id FROM case_history"
            )
        )
        own = [case_id for case_id in known if has_prefix(case_id, self._own_prefix)]
        last = max((int(case_id.rpartition("-")[2]) for case_id in own), default=0)
        return f"{self._own_prefix}-{last + 1:04}"

    @staticmethod
    def _readers_of_own(case: Case) -> Visibility:
        if case.visibility is None or case.visibility is Visibility.PUBLIC:
            raise InvalidCaseError("visibility", f"{case.id} is public and stays as it is")
        return case.visibility

    def change(
        self, case_id: str, edit: Callable[[Document], None], *, actor: str, action: str
    ) -> Case:
        """Change one own case as it is now, and keep who did what; returns it as stored.

        An edit that changes nothing leaves no trace. Readers stay who they were.

        Args:
            case_id: the case.
            edit: changes the document in place.
            actor: who did it, such as a Slack user id.
            action: what was done, one word.

        Raises:
            CaseNotFoundError: there is none.
            InvalidCaseError: it is not the workspace's own, or the edit broke it.
        """
        with self._database.transaction():
            before = self.get(case_id)
            readers = self._readers_of_own(before)
            document = before.document
            edit(document)
            after = Case.from_document(document)
            if after.json_text == before.json_text:
                return before
            same_readers = after.with_visibility(readers)
            return self.save(same_readers, actor=actor, action=action)

    def _default(self, case_id: str) -> Visibility:
        own = has_prefix(case_id, self._own_prefix)
        return Visibility.TEAM if own else Visibility.PUBLIC

    def _now(self) -> str:
        return self._clock().astimezone(dt.UTC).isoformat()

    def _rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        with self._database.errors():
            return self._database.read().execute(sql, parameters).fetchall()

    def _shipped_changes(self, wanted: dict[str, Packed]) -> list[str]:
        """Ids to add, update or remove, sorted."""
        stored = self.shipped_digests()
        hashes = {case_id: packed.content_hash for case_id, packed in wanted.items()}
        return sorted(
            case_id
            for case_id in stored.keys() | hashes.keys()
            if stored.get(case_id) != hashes.get(case_id)
        )

    def _split(self, packed: Sequence[Packed]) -> Imported:
        ids = [each.case_id for each in packed]
        known = {case_id for case_id in ids if self.exists(case_id)}
        return Imported(
            added=tuple(case_id for case_id in ids if case_id not in known),
            updated=tuple(case_id for case_id in ids if case_id in known),
        )

    def _is_stored(self, packed: Packed) -> bool:
        rows = self._rows(
            "SELECT 1 FROM cases WHERE id = ? AND content_hash = ?",
            packed.case_id,
            packed.content_hash,
        )
        return bool(rows)

    def _bump(self, db: sqlite_utils.Database) -> int:
        db.execute("UPDATE corpus_revision SET revision = revision + 1 WHERE only = 1")
        return self.revision()
