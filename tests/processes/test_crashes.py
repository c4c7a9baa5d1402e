"""Crashes and slow answers: what was acknowledged is worked on, and posted exactly once."""

import time
from collections.abc import Callable

from support.bot_process import BotProcess
from support.driver import SlackDriver

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"

StartBot = Callable[..., BotProcess]


def is_acked(driver: SlackDriver) -> bool:
    """Whether the bot has acknowledged the message it was sent."""
    return any(
        attempt["acked_ms"] is not None
        for delivery in driver.deliveries("message")
        for attempt in delivery["attempts"]
    )


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
