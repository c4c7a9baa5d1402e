"""What commands do without Slack: open the library, read an event, measure on labelled files."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.failures import CommandError
from bot.services import open_database, open_store, utc_now
from bot.settings import Settings
from corpus import (
    Decision,
    Gate,
    Library,
    ParsedQuery,
    Store,
    Vocabulary,
    evaluate_chatter,
    evaluate_queries,
    parse_query,
)
from handlers.text import extract_text, should_read

Line = dict[str, Any]


class UnreadableFileError(CommandError):
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
def open_library(settings: Settings, vocabulary: Vocabulary) -> Iterator[Library]:
    """The library, closed at the end; it is indexed, so that a lookup takes what lookups take."""
    with open_local_store(settings) as store:
        library = Library(store, vocabulary)
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
    event = _read_json(path)
    if not isinstance(event, dict):
        raise UnreadableFileError(
            f"{path}: should be a JSON object, a Slack message event or its envelope"
        )
    message = {key: value for key, value in event.items() if not key.startswith("_")}
    if not should_read(message):
        return Decision(symptom=False, score=0.0, reasons=("- no message that is read",)), ""
    text = extract_text(message)
    return Gate.load().decide(text), text


def evaluate_files(
    settings: Settings, queries: Path | None, chatter: Sequence[Path]
) -> dict[str, Any]:
    """The measures of `eval`; None where there is nothing to measure.

    Raises:
        UnreadableFileError: a file cannot be read, or one of its lines is not what it should be.
    """
    measured: dict[str, Any] = {
        "queries": None,
        "chatter": None,
        "conversations": None,
        "p50_ms": None,
        "p95_ms": None,
    }
    asked = _read_lines(queries, _query_fault) if queries is not None else []
    labelled = [line for path in chatter for line in _read_lines(path, _chatter_fault)]
    if asked:
        with open_library(settings, Vocabulary.load()) as library:
            measured |= evaluate_queries(library, asked)
    if labelled:
        measured["chatter"] = evaluate_chatter(Gate.load().decide, labelled)
    return measured


def _query_fault(line: Mapping[str, Any]) -> str:
    """What is wrong with a labelled query; "" for nothing."""
    right = line.get("id")
    ids = right if isinstance(right, list) else [right]
    if not ids or not all(isinstance(each, str) for each in ids):
        return "id should be the id of a case, or a list of them"
    return "" if isinstance(line.get("text"), str) else "text should be a string"


def _chatter_fault(line: Mapping[str, Any]) -> str:
    """What is wrong with a labelled message; "" for nothing."""
    if line.get("expect") not in ("reply", "quiet"):
        return 'expect should be "reply" or "quiet"'
    return "" if isinstance(line.get("text"), str) else "text should be a string"


def _read_lines(path: Path, fault_of: Callable[[Mapping[str, Any]], str]) -> list[Line]:
    """The JSON objects of a file, one a line; blank lines are passed over."""
    lines: list[Line] = []
    for number, text in enumerate(_read_text(path).split("\n"), 1):
        if not text.strip():
            continue
        entry = _parse(text, f"{path}: line {number}")
        fault = fault_of(entry) if isinstance(entry, dict) else "should be a JSON object"
        if not isinstance(entry, dict) or fault:
            raise UnreadableFileError(f"{path}: line {number}: {fault}")
        lines.append(entry)
    return lines


def _read_json(path: Path) -> object:
    return _parse(_read_text(path), str(path))


def _parse(text: str, place: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(f"{place}: is not JSON") from error


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UnreadableFileError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except ValueError as error:  # no UTF-8, or a NUL in the name
        raise UnreadableFileError(f"{path}: is not text in UTF-8") from error
