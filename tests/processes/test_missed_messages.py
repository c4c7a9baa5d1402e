"""What nobody delivered: after a lost socket, while the bot was down, and at its very start."""

import json
from collections.abc import Callable

from support.bot_process import BotProcess
from support.driver import SlackDriver

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
MORE = "pods get evicted, node has DiskPressure, kubelet is restarting them"

StartBot = Callable[..., BotProcess]


def lose(driver: SlackDriver, channel: str, text: str) -> str:
    """Somebody writes, and Slack gives up on delivering it; the message's ts."""
    driver.faults(events={"hold": True})
    ts = driver.send(channel, text)
    driver.faults(events={"hold": False})  # what was held stays held: it never comes
    return ts


def test_a_lost_socket_loses_no_symptom(driver: SlackDriver, start_bot: StartBot) -> None:
    """What was written meanwhile is read from the history when the socket is back."""
    start_bot()
    first = driver.send("C0INC", SYMPTOM)
    driver.wait_for(lambda: driver.thread("C0INC", first), 15)
    lose(driver, "C0INC", MORE)
    question = lose(driver, "C0INC", f"<@U0BOT> {MORE}")
    driver.faults(socket={"drop": True})

    driver.wait_for(lambda: driver.thread("C0INC", question), 30)
    driver.wait_for(lambda: "2 messages" in json.dumps(driver.thread("C0INC", first)), 15)

    assert len(driver.thread("C0INC", first)) == 1
    assert len(driver.thread("C0INC", question)) == 1


def test_what_was_written_while_the_bot_was_down(driver: SlackDriver, start_bot: StartBot) -> None:
    """A killed process that starts again answers what it missed, and nothing twice."""
    bot = start_bot()
    answered = driver.send("C0INC", f"<@U0BOT> {MORE}")
    driver.wait_for(lambda: driver.thread("C0INC", answered), 15)
    bot.kill()
    missed = lose(driver, "C0INC", SYMPTOM)
    bot.start()

    driver.wait_for(lambda: driver.thread("C0INC", missed), 30)
    asked = driver.send("C0INC", "<@U0BOT> help")
    driver.wait_for(lambda: driver.thread("C0INC", asked), 15)

    assert [len(driver.thread("C0INC", ts)) for ts in (answered, missed)] == [1, 1]


def test_incident_channels_are_joined_at_a_start(driver: SlackDriver, start_bot: StartBot) -> None:
    """Those that were made while nothing ran, with what is being said in them right now."""
    new = str(driver.channel_action("create", name="inc-1")["id"])
    shared = driver.channel_action("create", name="inc-2", is_ext_shared=True)
    driver.channel_action("create", name="lunch")
    ts = driver.send(new, SYMPTOM)
    start_bot()

    [card] = driver.wait_for(lambda: driver.thread(new, ts), 30)

    assert "PUB-0041" in json.dumps(card)
    assert "U0BOT" not in driver.channel("lunch")["members"]
    assert "U0BOT" not in driver.channel(str(shared["id"]))["members"]
