"""An app on a raw WebSocket: sees every frame as it was sent and acknowledges as it is told to.

For what the real Bolt app would hide: envelope ids, retries, missing and odd acknowledgements.
"""

import json
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any, Self

from slack_sdk import WebClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bot.local_slack import LocalSlack

Json = dict[str, Any]

SILENCE = object()
"""What an answer function returns to leave an envelope unacknowledged."""


def acknowledge(_envelope: Json) -> object:
    """Acknowledge without a payload: what an answer function does by default."""
    return None


def open_socket(slack: LocalSlack) -> AbstractContextManager[ClientConnection]:
    """A new connection with a ticket of its own, closed on leaving."""
    client = WebClient(slack.bot_token, base_url=slack.api_url)
    url = str(client.apps_connections_open(app_token=slack.app_token)["url"])
    return connect(url, proxy=None, ping_interval=None)


class SocketApp:
    """Reads one socket in a thread; `answer` decides what each envelope is acknowledged with."""

    def __init__(self, slack: LocalSlack, answer: Callable[[Json], object] = acknowledge) -> None:
        self.answer = answer
        self._closing = ExitStack()
        self.socket = self._closing.enter_context(open_socket(slack))
        self.hello: Json = json.loads(self.socket.recv())
        self.frames: list[Json] = []
        self._thread = threading.Thread(target=self._run, name="socket-app", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self) -> None:
        try:
            for text in self.socket:
                frame = json.loads(text)
                self.frames.append(frame)
                payload = self.answer(frame) if "envelope_id" in frame else SILENCE
                if payload is not SILENCE:
                    self.acknowledge(frame["envelope_id"], payload)
        except ConnectionClosed:
            return

    def acknowledge(self, envelope_id: str, payload: object = None) -> None:
        """Send an acknowledgement, whatever is waiting."""
        body = {} if payload is None else {"payload": payload}
        self.socket.send(json.dumps({"envelope_id": envelope_id, **body}))

    def envelopes(self, kind: str | None = None) -> list[Json]:
        """The envelopes received, of one payload type (`block_actions`) or event type."""
        return [f for f in self.frames if "envelope_id" in f and kind in (None, payload_type(f))]

    def events(self, kind: str) -> list[Json]:
        """The events of a type received, without their wrappers."""
        return [frame["payload"]["event"] for frame in self.envelopes(kind)]

    def is_over(self) -> bool:
        """Whether the other end has closed the socket."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """Close the socket and end the thread."""
        self._closing.close()
        self._thread.join(5.0)


def payload_type(envelope: Json) -> str:
    """The type of what is in an envelope: of the event, of the interaction, or of the envelope."""
    payload = envelope["payload"]
    found = payload.get("event", payload).get("type", envelope["type"])
    return str(found)


def silent(_envelope: dict[str, Any]) -> object:
    """Acknowledge nothing."""
    return SILENCE
