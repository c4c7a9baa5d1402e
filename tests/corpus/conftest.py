"""What tests of the library share: a case document, a clock that stands still, an empty store."""

import copy
import datetime as dt
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.matching import Answers, Bench, Padded, find, load_lines
from support.notes import NOTES

from corpus.case import Case, Visibility
from corpus.database import Database
from corpus.matcher import Matcher
from corpus.migrations import CORPUS_MIGRATIONS
from corpus.shipped import load_shipped_cases
from corpus.store import Store

NOW = dt.datetime(2026, 3, 2, 3, 4, 5, tzinfo=dt.UTC)

DOCUMENT: dict[str, Any] = {
    "id": "IL-0247",
    "org": "Example Shop",
    "date": "2025-07",
    "title": {"en": "Checkout timed out", "ko": "결제가 시간 초과로 실패했다"},
    "symptoms": ["high-latency"],
    "symptoms_text": {"en": "Requests hung for a minute.", "ko": None},
    "severity": "unknown",
    "related": [],
    "recurrence_of": None,
}


@pytest.fixture
def make_document() -> Callable[..., dict[str, Any]]:
    """Build a sound case document; keyword arguments replace or add values."""

    def build(**values: Any) -> dict[str, Any]:
        return copy.deepcopy(DOCUMENT) | values

    return build


@pytest.fixture
def make_case(make_document: Callable[..., dict[str, Any]]) -> Callable[..., Case]:
    """Build a sound case; keyword arguments replace or add values of its document."""
    return lambda **values: Case.from_document(make_document(**values))


@pytest.fixture
def write_json(tmp_path: Path) -> Callable[[str, Any], Path]:
    """Write a value as a JSON file below the test's folder and return its path."""

    def write(name: str, value: Any) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
        return file

    return write


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty database file with the tables for cases."""
    opened = Database.open(tmp_path / "store" / "incidents.sqlite", [CORPUS_MIGRATIONS])
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> Store:
    """An empty store whose clock stands still."""
    return Store(database, clock=lambda: NOW)


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of one's own, seen without the rights of root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = os.geteuid() == 0
        if root:
            os.chown(folder, 65534, -1)
            os.seteuid(65534)
        try:
            yield folder
        finally:
            folder.chmod(0o700)
            if root:
                os.seteuid(0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the test's database is; the folder holds nothing else."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "incidents.sqlite"


@pytest.fixture
def filled(file: Path) -> Path:
    """A closed database of some 200 pages."""
    database = Database.open(file, [NOTES])
    with database.transaction() as db:
        for number in range(800):
            db.execute("INSERT INTO notes (text) VALUES (?)", [f"{number} " * 200])
    database.close()
    return file


@pytest.fixture(scope="session")
def bench() -> Bench:
    """Where matchers are built."""
    return Bench()


@pytest.fixture(scope="session")
def shipped() -> list[Case]:
    """The shipped library, public."""
    cases = load_shipped_cases()
    return [case.model_copy(update={"visibility": Visibility.PUBLIC}) for case in cases]


@pytest.fixture(scope="session")
def matcher(bench: Bench, shipped: list[Case]) -> Matcher:
    """A matcher over the shipped library."""
    return bench.build(shipped)


@pytest.fixture
def padded(bench: Bench, shipped: list[Case]) -> Padded:
    """Builds a matcher over some cases and the shipped ones: rarity needs a library."""
    return lambda *cases: bench.build([*cases, *shipped])


@pytest.fixture(scope="session")
def answers(matcher: Matcher) -> Answers:
    """Every labelled query with what was found for it."""
    return [(line, find(matcher, line["text"])) for line in load_lines("queries.jsonl")]
