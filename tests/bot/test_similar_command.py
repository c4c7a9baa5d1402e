"""The `similar` command: the documented JSON, what people read, and ids that do not exist."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import CommandLine, without_style

from bot.print_similar import print_similar
from corpus import Case, Likeness, LikenessKind, SimilarCase, Vocabulary
from handlers.locale import Catalogue

SENTENCE = "There is no case {} here."


def test_similar_answers_with_the_documented_json(indexed: CommandLine) -> None:
    """Programs read exactly these keys."""
    answer = indexed.inside("similar", "pub-0021", "--json")

    document = answer.document
    [buffer] = [each for each in document["similar"] if each["id"] == "PUB-0025"]

    assert (answer.code, answer.stderr) == (0, "")
    assert list(document) == ["id", "similar"]
    assert document["id"] == "PUB-0021"
    assert all(list(each) == ["id", "title", "score", "reasons"] for each in document["similar"])
    assert buffer["title"].startswith("Buffer's user-facing services")
    assert 0 < buffer["score"] <= 1
    assert all(
        list(reason) == ["kind", "label", "query_text", "case_text"] for reason in buffer["reasons"]
    )
    assert {reason["kind"] for reason in buffer["reasons"]} == {"facet", "phrase"}
    [shared] = [each for each in buffer["reasons"] if "CPU throttling" in each["label"]]
    assert "cpu-throttling" in shared["case_text"]


def test_similar_answers_in_the_language_of_the_reader(indexed: CommandLine) -> None:
    """Titles, labels and quotes."""
    document = indexed.inside("similar", "PUB-0021", "--lang", "ko", "--json").document

    [buffer] = [each for each in document["similar"] if each["id"] == "PUB-0025"]

    assert buffer["title"].startswith("CPU limit")
    labels = [reason["label"] for reason in buffer["reasons"]]
    assert any("CPU 스로틀링" in label for label in labels)
    assert any("커널" in label for label in labels)


def test_links_are_reasons_of_kind_id(tmp_path: Path) -> None:
    """Related cases and recurrences of them, whoever may see them: the operator sees all."""
    cases: list[dict[str, Any]] = [
        {"id": "CASE-0001", "title": {"en": "Again"}, "recurrence_of": "CASE-0002"},
        {"id": "CASE-0002", "title": {"en": "At first"}, "related": ["PUB-0012"]},
    ]
    for case in cases:
        document = {"summary": {"en": "It broke."}, **case}
        (tmp_path / f"{case['id']}.json").write_text(json.dumps(document), encoding="utf-8")
    command_line = CommandLine(tmp_path / "cases.sqlite")
    command_line.inside("import", str(tmp_path))

    found = command_line.inside("similar", "CASE-0002", "--json").document["similar"]

    assert [(each["id"], each["score"], each["reasons"][0]) for each in found[:2]] == [
        (
            "PUB-0012",
            1.0,
            {
                "kind": "id",
                "label": "named as related",
                "query_text": "PUB-0012",
                "case_text": "PUB-0012",
            },
        ),
        (
            "CASE-0001",
            1.0,
            {
                "kind": "id",
                "label": "recurrence of CASE-0002",
                "query_text": "CASE-0002",
                "case_text": "CASE-0001",
            },
        ),
    ]


def test_similar_cases_are_told_to_people(indexed: CommandLine) -> None:
    """One line an item when piped: what it is, why, and its cause."""
    told = indexed.inside("similar", "PUB-0021").stdout

    assert told.startswith("PUB-0021 · Kernel CFS quota bug")
    assert " · PUB-0025 · Buffer's user-facing" in told
    assert "CPU throttling" in told
    assert "   Why: “" in told
    assert "   Cause: Software bug (CPU limits set" in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("PUB-9999", SENTENCE.format("PUB-9999")),
        ("pub-21", SENTENCE.format("pub-21") + " Did you mean PUB-0021?"),
        ("PUP-0021", SENTENCE.format("PUP-0021") + " Did you mean PUB-0021?"),
        ("7", SENTENCE.format("7") + " Did you mean CASE-0007, PUB-0007?"),
    ],
)
def test_unknown_id_is_one_sentence(indexed: CommandLine, typed: str, complaint: str) -> None:
    """With the ids that may be meant, where there are any."""
    answer = indexed.inside("similar", typed, "--json")

    assert (answer.code, answer.complaint) == (1, complaint)


@pytest.mark.parametrize("typed", ["", "  "])
def test_no_id_is_a_wrong_use(indexed: CommandLine, typed: str) -> None:
    """An empty variable in a script, most likely."""
    answer = indexed.inside("similar", typed)

    assert answer.code == 2
    assert "such as PUB-0001" in answer.complaint


def make_case(case_id: str, **values: Any) -> Case:
    """A case with a title and little else."""
    document = {"id": case_id, "title": {"en": f"Title {case_id}"}, "summary": {"en": "It broke."}}
    return Case.from_document(document | values)


def printed(capsys: pytest.CaptureFixture[str], *similar: SimilarCase, lang: str = "en") -> str:
    """What is printed for these similar cases of PUB-0001."""
    print_similar(make_case("PUB-0001"), similar, Catalogue.load().words(lang), Vocabulary.load())
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "No case in the library is similar enough to PUB-0001 to be worth reading."),
        ("ko", "함께 읽어 볼 만큼 PUB-0001 사례와 비슷한 사례가 없어요."),
    ],
)
def test_nothing_similar_is_an_answer(
    capsys: pytest.CaptureFixture[str], lang: str, sentence: str
) -> None:
    """It is said, not left to be guessed from an empty screen."""
    assert printed(capsys, lang=lang).splitlines() == ["PUB-0001 · Title PUB-0001", sentence]


def test_outdated_and_phrase_only_cases_are_told_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """A phrase that is the only reason has the label."""
    phrase = Likeness(LikenessKind.PHRASE, "it hung", "it froze")
    case = make_case("PUB-0002", outdated={"reason": "That cluster is gone"})

    told = printed(capsys, SimilarCase(case, 0.5, (phrase,)))

    assert told.splitlines() == [
        "PUB-0001 · Title PUB-0001",
        "1 case worth reading beside PUB-0001",
        "",
        "1 · PUB-0002 · Title PUB-0002",
        "   other company's incident",
        "   No longer applies: That cluster is gone",
        "   Why: “it hung” ↔ “it froze”",
    ]


def test_terminal_says_how_to_see_more(cli: CommandLine) -> None:
    """A person looks at it: ids below the titles, and the next command."""
    seen = without_style(cli.on_terminal("similar", "PUB-0021"))

    assert "incident-lookup show PUB-" in seen
    assert "PUB-0025 · Buffer" in seen
