"""What headings and labels mean: the table `headings.toml`, looked up with a tolerance for typos.

Owns how near a heading has to be. What is done with what stands below it is `postmortem`'s.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from corpus.tables import read_table

_NUMBER = re.compile(
    r"^\s*(?:[0-9]+(?:\.[0-9]+)+[.)]?|[0-9]+[.)]|[ivxIVX]+[.)]|[가-힣a-zA-Z][.)])\s+"
)
_ASIDE = re.compile(r"[(\[\uff08【][^)\]\uff09】]*[)\]\uff09】]")
_SIGNS = re.compile(r"[^\w\s]|_")
_APOSTROPHE = re.compile(r"['\u2019]")

_ONE_TYPO = 6
_TWO_TYPOS = 12
"""Letters from which so many typos are forgiven; half as many of Hangul say as much."""

_MORE_WORDS = 3
"""Words that a heading may have beside the name of a field."""

_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Headings:
    """The table; load it once."""

    parts: Mapping[str, str]
    values: Mapping[str, str]
    marks: Mapping[str, re.Pattern[str]]

    @classmethod
    def load(cls) -> "Headings":
        """Read the table of the package."""
        return _load()

    def part(self, heading: str) -> str | None:
        """The field that a heading is about, such as `summary`; None where no name is near."""
        return _find(heading, self.parts)

    def value(self, label: str) -> str | None:
        """The field whose value stands behind a label, such as `severity`."""
        return _find(label, self.values)


@lru_cache(maxsize=1)
def _load() -> Headings:
    table = read_table("importers/headings.toml")
    marks = {
        name: re.compile("|".join(_mark(words) for words in _names(entry)), re.IGNORECASE)
        for name, entry in table["timeline"].items()
    }
    return Headings(_by_name(table["parts"]), _by_name(table["values"]), marks)


def _by_name(fields: Mapping[str, Any]) -> dict[str, str]:
    return {_normal(name): field for field, entry in fields.items() for name in _names(entry)}


def _names(entry: Mapping[str, list[str]]) -> list[str]:
    return [*entry["en"], *entry["ko"]]


def _mark(words: str) -> str:
    """A pattern of these words: whole in English, while Korean endings may follow."""
    spaced = re.escape(words).replace(r"\ ", r"\s*" if not words.isascii() else r"\s+")
    return rf"\b{spaced}\b" if words.isascii() else spaced


def _normal(text: str) -> str:
    text = _NUMBER.sub("", _APOSTROPHE.sub("", text))
    return " ".join(_SIGNS.sub(" ", _ASIDE.sub(" ", text)).lower().split())


def _find(text: str, names: Mapping[str, str]) -> str | None:
    wanted = _normal(text[: 2 * _LONGEST])
    if not wanted or len(wanted) > _LONGEST:
        return None
    if wanted in names:
        return names[wanted]
    glued = wanted.replace(" ", "")
    for name, field in names.items():
        if name.replace(" ", "") == glued:
            return field
    return _nearly(wanted, names) or _inside(wanted, names)


def _nearly(wanted: str, names: Mapping[str, str]) -> str | None:
    letters = len(wanted) if wanted.isascii() else 2 * len(wanted)
    if letters < _ONE_TYPO:
        return None
    typos = 1 if letters < _TWO_TYPOS else 2
    found = process.extractOne(wanted, names.keys(), scorer=OSA.distance, score_cutoff=typos)
    return names[found[0]] if found else None


def _inside(wanted: str, names: Mapping[str, str]) -> str | None:
    """The longest name at the end of a heading, where its noun stands, else at its beginning."""
    words = wanted.split()
    for ends in (True, False):
        for size in range(len(words) - 1, max(0, len(words) - 1 - _MORE_WORDS), -1):
            piece = words[-size:] if ends else words[:size]
            field = names.get(" ".join(piece))
            if field is not None:
                return field
    return None
