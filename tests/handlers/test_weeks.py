"""Which week a digest is about and when it is due, over every change of the clocks."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.weeks import GRACE, WEEKDAYS, Period, Schedule, Week, is_zone, parse_time

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Seoul",
    "Pacific/Apia",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Africa/Cairo",
)
"""With one hour of summer time, half an hour, none, at midnight, and a day that never was (Apia,
30 December 2011)."""

zones = st.sampled_from(ZONES)
moments = st.datetimes(
    dt.datetime(2009, 1, 5),  # noqa: DTZ001 - hypothesis adds the zone
    dt.datetime(2031, 12, 1),  # noqa: DTZ001 - the same
    timezones=st.just(dt.UTC),
)
schedules = st.builds(
    Schedule,
    weekday=st.sampled_from(WEEKDAYS),
    time=st.times().map(lambda time: time.replace(second=0, microsecond=0)),
    zone=zones,
)
thorough = settings(max_examples=200, deadline=None)


def at(zone: str, text: str) -> dt.datetime:
    """A local time as a moment."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(dt.UTC)


@thorough
@given(schedules, moments)
def test_a_moment_lies_between_its_slots(schedule: Schedule, now: dt.datetime) -> None:
    """Whenever one looks, one slot was the last and another is the next, of weeks in a row."""
    following = schedule.next_slot(now)
    [last, *_] = schedule.slots_since(now - dt.timedelta(days=20), now)

    assert last.at <= now < following.at
    assert last.week.shifted(1) == following.week


@thorough
@given(schedules, moments)
def test_each_week_has_one_slot_after_its_end(schedule: Schedule, now: dt.datetime) -> None:
    """The digest of a week comes when the week is over, and before the next week is."""
    week = schedule.last_week(now)
    slot, period = schedule.slot(week), Period.of(week, schedule.zone)

    assert period.until <= slot.at
    assert slot.at <= Period.of(week.shifted(1), schedule.zone).until
    assert slot.at < schedule.slot(week.shifted(1)).at


@thorough
@given(schedules, moments)
def test_a_slot_is_at_the_wanted_time_of_day(schedule: Schedule, now: dt.datetime) -> None:
    """On the wall it is the weekday and the time asked for, except where the wall skips them."""
    slot = schedule.next_slot(now)
    shown = slot.at.astimezone(ZoneInfo(schedule.zone))
    asked = dt.datetime.combine(
        slot.week.shifted(1).first_day + dt.timedelta(days=WEEKDAYS.index(schedule.weekday)),
        schedule.time,
        ZoneInfo(schedule.zone),
    )
    skipped = asked.astimezone(dt.UTC).astimezone(asked.tzinfo).replace(tzinfo=None)

    assert shown.replace(tzinfo=None) == skipped
    assert skipped - asked.replace(tzinfo=None) in (
        dt.timedelta(),
        dt.timedelta(minutes=30),
        dt.timedelta(hours=1),
        dt.timedelta(days=1),
    )


@thorough
@given(zones, moments)
def test_weeks_follow_each_other_without_gap_or_overlap(zone: str, now: dt.datetime) -> None:
    """Every moment is in exactly one week."""
    week = Week.of(now.astimezone(ZoneInfo(zone)).date())
    before, mine, after = (Period.of(week.shifted(n), zone) for n in (-1, 0, 1))

    assert mine.since <= now < mine.until
    assert (before.until, mine.until) == (mine.since, after.since)


@given(moments)
def test_a_name_gives_its_week_back(now: dt.datetime) -> None:
    """What is written into the ledger and typed on the command line is read as it was meant."""
    week = Week.of(now.date())

    assert Week.parse(str(week)) == week


@pytest.mark.parametrize(
    "name", ["2026-W54", "2025-W53", "2026W48", "2026-48", "W48", "", "9999-W52", "0001-W01"]
)
def test_another_name_is_no_week(name: str) -> None:
    """A week that the year does not have is refused, as is anything else."""
    with pytest.raises(ValueError, match=r"week|Invalid"):
        Week.parse(name)


def test_monday_and_thursday_tell_of_the_same_week() -> None:
    """The week that was last over: until yesterday on Monday, until Sunday on Thursday."""
    now = at("Europe/Berlin", "2026-12-06T12:00")
    weeks = {
        weekday: next(
            Schedule(weekday, dt.time(9), "Europe/Berlin").slots_since(now - GRACE * 7, now)
        ).week
        for weekday in ("mon", "thu")
    }

    assert weeks == {"mon": Week(2026, 48), "thu": Week(2026, 48)}


def test_a_week_runs_from_monday_to_sunday_in_its_zone() -> None:
    """In Seoul week 48 begins while it is still Sunday in London."""
    period = Period.of(Week(2026, 48), "Asia/Seoul")

    assert period.since == dt.datetime(2026, 11, 22, 15, tzinfo=dt.UTC)
    assert period.until == dt.datetime(2026, 11, 29, 15, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("zone", "week", "time", "moment"),
    [
        ("Europe/Berlin", Week(2026, 12), "02:30", "2026-03-29T01:30"),  # skipped: comes at 03:30
        ("America/New_York", Week(2026, 9), "02:30", "2026-03-08T07:30"),  # the same
        ("Australia/Lord_Howe", Week(2026, 39), "02:15", "2026-10-03T15:45"),  # skipped: 02:45
        ("Australia/Lord_Howe", Week(2026, 39), "02:30", "2026-10-03T15:30"),
        ("Europe/Berlin", Week(2026, 42), "02:30", "2026-10-25T00:30"),  # comes twice: the first
        ("America/New_York", Week(2026, 43), "01:30", "2026-11-01T05:30"),  # the same
        ("Australia/Lord_Howe", Week(2026, 13), "01:45", "2026-04-04T14:45"),  # the same
        ("Asia/Seoul", Week(2026, 42), "02:30", "2026-10-24T17:30"),
    ],
)
def test_a_slot_on_the_sunday_of_the_change(zone: str, week: Week, time: str, moment: str) -> None:
    """A time that is skipped comes later on the wall; one that is there twice, the first time."""
    slot = Schedule("sun", parse_time(time), zone).slot(week)

    assert slot.at == dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC)


def test_a_time_that_comes_twice_is_one_slot() -> None:
    """In the hour that the clocks repeat, the second 02:30 finds the slot already there."""
    schedule = Schedule("sun", dt.time(2, 30), "Europe/Berlin")
    second = dt.datetime(2026, 10, 25, 1, 30, tzinfo=dt.UTC)

    assert schedule.next_slot(second).week == Week(2026, 43)
    [last] = schedule.slots_since(second - GRACE, second)
    assert last.at == second - dt.timedelta(hours=1)


def test_a_day_that_never_was_moves_the_slot_to_the_next() -> None:
    """Apia went from Thursday to Saturday in 2011: that Friday's digest came on Saturday."""
    slot = Schedule("fri", dt.time(9), "Pacific/Apia").slot(Week(2011, 51))

    assert slot.at.astimezone(ZoneInfo("Pacific/Apia")).isoformat() == "2011-12-31T09:00:00+14:00"


def test_a_slot_is_made_up_for_within_a_day() -> None:
    """Late after a quarter of an hour, over after 24 hours."""
    slot = Schedule("mon", dt.time(9), "Europe/Berlin").slot(Week(2026, 48))
    after = {
        minutes: (
            slot.is_late(slot.at + dt.timedelta(minutes=minutes)),
            slot.is_over(slot.at + dt.timedelta(minutes=minutes)),
        )
        for minutes in (0, 14, 15, 24 * 60 - 1, 24 * 60)
    }

    assert after == {
        0: (False, False),
        14: (False, False),
        15: (True, False),
        24 * 60 - 1: (True, False),
        24 * 60: (True, True),
    }


def test_only_slots_after_the_start_count() -> None:
    """Who subscribes an hour after the slot gets the next one; a long absence counts eight."""
    schedule = Schedule("mon", dt.time(9), "Europe/Berlin")
    slot = schedule.slot(Week(2026, 48))
    later = slot.at + dt.timedelta(hours=1)

    assert list(schedule.slots_since(slot.at, later)) == []
    assert [s.week for s in schedule.slots_since(slot.at - GRACE, later)] == [Week(2026, 48)]
    assert len(list(schedule.slots_since(slot.at - GRACE * 700, later))) == 8


@pytest.mark.parametrize(
    ("stamp", "held"),
    [
        (None, False),
        ("2026-11-23", True),
        ("2026-11-29", True),
        ("2026-11-30", False),
        ("2026-11-22T15:00:00+00:00", True),
        ("2026-11-29T15:00:00Z", False),
        ("2026-11-29T23:59:59", True),
    ],
)
def test_a_period_holds_dates_and_times(stamp: str | None, held: bool) -> None:
    """Cases carry a date, or a date and time; without a zone it is a day where the channel is."""
    assert Period.of(Week(2026, 48), "Asia/Seoul").holds(stamp) is held


def test_zones_and_times_are_read_as_people_type_them() -> None:
    """An IANA name is a zone, an abbreviation is none; a time has hours and minutes."""
    assert (is_zone("Asia/Seoul"), is_zone("KST"), is_zone("../etc/passwd")) == (True, False, False)
    assert parse_time("09:30") == dt.time(9, 30)
    with pytest.raises(ValueError, match="does not match"):
        parse_time("25:00")
