"""`incident-lookup sync` with an upstream that is broken: one sentence, and nothing changed."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.command_line import CommandLine
from support.upstream import Asked, Reply, UpstreamServer, case, json_reply, stored

from bot.offline import open_local_store
from bot.settings import Settings

LATER = "2026-04-01T00:00:00Z"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the shipped cases alone."""
    file: Path = tmp_path_factory.mktemp("shelf") / "cases.sqlite"
    with open_local_store(Settings(incident_lookup_database=file)):
        return file


@pytest.fixture
def line(tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A command line on a database of its own, which does not wait before it tries again."""
    monkeypatch.setattr("bot.fetching.BACK_OFF", (0.0, 0.0, 0.0))
    return CommandLine(Path(shutil.copy(shelf, tmp_path)))


@pytest.fixture
def server() -> Iterator[UpstreamServer]:
    """An upstream with three cases on two pages."""
    with UpstreamServer(*(case(f"IL-000{number}") for number in (1, 2, 3))) as upstream:
        yield upstream


BROKEN: dict[str, tuple[Callable[[UpstreamServer, Asked], Reply], str]] = {
    "500": (lambda *_: Reply(500), "HTTP status 500"),
    "404": (lambda *_: Reply(404), "HTTP status 404"),
    "html": (
        lambda *_: Reply(body=b"<html>", headers={"Content-Type": "text/html"}),
        "answered with text/html, not with JSON",
    ),
    "html called json": (
        lambda *_: Reply(body=b"<html>", headers={"Content-Type": "application/json"}),
        "cannot be read (is not valid JSON",
    ),
    "half a json": (
        lambda *_: Reply(body=b'{"cases": [{"id": "IL-', headers={"Content-Type": "text/plain"}),
        "cannot be read (is not valid JSON",
    ),
    "nothing": (lambda *_: json_reply({"error": "x"}), "has no list of cases"),
    "empty": (lambda *_: Reply(), "is empty"),
    "utf-16": (lambda *_: Reply(body='{"cases": []}'.encode("utf-16")), "is not UTF-8 text"),
    "nest": (lambda *_: Reply(body=b"[" * 200_000), "nested too deeply"),
    "loop": (
        lambda server, _: Reply(302, headers={"Location": f"{server.url}/cases"}),
        "redirects more than 5 times",
    ),
    "elsewhere": (
        lambda *_: Reply(302, headers={"Location": "http://x.example/?token=t"}),
        "another place, http://x.example/, which is not followed; if it is meant, give its host",
    ),
    "next elsewhere": (
        lambda *_: json_reply({"cases": [], "next": "http://x.example/"}),
        "another place, http://x.example/",
    ),
    "same cursor": (
        lambda *_: json_reply({"cases": [{"id": "IL-1"}], "next": "same"}),
        "goes round in a circle (page 3)",
    ),
    "private": (lambda *_: Reply(401), "does not let us in (HTTP status 401)"),
    "wait": (
        lambda *_: Reply(429, headers={"Retry-After": "3600"}),
        "asks to be left alone for 3,600 seconds",
    ),
    "cut": (
        lambda *_: Reply(body=b"[", promised=99),
        "broke off in the middle of an answer",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_upstream_is_one_sentence_and_changes_nothing(
    line: CommandLine, server: UpstreamServer, name: str
) -> None:
    """No traceback, exit code 1, and what was there is there; the next run is as good as ever."""
    answer, sentence = BROKEN[name]
    line.inside("sync", server.url)
    before = stored(line)
    server.put(case("IL-0001", org="New", updated_at=LATER))
    server.answer = lambda asked: answer(server, asked)

    failed = line.inside("sync", server.url, "--prune", "--json")

    assert failed.code == 1
    assert failed.complaint.startswith(f"{server.url}: ")
    assert failed.complaint.endswith("; nothing was changed here.")
    assert sentence in failed.complaint
    assert stored(line) == before
    server.answer = lambda _: None
    assert line.inside("sync", server.url).stdout.startswith("0 added, 1 updated, 2 unchanged")


def test_ten_thousand_pages_are_not_read(
    line: CommandLine, server: UpstreamServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run ends at page 500, with nothing written."""
    monkeypatch.setattr("bot.fetching.SECONDS_BETWEEN", 0.0)
    server.page_size = 1
    server.cases = {f"IL-{number}": case(f"IL-{number}") for number in range(10_000)}

    failed = line.inside("sync", server.url)

    assert "has more than 500 pages" in failed.complaint
    assert len(server.asked) == 500


def test_broken_cases_are_named_and_skipped(line: CommandLine, server: UpstreamServer) -> None:
    """With the field at fault where there is one."""
    server.put(case("IL-0002", date="yesterday"))
    server.faults["/cases/IL-0003"] = [Reply(500)] * 4

    answer = line.inside("sync", server.url)

    assert answer.code == 1
    assert answer.stdout.splitlines() == [
        "1 added, 0 updated, 0 unchanged, 0 removed upstream, 2 skipped",
        "   Added: IL-0001",
        "IL-0002: date: should be YYYY, YYYY-MM or YYYY-MM-DD",
        "IL-0003: answered with HTTP status 500",
    ]
