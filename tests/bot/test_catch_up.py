"""The thread that reads up: woken by connections, one round at a time, and never for nothing."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.channel_bench import ChannelBench, channel_bench
from support.driver import SlackDriver

from bot.catch_up import CatchUp
from bot.local_slack import LocalSlack
from handlers.ledger import Gap

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[ChannelBench]:
    """A process that hears nothing by itself."""
    with channel_bench(slack, tmp_path) as made:
        yield made


@pytest.fixture
def catch_up(bench: ChannelBench) -> Iterator[CatchUp]:
    """A thread that reads for it, with no rest between two rounds."""
    thread = CatchUp(rest_seconds=0.0, again_seconds=0.05)
    thread.start(bench.services)
    yield thread
    thread.stop()


def lists(driver: SlackDriver) -> int:
    """How often the list of all channels was begun."""
    return len([c for c in driver.calls("conversations.list") if not c["args"].get("cursor")])


def test_a_connection_reads_up_and_joins(
    bench: ChannelBench, driver: SlackDriver, catch_up: CatchUp
) -> None:
    """What is read waits in the inbox; a channel that was joined is read as well."""
    driver.send("C0INC", SYMPTOM)
    new = str(driver.channel_action("create", name="inc-1")["id"])
    driver.send(new, SYMPTOM)
    bench.later(seconds=5)
    catch_up.connected()

    driver.wait_for(lambda: bench.ledger.inbox.newest_ts("T0LOCAL", new, 4e9), 15)

    assert bench.ledger.inbox.newest_ts("T0LOCAL", "C0INC", 4e9)
    assert "U0BOT" in driver.channel(new)["members"]


def test_a_second_connection_reads_up_and_lists_nothing(
    driver: SlackDriver, catch_up: CatchUp
) -> None:
    """The list of all channels may be long; it is believed for an hour."""
    for rounds in (1, 2):
        catch_up.connected()
        driver.wait_for(lambda want=rounds: len(driver.calls("users.conversations")) == want, 15)
        driver.wait_for(lambda want=rounds: len(driver.calls("conversations.history")) == want, 15)

    assert lists(driver) == 1


def test_a_noted_gap_is_read_when_woken(
    bench: ChannelBench, driver: SlackDriver, catch_up: CatchUp
) -> None:
    """Without looking for others."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)
    since = f"{bench.now.timestamp() - 600:.6f}"
    bench.ledger.channels.open_gaps("T0LOCAL", [Gap("C0INC", since)])
    catch_up.wake()

    driver.wait_for(lambda: bench.ledger.channels.gaps("T0LOCAL") == [], 15)

    assert driver.calls("users.conversations") == []
    assert lists(driver) == 0


def test_trouble_is_tried_again_and_a_final_no_is_not(
    bench: ChannelBench, driver: SlackDriver, catch_up: CatchUp, caplog: pytest.LogCaptureFixture
) -> None:
    """What was lost is read all the same; without a scope the bot works without reading."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)
    driver.fault("users.conversations", "error", error="missing_scope")
    catch_up.connected()
    driver.wait_for(lambda: driver.calls("conversations.list"), 15)
    refused = driver.calls("conversations.history")
    driver.fault("users.conversations", "429", retry_after="0", count=6)
    with caplog.at_level("WARNING"):
        catch_up.connected()
        driver.wait_for(lambda: bench.ledger.inbox.newest_ts("T0LOCAL", "C0INC", 4e9), 15)

    assert refused == []
    assert "final=False" in caplog.text


def test_it_stops_while_slack_asks_it_to_wait(driver: SlackDriver, catch_up: CatchUp) -> None:
    """An hour of Retry-After does not keep the process from ending."""
    driver.fault("users.conversations", "429", retry_after="3600")
    catch_up.connected()
    driver.wait_for(lambda: driver.calls("users.conversations"), 15)

    catch_up.stop()

    assert "catch-up" not in {thread.name for thread in threading.enumerate()}


def test_it_ends_before_it_began() -> None:
    """A process that fails at its start stops everything."""
    CatchUp().stop()
