"""Cases as Markdown: files that people read and edit, from which nothing is missing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.case import LINKS_KEY, Case
from corpus.case_markdown import read_case, write_case
from corpus.errors import InvalidCaseError
from corpus.exporter import export_cases
from corpus.importers.paths import import_paths
from corpus.shipped import load_shipped_cases
from corpus.store import Store

MakeDocument = Callable[..., dict[str, Any]]


def test_shipped_cases_come_back_value_for_value() -> None:
    """In the order of their keys, and known to be as they were written."""
    changed = [
        case.id
        for case in load_shipped_cases()
        if (read := read_case(write_case(case.document))) is None
        or (json.dumps(read[0]), read[1]) != (json.dumps(case.document), True)
    ]

    assert changed == []


def test_file_reads_as_a_page(make_document: MakeDocument) -> None:
    """A part a language, a heading a field, and all other keys above."""
    document = make_document(
        symptoms_text={"en": "Requests hung.\n\nFor * a minute.", "ko": "요청이 멈췄다."},
        remediation=[{"text": {"en": "Restarted it", "ko": "재시작했다"}}],
        checks=[
            {
                "text": {"en": "Look at the pool", "ko": "풀을 본다"},
                "command": "psql -c 'select 1'\n",
                "confirms": {"en": "Full: same cause", "ko": "가득하면 같은 원인"},
            }
        ],
    )

    told = write_case(document)

    assert told.splitlines()[2:6] == [
        'id: "IL-0247"',
        'org: "Example Shop"',
        'date: "2025-07"',
        'title: {"en": "Checkout timed out", "ko": "결제가 시간 초과로 실패했다"}',
    ]
    assert 'remediation: "(below)"\n' in told
    body = told.partition("\n---\n")[2]
    assert body == (
        "\n# Checkout timed out\n\n## What was seen\n\nRequests hung.\n\nFor \\* a minute.\n\n"
        "## What fixed it\n\n1. Restarted it\n\n## Check now\n\n1. Look at the pool\n\n"
        "   ```\n   psql -c 'select 1'\n\n   ```\n\n   → Full: same cause\n\n"
        "# 결제가 시간 초과로 실패했다\n\n## 증상\n\n요청이 멈췄다.\n\n## 조치\n\n1. 재시작했다\n\n"
        "## 지금 확인할 것\n\n1. 풀을 본다\n\n"
        "   ```\n   psql -c 'select 1'\n\n   ```\n\n   → 가득하면 같은 원인\n"
    )


EDITS: dict[str, tuple[str, str, Callable[[dict[str, Any]], Any], Any]] = {
    "a text": ("A minute.", "An hour.", lambda d: d["symptoms_text"]["en"], "An hour."),
    "a title": ("# Timed out", "# Slow", lambda d: d["title"]["en"], "Slow"),
    "a value above": ('org: "Shop"', "org: Other", lambda d: d["org"], "Other"),
    "one step more": (
        "1. Restarted it\n",
        "1. Restarted it\n2. Waited\n",
        lambda d: d["remediation"],
        [{"text": {"en": "Restarted it"}}, {"text": {"en": "Waited"}}],
    ),
    "a section taken out": (
        "## What fixed it\n\n1. Restarted it\n",
        "",
        lambda d: d.get("remediation"),
        None,
    ),
    "a section of one's own": (
        "## What fixed it",
        "## Notes\n\nMine\n\n## What fixed it",
        lambda d: d["docs"],
        [{"title": "Notes", "text": "Mine"}],
    ),
    "a field that was empty": (
        "## What fixed it",
        "## Lessons\n\nWatch it.\n\n## What fixed it",
        lambda d: d["lessons"],
        {"en": "Watch it."},
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_edited_file_is_read_with_the_edit(edit: str) -> None:
    """Above or below; and it is known that somebody edited it."""
    document = {
        "id": "CASE-1",
        "title": {"en": "Timed out"},
        "org": "Shop",
        "symptoms_text": {"en": "A minute."},
        "remediation": [{"text": {"en": "Restarted it"}}],
    }
    before, after, look, expected = EDITS[edit]
    told = write_case(document)

    read = read_case(told.replace(before, after, 1))

    assert before in told
    assert read is not None
    assert (look(read[0]), read[1]) == (expected, False)


def test_entries_with_more_than_a_text_are_not_mixed_up(make_document: MakeDocument) -> None:
    """Taking out the first of two action items below would give its date to the second."""
    items = [{"text": {"en": "One"}, "done_at": "2026-01-01"}, {"text": {"en": "Two"}}]
    told = write_case(make_document(title={"en": "A"}, action_items=items))

    with pytest.raises(InvalidCaseError, match="action_items: has another number of entries"):
        read_case(told.replace("1. One\n", ""))


@pytest.mark.parametrize("text", ["# a page", "---\ntitle: a\n---\n# a page", "---\n", ""])
def test_other_pages_are_not_ours(text: str) -> None:
    """They are the importers' business."""
    assert read_case(text) is None


def test_file_of_a_newer_version_is_told(make_document: MakeDocument) -> None:
    """Rather than half read."""
    told = write_case(make_document()).replace('incident-lookup: "1 ', 'incident-lookup: "2 ')

    with pytest.raises(InvalidCaseError, match="newer version"):
        read_case(told)


HARD = [
    "# heading\n## What fixed it\n1. a",
    "- a\n* b\n+ c\n> d\n10. e\n    f",
    "a\\b \\* \\\\ &amp; <b> [x](y) `c` ```\nd\n```",
    "*a* _b_ snake_case __init__ ~~s~~",
    "→ confirms\n\n→ again",
    " leading",
    "trailing ",
    "a  \nb",
    "a\n\n\n\nb",
    "\ttab\n",
    "(below)",
    "---\na: b\n---",
    "a\u2028b\u0085c\x0bd\ufeff",
    "\u200b\u202e🔥",
    "```\n\n→ x",
]


@pytest.mark.parametrize("text", HARD)
def test_any_text_comes_back_letter_by_letter(text: str) -> None:
    """Whatever it means in Markdown, in each place a text may stand."""
    human = {"en": text, "ko": text}
    document = {
        "id": "CASE-1",
        "title": {"en": text, "ko": "제목"},
        "summary": human,
        "lessons": {"ko": text, "en": None},
        "remediation": [{"text": human}, {"text": {"en": text}}],
        "dead_ends": [{"text": human}],
        "checks": [{"text": human, "command": text, "confirms": human}],
        "action_items": [{"text": human, "done_at": "2026-01-01"}],
        LINKS_KEY: [{"thread": "x"}],
    }

    read = read_case(write_case(document))

    del document[LINKS_KEY]
    assert read is not None
    assert json.dumps(read[0]) == json.dumps(document)
    assert read[1]


PIECES = st.sampled_from(
    [
        "a",
        "가",
        " ",
        "\n",
        "\n\n",
        "#",
        "*",
        "_",
        "`",
        "```",
        "→",
        "\\",
        "(below)",
        "1.",
        "-",
        ">",
        "&",
    ]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=12)
HUMAN = st.dictionaries(st.sampled_from(["en", "ko", "ja"]), TEXTS | st.none(), max_size=3)
STEP = st.fixed_dictionaries({"text": HUMAN}, optional={"done_at": TEXTS, "x": TEXTS | st.none()})
CHECK = st.fixed_dictionaries({"text": HUMAN}, optional={"command": TEXTS, "confirms": HUMAN})
ANY = st.none() | st.booleans() | st.integers() | TEXTS | st.lists(TEXTS, max_size=2)
DOCUMENTS = st.fixed_dictionaries(
    {"id": st.just("CASE-1"), "title": HUMAN},
    optional={
        "summary": HUMAN | ANY,
        "symptoms_text": HUMAN,
        "remediation": st.lists(STEP | ANY, max_size=3) | ANY,
        "action_items": st.lists(STEP, max_size=3),
        "checks": st.lists(CHECK, max_size=2) | ANY,
        "dead_ends": st.lists(STEP, max_size=2),
        "x: y": ANY,
        "": ANY,
        "외": ANY,
    },
).flatmap(lambda document: st.permutations(list(document.items())).map(dict))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(document=DOCUMENTS)
def test_any_document_comes_back(document: dict[str, Any]) -> None:
    """Value for value and key for key, whatever its shape."""
    read = read_case(write_case(document))

    assert read is not None
    assert (json.dumps(read[0]), read[1]) == (json.dumps(document), True)


def test_export_then_import_then_export_is_identical(
    store: Store, make_document: MakeDocument, tmp_path: Path
) -> None:
    """Byte for byte, stored secrets included: a file of ours is case JSON in another form."""
    for number in range(3):
        text = {"en": f"Story {number}: write to bob@corp.example.net", "ko": "이야기"}
        document = make_document(id=f"CASE-{number}", summary=text, extra={"a": [1, None, 1.5]})
        store.import_cases([Case.from_document(document)])
    export_cases(store, tmp_path / "first", markdown=True)
    export_cases(store, tmp_path / "json")

    for case in store.all_cases():
        store.remove(case.id, actor="U1")
    report = import_paths(store, [tmp_path / "first"])
    export_cases(store, tmp_path / "second", markdown=True)
    export_cases(store, tmp_path / "again")

    assert (len(report.imported), report.skipped) == (3, ())
    assert {each.masked for each in report.masked} == {False}
    for one, two in (("first", "second"), ("json", "again")):
        files = sorted((tmp_path / one).iterdir())
        assert [file.read_bytes() for file in files] == [
            (tmp_path / two / file.name).read_bytes() for file in files
        ]


def test_edited_export_is_masked(store: Store, make_document: MakeDocument, tmp_path: Path) -> None:
    """What somebody wrote into a file is a page's text, and pages are masked."""
    store.import_cases([Case.from_document(make_document(id="CASE-1"))])
    [file] = export_cases(store, tmp_path, markdown=True)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("Requests hung", "Ask bob@corp.example.net"), encoding="utf-8")

    report = import_paths(store, [file])

    assert [(each.kind, each.masked) for each in report.masked] == [("email", True)]
    assert "bob@" not in store.get("CASE-1").json_text
