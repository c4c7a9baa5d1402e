"""The Web API's endpoint: reads a call, checks token, quota and scope, answers, and keeps a record.

Owns what is common to all methods, and where faults of methods bite. The methods are in `methods`.
"""

import asyncio
import json
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from bot.local_slack.call import Call
from bot.local_slack.errors import SlackError
from bot.local_slack.events import FUTURE
from bot.local_slack.faults import MethodFault
from bot.local_slack.methods import METHODS, Method
from bot.local_slack.world import World

_HTML = "<!DOCTYPE html><html><body><h1>Server Error</h1></body></html>"


async def call_method(request: Request) -> Response:
    """The endpoint of `/api/<method>`."""
    world: World = request.app.state.world
    name = request.path_params["method"]
    args, token = _arguments(request, await request.body())
    fault = world.faults.take(name)
    if fault is not None and fault.kind == "slow":
        await asyncio.sleep(fault.seconds)
    call = Call(world, name, args)
    if fault is None or fault.kind == "slow" or fault.effect:
        body, status, retry_after = _run(call, token)
    else:
        body, status, retry_after = {"ok": False}, 200, None
    broken = None if fault is None else _broken(request, fault)
    _keep(call, body, fault)
    if broken is not None:
        return broken
    headers = {"x-oauth-scopes": ",".join(world.config.scopes)}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return JSONResponse(body, status, headers)


def _arguments(request: Request, raw: bytes) -> tuple[dict[str, Any], str]:
    """The arguments and the token: JSON, form and query are taken, and both token places."""
    args: dict[str, Any] = dict(request.query_params)
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind == "application/json":
        try:
            given = json.loads(raw or b"{}")
        except ValueError:
            given = {}
        args |= given if isinstance(given, dict) else {}
    else:
        args |= dict(parse_qsl(raw.decode("utf-8", "replace"), keep_blank_values=True))
    form_token = args.pop("token", "")
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    return args, bearer.strip() if scheme.lower() == "bearer" else str(form_token)


def _run(call: Call, token: str) -> tuple[dict[str, Any], int, int | None]:
    """Do the call; returns body, HTTP status and Retry-After."""
    try:
        method = _find(call.method)
        _check_token(call.world, method, token)
        call.world.limits.check_method(call.method)
        if method.scope is not None:
            call.need_scope(method.scope)
        return {"ok": True, **method.function(call), **FUTURE}, 200, None
    except SlackError as refused:
        status = 200 if refused.retry_after is None else 429
        body = {"ok": False, "error": refused.code, **refused.fields}
        return body, status, refused.retry_after


def _find(name: str) -> Method:
    method = METHODS.get(name)
    if method is None:
        raise SlackError("unknown_method", {"req_method": name})
    return method


def _check_token(world: World, method: Method, token: str) -> None:
    if not token:
        raise SlackError("not_authed")
    known = {"bot": world.tokens.bot, "app": world.tokens.app}
    if token not in known.values():
        raise SlackError("invalid_auth")
    if token != known[method.caller]:
        raise SlackError("not_allowed_token_type")


def _broken(request: Request, fault: MethodFault) -> Response | None:
    """What goes out in place of the answer; None lets the answer go out."""
    if fault.kind == "slow":
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


def _keep(call: Call, body: dict[str, Any], fault: MethodFault | None) -> None:
    """Enter the call in the record, with what it really did and how it was broken."""
    entry: dict[str, Any] = {
        "method": call.method,
        "args": call.args,
        "ok": body["ok"],
        "error": body.get("error"),
        "at": call.world.clock.now(),
        "channel": call.args.get("channel"),
        "ts": body.get("ts") or body.get("message_ts"),
    }
    if fault is not None:
        entry["fault"] = fault.kind
        if fault.kind == "error":
            entry |= {"ok": False, "error": fault.error}
    call.world.record.calls.append(entry)
