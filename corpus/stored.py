"""How a case lies in its row, and how rows are written; the rest of the SQL is `corpus.store`."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import sqlite_utils

from corpus.case import Case, Visibility

Origin: TypeAlias = Literal["shipped", "imported", "own"]
"""Where a case came from: the package, a file, or somebody's hand."""


SELECT_CASE = "SELECT document, visibility, added_at FROM cases"
REVIEWED_AT = "json_extract(document, '$.review.reviewed_at')"


@dataclass(frozen=True, slots=True)
class Packed:
    """A case as its row holds it."""

    case_id: str
    document: str
    visibility: str
    added_at: str | None
    content_hash: str


def pack(case: Case) -> Packed:
    """The row of a case whose readers are known."""
    return Packed(case.id, case.json_text, str(case.visibility), case.added_at, case.digest)


def read_row(row: tuple[Any, ...]) -> Case:
    """A case as `SELECT_CASE` answers it."""
    document, visibility, added_at = row
    case = Case.from_json_text(document).with_visibility(Visibility(visibility))
    return case.model_copy(update={"added_at": case.added_at or added_at})


def upsert(
    db: sqlite_utils.Database, packed: Packed, *, origin: Origin, now: str, revision: int
) -> None:
    """Write a row; a known case keeps its origin (but a shipped id is taken back) and its age."""
    db.execute(
        """
        INSERT INTO cases
            (id, document, content_hash, origin, visibility, added_at, changed_at, revision)
        VALUES (:id, :document, :content_hash, :origin, :visibility, :added_at, :now, :revision)
        ON CONFLICT (id) DO UPDATE SET
            document = excluded.document,
            content_hash = excluded.content_hash,
            origin = iif(excluded.origin = 'shipped', 'shipped', origin),
            visibility = excluded.visibility,
            changed_at = excluded.changed_at,
            revision = excluded.revision
        """,
        {
            "id": packed.case_id,
            "document": packed.document,
            "content_hash": packed.content_hash,
            "origin": origin,
            "visibility": packed.visibility,
            "added_at": packed.added_at or now,
            "now": now,
            "revision": revision,
        },
    )
    db.execute("DELETE FROM removed_cases WHERE id = ?", [packed.case_id])


def remove(db: sqlite_utils.Database, case_id: str, revision: int) -> None:
    """Take a case out, so that readers of the store hear of it."""
    db.execute("DELETE FROM cases WHERE id = ?", [case_id])
    db.execute(
        "INSERT INTO removed_cases (id, revision) VALUES (?, ?)"
        " ON CONFLICT (id) DO UPDATE SET revision = excluded.revision",
        [case_id, revision],
    )


def log(
    db: sqlite_utils.Database, case_id: str, entry: tuple[str, str, str], revision: int
) -> None:
    """Keep who did what to a case, and when."""
    actor, action, at = entry
    db.execute(
        "INSERT INTO case_history (case_id, actor, action, at, revision) VALUES (?, ?, ?, ?, ?)",
        [case_id, actor, action, at, revision],
    )
