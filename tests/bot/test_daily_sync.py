"""The daily pull while the bot runs: once a day, whatever restarts or fails, never in the way."""

import datetime as dt
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.upstream import Asked, Reply, UpstreamServer, case

from bot.daily_sync import DailySync
from bot.opening import open_database
from bot.settings import Settings
from corpus import Database, Store

MONDAY = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)


@pytest.fixture
def server() -> Iterator[UpstreamServer]:
    """An upstream with one case."""
    with UpstreamServer(case("IL-0001")) as upstream:
        yield upstream


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty database."""
    opened = open_database(tmp_path / "bot.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> Store:
    """Its store."""
    return Store(database, clock=lambda: MONDAY)


class Clock:
    """The time of day, as it was said last."""

    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> dt.datetime:
        """The moment."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """The clock of this test."""
    return Clock()


@pytest.fixture
def daily(
    server: UpstreamServer,
    database: Database,
    store: Store,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> DailySync:
    """The daily pull from that upstream, which does not wait before it tries again."""
    monkeypatch.setattr("bot.fetching.BACK_OFF", (0.0, 0.0, 0.0))
    settings = Settings.model_validate({"sync_url": server.url})
    return DailySync(settings, database, store, clock=clock)


HOUR = dt.timedelta(hours=1)


def test_a_day_has_one_pull(
    daily: DailySync, server: UpstreamServer, store: Store, clock: Clock
) -> None:
    """However often it is looked."""
    daily.look()
    daily.look()
    clock.now = MONDAY + 23 * HOUR
    daily.look()

    assert store.exists("IL-0001")
    assert server.targets() == ["/cases", "/cases/IL-0001"]

    clock.now = MONDAY + 24 * HOUR
    daily.look()
    assert server.targets() == ["/cases"]


def test_a_failed_pull_is_tried_at_the_next_look(
    daily: DailySync,
    server: UpstreamServer,
    store: Store,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is told in the log, by its name."""
    server.faults["/cases"] = [Reply(500)] * 4
    daily.look()
    failed = store.exists("IL-0001")

    daily.look()

    assert (failed, store.exists("IL-0001")) == (False, True)
    assert f"sync_failed url={server.url} reason=status" in caplog.text


def test_a_clock_that_was_ahead_stops_no_pull(
    daily: DailySync, server: UpstreamServer, clock: Clock
) -> None:
    """A last time that lies in the future is none."""
    clock.now = MONDAY + 1000 * HOUR
    daily.look()
    server.asked.clear()
    clock.now = MONDAY

    daily.look()

    assert server.targets() == ["/cases"]


def test_nothing_is_taken_out(
    daily: DailySync,
    server: UpstreamServer,
    store: Store,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """That is for a person to say."""
    daily.look()
    server.cases.clear()
    clock.now = MONDAY + 24 * HOUR

    with caplog.at_level(logging.INFO):
        daily.look()

    assert store.exists("IL-0001")
    assert "removed_upstream=1" in caplog.text


def test_a_stop_ends_a_pull_before_its_next_request(
    daily: DailySync, server: UpstreamServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And leaves nothing; a server that does not answer holds no process up."""
    reached, go_on = threading.Event(), threading.Event()

    def answer(_: Asked) -> None:
        reached.set()
        assert go_on.wait(60)

    server.answer = answer
    daily.start()
    assert reached.wait(60)
    monkeypatch.setattr("bot.daily_sync._STOP_SECONDS", 0.0)
    daily.stop()
    go_on.set()
    monkeypatch.setattr("bot.daily_sync._STOP_SECONDS", 60.0)
    daily.stop()

    assert not store.exists("IL-0001")
    assert len(server.asked) == 1


def test_the_bot_pulls_when_it_is_told_where_from(
    start_bot: Callable[..., BotProcess], server: UpstreamServer
) -> None:
    """And stops cleanly in the middle of it."""
    reached = threading.Event()

    def answer(asked: Asked) -> Reply | None:
        if asked.target.endswith("/cases/IL-0001"):
            reached.set()
            return Reply(silent=True)
        return None

    server.answer = answer
    bot = start_bot(SYNC_URL=server.url)

    assert reached.wait(60)
    assert bot.stop() == 0
    assert "Traceback" not in bot.log()


def test_the_bot_pulls_nothing_by_itself(
    start_bot: Callable[..., BotProcess], server: UpstreamServer
) -> None:
    """Where no library is set there is no such thread."""
    bot = start_bot(SYNC_URL="")

    assert bot.stop() == 0
    assert server.asked == []
    assert "sync" not in bot.log()
