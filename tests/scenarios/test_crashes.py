"""Crashes and broken answers: visible posts appear exactly once, and no acked work is lost."""

import time
from collections.abc import Callable, Iterator

import pytest
from support.bot_process import BotProcess
from support.driver import SlackDriver

from bot.local_slack import LocalSlack

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"

StartBot = Callable[..., BotProcess]


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    """A stand-in of this test's own: these tests break it."""
    with LocalSlack() as server:
        yield server


@pytest.fixture
def driver(slack: LocalSlack) -> Iterator[SlackDriver]:
    """People's hands on it; the bot is started and killed by each test."""
    with SlackDriver(slack.url) as hands:
        yield hands


def is_acked(driver: SlackDriver) -> bool:
    """Whether the bot has acknowledged the message it was sent."""
    return any(
        attempt["acked_ms"] is not None
        for delivery in driver.deliveries("message")
        for attempt in delivery["attempts"]
    )


@pytest.mark.parametrize("kind", ["reset", "500", "html"])
def test_post_whose_answer_is_lost_appears_once(
    driver: SlackDriver, start_bot: StartBot, kind: str
) -> None:
    """The message is in Slack but the answer is not: the bot looks before it posts again."""
    start_bot()
    driver.fault("chat.postMessage", kind, effect=True)
    ts = driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: driver.calls("conversations.replies"), 15)
    driver.wait_for(lambda: driver.calls("chat.update"), 15)

    assert len(driver.thread("C0INC", ts)) == 1


@pytest.mark.parametrize("kind", ["reset", "503", "html"])
def test_post_that_never_reached_slack_is_sent_again(
    driver: SlackDriver, start_bot: StartBot, kind: str
) -> None:
    """Nothing was posted: after a look the message is sent again."""
    start_bot()
    driver.fault("chat.postMessage", kind, effect=False)
    ts = driver.send("C0INC", SYMPTOM)

    posted = driver.wait_for(lambda: driver.thread("C0INC", ts), 15)

    assert len(posted) == 1


def test_post_waits_as_long_as_slack_asks(driver: SlackDriver, start_bot: StartBot) -> None:
    """429 with Retry-After 2: sent again after it, once."""
    start_bot()
    driver.fault("chat.postMessage", "429", retry_after="2")
    ts = driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: driver.thread("C0INC", ts), 15)

    first, second = driver.calls("chat.postMessage")[:2]

    assert second["at"] - first["at"] >= 2
    assert len(driver.thread("C0INC", ts)) == 1


def test_kill_after_the_post_does_not_post_again(driver: SlackDriver, start_bot: StartBot) -> None:
    """Killed between Slack's effect and its answer, the bot finds its own post again."""
    bot = start_bot()
    driver.fault("chat.postMessage", "slow", effect=True, seconds=20)
    ts = driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: driver.thread("C0INC", ts), 15)
    bot.kill()
    bot.start()
    driver.wait_for(lambda: driver.calls("chat.update"), 20)

    assert len(driver.thread("C0INC", ts)) == 1


def test_kill_before_the_work_loses_nothing(driver: SlackDriver, start_bot: StartBot) -> None:
    """What was acknowledged before a kill -9 is worked on after the restart."""
    bot = start_bot()
    driver.fault("conversations.info", "slow", seconds=20)
    ts = driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: is_acked(driver), 15)
    bot.kill()
    bot.start()

    posted = driver.wait_for(lambda: driver.thread("C0INC", ts), 20)

    assert len(posted) == 1


def test_command_is_acked_before_slow_work(driver: SlackDriver, start_bot: StartBot) -> None:
    """users.info takes 2.9 s: the ack is there within one, the answer follows."""
    start_bot()
    driver.fault("users.info", "slow", effect=True, seconds=2.9)
    acked = driver.command("C0INC", "replication lag on the postgres standby")

    answer = driver.wait_for(driver.ephemerals, 15)

    assert acked["ack_ms"] < 1000
    assert len(answer) == 1


def test_one_channel_waiting_does_not_hold_up_another(
    driver: SlackDriver, start_bot: StartBot
) -> None:
    """A rate limit in one channel is that channel's affair."""
    start_bot()
    other = driver.channel_action("create", name="inc-other", members=["U0ALICE", "U0BOT"])["id"]
    driver.fault("chat.postMessage", "429", retry_after="30")
    driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: driver.calls("chat.postMessage"), 15)
    ts = driver.send(other, SYMPTOM)

    assert driver.wait_for(lambda: driver.thread(other, ts), 10)


def test_archived_channel_is_given_up(driver: SlackDriver, start_bot: StartBot) -> None:
    """A channel archived meanwhile is not tried again and again."""
    bot = start_bot()
    driver.fault("chat.postMessage", "error", error="is_archived", count=3)
    driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: "not_sent" in bot.log(), 15)
    asked = driver.send("C0GENERAL", "<@U0BOT> help")
    driver.wait_for(
        lambda: driver.thread("C0GENERAL", asked) or len(driver.calls("chat.postMessage")) > 1, 15
    )

    assert [call["channel"] for call in driver.calls("chat.postMessage")].count("C0INC") == 1


def test_refused_blocks_are_sent_as_text(driver: SlackDriver, start_bot: StartBot) -> None:
    """When Slack refuses the blocks, the words still arrive."""
    start_bot()
    driver.fault("chat.postMessage", "error", error="invalid_blocks")
    ts = driver.send("C0INC", SYMPTOM)

    [posted] = driver.wait_for(lambda: driver.thread("C0INC", ts), 15)

    assert "PUB-0041" in posted["text"]
    assert not posted.get("blocks")


def test_expired_trigger_is_told(driver: SlackDriver, start_bot: StartBot) -> None:
    """A modal that Slack no longer opens ends in a sentence, not in silence."""
    start_bot()
    driver.command("C0INC", "replication lag on the postgres standby")
    [answer] = driver.wait_for(driver.ephemerals, 15)
    driver.fault("views.open", "error", error="expired_trigger_id")
    driver.click(answer, "case.open")

    told = driver.wait_for(
        lambda: [m for m in driver.ephemerals() if "took too long" in m["text"]], 15
    )

    assert len(told) == 1


def test_sigterm_stops_cleanly(driver: SlackDriver, start_bot: StartBot) -> None:
    """SIGTERM ends the process with 0, takes the ready file away and logs no traceback."""
    bot: BotProcess = start_bot()
    asked = driver.send("C0GENERAL", "<@U0BOT> help")
    driver.wait_for(lambda: driver.thread("C0GENERAL", asked), 15)

    started = time.monotonic()
    code = bot.stop()

    assert code == 0
    assert not bot.ready_file.exists()
    assert "Traceback" not in bot.log()
    assert time.monotonic() - started < 10
