"""Which week a digest is about, and when it is due: a schedule and a moment, and nothing else.

A *week* is an ISO week, Monday to Sunday, in the time zone of the schedule. The *slot* is the
moment at which the digest of a week comes: on the schedule's weekday, at its time, in the week
after. So a digest always tells of the week that was last over: one that comes on Monday tells of
the days until yesterday, one that comes on Thursday of the same seven days. Weeks follow each
other without a gap and without an overlap, whatever somebody does to the weekday or the time.
"""

import datetime as dt
import logging
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, Self, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
"""In the order of the ISO week; the names are those of APScheduler."""

GRACE = dt.timedelta(hours=24)
"""How long a digest that did not come at its moment is made up for; later it is never posted."""

LATE_AFTER = dt.timedelta(minutes=15)
"""From when on a digest says itself that it is late."""

_REMEMBERED = 8
"""Slots that are looked back at: a bot that was away for longer notes no more missed weeks."""

_WEEK = dt.timedelta(days=7)
_logger = logging.getLogger(__name__)
_YEARS = range(1970, 9999)
"""Of which every week has a moment before and after it, in every time zone."""

_NAME = re.compile(r"([0-9]{4})-W([0-9]{2})")


@dataclass(frozen=True, slots=True, order=True)
class Week:
    """An ISO week: `str(Week(2026, 48))` is "2026-W48"."""

    year: int
    number: int

    @classmethod
    def of(cls, day: dt.date) -> Self:
        """The week a day is in."""
        found = day.isocalendar()
        return cls(found.year, found.week)

    @classmethod
    def parse(cls, name: str) -> Self:
        """The week of this name.

        Raises:
            ValueError: it is none, or the year has no such week.
        """
        found = _NAME.fullmatch(name.strip().upper())
        if found is None:
            raise ValueError("should be a week such as 2026-W48")
        week = cls(int(found[1]), int(found[2]))
        if week.year not in _YEARS:
            raise ValueError("should be a week of a year from 1970 on")
        dt.date.fromisocalendar(week.year, week.number, 1)
        return week

    def __str__(self) -> str:
        return f"{self.year:04}-W{self.number:02}"

    @property
    def first_day(self) -> dt.date:
        """Its Monday."""
        return dt.date.fromisocalendar(self.year, self.number, 1)

    @property
    def last_day(self) -> dt.date:
        """Its Sunday."""
        return self.first_day + dt.timedelta(days=6)

    def shifted(self, weeks: int) -> "Week":
        """The week so many weeks later; earlier with a negative number."""
        return Week.of(self.first_day + weeks * _WEEK)


@dataclass(frozen=True, slots=True)
class Period:
    """The moments of a week: from `since` on and before `until`, both aware and in UTC."""

    week: Week
    zone: str
    since: dt.datetime
    until: dt.datetime

    @classmethod
    def of(cls, week: Week, zone: str) -> Self:
        """From the first midnight of a week to the first one of the next, in a time zone."""
        midnight = dt.time()
        following = week.shifted(1).first_day
        return cls(
            week, zone, _moment(week.first_day, midnight, zone), _moment(following, midnight, zone)
        )

    def holds(self, stamp: str | None) -> bool:
        """Whether an ISO 8601 date, or date and time, lies in it; one without a zone is local."""
        if not stamp:
            return False
        found = dt.datetime.fromisoformat(stamp)
        if found.tzinfo is None:
            return self.week.first_day <= found.date() <= self.week.last_day
        return self.since <= found < self.until


@dataclass(frozen=True, slots=True)
class Slot:
    """The moment (aware, in UTC) at which the digest of a week comes."""

    week: Week
    at: dt.datetime

    def is_over(self, now: dt.datetime) -> bool:
        """Whether it is too late to make up for it."""
        return now - self.at >= GRACE

    def is_late(self, now: dt.datetime) -> bool:
        """Whether a digest posted now has to say that it is late."""
        return now - self.at >= LATE_AFTER


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a digest comes: a weekday, a time of day, and an IANA time zone (`Europe/Berlin`)."""

    weekday: Weekday
    time: dt.time
    zone: str

    def slot(self, week: Week) -> Slot:
        """When the digest of a week comes.

        A time that the clocks jump over is taken as they stood before; of one that comes twice,
        the first counts.
        """
        day = week.shifted(1).first_day + dt.timedelta(days=WEEKDAYS.index(self.weekday))
        return Slot(week, _moment(day, self.time, self.zone))

    def next_slot(self, now: dt.datetime, decided: Container[Week] = ()) -> Slot:
        """The first slot after a moment, of a week of which nothing is decided yet."""
        week = self._week_around(now).shifted(-2)
        while (slot := self.slot(week)).at <= now or week in decided:
            week = week.shifted(1)
        return slot

    def slots_since(self, since: dt.datetime, now: dt.datetime) -> Iterator[Slot]:
        """The slots after `since` that are there by `now`, the newest first, a few at most."""
        week = self.next_slot(now).week
        for _ in range(_REMEMBERED):
            week = week.shifted(-1)
            slot = self.slot(week)
            if slot.at <= since:
                return
            yield slot

    def day_of(self, slot: Slot) -> dt.date:
        """The day on which a slot is, in the zone of the schedule."""
        return slot.at.astimezone(zone_of(self.zone)).date()

    def last_week(self, now: dt.datetime) -> Week:
        """The week that was last over."""
        return self._week_around(now).shifted(-1)

    def _week_around(self, now: dt.datetime) -> Week:
        return Week.of(now.astimezone(zone_of(self.zone)).date())


DEFAULT_WEEKDAY: Weekday = "mon"
DEFAULT_TIME = dt.time(9)


@cache
def zones() -> frozenset[str]:
    """The names of the IANA time zones; abbreviations ("EST") are left out, they mean no place."""
    return frozenset(name for name in available_timezones() if "/" in name) | {"UTC"}


def is_zone(name: str) -> bool:
    """Whether this is the name of an IANA time zone."""
    return name in zones()


@cache
def zone_of(name: str) -> ZoneInfo:
    """The time zone of a name; UTC for one that this machine's list no longer has.

    A digest at another hour is noticed and mended in its settings; one that raises never comes.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        _logger.warning("zone_unknown zone=%s", name)
        return ZoneInfo("UTC")


def parse_time(text: str) -> dt.time:
    """The time of day that "09:00" is.

    Raises:
        ValueError: it is none.
    """
    return dt.datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 - a time of day has no zone


def _moment(day: dt.date, time: dt.time, zone: str) -> dt.datetime:
    """A local date and time as a moment in UTC; `fold` is 0, see `Schedule.slot`."""
    return dt.datetime.combine(day, time, zone_of(zone)).astimezone(dt.UTC)
