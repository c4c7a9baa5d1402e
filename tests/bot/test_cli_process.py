"""The command line as a process: locale, terminals, pipes, a full disk, Ctrl+C."""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command_line import Answer, CommandLine, without_style

QUERY = "p99 fine but max latency spikes every few minutes since the move to k8s"


@pytest.fixture(scope="module")
def answers(cli: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Answer]:
    """The answers of processes started at once: one start takes seconds."""
    corrupt = tmp_path_factory.mktemp("corrupt") / "cases.sqlite"
    corrupt.write_bytes(b"no database")
    return cli.all(
        {
            "json": ["search", *QUERY.split(), "--json"],
            "ko": ["search", QUERY, "--lang", "ko"],
            "invalid utf-8": ["gate", b"latency \xff\xfe spikes \xc3", "--json"],
            "corrupt": ["show", "PUB-0001", f"--db={corrupt}", "--json"],
            "no command": [],
            "unknown option": ["search", "x", "--jsn"],
        }
    )


def test_stdout_is_one_json_document_and_nothing_else(answers: Mapping[str, Answer]) -> None:
    """Programs read it as it is."""
    answer = answers["json"]

    assert (answer.code, answer.stderr) == (0, "")
    assert answer.document["matches"][0]["id"] == "PUB-0041"


def test_search_speaks_korean(answers: Mapping[str, Answer]) -> None:
    """Under LC_ALL=C too, and wherever the option stands."""
    answer = answers["ko"]

    assert answer.code == 0
    assert answer.stdout.startswith("비슷한 과거 장애가 ")
    assert "   해결: " in answer.stdout


def test_bytes_that_are_no_text_are_replaced(answers: Mapping[str, Answer]) -> None:
    """What a terminal of another encoding sends is taken as far as it can be read."""
    answer = answers["invalid utf-8"]

    assert (answer.code, answer.stderr) == (0, "")
    assert answer.document["text"] == "latency \ufffd\ufffd spikes \ufffd"


def test_no_command_shows_the_help(answers: Mapping[str, Answer]) -> None:
    """A first try teaches the commands, and still counts as misuse."""
    answer = answers["no command"]

    assert answer.code == 2
    assert "search" in answer.stdout
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [("unknown option", 2, "No such option: --jsn"), ("corrupt", 1, "it was left untouched")],
)
def test_failures_are_one_sentence_on_stderr(
    answers: Mapping[str, Answer], name: str, code: int, told: str
) -> None:
    """No traceback, nothing on stdout."""
    answer = answers[name]

    assert answer.code == code
    assert told in answer.complaint


def test_terminal_gets_colours_and_wrapped_lines(cli: CommandLine) -> None:
    """On a narrow terminal text is wrapped under itself; what is to be copied is never broken."""
    seen = cli.on_terminal("search", QUERY, COLUMNS="64")

    lines = without_style(seen).splitlines()
    long = [line for line in lines if len(line.rstrip()) > 64]

    assert "\x1b[1;32m1 · Strong" in seen
    assert long
    assert all(line.lstrip().startswith(("$ ", "https://")) for line in long)
    assert lines[-1].startswith("incident-lookup show PUB-0041 ")


def test_terminal_without_colour(cli: CommandLine) -> None:
    """NO_COLOR is heeded (no-color.org); the words are the same."""
    seen = cli.on_terminal("vocab", "trigger", NO_COLOR="1", COLUMNS="50")

    assert "\x1b[3" not in seen
    assert "certificate-expiry" in without_style(seen)


def test_a_reader_that_goes_away_is_no_failure(cli: CommandLine) -> None:
    """`incident-lookup vocab | head -1` ends quietly."""
    process = cli.start("--help", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None

    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()

    assert (process.wait(60), complaint) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_once(cli: CommandLine) -> None:
    """An answer that was not written is no success."""
    with Path("/dev/full").open("wb") as full:
        process = cli.start("--help", stdout=full, stderr=subprocess.PIPE)
        _, complaint = process.communicate(timeout=60)

    assert (process.returncode, complaint) == (1, b"No space left on device.\n")


def test_ctrl_c_ends_without_a_traceback(cli: CommandLine, tmp_path: Path) -> None:
    """Interrupted in the middle of its work: exit code 130 and no words."""
    pipe = tmp_path / "queries.jsonl"
    os.mkfifo(pipe)
    process = cli.start(
        "eval", "--queries", str(pipe), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with pipe.open("wb"):  # opens once the command reads
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)

    assert (process.returncode, stdout, stderr) == (130, b"", b"")
