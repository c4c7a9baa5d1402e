"""Files to import: finding them in folders, reading their bytes. What they hold is not known."""

import os
from collections.abc import Iterator
from pathlib import Path

from corpus.errors import InvalidCaseError

CASE_SUFFIXES = (".json",)
PAGE_SUFFIXES = (".md", ".markdown", ".html", ".htm")
"""What a postmortem may be written in; everything else is read as case JSON."""

FILE_LIMIT = 64 * 1024 * 1024
"""Bytes of one case file; 5,000 long cases fit."""

_NO_POSTMORTEMS = frozenset(
    {"readme", "contributing", "changelog", "license", "code_of_conduct", "security", "index"}
)


def is_page(file: Path) -> bool:
    """Whether a file is a Markdown or HTML page, by its name."""
    return file.suffix.lower() in PAGE_SUFFIXES


def find_files(path: Path, suffixes: tuple[str, ...] = CASE_SUFFIXES) -> list[Path]:
    """The file at this path, or the files in this folder and those below it, by name.

    Hidden files are passed over, and of pages those that a folder of postmortems has beside them:
    a README, an index, a template. A file that is named itself may be called anything.

    Raises:
        InvalidCaseError: the folder cannot be read, or holds no such file.
    """
    try:
        if not path.is_dir():
            return [path]
        files = sorted(_walk(path, suffixes))
    except OSError as error:
        raise InvalidCaseError("", f"cannot be read ({error.strerror})") from error
    if not files:
        kinds = " or ".join([", ".join(suffixes[:-1]), suffixes[-1]] if suffixes[1:] else suffixes)
        raise InvalidCaseError("", f"holds no {kinds} file")
    return files


def read_bytes(file: Path, limit: int) -> bytes:
    """All of a file.

    Args:
        file: a regular file.
        limit: bytes at most.

    Raises:
        InvalidCaseError: it cannot be read, is no file, or larger than the limit.
    """
    try:
        if file.exists() and not file.is_file():
            raise InvalidCaseError("", "is not a regular file")
        if file.stat().st_size > limit:
            raise InvalidCaseError("", f"is larger than {limit // 1024 // 1024} MB")
        return file.read_bytes()
    except FileNotFoundError as error:
        raise InvalidCaseError("", "does not exist") from error
    except OSError as error:
        raise InvalidCaseError("", f"cannot be read ({error.strerror})") from error


def _walk(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Every such file below a folder; each real folder once, whatever links point to it."""
    visited = {os.path.realpath(folder)}
    for parent, folders, files in os.walk(folder, followlinks=True, onerror=_raise):
        inner = {name: os.path.realpath(Path(parent, name)) for name in sorted(folders)}
        folders[:] = [
            name for name, real in inner.items() if real not in visited and name[0] != "."
        ]
        visited.update(inner[name] for name in folders)
        yield from (Path(parent, name) for name in files if _is_wanted(name, suffixes))


def _is_wanted(name: str, suffixes: tuple[str, ...]) -> bool:
    file = Path(name.lower())
    stem, suffix = file.stem, file.suffix
    if suffix not in suffixes or name[0] == ".":
        return False
    return suffix not in PAGE_SUFFIXES or not (stem in _NO_POSTMORTEMS or "template" in stem)


def _raise(error: OSError) -> None:
    raise error
