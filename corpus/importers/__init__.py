"""What every importer reports: the cases that landed, and those that did not, with the reason."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.errors import InvalidCaseError


@dataclass(frozen=True, slots=True)
class SkippedCase:
    """A case that was not taken, or a file that holds none.

    Attributes:
        path: the file, as it was named or found.
        field: dotted path of the first value at fault inside the file; empty for the whole of it.
        reason: what is wrong, one clause.
    """

    path: str
    field: str
    reason: str

    @classmethod
    def of(cls, path: Path, error: InvalidCaseError, place: str = "") -> "SkippedCase":
        """Name the file and, in a file of many cases, the `place` of this one (`cases.3`)."""
        field = ".".join(part for part in (place, error.field) if part)
        shown = os.fsencode(path).decode("utf-8", "replace")  # a file name may be any bytes
        return cls(shown, field, error.reason)

    def __str__(self) -> str:
        where = f"{self.path}: {self.field}" if self.field else self.path
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What one import did, or in a dry run would have done.

    Attributes:
        imported: ids that were new.
        updated: ids that were known before.
        skipped: what was not taken.
    """

    imported: tuple[str, ...]
    updated: tuple[str, ...]
    skipped: tuple[SkippedCase, ...]

    def to_json(self) -> dict[str, Any]:
        """The report as the command line prints it: counts, and the skipped ones by name."""
        return {
            "imported": len(self.imported),
            "updated": len(self.updated),
            "skipped": [
                {"path": each.path, "field": each.field, "reason": each.reason}
                for each in self.skipped
            ],
        }
