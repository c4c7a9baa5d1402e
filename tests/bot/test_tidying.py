"""The daily tidying: people's words are dropped when their time is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.digest_bench import DigestBench
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from bot.schedule import DigestSchedule, Tidying
from handlers.ledger import Lookup

DAYS = 86_400.0
TEAM = "T0LOCAL"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[DigestBench]:
    """A process on the first of November."""
    process = DigestBench(slack, tmp_path / "bot.sqlite", "2026-11-01T12:00:00+00:00")
    yield process
    process.database.close()


def note(bench: DigestBench, text: str, channel: str = "C0INC") -> None:
    """Keep a message as evidence, now."""
    ts = f"{bench.now.timestamp():.6f}"
    bench.ledger.conversation.add_evidence(TEAM, channel, ts, text)


def kept(bench: DigestBench, channel: str = "C0INC") -> tuple[str, ...]:
    """The words that are kept of a channel."""
    return bench.ledger.conversation.evidence(TEAM, channel)


def test_words_are_dropped_after_their_days(bench: DigestBench) -> None:
    """Neither sooner, nor more than a day later; younger ones stay."""
    tidying = Tidying(bench.services, 14 * DAYS)
    note(bench, "old")
    bench.at("2026-11-14T12:00:00+00:00")
    note(bench, "new")
    tidying.look()
    before = kept(bench)
    bench.at("2026-11-15T12:00:01+00:00")
    tidying.look()

    assert before == ("old", "new")
    assert kept(bench) == ("new",)


def test_the_words_of_a_question_go_too(bench: DigestBench) -> None:
    """What was found for it stays."""
    bench.look_up("L1", "replication lag", case_ids=("PUB-0001",))
    bench.at("2026-12-01T12:00:00+00:00")
    Tidying(bench.services, 14 * DAYS).look()
    found: Lookup | None = bench.ledger.conversation.lookup("L1")

    assert found is not None
    assert (found.query, found.case_ids) == (None, ("PUB-0001",))


def test_it_is_done_at_a_start_and_once_a_day(bench: DigestBench) -> None:
    """Looks in between do nothing."""
    tidying = Tidying(bench.services, DAYS)
    seen = []
    note(bench, "first")
    for moment in ("02T13:00", "02T14:00", "03T12:59", "03T13:00"):
        bench.at(f"2026-11-{moment}:00+00:00")
        tidying.look()
        seen.append(len(kept(bench)))
        if moment == "02T13:00":
            bench.ledger.conversation.add_evidence(TEAM, "C0INC", "1.0", "second")

    assert seen == [0, 1, 1, 1]
    bench.at("2026-11-04T13:00:00+00:00")
    tidying.look()
    assert kept(bench) == ()


def test_a_clock_that_was_ahead_puts_nothing_off(bench: DigestBench) -> None:
    """Set back by a year, the next look works at once."""
    bench.at("2027-11-01T12:00:00+00:00")
    tidying = Tidying(bench.services, DAYS)
    tidying.look()
    bench.at("2026-11-01T12:00:00+00:00")
    note(bench, "old")
    tidying.look()
    bench.at("2026-11-02T12:00:01+00:00")
    tidying.look()

    assert kept(bench) == ()


def test_the_schedule_tidies_beside_its_digests(bench: DigestBench, driver: SlackDriver) -> None:
    """At its first look, in its own thread."""
    note(bench, "old")
    bench.at("2026-12-01T12:00:00+00:00")
    schedule = DigestSchedule(bench.services, evidence_seconds=14 * DAYS)
    schedule.start()
    try:
        driver.wait_for(lambda: kept(bench) == (), 15)
    finally:
        schedule.stop()
