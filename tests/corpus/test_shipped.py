"""The shipped library is sound, and `validate` says where a file is not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus import shipped
from corpus.errors import InvalidCaseError
from corpus.importers import SkippedCase
from corpus.shipped import load_shipped_cases, shipped_digests, validate_paths
from corpus.store import Store

MakeDocument = Callable[..., dict[str, Any]]
WriteJson = Callable[[str, Any], Path]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The `cases` folder of a package of one's own, instead of the real one."""
    monkeypatch.setattr(shipped.resources, "files", lambda _: tmp_path)
    folder = tmp_path / "cases"
    folder.mkdir()
    return folder


def test_shipped_cases_are_sound() -> None:
    """Every file of the package passes its own validation."""
    assert validate_paths() == []


def test_shipped_cases_are_sorted_and_public() -> None:
    """The package holds at least the first forty cases, by id, for everyone."""
    cases = load_shipped_cases()

    ids = [case.id for case in cases]
    assert ids == sorted(set(ids))
    assert len(ids) >= 40
    assert {case.id.partition("-")[0] for case in cases} == {"PUB"}
    assert not any(case.draft or case.visibility for case in cases)


@pytest.mark.parametrize(
    ("name", "values", "field", "reason"),
    [
        ("PUB-1.json", {"id": "PUB-1", "org": 5}, "org", "should be a string"),
        ("PUB-1.json", {"id": "PUB-2"}, "id", "should be PUB-… and the name of the file"),
        ("IL-1.json", {"id": "IL-1"}, "id", "should be PUB-… and the name of the file"),
        (
            "PUB-1.json",
            {"id": "PUB-1", "visibility": "team"},
            "visibility",
            "should be public, as everything shipped",
        ),
    ],
)
def test_shipped_case_at_fault_is_named(
    package: Path,
    make_document: MakeDocument,
    name: str,
    values: dict[str, Any],
    field: str,
    reason: str,
) -> None:
    """Validation names file, field and reason; loading refuses with the same words."""
    (package / name).write_text(json.dumps(make_document(**values)), encoding="utf-8")

    problems = validate_paths()

    assert problems == [SkippedCase(name, field, reason)]
    with pytest.raises(InvalidCaseError, match=f"^{name}: {field}: {reason}$"):
        load_shipped_cases()


def test_shipped_file_at_fault_as_a_whole_is_named(package: Path) -> None:
    """A file that is no JSON is named without a field."""
    (package / "PUB-1.json").write_bytes(b"")

    problems = validate_paths([])

    assert problems == [SkippedCase("PUB-1.json", "", "is empty")]
    with pytest.raises(InvalidCaseError, match=r"^PUB-1\.json: is empty$"):
        load_shipped_cases()


def test_validate_names_problems_in_the_files_it_is_given(
    make_document: MakeDocument, write_json: WriteJson, tmp_path: Path
) -> None:
    """Each bad file or case is named; shipped ids are sound, an id that came before is not."""
    write_json("cases/a.json", make_document(id="PUB-1"))
    write_json("cases/b.json", make_document(id="IL-1", draft="no"))
    write_json("cases/c.json", [make_document(id="PUB-1")])

    problems = validate_paths([tmp_path / "cases"])

    assert problems == [
        SkippedCase(str(tmp_path / "cases" / "b.json"), "draft", "should be true or false"),
        SkippedCase(str(tmp_path / "cases" / "c.json"), "0.id", "PUB-1 came before"),
    ]


def test_validate_names_a_path_that_does_not_exist(tmp_path: Path) -> None:
    """A mistyped path is a finding."""
    problems = validate_paths([tmp_path / "missing"])

    assert problems == [SkippedCase(str(tmp_path / "missing"), "", "does not exist")]


def test_digests_are_those_of_the_cases_as_they_are_stored(store: Store) -> None:
    """A store that has the shipped cases is told so without reading one of them as a case."""
    store.load_shipped(load_shipped_cases())

    assert shipped_digests() == store.shipped_digests()


def test_digest_changes_with_the_file(
    package: Path, make_document: MakeDocument, write_json: WriteJson
) -> None:
    """A newer version of the package is noticed by any change of a case."""
    file = write_json("PUB-1.json", make_document(id="PUB-1", org="A"))
    file.rename(package / file.name)
    before = shipped_digests()
    write_json("PUB-1.json", make_document(id="PUB-1", org="B")).rename(package / file.name)

    after = shipped_digests()

    assert (before.keys(), before["PUB-1"] == after["PUB-1"]) == ({"PUB-1"}, False)


def test_digests_name_a_file_that_is_no_json(package: Path) -> None:
    """A broken package is told apart from a changed one."""
    (package / "PUB-1.json").write_text("{", encoding="utf-8")

    with pytest.raises(InvalidCaseError, match=r"^PUB-1\.json: is not valid JSON"):
        shipped_digests()
