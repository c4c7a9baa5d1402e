"""What an engine is to the benchmark, and the words that the others leave out of a query."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from matching.texts import CaseText, read_text

Document = dict[str, Any]

Search = Callable[[str, int], list[str]]
"""A text and how many → the ids of the best cases, best first."""

_STOP_WORDS = """
a an and are as at be been but by can did do does for from had has have how i if in into is it its
just no not of on or our so some still than that the their them then there these they this to was
we were what when where which who why will with you
"""

STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English words that a search usually leaves out."""

_IDS = "ids.txt"
_WORD = re.compile(r"[a-z0-9]+|[가-힣]+")


class Engine(Protocol):
    """One way to search a library: built by one process, opened and searched by another.

    Attributes:
        name: what the page calls it.
        settings: how it was set up, in a line.
    """

    name: str
    settings: str

    def take(self, documents: Iterable[Document], folder: Path) -> None:
        """Hand over the cases; this is not counted as building."""

    def index(self, folder: Path) -> None:
        """Build the index of them and write it into the folder."""

    def open(self, folder: Path) -> Search:
        """What searches, with what another process wrote into the folder."""

    def index_bytes(self, folder: Path) -> int:
        """The size of what was written."""


class TextEngine:
    """What engines share that are built from words alone."""

    def __init__(self) -> None:
        self._cases: list[CaseText] = []

    def take(self, documents: Iterable[Document], folder: Path) -> None:
        """Read the words of the cases; note their order."""
        self._cases = list(map(read_text, documents))
        ids = "\n".join(case.case_id for case in self._cases)
        (folder / _IDS).write_text(ids, encoding="utf-8")

    def index_bytes(self, folder: Path) -> int:
        """All files of the folder."""
        return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def read_ids(folder: Path) -> list[str]:
    """The ids of the cases in the order in which they were handed over."""
    return (folder / _IDS).read_text(encoding="utf-8").split("\n")


def query_words(text: str) -> list[str]:
    """The distinct words of a query, lower case, English stop words left out.

    >>> query_words("The pg_wal disk is FULL, pg 디스크가 꽉참")
    ['pg', 'wal', 'disk', 'full', '디스크가', '꽉참']
    """
    return [word for word in dict.fromkeys(_WORD.findall(text.lower())) if word not in STOP_WORDS]
