"""HTTP mode: one path, `/slack/events`.

Signatures are checked on the raw bytes, Bolt runs in threads.

Bolt is handed parsed bodies, as in Socket Mode: its own form parser takes any form in which the
word "payload" occurs for an interaction, and bodies that are no JSON end in an exception there.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl

from slack_bolt import App, BoltRequest, BoltResponse
from slack_sdk.signature import SignatureVerifier
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

PATH = "/slack/events"
BODY_LIMIT = 2_000_000
"""Bytes of a request; Slack's largest are some hundred kilobytes."""


def build_http_app(app: App, signing_secret: str, *, is_ready: Callable[[], bool]) -> Starlette:
    """The ASGI app that Slack posts to."""
    verifier = SignatureVerifier(signing_secret)

    async def events(request: Request) -> Response:
        raw = b""
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > BODY_LIMIT:
                return PlainTextResponse("too large", status_code=413)
        text = _decode(raw)
        if text is None or not _is_signed(verifier, text, request):
            return PlainTextResponse("invalid request", status_code=401)
        body = read_body(text, request.headers.get("content-type", ""))
        if body is None:
            return PlainTextResponse("unreadable body", status_code=400)
        headers: dict[str, str | Sequence[str]] = dict(request.headers)
        built = BoltRequest(mode="socket_mode", body=body, headers=headers)
        return _response(await run_in_threadpool(app.dispatch, built))

    async def health(_: Request) -> Response:
        ready = is_ready()
        return PlainTextResponse("ok" if ready else "not ready", status_code=200 if ready else 503)

    return Starlette(routes=[Route(PATH, events, methods=["POST"]), Route("/healthz", health)])


def read_body(text: str, content_type: str) -> dict[str, Any] | None:
    """What Slack sent: JSON, a form whose `payload` field holds JSON, or a plain form.

    None for anything else.
    """
    try:
        if content_type.startswith("application/json"):
            body = json.loads(text)
        else:
            form = dict(parse_qsl(text, keep_blank_values=True))
            body = json.loads(form["payload"]) if "payload" in form else form
    except ValueError:
        return None
    return body if isinstance(body, dict) and body else None


def _decode(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_signed(verifier: SignatureVerifier, text: str, request: Request) -> bool:
    """Whether Slack signed this body within the last five minutes.

    Odd headers count as unsigned.
    """
    timestamp = request.headers.get("x-slack-request-timestamp", "")
    signature = request.headers.get("x-slack-signature", "")
    if not (timestamp.isascii() and timestamp.isdecimal() and signature.isascii()):
        return False
    return bool(verifier.is_valid(body=text, timestamp=timestamp, signature=signature))


def _response(answer: BoltResponse) -> Response:
    headers = {key: values[0] for key, values in answer.headers.items() if key != "set-cookie"}
    return Response(answer.body, status_code=answer.status, headers=headers)
