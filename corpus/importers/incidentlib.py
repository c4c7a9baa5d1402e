"""Case files in the incidentlib format, read case by case: the sound ones, and what is wrong else.

A file holds one case, a list of cases, or a page of a list as its API returns it. What a case must
look like is known in `corpus.case`; how it is stored, in `corpus.store`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.case import LINKS_KEY, Case
from corpus.documents import parse_json
from corpus.errors import InvalidCaseError
from corpus.importers import SkippedCase, files
from corpus.importers.files import find_files, read_bytes

LIST_KEYS = ("cases", "data", "items", "results")
"""Where a page of a list has its entries."""

_REFERENCE = frozenset({"id", "updated_at", "url", "etag"})


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A sound case, and where it was read: the file, and its place in a file of many."""

    path: Path
    place: str
    case: Case


def read_paths(paths: Iterable[Path]) -> Iterator[FoundCase | SkippedCase]:
    """The cases at these paths, in order; folders by file name, without hidden files.

    A folder gives its `.json` files and those of the folders in it; a file that is named itself may
    be called anything.
    """
    for path in paths:
        try:
            found = find_files(path)
        except InvalidCaseError as error:
            yield SkippedCase.of(path, error)
            continue
        for file in found:
            yield from read_file(file)


def read_file(file: Path) -> Iterator[FoundCase | SkippedCase]:
    """The cases of one file in order, each sound or named with what is wrong."""
    try:
        entries = split_cases(parse_json(read_bytes(file, files.FILE_LIMIT)))
    except InvalidCaseError as error:
        yield SkippedCase.of(file, error)
        return
    for place, document in entries:
        try:
            _check_whole(document)
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
    if "id" in content:
        return [("", content)]
    name = next((key for key in LIST_KEYS if key in content), None)
    if name is None:
        inner = content.get("case")
        return [("case", inner)] if isinstance(inner, dict) else [("", content)]
    if not isinstance(content[name], list):
        raise InvalidCaseError(name, "should be a list")
    return [(f"{name}.{index}", each) for index, each in enumerate(content[name])]


def _check_whole(document: object) -> None:
    """Refuse the entry of a list that names a case and does not hold it."""
    if isinstance(document, dict) and {"id", "updated_at"} <= document.keys() <= _REFERENCE:
        raise InvalidCaseError("", "only names a case; import the case itself, or use sync")
