"""All addresses of the server: Slack's side, the control API, the page; and who may call them."""

from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from bot.local_slack.control.routes import control_routes
from bot.local_slack.responding import respond
from bot.local_slack.web_api import call_method
from bot.local_slack.world import World

_PAGE = Path(__file__).parent / "page"
_LOCAL = ("127.0.0.1", "localhost", "::1")


class LoopbackOnly:
    """Turns away what does not come from this machine's own pages and programs.

    The server listens on the loopback address alone; a page of another site in a browser on the
    same machine would still reach it, by its own Origin or under a name that resolves to here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 403 to a foreign Host or Origin, else go on."""
        if scope["type"] == "http" and not _is_local(scope):
            await PlainTextResponse("forbidden", 403)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_local(scope: Scope) -> bool:
    for name, value in scope["headers"]:
        text = value.decode("latin-1")
        if name == b"host" and urlsplit(f"//{text}").hostname not in _LOCAL:
            return False
        if name == b"origin" and urlsplit(text).hostname not in _LOCAL:
            return False
    return True


async def _index(_request: Request) -> Response:
    return FileResponse(_PAGE / "index.html")


async def _permalink(request: Request) -> Response:
    """A permalink of the stand-in opens the page at its channel."""
    return RedirectResponse(f"/#{request.path_params['channel']}")


async def _socket(websocket: WebSocket) -> None:
    world: World = websocket.app.state.world
    await world.sockets.serve(websocket)


def build_site(world: World) -> ASGIApp:
    """The ASGI application over this world."""
    app = Starlette(
        routes=[
            Route("/api/{method}", call_method, methods=["GET", "POST"]),
            Route("/response/{url_id}", respond, methods=["POST"]),
            WebSocketRoute("/socket", _socket),
            Route("/archives/{channel}/{ts}", _permalink),
            *control_routes(),
            Mount("/page", StaticFiles(directory=_PAGE)),
            Route("/", _index),
        ]
    )
    app.state.world = world
    return LoopbackOnly(app)
