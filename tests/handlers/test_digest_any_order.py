"""Whatever happens in whatever order, no channel gets a week twice, early, or after its day."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.digest_bench import MONDAY, DigestBench, case
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.directory import NotDescribedError
from handlers.weeks import GRACE, Week

START = dt.datetime(2026, 10, 20, 12, tzinfo=dt.UTC)
"""A Tuesday; the clocks of Berlin go back on the Sunday after it."""

WEEKS = [Week(2026, number) for number in range(43, 53)]

STEPS = (
    *[("to the next slot", 0), ("to the next slot", 1)] * 3,
    *[("to the next slot", hours) for hours in (-1, 23, 24)],
    *[("look and send", process) for process in (0, 1)] * 4,
    *[("look", process) for process in (0, 1)] * 3,
    *[("send", process) for process in (0, 1)] * 3,
    *[("wait", hours) for hours in (1, 20, 24)],
    *[("clock goes back", hours) for hours in (1, 24, 170)],
    *[("lose an answer", arrived) for arrived in (0, 1)],
    *[("restart", process) for process in (0, 1)],
    ("Slack is silent", 0),
    ("save again", 0),
)
"""What may happen, the likely things several times; numbers are hours, or one of two processes, or
whether Slack has the post whose answer is lost."""

steps = st.lists(st.sampled_from(STEPS), min_size=20, max_size=40)


@pytest.fixture(scope="module")
def shared() -> Iterator[LocalSlack]:
    """A stand-in that each example starts over from its seed."""
    with LocalSlack() as server:
        yield server


class Story:
    """Two processes on one database, one clock, and what Slack has in the end."""

    def __init__(self, slack: LocalSlack, driver: SlackDriver, path: Path) -> None:
        self._slack = slack
        self._driver = driver
        self._path = path
        self._now = START
        self._benches = [self._begin(), self._begin()]
        self._benches[0].subscribe()
        for week in WEEKS:
            middle = dt.datetime.combine(week.first_day, dt.time(12), dt.UTC)
            self._benches[0].at(middle.isoformat()).add(case(f"CASE-{week.number:04}"))
        self.came: list[tuple[Week, dt.datetime, dt.datetime]] = []
        self._latest = START
        self._seen = 0

    def do(self, step: tuple[str, int]) -> None:
        """Let one thing happen."""
        what, number = step
        bench = self._benches[number if what.startswith(("look", "send")) else 0]
        bench.now = self._now
        if what == "to the next slot":
            self._now = MONDAY.next_slot(self._now).at + dt.timedelta(hours=number)
        elif what == "wait":
            self._now += dt.timedelta(hours=number)
        elif what == "clock goes back":
            self._now -= dt.timedelta(hours=number)
        elif what == "look":
            self._look(bench)
        elif what == "send":
            bench.send()
        elif what == "look and send":
            self._look(bench)
            bench.send()
        elif what == "lose an answer":
            self._driver.fault("chat.postMessage", "reset", effect=bool(number))
        elif what == "Slack is silent":
            self._driver.fault("conversations.info", "500")
        elif what == "restart":
            self._benches[number].database.close()
            self._benches[number] = self._begin()
        else:
            bench.subscribe()
        self._note()

    def close(self) -> None:
        """End both processes."""
        for bench in self._benches:
            bench.database.close()

    def _begin(self) -> DigestBench:
        return DigestBench(self._slack, self._path, self._now.isoformat())

    def _look(self, bench: DigestBench) -> None:
        try:
            bench.look()
        except NotDescribedError:
            return  # the next look tries again

    def _note(self) -> None:
        """Which digests came with this step, what the clock said, and the latest it ever said."""
        self._latest = max(self._latest, self._now)
        posts = self._driver.posts("C0INC")
        for post in posts[self._seen :]:
            number = int(post["text"].split("week ")[1].split(" ")[0])
            self.came.append((Week(2026, number), self._now, self._latest))
        self._seen = len(posts)


@settings(max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])
@given(happened=steps)
def test_no_week_comes_twice_early_or_after_its_day(
    shared: LocalSlack, happened: list[tuple[str, int]]
) -> None:
    """Two processes, restarts, a clock that goes back, lost answers: each digest at most once."""
    with SlackDriver(shared.url) as driver, TemporaryDirectory() as folder:
        driver.reset()
        story = Story(shared, driver, Path(folder) / "bot.sqlite")
        for step in happened:
            story.do(step)
        story.close()

    assert [
        week for week, times in Counter(week for week, *_ in story.came).items() if times > 1
    ] == []
    for week, moment, latest in story.came:
        assert MONDAY.slot(week).at <= latest  # the clock may have gone back before it was sent
        assert moment < MONDAY.slot(week).at + GRACE
