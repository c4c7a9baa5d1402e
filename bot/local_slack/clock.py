"""Time in the stand-in: a clock that tests may hurry and move, and the ids that grow from it."""

import secrets
import time

ACK_SECONDS = 3.0  # Slack: acknowledge within 3 seconds


class Clock:
    """Wall time that can be set forward, and waits that can be shortened.

    Attributes:
        scale: divides every wait (acknowledgement, redelivery schedule); 1 is Slack's own pace.
        ack_seconds: the time to acknowledge before scaling; a test may set it by itself.
    """

    def __init__(self) -> None:
        self.scale = 1.0
        self.ack_seconds: float | None = None
        self._ahead = 0.0

    def reset(self) -> None:
        """Back to Slack's own pace; time never goes back, or new messages would sort as old."""
        self.scale = 1.0
        self.ack_seconds = None

    def now(self) -> float:
        """Seconds since 1970, plus what `advance` added."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Set the clock forward, so that triggers and response_urls grow old at once."""
        self._ahead += seconds

    def wait(self, seconds: float) -> float:
        """How long a wait of that many of Slack's seconds takes here."""
        return seconds / self.scale

    def ack_deadline(self) -> float:
        """Seconds an app has to acknowledge."""
        return self.wait(ACK_SECONDS) if self.ack_seconds is None else self.ack_seconds


class TsCounter:
    """Message timestamps of one channel: strings that only grow, unique in that channel only.

    Two channels do produce the same `ts`, as Slack may: who keys by `ts` alone is found out here.
    """

    def __init__(self) -> None:
        self._second = 0
        self._micro = 0

    def take(self, now: float) -> str:
        """The next `ts` (`"1760000000.000100"`), never at or before the last one."""
        second = int(now)
        if second > self._second:
            self._second, self._micro = second, 0
        self._micro += 100
        return f"{self._second}.{self._micro:06d}"


def new_id(prefix: str) -> str:
    """A fresh opaque id (`"V3F…"`). Random, because the app's database outlives a stand-in."""
    return prefix + secrets.token_hex(5).upper()
