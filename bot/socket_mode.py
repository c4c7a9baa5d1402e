"""Socket Mode: the WebSocket to Slack, and knowing whether it is up."""

import json
import logging
import threading
import time
from collections.abc import Callable

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk.socket_mode import SocketModeClient

from bot.settings import Settings

_CLOSING_SECONDS = 5.0
_ASKED_AGAIN_SECONDS = 0.1

_logger = logging.getLogger(__name__)


def close_client(client: SocketModeClient, *, seconds: float = _CLOSING_SECONDS) -> None:
    """Close Slack's client, and wait for its threads for so many seconds at most.

    A thread of the client that begins to read says that its session is not over, also when `close`
    said a moment before that it is; then it reads from a closed socket without end, and `close`
    waits for it. So the end is said again until it is heard.
    """
    closing = threading.Thread(target=client.close, name="socket-close", daemon=True)
    closing.start()
    deadline = time.monotonic() + seconds
    while closing.is_alive() and time.monotonic() < deadline:
        client.current_session_state.terminated = True
        closing.join(_ASKED_AGAIN_SECONDS)
    if closing.is_alive():
        _logger.warning("socket_not_closed seconds=%.0f", seconds)


class SocketConnection:
    """The connection of one process.

    `on_ready` is called at each hello, `on_lost` when Slack turns us away.
    """

    def __init__(self, app: App, settings: Settings, *, on_ready: Callable[[], None]) -> None:
        assert settings.slack_app_token is not None  # noqa: S101 - Settings.require has checked it
        self._expected = settings.slack_expected_sockets
        self._on_ready = on_ready
        self._connected = threading.Event()
        self._handler = SocketModeHandler(
            app,
            settings.slack_app_token.get_secret_value(),
            ping_interval=settings.slack_ping_seconds,
        )
        self._handler.client.on_message_listeners.append(self._read_frame)

    def open(self) -> None:
        """Connect.

        Raises:
            SlackApiError: the app token does not work, or Socket Mode is off.
            OSError: Slack cannot be reached.
        """
        self._handler.client.connect()

    def close(self) -> None:
        """Drop the socket and wait for its threads."""
        close_client(self._handler.client)

    def is_connected(self) -> bool:
        """Whether Slack has said hello and the socket is still there."""
        return self._connected.is_set() and bool(self._handler.client.is_connected())

    def _read_frame(self, text: str) -> None:
        if '"hello"' not in text and '"disconnect"' not in text:
            return
        try:
            frame = json.loads(text)
        except ValueError:
            return
        kind = frame.get("type") if isinstance(frame, dict) else None
        if kind == "hello":
            self._greet(int(frame.get("num_connections") or 1))
        elif kind == "disconnect":
            _logger.info("socket_disconnect reason=%s", frame.get("reason"))

    def _greet(self, connections: int) -> None:
        _logger.info("socket_connected connections=%d", connections)
        if connections > self._expected:
            _logger.warning(
                "socket_shared connections=%d expected=%d: another process uses this app token, "
                "each message goes to one (see SLACK_EXPECTED_SOCKETS)",
                connections,
                self._expected,
            )
        self._connected.set()
        self._on_ready()
