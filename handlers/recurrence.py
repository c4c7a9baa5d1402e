"""What came back: how often an own incident happened, and what is still open from the times before.

Owns the counting. An incident is counted by its own case where it has one, else by the thread in
which somebody linked an earlier case as a recurrence:

- a case counts on the day it happened; where the date is less precise, on the last day it allows,
  but never after the day it was recorded;
- a thread counts when it began, once, however many cases of the family it links; it does not count
  beside its own case (`Link.writeup_id`), which is counted already.

Two threads about one incident that share no case count as two: nothing tells that they are one.
"""

import calendar
import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus import Audience, Case, Text, Visibility
from handlers.ledger import Link
from handlers.services import Services

WINDOW_DAYS = 90
"""The days in which times are counted: "third time in 90 days"."""

_DAY_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class OpenItem:
    """An action item of an earlier case that nobody has marked as done.

    Attributes:
        case_id: the case.
        number: its place in `Case.action_items`, from 0.
        text: what was to be done.
    """

    case_id: str
    number: int
    text: Text


@dataclass(frozen=True, slots=True)
class Recurrence:
    """How an own incident came back.

    Attributes:
        case_id: the case that was asked about.
        count: how often it happened in the window.
        days: the length of the window.
        came_back: whether it ever happened more than once.
        earlier: its cases, newest first, without the one that tells of the last time.
        open_items: their action items that are open.
        item_count: how many action items they have in all.
        channel_ids: channels in which a time is counted by its thread.
    """

    case_id: str
    count: int
    days: int
    came_back: bool
    earlier: tuple[Case, ...]
    open_items: tuple[OpenItem, ...]
    item_count: int
    channel_ids: frozenset[str]


def look_back(
    services: Services,
    case_id: str,
    audience: Audience,
    *,
    at: float | None = None,
    writeup_id: str | None = None,
    days: int = WINDOW_DAYS,
) -> Recurrence | None:
    """How often an own incident happened up to a moment, and what is open from the times before.

    Args:
        services: the library and the ledger.
        case_id: any own case of it.
        audience: who reads the answer; what they may not see is neither listed nor counted.
        at: seconds since the epoch; the present where not given.
        writeup_id: the case of the last time itself, which is counted but is no earlier one.
        days: the length of the window before `at`.

    Returns:
        None where the case is public, is gone, or may not be seen.
    """
    family = [case for case in services.library.family(case_id, audience) if _is_own(case)]
    if case_id not in {case.id for case in family}:
        return None
    until = services.clock().timestamp() if at is None else at
    since = until - days * _DAY_SECONDS
    threads = _threads(services, family)
    moments = [
        *filter(None, map(moment_of, family)),
        *(link.thread_at for link in threads),
    ]
    newest_first = sorted(family, key=lambda case: (-(moment_of(case) or 0.0), case.id))
    earlier = tuple(case for case in newest_first if case.id != writeup_id)
    return Recurrence(
        case_id=case_id,
        # A day of the calendar begins elsewhere up to a day before or after it does in UTC.
        count=sum(since <= moment <= until + _slack(moment) for moment in moments),
        days=days,
        came_back=len(moments) > 1,
        earlier=earlier,
        open_items=tuple(_open_items(earlier)),
        item_count=sum(len(case.action_items) for case in earlier),
        channel_ids=frozenset(link.thread.channel_id for link in threads),
    )


def look_back_from(services: Services, link: Link, audience: Audience) -> Recurrence | None:
    """The same as of the time that a recurrence tells of: its thread, or the thread's own case."""
    at = link.thread_at
    for case in services.store.get_many([link.writeup_id] if link.writeup_id else []):
        moment = moment_of(case) or at
        at = moment + max(0.0, _slack(moment) - 1)  # a day counts to its last second
    return look_back(services, link.case_id, audience, at=at, writeup_id=link.writeup_id)


def moment_of(case: Case) -> float | None:
    """When a case's incident happened, in seconds since the epoch, as exactly as it is known."""
    recorded = _timestamp(case.added_at) if case.added_at else None
    if case.date is None:
        return recorded
    happened = _timestamp(_last_day(case.date))
    if len(case.date) < len("2024-01-01") and recorded is not None:
        return min(happened, recorded)
    return happened


def _threads(services: Services, family: Iterable[Case]) -> list[Link]:
    """One recurrence of the family for each thread that counts by itself."""
    ids = {case.id for case in family}
    team_id = services.identity.team_id
    links = [link for link in services.ledger.links.of_cases(ids) if link.thread.team_id == team_id]
    told = {link.thread for link in links if link.writeup_id in ids}
    found = {
        link.thread: link for link in links if link.kind == "recurrence" and link.thread not in told
    }
    return list(found.values())


def _open_items(cases: Iterable[Case]) -> Iterator[OpenItem]:
    for case in cases:
        for number, item in enumerate(case.action_items):
            if item.done_at is None:
                yield OpenItem(case.id, number, item.text)


def _is_own(case: Case) -> bool:
    return case.visibility not in (None, Visibility.PUBLIC)


def _slack(moment: float) -> float:
    return _DAY_SECONDS if moment % _DAY_SECONDS == 0 else 0.0


def _last_day(date: str) -> str:
    """The last day that a date of the case format may mean: of its year or of its month."""
    if len(date) == len("2024"):
        return f"{date}-12-31"
    if len(date) == len("2024-01"):
        year, month = map(int, date.split("-"))
        return f"{date}-{calendar.monthrange(year, month)[1]:02}"
    return date


def _timestamp(moment: str) -> float:
    """Seconds since the epoch of an ISO 8601 date or time; UTC where it names no zone."""
    read = dt.datetime.fromisoformat(moment)
    return (read if read.tzinfo else read.replace(tzinfo=dt.UTC)).timestamp()
