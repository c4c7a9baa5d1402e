"""Exactly one digest a channel and week: crashes, restarts, two processes, clocks that jump."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.digest_bench import DigestBench, case, texts
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.directory import NotDescribedError
from handlers.weeks import Schedule

StartBench = Callable[..., DigestBench]

TUESDAY = "2026-11-24T12:00:00+00:00"
THURSDAY = "2026-11-26T12:00:00+00:00"
BEFORE = "2026-11-30T07:59:59+00:00"
SLOT = "2026-11-30T08:00:00+00:00"
"""Monday at nine in Berlin; the week before is 2026-W48."""


@pytest.fixture
def start(slack: LocalSlack, tmp_path: Path) -> Iterator[StartBench]:
    """Start a process on the database; all of them use the same file."""
    begun: list[DigestBench] = []

    def begin(now: str = TUESDAY) -> DigestBench:
        begun.append(DigestBench(slack, tmp_path / "bot.sqlite", now))
        return begun[-1]

    yield begin
    for bench in begun:
        bench.database.close()


@pytest.fixture
def bench(start: StartBench) -> DigestBench:
    """A process with a subscribed channel and a case that came in week 48."""
    process = start()
    process.subscribe()
    process.at(THURSDAY).add(case("CASE-0001"))
    return process


def test_a_digest_comes_at_its_moment(bench: DigestBench, driver: SlackDriver) -> None:
    """Not a second before, once after, and it says which week it is about."""
    bench.at(BEFORE).run()
    early = driver.posts("C0INC")
    bench.at(SLOT).run()
    bench.at("2026-11-30T08:05:00+00:00").run()

    assert early == []
    assert texts(driver.posts("C0INC")) == [
        "Incident digest, week 48 (23 Nov \u2013 29 Nov): 1 new case"
    ]


def test_an_empty_week_is_silent(start: StartBench, driver: SlackDriver) -> None:
    """Nothing is posted, and it is noted, so that nothing is said later either."""
    bench = start()
    subscription = bench.subscribe()
    bench.at(SLOT).run()

    assert driver.calls("chat.postMessage") == []
    assert bench.weeks(subscription) == {"2026-W48": "empty"}


def test_two_processes_post_one_digest(
    bench: DigestBench, start: StartBench, driver: SlackDriver
) -> None:
    """Both are woken at the same moment; one of them is first."""
    other = start(SLOT)
    bench.at(SLOT).look()
    other.look()
    other.send()
    bench.send()

    assert len(driver.posts("C0INC")) == 1


def test_two_processes_that_read_the_same_post_one_digest(
    bench: DigestBench, start: StartBench, driver: SlackDriver
) -> None:
    """The second one decided on what it had read before the first one was done."""
    other = start(SLOT)
    read_before = other.ledger.digests.active()
    bench.at(SLOT).run()
    other.look(read_before)
    other.send()

    assert len(driver.posts("C0INC")) == 1


def test_a_restart_posts_nothing_again(
    bench: DigestBench, start: StartBench, driver: SlackDriver
) -> None:
    """A process that starts a minute after the digest finds the week decided."""
    bench.at(SLOT).run()
    start("2026-11-30T08:01:00+00:00").run()

    assert len(driver.posts("C0INC")) == 1


@pytest.mark.parametrize("hours", [1, 23])
def test_a_missed_week_is_made_up(bench: DigestBench, driver: SlackDriver, hours: int) -> None:
    """Within 24 hours; it says which week it is about, and that it is late."""
    bench.now = dt.datetime.fromisoformat(SLOT) + dt.timedelta(hours=hours)
    bench.run()
    [post] = driver.posts("C0INC")

    assert "week 48 (23 Nov \u2013 29 Nov)" in post["text"]
    assert "it was due on Monday at 09:00" in post["blocks"][0]["text"]["text"]


def test_after_24_hours_a_week_is_over_for_ever(bench: DigestBench, driver: SlackDriver) -> None:
    """It is noted, so that a clock that goes back brings nothing old up."""
    [subscription] = bench.ledger.digests.active()
    bench.at("2026-12-01T08:00:00+00:00").run()
    bench.at("2026-11-30T12:00:00+00:00").run()

    assert driver.posts("C0INC") == []
    assert bench.weeks(subscription) == {"2026-W48": "missed"}


def test_after_weeks_of_absence_one_digest_comes(bench: DigestBench, driver: SlackDriver) -> None:
    """The weeks between are noted as missed; only the last one is told."""
    [subscription] = bench.ledger.digests.active()
    bench.at("2026-12-11T12:00:00+00:00").add(case("CASE-0002"))
    bench.at("2026-12-14T10:00:00+00:00").run()

    assert texts(driver.posts("C0INC")) == [
        "Incident digest, week 50 (7 Dec \u2013 13 Dec): 1 new case"
    ]
    assert bench.weeks(subscription) == {
        "2026-W48": "missed",
        "2026-W49": "missed",
        "2026-W50": "posted",
    }


def test_a_clock_that_goes_back_posts_nothing_twice(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """The slot is there a second time, the week is not."""
    bench.at(SLOT).run()
    bench.at("2026-11-30T07:30:00+00:00").run()
    bench.at(SLOT).run()

    assert len(driver.posts("C0INC")) == 1


def test_a_clock_that_was_months_ahead_costs_no_week(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """Weeks that were noted as missed before they came are told when they do."""
    [subscription] = bench.ledger.digests.active()
    bench.at("2027-01-15T12:00:00+00:00").run()
    bench.at(THURSDAY).run()
    noted = bench.weeks(subscription)
    bench.at(SLOT).run()

    assert noted == {}
    assert len(driver.posts("C0INC")) == 1


def test_a_clock_that_jumps_over_the_slot_makes_up_for_it(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """From Sunday to Monday noon."""
    bench.at("2026-11-29T20:00:00+00:00").run()
    bench.at("2026-11-30T11:00:00+00:00").run()

    assert len(driver.posts("C0INC")) == 1


@pytest.mark.parametrize(
    ("start_at", "moments"),
    [
        # The clocks go forward on 29 March: 02:30 is not there, the digest comes at 03:30.
        ("2026-03-21T12:00:00+00:00", ["2026-03-29T01:29:59+00:00", "2026-03-29T01:30:00+00:00"]),
        # They go back on 25 October: 02:30 is there twice, the first one counts.
        ("2026-10-17T12:00:00+00:00", ["2026-10-25T00:29:59+00:00", "2026-10-25T00:30:00+00:00"]),
    ],
)
def test_a_digest_comes_once_when_the_clocks_change(
    start: StartBench, driver: SlackDriver, start_at: str, moments: list[str]
) -> None:
    """Sundays at 02:30 in Berlin, on both days of the year."""
    bench = start(start_at)
    bench.add(case("CASE-0001"))
    bench.subscribe(schedule=Schedule("sun", dt.time(2, 30), "Europe/Berlin"))
    bench.at(moments[0]).run()
    before = len(driver.posts("C0INC"))
    bench.at(moments[1]).run()
    bench.now += dt.timedelta(hours=1)  # in October it is 02:30 on the wall once more
    bench.run()

    assert (before, len(driver.posts("C0INC"))) == (0, 1)


def test_a_crash_before_the_post_loses_nothing(
    bench: DigestBench, start: StartBench, driver: SlackDriver
) -> None:
    """The week was decided and its row written; the next process sends it."""
    bench.at(SLOT).look()
    start("2026-11-30T08:10:00+00:00").run()

    assert len(driver.posts("C0INC")) == 1


def test_a_digest_that_waited_for_days_is_not_posted(
    bench: DigestBench, start: StartBench, driver: SlackDriver
) -> None:
    """Decided, not sent, and nothing ran until Thursday: it is over, and noted so."""
    [subscription] = bench.ledger.digests.active()
    bench.at(SLOT).look()
    later = start("2026-12-03T08:00:00+00:00")
    later.run()

    assert driver.posts("C0INC") == []
    assert later.weeks(subscription) == {"2026-W48": "missed"}


def test_nothing_is_decided_while_slack_does_not_answer(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """Slack's trouble is no reason to pause; the next look posts."""
    driver.fault("conversations.info", "500")
    with pytest.raises(NotDescribedError):
        bench.at(SLOT).run()
    bench.run()

    assert len(driver.posts("C0INC")) == 1


def test_a_post_that_was_given_up_is_made_up(bench: DigestBench, driver: SlackDriver) -> None:
    """After an hour without Slack the outbox gives a row up; the next look tries again."""
    bench.at(SLOT).look()
    [row] = bench.ledger.outbox.take("bench", 1)
    bench.ledger.outbox.failed(row, "TimeoutError", uncertain=True)
    bench.at("2026-11-30T10:00:00+00:00").run()

    assert len(driver.posts("C0INC")) == 1


def test_nothing_empty_is_put_again(bench: DigestBench, driver: SlackDriver) -> None:
    """What a digest told of may be gone by the time it is tried again."""
    [subscription] = bench.ledger.digests.active()
    bench.at(SLOT).look()
    [row] = bench.ledger.outbox.take("bench", 1)
    bench.ledger.outbox.failed(row, "TimeoutError")
    changed = case("CASE-0001", visibility="channel", channel_id="C0PRIV")
    bench.store.save(changed, actor="U0ALICE", action="edit")
    bench.run()

    assert driver.posts("C0INC") == []
    assert bench.weeks(subscription) == {"2026-W48": "empty"}


def test_a_thursday_digest_tells_of_the_week_before(start: StartBench, driver: SlackDriver) -> None:
    """Monday to Sunday: what came on the Monday of this week waits for the next one."""
    bench = start()
    bench.subscribe(schedule=Schedule("thu", dt.time(9), "Asia/Seoul"))
    bench.at("2026-11-25T12:00:00+00:00").add(case("CASE-0001"))
    bench.at("2026-11-30T12:00:00+00:00").add(case("CASE-0002"))
    bench.at("2026-12-03T00:00:00+00:00").run()
    [post] = driver.posts("C0INC")

    assert "CASE-0001" in str(post["blocks"])
    assert "CASE-0002" not in str(post["blocks"])


def test_who_subscribes_after_the_slot_gets_the_next_one(
    start: StartBench, driver: SlackDriver
) -> None:
    """Saving the settings never posts by itself."""
    bench = start(THURSDAY)
    bench.add(case("CASE-0001"))
    bench.at("2026-11-30T08:30:00+00:00").subscribe()
    bench.run()

    assert driver.posts("C0INC") == []


def test_one_channel_in_trouble_does_not_hold_up_the_others(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """The archived one is paused; the other has its digest."""
    bench.at("2026-11-27T12:00:00+00:00").subscribe("C0GENERAL")
    driver.channel_action("archive", channel="C0INC")
    bench.at(SLOT).run()

    assert len(driver.posts("C0GENERAL")) == 1
    assert [each.channel_id for each in bench.ledger.digests.active()] == ["C0GENERAL"]
