"""The Web API's endpoint: reads a call, checks token, quota and scope, answers, and keeps a record.

Owns what is common to all methods. The methods themselves are in `methods`.
"""

from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bot.local_slack.breaking import broken_answer, does_work, hold_up
from bot.local_slack.call import Call
from bot.local_slack.errors import SlackError
from bot.local_slack.events import FUTURE
from bot.local_slack.faults import MethodFault
from bot.local_slack.methods import METHODS, Method
from bot.local_slack.reading_json import read_json
from bot.local_slack.world import World

Outcome = tuple[dict[str, Any], int, int | None]
"""Body, HTTP status, seconds for Retry-After."""


async def call_method(request: Request) -> Response:
    """The endpoint of `/api/<method>`."""
    world: World = request.app.state.world
    name = request.path_params["method"]
    fault = world.faults.take(name)
    await hold_up(world, fault, after_work=False)
    call = Call(world, name, dict(request.query_params))
    body, status, retry_after = await _outcome(request, call, does_the_work=does_work(fault))
    await hold_up(world, fault, after_work=True)
    broken = broken_answer(request, fault)
    _keep(call, body, fault)
    if broken is not None:
        return broken
    headers = {"x-oauth-scopes": ",".join(world.config.scopes)}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return JSONResponse(body, status, headers)


async def _outcome(request: Request, call: Call, *, does_the_work: bool) -> Outcome:
    """Read the arguments into the call, then do it."""
    try:
        call.args.update(_arguments(request.headers.get("content-type", ""), await request.body()))
        token = _token(request.headers.get("authorization", ""), call.args.pop("token", ""))
        if not does_the_work:
            return {"ok": False}, 200, None
        return _run(call, token), 200, None
    except SlackError as refused:
        status = 200 if refused.retry_after is None else 429
        body = {"ok": False, "error": refused.code, **refused.fields}
        return body, status, refused.retry_after


def _arguments(content_type: str, raw: bytes) -> dict[str, Any]:
    """The arguments in a body: JSON or a form."""
    if content_type.partition(";")[0].strip() != "application/json":
        return dict(parse_qsl(raw.decode("utf-8", "replace"), keep_blank_values=True))
    try:
        given = read_json(raw or b"{}")
    except ValueError:
        raise SlackError("invalid_json") from None
    if not isinstance(given, dict):
        raise SlackError("json_not_object")
    return given


def _token(authorization: str, argument: object) -> str:
    """The token from either of its places, the header first."""
    scheme, _, bearer = authorization.partition(" ")
    return bearer.strip() if scheme.lower() == "bearer" else str(argument)


def _run(call: Call, token: str) -> dict[str, Any]:
    """Check the call's rights and do it."""
    method = METHODS.get(call.method)
    if method is None:
        raise SlackError("unknown_method", {"req_method": call.method})
    _check_token(call.world, method, token)
    call.world.limits.check_method(call.method)
    if method.scope is not None:
        call.need_scope(method.scope)
    return {"ok": True, **method.function(call), **FUTURE}


def _check_token(world: World, method: Method, token: str) -> None:
    if not token:
        raise SlackError("not_authed")
    known = {"bot": world.tokens.bot, "app": world.tokens.app}
    if token not in known.values():
        raise SlackError("invalid_auth")
    if token != known[method.caller]:
        raise SlackError("not_allowed_token_type")


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
