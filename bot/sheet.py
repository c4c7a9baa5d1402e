"""A sheet of text for people: aligned and coloured on a terminal, plain and stable when piped.

On a terminal text is wrapped between words under its own beginning; commands and addresses are
never broken, so that they can be copied. Piped, every row is one line, without colour. Whatever
comes from outside is stripped of control characters. What is written is the caller's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from handlers.views.mrkdwn import clean, one_line

Mark: TypeAlias = Literal["", "-", "→", "$"]

_INDENT = 3
_NARROW = 60
"""Columns below which labels stand above their text, not beside it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing said.

    Attributes:
        text: what is said; one line, or several.
        label: what it is about; a row without one continues the row above.
        mark: `-` an entry of a list, `→` what an answer means, `$` a command to copy.
        style: how the label looks on a terminal.
    """

    text: str
    label: str = ""
    mark: Mark = ""
    style: str = "cyan"


class Sheet:
    """Writes to stdout."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, emoji=False, markup=False)

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks at it directly."""
        return self._console.is_terminal

    def blank(self) -> None:
        """An empty line."""
        self._console.print()

    def title(self, text: str, *, lead: str = "", style: str = "") -> None:
        """A line that stands out; on a terminal the lead is coloured and the rest hangs from it."""
        text = one_line(text)
        if not self.is_terminal:
            self._plain(" · ".join(filter(None, (lead, text))))
            return
        cells = [Text(text, style="bold")]
        grid = Table.grid(padding=(0, 2, 0, 0))
        if lead:
            grid.add_column(no_wrap=True)
            cells.insert(0, Text(lead, style=style))
        grid.add_column(overflow="fold")
        grid.add_row(*cells)
        self._console.print(grid)

    def note(self, text: str, *, style: str = "dim", indent: int = _INDENT) -> None:
        """A line about what stands above it."""
        if not text:
            return
        if not self.is_terminal:
            self._plain(" " * indent + one_line(text))
            return
        self._console.print(Padding(Text(one_line(text), style=style), (0, 0, 0, indent)))

    def copyable(self, text: str, *, style: str = "dim", indent: int = _INDENT) -> None:
        """A line that is never broken: an address, a command."""
        if not text:
            return
        text = clean(text).replace("\n", " ")
        if not self.is_terminal:
            self._plain(" " * indent + text)
            return
        self._console.print(" " * indent + text, style=style, soft_wrap=True)

    def rows(self, rows: Sequence[Row], *, indent: int = _INDENT) -> None:
        """Rows below each other, their texts aligned; rows that say nothing are left out."""
        said = [row for row in rows if row.text.strip()]
        width = max((cell_len(row.label) for row in said), default=0)
        beside = 0 if self._console.width < _NARROW or not width else width + 2
        listed = 2 if any(row.mark == "-" for row in said) else 0
        label = ""
        for row in said:
            label = row.label or label
            if not self.is_terminal:
                self._plain(" " * indent + _plain_row(row, label))
                continue
            if row.label and not beside:
                self.note(row.label, style=row.style, indent=indent)
            self._aligned(row, beside, indent + (listed if row.mark in ("→", "$") else 0))

    def section(self, heading: str, rows: Sequence[Row]) -> None:
        """A heading with rows below it; nothing where no row says anything."""
        if any(row.text.strip() for row in rows):
            self.blank()
            self.title(heading)
            self.rows(rows)

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns of short values, numbers to the right; piped, with tabs between."""
        if not self.is_terminal:
            for row in (columns, *rows):
                self._plain("\t".join(map(one_line, row)))
            return
        grid = Table(box=None, pad_edge=False, header_style="cyan")
        for column, values in zip(columns, zip(*rows, strict=True), strict=True):
            number = all(value[:1].isdigit() or value == "-" for value in values)
            grid.add_column(column, justify="right" if number else "left", overflow="fold")
        for row in rows:
            grid.add_row(*(Text(one_line(value)) for value in row))
        self._console.print(grid)

    def _aligned(self, row: Row, beside: int, indent: int) -> None:
        if row.mark == "$":
            for line in _command_lines(row.text):
                self.copyable(line, style="bold", indent=indent + beside)
            return
        grid = Table.grid()
        cells = []
        if beside:
            grid.add_column(width=beside, no_wrap=True)
            cells.append(Text(row.label, style=row.style))
        if row.mark:
            grid.add_column(width=2, no_wrap=True)
            cells.append(Text(row.mark, style="dim"))
        grid.add_column(overflow="fold")
        cells.append(Text(clean(row.text).strip()))
        grid.add_row(*cells)
        self._console.print(Padding(grid, (0, 0, 0, indent)))

    def _plain(self, text: str) -> None:
        print(text.rstrip())  # noqa: T201 - the command line's own output


def _plain_row(row: Row, label: str) -> str:
    """A row that can be read alone: with the label of the row it continues."""
    below = " " * _INDENT
    if row.mark == "$":
        return below + f"\n{2 * below}".join(_command_lines(row.text))
    paragraphs = [one_line(part) for part in clean(row.text).split("\n")]
    text = f"\n{below}".join(filter(None, paragraphs))
    if row.mark == "→":
        return f"{below}→ {text}"
    lead = f"{row.mark} " if row.mark else f"{label}: " if label else ""
    return f"{lead}{text}"


def _command_lines(command: str) -> list[str]:
    """A command behind a prompt, line by line as it was written."""
    first, *more = clean(command).strip("\n").split("\n")
    return [f"$ {first}", *(f"  {line}" for line in more)]
