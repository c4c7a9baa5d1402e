"""What goes wrong on the command line: one sentence on stderr, and an exit code."""

import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command_line import CommandLine

MISUSES: dict[str, tuple[list[str | bytes], str]] = {
    "no text": (["search"], "Missing argument"),
    "unknown option": (["search", "x", "--jsn"], "No such option: --jsn"),
    "unknown command": (["serch", "x"], "Did you mean 'search'?"),
    "limit": (["search", "x", "--limit", "0"], "--limit"),
    "language": (["--lang", "fr", "search", "x"], "--lang"),
    "facet value": (["search", "component:kafak lag"], "component:"),
    "date": (["search", "since:yesterday lag"], "use 2024, 2024-03, 2024-03-18 or 90d"),
    "no id": (["show", " "], "PUB-0001"),
    "no database": (["show", "PUB-0001", "--db"], "--db"),
    "facet": (["vocab", "colour"], "there are symptoms, components"),
    "visibility": (["import", "x", "--visibility", "nobody"], "--visibility"),
    "no message": (["gate"], "--event FILE"),
    "two messages": (["gate", "x", "--event", "y"], "--event FILE"),
    "nothing to measure": (["eval", "--json"], "--queries FILE"),
    "port": (["run", "--http", "99999"], "--http"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_told_in_one_sentence(cli: CommandLine, name: str) -> None:
    """Exit code 2, nothing on stdout, and what was wrong."""
    arguments, told = MISUSES[name]

    answer = cli.inside(*arguments)

    assert answer.code == 2
    assert told in answer.complaint


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files that cannot be used as what they are given as."""
    folder = tmp_path_factory.mktemp("broken")
    (folder / "corrupt.sqlite").write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 40)
    with sqlite3.connect(folder / "newer.sqlite") as newer:
        newer.execute("PRAGMA user_version = 999")
    newer.close()
    (folder / "latin.json").write_bytes(b'{"text": "caf\xe9"}')
    (folder / "list.json").write_text("[1, 2]", encoding="utf-8")
    (folder / "lines.jsonl").write_text('{"id": "PUB-0001"}\n', encoding="utf-8")
    return folder


FAILURES: dict[str, tuple[Callable[[Path], list[str]], str]] = {
    "database is a folder": (lambda f: ["--db", str(f), "search", "x"], "is a folder"),
    "database is corrupt": (
        lambda f: ["search", "x", f"--db={f / 'corrupt.sqlite'}", "--json"],
        "it was left untouched",
    ),
    "database is newer": (
        lambda f: ["--db", str(f / "newer.sqlite"), "import", str(f), "--json"],
        "written by a newer version",
    ),
    "case is unknown": (lambda _: ["show", "PUB-9999", "--json"], "There is no case PUB-9999"),
    "case is unknown, in Korean": (lambda _: ["show", "PUB-9999", "--lang", "ko"], "사례가 없어요"),
    "event is missing": (lambda f: ["gate", "--event", str(f / "no")], "No such file"),
    "event is no UTF-8": (lambda f: ["gate", "--event", str(f / "latin.json")], "UTF-8"),
    "event is a list": (lambda f: ["gate", "--event", str(f / "list.json")], "a JSON object"),
    "queries are a folder": (lambda f: ["eval", "--queries", str(f)], "Is a directory"),
    "queries lack a text": (
        lambda f: ["eval", "--queries", str(f / "lines.jsonl"), "--json"],
        "lines.jsonl: line 1: text should be a string",
    ),
    "chatter is of another kind": (
        lambda f: ["eval", "--chatter", str(f / "lines.jsonl")],
        'line 1: expect should be "reply" or "quiet"',
    ),
    "export goes to a file": (lambda f: ["export", str(f / "list.json")], "cannot be written"),
    "tokens are missing": (lambda _: ["run"], "SLACK_BOT_TOKEN is not set"),
}


def _digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


@pytest.mark.parametrize("name", FAILURES)
def test_failures_are_told_in_one_sentence(cli: CommandLine, broken: Path, name: str) -> None:
    """Exit code 1, nothing on stdout, and the files involved are left as they were."""
    build, told = FAILURES[name]
    before = _digests(broken)

    answer = cli.inside(*build(broken))

    assert _digests(broken) == before
    assert answer.code == 1
    assert told in answer.complaint


def test_settings_that_cannot_be_used_name_the_variable(cli: CommandLine) -> None:
    """Every command but the help stops; `check` reports it like any other finding."""
    token = "xoxp-" + "test"

    stopped = cli.inside("search", "x", SLACK_APP_TOKEN=token)
    checked = cli.inside("check", "--json", SLACK_APP_TOKEN=token)
    helped = cli.inside("search", "--help", SLACK_APP_TOKEN=token)

    assert stopped.code == 1
    assert stopped.complaint.startswith("SLACK_APP_TOKEN should begin with xapp-")
    assert (checked.code, checked.document["ok"]) == (1, False)
    assert checked.document["checks"][0]["sentence"].startswith("SLACK_APP_TOKEN should begin")
    assert helped.code == 0
    assert token not in stopped.stderr + checked.stdout


def test_check_names_what_is_missing(cli: CommandLine) -> None:
    """Without any setting: the database and the library are fine, the tokens are not set."""
    answer = cli.inside("check")

    lines = answer.stdout.splitlines()

    assert (answer.code, answer.stderr) == (1, "")
    assert [line.split(":")[0] for line in lines] == ["ok", "ok", "PROBLEM", "PROBLEM"]
    assert "SLACK_BOT_TOKEN" in lines[2]
    assert "SLACK_APP_TOKEN" in lines[3]
