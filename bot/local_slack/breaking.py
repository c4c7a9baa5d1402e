"""How an answer to the app is broken on demand: statuses, pages, resets, delays.

Owns what each kind of fault looks like on the wire. Which call meets one is in `faults`.
"""

from typing import TypeGuard

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from bot.local_slack.faults import MethodFault
from bot.local_slack.world import World

_HTML = "<!DOCTYPE html><html><body><h1>Server Error</h1></body></html>"


def does_work(fault: MethodFault | None) -> bool:
    """Whether the call still does what it was asked to."""
    return fault is None or fault.effect or fault.kind == "slow"


async def hold_up(world: World, fault: MethodFault | None, *, after_work: bool) -> None:
    """Wait, where the fault is a slow answer: before the work, or after it with `effect`."""
    if _is_slow(fault) and fault.effect is after_work:
        await world.pause(fault.seconds)


def _is_slow(fault: MethodFault | None) -> TypeGuard[MethodFault]:
    return fault is not None and fault.kind == "slow"


def broken_answer(request: Request, fault: MethodFault | None) -> Response | None:
    """What goes out in place of the answer; None lets the answer go out."""
    if fault is None or fault.kind == "slow":
        return None
    if fault.kind == "error":
        return JSONResponse({"ok": False, "error": fault.error})
    if fault.kind == "html":
        return HTMLResponse(_HTML, fault.status)
    if fault.kind == "reset":
        world: World = request.app.state.world
        client = request.client
        world.wires.abort((client.host, client.port) if client else ("", 0))
        return Response(status_code=500)  # never arrives
    if fault.kind == "429":
        body = {"ok": False, "error": "ratelimited"}
        headers = {} if fault.retry_after is None else {"Retry-After": fault.retry_after}
        return JSONResponse(body, 429, headers)
    error = "internal_error" if fault.kind == "500" else "service_unavailable"
    return JSONResponse({"ok": False, "error": error}, int(fault.kind))
