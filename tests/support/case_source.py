"""A store in memory, for tests of what follows a store: cases, a revision, and what changed."""

import threading
from collections.abc import Iterable

from corpus.case import Case, Visibility


class CaseMemory:
    """Holds cases by id; a change and its revision are one, as in the real store."""

    def __init__(self, cases: Iterable[Case] = ()) -> None:
        self._lock = threading.RLock()
        self._revision = 0
        self._cases: dict[str, tuple[int, Case]] = {}
        self._removed: dict[str, int] = {}
        for case in cases:
            self.put(case)

    def put(self, case: Case) -> None:
        """Add or replace a case; one that does not say who may see it is public."""
        if case.visibility is None:
            case = case.model_copy(update={"visibility": Visibility.PUBLIC})
        with self._lock:
            self._revision += 1
            self._cases[case.id] = (self._revision, case)
            self._removed.pop(case.id, None)

    def remove(self, case_id: str) -> None:
        """Take a case out."""
        with self._lock:
            self._revision += 1
            del self._cases[case_id]
            self._removed[case_id] = self._revision

    def revision(self) -> int:
        """The number of changes so far."""
        with self._lock:
            return self._revision

    def digests(self) -> dict[str, str]:
        """The id of every case with its digest."""
        with self._lock:
            return {case_id: case.digest for case_id, (_, case) in self._cases.items()}

    def get_many(self, ids: Iterable[str]) -> list[Case]:
        """Those of these cases that are here."""
        with self._lock:
            return [self._cases[case_id][1] for case_id in ids if case_id in self._cases]

    def changed_since(self, revision: int) -> tuple[list[str], set[str]]:
        """The ids of the cases changed after a revision, and of those removed after it."""
        with self._lock:
            changed = [case_id for case_id, (at, _) in self._cases.items() if at > revision]
            return changed, {case_id for case_id, at in self._removed.items() if at > revision}
