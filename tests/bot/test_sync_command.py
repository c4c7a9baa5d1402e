"""`incident-lookup sync`: what it says and writes, and that no upstream does any harm."""

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import CommandLine
from support.upstream import Asked, Reply, UpstreamServer, case, stored

from bot.offline import open_local_store
from bot.preparing import load_words
from bot.print_sync import PROBLEMS, problem_words
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


def test_sync_says_what_changed_each_time(line: CommandLine, server: UpstreamServer) -> None:
    """First all, then nothing, then what is new, other and gone."""
    first = line.inside("sync", server.url)
    second = line.inside("sync", server.url)
    del server.cases["IL-0001"]
    server.put(case("IL-0002", org="New", updated_at=LATER), case("IL-0004"))
    third = line.inside("sync", server.url)

    assert [answer.code for answer in (first, second, third)] == [0, 0, 0]
    assert first.stdout == (
        "3 added, 0 updated, 0 unchanged, 0 removed upstream, 0 skipped\n"
        "   Added: IL-0001, IL-0002, IL-0003\n"
    )
    assert second.stdout == "0 added, 0 updated, 3 unchanged, 0 removed upstream, 0 skipped\n"
    assert third.stdout == (
        "1 added, 1 updated, 1 unchanged, 1 removed upstream, 0 skipped\n"
        "   Added: IL-0004\n"
        "   Updated: IL-0002\n"
        "   Removed upstream, kept here (--prune takes them out): IL-0001\n"
    )


def test_sync_tells_programs_the_same(line: CommandLine, server: UpstreamServer) -> None:
    """One document, with every id."""
    server.put(case("PUB-0001"))

    answer = line.inside("sync", server.url, "--json")

    assert answer.code == 1
    assert answer.document == {
        "upstream": server.url,
        "dry_run": False,
        "added": ["IL-0001", "IL-0002", "IL-0003"],
        "updated": [],
        "unchanged": [],
        "removed_upstream": [],
        "removed": [],
        "skipped": [
            {
                "id": "PUB-0001",
                "field": "id",
                "reason": "the prefix belongs to the shipped cases",
            }
        ],
    }
    assert answer.stderr == ""


def test_sync_speaks_korean(line: CommandLine, server: UpstreamServer) -> None:
    """Summary, lists and reasons."""
    server.put(case("CASE-0001"))

    done = line.inside("--lang", "ko", "sync", server.url)
    server.faults["/cases"] = [Reply(500)] * 4
    failed = line.inside("--lang", "ko", "sync", server.url)

    assert done.stdout == (
        "추가 3건, 갱신 0건, 변경 없음 0건, 원본에서 삭제됨 0건, 건너뜀 1건\n"
        "   추가: IL-0001, IL-0002, IL-0003\n"
        "CASE-0001: id: 우리 팀 사례의 접두사예요\n"
    )
    assert failed.complaint == (
        f"{server.url}: 오류로 응답했어요(HTTP 상태 500). 여기서는 아무것도 바뀌지 않았어요."
    )


def test_a_dry_run_changes_nothing(line: CommandLine, server: UpstreamServer) -> None:
    """Not even what is asked for the next time."""
    told = line.inside("sync", server.url, "--dry-run", "--prune")

    assert told.stdout.startswith("Would be: 3 added")
    assert stored(line) == {}
    assert line.inside("sync", server.url).stdout.startswith("3 added")


def test_pruning_takes_out_what_is_gone(line: CommandLine, server: UpstreamServer) -> None:
    """And only when it is asked for."""
    line.inside("sync", server.url)
    del server.cases["IL-0003"]

    answer = line.inside("sync", server.url, "--prune")

    assert "Removed upstream and here: IL-0003" in answer.stdout
    assert set(stored(line)) == {"IL-0001", "IL-0002"}


def test_own_and_imported_cases_stay_word_for_word(
    line: CommandLine, server: UpstreamServer, tmp_path: Path
) -> None:
    """They are named, and the others land."""
    own = case("IL-0001", visibility="team", org="Ours")
    imported = case("IL-0002", org="From a file")
    (tmp_path / "mine.json").write_text(json.dumps([own, imported]), encoding="utf-8")
    line.inside("import", str(tmp_path / "mine.json"))

    answer = line.inside("sync", server.url)

    assert answer.code == 1
    assert answer.stdout.splitlines()[-2:] == [
        "IL-0001: id: your own case has this id",
        "IL-0002: id: a case with this id and other words was imported from a file",
    ]
    kept = stored(line)
    assert (kept["IL-0001"], kept["IL-0002"]) == (own, imported)
    assert "IL-0003" in kept


def test_upstream_cases_are_public_whatever_they_say(
    line: CommandLine, server: UpstreamServer
) -> None:
    """Who may see a case here is not for another library to say; an export adds what differs."""
    server.put(case("IL-0001", visibility="channel", channel_id="C0", draft=True))

    line.inside("sync", server.url)

    assert "visibility" not in stored(line)["IL-0001"]


def test_a_lookup_finds_upstream_cases(line: CommandLine, server: UpstreamServer) -> None:
    """They are cases like all others."""
    words = "Zebra gateway answers 599 to every checkout of giraffe customers."
    server.put(case("IL-0002", symptoms_text={"en": words}))
    line.inside("sync", server.url)

    found = line.inside("search", "zebra gateway answers 599 giraffe customers", "--json").document

    assert found["matches"][0]["id"] == "IL-0002"


def test_another_host_is_followed_when_it_is_named(
    line: CommandLine, server: UpstreamServer
) -> None:
    """By name and port, as the redirect says it."""
    server.answer = lambda asked: (
        Reply(302, headers={"Location": f"http://localhost:{server.port}{asked.target}"})
        if asked.headers["host"].startswith("127.")
        else None
    )

    refused = line.inside("sync", server.url)
    followed = line.inside("sync", server.url, "--allow-host", f"localhost:{server.port}")

    assert "--allow-host" in refused.complaint
    assert followed.stdout.startswith("3 added")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "There is no library to pull from: give an address, or set SYNC_URL."),
        (["ftp://x.example"], "That is no address of a library"),
        (["x"], "That is no address of a library"),
        (["https://x.example/api?key=1"], "That is no address of a library"),
        (["http://127.0.0.1:1", "--allow-host", "http://x"], "is no host"),
        (["http://127.0.0.1:1", "--allow-host", "x:port"], "is no host"),
        (["http://127.0.0.1:1", "--allow-host", ""], "is no host"),
    ],
)
def test_wrong_use_is_one_sentence(line: CommandLine, arguments: list[str], sentence: str) -> None:
    """Exit code 2, and what to write instead."""
    answer = line.inside("sync", *arguments)

    assert answer.code == 2
    assert sentence in answer.complaint


def test_the_setting_is_used_and_its_password_told_nowhere(
    line: CommandLine, server: UpstreamServer, tmp_path: Path
) -> None:
    """Neither on the streams nor in the database."""
    secret = "hunter" + "2"
    url = f"http://me:{secret}@127.0.0.1:{server.port}/api/"

    done = line.inside("sync", "--json", SYNC_URL=url, LOG_LEVEL="debug")
    sent = server.asked[0].headers["authorization"]
    server.answer = lambda _: Reply(500)
    failed = line.inside("sync", SYNC_URL=url, LOG_LEVEL="debug")
    misspelt = line.inside("sync", SYNC_URL=f"htp://me:{secret}@127.0.0.1")

    assert sent.startswith("Basic ")
    assert done.document["upstream"] == server.url
    told = "".join(each.stdout + each.stderr for each in (done, failed, misspelt))
    assert secret not in told
    assert "SYNC_URL should be an http or https address" in misspelt.stderr
    files = tmp_path.glob("cases.sqlite*")
    assert not any(secret.encode() in file.read_bytes() for file in files)


def test_plain_http_is_warned_of(line: CommandLine) -> None:
    """Beyond this machine, and on stderr, so that programs are not disturbed."""
    answer = line.inside("sync", "http://library.invalid/api", "--json")

    warning, failure = answer.stderr.splitlines()
    assert warning.startswith("http://library.invalid/api is read unencrypted")
    assert "cannot be reached" in failure
    assert answer.stdout == ""


def test_two_runs_at_once_do_no_harm(line: CommandLine, server: UpstreamServer) -> None:
    """Both succeed, and every case is there once, as the upstream has it."""
    both = threading.Barrier(2, timeout=60)

    def answer(asked: Asked) -> None:
        if asked.target.endswith("/cases/IL-0001"):
            both.wait()

    server.answer = answer
    answers = line.all({name: ["sync", server.url, "--json"] for name in ("one", "two")})

    assert [each.code for each in answers.values()] == [0, 0]
    added = [each.document["added"] for each in answers.values()]
    assert sorted(added) == [[], ["IL-0001", "IL-0002", "IL-0003"]]
    assert set(stored(line)) == {"IL-0001", "IL-0002", "IL-0003"}
    server.answer = lambda _: None
    assert line.inside("sync", server.url).stdout.startswith("0 added, 0 updated, 3 unchanged")


def test_a_killed_run_leaves_nothing_and_is_repeated(
    line: CommandLine, server: UpstreamServer
) -> None:
    """As a process that dies between two cases."""
    reached, killed = threading.Event(), threading.Event()

    def answer(asked: Asked) -> None:
        if asked.target.endswith("/cases/IL-0003") and not killed.is_set():
            reached.set()
            killed.wait(60)

    server.answer = answer
    process = line.start("sync", server.url, env=line.environment())
    assert reached.wait(60)
    process.kill()
    process.wait(60)
    killed.set()

    assert stored(line) == {}
    assert line.inside("sync", server.url).stdout.startswith("3 added")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_problem_has_words(lang: str) -> None:
    """In both languages, with the values that it comes with."""
    values: dict[str, str | int] = {
        "url": "u",
        "reason": "r",
        "type": "t",
        "status": 1,
        "seconds": 1,
        "megabytes": 1,
        "limit": 1,
        "page": 1,
        "pages": 1,
        "cases": 1,
        "upstream": "u",
    }

    assert all(problem_words(code, values, load_words(lang)) for code in PROBLEMS)
