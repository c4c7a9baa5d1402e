"""Which case a page is, when it comes again: by its bytes, its place, or its name and title.

What is remembered lies in the case itself (`imported_from`), so that it survives an export.
"""

import hashlib
import os
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ORIGIN_KEY = "imported_from"
"""The key of a case that says which page it was read from."""

_READER = "1"
"""Changes when pages are read differently, so that unchanged ones are read anew."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a case was read from.

    Attributes:
        path: the file, below the folder that was imported.
        place: a hash of where it lay on its machine; two people's checkouts differ in it.
        key: a hash of its path and title, which do not.
        digest: a hash of its bytes.
    """

    path: str
    place: str
    key: str
    digest: str

    @classmethod
    def of(cls, file: Path, root: Path, data: bytes, title: str) -> "Origin":
        """The origin of a page that was found below a root."""
        try:
            below = file.relative_to(root) if file != root else Path(file.name)
        except ValueError:
            below = Path(file.name)
        path = os.fsencode(below).decode("utf-8", "replace").replace(os.sep, "/")
        place = os.fsencode(os.path.realpath(file))
        name = unicodedata.normalize("NFC", f"{path}\n{' '.join(title.lower().split())}")
        return cls(path, _hash(place), _hash(name.encode()), digest_of(data))

    def to_json(self) -> dict[str, str]:
        """What the case keeps of it."""
        return asdict(self)


def digest_of(data: bytes) -> str:
    """The hash by which unchanged bytes are known."""
    return _hash(_READER.encode() + data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


class Known:
    """The cases that came from pages, by what is remembered of them.

    Args:
        origins: the `imported_from` of each case that has one.
    """

    def __init__(self, origins: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        self._by: dict[str, dict[str, str | None]] = {"digest": {}, "place": {}, "key": {}}
        for case_id, origin in origins:
            self.add(case_id, origin)

    def add(self, case_id: str, origin: Mapping[str, Any]) -> None:
        """Remember one more; what two cases share tells neither."""
        for name, cases in self._by.items():
            value = origin.get(name)
            if isinstance(value, str) and value:
                cases[value] = case_id if cases.get(value, case_id) == case_id else None

    def unchanged(self, digest: str) -> str | None:
        """The case that was read from these very bytes."""
        return self._by["digest"].get(digest)

    def find(self, origin: Origin) -> str | None:
        """The case of a page that was changed: that of its place, else of its path and title."""
        return self._by["place"].get(origin.place) or self._by["key"].get(origin.key)
