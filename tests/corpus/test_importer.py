"""Importing case files: all that is sound lands, everything else is named with its reason."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.case import Visibility
from corpus.errors import DatabaseError
from corpus.importers import ImportReport, SkippedCase, files
from corpus.importers.paths import import_paths
from corpus.store import Store

MakeDocument = Callable[..., dict[str, Any]]
WriteJson = Callable[[str, Any], Path]


def ids(store: Store) -> list[str]:
    """The ids in a store, sorted."""
    return [case.id for case in store.all_cases()]


@pytest.mark.parametrize(
    "wrap",
    [
        lambda cases: cases,
        lambda cases: {"cases": cases},
        lambda cases: {"total": 2, "cases": cases},
        lambda cases: {"data": cases, "next": "abc"},
        lambda cases: {"items": cases, "next": None},
        lambda cases: {"results": cases, "count": 2},
    ],
    ids=["list", "cases", "cases among others", "data", "items", "results"],
)
def test_import_reads_files_of_many_cases(
    store: Store, make_document: MakeDocument, write_json: WriteJson, wrap: Callable[[Any], Any]
) -> None:
    """One file may hold a list of cases, bare or under `cases`."""
    file = write_json("all.json", wrap([make_document(id="IL-1"), make_document(id="IL-2")]))

    report = import_paths(store, [file])

    assert report == ImportReport(imported=("IL-1", "IL-2"), updated=(), skipped=())
    assert ids(store) == ["IL-1", "IL-2"]


def test_import_reads_a_case_that_has_a_key_cases(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """A case with an unknown key `cases` is still a case."""
    file = write_json("one.json", make_document(cases=["a", "b"]))

    import_paths(store, [file])

    assert store.get("IL-0247").document["cases"] == ["a", "b"]


def test_import_reads_folders_in_order(
    store: Store, make_document: MakeDocument, write_json: WriteJson, tmp_path: Path
) -> None:
    """A folder gives its .json files and those below it; hidden and other files are no cases."""
    for number, name in enumerate(["b/deep/2.json", "b/1.JSON", "a.json", ".hidden.json"]):
        write_json(f"cases/{name}", make_document(id=f"IL-{number}"))
    write_json("cases/.git/config.json", {"core": {}})
    write_json("cases/notes.txt", "notes")
    write_json("cases/README.md", "read me")

    report = import_paths(store, [tmp_path / "cases"])

    assert report == ImportReport(imported=("IL-2", "IL-1", "IL-0"), updated=(), skipped=())


@pytest.mark.parametrize("names", [[], ["notes.txt", "README.md"]])
def test_import_names_a_folder_without_cases(
    store: Store, write_json: WriteJson, tmp_path: Path, names: list[str]
) -> None:
    """Nobody is left to think that an empty folder was imported."""
    folder = tmp_path / "cases"
    folder.mkdir()
    for name in names:
        write_json(f"cases/{name}", "text")

    report = import_paths(store, [folder])

    assert report.skipped == (
        SkippedCase(str(folder), "", "holds no .json, .md, .markdown, .html or .htm file"),
    )


def test_import_follows_links_once(
    store: Store, make_document: MakeDocument, write_json: WriteJson, tmp_path: Path
) -> None:
    """Linked folders are read, and links in circles come to an end."""
    write_json("elsewhere/1.json", make_document(id="IL-1"))
    write_json("cases/2.json", make_document(id="IL-2"))
    (tmp_path / "cases" / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "cases" / "again").symlink_to(tmp_path / "cases")
    (tmp_path / "elsewhere" / "back").symlink_to(tmp_path / "cases")

    report = import_paths(store, [tmp_path / "cases"])

    assert (set(report.imported), report.skipped) == ({"IL-1", "IL-2"}, ())


def test_import_names_a_file_link_in_circles(
    store: Store, make_document: MakeDocument, write_json: WriteJson, tmp_path: Path
) -> None:
    """A file that is a link to itself is named; its neighbour lands."""
    write_json("cases/b.json", make_document())
    loop = tmp_path / "cases" / "a.json"
    loop.symlink_to(loop)

    report = import_paths(store, [tmp_path / "cases"])

    assert report.imported == ("IL-0247",)
    assert [(each.path, each.field) for each in report.skipped] == [(str(loop), "")]
    assert "cannot be read" in report.skipped[0].reason


@pytest.mark.parametrize(
    ("content", "field", "reason"),
    [
        (b"", "", "is empty"),
        (b"\x80\x81", "", "is not UTF-8 text (byte 1)"),
        (b'{"id": "IL-1",', "", "is not valid JSON: Expecting property name"),
        (b"[" * 100_000, "", "is nested too deeply"),
        (b'"IL-1"', "", 'should be a case, a list of cases, or {"cases": [...]}'),
        (b"null", "", 'should be a case, a list of cases, or {"cases": [...]}'),
        (b'{"cases": {"IL-1": {}}}', "cases", "should be a list"),
        (b"{}", "id", "is required"),
        (
            b'{"cases": [{"id": "IL-1", "updated_at": "2026-01-01"}]}',
            "cases.0",
            "only names a case",
        ),
        (b'{"case": {"id": 5}}', "case.id", "should be a string"),
        (b'{"id": "IL-1", "id": "IL-2"}', "id", "is given twice"),
        (b'{"id": "IL-1", "severity": NaN}', "severity", "is not a number that JSON knows"),
        (b'{"id": "IL-1", "title": {"fr": "a"}}', "title", "needs a text in at least one language"),
        (b'{"id": "IL-1", "title": {"en": "a"}}', "symptoms_text", "is required where there is no"),
        (b'["IL-1"]', "0", "should be a JSON object"),
        (b'[{"id": "IL-1", "title": "a", "summary": {"en": "b"}}]', "0.title", "should be an obj"),
        (b'{"cases": [{"id": 5}]}', "cases.0.id", "should be a string"),
        (
            b'{"id": "IL-1", "title": {"en": "a"}, "summary": {"en": "' + b"x" * 2_000_000 + b'"}}',
            "summary.en",
            "is too long",
        ),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_import_names_what_is_wrong_and_lands_the_rest(
    store: Store,
    make_document: MakeDocument,
    write_json: WriteJson,
    tmp_path: Path,
    content: bytes,
    field: str,
    reason: str,
) -> None:
    """A bad file is named with path, field and reason, and keeps no good one out."""
    good = write_json("good.json", make_document())
    bad = tmp_path / "bad.json"
    bad.write_bytes(content)

    report = import_paths(store, [bad, good])

    assert ids(store) == ["IL-0247"]
    [skipped] = report.skipped
    assert (skipped.path, skipped.field) == (str(bad), field)
    assert reason in skipped.reason


def test_import_lands_the_sound_cases_of_a_file(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """One bad case in a list keeps none of the others out, and is named by its place."""
    cases = [make_document(id="IL-1"), make_document(id="IL-2", org=5), make_document(id="IL-3")]
    file = write_json("all.json", {"cases": cases})

    report = import_paths(store, [file])

    assert report.imported == ("IL-1", "IL-3")
    assert report.skipped == (SkippedCase(str(file), "cases.1.org", "should be a string"),)


def test_import_forgives_a_byte_order_mark(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """What some editors put before the text does not keep a case out."""
    file = write_json("one.json", make_document())
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())

    report = import_paths(store, [file])

    assert report.imported == ("IL-0247",)


def test_import_skips_shipped_ids(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """PUB- cases belong to the package, also when the package has no such case."""
    file = write_json("one.json", make_document(id="PUB-9999"))

    report = import_paths(store, [file])

    reason = "PUB-9999 belongs to the shipped library"
    assert report == ImportReport((), (), (SkippedCase(str(file), "id", reason),))
    assert not store.exists("PUB-9999")


def test_import_skips_an_id_that_came_before(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """Of one id in one import the first lands; the second is named, not taken for an update."""
    first = write_json("a.json", make_document(org="First"))
    second = write_json("b.json", make_document(org="Second"))

    report = import_paths(store, [first, second])

    reason = "IL-0247 came before in the same import"
    assert report == ImportReport(("IL-0247",), (), (SkippedCase(str(second), "id", reason),))
    assert store.get("IL-0247").org == "First"


def test_import_counts_only_sound_cases_as_before(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """A broken case does not reserve its id."""
    broken = write_json("a.json", make_document(org=5))
    sound = write_json("b.json", make_document(org="Sound"))

    report = import_paths(store, [broken, sound])

    assert (report.imported, len(report.skipped)) == (("IL-0247",), 1)


def test_import_updates_known_ids(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """The second import of an id replaces the whole case."""
    import_paths(store, [write_json("one.json", make_document(note="old"))])

    report = import_paths(store, [write_json("one.json", make_document(org="New"))])

    assert report == ImportReport(imported=(), updated=("IL-0247",), skipped=())
    assert store.get("IL-0247").document == make_document(org="New")


@pytest.mark.parametrize(
    ("visibility", "expected"),
    [(None, ["team", "public"]), (Visibility.TEAM, ["team", "team"])],
)
def test_import_gives_cases_to_whom_it_is_told(
    store: Store,
    make_document: MakeDocument,
    write_json: WriteJson,
    visibility: Visibility | None,
    expected: list[str],
) -> None:
    """Without a word own ids are the team's and others public; the option overrides both."""
    file = write_json("all.json", [make_document(id="CASE-1"), make_document(id="IL-1")])

    import_paths(store, [file], visibility=visibility)

    assert [case.visibility for case in store.all_cases()] == expected


def test_import_names_cases_that_lack_a_channel(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """Only cases that say which channel can be put in one."""
    cases = [make_document(id="IL-1"), make_document(id="IL-2", channel_id="C1")]
    file = write_json("all.json", cases)

    report = import_paths(store, [file], visibility=Visibility.CHANNEL)

    reason = "is required with visibility channel"
    assert report.imported == ("IL-2",)
    assert report.skipped == (SkippedCase(str(file), "0.channel_id", reason),)


def test_import_writes_nothing_in_a_dry_run(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """A dry run reports the same and changes nothing."""
    import_paths(store, [write_json("known.json", make_document(id="IL-1"))])
    cases = [make_document(id="IL-1", org="B"), make_document(id="IL-2"), make_document(id="IL-2")]
    file = write_json("all.json", cases)

    dry = import_paths(store, [file], dry_run=True)

    assert (ids(store), store.revision()) == (["IL-1"], 1)
    assert dry == import_paths(store, [file])
    assert ids(store) == ["IL-1", "IL-2"]


def test_import_is_one_transaction(
    store: Store,
    make_document: MakeDocument,
    write_json: WriteJson,
) -> None:
    """All cases of an import are one step of the library."""
    file = write_json("all.json", [make_document(id=f"IL-{n}") for n in range(5)])

    import_paths(store, [file])

    assert store.revision() == 1


def test_import_reports_a_database_that_fails(
    store: Store, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """When the database cannot take the cases, none is reported as imported."""
    cases = [make_document(id=f"IL-{n}", summary={"en": "x" * 9_000}) for n in range(50)]
    file = write_json("all.json", cases)
    store._database.connection.execute("PRAGMA max_page_count = 20")  # noqa: SLF001  # a full disk

    with pytest.raises(DatabaseError, match="the disk is full"):
        import_paths(store, [file])

    assert ids(store) == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing.json", "does not exist"), ("pipe.json", "is not a regular file")],
)
def test_import_names_what_is_no_file(store: Store, tmp_path: Path, name: str, reason: str) -> None:
    """A wrong path is named, and nothing is waited for."""
    os.mkfifo(tmp_path / "pipe.json")

    report = import_paths(store, [tmp_path / name])

    assert report.skipped == (SkippedCase(str(tmp_path / name), "", reason),)


@pytest.mark.parametrize("locked", ["cases/one.json", "cases"])
def test_import_names_what_may_not_be_read(store: Store, unprivileged: Path, locked: str) -> None:
    """A file or folder without permission is named."""
    folder = unprivileged / "cases"
    folder.mkdir()
    (folder / "one.json").write_text("{}", encoding="utf-8")
    (unprivileged / locked).chmod(0)

    report = import_paths(store, [folder])

    (unprivileged / locked).chmod(0o700)
    reason = "cannot be read (Permission denied)"
    assert report.skipped == (SkippedCase(str(unprivileged / locked), "", reason),)


def test_import_names_a_file_below_a_locked_folder(store: Store, unprivileged: Path) -> None:
    """A file that cannot even be looked at is named."""
    folder = unprivileged / "cases"
    folder.mkdir(mode=0)

    report = import_paths(store, [folder / "one.json"])

    folder.chmod(0o700)
    assert [each.reason for each in report.skipped] == ["cannot be read (Permission denied)"]


def test_import_refuses_a_giant_file(
    store: Store, write_json: WriteJson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file too large to be cases is not read into memory."""
    monkeypatch.setattr(files, "FILE_LIMIT", 1024 * 1024)
    file = write_json("dump.json", ["x" * 2_000_000])

    report = import_paths(store, [file])

    assert report.skipped == (SkippedCase(str(file), "", "is larger than 1 MB"),)


def test_import_takes_any_file_name(
    store: Store, make_document: MakeDocument, write_json: WriteJson, tmp_path: Path
) -> None:
    """A named file may be called anything, and bytes that are no text can still be printed."""
    good = write_json("사례 é\u202e.dump", make_document())
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json"))
    odd.write_bytes(b"")

    report = import_paths(store, [good, odd])

    assert report.imported == ("IL-0247",)
    assert report.skipped[0].path.encode() == f"{tmp_path}/\ufffd.json".encode()


def test_report_prints_as_the_command_line_promises() -> None:
    """Counts of what landed, and each skipped one with path, field and reason."""
    skipped = SkippedCase("a.json", "title", "is required")
    report = ImportReport(imported=("IL-1", "IL-2"), updated=("IL-3",), skipped=(skipped,))

    assert report.to_json() == {
        "imported": 2,
        "updated": 1,
        "skipped": [{"path": "a.json", "field": "title", "reason": "is required"}],
    }


@pytest.mark.parametrize(
    ("field", "line"), [("title", "a.json: title: is empty"), ("", "a.json: is empty")]
)
def test_skipped_case_reads_as_one_line(field: str, line: str) -> None:
    """A person reads path, field and reason in one line."""
    assert str(SkippedCase("a.json", field, "is empty")) == line
