"""One stand-in and one bot for each file of scenarios; each test has a channel of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.driver import SlackDriver

from bot.local_slack import LocalSlack


@pytest.fixture(scope="module")
def slack() -> Iterator[LocalSlack]:
    """A stand-in of Slack that the tests of a file share."""
    with LocalSlack() as server:
        yield server


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Variables of the bot's environment besides those of the stand-in; a file may have others."""
    return {}


@pytest.fixture(scope="module")
def bot(
    slack: LocalSlack, tmp_path_factory: pytest.TempPathFactory, settings: dict[str, str]
) -> Iterator[BotProcess]:
    """The real bot, connected by Socket Mode, that the tests of a file share."""
    folder: Path = tmp_path_factory.mktemp("bot")
    process = BotProcess(folder, {**slack.environment(), **settings}).start()
    yield process
    process.stop()


@pytest.fixture
def driver(slack: LocalSlack, bot: BotProcess) -> Iterator[SlackDriver]:
    """People's hands on the stand-in, with the bot up."""
    assert bot.is_running()
    with SlackDriver(slack.url) as hands:
        hands.faults(clear=True)
        yield hands
