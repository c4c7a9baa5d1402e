"""What every importer reports: the cases that landed, and those that did not, with the reason."""

import os
from dataclasses import asdict, dataclass
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
class MaskedPlace:
    """Secrets or personal data found in a file; they are masked in the case unless it is JSON.

    Attributes:
        path: the file.
        field: dotted path in the case.
        kind: what it was, such as `email`.
        count: how many.
        masked: whether the case holds dots in their place.
    """

    path: str
    field: str
    kind: str
    count: int
    masked: bool


@dataclass(frozen=True, slots=True)
class LandingCase:
    """What a page became, or in a dry run would become.

    Attributes:
        path: the file.
        id: the case; None for a new one in a dry run of which others may be first.
        title: its title.
        fields: what was recognised, by the names of the case's fields.
        inferred: the facets among them that its words gave.
        docs: headings that have no field and are kept as documents.
    """

    path: str
    id: str
    title: str
    fields: tuple[str, ...]
    inferred: tuple[str, ...]
    docs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What one import did, or in a dry run would have done.

    Attributes:
        imported: ids that were new.
        updated: ids that were known before.
        skipped: what was not taken.
        unchanged: those of `updated` whose page is the one that was read before.
        masked: secrets and personal data that were found.
        landing: what pages became.
    """

    imported: tuple[str, ...]
    updated: tuple[str, ...]
    skipped: tuple[SkippedCase, ...]
    unchanged: tuple[str, ...] = ()
    masked: tuple[MaskedPlace, ...] = ()
    landing: tuple[LandingCase, ...] = ()

    def to_json(self, *, dry_run: bool = False) -> dict[str, Any]:
        """The report as the command line prints it: counts, and the skipped ones by name.

        `unchanged` and `masked` are there where there is something to tell, `cases` in a dry run.
        """
        document: dict[str, Any] = {
            "imported": len(self.imported),
            "updated": len(self.updated),
            "skipped": [
                {"path": each.path, "field": each.field, "reason": each.reason}
                for each in self.skipped
            ],
        }
        if self.unchanged:
            document["unchanged"] = len(self.unchanged)
        if self.masked:
            document["masked"] = [asdict(each) for each in self.masked]
        if dry_run and self.landing:
            document["cases"] = [asdict(each) for each in self.landing]
        return document
