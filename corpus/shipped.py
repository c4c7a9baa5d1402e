"""The shipped library: the case files inside the package, read and validated.

They are reviewed like code, so a broken one is an error here and not a skipped file.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from corpus.case import Case, Visibility, digest_of
from corpus.documents import compact_json, parse_json
from corpus.errors import InvalidCaseError
from corpus.importers import SkippedCase
from corpus.importers.incidentlib import read_paths
from corpus.store import SHIPPED_PREFIX, has_prefix


def load_shipped_cases() -> list[Case]:
    """Every case of the package, sorted by id.

    Raises:
        InvalidCaseError: a file of the package is broken; names it.
    """
    cases: list[Case] = []
    for file in _shipped_files():
        with _naming(file):
            cases.append(_read_shipped(file))
    return sorted(cases, key=lambda case: case.id)


def shipped_digests() -> dict[str, str]:
    """The id of every case of the package, with its digest as a public case; nothing is validated.

    Where a store has these already there is nothing to load.

    Raises:
        InvalidCaseError: a file of the package is no JSON; names it.
    """
    digests: dict[str, str] = {}
    for file in _shipped_files():
        with _naming(file):
            text = compact_json(parse_json(file.read_bytes()))
        digests[file.name.removesuffix(".json")] = digest_of(text, Visibility.PUBLIC)
    return digests


@contextmanager
def _naming(file: Traversable) -> Iterator[None]:
    """Put the name of the file before the field at fault."""
    try:
        yield
    except InvalidCaseError as error:
        place = f"{file.name}: {error.field}" if error.field else file.name
        raise InvalidCaseError(place, error.reason) from error


def validate_paths(paths: Iterable[Path] | None = None) -> list[SkippedCase]:
    """What is wrong with the case files at these paths; without any, with the shipped ones."""
    given = list(paths or ())
    return list(_check_paths(given) if given else _check_shipped())


def _check_paths(paths: Iterable[Path]) -> Iterator[SkippedCase]:
    seen: set[str] = set()
    for found in read_paths(paths):
        if isinstance(found, SkippedCase):
            yield found
        elif found.case.id in seen:
            error = InvalidCaseError("id", f"{found.case.id} came before")
            yield SkippedCase.of(found.path, error, found.place)
        else:
            seen.add(found.case.id)


def _check_shipped() -> Iterator[SkippedCase]:
    for file in _shipped_files():
        try:
            _read_shipped(file)
        except InvalidCaseError as error:
            yield SkippedCase.of(Path(file.name), error)


def _shipped_files() -> list[Traversable]:
    folder = resources.files("corpus") / "cases"
    files = [file for file in folder.iterdir() if file.name.endswith(".json")]
    return sorted(files, key=lambda file: file.name)


def _read_shipped(file: Traversable) -> Case:
    case = Case.from_document(parse_json(file.read_bytes()))
    if f"{case.id}.json" != file.name or not has_prefix(case.id, SHIPPED_PREFIX):
        raise InvalidCaseError("id", f"should be {SHIPPED_PREFIX}-… and the name of the file")
    if case.visibility not in (None, Visibility.PUBLIC):
        raise InvalidCaseError("visibility", "should be public, as everything shipped")
    return case
