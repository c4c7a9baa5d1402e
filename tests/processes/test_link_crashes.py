"""Links through crashes and redelivery: made once, shown once, taken back once."""

import sqlite3
from collections.abc import Callable

from support.bot_process import BotProcess
from support.driver import SlackDriver
from support.threads import MakeChannel, choose, open_link_modal, replies, reply_with, stored

StartBot = Callable[..., BotProcess]


def forget_keys(bot: BotProcess) -> None:
    """Make the inbox forget what it has seen, as it does after a day."""
    with sqlite3.connect(bot.database) as database:
        database.execute("DELETE FROM inbox")


def test_kill_after_the_post_shows_a_link_once(
    driver: SlackDriver, start_bot: StartBot, make_channel: MakeChannel
) -> None:
    """Killed between Slack's effect and its answer, the bot finds its own reply again."""
    bot = start_bot()
    channel = make_channel("postmortem")
    driver.fault("chat.postMessage", "slow", effect=True, seconds=20)
    root = driver.send(channel, "PUB-0001")
    replies(driver, channel, root)
    bot.kill()
    bot.start()
    driver.wait_for(lambda: driver.calls("chat.update"), 20)

    assert len(replies(driver, channel, root)) == 1
    assert len(stored(bot, "PUB-0001")["_links"]) == 1


def test_kill_while_slack_gives_the_address_loses_no_link(
    driver: SlackDriver, start_bot: StartBot, make_channel: MakeChannel
) -> None:
    """What was acknowledged before a kill -9 is linked after the restart, with its address."""
    bot = start_bot()
    channel = make_channel("postmortem")
    driver.fault("chat.getPermalink", "slow", seconds=20)
    root = driver.send(channel, "PUB-0002")
    driver.wait_for(lambda: driver.calls("conversations.info"), 15)
    bot.kill()
    driver.faults(clear=True)  # for the case that the first bot did not get that far
    bot.start()

    assert len(replies(driver, channel, root)) == 1
    assert stored(bot, "PUB-0002")["_links"][0]["permalink"].endswith(root.replace(".", ""))


def test_same_event_after_a_restart_and_a_day_changes_nothing(
    driver: SlackDriver, start_bot: StartBot, make_channel: MakeChannel
) -> None:
    """Even when its keys are forgotten: the link is there, or was taken back on purpose."""
    bot = start_bot()
    channel = make_channel("postmortem")
    root = driver.send(channel, "PUB-0003 and PUB-0004")
    [reply] = replies(driver, channel, root)
    driver.click({**reply, "channel_id": channel}, "link.remove")
    reply_with(driver, channel, root, "Unlinked:")
    bot.stop()
    forget_keys(bot)
    bot.start()
    event = {"type": "message", "channel": channel, "channel_type": "channel", "user": "U0ALICE"}
    driver.event(event | {"text": "PUB-0003 and PUB-0004", "ts": root, "event_ts": root})
    asked = driver.send(channel, "<@U0BOT> links", thread_ts=root)
    listed = reply_with(driver, channel, root, "1 case linked in this thread")

    assert asked < listed["ts"]
    assert len(replies(driver, channel, root)) == 2
    assert "_links" not in stored(bot, "PUB-0003")
    assert len(stored(bot, "PUB-0004")["_links"]) == 1


def test_submission_is_worked_on_after_a_kill(
    driver: SlackDriver, start_bot: StartBot, make_channel: MakeChannel
) -> None:
    """A modal that was submitted and acknowledged is not lost with the process."""
    bot = start_bot()
    channel = make_channel("general")
    root = driver.send(channel, "What happened")
    view = open_link_modal(driver, channel, root)
    driver.fault("chat.getPermalink", "slow", seconds=20)
    assert driver.submit(view, choose("PUB-0005", "same-cause"))["ok"]
    bot.kill()
    driver.faults(clear=True)
    bot.start()

    assert len(replies(driver, channel, root)) == 1
    assert [link["kind"] for link in stored(bot, "PUB-0005")["_links"]] == ["same-cause"]


def test_address_that_slack_refuses_for_now_is_asked_for_again(
    driver: SlackDriver, start_bot: StartBot, make_channel: MakeChannel
) -> None:
    """A 429 delays the link; a final refusal links without an address."""
    bot = start_bot()
    channel = make_channel("postmortem")
    driver.fault("chat.getPermalink", "429")
    first = driver.send(channel, "PUB-0006")
    replies(driver, channel, first)
    driver.fault("chat.getPermalink", "error", error="message_not_found")
    second = driver.send(channel, "PUB-0007")
    replies(driver, channel, second)

    assert stored(bot, "PUB-0006")["_links"][0]["permalink"]
    assert stored(bot, "PUB-0007")["_links"][0]["permalink"] is None
