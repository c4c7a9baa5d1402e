"""The list of all cases, for whoever picks one: ids, titles and addresses, without the rest.

Owns what is found by what is typed. It is read once for each revision of the store.
"""

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.case import Visibility
from corpus.match import Audience
from corpus.rows import TitleRow
from corpus.store import Store


@dataclass(frozen=True, slots=True)
class _Snapshot:
    revision: int
    rows: Sequence[TitleRow]
    found_by: Sequence[str]
    at: dict[str, str]


class Titles:
    """Finds cases by the beginning of their id or by words of their title. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._snapshot: _Snapshot | None = None

    def search(self, typed: str, audience: Audience, limit: int) -> list[TitleRow]:
        """The cases whose id, titles or organisation have every word that was typed.

        Args:
            typed: anything; nothing finds all cases.
            audience: who reads the list.
            limit: cases at most.

        Returns:
            First those whose id begins like this, then own before public, newest first.
        """
        snapshot, words = self._current(), typed.casefold().split()
        found = [
            row
            for row, text in zip(snapshot.rows, snapshot.found_by, strict=True)
            if all(word in text for word in words) and _may_see(audience, row)
        ]
        beginning = typed.strip().upper()
        found.sort(key=lambda row: row.id)
        found.sort(key=lambda row: row.date or row.added_at, reverse=True)
        found.sort(key=lambda row: row.visibility is Visibility.PUBLIC)
        if beginning:
            found.sort(key=lambda row: not row.id.startswith(beginning))
        return found[:limit]

    def rows(self, ids: Sequence[str], audience: Audience) -> Iterator[TitleRow]:
        """The rows of these cases, in this order, of those that the audience may see."""
        by_id = {row.id: row for row in self._current().rows}
        for case_id in ids:
            row = by_id.get(case_id)
            if row is not None and _may_see(audience, row):
                yield row

    def id_at(self, url: str) -> str | None:
        """The id of the case whose own `url` this is; the first of many.

        What the address has more than the case's, a fragment or a query, does not matter; what the
        case's has matters, since many a wiki names its pages there.
        """
        at = self._current().at
        return next((at[form] for form in address_forms(url) if form in at), None)

    def _current(self) -> _Snapshot:
        revision = self._store.revision()
        with self._lock:
            if self._snapshot is None or self._snapshot.revision != revision:
                rows = self._store.title_rows()
                at = {address_forms(row.url)[0]: row.id for row in reversed(rows) if row.url}
                self._snapshot = _Snapshot(revision, rows, [_found_by(row) for row in rows], at)
            return self._snapshot


def address_forms(url: str) -> tuple[str, str, str]:
    """An address whole, without its fragment, and without its query too, to be compared.

    Neither a final slash nor the case of scheme and host changes where it leads.

    >>> address_forms("HTTPS://Wiki.example.com/a/?id=1#top")[1:]
    ('https://wiki.example.com/a/?id=1', 'https://wiki.example.com/a')
    """
    scheme, _, rest = url.strip().partition("://")
    end = len(re.split(r"[/?#]", rest, maxsplit=1)[0])
    whole = f"{scheme.lower()}://{rest[:end].lower()}{rest[end:]}"
    page = whole.partition("#")[0]
    return whole.rstrip("/"), page.rstrip("/"), page.partition("?")[0].rstrip("/")


def _found_by(row: TitleRow) -> str:
    return " ".join(filter(None, (row.id, row.en, row.ko, row.org))).casefold()


def _may_see(audience: Audience, row: TitleRow) -> bool:
    return audience.may_see_as(row.visibility, row.channel_id)
