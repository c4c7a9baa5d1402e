"""`incident-lookup digest --dry-run`: what would be posted, as text and blocks."""

import json
from pathlib import Path

import pytest
from support.command_line import CommandLine
from support.digest_bench import DigestBench, case

from bot.local_slack import LocalSlack
from bot.local_slack.blockkit import check_message


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A command line on a database with two digests, and one case in week 48."""
    file: Path = tmp_path_factory.mktemp("digest") / "bot.sqlite"
    with LocalSlack() as slack:
        bench = DigestBench(slack, file, "2026-11-24T12:00:00+00:00")
        bench.subscribe(lang="ko")
        bench.subscribe("C0SHARED", is_shared=True)
        bench.add(case("CASE-0001"))
        bench.database.close()
    return CommandLine(file)


def test_dry_run_prints_the_text_and_the_blocks(line: CommandLine) -> None:
    """In the channel's language, and as Slack takes them."""
    done = line.inside("digest", "--channel", "C0INC", "--week", "2026-W48", "--dry-run")
    text, _, blocks = done.stdout.partition("\n")

    assert done.code == 0
    assert text == "48주 차 장애 소식 (11월 23일 \u2013 11월 29일): 새 사례 1건"
    assert check_message(json.loads(blocks)) == []
    assert "CASE-0001 해결" in blocks


def test_dry_run_prints_one_document_for_programs(line: CommandLine) -> None:
    """`--lang` overrides the channel's language."""
    done = line.inside(
        "digest", "--channel", "C0INC", "--week", "2026-W48", "--dry-run", "--json", "--lang", "en"
    )
    document = done.document

    assert (document["channel"], document["week"]) == ("C0INC", "2026-W48")
    assert document["text"].startswith("Incident digest, week 48")
    assert document["blocks"]


def test_dry_run_shows_what_the_readers_of_the_channel_may_see(line: CommandLine) -> None:
    """In a channel shared with another company there are no own cases."""
    done = line.inside(
        "digest", "--channel", "C0SHARED", "--week", "2026-W48", "--dry-run", "--json"
    )

    assert done.document == {
        "channel": "C0SHARED",
        "week": "2026-W48",
        "text": None,
        "blocks": [],
    }


def test_dry_run_says_that_a_week_is_empty(line: CommandLine) -> None:
    """One sentence, and no blocks."""
    done = line.inside("digest", "--channel", "C0INC", "--week", "2026-W40", "--dry-run")

    assert (done.code, done.stdout.strip()) == (
        0,
        "40주 차에는 전할 소식이 없어요. 이런 주에는 아무것도 올리지 않아요.",
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--channel", "C0INC"], "Give --dry-run"),
        (["--channel", "#general", "--dry-run"], "is no id of a channel"),
        (["--channel", "", "--dry-run"], "is no id of a channel"),
        (["--channel", "C0INC", "--week", "2026-W54", "--dry-run"], "is no week"),
        (["--dry-run"], "Missing option '--channel'"),
    ],
)
def test_wrong_use_is_one_sentence(line: CommandLine, arguments: list[str], sentence: str) -> None:
    """Exit code 2, and what to write instead."""
    done = line.inside("digest", *arguments)

    assert (done.code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
