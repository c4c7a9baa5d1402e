"""The table of contents of the control API."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.local_slack import config
from bot.local_slack.control import people, places, slack_side
from bot.local_slack.control.body import Body
from bot.local_slack.errors import BadRequestError
from bot.local_slack.world import World

Action = Callable[[Body], Awaitable[dict[str, Any]]]

_ACTIONS: dict[str, Action] = {
    "action": people.action,
    "change": people.change,
    "channel": places.channel,
    "clock": slack_side.clock,
    "close": people.close,
    "command": people.command,
    "delete": people.delete,
    "edit": people.edit,
    "event": slack_side.event,
    "faults": slack_side.faults,
    "home": people.home,
    "http": slack_side.http,
    "message": people.message,
    "react": people.react,
    "release": slack_side.release,
    "reset": slack_side.reset,
    "shortcut": people.shortcut,
    "submit": people.submit,
    "suggest": people.suggest,
    "unreact": people.unreact,
    "users": places.users,
}


def _post(name: str, action: Action) -> Route:
    async def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(await action(await Body.read(request)))
        except BadRequestError as wrong:
            return JSONResponse({"ok": False, "error": str(wrong)}, 400)

    return Route(f"/control/{name}", endpoint, methods=["POST"])


def _world(request: Request) -> World:
    world: World = request.app.state.world
    return world


async def _state(request: Request) -> Response:
    viewer = request.query_params.get("user", config.ME)
    return JSONResponse(slack_side.state(_world(request), viewer))


async def _calls(request: Request) -> Response:
    return JSONResponse(_world(request).record.calls)


async def _deliveries(request: Request) -> Response:
    return JSONResponse(_world(request).record.deliveries)


async def _events(request: Request) -> Response:
    stream = _lines(_world(request).feed.subscribe())
    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _lines(items: AsyncIterator[str]) -> AsyncIterator[str]:
    yield ": hello\n\n"
    async for item in items:
        yield f"data: {item}\n\n"


def control_routes() -> list[Route]:
    """Every route under `/control`."""
    return [
        Route("/control/state", _state),
        Route("/control/events", _events),
        Route("/control/calls", _calls),
        Route("/control/deliveries", _deliveries),
        *(_post(name, action) for name, action in _ACTIONS.items()),
    ]
