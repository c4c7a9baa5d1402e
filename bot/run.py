"""`run`: the bot as one process, from its first look at the database to a clean stop."""

import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import uvicorn
from slack_bolt import App

from bot.app import build_app
from bot.http_mode import build_http_app
from bot.sender import Sender
from bot.services import build_client, build_services, open_database
from bot.settings import Settings
from bot.socket_mode import SocketConnection
from bot.worker import Worker, new_owner

STOP_SECONDS = 5
"""How long requests under way may take to end when the process stops."""

_logger = logging.getLogger(__name__)


def run(
    settings: Settings,
    *,
    http_port: int | None = None,
    host: str = "127.0.0.1",
    stop: threading.Event | None = None,
) -> None:
    """Run the bot until SIGTERM or SIGINT, or until `stop` is set.

    Raises:
        SettingsError: something that `run` needs is not set.
        DatabaseError: the database cannot be used.
        SlackApiError: Slack refuses a token.
        OSError: Slack cannot be reached, or the port is taken.
    """
    settings.require(http=http_port is not None)
    stopping = stop or stop_on_signals()
    with ExitStack() as cleanup:
        database = open_database(settings.incident_lookup_database)
        cleanup.callback(database.close)
        client = build_client(settings)
        worker = Worker(new_owner())
        services = build_services(
            settings,
            database,
            client,
            wake_worker=worker.wake_worker,
            wake_sender=worker.wake_sender,
        )
        app = build_app(settings, services)
        sender = Sender(
            client, services.ledger.outbox, now=time.monotonic, stopping=worker.stopping
        )
        worker.start(services, sender, evidence_seconds=settings.evidence_seconds)
        cleanup.callback(worker.stop)
        ready = _ready_marker(settings.ready_file, cleanup)
        if http_port is None:
            connection = SocketConnection(app, settings, on_ready=ready)
            cleanup.callback(connection.close)
            connection.open()
        else:
            cleanup.callback(_serve(app, settings, host, http_port, ready))
        stopping.wait()
        _logger.info("stopping")


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM and SIGINT set. Only the main thread may ask for it."""
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    return stopping


def _ready_marker(path: Path | None, cleanup: ExitStack) -> Callable[[], None]:
    """Writes the ready file when called, and takes it away at the end."""
    if path is not None:
        path.unlink(missing_ok=True)
        cleanup.callback(path.unlink, missing_ok=True)

    def mark() -> None:
        _logger.info("ready")
        if path is not None:
            path.write_text("ready\n", encoding="utf-8")

    return mark


def _serve(
    app: App, settings: Settings, host: str, port: int, ready: Callable[[], None]
) -> Callable[[], None]:
    """Start the HTTP server in a thread; returns what stops it.

    Raises:
        OSError: the address is taken or may not be used.
    """
    assert settings.slack_signing_secret is not None  # noqa: S101 - Settings.require has checked it
    asgi = build_http_app(
        app, settings.slack_signing_secret.get_secret_value(), is_ready=lambda: True
    )
    config = uvicorn.Config(
        asgi,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    listening = socket.create_server(
        (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), name="http", daemon=True)
    thread.start()
    ready()

    def stop() -> None:
        server.should_exit = True
        thread.join()
        listening.close()

    return stop
