"""The daily pull from the upstream library of the settings, while the bot runs.

When the last one ended is kept in the database, so that restarts neither repeat nor skip one, and a
run by hand counts. A thread looks by the monotonic clock, for the reasons of `bot.schedule`; what a
second process does at the same time does no harm.
"""

import datetime as dt
import logging
import threading
from collections.abc import Callable

from bot.address import Address
from bot.fetching import Fetcher
from bot.opening import open_upstream_cases, utc_now
from bot.settings import Settings, proxy_for
from corpus import Database, DatabaseError, Store, UpstreamError, sync_cases

LOOK_SECONDS = 600.0
"""How often it is looked whether a day has gone by; after a failure, when it is tried again."""

_DAY = dt.timedelta(days=1)
_STOP_SECONDS = 2.0
"""How long a stop waits for a request under way; what is not finished then leaves no trace."""

_logger = logging.getLogger(__name__)


class DailySync:
    """Pulls once a day from `start` to `stop`; never takes cases out.

    Args:
        settings: of this process, with `SYNC_URL`.
        database: the open file.
        store: the cases in it.
        clock: the present moment, with a time zone.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        store: Store,
        *,
        clock: Callable[[], dt.datetime] = utc_now,
    ) -> None:
        if settings.sync_url is None:
            raise ValueError("there is nothing to pull from")
        self._address = Address.parse(settings.sync_url.get_secret_value())
        self._cases = open_upstream_cases(database, store, settings, clock)
        self._clock = clock
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="sync", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        if self._address.is_readable_on_the_way:
            _logger.warning("sync_unencrypted url=%s", self._address.base)
        self._thread.start()

    def stop(self) -> None:
        """Start nothing more; what is under way ends before its next request."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(_STOP_SECONDS)

    def _watch(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look()
            except Exception:  # the scheduler job: the next look may go better (rule 16)
                _logger.exception("sync_failed")
            self._stopping.wait(LOOK_SECONDS)

    def look(self) -> None:
        """Pull when a day has gone by since the last time."""
        try:
            if self._is_due():
                self._pull()
        except UpstreamError as error:
            _logger.warning("sync_failed url=%s reason=%s", self._address.base, error.code)
        except DatabaseError as error:
            _logger.warning("sync_waits reason=%s", type(error).__name__)

    def _is_due(self) -> bool:
        last = self._cases.finished_at(self._address.base)
        return last is None or abs(self._clock() - last) >= _DAY  # a clock may have been ahead

    def _pull(self) -> None:
        proxy = proxy_for(self._address.base)
        with Fetcher(self._address, proxy=proxy, wait=self._pause) as fetch:
            report = sync_cases(self._cases, self._address.base, fetch)
        _logger.info(
            "sync_done added=%d updated=%d unchanged=%d removed_upstream=%d skipped=%d",
            len(report.added),
            len(report.updated),
            len(report.unchanged),
            len(report.removed_upstream),
            len(report.skipped),
        )

    def _pause(self, seconds: float) -> None:
        """Wait before a request, unless there is to be none.

        Raises:
            UpstreamError: the process stops.
        """
        if self._stopping.wait(seconds):
            raise UpstreamError("stopped", ends_run=True)
