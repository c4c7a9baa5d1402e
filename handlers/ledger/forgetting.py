"""Removing everything that is kept about a channel, a person or a case, and counting it.

Owns which table holds what about whom; cases themselves are the store's. What Slack shows is not
known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus import Database

Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class _Step:
    """One kind of thing that is removed: what it is called, from where, and which rows."""

    kind: str
    table: str
    where: str
    change: str = ""


_OF_CHANNEL = (
    _Step(
        "verdicts",
        "verdicts",
        "lookup_id IN (SELECT id FROM lookups WHERE channel_id = :id)",
    ),
    _Step(
        "test_queries",
        "test_queries",
        "lookup_id IN (SELECT id FROM lookups WHERE channel_id = :id)",
    ),
    _Step("answers", "answers", "lookup_id IN (SELECT id FROM lookups WHERE channel_id = :id)"),
    _Step("sketches", "sketches", "lookup_id IN (SELECT id FROM lookups WHERE channel_id = :id)"),
    _Step("evidence", "evidence", "channel_id = :id"),
    _Step("lookups", "lookups", "channel_id = :id"),
    _Step("settings", "channels", "channel_id = :id"),
    _Step("askers", "askers", "channel_id = :id"),
    _Step("gaps", "gaps", "channel_id = :id"),
    _Step("links", "links", "channel_id = :id"),
    _Step("link_replies", "link_posts", "channel_id = :id"),
    _Step("captures", "captures", "channel_id = :id"),
    _Step("resolutions", "resolutions", "channel_id = :id"),
    _Step("digests", "digests", "channel_id = :id"),
    _Step("digest_weeks", "digest_weeks", "channel_id = :id"),
    _Step("guests", "guests", "channel_id = :id"),
    _Step(
        "messages",
        "outbox",
        "json_extract(target, '$.channel') = :id",
    ),
    _Step(
        "deliveries",
        "inbox",
        "payload IS NOT NULL AND (lane LIKE '%/' || :id OR lane LIKE '%/' || :id || '/%')",
        "payload = NULL, state = 'dead'",
    ),
)
_OF_USER = (
    _Step("verdicts", "verdicts", "user_id = :id"),
    _Step("answers", "answers", "user_id = :id", "user_id = ''"),
    _Step("sketches", "sketches", "lookup_id IN (SELECT id FROM lookups WHERE user_id = :id)"),
    _Step("askers", "askers", "user_id = :id"),
    _Step(
        "lookups",
        "lookups",
        "user_id = :id",
        "user_id = NULL, query = NULL",
    ),
    _Step("test_queries", "test_queries", "user_id = :id", "user_id = ''"),
    _Step("links", "links", "linked_by = :id", "linked_by = '', note = NULL"),
    _Step("unlinks", "links", "unlinked_by = :id", "unlinked_by = ''"),
    _Step("captures", "captures", "user_id = :id", "user_id = ''"),
    _Step("resolutions", "resolutions", "user_id = :id", "user_id = ''"),
    _Step("digests", "digests", "user_id = :id", "user_id = ''"),
    _Step(
        "messages", "outbox", "lane = 'respond/' || :id OR json_extract(target, '$.channel') = :id"
    ),
    _Step(
        "deliveries",
        "inbox",
        "payload IS NOT NULL AND (lane LIKE '%/' || :id"
        " OR json_extract(payload, '$.event.user') = :id"
        " OR json_extract(payload, '$.user.id') = :id)",
        "payload = NULL, state = 'dead'",
    ),
)
_OF_CASE = (
    _Step("verdicts", "verdicts", "case_id = :id"),
    _Step(
        "answers",
        "answers",
        "EXISTS (SELECT 1 FROM json_each(speaks_for) WHERE value = :id)"
        " OR EXISTS (SELECT 1 FROM json_each(speaks_against) WHERE value = :id)",
    ),
    _Step("test_queries", "test_queries", "case_id = :id"),
    _Step("links", "links", "case_id = :id"),
    _Step("recurrences", "links", "writeup_id = :id", "writeup_id = NULL, wrote = 0"),
    _Step("captures", "captures", "case_id = :id"),
    _Step(
        "resolutions",
        "resolutions",
        "case_id = :id",
        "case_id = NULL, user_id = NULL, answered_at = NULL, linked = 0",
    ),
    _Step(
        "lookups",
        "lookups",
        "EXISTS (SELECT 1 FROM json_each(case_ids) WHERE value = :id)",
        "case_ids = (SELECT json_group_array(value) FROM json_each(case_ids) WHERE value <> :id)",
    ),
    _Step(
        "link_replies",
        "link_posts",
        "EXISTS (SELECT 1 FROM json_each(case_ids) WHERE value = :id)",
        "case_ids = (SELECT json_group_array(value) FROM json_each(case_ids) WHERE value <> :id)",
    ),
)


def forget_channel(database: Database, channel_id: str) -> Counts:
    """Remove what is kept about a channel; what was removed, by kind."""
    return _forget(database, _OF_CHANNEL, channel_id)


def forget_user(database: Database, user_id: str) -> Counts:
    """Remove what is kept about a person, and their name from what others need."""
    return _forget(database, _OF_USER, user_id)


def forget_case(database: Database, case_id: str) -> Counts:
    """Remove what is kept about a case, and its id from what other cases need."""
    return _forget(database, _OF_CASE, case_id)


def _forget(database: Database, steps: Sequence[_Step], wanted: str) -> Counts:
    counts: Counts = {}
    with database.transaction() as db:
        for step in steps:
            if step.change:
                sql = f"UPDATE {step.table} SET {step.change} WHERE {step.where}"  # noqa: S608 - constants
            else:
                sql = f"DELETE FROM {step.table} WHERE {step.where}"  # noqa: S608 - constants
            counts[step.kind] = int(db.execute(sql, {"id": wanted}).rowcount)
    return counts
