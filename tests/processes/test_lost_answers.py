"""Lost, refused and rate-limited calls: visible posts appear exactly once all the same."""

from collections.abc import Callable

import pytest
from support.bot_process import BotProcess
from support.driver import SlackDriver

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"

StartBot = Callable[..., BotProcess]


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


def test_symptom_waits_out_an_outage(driver: SlackDriver, start_bot: StartBot) -> None:
    """Slack does not describe the channel more often than work may fail: the card comes anyway."""
    start_bot()
    driver.fault("conversations.info", "500", count=6)
    ts = driver.send("C0INC", SYMPTOM)

    assert driver.wait_for(lambda: driver.thread("C0INC", ts), 40)


def test_private_answer_outlives_its_response_url(driver: SlackDriver, start_bot: StartBot) -> None:
    """A response_url that takes no more is no reason for silence."""
    start_bot()
    driver.fault("users.info", "slow", effect=True, seconds=2)
    driver.command("C0INC", "replication lag on the postgres standby")
    driver.clock(advance=31 * 60)

    driver.wait_for(lambda: driver.calls("chat.postEphemeral"), 20)

    assert len(driver.wait_for(driver.ephemerals, 10)) == 1


def test_dead_response_url_of_a_shared_answer_closes_no_lane(
    driver: SlackDriver, start_bot: StartBot
) -> None:
    """Where neither the bot nor the URL may post, that answer is lost, and the channel goes on."""
    bot = start_bot()
    driver.command("C0INC", "replication lag on the postgres standby")
    [answer] = driver.wait_for(driver.ephemerals, 15)
    driver.fault("chat.postMessage", "error", error="not_in_channel")
    driver.fault("response_url", "error", error="expired_url", count=9)
    driver.click(answer, "lookup.share")
    driver.wait_for(lambda: "not_sent" in bot.log(), 20)
    ts = driver.send("C0INC", SYMPTOM)

    assert driver.wait_for(lambda: driver.thread("C0INC", ts), 15)
    assert "row_failed" not in bot.log()
