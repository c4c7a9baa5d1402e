"""What is new in the library: cases added or reviewed in a span of time.

Who may see a case is asked afterwards.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from corpus.store import Store

_AROUND = dt.timedelta(days=2)
"""How far the day that is written in a date may be from the moment it means, zones included."""


@dataclass(frozen=True, slots=True)
class NewCase:
    """A case that became news: when it came into the library, or was reviewed."""

    case_id: str
    is_own: bool
    was_reviewed: bool


def find_news(
    store: Store, since: dt.datetime, until: dt.datetime, holds: Callable[[str | None], bool]
) -> tuple[NewCase, ...]:
    """The cases added or reviewed in a span of time, own ones first, then newest first.

    A review is news of own cases alone: public ones are never drafts.

    Args:
        store: the library.
        since: the beginning, aware.
        until: the end, aware.
        holds: whether an ISO 8601 date, or date and time, lies in the span. It decides, as a date
            alone means a day where the reader is; the other two only narrow the search.
    """
    first, last = (since - _AROUND).date().isoformat(), (until + _AROUND).date().isoformat()
    found: list[tuple[str, NewCase]] = []
    for row in store.news_rows(first, last):
        was_reviewed = row.is_own and holds(row.reviewed_at)
        if was_reviewed or holds(row.added_at):
            at = row.reviewed_at if was_reviewed else row.added_at
            found.append((at or "", NewCase(row.id, row.is_own, was_reviewed)))
    newest_first = sorted(found, key=lambda each: each[0], reverse=True)
    return tuple(case for _, case in sorted(newest_first, key=lambda each: not each[1].is_own))
