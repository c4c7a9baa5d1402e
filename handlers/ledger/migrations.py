"""The ledger's tables, in the order they came to be.

A shipped step is never edited; a new one follows.
"""

from sqlite_utils import Database, Migrations

LEDGER_MIGRATIONS = Migrations("handlers")


@LEDGER_MIGRATIONS()
def m001_delivery(db: Database) -> None:
    """What came in and what has to go out; see `inbox` and `outbox` for the life of a row."""
    db.executescript(
        """
        CREATE TABLE inbox (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            lane TEXT NOT NULL,
            delivery_key TEXT NOT NULL UNIQUE,
            message_key TEXT UNIQUE,
            payload TEXT,
            state TEXT NOT NULL CHECK (state IN ('held', 'new', 'taken', 'done', 'dead')),
            owner TEXT,
            lease_until REAL NOT NULL DEFAULT 0,
            not_before REAL NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            received_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX inbox_open ON inbox (lane, id) WHERE state IN ('new', 'taken');

        CREATE TABLE outbox (
            key TEXT PRIMARY KEY,
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            lane TEXT NOT NULL,
            target TEXT NOT NULL,
            content TEXT,
            digest TEXT NOT NULL,
            ts TEXT,
            state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'failed')),
            uncertain INTEGER NOT NULL DEFAULT 0,
            plain INTEGER NOT NULL DEFAULT 0,
            owner TEXT,
            lease_until REAL NOT NULL DEFAULT 0,
            not_before REAL NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            turn INTEGER NOT NULL DEFAULT 0,
            error TEXT,
            created_at REAL NOT NULL,
            updated_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX outbox_open ON outbox (lane, seq) WHERE state IN ('pending', 'sending');
        """
    )


@LEDGER_MIGRATIONS()
def m002_conversation(db: Database) -> None:
    """What was asked and answered: lookups, evidence, verdicts; and where guests are."""
    db.executescript(
        """
        CREATE TABLE lookups (
            id TEXT PRIMARY KEY,
            purpose TEXT NOT NULL CHECK (purpose IN ('card', 'answer', 'private', 'shared')),
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            thread_ts TEXT,
            post_key TEXT,
            user_id TEXT,
            query TEXT,
            lang TEXT NOT NULL,
            case_ids TEXT NOT NULL,
            created_at REAL NOT NULL,
            updated_at REAL NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX lookups_card ON lookups (team_id, channel_id) WHERE purpose = 'card';

        CREATE TABLE evidence (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            ts TEXT NOT NULL,
            text TEXT NOT NULL,
            created_at REAL NOT NULL,
            PRIMARY KEY (team_id, channel_id, ts)
        ) STRICT;

        CREATE TABLE guests (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            PRIMARY KEY (team_id, channel_id)
        ) STRICT;

        CREATE TABLE verdicts (
            lookup_id TEXT NOT NULL,
            case_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            verdict TEXT NOT NULL CHECK (verdict IN ('confirmed', 'dismissed')),
            created_at REAL NOT NULL,
            PRIMARY KEY (lookup_id, case_id, user_id)
        ) STRICT;
        """
    )


@LEDGER_MIGRATIONS()
def m003_links(db: Database) -> None:
    """Which threads name which cases, and the replies that show it; see `links`."""
    db.executescript(
        """
        CREATE TABLE links (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            thread_ts TEXT NOT NULL,
            case_id TEXT NOT NULL,
            kind TEXT NOT NULL
                CHECK (kind IN ('same-cause', 'same-symptoms', 'recurrence', 'reference')),
            note TEXT,
            permalink TEXT,
            is_private INTEGER NOT NULL,
            message_ts TEXT NOT NULL,
            writeup_id TEXT,
            wrote INTEGER NOT NULL DEFAULT 0,
            linked_by TEXT NOT NULL,
            linked_at REAL NOT NULL,
            unlinked_by TEXT,
            unlinked_at REAL,
            PRIMARY KEY (team_id, channel_id, thread_ts, case_id)
        ) STRICT;
        CREATE INDEX links_case ON links (case_id);

        CREATE TABLE link_posts (
            key TEXT PRIMARY KEY,
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            thread_ts TEXT NOT NULL,
            lang TEXT NOT NULL,
            case_ids TEXT NOT NULL,
            created_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX link_posts_thread ON link_posts (team_id, channel_id, thread_ts);
        """
    )


@LEDGER_MIGRATIONS()
def m004_digests(db: Database) -> None:
    """Who gets a weekly digest and which weeks are decided; posts that have a time to come by."""
    db.executescript(
        """
        CREATE TABLE digests (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            weekday TEXT NOT NULL
                CHECK (weekday IN ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
            time TEXT NOT NULL,
            zone TEXT NOT NULL,
            lang TEXT NOT NULL,
            side TEXT NOT NULL CHECK (side IN ('all', 'own', 'public')),
            facets TEXT NOT NULL,
            is_private INTEGER NOT NULL,
            is_shared INTEGER NOT NULL,
            since REAL NOT NULL,
            pause TEXT CHECK (pause IN ('archived', 'private', 'removed', 'refused')),
            PRIMARY KEY (team_id, channel_id)
        ) STRICT;

        CREATE TABLE digest_weeks (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            week TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('posted', 'empty', 'missed', 'failed')),
            slot_at REAL NOT NULL,
            decided_at REAL NOT NULL,
            PRIMARY KEY (team_id, channel_id, week)
        ) STRICT;

        ALTER TABLE outbox ADD COLUMN expires_at REAL;
        CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE expires_at IS NOT NULL;
        ALTER TABLE lookups ADD COLUMN band TEXT;
        CREATE INDEX lookups_created ON lookups (created_at);
        """
    )


@LEDGER_MIGRATIONS()
def m005_channels(db: Database) -> None:
    """What people chose for a channel, whom a question was answered, and what is to be read up."""
    db.executescript(
        """
        CREATE TABLE channels (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            mode TEXT CHECK (mode IN ('automatic', 'asked')),
            lang TEXT,
            side TEXT NOT NULL DEFAULT 'all' CHECK (side IN ('all', 'public')),
            muted_by TEXT,
            muted_at REAL,
            mute_way TEXT CHECK (mute_way IN ('order', 'reaction')),
            is_left INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (team_id, channel_id)
        ) STRICT;

        CREATE TABLE askers (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            thread_ts TEXT NOT NULL,
            user_id TEXT NOT NULL,
            asked_ts TEXT NOT NULL,
            created_at REAL NOT NULL,
            PRIMARY KEY (team_id, channel_id, thread_ts, user_id)
        ) STRICT;

        CREATE TABLE gaps (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            since_ts TEXT NOT NULL,
            created_at REAL NOT NULL,
            PRIMARY KEY (team_id, channel_id)
        ) STRICT;
        """
    )


@LEDGER_MIGRATIONS()
def m006_asking(db: Database) -> None:
    """What was answered to a card's questions, and the evidence of verdicts without its words."""
    db.executescript(
        """
        CREATE TABLE answers (
            lookup_id TEXT NOT NULL,
            question TEXT NOT NULL,
            answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'skip')),
            speaks_for TEXT NOT NULL,
            speaks_against TEXT NOT NULL,
            user_id TEXT NOT NULL,
            created_at REAL NOT NULL,
            PRIMARY KEY (lookup_id, question)
        ) STRICT;

        CREATE TABLE sketches (
            lookup_id TEXT PRIMARY KEY,
            team_id TEXT NOT NULL,
            sketch BLOB NOT NULL,
            created_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX sketches_team ON sketches (team_id);
        CREATE INDEX verdicts_case ON verdicts (case_id);
        """
    )


@LEDGER_MIGRATIONS()
def m007_captures(db: Database) -> None:
    """Captured cases, the question at the end of an incident, confirmed pairs; see `captures`."""
    db.executescript(
        """
        CREATE TABLE captures (
            view_id TEXT PRIMARY KEY,
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            thread_ts TEXT NOT NULL,
            case_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            created_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX captures_place ON captures (team_id, channel_id, thread_ts);

        CREATE TABLE resolutions (
            team_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            said_ts TEXT NOT NULL,
            case_id TEXT,
            user_id TEXT,
            linked INTEGER NOT NULL DEFAULT 0,
            asked_at REAL NOT NULL,
            answered_at REAL,
            PRIMARY KEY (team_id, channel_id)
        ) STRICT;

        CREATE TABLE test_queries (
            lookup_id TEXT NOT NULL,
            case_id TEXT NOT NULL,
            text TEXT NOT NULL,
            user_id TEXT NOT NULL,
            created_at REAL NOT NULL,
            PRIMARY KEY (lookup_id, case_id)
        ) STRICT;
        """
    )
