"""The tables for cases, as ordered steps. A step that has shipped is never edited; add another."""

from sqlite_utils import Database, Migrations

CORPUS_MIGRATIONS = Migrations("corpus")
"""The set `corpus` of the database file; `handlers` keeps its own set in the same file."""


@CORPUS_MIGRATIONS(name="0001_cases")
def _create_cases(db: Database) -> None:
    db.table("cases").create(
        {
            "id": str,
            "document": str,
            "content_hash": str,
            "origin": str,
            "visibility": str,
            "added_at": str,
            "changed_at": str,
            "revision": int,
        },
        pk="id",
        not_null=(
            "id",
            "document",
            "content_hash",
            "origin",
            "visibility",
            "added_at",
            "changed_at",
            "revision",
        ),
        strict=True,
    )
    db.table("cases").create_index(["revision"])


@CORPUS_MIGRATIONS(name="0002_revision")
def _create_revision(db: Database) -> None:
    db.table("corpus_revision").create(
        {"only": int, "revision": int}, pk="only", not_null=("revision",), strict=True
    )
    db.table("corpus_revision").insert({"only": 1, "revision": 0})
    db.table("removed_cases").create(
        {"id": str, "revision": int}, pk="id", not_null=("id", "revision"), strict=True
    )


@CORPUS_MIGRATIONS(name="0003_history")
def _create_history(db: Database) -> None:
    db.table("case_history").create(
        {"seq": int, "case_id": str, "actor": str, "action": str, "at": str, "revision": int},
        pk="seq",
        not_null=("case_id", "actor", "action", "at", "revision"),
        strict=True,
    )
    db.table("case_history").create_index(["case_id", "seq"])


@CORPUS_MIGRATIONS(name="0004_digests")
def _index_digests(db: Database) -> None:
    # A start compares every digest; read from here, the documents between them stay on the disk.
    db.table("cases").create_index(["id", "content_hash", "origin"])


@CORPUS_MIGRATIONS(name="0006_upstream")
def _create_upstream(db: Database) -> None:
    db.table("upstreams").create(
        {"upstream": str, "finished_at": str},
        pk="upstream",
        not_null=("upstream", "finished_at"),
        strict=True,
    )
    db.table("upstream_cases").create(
        {
            "case_id": str,
            "upstream": str,
            "content_hash": str,
            "listed_at": str,
            "etag": str,
            "last_modified": str,
            "fetched_at": str,
            "gone_since": str,
        },
        pk="case_id",
        not_null=("case_id", "upstream", "content_hash", "fetched_at"),
        strict=True,
    )
    db.table("upstream_cases").create_index(["upstream"])
    db.table("upstream_pages").create(
        {"upstream": str, "url": str, "etag": str, "last_modified": str, "content": str},
        pk=("upstream", "url"),
        not_null=("upstream", "url", "content"),
        strict=True,
    )
