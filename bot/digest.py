"""The `digest` command: what a channel's digest of a week says, without posting it."""

from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from slack_sdk import WebClient

from bot import printing
from bot.errors import UsageError
from bot.opening import open_database, utc_now
from bot.preparing import load_settings
from bot.services import Wakes, build_services
from handlers.digest_content import gather, settings_of, stored_readers
from handlers.services import Identity
from handlers.views.digest import build_digest
from handlers.weeks import Period, Schedule, Week

Document: TypeAlias = dict[str, Any]


def run_digest(
    channel: str, week: str | None, *, db: Path | None, lang: str | None, as_json: bool
) -> None:
    """Print the text and the blocks of a digest; or that there is nothing to tell.

    Args:
        channel: the id of a channel; one without a digest gets the default settings.
        week: the name of an ISO week, instead of the one that was last over.
        db: the database file, instead of the one of the environment.
        lang: the reader's language, instead of the channel's.
        as_json: whether a program reads it.

    Raises:
        UsageError: that is no id of a channel, or no week.
        DatabaseError: the database cannot be used.
    """
    document = _build(channel.strip(), week, db, lang)
    note = document.pop("note")
    if as_json:
        printing.json_document(document)
    elif note:
        printing.line(note)
    else:
        printing.line(document["text"])
        printing.json_document(document["blocks"])


def _build(channel_id: str, week_name: str | None, db: Path | None, lang: str | None) -> Document:
    """The digest as a document; `note` says that it is empty, else it is "".

    Nobody asks Slack: the readers are those that the channel was last known to have.
    """
    if not channel_id.isalnum() or not channel_id.isupper() or channel_id[0] not in "CG":
        raise UsageError(f"{channel_id!r} is no id of a channel; give one such as C0123ABCD.")
    settings = load_settings(db=db, lang=lang)
    database = open_database(settings.incident_lookup_database)
    try:
        services = build_services(
            settings,
            database,
            WebClient(base_url=settings.slack_api_url),
            identify=lambda: Identity("", "", ""),
            wakes=Wakes(_nobody, _nobody, _nobody),
        )
        subscription = services.ledger.digests.of(channel_id)
        chosen = settings_of(subscription, "UTC", settings.default_language)
        chosen = replace(chosen, lang=lang) if lang else chosen
        week = _read_week(week_name, chosen.schedule)
        readers = stored_readers(services, channel_id, subscription)
        content = gather(services, chosen, Period.of(week, chosen.schedule.zone), readers)
        words = services.words(chosen.lang)
        message = build_digest(content, words, services.vocabulary)
    finally:
        database.close()
    return {
        "channel": channel_id,
        "week": str(week),
        "text": None if content.is_empty else message.text,
        "blocks": [] if content.is_empty else list(message.blocks),
        "note": words("digest-nothing", week=str(week.number)) if content.is_empty else "",
    }


def _read_week(name: str | None, schedule: Schedule) -> Week:
    if name is None:
        return schedule.last_week(utc_now())
    try:
        return Week.parse(name)
    except ValueError as error:
        raise UsageError(
            f"{name!r} is no week of the calendar; write one like 2026-W48."
        ) from error


def _nobody() -> None:
    """Nobody waits for what is written here; nothing is."""
