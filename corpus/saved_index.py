"""An index in a file beside the database: written whole or not at all, and read without copying.

Owns the form of the file: a description in JSON with its checksum, then the arrays as they are in
memory. A file that is damaged or of another version is no index, and every case in it has its
digest, so that whoever reads it can tell what has changed since.
"""

import gc
import json
import logging
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import Stemmer

from corpus.case import Visibility
from corpus.entry import Entry
from corpus.segment import Segment

_logger = logging.getLogger(__name__)

_MAGIC = b"CASEINDX"
_HEAD = struct.Struct("<8sIQ")
"""Magic bytes, checksum and length of the description."""

_ALIGNED = 64
_ARRAYS = {
    "firsts": "<i4",
    "terms": "<u8",
    "starts": "<i8",
    "documents": "<u4",
    "impacts": "<u1",
    "column_slots": "<i8",
    "columns": "<u1",
}
_CUT_BY = (
    "bag.py",
    "denials.py",
    "entry.py",
    "facets.py",
    "saved_index.py",
    "segment.py",
    "stop_words.py",
    "text.py",
)
"""Modules that decide what stands in an index and how; with the vocabulary and the stemmer they
are its version."""


class IndexFile:
    """The file of an index.

    Args:
        path: where it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._version = _fingerprint()

    def load(self) -> Segment | None:
        """The index as it was saved, None where there is none that can be used."""
        try:
            with self._path.open("rb") as stream, _no_collection():
                return self._read(stream)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, LookupError, struct.error) as error:
            _logger.warning("saved_index_unusable path=%s error=%s", self._path, error)
            return None

    def save(self, segment: Segment) -> None:
        """Write the index; readers see the old file or the new one. A full disk is no failure."""
        temporary: Path | None = None
        try:
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f"{self._path.name}-")
            temporary = Path(name)  # mkstemp: only the owner reads it, as with the database
            with os.fdopen(handle, "wb") as stream:
                self._write(stream, segment)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(self._path)
        except OSError as error:
            _logger.warning("index_not_saved path=%s error=%s", self._path, error)
            if temporary is not None:
                with suppress(OSError):
                    temporary.unlink()

    def _write(self, stream: BinaryIO, segment: Segment) -> None:
        arrays = [getattr(segment, name) for name in _ARRAYS]
        about = {
            "version": self._version,
            "sizes": [array.size for array in arrays],
            "entries": [_entry_values(entry) for entry in segment.entries],
        }
        text = json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()
        stream.write(_HEAD.pack(_MAGIC, zlib.crc32(text), len(text)))
        stream.write(text)
        for array, dtype in zip(arrays, _ARRAYS.values(), strict=True):
            stream.write(bytes(-stream.tell() % _ALIGNED))
            stream.write(memoryview(array.ravel().astype(dtype, copy=False)).cast("B"))

    def _read(self, stream: BinaryIO) -> Segment | None:
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        magic, checksum, length = _HEAD.unpack_from(mapped)
        at = _HEAD.size + length
        text = mapped[_HEAD.size : at]
        if magic != _MAGIC or zlib.crc32(text) != checksum:
            raise ValueError("its description is damaged")
        about = json.loads(text)
        if about["version"] != self._version:
            return None
        arrays: dict[str, npt.NDArray[Any]] = {}
        for (name, dtype), size in zip(_ARRAYS.items(), about["sizes"], strict=True):
            at += -at % _ALIGNED
            arrays[name] = np.frombuffer(mapped, dtype, count=size, offset=at)
            at += arrays[name].nbytes
        columns = (len(arrays["column_slots"]), int(arrays["firsts"][-1]))
        arrays["columns"] = arrays["columns"].reshape(columns)
        segment = Segment(entries=tuple(map(_entry, about["entries"])), **arrays)
        _check(segment)
        return segment


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without garbage collection: among so many new objects it takes longer than all the rest."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _fingerprint() -> str:
    """A hash of everything that decides how a case is cut into terms."""
    digest = blake2b(Stemmer.version().encode(), digest_size=16)
    package = resources.files("corpus")
    vocabulary = (package / "vocabulary").iterdir()
    cutters = [package / name for name in _CUT_BY]
    for file in sorted([*cutters, *vocabulary], key=lambda each: each.name):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _check(segment: Segment) -> None:
    """Refuse arrays that do not fit together; what they say is not checked."""
    sizes = (
        len(segment.firsts) == len(segment.entries) + 1,
        len(segment.starts) == len(segment.terms) + 1,
        segment.starts[-1] == len(segment.documents) == len(segment.impacts),
        bool((np.diff(segment.starts) >= 0).all()) and bool((np.diff(segment.firsts) > 0).all()),
    )
    if not all(sizes):
        raise ValueError("its parts do not fit together")


def _entry_values(entry: Entry) -> list[Any]:
    return [sorted(value) if isinstance(value, frozenset) else value for value in entry]


def _entry(values: list[Any]) -> Entry:
    for place, read in _READ_AT:
        values[place] = read(values[place])
    return Entry._make(values)


def _read_visibility(value: str | None) -> Visibility | None:
    return Visibility(value) if value else None


def _read_facets(facets: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {facet: tuple(slugs) for facet, slugs in facets.items()}


_READ_AS: Mapping[str, Callable[[Any], Any]] = {
    "visibility": _read_visibility,
    "facets": _read_facets,
    "source_urls": tuple,
    "slugs": frozenset,
    "sketches": tuple,
}
"""Fields of an entry that JSON has no form for."""

_READ_AT = [(Entry._fields.index(name), read) for name, read in _READ_AS.items()]
