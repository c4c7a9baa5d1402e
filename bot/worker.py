"""The threads that do the work: inbox → handlers, outbox → Slack, each lane in order."""

import logging
import os
import socket
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, Protocol, TypeVar

from bot.sender import Sender
from bot.settling import settle
from corpus import DatabaseError
from handlers.ledger import Item, Ledger, Row
from handlers.route import handle, report_failure
from handlers.services import Services
from handlers.slack_errors import AskAgainError

THREADS = 4
"""Lanes of one queue that are worked on at a time."""

WAIT_SECONDS = 2.0
"""How long work rests that waits for the database or for Slack."""

POLL_SECONDS = 1.0
"""How long a queue sleeps when nothing wakes it: rows that wait, and rows of other processes."""

RENEW_SECONDS = 15.0
"""How often leases are renewed and abandoned rows looked for."""

_logger = logging.getLogger(__name__)

T = TypeVar("T")


class Queue(Protocol[T]):
    """Where a pump takes its work from."""

    def take(self, owner: str, limit: int) -> list[T]:
        """Take what is free, at most `limit`."""


class Pump(Generic[T]):
    """Takes rows from one queue and runs them on a few threads.

    The queue keeps each lane in order.
    """

    def __init__(
        self,
        name: str,
        queue: Queue[T],
        run: Callable[[T], None],
        put_back: Callable[[T], None],
        *,
        owner: str,
    ) -> None:
        self._name = name
        self._queue = queue
        self._run = run
        self._put_back = put_back
        self._owner = owner
        self._free = THREADS
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix=name)
        self._awake = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name=f"{name}-pump", daemon=True)

    def start(self) -> None:
        """Begin to take rows."""
        self._thread.start()

    def wake(self) -> None:
        """Look at the queue now: something was written."""
        self._awake.set()

    def stop(self) -> None:
        """Take nothing more, and wait for what is running."""
        self._stopping.set()
        self._awake.set()
        self._thread.join()
        self._pool.shutdown(wait=True)

    def _loop(self) -> None:
        while not self._stopping.is_set():
            self._awake.wait(POLL_SECONDS)
            self._awake.clear()
            while not self._stopping.is_set() and self._take_some():
                pass

    def _take_some(self) -> bool:
        """Start as many rows as there are free threads; whether there may be more."""
        with self._lock:
            free = self._free
        if not free:
            return False
        try:
            rows = self._queue.take(self._owner, free)
        except Exception:  # the worker loop: a pump that ends is a bot that is deaf (rule 16)
            _logger.exception("queue_unavailable queue=%s", self._name)
            return False
        with self._lock:
            self._free -= len(rows)
        for row in rows:
            self._pool.submit(self._finish, row)
        return bool(rows)

    def _finish(self, row: T) -> None:
        try:
            self._run(row)
        except Exception:  # the worker loop: one bad row must not close its lane (rule 16)
            _logger.exception("row_failed queue=%s", self._name)
            self._put_back(row)
        finally:
            with self._lock:
                self._free += 1
            self._awake.set()


class Worker:
    """Both pumps, and the keeper that renews leases and takes over what died."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._wakes: dict[str, Callable[[], None]] = {}
        self._pumps: list[Pump[Item] | Pump[Row]] = []
        self.stopping = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="keeper", daemon=True)
        self._services: Services | None = None

    def wake_worker(self) -> None:
        """Something was written to the inbox."""
        self._wake("inbox")

    def wake_sender(self) -> None:
        """Something was written to the outbox."""
        self._wake("outbox")

    def start(self, services: Services, sender: Sender) -> None:
        """Take over what a dead process left, then begin."""
        self._services = services
        ledger = services.ledger
        self._reclaim(ledger)
        desk = Desk(services, self.stopping)
        inbox = Pump("inbox", ledger.inbox, desk.work, desk.put_back, owner=self.owner)
        outbox = Pump("outbox", ledger.outbox, sender.send, sender.put_back, owner=self.owner)
        self._pumps = [inbox, outbox]
        self._wakes = {"inbox": inbox.wake, "outbox": outbox.wake}
        for pump in self._pumps:
            pump.start()
            pump.wake()
        self._keeper.start()

    def stop(self) -> None:
        """Finish what is running; what waits stays in the database."""
        self.stopping.set()
        for pump in self._pumps:
            pump.stop()
        if self._keeper.is_alive():
            self._keeper.join()

    def _wake(self, name: str) -> None:
        wake = self._wakes.get(name)
        if wake is not None:
            wake()

    def _reclaim(self, ledger: Ledger) -> None:
        freed = ledger.inbox.reclaim(dead_owner=self._is_dead) + ledger.outbox.reclaim(
            dead_owner=self._is_dead
        )
        if freed:
            _logger.info("rows_taken_over count=%d", freed)

    def _keep(self) -> None:
        assert self._services is not None  # noqa: S101 - set by start, before the thread begins
        ledger = self._services.ledger
        while not self.stopping.wait(RENEW_SECONDS):
            try:
                ledger.inbox.renew(self.owner)
                ledger.outbox.renew(self.owner)
                self._reclaim(ledger)
            except DatabaseError:
                _logger.exception("keeper_failed")

    def _is_dead(self, owner: str) -> bool:
        return is_dead(owner, self.owner)


def new_owner() -> str:
    """This process's name in the database: host, process id, and a part never used again."""
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex}"


def is_dead(owner: str, own: str) -> bool:
    """Whether an owner is surely gone.

    Owners on other machines are given until their lease ends.
    """
    if owner == own:
        return False
    host, _, rest = owner.rpartition(":")[0].rpartition(":")
    own_host, _, own_rest = own.rpartition(":")[0].rpartition(":")
    if host != own_host or not rest.isdecimal():
        return False
    if rest == own_rest:
        return True
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


class Desk:
    """Works on deliveries one at a time, and settles each: done, later, or given up."""

    def __init__(self, services: Services, stopping: threading.Event) -> None:
        self._services = services
        self._stopping = stopping

    def work(self, item: Item) -> None:
        """Work on one delivery.

        What waits for the database or for Slack is only put off. Any other exception is a mistake
        of the program: the pump logs it and puts the delivery back.
        """
        inbox = self._services.ledger.inbox
        try:
            handle(item, self._services)
        except (DatabaseError, AskAgainError) as error:
            _logger.warning("work_waits item=%d reason=%s", item.id, type(error).__name__)
            asked = getattr(error, "retry_after_seconds", None) or 0.0
            settle(lambda: self._postpone(item, max(WAIT_SECONDS, asked)), self._stopping)
        else:
            settle(lambda: inbox.done(item), self._stopping)

    def put_back(self, item: Item) -> None:
        """Try a delivery that failed again later, a few times, then tell whoever waits for it."""
        delay_seconds = 2.0**item.attempts - 1
        settle(lambda: self._retry(item, delay_seconds), self._stopping)

    def _postpone(self, item: Item, delay_seconds: float) -> None:
        if not self._services.ledger.inbox.postpone(item, delay_seconds):
            report_failure(item, self._services)

    def _retry(self, item: Item, delay_seconds: float) -> None:
        if not self._services.ledger.inbox.retry(item, delay_seconds):
            report_failure(item, self._services)
