"""HTTP mode: one path, `/slack/events`.

Signatures are checked on the raw bytes, Bolt runs in threads.

Bolt is handed parsed bodies, as in Socket Mode: its own form parser takes any form in which the
word "payload" occurs for an interaction, and bodies that are no JSON end in an exception there.
"""

import json
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl

import uvicorn
from slack_bolt import App, BoltRequest, BoltResponse
from slack_sdk.signature import SignatureVerifier
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.settings import Settings

PATH = "/slack/events"
BODY_LIMIT = 2_000_000
"""Bytes of a request; Slack's largest are some hundred kilobytes."""

STOP_SECONDS = 5
"""How long requests under way may take to end when the process stops."""


def serve(
    app: App, settings: Settings, ready: Callable[[], None], *, host: str, port: int
) -> Callable[[], None]:
    """Serve Slack's requests in a thread; returns what stops it.

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
