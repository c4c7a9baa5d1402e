"""Delivers to the app: events until they are acknowledged, everything else once.

Owns the redelivery schedule and the record of deliveries. How a single attempt travels is the
transport's business (`sockets`, `http_target`); what is in it, that of `events` and `interactions`.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.local_slack.clock import Clock, new_id
from bot.local_slack.envelope import Answer, Envelope, Kind, Outcome, Transport
from bot.local_slack.faults import EventFaults

# Slack: an event that fails is sent again at once, after one minute, and after five.
RETRY_SECONDS = (0.0, 60.0, 300.0)


class Delivery:
    """The way from Slack to the app.

    Args:
        transport: asked for at each attempt, as a test may switch between socket and HTTP.
        record: the list that `/control/deliveries` shows.
    """

    def __init__(
        self,
        clock: Clock,
        transport: Callable[[], Transport],
        faults: EventFaults,
        record: list[dict[str, Any]],
    ) -> None:
        self._clock = clock
        self._transport = transport
        self._faults = faults
        self._record = record
        self._held: list[dict[str, Any]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def request(self, kind: Kind, payload: dict[str, Any]) -> Answer:
        """Send a command or an interaction: once, whatever becomes of it."""
        entry = self._enter(kind, payload)
        return await self._attempt(entry, Envelope(entry["envelope_id"], kind, payload))

    def event(self, payload: dict[str, Any], *, retry_attempt: int = 0) -> None:
        """Send an event in the background, and again until acknowledged or given up."""
        if self._faults.hold:
            self._held.append(payload)
            return
        self._start(payload, retry_attempt)
        if self._faults.take_duplicate():
            self._start(payload, retry_attempt)

    def release(self) -> int:
        """Deliver the events held back; returns how many."""
        held, self._held = self._held, []
        for payload in reversed(held) if self._faults.reverse else held:
            self._start(payload, 0)
        return len(held)

    def _start(self, payload: dict[str, Any], retry_attempt: int) -> None:
        entry = self._enter(Kind.EVENT, payload)
        task = asyncio.create_task(self._deliver(entry, payload, retry_attempt))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, entry: dict[str, Any], payload: dict[str, Any], first: int) -> None:
        envelope = Envelope(entry["envelope_id"], Kind.EVENT, payload, first)
        reason = "timeout" if first else ""
        for attempt in range(first, len(RETRY_SECONDS) + 1):
            if attempt > first:
                await asyncio.sleep(self._clock.wait(RETRY_SECONDS[attempt - 1]))
                # With nobody connected the event stays queued; Slack would count on.
                await self._transport().ready()
            envelope = Envelope(envelope.id, Kind.EVENT, payload, attempt, reason)
            answer = await self._attempt(entry, envelope)
            if answer.acked or answer.no_retry:
                return
            envelope = Envelope(new_id("E"), Kind.EVENT, payload)
            reason = answer.reason

    async def _attempt(self, entry: dict[str, Any], envelope: Envelope) -> Answer:
        attempt = {
            "at": self._clock.now(),
            "acked_ms": None,
            "envelope_id": envelope.id,
            "retry_attempt": envelope.retry_attempt,
            "outcome": "waiting",
        }
        entry["attempts"].append(attempt)
        answer = await self._transport().send(envelope)
        if answer.acked and envelope.kind is Kind.EVENT and self._faults.take_lost_ack():
            answer = Answer(Outcome.TIMEOUT, answer.took_ms, reason="timeout")
        attempt["outcome"] = answer.outcome.value
        attempt["acked_ms"] = answer.took_ms if answer.acked else None
        attempt["reason"] = answer.reason
        return answer

    def _enter(self, kind: Kind, payload: dict[str, Any]) -> dict[str, Any]:
        event = payload.get("event")
        entry = {
            "envelope_id": new_id("E"),
            "event_id": payload.get("event_id"),
            "kind": kind.value,
            "type": event["type"] if isinstance(event, dict) else payload.get("type", kind.value),
            "attempts": [],
        }
        self._record.append(entry)
        return entry

    def late_ack(self, envelope_id: str) -> None:
        """Note an acknowledgement that nobody waits for any more."""
        for entry in reversed(self._record):
            for attempt in entry["attempts"]:
                if attempt["envelope_id"] == envelope_id:
                    attempt["late_ack_at"] = self._clock.now()
                    return

    def drop(self) -> None:
        """Forget events that are held or wait to be sent again."""
        self._held.clear()
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Give up on everything that still waits."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
