"""`run`: the bot as one process, from its first look at the database to a clean stop."""

import gc
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from slack_bolt import App
from slack_sdk import WebClient

from bot.app import build_app
from bot.catch_up import CatchUp
from bot.opening import open_database
from bot.schedule import DigestSchedule
from bot.sender import Sender
from bot.services import Wakes, build_client, build_services, read_identity
from bot.settings import Settings
from bot.socket_mode import SocketConnection
from bot.worker import Worker, new_owner
from handlers import register
from handlers.services import Identity

Serve: TypeAlias = Callable[[App, Settings, Callable[[], None]], Callable[[], None]]
"""Lets Slack's requests in to an app, says when it is up, and returns what stops it."""

_logger = logging.getLogger(__name__)


def run(
    settings: Settings,
    *,
    serve: Serve | None = None,
    stop: threading.Event | None = None,
) -> None:
    """Run the bot until SIGTERM or SIGINT, or until `stop` is set.

    Args:
        settings: of this process.
        serve: a web server, instead of Socket Mode.
        stop: instead of the signals.

    Raises:
        SettingsError: something that `run` needs is not set.
        DatabaseError: the database cannot be used.
        SlackApiError, BoltError: Slack refuses a token.
        OSError: Slack cannot be reached, or the port is taken.
    """
    settings.require(http=serve is not None)
    stopping = stop or stop_on_signals()
    with ExitStack() as cleanup:
        database = open_database(settings.incident_lookup_database)
        cleanup.callback(database.close)
        client = build_client(settings)
        worker = Worker(new_owner())
        catch_up = CatchUp()
        with ThreadPoolExecutor(1, thread_name_prefix="asking") as asking:
            asked = asking.submit(_ask_slack, settings, client)  # it answers while we load
            services = build_services(
                settings,
                database,
                client,
                identify=lambda: asked.result()[0],
                wakes=Wakes(worker.wake_worker, worker.wake_sender, catch_up.wake),
            )
            app = asked.result()[1]
        register(app, services)
        sender = Sender(
            client, services.ledger.outbox, now=time.monotonic, stopping=worker.stopping
        )
        gc.freeze()  # what is loaded stays, so that no search for garbage has to go through it
        worker.start(services, sender)
        cleanup.callback(worker.stop)
        catch_up.start(services)
        cleanup.callback(catch_up.stop)
        ready = _ready_marker(settings.ready_file, cleanup, catch_up.connected)
        if serve is None:
            connection = SocketConnection(app, settings, on_ready=ready)
            cleanup.callback(connection.close)
            connection.open()
        else:
            cleanup.callback(serve(app, settings, ready))
        schedule = DigestSchedule(services, evidence_seconds=settings.evidence_seconds)
        schedule.start()
        cleanup.callback(schedule.stop)
        if settings.sync_url is not None:
            from bot.daily_sync import DailySync  # noqa: PLC0415 - most need no HTTP client

            daily = DailySync(settings, database, services.store)
            daily.start()
            cleanup.callback(daily.stop)
        stopping.wait()
        _logger.info("stopping")


def _ask_slack(settings: Settings, client: WebClient) -> tuple[Identity, App]:
    """Who the bot is, and its app: two calls of Slack."""
    return read_identity(client), build_app(settings, client)


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM and SIGINT set. Only the main thread may ask for it."""
    stopping = threading.Event()
    heard, told = socket.socketpair()
    told.setblocking(False)  # noqa: FBT003 - the standard library takes no name here
    # Handlers run in the main thread between two of its steps: one that waits without end may not
    # come to its next step, and one that is inside the event may not set it. A thread does.
    signal.set_wakeup_fd(told.detach())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)

    def listen() -> None:
        while heard.recv(1):
            stopping.set()

    threading.Thread(target=listen, name="signals", daemon=True).start()
    return stopping


def _ready_marker(
    path: Path | None, cleanup: ExitStack, connected: Callable[[], None]
) -> Callable[[], None]:
    """Tells `connected` and writes the ready file when called; takes the file away at the end."""
    if path is not None:
        path.unlink(missing_ok=True)
        cleanup.callback(path.unlink, missing_ok=True)

    def mark() -> None:
        connected()
        _logger.info("ready")
        if path is not None:
            path.write_text("ready\n", encoding="utf-8")

    return mark
