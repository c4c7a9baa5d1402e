"""`vocab` and `validate` as people read them, in both languages."""

import json
from pathlib import Path

import pytest
from support.command_line import CommandLine

CASE = {
    "id": "IL-1",
    "title": {"en": "Checkout failed"},
    "symptoms_text": {"en": "Checkout failed"},
    "symptoms": ["high-latensy"],
}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Misconfiguration (A setting was wrong, missing"),
        ("ko", "설정 오류 (설정이 틀렸거나"),
    ],
)
def test_vocab_says_meaning_and_uses(cli: CommandLine, lang: str, line: str) -> None:
    """Each term has its meaning, and the number of shipped cases that are filed under it."""
    told = cli.inside("vocab", "cause", "--lang", lang).stdout
    terms = cli.inside("vocab", "cause", "--json").document["root_cause"]
    term = next(each for each in terms if each["slug"] == "misconfiguration")

    [found] = [each for each in told.splitlines() if each.strip().startswith("misconfiguration:")]
    assert line in found
    assert term["cases"] > 10
    assert term["reason"] is None
    expected = f"{term['cases']} cases" if lang == "en" else f"사례 {term['cases']}건"
    assert found.endswith(expected)


def test_vocab_says_why_a_rare_term_is_there(cli: CommandLine) -> None:
    """A term that hardly any shipped case uses has its reason."""
    facets = cli.inside("vocab", "--json").document

    rare = [term for terms in facets.values() for term in terms if term["cases"] < 2]

    assert rare
    assert all(term["reason"] for term in rare)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Every case file is valid.", "1 notice, which fails nothing:"]),
        ("ko", ["모든 사례 파일이 올바르게 작성되어 있어요.", "알림 1건 (실패로 치지 않아요):"]),
    ],
)
def test_validate_of_other_files_tells_notices_and_passes(
    cli: CommandLine, tmp_path: Path, lang: str, lines: list[str]
) -> None:
    """A slug of one's own is told with the nearest, and fails nothing."""
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE), encoding="utf-8")

    told = cli.inside("validate", str(file), "--lang", lang)
    document = cli.inside("validate", str(file), "--json").document

    reason = "high-latensy is not in the vocabulary; the nearest term is high-latency"
    assert told.code == 0
    assert told.stdout.splitlines() == [*lines, f"   {file}: symptoms: {reason}"]
    assert document == {
        "skipped": [],
        "notices": [{"path": str(file), "field": "symptoms", "reason": reason}],
        "library": None,
    }


@pytest.mark.parametrize(("lang", "beginning"), [("en", "309 cases of "), ("ko", "조직 ")])
def test_validate_tells_the_library_in_numbers(cli: CommandLine, lang: str, beginning: str) -> None:
    """Cases, what is written on them, the largest organisations with the limit, and the terms."""
    numbers = cli.inside("validate", "--json").document["library"]
    lines = cli.inside("validate", "--lang", lang).stdout.splitlines()

    largest = next(iter(numbers["organisations"].items()))
    assert lines[1].startswith(beginning.replace("309", str(numbers["cases"])))
    assert str(numbers["with_dead_ends"]) in lines[2]
    assert f"{largest[0]} {largest[1]}" in lines[3]
    assert f"root_cause {numbers['facets']['root_cause']['used']}/" in lines[4]
