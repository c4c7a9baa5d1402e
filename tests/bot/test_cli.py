"""The command line as a stranger uses it: every command, with good input and with any input."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from support.command_line import CommandLine

from corpus import FACETS

ROOT = Path(__file__).resolve().parents[2]
PAYLOADS = ROOT / "tests" / "payloads"

QUERY = "p99 fine but max latency spikes every few minutes since the move to k8s"


def test_search_answers_with_the_documented_json(indexed: CommandLine) -> None:
    """Programs read exactly these keys."""
    answer = indexed.inside("search", QUERY, "--limit", "5", "--json")

    document = answer.document
    first = document["matches"][0]

    assert (answer.code, answer.stderr) == (0, "")
    assert list(document) == ["query", "band", "took_ms", "matches"]
    assert (document["query"], document["band"]) == (QUERY, "strong")
    assert list(first) == (
        [
            "id",
            "title",
            "org",
            "date",
            "visibility",
            "band",
            "score",
            "root_cause",
            "remediation",
            "checks",
            "reasons",
        ]
    )
    assert (first["id"], first["visibility"], first["band"]) == ("PUB-0041", "public", "strong")
    assert all(isinstance(step, str) for step in first["remediation"])
    assert all(list(check) == ["text", "command", "confirms"] for check in first["checks"])
    assert all(
        list(reason) == ["kind", "label", "query_text", "case_text"] for reason in first["reasons"]
    )
    scores = [match["score"] for match in document["matches"]]
    assert len(scores) == 5
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_piped_search_is_plain_and_unbroken(indexed: CommandLine) -> None:
    """One line an item, whatever the width; no colour; the reasons quote both sides."""
    answer = indexed.inside("search", *QUERY.split())

    title = next(line for line in answer.stdout.splitlines() if "PUB-0041" in line)

    assert answer.code == 0
    assert "\x1b" not in answer.stdout
    assert title.startswith("1 · Strong · PUB-0041 · ")
    assert len(title) > 80
    assert "   Why: “p99 fine but max latency spikes every few minutes" in answer.stdout
    assert "↔ “" in answer.stdout
    assert "      $ sudo perf top -C CPU_ID\n" in answer.stdout
    assert "· None" not in answer.stdout


def test_search_without_a_match_says_so_and_shows_the_nearest(indexed: CommandLine) -> None:
    """It is no failure, and never dressed up as a match."""
    answer = indexed.inside("search", "the coffee machine is empty")

    assert answer.code == 0
    assert answer.stdout.startswith("Nothing close in the library.\n")
    assert "Nearest, but not close:\n1 · PUB-" in answer.stdout


def test_search_says_when_filters_leave_nothing(indexed: CommandLine) -> None:
    """Whoever filters too much must not conclude that there is no such case."""
    answer = indexed.inside("search", "database down trigger:migration before:1990")

    assert answer.code == 0
    assert "No case passes these filters." in answer.stdout


def test_search_finds_own_cases(indexed: CommandLine) -> None:
    """The person at the command line may see every case in the file."""
    answer = indexed.inside("search", "zebra gateway giraffe 599 own:", "--json")

    matches = answer.document["matches"]

    assert [(match["id"], match["visibility"]) for match in matches] == [("CASE-0007", "team")]


SEARCHES: dict[str, list[str | bytes]] = {
    "empty": [""],
    "blank": ["  ", "\t"],
    "one word": ["dns"],
    "emoji": ["🔥🔥 👩‍🚒 🔥"],
    "long": ["replica lag and 503s from checkout " * 1143],
    "control": ["\x1b[31mlatency\x07 spikes\x01"],
    "right to left": ["الخادم لا يستجيب للطلبات"],
    "sql": ["'; DROP TABLE cases; -- latency"],
    "mrkdwn": ["<!channel> *all* `503` ~down~ <https://e.com|x>"],
    "key and space": ["component: checkout", "trigger: deploy"],
    "unknown id": ["PUB-9999"],
}


@pytest.mark.parametrize("name", SEARCHES)
def test_search_answers_any_text(indexed: CommandLine, name: str) -> None:
    """Whatever is asked: one JSON document, nothing on stderr, exit code 0."""
    answer = indexed.inside("search", "--json", *SEARCHES[name])

    document = answer.document

    asked = b" ".join(os.fsencode(part) for part in SEARCHES[name]).decode("utf-8", "replace")
    assert (answer.code, answer.stderr) == (0, "")
    assert document["query"] == asked
    assert document["band"] in ("strong", "possible", "none")
    if name in ("empty", "blank", "emoji"):
        assert (document["band"], document["matches"]) == ("none", [])


def test_show_prints_the_case_as_it_came(cli: CommandLine, own_case: dict[str, Any]) -> None:
    """Every value of the file, unknown keys included; nothing is added that it did not need."""
    answer = cli.inside("show", "case-0007", "--json")

    assert answer.code == 0
    assert answer.document == own_case


def test_show_cannot_steer_the_terminal(cli: CommandLine) -> None:
    """What stands in a case stays text: no colours, no bell, no turned reading direction."""
    told = cli.inside("show", "CASE-0007").stdout

    assert told.splitlines()[0] == "Checkout [31mdown[0m drop"
    assert not set(told) & {"\x1b", "\x07", "\u202e"}


def test_show_keeps_the_lines_of_a_command(cli: CommandLine) -> None:
    """A script joined to one line would not run."""
    lines = cli.inside("show", "CASE-0007").stdout.splitlines()

    start = next(place for place, line in enumerate(lines) if "$ for z in a b" in line)

    assert [line.strip() for line in lines[start + 1 : start + 3]] == ["do zebra $z", "done"]


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        (
            "en",
            [
                "Cause",
                "Fixed by",
                "Check now",
                "What was seen",
                "Summary",
                "Filed under",
                "Sources",
            ],
        ),
        ("ko", ["원인", "해결", "지금 확인할 것", "겪은 증상", "요약", "분류", "출처"]),
    ],
)
def test_show_tells_a_case_whole(cli: CommandLine, lang: str, headings: list[str]) -> None:
    """First what to do, then what happened, then where it is from."""
    told = cli.inside("show", "PUB-0041", "--lang", lang).stdout.splitlines()

    assert [line for line in told if line in headings] == headings


def test_vocab_lists_the_terms(cli: CommandLine) -> None:
    """A facet may be named as in a filter; without one all are listed."""
    document = cli.inside("vocab", "cause", "--json").document
    listed = cli.inside("vocab").stdout.splitlines()

    assert list(document) == ["root_cause"]
    assert list(document["root_cause"][0]) == [
        "slug",
        "label",
        "meaning",
        "aliases",
        "cases",
        "reason",
    ]
    assert [line for line in listed if line in FACETS] == list(FACETS)


def test_validate_passes_what_is_shipped(cli: CommandLine) -> None:
    """Every case of the package is sound and keeps the rules; the numbers are told."""
    answer = cli.inside("validate", "--json")

    assert answer.code == 0
    assert list(answer.document) == ["skipped", "notices", "library"]
    assert (answer.document["skipped"], answer.document["notices"]) == ([], [])
    assert answer.document["library"]["cases"] >= 300


def test_gate_answers_with_the_documented_json(cli: CommandLine) -> None:
    """Several words need no quotes."""
    answer = cli.inside("gate", *["checkout", "is", "throwing", "502s", "since", "14:05"], "--json")

    assert (answer.code, answer.stderr) == (0, "")
    assert list(answer.document) == ["symptom", "reasons", "text"]
    assert answer.document["symptom"] is True
    assert answer.document["text"] == "checkout is throwing 502s since 14:05"


def test_gate_says_it_in_words(cli: CommandLine) -> None:
    """A quiet answer is an answer, with its reasons."""
    answer = cli.inside("gate", "lunch at noon?")

    assert answer.code == 0
    assert answer.stdout.startswith("not a live symptom\n   - ")


def test_gate_reads_the_words_of_an_event(cli: CommandLine) -> None:
    """Alerts carry them in blocks and attachments."""
    event = PAYLOADS / "sentry_issue_blocks.json"

    document = cli.inside("gate", "--event", str(event), "--json").document

    assert document["symptom"] is True
    assert "upstream inventory did not answer in 5000ms" in document["text"]


@pytest.mark.parametrize("name", ["channel_join", "message_changed_bot_edit"])
def test_gate_is_quiet_about_what_the_bot_does_not_read(cli: CommandLine, name: str) -> None:
    """An edit or a join is no message, whatever words it carries."""
    answer = cli.inside("gate", "--event", str(PAYLOADS / f"{name}.json"), "--json")

    assert answer.code == 0
    assert (answer.document["symptom"], answer.document["text"]) == (False, "")


def test_eval_answers_with_the_documented_json(indexed: CommandLine, tmp_path: Path) -> None:
    """Any one file is enough; what there is nothing to measure for is null."""
    queries, chatter, more = (tmp_path / name for name in ("q.jsonl", "c.jsonl", "d.jsonl"))
    queries.write_text(
        json.dumps({"id": "PUB-0041", "kind": "first", "text": QUERY}) + "\n\n"
        f"{json.dumps({'id': ['PUB-9999'], 'kind': 'ko', 'text': '점심 뭐 먹지'})}\n",
        encoding="utf-8",
    )
    chatter.write_text(
        json.dumps({"text": "checkout is throwing 502s", "expect": "reply", "kind": "human"}) + "\n"
        f"{json.dumps({'text': 'x', 'expect': 'reply', 'kind': 'human', 'borderline': True})}\n",
        encoding="utf-8",
    )
    more.write_text(
        json.dumps({"text": "lunch at noon?", "expect": "quiet", "kind": "social"}),
        encoding="utf-8",
    )

    asked = indexed.inside("eval", "--queries", str(queries), "--json").document
    heard = indexed.inside(
        "eval", "--chatter", str(chatter), "--chatter", str(more), "--json"
    ).document
    told = indexed.inside("eval", "--queries", str(queries), "--chatter", str(more)).stdout

    assert list(asked) == ["queries", "chatter", "conversations", "p50_ms", "p95_ms"] == list(heard)
    assert asked["queries"]["all"] == {"n": 2, "hit@1": 0.5, "hit@3": 0.5, "mrr": 0.5}
    assert set(asked["queries"]) == {"all", "first", "ko"}
    assert (asked["chatter"], asked["conversations"]) == (None, None)
    assert asked["p50_ms"] <= asked["p95_ms"]
    assert (heard["queries"], heard["p50_ms"], heard["p95_ms"]) == (None, None, None)
    assert heard["chatter"]["all"] == {"n": 2, "reply_recall": 1.0, "false_reply_rate": 0.0}
    assert heard["chatter"]["social"]["reply_recall"] is None
    assert "all\t2\t0.500\t0.500\t0.500" in told.splitlines()


def test_import_takes_the_good_and_names_the_bad(
    cli: CommandLine, own_case: dict[str, Any], tmp_path: Path
) -> None:
    """All good cases land; skipped files make exit code 1, and the JSON is printed still."""
    command_line = CommandLine(tmp_path / "own.sqlite")
    folder = tmp_path / "cases"
    folder.mkdir()
    good = own_case | {"id": "IL-0247"}
    (folder / "good.json").write_text(json.dumps(good), encoding="utf-8")
    (folder / "twice.json").write_text(json.dumps(good), encoding="utf-8")
    (folder / "typed.json").write_text(json.dumps(good | {"title": 7}), encoding="utf-8")
    (folder / "shipped.json").write_text(json.dumps(good | {"id": "PUB-0001"}), encoding="utf-8")

    planned = command_line.inside(
        "import", str(folder), "--visibility", "team", "--dry-run", "--json"
    )
    done = command_line.inside(
        "import", str(folder), str(tmp_path / "no"), "--visibility=team", "--json"
    )
    again = command_line.inside("import", str(folder / "good.json"), "--visibility", "team")
    exported = [
        command_line.inside("export", str(tmp_path / name), "--own").stdout
        for name in ("one", "two")
    ]
    back = CommandLine(tmp_path / "back.sqlite")
    imported = back.inside("import", str(tmp_path / "one"), "--json")
    back.inside("export", str(tmp_path / "three"), "--own")

    assert (planned.code, done.code, again.code, imported.code) == (1, 1, 0, 0)
    assert list(done.document) == ["imported", "updated", "skipped"]
    assert (planned.document["imported"], done.document["imported"]) == (1, 1)
    assert [Path(each["path"]).name for each in done.document["skipped"]] == [
        "shipped.json",
        "twice.json",
        "typed.json",
        "no",
    ]
    assert all(list(each) == ["path", "field", "reason"] for each in done.document["skipped"])
    assert done.stderr == ""
    assert again.stdout == "0 imported, 1 updated, 0 skipped\n"
    assert exported[0] == f"1 case written to {tmp_path / 'one'}\n"
    written = [(tmp_path / name / "IL-0247.json").read_bytes() for name in ("one", "two", "three")]
    assert written[0] == written[1] == written[2]
    assert json.loads(written[0]) == good | {"visibility": "team"}
    assert cli.inside("validate", str(folder / "typed.json"), "--json").document["skipped"] == [
        {"path": str(folder / "typed.json"), "field": "title", "reason": "should be an object"}
    ]
