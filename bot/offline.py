"""What commands do without Slack: open the library, read an event, measure on labelled files."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.services import open_database, open_store, utc_now
from bot.settings import Settings
from corpus import (
    CorpusError,
    Gate,
    Library,
    ParsedQuery,
    Store,
    Vocabulary,
    evaluate_chatter,
    evaluate_queries,
    parse_query,
)
from handlers.text import extract_text


class UnreadableFileError(CorpusError):
    """A file given on the command line cannot be used; `str()` names it and says why."""


@contextmanager
def open_local_store(settings: Settings) -> Iterator[Store]:
    """The store, closed at the end."""
    database = open_database(settings.incident_lookup_database)
    try:
        yield open_store(database, settings)
    finally:
        database.close()


@contextmanager
def open_library(settings: Settings) -> Iterator[Library]:
    """The library, closed at the end."""
    with open_local_store(settings) as store:
        yield Library(store, Vocabulary.load())


def parse_filters(text: str, lang: str) -> ParsedQuery:
    """The filters in a query, and the words that remain."""
    return parse_query(text, Vocabulary.load(), clock=utc_now, lang=lang)


def read_event_text(path: Path) -> str:
    """The words of a Slack message event (or its envelope) in a JSON file."""
    try:
        event = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise UnreadableFileError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(f"{path}: is not a JSON document in UTF-8") from error
    if not isinstance(event, dict):
        raise UnreadableFileError(
            f"{path}: should be a JSON object, a Slack message event or its envelope"
        )
    return extract_text(event)


def evaluate_files(
    settings: Settings, queries: Path | None, chatter: Sequence[Path]
) -> dict[str, Any]:
    """The measures of contract.md `eval`; null where there is nothing to measure."""
    measured: dict[str, Any] = {
        "queries": None,
        "chatter": None,
        "conversations": None,
        "p50_ms": None,
        "p95_ms": None,
    }
    if queries is not None:
        lines = _read_lines(queries)
        with open_library(settings) as library:
            measured.update(evaluate_queries(library, lines))
    if chatter:
        labelled = [line for path in chatter for line in _read_lines(path)]
        measured["chatter"] = evaluate_chatter(Gate.load().decide, labelled)
    return measured


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """The JSON objects of a file, one a line; blank lines are passed over."""
    lines: list[dict[str, Any]] = []
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise UnreadableFileError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except UnicodeDecodeError as error:
        raise UnreadableFileError(f"{path}: is not UTF-8") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise UnreadableFileError(f"{path}: line {number} is not JSON") from error
        if not isinstance(entry, dict):
            raise UnreadableFileError(f"{path}: line {number} should be a JSON object")
        lines.append(entry)
    return lines
