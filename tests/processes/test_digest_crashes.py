"""Digests of the real process: killed at every arrow, two at once, and never one too many."""

import datetime as dt
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from support.bot_process import BotProcess
from support.digest_bench import DigestBench, case
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from corpus import Case
from handlers.weeks import WEEKDAYS, Schedule

StartBot = Callable[..., BotProcess]

ZONE = "Asia/Seoul"


class Due:
    """A digest of `C0INC` that was due an hour ago, while nothing ran; its case came in that week.

    `C0PM` comes after it in each look, so that a digest there says that a look has gone by.
    """

    def __init__(self, slack: LocalSlack, path: Path, driver: SlackDriver) -> None:
        self._slack = slack
        self._path = path
        self._driver = driver
        now = dt.datetime.now(dt.UTC)
        slot = (now - dt.timedelta(hours=1)).astimezone(ZoneInfo(ZONE))
        time_of_day = slot.time().replace(second=0, microsecond=0)
        self._schedule = Schedule(WEEKDAYS[slot.weekday()], time_of_day, ZONE)
        self._week_before = (now - dt.timedelta(days=slot.weekday() + 3)).isoformat()
        self._subscribe("C0INC", case("CASE-0001"))

    def start_again(self, bot: BotProcess) -> None:
        """Start a bot, and return once it has looked at the digest."""
        self._subscribe("C0PM")
        bot.start()
        self._driver.wait_for(lambda: self.digests("C0PM"), 20)

    def digests(self, channel: str = "C0INC") -> list[str]:
        """The digests in a channel."""
        posts = self._driver.posts(channel)
        return [p["text"] for p in posts if p["text"].startswith("Incident digest")]

    def wait(self) -> None:
        """Return once the digest is there."""
        self._driver.wait_for(self.digests, 20)

    def outcome(self) -> str | None:
        """What became of the week, as the database has it."""
        with sqlite3.connect(self._path) as connection:
            rows = connection.execute(
                "SELECT state FROM digest_weeks WHERE channel_id = 'C0INC' AND state <> 'missed'"
            ).fetchall()
        return str(rows[0][0]) if rows else None

    def _subscribe(self, channel: str, *cases: Case) -> None:
        bench = DigestBench(self._slack, self._path, self._week_before)
        bench.subscribe(channel, self._schedule)
        bench.add(*cases)
        bench.database.close()


@pytest.fixture
def due(slack: LocalSlack, tmp_path: Path, driver: SlackDriver) -> Due:
    """A digest that is due when a bot starts."""
    return Due(slack, tmp_path / "bot.sqlite", driver)


def test_a_missed_digest_is_made_up_at_the_start(
    driver: SlackDriver, start_bot: StartBot, due: Due
) -> None:
    """It names its week and says that it is late; a restart posts nothing more."""
    bot = start_bot()
    due.wait()
    bot.stop()
    due.start_again(bot)

    [post] = [p for p in driver.posts("C0INC") if "Incident digest" in p["text"]]
    assert "This digest is late: it was due on" in post["blocks"][0]["text"]["text"]
    assert post["text"].startswith("Incident digest, week ")
    assert "Traceback" not in bot.log()


def test_the_buttons_of_a_digest_work(driver: SlackDriver, start_bot: StartBot, due: Due) -> None:
    """*Details* opens the case, for whoever reads the channel."""
    start_bot()
    due.wait()
    [post] = driver.posts("C0INC")
    driver.click(post, "case.open", user="U0BOB")

    driver.wait_for(lambda: "CASE-0001 해결" in str(driver.views("U0BOB")), 20)


def test_kill_before_the_channel_is_looked_up(
    driver: SlackDriver, start_bot: StartBot, due: Due
) -> None:
    """Until Slack describes the channel nothing is decided; the next process decides."""
    driver.fault("conversations.info", "slow", seconds=20)
    bot = start_bot()
    bot.kill()
    decided = due.outcome()
    driver.faults(clear=True)
    due.start_again(bot)

    assert decided is None
    assert len(due.digests()) == 1


def test_kill_between_the_decision_and_the_post(
    driver: SlackDriver, start_bot: StartBot, due: Due
) -> None:
    """Slack has not seen it; the next process looks, finds nothing, and posts."""
    driver.fault("chat.postMessage", "slow", seconds=20)
    bot = start_bot()
    driver.wait_for(lambda: due.outcome() == "posted", 20)
    bot.kill()
    before = due.digests()
    due.start_again(bot)
    due.wait()

    assert before == []
    assert len(due.digests()) == 1


def test_kill_after_the_post(driver: SlackDriver, start_bot: StartBot, due: Due) -> None:
    """Slack has it, its answer was never heard: the next process finds its own post."""
    driver.fault("chat.postMessage", "slow", effect=True, seconds=20)
    bot = start_bot()
    due.wait()
    bot.kill()
    due.start_again(bot)
    driver.wait_for(lambda: driver.calls("conversations.history"), 20)

    assert len(due.digests()) == 1


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.6])
def test_kill_at_any_moment_of_the_start(start_bot: StartBot, due: Due, seconds: float) -> None:
    """Wherever it hits, there is one digest in the end."""
    bot = start_bot()
    time.sleep(seconds)  # nothing is waited for: whichever moment it is, the outcome is the same
    bot.kill()
    due.start_again(bot)
    due.wait()

    assert len(due.digests()) == 1


def test_two_processes_on_one_database_post_one_digest(
    slack: LocalSlack, due: Due, tmp_path: Path
) -> None:
    """Started side by side on a due digest, and one of them killed and started again."""
    bots = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        environment = {
            **slack.environment(),
            "INCIDENT_LOOKUP_DATABASE": str(tmp_path / "bot.sqlite"),
            "SLACK_EXPECTED_SOCKETS": "2",
        }
        bots.append(BotProcess(folder, environment))
    try:
        for bot in bots:
            bot.start()
        due.wait()
        bots[0].kill()
        due.start_again(bots[0])

        assert len(due.digests()) == 1
        assert len(due.digests("C0PM")) == 1
    finally:
        for bot in bots:
            bot.kill()


def test_a_process_stops_cleanly_in_the_middle_of_a_look(
    driver: SlackDriver, start_bot: StartBot, due: Due
) -> None:
    """SIGTERM ends it with 0, no job fails by it, and nothing is lost."""
    driver.fault("conversations.info", "slow", effect=True, seconds=2)
    bot = start_bot()

    assert bot.stop() == 0
    assert "_failed" not in bot.log()
    due.start_again(bot)
    due.wait()
    assert len(due.digests()) == 1
