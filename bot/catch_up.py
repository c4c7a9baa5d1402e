"""The thread that reads up what the connection did not bring, and joins what came meanwhile.

Decides nothing: which channels are joined and what is read is told in `handlers.joining` and
`handlers.catching_up`. It works at a start, after every hello of Slack's socket, and when a channel
was joined, one thing after the other, and as slowly as Slack asks it to.
"""

import logging
import threading
import time
from collections.abc import Callable

from corpus import DatabaseError
from handlers import catching_up, joining
from handlers.services import Services
from handlers.slack_errors import CALL_ERRORS, read_problem
from handlers.slack_pages import StoppedError

REST_SECONDS = 5.0
"""How long rests at least lie between two rounds, so that a flapping socket makes no storm."""

AGAIN_SECONDS = 60.0
"""After how long a round is tried again in which something went wrong."""

JOIN_AGAIN_SECONDS = 3600.0
"""How long the list of all channels, which may be long, is believed."""

_logger = logging.getLogger(__name__)


class CatchUp:
    """The thread of one process, from `start` to `stop`. Thread-safe."""

    def __init__(
        self, *, rest_seconds: float = REST_SECONDS, again_seconds: float = AGAIN_SECONDS
    ) -> None:
        self._rest_seconds = rest_seconds
        self._again_seconds = again_seconds
        self._services: Services | None = None
        self._stopping = threading.Event()
        self._awake = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="catch-up", daemon=True)
        self._lock = threading.Lock()
        self._connected_at: float | None = None
        self._join_at = 0.0

    def start(self, services: Services) -> None:
        """Begin; returns at once."""
        self._services = services
        self._thread.start()

    def stop(self) -> None:
        """Read nothing more, and wait for what is running; the rest stays noted."""
        self._stopping.set()
        self._awake.set()
        if self._thread.is_alive():
            self._thread.join()

    def connected(self) -> None:
        """Slack delivers again: messages before this moment may be missing."""
        with self._lock:
            if self._connected_at is None:
                self._connected_at = time.time()
        self._awake.set()

    def wake(self) -> None:
        """Something is noted that is to be read."""
        self._awake.set()

    def _loop(self) -> None:
        pause: float | None = None
        while not self._stopping.is_set():
            self._awake.wait(pause)
            self._awake.clear()
            pause = None if self._round() else self._again_seconds
            self._stopping.wait(self._rest_seconds)

    def _round(self) -> bool:
        """One round; whether nothing is left to be tried again."""
        with self._lock:
            connected_at, self._connected_at = self._connected_at, None
        steps: list[Callable[[], bool]] = [self._close]
        if connected_at is not None:
            moment = connected_at
            steps = [lambda: self._note(moment), self._close, self._join, self._close]
        done = [self._attempt(step) for step in steps]
        if connected_at is not None and not all(done):
            with self._lock:  # a newer hello must not hide the older gap
                self._connected_at = connected_at
        return all(done)

    def _note(self, connected_at: float) -> bool:
        catching_up.note_gaps(self._known(), connected_at, self._stopping.wait)
        return True

    def _close(self) -> bool:
        """Read up what is noted; whether all of it could be read."""
        services = self._known()
        catching_up.close_gaps(services, self._stopping.wait)
        return not services.ledger.channels.gaps(services.identity.team_id)

    def _join(self) -> bool:
        if time.monotonic() < self._join_at:
            return True
        services = self._known()
        for channel_id in joining.join_by_pattern(services, self._stopping.wait):
            catching_up.note_gap(services, channel_id)
        self._join_at = time.monotonic() + JOIN_AGAIN_SECONDS
        return True

    def _attempt(self, step: Callable[[], bool]) -> bool:
        """Whether a step is done. Slack's final no ends it as well: the bot works without it."""
        if self._stopping.is_set():
            return False
        try:
            return step()
        except StoppedError:
            return False
        except DatabaseError:
            _logger.exception("catch_up_waits")
            return False
        except CALL_ERRORS as error:
            problem = read_problem(error)
            _logger.warning("catch_up_refused error=%s final=%s", problem.error, problem.is_final)
            return problem.is_final
        except Exception:  # like the worker's loop: a thread that ends reads nothing up (rule 16)
            _logger.exception("catch_up_failed")
            return False

    def _known(self) -> Services:
        assert self._services is not None  # noqa: S101 - set by start, before the thread begins
        return self._services
