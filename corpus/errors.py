"""The errors that `corpus` raises: one root, each with what a caller needs to act on it."""

from pathlib import Path


class CorpusError(Exception):
    """Root of everything `corpus` raises on purpose; `str()` is one plain sentence."""


class InvalidCaseError(CorpusError):
    """A case document breaks the case format.

    Attributes:
        field: dotted path of the first field at fault (`"impact.scope"`), `""` for the whole.
        reason: what is wrong with it, one clause.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


class CaseNotFoundError(CorpusError):
    """No case with this id is in the library."""

    def __init__(self, case_id: str) -> None:
        super().__init__(f"There is no case {case_id}.")
        self.case_id = case_id


class CaseChangedError(CorpusError):
    """Somebody else changed a case since it was read; nothing was written."""

    def __init__(self, case_id: str) -> None:
        super().__init__(f"{case_id} was changed meanwhile.")
        self.case_id = case_id


class DatabaseError(CorpusError):
    """The database file cannot be used as it is; the file was left untouched."""

    def __init__(self, path: Path | str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


class DatabaseCorruptError(DatabaseError):
    """The file is not a SQLite database, or a damaged one."""


class DatabaseNewerError(DatabaseError):
    """The file was written by a newer version of this program."""


class DatabaseBusyError(DatabaseError):
    """Another process held the write lock for longer than the caller was willing to wait."""


class ExportError(CorpusError):
    """The cases could not be written to a folder."""

    def __init__(self, path: Path | str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path
