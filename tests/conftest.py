"""What tests of several rooms share: the stand-in of Slack, and the real bot process on it."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from support.bot_process import BotProcess
from support.driver import SlackDriver

from bot.local_slack import LocalSlack

StartBot = Callable[..., BotProcess]

_numbers = count(5000)


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    """A stand-in of Slack of this test's own."""
    with LocalSlack() as server:
        yield server


@pytest.fixture
def driver(slack: LocalSlack) -> Iterator[SlackDriver]:
    """People's hands on the stand-in."""
    with SlackDriver(slack.url) as hands:
        yield hands


@pytest.fixture
def start_bot(slack: LocalSlack, tmp_path: Path) -> Iterator[StartBot]:
    """Start the real bot on the stand-in; every bot is ended with the test."""
    started: list[BotProcess] = []

    def start(*arguments: str, **environment: str) -> BotProcess:
        bot = BotProcess(tmp_path, {**slack.environment(), **environment}, *arguments)
        started.append(bot)
        return bot.start()

    yield start
    for bot in started:
        bot.kill()


@pytest.fixture
def make_channel(driver: SlackDriver) -> Callable[..., str]:
    """Make a channel with the bot in it; its id. Each has a name of its own."""

    def make(name: str = "inc", **more: Any) -> str:
        members = ["U0ALICE", "U0BOB", "U0BOT"]
        made = driver.channel_action(
            "create", name=f"{name}-{next(_numbers)}", members=members, **more
        )
        return str(made["id"])

    return make
