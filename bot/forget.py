"""The `forget` command: remove what is kept about a channel, a person or a case, and count it.

What Slack shows is Slack's; a message of the bot that names a case which is gone is edited by the
running bot, through the outbox.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

from bot import printing
from bot.errors import CommandError, UsageError
from bot.opening import open_database, open_store
from bot.preparing import load_settings, load_words
from corpus import (
    Case,
    CaseNotFoundError,
    Database,
    Document,
    InvalidCaseError,
    Store,
    Visibility,
)
from handlers.ledger import Ledger
from handlers.ledger.forgetting import forget_case, forget_channel, forget_user
from handlers.locale import Words
from handlers.posting import Place, post_message
from handlers.views.notices import build_sentence

Kind: TypeAlias = Literal["channel", "user", "case"]

_FORGOTTEN = ("written_by", "reviewed_by")


class _DryRunError(Exception):
    """Ends the transaction of a dry run, so that nothing of it stays."""


def run_forget(
    kind: Kind,
    wanted: str,
    *,
    db: Path | None,
    lang: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Remove and report.

    Args:
        kind: what `wanted` is the id of.
        wanted: the id of a channel, a person or an own case.
        db: the database file, instead of the one of the environment.
        lang: the reader's language, instead of the default one.
        dry_run: count only; nothing is changed.
        as_json: whether a program reads it.

    Raises:
        UsageError: that is no such id.
        CommandError: there is no such case, or it is public.
        DatabaseError: the database cannot be used.
    """
    settings = load_settings(db=db, lang=lang)
    words = load_words(settings.default_language)
    wanted = wanted.strip().upper()
    if not wanted or (kind != "case" and not wanted.isalnum()):
        raise UsageError(f"{wanted!r} is no id of a {kind}.")
    database = open_database(settings.incident_lookup_database)
    try:
        store = open_store(database, settings)
        with _kept_only_if(database, keep=not dry_run):
            removed, kept = _forget(database, store, kind, wanted, words)
    finally:
        database.close()
    report = {
        kind: wanted,
        "dry_run": dry_run,
        "removed": removed,
        "kept": {"cases": kept},
    }
    if as_json:
        printing.json_document(report)
    else:
        _print(report, wanted, words)


@contextmanager
def _kept_only_if(database: Database, *, keep: bool) -> Iterator[None]:
    """One transaction around everything; what is removed is overwritten in the file."""
    database.connection.execute("PRAGMA secure_delete = ON")
    try:
        with database.transaction():
            yield
            if not keep:
                raise _DryRunError  # noqa: TRY301 - the way out of a transaction
    except _DryRunError:
        return
    # What was overwritten is in the log first; with another process reading, it goes with the next.
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _forget(
    database: Database, store: Store, kind: Kind, wanted: str, words: Words
) -> tuple[dict[str, int], int]:
    """What was removed, by kind, and how many cases that came from there are left."""
    if kind == "case":
        return _case(database, store, wanted, words), 0
    if kind == "user":
        return _user(database, store, wanted), 0
    return _channel(database, store, wanted, words)


def _case(database: Database, store: Store, case_id: str, words: Words) -> dict[str, int]:
    try:
        store.remove(case_id, actor="forget")
    except CaseNotFoundError as error:
        raise CommandError(words("no-such-case", case=case_id)) from error
    except InvalidCaseError as error:
        raise CommandError(words("case-not-yours", case=case_id)) from error
    edited = _edit_messages(database, case_id, words)
    counts = {"cases": 1, **forget_case(database, case_id)}
    return {**counts, "history": store.forget_history(case_id), "messages": edited}


def _user(database: Database, store: Store, user_id: str) -> dict[str, int]:
    named = 0
    for case in store.all_cases():
        if case.visibility is not Visibility.PUBLIC and _names(case, user_id):
            store.change(case.id, lambda doc: _unname(doc, user_id), actor="", action="forget")
            named += 1
    traces = store.forget_actor(user_id)
    return {**forget_user(database, user_id), "cases_named_in": named, "history": traces}


def _channel(
    database: Database, store: Store, channel_id: str, words: Words
) -> tuple[dict[str, int], int]:
    """A channel, with the cases that nobody but its readers may see."""
    hidden = [case.id for case in store.all_cases() if _belongs(case, channel_id)]
    captured = _captured_in(database, channel_id)
    counts: dict[str, int] = {"cases": 0}
    for case_id in hidden:
        for name, count in _case(database, store, case_id, words).items():
            counts[name] = counts.get(name, 0) + count
    for name, count in forget_channel(database, channel_id).items():
        counts[name] = counts.get(name, 0) + count
    kept = [each for each in captured if each not in hidden and store.exists(each)]
    return counts, len(kept)


def _belongs(case: Case, channel_id: str) -> bool:
    return case.visibility is Visibility.CHANNEL and case.channel_id == channel_id


def _captured_in(database: Database, channel_id: str) -> list[str]:
    return list(_ledger(database).captures.ids_of_channel(channel_id))


def _edit_messages(database: Database, case_id: str, words: Words) -> int:
    """Have the bot take the case out of its messages; how many show it."""
    ledger = _ledger(database)
    shown = [
        lookup
        for lookup in ledger.conversation.showing(case_id)
        if lookup.post_key is not None and ledger.outbox.can_edit(lookup.post_key)
    ]
    message = build_sentence(words("case-gone", case=case_id))
    for lookup in shown:
        post_message(ledger, str(lookup.post_key), message, Place.of(lookup))
    return len(shown)


def _ledger(database: Database) -> Ledger:
    return Ledger.on(database, now=time.time, wake_worker=_nobody, wake_sender=_nobody)


def _names(case: Case, user_id: str) -> bool:
    review = case.document.get("review")
    return isinstance(review, dict) and any(review.get(each) == user_id for each in _FORGOTTEN)


def _unname(document: Document, user_id: str) -> None:
    review: dict[str, Any] = dict(document["review"])
    document["review"] = {
        name: None if name in _FORGOTTEN and value == user_id else value
        for name, value in review.items()
    }


def _print(report: dict[str, Any], wanted: str, words: Words) -> None:
    total = sum(report["removed"].values())
    if not total:
        printing.line(words("cli-forget-nothing", what=wanted))
    elif report["dry_run"]:
        printing.line(words("cli-would-forget", count=total))
    else:
        printing.line(words("cli-forgot", count=total))
    for kind, count in report["removed"].items():
        if count:
            printing.line(words("cli-forgot-kind", kind=kind, count=count))
    if report["kept"]["cases"]:
        printing.line(words("cli-forget-kept", count=report["kept"]["cases"]))


def _nobody() -> None:
    """The bot looks by itself."""
