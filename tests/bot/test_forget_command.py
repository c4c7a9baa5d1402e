"""`incident-lookup forget`: what is removed and counted, and that a dry run changes nothing."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.command_line import CommandLine
from support.quiet_services import TEAM, quiet_services, source, thread_at

from corpus import mark_reviewed
from handlers.ledger import Capture, Lookup
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.views.notices import build_sentence

CHANNEL, OTHER = "C0HERE", "C0THERE"
ALICE, BOB = "U0ALICE", "U0BOB"
OURS = (
    *("lookups", "links", "verdicts", "captures", "resolutions", "test_queries", "evidence"),
    *("guests", "outbox", "case_history", "removed_cases"),
)
"""Tables that a command changes only on purpose: each start loads the shipped cases."""

CASE: dict[str, Any] = {
    "id": "CASE-0001",
    "title": {"en": "Zebra ledger hung"},
    "summary": {"en": "It hung."},
    "visibility": "team",
    "review": {"written_by": ALICE},
    "draft": True,
}
HIDDEN = {**CASE, "id": "CASE-0002", "visibility": "channel", "channel_id": CHANNEL}


def lookup_in(channel: str, user: str | None, *case_ids: str) -> Lookup:
    """A lookup with a visible answer."""
    lookup_id = f"L-{len(channel)}"
    return Lookup(
        id=lookup_id,
        purpose="answer",
        team_id=TEAM,
        channel_id=channel,
        thread_ts="1.1",
        post_key=f"answer:{lookup_id}",
        user_id=user,
        query="zebra ledger hung",
        lang="en",
        case_ids=case_ids,
        band="strong",
    )


def fill(services: Services) -> None:
    """Something of everything, by two people in two channels."""
    ledger = services.ledger
    mark_reviewed(services.store, "CASE-0001", actor=BOB)
    for channel, user in ((CHANNEL, ALICE), (OTHER, BOB)):
        lookup = lookup_in(channel, user, "CASE-0001", "PUB-0001")
        ledger.conversation.save_lookup(lookup)
        ledger.conversation.add_evidence(TEAM, channel, "1.1", "zebra ledger hung")
        ledger.conversation.set_verdict(lookup.id, "CASE-0001", user, "confirmed")
        ledger.captures.keep_query(lookup.id, "CASE-0001", "zebra ledger hung", user)
        ledger.conversation.note_guest(TEAM, channel)
        ledger.captures.ask(TEAM, channel, "2.2")
        ledger.captures.answer(TEAM, channel, "CASE-0001", user)
        ledger.captures.save(Capture(f"V{channel}", TEAM, channel, "1.1", "CASE-0001", user))
        thread = thread_at(3, channel)
        ledger.links.add(source(thread, user_id=user), "CASE-0001", "recurrence", "a note")
        place = Place(TEAM, channel, "1.1")
        post_message(ledger, str(lookup.post_key), build_sentence("zebra"), place)


@pytest.fixture
def filled(tmp_path: Path) -> CommandLine:
    """A command line on such a database."""
    with quiet_services(tmp_path, [CASE, HIDDEN]) as services:
        fill(services)
    return CommandLine(tmp_path / "quiet.sqlite")


def tables(cli: CommandLine, *names: str) -> str:
    """All rows of these tables, or of all, as JSON."""
    with closing(sqlite3.connect(cli.database)) as database:
        found = [
            row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        wanted = [name for name in found if not names or name in names]
        rows = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in wanted}  # noqa: S608 - our own
    return json.dumps(rows, default=str)


def test_channel_is_forgotten_and_counted(filled: CommandLine) -> None:
    """Nothing of it is left, with the case that only its readers could see; the rest stays."""
    answer = filled("forget", "--channel", CHANNEL, "--json")

    report = answer.document
    assert (answer.code, answer.stderr) == (0, "")
    assert list(report) == ["channel", "dry_run", "removed", "kept"]
    removed = report["removed"]
    assert {name: removed[name] for name in ("cases", "lookups", "evidence", "verdicts")} == {
        "cases": 1,
        "lookups": 1,
        "evidence": 1,
        "verdicts": 1,
    }
    assert {name: removed[name] for name in ("links", "captures", "test_queries", "guests")} == {
        "links": 1,
        "captures": 1,
        "test_queries": 1,
        "guests": 1,
    }
    assert report["kept"] == {"cases": 1}
    assert CHANNEL not in tables(filled)
    assert OTHER in tables(filled, "lookups")


def test_user_is_forgotten_and_counted(filled: CommandLine) -> None:
    """What others need stays without the name: links, captures, traces, who reviewed a case."""
    answer = filled("forget", "--user", BOB, "--json")

    removed = answer.document["removed"]
    assert removed["verdicts"] == removed["links"] == removed["captures"] == 1
    assert (removed["cases_named_in"], removed["history"]) == (1, 1)
    assert BOB not in tables(filled)
    assert ALICE in tables(filled)
    assert "recurrence" in tables(filled, "links")


def test_case_is_forgotten_and_counted(filled: CommandLine) -> None:
    """With what people said of it; messages that show it are to be edited by the running bot."""
    answer = filled("forget", "--case", "CASE-0001", "--json")

    removed = answer.document["removed"]
    assert (removed["cases"], removed["links"], removed["test_queries"]) == (1, 2, 2)
    assert removed["messages"] == 2
    kept = ("lookups", "links", "verdicts", "captures", "resolutions", "cases", "case_history")
    assert "CASE-0001" not in tables(filled, *kept)
    assert "CASE-0001, which was shown here, was deleted." in tables(filled, "outbox")
    assert filled("show", "CASE-0001").code == 1


@pytest.mark.parametrize("what", [("--channel", CHANNEL), ("--user", BOB), ("--case", "CASE-0001")])
def test_dry_run_counts_and_changes_nothing(filled: CommandLine, what: tuple[str, str]) -> None:
    """The same counts as in earnest."""
    before = tables(filled, *OURS)
    dry = filled("forget", *what, "--dry-run", "--json").document
    after = tables(filled, *OURS)
    done = filled("forget", *what, "--json").document

    assert before == after
    assert dry["dry_run"]
    assert dry["removed"] == done["removed"]


def test_report_is_plain_without_json(filled: CommandLine) -> None:
    """Kinds and counts, in both languages; the second time there is nothing."""
    first = filled("forget", "--user", BOB)
    second = filled("--lang", "ko", "forget", "--user", BOB)

    assert "things removed" in first.stdout
    assert "verdicts: 1" in first.stdout
    assert "보관한 것이 없어요" in second.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("--user", BOB, "--case", "CASE-0001"), 2),
        (("--channel", "  "), 2),
        (("--case", "CASE-4040"), 1),
        (("--case", "PUB-0001"), 1),
    ],
)
def test_what_cannot_be_forgotten_is_told(
    filled: CommandLine, arguments: tuple[str, ...], code: int
) -> None:
    """One sentence, and nothing changed."""
    answer = filled("forget", *arguments)

    assert answer.code == code
    assert answer.complaint
