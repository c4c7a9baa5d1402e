"""What the page and tests watch: a stream of changes, and the records of what happened.

Owns the subscribers of `/control/events` and the lists behind `/control/calls`,
`/control/deliveries` and `failures`. It decides nothing.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any


class Feed:
    """Hands each change to everyone who is listening, in order."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[str | None]] = set()
        self._closed = False

    def publish(self, kind: str, **fields: Any) -> None:  # noqa: ANN401 - members of a JSON object
        """Tell all listeners that something of this kind changed, as it is at this moment."""
        if self._queues:
            item = json.dumps({"type": kind, **fields})
            for queue in self._queues:
                queue.put_nowait(item)

    def subscribe(self) -> AsyncIterator[str]:
        """Everything published from this very moment on, as JSON, until the feed closes."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        if self._closed:
            queue.put_nowait(None)
        self._queues.add(queue)
        return self._drain(queue)

    async def _drain(self, queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
        try:
            while (item := await queue.get()) is not None:
                yield item
        finally:
            self._queues.discard(queue)

    def close(self) -> None:
        """End every subscription."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)


@dataclass(slots=True)
class Record:
    """Everything that happened since the last reset, in order, as JSON."""

    calls: list[dict[str, Any]] = field(default_factory=list)
    deliveries: list[dict[str, Any]] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def clear(self) -> None:
        """Forget everything, in place: the parts that write here keep their lists."""
        self.calls.clear()
        self.deliveries.clear()
        self.failures.clear()
