"""Which cases came from which upstream library, as they were when they came: the only SQL for it.

A case is the upstream's as long as it is word for word what the last sync wrote. Whoever imports
another version, or makes it the team's own, takes it over for good. The cases themselves, their
history and the revision are the store's.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlite_utils

from corpus.case import Case, Visibility
from corpus.database import Database
from corpus.store import SHIPPED_PREFIX, Store, has_prefix

ACTOR = "sync"
"""Who changed a case, in its history."""

_DAY = dt.timedelta(days=1)
_ZONES = dt.timedelta(hours=14)
"""How far the clocks of the world are apart from UTC."""


class Standing(StrEnum):
    """What an id is here, for one upstream."""

    FREE = "free"
    HELD = "held"
    IMPORTED = "imported"
    SHIPPED = "shipped"
    OWN = "own"
    RESERVED = "reserved"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server gave to ask again with: `ETag` and `Last-Modified`."""

    etag: str | None = None
    last_modified: str | None = None

    def __bool__(self) -> bool:
        return self.etag is not None or self.last_modified is not None


NO_VALIDATORS = Validators()
"""Of a document that a server gave nothing for, or that was never asked for."""


@dataclass(frozen=True, slots=True)
class Held:
    """A case that is the upstream's.

    Attributes:
        content_hash: what it is now.
        listed_at: when it last changed, as the upstream's list said then.
        validators: of its own document.
        fetched_at: when that was asked for.
    """

    content_hash: str
    listed_at: str | None
    validators: Validators
    fetched_at: dt.datetime

    def is_listed_as(self, listed_at: str | None) -> bool:
        """Whether the list says that nothing has changed.

        A bare date says so only once that day is over everywhere: a second change on the same day
        would look the same.
        """
        if listed_at is None or listed_at != self.listed_at:
            return False
        if len(listed_at) > len("2026-12-01"):
            return True
        try:
            day = dt.datetime.fromisoformat(listed_at).replace(tzinfo=dt.UTC)
        except ValueError:
            return False
        return self.fetched_at > day + _DAY + _ZONES


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page of the list as it was: its cases (id, when changed, whether whole), and the next."""

    entries: tuple[tuple[str, str | None, bool], ...]
    next_url: str | None
    validators: Validators


@dataclass(frozen=True, slots=True)
class Arrival:
    """A public case as it came, when the list says it changed, and the validators it came with."""

    case: Case
    listed_at: str | None
    validators: Validators = NO_VALIDATORS


@dataclass(frozen=True, slots=True)
class Delivery:
    """What one run learnt from an upstream.

    Attributes:
        known: what was held when the run began.
        arrivals: the cases that came, at most one of each id.
        confirmed: ids of held cases that have not changed, with what the list says of them.
        listed: every id of the list, also of cases that could not be read.
        pages: the pages to be asked for conditionally the next time, by address.
    """

    known: Mapping[str, Held]
    arrivals: tuple[Arrival, ...]
    confirmed: Mapping[str, str | None]
    listed: frozenset[str]
    pages: Mapping[str, KnownPage]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a delivery did, or would do: ids, in the order of the upstream's list.

    Attributes:
        gone: held cases that the upstream no longer lists.
        refused: what could not be taken, because the id is taken here.
    """

    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    gone: tuple[str, ...]
    refused: Mapping[str, Standing]


class UpstreamCases:
    """The upstream cases of one database. Thread-safe.

    Args:
        database: the open file, with `CORPUS_MIGRATIONS` applied.
        store: the cases in it.
        own_prefix: prefix of own ids; no upstream case gets one.
        clock: the present moment, with a time zone.
    """

    def __init__(
        self, database: Database, store: Store, *, own_prefix: str, clock: Callable[[], dt.datetime]
    ) -> None:
        self._database = database
        self._store = store
        self._clock = clock
        self.own_prefix = own_prefix

    def held(self, upstream: str) -> dict[str, Held]:
        """The cases that are this upstream's, by id."""
        rows = self._rows(f"{_SELECT_HELD} WHERE u.upstream = ? ORDER BY u.case_id", upstream)
        return {
            case_id: Held(
                content_hash,
                listed_at,
                Validators(etag, last_modified),
                dt.datetime.fromisoformat(fetched_at),
            )
            for case_id, content_hash, listed_at, etag, last_modified, fetched_at in rows
        }

    def standing(self, case_id: str, upstream: str) -> Standing:
        """What an id is here, seen from this upstream."""
        if has_prefix(case_id, SHIPPED_PREFIX):
            return Standing.SHIPPED
        if has_prefix(case_id, self.own_prefix):
            return Standing.RESERVED
        rows = self._rows(
            "SELECT c.visibility, u.upstream FROM cases c LEFT JOIN upstream_cases u"
            " ON u.case_id = c.id AND u.content_hash = c.content_hash WHERE c.id = ?",
            case_id,
        )
        if not rows:
            return Standing.FREE
        [(visibility, source)] = rows
        if source is not None:
            return Standing.HELD if source == upstream else Standing.OTHER
        return Standing.IMPORTED if visibility == Visibility.PUBLIC else Standing.OWN

    def finished_at(self, upstream: str) -> dt.datetime | None:
        """When the last run ended that was no dry one and did not fail; None before the first."""
        rows = self._rows("SELECT finished_at FROM upstreams WHERE upstream = ?", upstream)
        return dt.datetime.fromisoformat(rows[0][0]) if rows else None

    def known_pages(self, upstream: str) -> dict[str, KnownPage]:
        """The pages of the list as they were, by address."""
        rows = self._rows(
            "SELECT url, etag, last_modified, content FROM upstream_pages WHERE upstream = ?",
            upstream,
        )
        return {
            url: _read_page(json.loads(content), Validators(etag, last_modified))
            for url, etag, last_modified, content in rows
        }

    def deliver(
        self, upstream: str, delivery: Delivery, *, prune: bool = False, dry_run: bool = False
    ) -> Outcome:
        """Take in what came, all of it or nothing; what another run changed meanwhile stays.

        Args:
            upstream: its address.
            delivery: what came.
            prune: take out what the upstream no longer lists.
            dry_run: only say what would happen.

        Raises:
            DatabaseError: the file could not be written; nothing was.
        """
        writing: AbstractContextManager[object] = (
            nullcontext() if dry_run else self._database.transaction()
        )
        with writing:
            now_held = self.held(upstream)
            outcome, is_alone = self._weigh(upstream, delivery, now_held)
            if not dry_run:
                self._write(upstream, delivery, outcome, is_alone=is_alone)
                if prune:
                    self._prune(outcome.gone)
        return outcome

    def _weigh(
        self, upstream: str, delivery: Delivery, now_held: Mapping[str, Held]
    ) -> tuple[Outcome, bool]:
        """What a delivery does, and whether nobody else changed these cases since it began."""
        added: list[str] = []
        updated: list[str] = []
        unchanged: list[str] = []
        refused: dict[str, Standing] = {}
        moved = {
            case_id
            for case_id in delivery.known.keys() | now_held.keys()
            if _hash_of(delivery.known.get(case_id)) != _hash_of(now_held.get(case_id))
        }
        for each in delivery.arrivals:
            case_id, standing = each.case.id, self.standing(each.case.id, upstream)
            if standing is Standing.FREE:
                added.append(case_id)
            elif standing is Standing.HELD and case_id not in moved:
                is_same = now_held[case_id].content_hash == each.case.digest
                (unchanged if is_same else updated).append(case_id)
            elif standing is Standing.HELD:
                unchanged.append(case_id)
            elif standing is Standing.IMPORTED and self._is_stored(each.case):
                unchanged.append(case_id)  # a file brought the very same: it is adopted
            else:
                refused[case_id] = standing
        unchanged.extend(each for each in delivery.confirmed if each in now_held)
        here = delivery.listed | moved
        gone = [each for each in now_held if each in delivery.known and each not in here]
        outcome = Outcome(tuple(added), tuple(updated), tuple(unchanged), tuple(gone), refused)
        return outcome, not moved

    def _write(
        self, upstream: str, delivery: Delivery, outcome: Outcome, *, is_alone: bool
    ) -> None:
        """Write what changed; of what another run changed meanwhile, its words stand."""
        db, now = self._database.connection, self._clock().astimezone(dt.UTC).isoformat()
        wanted = {*outcome.added, *outcome.updated}
        cases = [each.case for each in delivery.arrivals if each.case.id in wanted]
        self._store.import_cases(cases, visibility=Visibility.PUBLIC, actor=ACTOR)
        for each in delivery.arrivals:
            if each.case.id not in outcome.refused and self._is_stored(each.case):
                _record(db, upstream, each, now)
        db.conn.executemany(
            "UPDATE upstream_cases SET listed_at = ?2, fetched_at = ?1, gone_since = NULL"
            " WHERE case_id = ?3 AND upstream = ?4"  # most rows say all this already
            " AND (listed_at IS NOT ?2 OR gone_since IS NOT NULL OR length(listed_at) <= 10)",
            [(now, stamp, case_id, upstream) for case_id, stamp in delivery.confirmed.items()],
        )
        for case_id in outcome.gone:
            db.execute(
                "UPDATE upstream_cases SET gone_since = coalesce(gone_since, ?) WHERE case_id = ?",
                [now, case_id],
            )
        db.execute(
            "INSERT INTO upstreams (upstream, finished_at) VALUES (?, ?)"
            " ON CONFLICT (upstream) DO UPDATE SET finished_at = excluded.finished_at",
            [upstream, now],
        )
        db.execute("DELETE FROM upstream_pages WHERE upstream = ?", [upstream])
        if is_alone:  # else the pages may not be what the cases are
            for url, page in delivery.pages.items():
                content = json.dumps([page.entries, page.next_url])
                db.execute(
                    "INSERT INTO upstream_pages (upstream, url, etag, last_modified, content)"
                    " VALUES (?, ?, ?, ?, ?)",
                    [upstream, url, page.validators.etag, page.validators.last_modified, content],
                )

    def _prune(self, ids: Iterable[str]) -> None:
        self._store.drop(list(ids), actor=ACTOR)
        for case_id in ids:
            self._database.connection.execute(
                "DELETE FROM upstream_cases WHERE case_id = ?", [case_id]
            )

    def _is_stored(self, case: Case) -> bool:
        """Whether this very case, with these readers, is in the library."""
        sql = "SELECT 1 FROM cases WHERE id = ? AND content_hash = ?"
        return bool(self._rows(sql, case.id, case.digest))

    def _rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        with self._database.errors():
            return self._database.read().execute(sql, parameters).fetchall()


_SELECT_HELD = (
    "SELECT u.case_id, u.content_hash, u.listed_at, u.etag, u.last_modified, u.fetched_at"
    " FROM upstream_cases u JOIN cases c ON c.id = u.case_id AND c.content_hash = u.content_hash"
)


def _hash_of(held: Held | None) -> str | None:
    return held.content_hash if held else None


def _read_page(content: list[Any], validators: Validators) -> KnownPage:
    entries, next_url = content
    return KnownPage(tuple((each[0], each[1], each[2]) for each in entries), next_url, validators)


def _record(db: sqlite_utils.Database, upstream: str, arrival: Arrival, now: str) -> None:
    """Keep that a case came from this upstream, and as what."""
    db.execute(
        """
        INSERT INTO upstream_cases (case_id, upstream, content_hash, listed_at, etag,
                                    last_modified, fetched_at, gone_since)
        VALUES (?, ?, ?, ?, ?, ?, ?, NULL)
        ON CONFLICT (case_id) DO UPDATE SET
            upstream = excluded.upstream, content_hash = excluded.content_hash,
            listed_at = excluded.listed_at, etag = excluded.etag,
            last_modified = excluded.last_modified, fetched_at = excluded.fetched_at,
            gone_since = NULL
        """,
        [
            arrival.case.id,
            upstream,
            arrival.case.digest,
            arrival.listed_at,
            arrival.validators.etag,
            arrival.validators.last_modified,
            now,
        ],
    )
