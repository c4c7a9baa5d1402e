"""Runs the stand-in in a thread: `LocalSlack(...).start()` … `.stop()`."""

import socket
import threading
from collections.abc import Sequence
from typing import Self

import uvicorn

from bot.local_slack.config import Config, Tokens
from bot.local_slack.site import build_site
from bot.local_slack.world import World
from bot.manifest import load_manifest

_HOST = "127.0.0.1"
_START_SECONDS = 10.0
_STOP_SECONDS = 10.0


class _Server(uvicorn.Server):
    """Uvicorn that says when it is up, and ends the world's streams before it waits for them."""

    def __init__(self, config: uvicorn.Config, world: World) -> None:
        super().__init__(config)
        self.is_up = threading.Event()
        self._world = world

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.is_up.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._world.close()
        await super().shutdown(sockets=sockets)


class LocalSlack:
    """A local stand-in of Slack: one workspace, one app, stricter than Slack itself.

    It listens on the loopback address only. Scopes and events are those of manifest.yml unless
    given; `http_target` delivers by signed HTTP in place of Socket Mode.

    Raises:
        OSError: the port is taken.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        http_target: str | None = None,
        scopes: Sequence[str] | None = None,
        events: Sequence[str] | None = None,
        rate_limits: bool = True,
    ) -> None:
        manifest = load_manifest()
        config = Config(
            scopes=tuple(sorted(manifest.scopes if scopes is None else scopes)),
            events=tuple(sorted(manifest.events if events is None else events)),
            commands=manifest.commands,
            shortcuts=manifest.shortcuts,
            http_target=http_target,
            rate_limits=rate_limits,
        )
        self._socket = _listen(port)
        self._tokens = Tokens()
        self.port: int = self._socket.getsockname()[1]
        world = World(config, self._tokens, f"http://{_HOST}:{self.port}")
        self._server = _Server(_uvicorn_config(world), world)
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name="local-slack", daemon=True
        )

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://{_HOST}:{self.port}/"

    @property
    def api_url(self) -> str:
        """The Web API's base address, for `SLACK_API_URL` and `WebClient(base_url=…)`."""
        return f"{self.url}api/"

    @property
    def bot_token(self) -> str:
        """The bot token of this run."""
        return self._tokens.bot

    @property
    def app_token(self) -> str:
        """The app-level token of this run."""
        return self._tokens.app

    @property
    def signing_secret(self) -> str:
        """The signing secret of this run."""
        return self._tokens.signing_secret

    def environment(self) -> dict[str, str]:
        """What the bot needs in its environment to use this Slack."""
        return {
            "SLACK_API_URL": self.api_url,
            "SLACK_BOT_TOKEN": self.bot_token,
            "SLACK_APP_TOKEN": self.app_token,
            "SLACK_SIGNING_SECRET": self.signing_secret,
        }

    def start(self) -> Self:
        """Start serving; returns itself once requests are answered.

        Raises:
            RuntimeError: the server did not come up.
        """
        self._thread.start()
        if not self._server.is_up.wait(_START_SECONDS):
            raise RuntimeError("the local Slack did not start")
        return self

    def stop(self) -> None:
        """Stop serving, close every connection and end the thread; harmless when repeated."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(_STOP_SECONDS)
        self._socket.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()


def _listen(port: int) -> socket.socket:
    # With the protocol named asyncio turns Nagle's algorithm off, which costs 40 ms an answer.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((_HOST, port))
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


def _uvicorn_config(world: World) -> uvicorn.Config:
    return uvicorn.Config(
        build_site(world),
        http=world.wires.http_protocol(),
        ws=world.wires.socket_protocol(),
        ws_max_size=4 * 1024 * 1024,
        ws_ping_interval=None,  # an app that is stopped in a debugger is not to lose its socket
        ws_per_message_deflate=False,
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )
