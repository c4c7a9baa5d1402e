"""Rows that a process has taken: kept as long as it renews them, free again when it is gone."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlite_utils.db import Table


def abandoned(
    table: Table, state: str, now: float, dead_owner: Callable[[str], bool]
) -> Iterator[Mapping[str, Any]]:
    """The rows in `state` whose owner is surely gone, or let the lease end."""
    for row in list(table.rows_where("state = ?", [state])):
        if row["lease_until"] < now or dead_owner(row["owner"]):
            yield row


def renew(table: Table, state: str, owner: str, until: float) -> None:
    """Prolong the lease of every row in `state` that the owner holds."""
    for key in list(table.pks_and_rows_where("state = ? AND owner = ?", [state, owner])):
        table.update(key[0], {"lease_until": until})
