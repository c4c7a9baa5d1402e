"""Exporting: one canonical file a case, from which nothing is missing when it is imported again."""

import datetime as dt
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.case import Case, Visibility
from corpus.database import Database
from corpus.errors import ExportError
from corpus.exporter import export_cases
from corpus.importers.paths import import_paths
from corpus.migrations import CORPUS_MIGRATIONS
from corpus.shipped import load_shipped_cases
from corpus.store import Store

MakeDocument = Callable[..., dict[str, Any]]
WriteJson = Callable[[str, Any], Path]


@contextmanager
def new_store(folder: Path) -> Iterator[Store]:
    """A library of its own, whose clock is later than any other's."""
    later = dt.datetime(2027, 1, 1, tzinfo=dt.UTC)
    with closing(Database.open(folder / "another.sqlite", [CORPUS_MIGRATIONS])) as database:
        yield Store(database, clock=lambda: later)


def readers(store: Store) -> list[tuple[str, Visibility | None, bool]]:
    """Who sees each case, and whether it is a draft."""
    return [(case.id, case.visibility, case.draft) for case in store.all_cases()]


def read_files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, byte for byte."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_export_writes_one_file_a_case(
    store: Store, make_document: MakeDocument, tmp_path: Path
) -> None:
    """Files are named by id, come back sorted, and nothing else is left in the folder."""
    cases = [Case.from_document(make_document(id=each)) for each in ("IL-2", "CASE-1", "IL-1")]
    store.import_cases(cases)
    folder = tmp_path / "new" / "export"

    files = export_cases(store, folder)

    assert files == [folder / "CASE-1.json", folder / "IL-1.json", folder / "IL-2.json"]
    assert sorted(folder.iterdir()) == files


def test_export_is_canonical(store: Store, make_document: MakeDocument, tmp_path: Path) -> None:
    """UTF-8, letters as letters, keys in their order, one space, a newline at the end."""
    document = make_document(zeta={"ko": "가"}, alpha=None)
    store.import_cases([Case.from_document(document)])

    [file] = export_cases(store, tmp_path / "export")

    text = file.read_bytes().decode("utf-8")
    assert text == json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def test_export_leaves_public_cases_out_on_request(
    store: Store, make_document: MakeDocument, tmp_path: Path
) -> None:
    """Own is what is not public, whatever its id."""
    cases = [
        make_document(id="CASE-1"),
        make_document(id="CASE-2", visibility="public"),
        make_document(id="IL-1"),
        make_document(id="IL-2", visibility="team"),
        make_document(id="IL-3", visibility="channel", channel_id="C1"),
    ]
    store.import_cases([Case.from_document(each) for each in cases])

    files = export_cases(store, tmp_path / "export", own_only=True)

    assert [file.stem for file in files] == ["CASE-1", "IL-2", "IL-3"]


def test_export_of_an_empty_library_makes_the_folder(store: Store, tmp_path: Path) -> None:
    """Nothing to write is no failure."""
    assert export_cases(store, tmp_path / "export") == []
    assert list((tmp_path / "export").iterdir()) == []


def test_export_replaces_what_it_wrote_before(
    store: Store, make_document: MakeDocument, tmp_path: Path
) -> None:
    """A second export updates its files and leaves strangers alone."""
    folder = tmp_path / "export"
    store.import_cases([Case.from_document(make_document())])
    export_cases(store, folder)
    (folder / "README.md").write_text("mine", encoding="utf-8")
    store.import_cases([Case.from_document(make_document(org="New"))])

    export_cases(store, folder)

    files = read_files(folder)
    assert files.keys() == {"IL-0247.json", "README.md"}
    assert json.loads(files["IL-0247.json"])["org"] == "New"


@pytest.mark.parametrize("place", ["a file", "a file/export"])
def test_export_refuses_a_place_that_is_no_folder(store: Store, tmp_path: Path, place: str) -> None:
    """Where no folder can be, one sentence says so."""
    (tmp_path / "a file").write_text("text", encoding="utf-8")

    with pytest.raises(ExportError, match="The cases cannot be written to"):
        export_cases(store, tmp_path / place)


def test_export_leaves_no_half_written_file(
    store: Store, make_document: MakeDocument, tmp_path: Path
) -> None:
    """A file that cannot take its place is not left lying about."""
    store.import_cases([Case.from_document(make_document())])
    folder = tmp_path / "export"
    (folder / "IL-0247.json").mkdir(parents=True)

    with pytest.raises(ExportError):
        export_cases(store, folder)

    assert [each.name for each in folder.iterdir()] == ["IL-0247.json"]


def test_export_of_the_shipped_library_loses_nothing(tmp_path: Path) -> None:
    """Every shipped case, under an id of its own, comes out value for value."""
    documents = [case.document | {"id": f"IL-{case.id[4:]}"} for case in load_shipped_cases()]
    file = tmp_path / "all.json"
    file.write_text(json.dumps({"cases": documents}), encoding="utf-8")

    with new_store(tmp_path) as store:
        report = import_paths(store, [file])
        files = export_cases(store, tmp_path / "export")

    assert (len(report.imported), report.skipped) == (len(documents), ())
    written = [json.dumps(json.loads(each.read_bytes())) for each in files]
    assert written == [json.dumps(each) for each in sorted(documents, key=lambda each: each["id"])]


@pytest.mark.parametrize("visibility", [None, *Visibility])
def test_export_then_import_then_export_is_identical(
    store: Store, make_document: MakeDocument, tmp_path: Path, visibility: Visibility | None
) -> None:
    """Another library that imports the files exports the same bytes, for the same readers."""
    for case_id in ("CASE-1", "IL-1"):
        case = Case.from_document(make_document(id=case_id, channel_id="C1", draft=True))
        store.import_cases([case], visibility=visibility)
    export_cases(store, tmp_path / "first")

    with new_store(tmp_path) as other:
        import_paths(other, [tmp_path / "first"])
        export_cases(other, tmp_path / "second")
        again = readers(other)

    assert read_files(tmp_path / "first") == read_files(tmp_path / "second")
    assert again == readers(store)


TEXTS = st.text(max_size=20)
BLANKS = st.sampled_from([None, "", "unknown", [], {}])
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | TEXTS | NUMBERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
UNKNOWN = st.dictionaries(TEXTS.map("x-{}".format), VALUES, max_size=3)
HUMAN = st.builds(
    lambda unknown, text: unknown | text,
    UNKNOWN,
    st.fixed_dictionaries({"en": TEXTS.map("a{}".format)}, optional={"ko": TEXTS | st.none()}),
)
STEPS = st.lists(BLANKS | st.fixed_dictionaries({"text": HUMAN | BLANKS}), max_size=3)
SLUGS = st.lists(st.sampled_from(["high-latency", "unknown", "", "a b"]), max_size=3)
OPTIONAL = {
    "org": TEXTS | BLANKS,
    "symptoms": SLUGS | BLANKS,
    "impact": st.fixed_dictionaries({}, optional={"users": TEXTS | BLANKS}) | BLANKS,
    "remediation": STEPS | BLANKS,
    "dead_ends": STEPS | BLANKS,
    "lessons": HUMAN | BLANKS,
    "visibility": st.sampled_from([*map(str, Visibility), None, "unknown"]),
    "draft": st.booleans() | st.none(),
    "docs": st.lists(st.fixed_dictionaries({"title": TEXTS}) | BLANKS, max_size=2),
}
REQUIRED = {
    "id": st.sampled_from(["IL-1", "CASE-0001", "X9-7"]),
    "title": HUMAN,
    "summary": HUMAN,
    "channel_id": st.just("C1"),
}
DOCUMENTS = st.builds(
    lambda unknown, known: unknown | known,
    UNKNOWN,
    st.fixed_dictionaries(REQUIRED, optional=OPTIONAL),
).flatmap(lambda document: st.permutations(list(document.items())).map(dict))


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(document=DOCUMENTS)
def test_import_loses_nothing(document: dict[str, Any]) -> None:
    """Whatever a sound case file holds is exported again: every value, in the order of the keys."""
    with tempfile.TemporaryDirectory() as name, new_store(Path(name)) as store:
        file = Path(name, "case.json")
        file.write_text(json.dumps(document), encoding="utf-8")

        report = import_paths(store, [file])
        [written] = export_cases(store, Path(name, "export"))

        assert report.skipped == ()
        assert json.dumps(json.loads(written.read_bytes())) == json.dumps(document)


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(document=DOCUMENTS, visibility=st.sampled_from([None, *Visibility]))
def test_export_loses_nothing(document: dict[str, Any], visibility: Visibility | None) -> None:
    """Another library exports the same bytes and shows the case to the same readers."""
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as second,
        new_store(Path(first)) as store,
        new_store(Path(second)) as other,
    ):
        store.import_cases([Case.from_document(document)], visibility=visibility)
        export_cases(store, Path(first, "export"))

        import_paths(other, [Path(first, "export")])
        export_cases(other, Path(second, "export"))

        assert read_files(Path(first, "export")) == read_files(Path(second, "export"))
        assert readers(other) == readers(store)
