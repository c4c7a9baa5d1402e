"""A page as the importers read it: a title, and sections of lines, whatever it was written in.

Owns how lines read as plain text. Which section tells what is not known here.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from corpus.documents import DOCUMENT_LIMIT

TOO_LONG = f"is too long: a case has at most {DOCUMENT_LIMIT} characters"
"""What is wrong with a page that no case could hold."""

LineKind: TypeAlias = Literal["text", "item", "code", "row"]

LABELLED = re.compile(r"([^:\uff1a\n|]{2,48}?)\s*[:\uff1a](?:\s+|$)(.*)", re.DOTALL)
"""A line `Label: value`."""

_COLONS = (":", "\uff1a")


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, an entry of a list, a block of code or a row of a table, without any mark-up.

    Attributes:
        text: the words; of a row, those of its cells.
        bold: the words in bold that it begins with.
        depth: how deep in lists an entry is, from 0.
        number: the number of an entry of a numbered list.
        done: whether the task of an entry is done; None where it is no task.
        cells: the cells of a row.
        heads: the headings of the columns of a row's table, where it has some.
    """

    kind: LineKind
    text: str
    bold: str = ""
    depth: int = 0
    number: int | None = None
    done: bool | None = None
    cells: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    @property
    def label(self) -> tuple[str, str] | None:
        """What a line `Label: value` or a row of two cells says of what; None for other lines.

        A line that is bold as a whole is a label with nothing behind it.
        """
        if self.kind == "row":
            return (self.cells[0], self.cells[1]) if len(self.cells) == 2 else None
        if self.kind == "code":
            return None
        bold = self.bold.rstrip(" :\uff1a")
        if bold and self.text == self.bold:
            return bold, ""
        if bold and self.text.startswith(self.bold):
            rest = self.text[len(self.bold) :]
            if self.bold.rstrip().endswith(_COLONS) or rest.lstrip().startswith(_COLONS):
                return bold, rest.lstrip(" \t\n:\uff1a").strip()
        found = LABELLED.fullmatch(self.text)
        return (found[1].strip(), found[2].strip()) if found else None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines below it, up to the next heading; level 0 is before the first."""

    heading: str
    level: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title, the values before the text (front matter), and its sections in order."""

    title: str
    sections: tuple[Section, ...]
    front: dict[str, Any] = field(default_factory=dict)


def plain(lines: Iterable[Line]) -> str:
    """Lines as plain text: paragraphs apart, the entries of a list and rows below each other."""
    pieces: list[str] = []
    last: LineKind | None = None
    for line in lines:
        shown = _shown(line)
        if not shown:
            continue
        if pieces:
            pieces.append("\n" if last == line.kind and line.kind in ("item", "row") else "\n\n")
        pieces.append(shown)
        last = line.kind
    return "".join(pieces)


def steps(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines as single things: entries of lists with what is below them, paragraphs, rows."""
    held: list[Line] = []
    for line in lines:
        goes_on = line.kind == "code" or (line.kind == "item" and line.depth > 0)
        if held and not goes_on:
            yield _joined(held)
            held = []
        held.append(line)
    if held:
        yield _joined(held)


def _joined(lines: list[Line]) -> Line:
    first, *more = lines
    if not more:
        return first
    rest = [Line("text", _shown(line)) for line in more]
    text = "\n".join([first.text, *(line.text for line in rest)])
    return Line("item", text, first.bold, 0, first.number, first.done, first.cells, first.heads)


def _shown(line: Line) -> str:
    if line.kind == "row":
        return " | ".join(line.cells)
    if line.kind != "item":
        return line.text
    mark = "-" if line.number is None else f"{line.number}."
    if line.done is not None:
        mark += " [x]" if line.done else " [ ]"
    indent = "  " * line.depth
    return f"{indent}{mark} {line.text}"
