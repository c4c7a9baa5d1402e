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
from corpus.importers.incidentlib import FoundCase, read_paths
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
    """What breaks the case format in the files at these paths; without any, in the shipped ones.

    The rules of the library are `corpus.validation`'s.
    """
    given = list(paths or ())
    read = read_given(given) if given else read_shipped()
    return [found for found in read if isinstance(found, SkippedCase)]


def read_shipped() -> Iterator[FoundCase | SkippedCase]:
    """Every file of the package, by name: a sound case, or what is wrong with it."""
    for file in _shipped_files():
        try:
            yield FoundCase(Path(file.name), "", _read_shipped(file))
        except InvalidCaseError as error:
            yield SkippedCase.of(Path(file.name), error)


def read_given(paths: Iterable[Path]) -> Iterator[FoundCase | SkippedCase]:
    """Every case at these paths: sound and for the first time, or with what is wrong with it."""
    seen: set[str] = set()
    for found in read_paths(paths):
        if isinstance(found, SkippedCase):
            yield found
        elif found.case.id in seen:
            error = InvalidCaseError("id", f"{found.case.id} came before")
            yield SkippedCase.of(found.path, error, found.place)
        else:
            seen.add(found.case.id)
            yield found


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
