"""The jobs of the digests: in their zone, under fixed ids, and never the ones who decide."""

import datetime as dt
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from apscheduler.schedulers.background import BackgroundScheduler
from support.digest_bench import MONDAY, DigestBench, case
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from bot.schedule import DigestSchedule
from handlers.weeks import Schedule

TUESDAY = "2026-11-24T12:00:00+00:00"
LATE = "2026-11-30T09:00:00+00:00"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[DigestBench]:
    """A process with a subscribed channel and a case in week 48."""
    process = DigestBench(slack, tmp_path / "bot.sqlite", TUESDAY)
    process.subscribe()
    process.add(case("CASE-0001"))
    yield process
    process.database.close()


@pytest.fixture
def scheduler() -> Iterator[BackgroundScheduler]:
    """A scheduler that plans and runs nothing."""
    paused = BackgroundScheduler(timezone="UTC")
    paused.start(paused=True)
    yield paused
    paused.shutdown()


def test_jobs_are_planned_by_weekday_in_their_zone(
    bench: DigestBench, scheduler: BackgroundScheduler
) -> None:
    """Each under an id of its own, and due when its slot is."""
    bench.subscribe("C0PM", Schedule("thu", dt.time(17, 30), "Asia/Seoul"))
    DigestSchedule(bench.services).plan(scheduler, bench.ledger.digests.active())
    monday, thursday = (scheduler.get_job(f"digest:{each}") for each in ("C0INC", "C0PM"))

    assert str(monday.trigger) == "cron[day_of_week='mon', hour='9', minute='0']"
    assert str(thursday.trigger) == "cron[day_of_week='thu', hour='17', minute='30']"
    assert thursday.trigger.timezone == ZoneInfo("Asia/Seoul")
    assert (monday.misfire_grace_time, monday.coalesce, monday.max_instances) == (86_400, True, 1)
    assert monday.next_run_time == MONDAY.next_slot(dt.datetime.now(dt.UTC)).at


def test_jobs_follow_the_subscriptions(bench: DigestBench, scheduler: BackgroundScheduler) -> None:
    """A change replaces the job, a stop takes it away; planning twice changes nothing."""
    schedule = DigestSchedule(bench.services)
    digests = bench.ledger.digests
    schedule.plan(scheduler, digests.active())
    schedule.plan(scheduler, digests.active())
    before = [job.id for job in scheduler.get_jobs()]
    bench.subscribe("C0INC", Schedule("fri", dt.time(8), "UTC"))
    schedule.plan(scheduler, digests.active())
    changed = [str(job.trigger) for job in scheduler.get_jobs()]
    digests.stop("T0LOCAL", "C0INC")
    schedule.plan(scheduler, digests.active())

    assert before == ["digest:C0INC"]
    assert changed == ["cron[day_of_week='fri', hour='8', minute='0']"]
    assert scheduler.get_jobs() == []


def test_a_zone_that_is_no_longer_known_harms_no_other_channel(
    bench: DigestBench, scheduler: BackgroundScheduler
) -> None:
    """An update of the machine may take a name away; that digest comes by UTC until it is saved."""
    bench.subscribe("C0GENERAL", Schedule("mon", dt.time(9), "Atlantis/Capital"))
    DigestSchedule(bench.services).plan(scheduler, bench.ledger.digests.active())
    bench.at("2026-11-30T09:00:00+00:00").look()

    assert {job.id for job in scheduler.get_jobs()} == {"digest:C0GENERAL", "digest:C0INC"}
    assert [week for each in ("C0GENERAL", "C0INC") for week in weeks_of(bench, each)] == [
        "2026-W48",
        "2026-W48",
    ]


def weeks_of(bench: DigestBench, channel: str) -> list[str]:
    """The weeks that are decided in a channel."""
    subscription = bench.ledger.digests.of(channel)
    return list(bench.weeks(subscription)) if subscription else []


def run_until(
    schedule: DigestSchedule, bench: DigestBench, channel: str, driver: SlackDriver
) -> None:
    """Let a schedule run until a channel has its digest."""
    schedule.start()
    try:
        driver.wait_for(lambda: bench.send() or driver.posts(channel), 15)
    finally:
        schedule.stop()


def test_what_is_due_is_done_at_the_start(bench: DigestBench, driver: SlackDriver) -> None:
    """Without waiting for a job; and it ends when it is told to."""
    threads = set(threading.enumerate())
    run_until(DigestSchedule(bench.at(LATE).services), bench, "C0INC", driver)
    left = {thread.name for thread in set(threading.enumerate()) - threads}

    assert len(driver.posts("C0INC")) == 1
    assert not {name for name in left if "digests" in name or "APScheduler" in name}


def test_one_bad_channel_does_not_stop_the_others(
    bench: DigestBench, driver: SlackDriver, caplog: pytest.LogCaptureFixture
) -> None:
    """Slack's trouble with the first one is tried again at the next look."""
    bench.subscribe("C0PM")
    driver.fault("conversations.info", "500")
    schedule = DigestSchedule(bench.at(LATE).services, look_seconds=0.05)
    with caplog.at_level(logging.WARNING):
        run_until(schedule, bench, "C0INC", driver)
    bench.send()

    assert len(driver.posts("C0PM")) == 1
    assert "digest_waits reason=NotDescribedError" in caplog.text


def test_what_the_outbox_gave_up_is_settled(bench: DigestBench, driver: SlackDriver) -> None:
    """A look later than the post finds that Slack refused it."""
    driver.fault("chat.postMessage", "error", error="is_archived")
    schedule = DigestSchedule(bench.at(LATE).services, look_seconds=0.05)
    run_until(schedule, bench, driver.direct(), driver)

    assert bench.ledger.digests.active() == []
    assert len(driver.calls("chat.postMessage")) == 2
