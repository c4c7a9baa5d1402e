"""The jobs of the weekly digests (APScheduler), the watch over them, and the daily tidying.

Wakes whoever has something to do and decides nothing: whether a week is due, was posted or is over
says the ledger, so that a job may fire twice, late, or in two processes at once.

APScheduler waits by the wall clock: one that is set back puts its jobs to sleep, and what was saved
by another process it never hears of. So a thread that waits by the monotonic clock looks at the
subscriptions twice a minute, plans their jobs, and does what is due. After a start that look is
also what makes up for the time in which nothing ran.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from corpus import DatabaseError
from handlers.digest_posting import post_due, settle_failure
from handlers.ledger import Subscription
from handlers.services import Services
from handlers.slack_errors import AskAgainError
from handlers.weeks import GRACE, Schedule, zone_of

if TYPE_CHECKING:
    from apscheduler.schedulers.background import BackgroundScheduler

LOOK_SECONDS = 30.0
"""How often the subscriptions are looked at."""

TIDY_SECONDS = 86_400.0
"""How often words whose time is over are dropped, counted from a process's start."""

_logger = logging.getLogger(__name__)


class Tidying:
    """Drops people's words whose time is over: at a start, and once a day from then on."""

    def __init__(self, services: Services, evidence_seconds: float) -> None:
        self._services = services
        self._evidence_seconds = evidence_seconds
        self._next_at: float | None = None

    def look(self) -> None:
        """Do it if a day has gone by since the last time.

        Raises:
            DatabaseError: nothing was dropped; the next look tries again.
        """
        now = self._services.clock().timestamp()
        # A clock that was ahead and is set back must not put it off for long.
        if self._next_at is not None and 0 < self._next_at - now <= TIDY_SECONDS:
            return
        dropped = self._services.ledger.conversation.forget_words(self._evidence_seconds)
        self._next_at = now + TIDY_SECONDS
        _logger.info("words_dropped count=%d", dropped)


class DigestSchedule:
    """Posts the digests of one process from `start` to `stop`, and tidies beside that.

    Args:
        services: of this process.
        evidence_seconds: how long people's words are kept; None where nobody is to tidy.
        look_seconds: how often to look.
    """

    def __init__(
        self,
        services: Services,
        *,
        evidence_seconds: float | None = None,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        self._services = services
        self._tidying = None if evidence_seconds is None else Tidying(services, evidence_seconds)
        self._look_seconds = look_seconds
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="digests", daemon=True)
        self._planned: dict[str, Schedule] = {}

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Start nothing more, and wait for what is running."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        # Loaded here, so that being ready to answer does not wait for it.
        from apscheduler.executors.pool import ThreadPoolExecutor  # noqa: PLC0415
        from apscheduler.schedulers.background import BackgroundScheduler  # noqa: PLC0415

        logging.getLogger("apscheduler").setLevel(logging.WARNING)
        scheduler = BackgroundScheduler(
            executors={"default": ThreadPoolExecutor(1)},
            timezone="UTC",
        )
        scheduler.start()
        try:
            while not self._stopping.is_set():
                self._attempt("digests_look", partial(self._look, scheduler))
                self._stopping.wait(self._look_seconds)
        finally:
            scheduler.shutdown(wait=True)

    def _look(self, scheduler: "BackgroundScheduler") -> None:
        """Plan the jobs, do what is due now, and settle what the outbox gave up."""
        subscriptions = self._services.ledger.digests.active()
        self._attempt("digests_plan", partial(self.plan, scheduler, subscriptions))
        for subscription in subscriptions:
            self._post(subscription.channel_id)
        for failed in self._services.ledger.digests.failed_posts():
            self._attempt("digest_failed", partial(settle_failure, failed, self._services))
        if self._tidying is not None:
            self._attempt("tidying", self._tidying.look)

    def plan(self, scheduler: "BackgroundScheduler", subscriptions: Iterable[Subscription]) -> None:
        """One job for each subscription, under the same id as long as it exists."""
        wanted = {each.channel_id: each.settings.schedule for each in subscriptions}
        for channel_id in self._planned.keys() - wanted.keys():
            scheduler.remove_job(_job_id(channel_id))
        for channel_id, schedule in wanted.items():
            if self._planned.get(channel_id) != schedule:
                scheduler.add_job(
                    self._post,
                    "cron",
                    args=[channel_id],
                    id=_job_id(channel_id),
                    replace_existing=True,
                    misfire_grace_time=int(GRACE.total_seconds()),
                    coalesce=True,
                    max_instances=1,
                    day_of_week=schedule.weekday,
                    hour=schedule.time.hour,
                    minute=schedule.time.minute,
                    timezone=zone_of(schedule.zone),
                )
        self._planned = wanted

    def _post(self, channel_id: str) -> None:
        """Post what is due in one channel, whatever becomes of the others."""
        self._attempt("digest", partial(self._post_due, channel_id))

    def _post_due(self, channel_id: str) -> None:
        subscription = self._services.ledger.digests.of(channel_id)
        if subscription is not None and subscription.pause is None:
            post_due(subscription, self._services)

    def _attempt(self, name: str, work: Callable[[], None]) -> None:
        """Do a piece of work; what fails is done again at the next look."""
        if self._stopping.is_set():
            return
        try:
            work()
        except (DatabaseError, AskAgainError) as error:
            _logger.warning("%s_waits reason=%s", name, type(error).__name__)
        except Exception:  # the scheduler job: it must not end with one bad channel (rule 16)
            _logger.exception("%s_failed", name)


def _job_id(channel_id: str) -> str:
    return f"digest:{channel_id}"
