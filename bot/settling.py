"""Writing down what came of a piece of work, however long the database is locked."""

import logging
import threading
from collections.abc import Callable

from corpus import DatabaseError

SETTLE_SECONDS = 1.0
"""How long to wait before writing again what a locked database did not take."""

_logger = logging.getLogger(__name__)


def settle(write: Callable[[], None], stopping: threading.Event) -> None:
    """Write down what came of a piece of work, however long the database is locked.

    Until that is written the row is ours and its lane waits; only the end of the process lets go.
    """
    while True:
        try:
            write()
        except DatabaseError:
            _logger.warning("work_not_settled")
            if stopping.wait(SETTLE_SECONDS):
                return
        else:
            return
