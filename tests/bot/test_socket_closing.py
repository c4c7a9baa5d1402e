"""Closing Slack's client: a session that began a moment ago does not keep the process alive."""

import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest
from slack_sdk.socket_mode import SocketModeClient

from bot.socket_mode import close_client


class LateSession:
    """A client as slack_sdk's: a thread that begins to read takes back that the session is over."""

    def __init__(self) -> None:
        self.current_session_state = SimpleNamespace(terminated=False)
        self.closed = threading.Event()

    def close(self) -> None:
        """Say that it is over; the thread begins just then, and is waited for."""
        self.current_session_state.terminated = True
        reading = threading.Thread(target=self._read)
        reading.start()
        reading.join()
        self.closed.set()

    def _read(self) -> None:
        self.current_session_state.terminated = False
        pause = threading.Event()
        while not self.current_session_state.terminated:
            pause.wait(0.01)


def as_client(client: object) -> SocketModeClient:
    """What stands for Slack's client here."""
    return cast("SocketModeClient", client)


def test_session_that_takes_its_end_back_is_ended_all_the_same() -> None:
    """The end is said until it is heard."""
    client = LateSession()

    close_client(as_client(client), seconds=30)

    assert client.closed.is_set()


def test_client_that_never_closes_is_left_behind(caplog: pytest.LogCaptureFixture) -> None:
    """The process ends without it, and says so."""
    stuck = threading.Event()
    client: Any = SimpleNamespace(
        current_session_state=SimpleNamespace(terminated=False), close=stuck.wait
    )

    close_client(as_client(client), seconds=0.2)
    stuck.set()

    assert "socket_not_closed" in caplog.text
