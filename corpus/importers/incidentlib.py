"""Case files in the incidentlib format: finding them, reading them, and importing what is sound.

A file holds one case, a list of cases, or `{"cases": […]}`. What a case must look like is known in
`corpus.case`; how it is stored, in `corpus.store`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.case import LINKS_KEY, Case, Visibility
from corpus.documents import parse_json
from corpus.errors import InvalidCaseError
from corpus.importers import ImportReport, SkippedCase
from corpus.store import Store

FILE_LIMIT = 64 * 1024 * 1024
"""Bytes of one case file; 5,000 long cases fit."""


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A sound case, and where it was read: the file, and its place in a file of many."""

    path: Path
    place: str
    case: Case


def import_paths(
    store: Store,
    paths: Iterable[Path],
    *,
    visibility: Visibility | None = None,
    dry_run: bool = False,
) -> ImportReport:
    """Import the case files at these paths, and those in the folders among them.

    All sound cases land in one transaction. Skipped and named: whatever is not a sound case, ids of
    the shipped library, and an id that came before in the same import.

    Args:
        store: where the cases go.
        paths: files and folders.
        visibility: who may see them, whatever the files say.
        dry_run: write nothing, report the same.

    Raises:
        DatabaseError: the database could not be written; then nothing was.
    """
    accepted: dict[str, Case] = {}
    skipped: list[SkippedCase] = []
    for found in read_paths(paths):
        if isinstance(found, SkippedCase):
            skipped.append(found)
            continue
        try:
            accepted[found.case.id] = _admit(store, found.case, visibility, accepted)
        except InvalidCaseError as error:
            skipped.append(SkippedCase.of(found.path, error, found.place))
    outcome = store.import_cases(list(accepted.values()), visibility=visibility, dry_run=dry_run)
    return ImportReport(outcome.added, outcome.updated, tuple(skipped))


def _admit(
    store: Store, case: Case, visibility: Visibility | None, accepted: Mapping[str, Case]
) -> Case:
    if case.id in accepted:
        raise InvalidCaseError("id", f"{case.id} came before in the same import")
    return store.resolve(case, visibility)


def read_paths(paths: Iterable[Path]) -> Iterator[FoundCase | SkippedCase]:
    """The cases at these paths, in order; folders by file name, without hidden files.

    A folder gives its `.json` files and those of the folders in it; a file that is named itself may
    be called anything.
    """
    for path in paths:
        try:
            files = _find_files(path)
        except InvalidCaseError as error:
            yield SkippedCase.of(path, error)
            continue
        for file in files:
            yield from read_file(file)


def read_file(file: Path) -> Iterator[FoundCase | SkippedCase]:
    """The cases of one file in order, each sound or named with what is wrong."""
    try:
        entries = split_cases(parse_json(_read_bytes(file)))
    except InvalidCaseError as error:
        yield SkippedCase.of(file, error)
        return
    for place, document in entries:
        try:
            yield FoundCase(file, place, Case.from_document(_without_links(document)))
        except InvalidCaseError as error:
            yield SkippedCase.of(file, error, place)


def _without_links(document: object) -> object:
    """The document without what `export` adds and is no fact of the case."""
    if not isinstance(document, dict) or LINKS_KEY not in document:
        return document
    return {key: value for key, value in document.items() if key != LINKS_KEY}


def split_cases(content: object) -> Sequence[tuple[str, object]]:
    """The documents of one file, each with its dotted place in it (empty for a file of one case).

    Raises:
        InvalidCaseError: the file holds neither a case nor a list of them.
    """
    if isinstance(content, list):
        return [(str(index), each) for index, each in enumerate(content)]
    if not isinstance(content, dict):
        raise InvalidCaseError("", 'should be a case, a list of cases, or {"cases": [...]}')
    if "cases" not in content or "id" in content:
        return [("", content)]
    if not isinstance(content["cases"], list):
        raise InvalidCaseError("cases", "should be a list")
    return [(f"cases.{index}", each) for index, each in enumerate(content["cases"])]


def _find_files(path: Path) -> list[Path]:
    try:
        if not path.is_dir():
            return [path]
        files = sorted(_walk(path))
    except OSError as error:
        raise InvalidCaseError("", f"cannot be read ({error.strerror})") from error
    if not files:
        raise InvalidCaseError("", "holds no .json file")
    return files


def _walk(folder: Path) -> Iterator[Path]:
    """Every `.json` file below a folder; each real folder once, whatever links point to it."""
    visited = {os.path.realpath(folder)}
    for parent, folders, files in os.walk(folder, followlinks=True, onerror=_raise):
        inner = {name: os.path.realpath(Path(parent, name)) for name in sorted(folders)}
        folders[:] = [
            name for name, real in inner.items() if real not in visited and name[0] != "."
        ]
        visited.update(inner[name] for name in folders)
        yield from (
            Path(parent, name)
            for name in files
            if name.lower().endswith(".json") and name[0] != "."
        )


def _raise(error: OSError) -> None:
    raise error


def _read_bytes(file: Path) -> bytes:
    try:
        if file.exists() and not file.is_file():
            raise InvalidCaseError("", "is not a regular file")
        if file.stat().st_size > FILE_LIMIT:
            raise InvalidCaseError("", f"is larger than {FILE_LIMIT // 1024 // 1024} MB")
        return file.read_bytes()
    except FileNotFoundError as error:
        raise InvalidCaseError("", "does not exist") from error
    except OSError as error:
        raise InvalidCaseError("", f"cannot be read ({error.strerror})") from error
