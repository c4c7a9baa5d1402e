"""What commands do without Slack: open the library, read files, ask the gate about an event."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.errors import CommandError
from bot.opening import build_library, open_database, open_store, utc_now
from bot.settings import Settings
from corpus import (
    Decision,
    Gate,
    Library,
    ParsedQuery,
    Store,
    Vocabulary,
    parse_query,
)
from handlers.ledger import ConfirmedPair, Links, Pairs
from handlers.text import extract_text, should_read


class UnreadableFileError(CommandError):
    """A file given on the command line cannot be used; `str()` names it and says why."""


@contextmanager
def open_local_store(settings: Settings) -> Iterator[Store]:
    """The store, closed at the end."""
    with open_local_rooms(settings) as (store, _):
        yield store


@contextmanager
def open_local_rooms(settings: Settings) -> Iterator[tuple[Store, Links]]:
    """The store, and the links of threads to its cases; closed at the end."""
    database = open_database(settings.incident_lookup_database)
    try:
        yield open_store(database, settings), Links(database, time.time)
    finally:
        database.close()


def read_confirmed(settings: Settings) -> tuple[ConfirmedPair, ...]:
    """The lookups that somebody marked "this is it", with the right cases."""
    database = open_database(settings.incident_lookup_database)
    try:
        return Pairs(database, time.time).confirmed()
    finally:
        database.close()


@contextmanager
def open_library(settings: Settings, vocabulary: Vocabulary) -> Iterator[Library]:
    """The library, closed at the end; it is indexed, so that a lookup takes what lookups take."""
    with open_local_store(settings) as store:
        library = build_library(store, vocabulary, settings)
        len(library)  # the first look at the cases indexes them
        yield library


def parse_filters(text: str, vocabulary: Vocabulary, lang: str) -> ParsedQuery:
    """The filters in a query, and the words that remain."""
    return parse_query(text, vocabulary, clock=utc_now, lang=lang)


def decide_on_event(path: Path) -> tuple[Decision, str]:
    """What the gate says of a Slack message event (or its envelope) in a JSON file, and its words.

    What the bot does not read (an edit, a join, a notice) is no symptom and has no words.

    Raises:
        UnreadableFileError: the file cannot be read or holds no event.
    """
    event = parse_json(read_text(path), str(path))
    if not isinstance(event, dict):
        raise UnreadableFileError(
            f"{path}: should be a JSON object, a Slack message event or its envelope"
        )
    message = {key: value for key, value in event.items() if not key.startswith("_")}
    if not should_read(message):
        return Decision(symptom=False, score=0.0, reasons=("- no message that is read",)), ""
    text = extract_text(message)
    return Gate.load().decide(text), text


def parse_json(text: str, place: str) -> object:
    """The JSON value that a text is.

    Raises:
        UnreadableFileError: it is none; names the place.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(f"{place}: is not JSON") from error


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        UnreadableFileError: it cannot be read, or is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UnreadableFileError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except ValueError as error:  # no UTF-8, or a NUL in the name
        raise UnreadableFileError(f"{path}: is not text in UTF-8") from error
