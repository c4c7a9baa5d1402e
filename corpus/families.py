"""Families: the cases that are one incident which came back, as their `recurrence_of` says.

Owns who belongs together in a snapshot of the library. Who may see a case is the library's.
"""

from collections.abc import Mapping
from functools import cached_property


class Families:
    """The families of the cases of a snapshot; put together when they are first asked for.

    Args:
        roots: id of a recurrence → id of the case that its chain began with.
    """

    def __init__(self, roots: Mapping[str, str]) -> None:
        self._roots = roots

    def of(self, case_id: str) -> frozenset[str]:
        """The ids of a case's family, itself included."""
        root = self._roots.get(case_id, case_id)
        return frozenset({case_id, root, *self._members.get(root, ())})

    @cached_property
    def _members(self) -> Mapping[str, list[str]]:
        members: dict[str, list[str]] = {}
        for case_id, root in self._roots.items():
            members.setdefault(root, []).append(case_id)
        return members
