"""Socket Mode: tickets, connections, envelopes out and acknowledgements in.

Owns who is connected and which envelope waits for whom. When to send again is decided in
`delivery`; sockets that misbehave on demand are told to by `faults`.
"""

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bot.local_slack import config
from bot.local_slack.clock import Clock
from bot.local_slack.connections import OpenConnections
from bot.local_slack.envelope import Answer, Envelope, Outcome
from bot.local_slack.faults import SocketFaults
from bot.local_slack.reading_json import read_json

MAX_CONNECTIONS = 10  # Slack: at most 10 open connections an app
_WARNING_SECONDS = 10.0  # Slack: a `warning` comes about 10 seconds before the end
_GRACE_SECONDS = 1.0
_GOING_AWAY = 1001


@dataclass(eq=False, slots=True)
class Connection:
    """One open socket, with the envelopes that wait for its acknowledgement."""

    number: int
    websocket: WebSocket
    waiting: dict[str, asyncio.Future[Any]] = field(default_factory=dict)
    silent: bool = False

    @property
    def peer(self) -> tuple[str, int]:
        """The address at the other end, the key of `OpenConnections`."""
        client = self.websocket.client
        return (client.host, client.port) if client else ("", 0)

    def lose(self) -> None:
        """Fail everything that still waits: this socket is gone."""
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionResetError())


class Sockets:
    """All Socket Mode connections of the app; each envelope goes to exactly one of them."""

    def __init__(
        self,
        clock: Clock,
        faults: SocketFaults,
        wires: OpenConnections,
        on_late: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._faults = faults
        self._wires = wires
        self._on_late = on_late
        self._tickets: set[str] = set()
        self._open: list[Connection] = []
        self._turn = itertools.count()
        self._numbers = itertools.count(1)
        self._connected = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """How many sockets are open."""
        return len(self._open)

    def issue_ticket(self) -> str:
        """A ticket for one handshake."""
        ticket = secrets.token_hex(12)
        self._tickets.add(ticket)
        return ticket

    async def ready(self) -> None:
        """Return once a socket is open."""
        await self._connected.wait()

    async def send(self, envelope: Envelope) -> Answer:
        """Send to the next socket in turn and wait for the acknowledgement on that same socket."""
        if not self._open:
            return Answer(Outcome.UNREACHABLE, 0.0, reason="timeout")
        connection = self._open[next(self._turn) % len(self._open)]
        future = asyncio.get_running_loop().create_future()
        connection.waiting[envelope.id] = future
        began = time.monotonic()
        try:
            if not connection.silent:
                await connection.websocket.send_json(envelope.frame())
            body = await asyncio.wait_for(future, self._clock.ack_deadline())
        except TimeoutError:
            return Answer(Outcome.TIMEOUT, _since(began), reason="timeout")
        except (ConnectionError, WebSocketDisconnect, RuntimeError):
            # RuntimeError: Starlette's word for a send after the socket has closed.
            return Answer(Outcome.UNREACHABLE, _since(began), reason="timeout")
        finally:
            connection.waiting.pop(envelope.id, None)
        return Answer(Outcome.ACKED, _since(began), body=body)

    async def serve(self, websocket: WebSocket) -> None:
        """Run one connection from handshake to end: the endpoint of `/socket`."""
        ticket = websocket.query_params.get("ticket", "")
        known = ticket in self._tickets
        self._tickets.discard(ticket)
        if not known or self._faults.take_refusal():
            await websocket.close()
            return
        await websocket.accept()
        connection = Connection(next(self._numbers), websocket)
        try:
            await self._greet(connection)
            await self._read(connection)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._forget(connection)

    async def _greet(self, connection: Connection) -> None:
        too_many = self.count >= MAX_CONNECTIONS
        num = self._faults.num_connections
        hello = {
            "type": "hello",
            "num_connections": self.count + 1 if num is None else num,
            "connection_info": {"app_id": config.APP_ID},
            "debug_info": {
                "host": "local",
                "started": "2026-01-01 00:00:00.000",
                "build_number": 1,
                "approximate_connection_time": 18060,
            },
        }
        await connection.websocket.send_json(hello)
        reason = "too_many_websockets" if too_many else self._faults.take_hello_reason()
        if reason:
            await self._dismiss(connection, reason)
        else:
            self._open.append(connection)
            self._connected.set()

    async def _read(self, connection: Connection) -> None:
        while True:
            try:
                frame = read_json(await connection.websocket.receive_text())
            except (ValueError, KeyError):  # not JSON, or a binary frame: nothing of ours
                continue
            self._acknowledge(connection, frame)

    def _acknowledge(self, connection: Connection, frame: Any) -> None:  # noqa: ANN401 - any JSON
        envelope_id = frame.get("envelope_id", "") if isinstance(frame, dict) else ""
        future = connection.waiting.get(envelope_id)
        if future is None or future.done():
            self._on_late(envelope_id)
        else:
            future.set_result(frame.get("payload"))

    def _forget(self, connection: Connection) -> None:
        connection.lose()
        if connection in self._open:
            self._open.remove(connection)
        if not self._open:
            self._connected.clear()

    async def disconnect(self, reason: str) -> int:
        """Send every open socket away with this reason; returns how many there were."""
        leaving = list(self._open)
        for connection in leaving:
            await self._dismiss(connection, reason)
        return len(leaving)

    async def _dismiss(self, connection: Connection, reason: str) -> None:
        frame = {"type": "disconnect", "reason": reason, "debug_info": {"host": "local"}}
        await connection.websocket.send_json(frame)
        grace = _WARNING_SECONDS if reason == "warning" else _GRACE_SECONDS
        task = asyncio.create_task(self._end(connection, self._clock.wait(grace)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end(self, connection: Connection, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._forget(connection)
        with contextlib.suppress(RuntimeError):  # Starlette: the app closed it first
            await connection.websocket.close(_GOING_AWAY)

    def silence(self) -> int:
        """Make every open socket half-open: nothing is read or answered, the wire stays up."""
        for connection in self._open:
            connection.silent = True
            self._wires.deafen(connection.peer)
        return self.count

    def drop(self) -> int:
        """Cut every open socket without a closing frame."""
        dropped = list(self._open)
        for connection in dropped:
            self._wires.abort(connection.peer)
            self._forget(connection)
        return len(dropped)

    async def close(self) -> None:
        """Cancel what is still under way; the server closes the sockets themselves."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _since(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)
