"""Importing folders of pages: who they are when they come again, and what cannot be read."""

import codecs
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.case import Case, Visibility
from corpus.case_review import edit_case, mark_reviewed
from corpus.importers import pages as page_files
from corpus.importers.decoding import decode
from corpus.importers.paths import Masking, import_paths
from corpus.mask import Masker
from corpus.store import Store

MakeDocument = Callable[..., dict[str, Any]]
WriteJson = Callable[[str, Any], Path]

PAGE = """# Redis evicted the sessions

## Summary

{story}

## Action items

- Raise the limit
- Alert on evictions
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a page below the test's folder and return its path."""

    def build(name: str, text: str | bytes | None = None, story: str = "Users were out.") -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        data = PAGE.format(story=story) if text is None else text
        file.write_bytes(data if isinstance(data, bytes) else data.encode())
        return file

    return build


Write = Callable[..., Path]


def test_pages_get_own_ids(store: Store, write: Write) -> None:
    """New cases are the team's drafts under the next own ids, in the order of the files."""
    write("all/b.md", "# Second\n\n## Summary\n\nTwo.\n")
    write("all/a.md", "# First\n\n## Summary\n\nOne.\n")

    report = import_paths(store, [write("all/b.md").parent])

    assert report.imported == ("CASE-0001", "CASE-0002")
    cases = store.all_cases()
    assert [(case.id, case.visibility, case.draft) for case in cases] == [
        ("CASE-0001", Visibility.TEAM, True),
        ("CASE-0002", Visibility.TEAM, True),
    ]
    assert cases[0].title.en == "First"


def test_pages_leave_ids_of_other_files_alone(
    store: Store, write: Write, write_json: WriteJson, make_document: MakeDocument, tmp_path: Path
) -> None:
    """Neither an id of a JSON file nor one that a page gives itself is given to another."""
    write_json("all/z.json", make_document(id="CASE-0001"))
    write("all/a.md")
    write("all/b.md", "---\nid: CASE-0002\n---\n" + PAGE.format(story="Another."))

    report = import_paths(store, [tmp_path / "all"])

    assert (set(report.imported), report.skipped) == (
        {"CASE-0001", "CASE-0002", "CASE-0003"},
        (),
    )
    assert store.get("CASE-0001").org == "Example Shop"


def test_page_that_gives_an_id_keeps_it(store: Store, write: Write) -> None:
    """Who names an id has the team's case under it; a second file with it is named."""
    first = write("a.md", "---\nid: INC-7\n---\n" + PAGE.format(story="One."))
    second = write("b.md", "---\nid: INC-7\n---\n" + PAGE.format(story="Two."))

    report = import_paths(store, [first, second])

    assert report.imported == ("INC-7",)
    assert [each.reason for each in report.skipped] == ["INC-7 came before in the same import"]
    assert store.get("INC-7").visibility is Visibility.TEAM


def test_page_of_the_shipped_library_is_skipped(store: Store, write: Write) -> None:
    """PUB- cases belong to the package in whatever form."""
    file = write("a.md", "---\nid: PUB-0001\n---\n" + PAGE.format(story="One."))

    report = import_paths(store, [file])

    assert [each.reason for each in report.skipped] == ["PUB-0001 belongs to the shipped library"]


def test_unchanged_pages_are_not_written_again(store: Store, write: Write, tmp_path: Path) -> None:
    """The second import finds every case, and the library stays at its revision."""
    write("all/a.md")
    write("all/b.html", "<h1>Other outage</h1><h2>Summary</h2><p>Nothing worked.</p>")
    first = import_paths(store, [tmp_path / "all"])
    revision = store.revision()

    again = import_paths(store, [tmp_path / "all"])

    assert first.unchanged == ()
    assert (again.imported, again.updated, again.unchanged) == ((), first.imported, first.imported)
    assert store.revision() == revision


def test_changed_page_updates_its_case(store: Store, write: Write) -> None:
    """The same file is the same case, also when its title is another."""
    import_paths(store, [write("a.md")])
    text = PAGE.format(story="All users were out.").replace("evicted", "dropped")

    report = import_paths(store, [write("a.md", text)])

    assert (report.imported, report.updated, report.unchanged) == ((), ("CASE-0001",), ())
    [case] = store.all_cases()
    assert (case.title.en, case.summary and case.summary.en) == (
        "Redis dropped the sessions",
        "All users were out.",
    )


@pytest.mark.parametrize("changed", [False, True])
def test_moved_page_is_the_same_case(
    store: Store, write: Write, tmp_path: Path, changed: bool
) -> None:
    """Another checkout of the folder makes no second case, whether its text is as it was or not."""
    write("here/2025/a.md")
    import_paths(store, [tmp_path / "here"])
    write("there/2025/a.md", story="All users were out." if changed else "Users were out.")

    report = import_paths(store, [tmp_path / "there"])

    assert (report.imported, report.updated) == ((), ("CASE-0001",))
    assert len(report.unchanged) == (0 if changed else 1)


def test_two_pages_of_one_name_are_two_cases(store: Store, write: Write, tmp_path: Path) -> None:
    """A name that two folders use tells nothing, neither in one import nor later."""
    write("x/postmortem.md", story="One.")
    write("y/postmortem.md", story="Two.")
    import_paths(store, [tmp_path / "x", tmp_path / "y"])
    write("y/postmortem.md", story="Two, edited.")

    report = import_paths(store, [tmp_path / "x", tmp_path / "y"])

    assert (report.imported, len(report.updated), len(report.unchanged)) == ((), 2, 1)
    summaries = [case.summary.en for case in store.all_cases() if case.summary]
    assert summaries == ["One.", "Two, edited."]


def test_copy_of_a_page_is_named(store: Store, write: Write, tmp_path: Path) -> None:
    """Two files of the same bytes are one case."""
    first = write("all/a.md")
    write("all/b.md")

    report = import_paths(store, [tmp_path / "all"])

    assert report.imported == ("CASE-0001",)
    assert [each.reason for each in report.skipped] == [f"has the same content as {first}"]


def test_changed_page_keeps_what_people_added(store: Store, write: Write) -> None:
    """Done items, readers and facts that the page never tells stay; its text is a draft again."""
    import_paths(store, [write("a.md")])
    case = mark_reviewed(store, "CASE-0001", actor="U1")
    items = case.document["action_items"]
    items[0]["done_at"] = "2026-02-01"
    edit = {"action_items": items, "recurrence_of": "CASE-0009", "root_cause": "capacity"}
    edit_case(store, "CASE-0001", edit, seen=case.digest, actor="U1")

    import_paths(store, [write("a.md", story="All users were out.")])

    after = store.get("CASE-0001")
    assert [item.done_at for item in after.action_items] == ["2026-02-01", None]
    assert (after.recurrence_of, after.root_cause) == ("CASE-0009", "capacity")
    assert (after.review.reviewed_by, after.draft) == ("U1", True)


def test_visibility_is_whose_it_was_unless_told(store: Store, write: Write) -> None:
    """`--visibility` overrides, also where the page is unchanged; later imports leave it."""
    file = write("a.md")
    import_paths(store, [file])
    import_paths(store, [file], visibility=Visibility.PUBLIC)
    public = store.get("CASE-0001")

    import_paths(store, [write("a.md", story="All users were out.")])

    assert (public.visibility, public.draft) == (Visibility.PUBLIC, False)
    assert store.get("CASE-0001").visibility is Visibility.PUBLIC


def test_dry_run_tells_what_would_land(store: Store, write: Write, tmp_path: Path) -> None:
    """Ids, fields and documents, page by page; nothing is written."""
    for number in range(30):
        write(f"all/{number:02}.md", story=f"Story {number}.")

    planned = import_paths(store, [tmp_path / "all"], dry_run=True)
    empty = store.all_cases()
    done = import_paths(store, [tmp_path / "all"])

    assert (empty, len(planned.imported)) == ([], 30)
    assert planned == done
    assert planned.landing[0].fields == (
        "title",
        "summary",
        "action_items",
        "symptoms",
        "components",
        "domain",
    )


def test_stopped_import_goes_on(store: Store, write: Write, tmp_path: Path) -> None:
    """A thousand files land in steps: what landed stays and is not read again."""
    for number in range(60):
        write(f"all/{number:02}.md", story=f"Story {number}.")

    def stop(done: int, _total: int) -> None:
        if done == 55:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_paths(store, [tmp_path / "all"], progress=stop)
    landed = [case.id for case in store.all_cases()]
    told: list[tuple[int, int]] = []
    report = import_paths(store, [tmp_path / "all"], progress=lambda *each: told.append(each))

    assert len(landed) == 50
    assert (list(report.updated), len(report.imported)) == (landed, 10)
    assert told == [(done, 60) for done in range(1, 61)]


def test_failing_step_leaves_none_of_its_pages(
    store: Store, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step of pages lands whole or not at all."""
    for number in range(3):
        write(f"all/{number}.md", story=f"Story {number}.")
    monkeypatch.setattr(Store, "_bump", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        import_paths(store, [tmp_path / "all"])

    assert store.all_cases() == []


def test_folders_pass_over_what_is_no_postmortem(
    store: Store, write: Write, tmp_path: Path
) -> None:
    """A README and a template are none, unless they are named."""
    for name in ("README.md", "index.html", "postmortem-template.md", ".hidden.md", "a.md"):
        write(f"all/{name}", story=name)

    folder = import_paths(store, [tmp_path / "all"])
    named = import_paths(store, [tmp_path / "all" / "README.md"])

    assert (len(folder.imported), len(named.imported)) == (1, 1)


KOREAN = "# 세션 유실\n\n## 요약\n\n레디스가 세션을 모두 지웠다. 사용자 전원이 로그아웃됐다.\n"
FRENCH = "# Sessions perdues\n\n## Summary\n\nLes données étaient supprimées à cause d'un cache.\n"


ENCODED = [
    (KOREAN, "utf-8"),
    (KOREAN, "utf-8-sig"),
    (KOREAN, "utf-16"),
    (KOREAN, "utf-16-le"),
    (KOREAN, "utf-16-be"),
    (KOREAN, "utf-32"),
    (KOREAN, "euc-kr"),
    (KOREAN.replace("세션", "쎼션 햏"), "cp949"),
    (FRENCH, "latin-1"),
    (FRENCH.replace("'", "\u2019"), "cp1252"),
    (FRENCH, "utf-16-le"),
]


@pytest.mark.parametrize(("text", "encoding"), ENCODED)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_page_is_read_in_any_encoding(text: str, encoding: str, ends: str) -> None:
    """Also without a mark, and with any line ends."""
    assert decode(text.replace("\n", ends).encode(encoding)) == text


def test_korean_page_of_another_encoding_lands(store: Store, write: Write) -> None:
    """What Korean editors of old write."""
    import_paths(store, [write("a.md", KOREAN.replace("\n", "\r\n").encode("cp949"))])

    case = store.get("CASE-0001")
    assert case.summary is not None
    assert case.summary.ko == "레디스가 세션을 모두 지웠다. 사용자 전원이 로그아웃됐다."


def test_html_says_its_encoding(store: Store, write: Write) -> None:
    """A short page that says EUC-KR is read so, CP949's letters included."""
    page = '<meta charset="euc-kr"><h1>쎼션 햏</h1><h2>요약</h2><p>장애</p>'

    import_paths(store, [write("a.html", page.encode("cp949"))])

    assert store.get("CASE-0001").title.ko == "쎼션 햏"


BAD = {
    "empty": (b"", "is empty"),
    "blank": (b" \n\n ", "is empty"),
    "mark alone": (codecs.BOM_UTF8, "is empty"),
    "pdf": (b"%PDF-1.7\n1 0 obj", "is not a text file"),
    "zip": (b"PK\x03\x04" + bytes(range(256)), "is not a text file"),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(64), "is not a text file"),
    "binary": (bytes(range(256)) * 64, "is not a text file"),
    "half a letter": (codecs.BOM_UTF16_LE + b"a\x00b", "is not utf-16 text"),
    "controls": (b"# a\x00\x01\x02b", "is not a text file"),
    "deep html": (b"<div>" * 100_000, "is nested too deeply"),
    "deep lists": (b"<ul><li>" * 50_000 + b"x", "is nested too deeply"),
    "deep quotes": (b">" * 50_000 + b"a", "is nested too deeply"),
    "deep markdown": (b"- " * 20_000 + b"a", "is nested too deeply"),
    "long": (b"# a\n\n" + b"word " * 400_000, "is too long"),
    "markup alone": (b"<html><body><script>1</script></body></html>", "is required"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("suffix", ["md", "html"])
def test_bad_page_is_named_and_keeps_no_good_one_out(
    store: Store, write: Write, name: str, suffix: str
) -> None:
    """A clear reason and no crash; nothing half-written."""
    data, reason = BAD[name]
    if (name, suffix) in {("deep quotes", "html"), ("deep markdown", "html")}:
        pytest.skip("in HTML these are plain words")

    report = import_paths(store, [write(f"a.{suffix}", data), write("good.md")])

    assert report.imported == ("CASE-0001",)
    [skipped] = report.skipped
    assert reason in skipped.reason


def test_giant_page_is_not_read(store: Store, write: Write) -> None:
    """Twenty megabytes hold pictures or logs."""
    report = import_paths(store, [write("a.html", b"<p>" + b"x" * 20 * 1024 * 1024)])

    assert [each.reason for each in report.skipped] == ["is larger than 8 MB"]
    assert page_files.PAGE_LIMIT == 8 * 1024 * 1024


def test_long_log_is_kept_in_pieces(store: Store, write: Write) -> None:
    """A section longer than one text may be is several documents, letter for letter."""
    log = "\n".join(f"line {number} of the log" for number in range(10_000))

    import_paths(store, [write("a.md", f"{PAGE.format(story='x')}\n## Log\n\n```\n{log}\n```\n")])

    docs = store.get("CASE-0001").document["docs"]
    assert len(docs) > 1
    assert "".join(doc["text"] for doc in docs) == log


SECRETS = """# Deploy key leaked by bob@corp.example.net

## Summary

The password is hunter2-{tail} for db1. Call +82 10-1234-5678.

## Notes

| name | value |
|---|---|
| AWS | {key} |
"""


def secret_page() -> str:
    """A page with secrets that look real and are built here."""
    return SECRETS.format(tail="Xq93kd", key="AKIA" + "Q7ZPW3XM" * 2)


@pytest.mark.parametrize("kind", ["md", "html"])
def test_pages_are_masked_before_they_are_stored(store: Store, write: Write, kind: str) -> None:
    """Whatever the form, and told by field and kind, never by what it was."""
    text = secret_page()
    if kind == "html":
        parts = [f"<p>{line}</p>" for line in text.replace("@", "&#64;").splitlines()]
        text = f"<html><body>{''.join(parts)}</body></html>"

    report = import_paths(store, [write(f"a.{kind}", text)])

    stored = store.get("CASE-0001").json_text
    found = [word for word in ("bob@", "hunter2", "1234-5678", "AKIA") if word in stored]
    assert found == []
    kinds = {each.kind for each in report.masked}
    assert {"email", "password", "phone", "key"} <= kinds
    assert all(each.masked and each.field and each.path.endswith(kind) for each in report.masked)


@pytest.mark.parametrize("mask", [False, True])
def test_case_json_is_masked_only_on_request(
    store: Store, write_json: WriteJson, make_document: MakeDocument, mask: bool
) -> None:
    """Its secrets are told either way."""
    summary = {"en": "Write to bob@corp.example.net"}
    file = write_json("a.json", make_document(summary=summary))

    report = import_paths(store, [file], masking=Masking(Masker(), cases=mask))

    [told] = report.masked
    assert (told.field, told.kind, told.count, told.masked) == ("summary.en", "email", 1, mask)
    assert ("bob@" in store.get("IL-0247").json_text) is not mask


def test_customer_ids_are_masked_by_pattern(store: Store, write: Write) -> None:
    """What the team says its customer ids look like."""
    file = write("a.md", story="Customer CUST-4711 called.")

    import_paths(store, [file], masking=Masking(Masker(["CUST-####"])))

    assert "CUST-4711" not in store.get("CASE-0001").json_text


def test_front_matter_gives_fields(store: Store, write: Write) -> None:
    """Fields of a case are taken as they are, other values are read or kept, nothing is run."""
    front = """---
title: "Checkout down: again"
date: 2025-03-02
severity: 2
components: [redis-cluster, checkout]
root_cause: a person said so
duration: 45 minutes
tags: [db, night]
visibility: nobody
symptoms: high-latency, data-loss
run: [echo]
---
"""
    import_paths(store, [write("a.md", front + PAGE.format(story="x"))])

    case = store.get("CASE-0001")
    assert (case.title.en, case.date, case.severity) == ("Checkout down: again", "2025-03-02", "2")
    assert (case.components, case.symptoms) == (
        ("redis-cluster", "checkout"),
        ("high-latency", "data-loss"),
    )
    assert (case.timeline.resolved_after, case.root_cause) == ("PT45M", None)
    assert case.visibility is Visibility.TEAM
    kept = str(case.document["docs"])
    assert [w for w in ("a person said so", "db, night", "nobody", "echo") if w not in kept] == []


@pytest.mark.parametrize(
    "front",
    [
        "title: Outage: checkout: again",
        "a: &a [1]\nb: *a",
        "- 1\n- 2",
        "x: !!python/object/apply:os.system [echo]",
        "[" * 5000,
        "{",
        "n: " + "1" * 5000,
    ],
    ids=range(7),
)
def test_odd_front_matter_keeps_no_page_out(store: Store, write: Write, front: str) -> None:
    """It is read as well as it goes, or stays text."""
    report = import_paths(store, [write("a.md", f"---\n{front}\n---\n{PAGE.format(story='x')}")])

    assert (report.imported, report.skipped) == (("CASE-0001",), ())


def test_page_in_any_file_name(store: Store, tmp_path: Path, write: Write) -> None:
    """Bytes that are no text are shown as such, and kept out of the case."""
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md"))
    odd.write_bytes(write("a.md").read_bytes())

    report = import_paths(store, [odd])

    assert report.imported == ("CASE-0001",)
    assert store.get("CASE-0001").document["imported_from"]["path"] == "\ufffd.md"


def test_imported_case_is_sound(store: Store, write: Write) -> None:
    """What was imported is read from the store as it was written."""
    import_paths(store, [write("a.md")])

    case = store.get("CASE-0001")
    assert Case.from_document(case.document).json_text == case.json_text
