"""An index in a file beside the database: written whole or not at all, and read without copying.

Owns the form of the file: a description in JSON with its checksum, then the arrays as they are in
memory, of which it has sums. A file that is damaged or of another version is no index, and every
case in it has its digest, so that whoever reads it can tell what has changed since.
"""

import gc
import json
import logging
import math
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
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
        arrays = [
            getattr(segment, name).astype(dtype, copy=False) for name, dtype in _ARRAYS.items()
        ]
        about = {
            "version": self._version,
            "shapes": [array.shape for array in arrays],
            "sums": [_sum(array) for array in arrays],
            "entries": dict(zip(Entry._fields, _columns(segment.entries), strict=True)),
        }
        text = json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()
        stream.write(_HEAD.pack(_MAGIC, zlib.crc32(text), len(text)))
        stream.write(text)
        for array in arrays:
            stream.write(bytes(-stream.tell() % _ALIGNED))
            stream.write(memoryview(array.ravel()).cast("B"))

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
        for (name, dtype), shape in zip(_ARRAYS.items(), about["shapes"], strict=True):
            at += -at % _ALIGNED
            array = np.frombuffer(mapped, dtype, count=math.prod(shape), offset=at)
            arrays[name] = array.reshape(shape)
            at += array.nbytes
        if [_sum(array) for array in arrays.values()] != about["sums"]:
            raise ValueError("its arrays are damaged")
        return Segment(entries=_entries(about["entries"]), **arrays)


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


def _sum(array: npt.NDArray[Any]) -> int:
    """A sum of an array's bytes, eight at a time: whatever a disk does to some of them changes it.

    No more is needed, since nobody but the owner writes the file. Of an index of 10,000 cases it
    takes 15 ms, a CRC 70.
    """
    octets = array.ravel().view(np.uint8)
    whole = len(octets) - len(octets) % 8
    words = np.add.reduce(octets[:whole].view("<u8"), dtype=np.uint64)
    return int(words) + int(octets[whole:].sum(dtype=np.uint64))


def _columns(entries: Sequence[Entry]) -> list[list[Any]]:
    """For each field of an entry its values: by columns a table is read in half the time."""
    columns: list[list[Any]] = [list(column) for column in zip(*entries, strict=True)]
    return columns or [[] for _ in Entry._fields]


def _entries(columns: Mapping[str, list[Any]]) -> tuple[Entry, ...]:
    read = (map(_READ_AS.get(name, _as_it_is), columns[name]) for name in Entry._fields)
    return tuple(map(Entry._make, zip(*read, strict=True)))


def _as_it_is(value: object) -> object:
    return value


_VISIBILITIES: Mapping[str | None, Visibility | None] = {
    None: None,
    **{each.value: each for each in Visibility},
}

_READ_AS: Mapping[str, Callable[[Any], Any]] = {
    "visibility": _VISIBILITIES.__getitem__,
    "source_urls": tuple,
    "slugs": tuple,
    "sketches": tuple,
}
"""Fields of an entry that JSON has no form for."""
