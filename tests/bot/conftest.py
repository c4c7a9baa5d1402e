"""What the tests of the command line share: one database, one indexed library."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support.command_line import CommandLine

from bot.offline import open_library
from bot.settings import Settings
from corpus import Library, Vocabulary

STEERING = "Checkout \x1b[31mdown\x1b[0m \x07\u202edrop"
"""A title that would colour a terminal, ring its bell and turn the reading direction."""

OWN_CASE: dict[str, Any] = {
    "id": "CASE-0007",
    "title": {"en": STEERING},
    "symptoms_text": {"en": "Zebra gateway answers 599 to every checkout of giraffe customers."},
    "checks": [
        {"text": {"en": "Look at the gateway"}, "command": "for z in a b\ndo zebra $z\ndone"}
    ],
    "unknown_key": [1, {"deep": None}],
}


@pytest.fixture
def own_case() -> dict[str, Any]:
    """The own case in the database of `cli`, as it was imported."""
    return dict(OWN_CASE)


@pytest.fixture(scope="session")
def cli(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A command line whose database already holds the shipped cases and one own case."""
    folder = tmp_path_factory.mktemp("cli")
    command_line = CommandLine(folder / "cases.sqlite")
    (folder / "own.json").write_text(json.dumps(OWN_CASE), encoding="utf-8")
    assert command_line.inside("import", str(folder / "own.json")).code == 0
    return command_line


@pytest.fixture
def indexed(cli: CommandLine, monkeypatch: pytest.MonkeyPatch, library: Library) -> CommandLine:
    """The same command line inside this process, over a library that is indexed once."""

    @contextmanager
    def kept_open(*_: object) -> Iterator[Library]:
        yield library

    monkeypatch.setattr("bot.offline.open_library", kept_open)
    return cli


@pytest.fixture(scope="session")
def library(cli: CommandLine) -> Iterator[Library]:
    """The library of that database."""
    settings = Settings(incident_lookup_database=cli.database)
    with open_library(settings, Vocabulary.load()) as opened:
        yield opened
