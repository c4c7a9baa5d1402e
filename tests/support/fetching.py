"""Time that takes none, and how getting a document ends: for tests of requests to an upstream."""

import pytest

from bot.fetching import Fetcher
from corpus import UpstreamError, Validators

NOTHING = Validators()


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        """The moment."""
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.waits.append(seconds)
        self.now += seconds

    def pauses(self) -> list[float]:
        """What was waited before further attempts, without the pace between requests."""
        return [seconds for seconds in self.waits if seconds >= 1]


def failure(fetch: Fetcher, url: str) -> UpstreamError:
    """How getting a document ends."""
    with pytest.raises(UpstreamError) as caught:
        fetch(url, NOTHING)
    return caught.value
