"""An app on a request URL: sees every request as it was sent and answers as it is told to."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class Received:
    """One request: names of headers in lower case, the body as bytes."""

    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        """The body read as a form."""
        return dict(parse_qsl(self.body.decode(), keep_blank_values=True))

    @property
    def payload(self) -> dict[str, Any]:
        """What is in the body: JSON, or a form with JSON in `payload`."""
        text = self.form["payload"] if self.body.startswith(b"payload=") else self.body
        found: dict[str, Any] = json.loads(text)
        return found


@dataclass(frozen=True)
class Reply:
    """What to answer with."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class HttpApp:
    """Listens on a free port; `answer` decides what each request gets, None leaves it waiting."""

    def __init__(self, answer: Callable[[Received], Reply | None] = lambda _: Reply()) -> None:
        self.answer = answer
        self.received: list[Received] = []
        self._done = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._serve, name="http-app", daemon=True)

    @property
    def url(self) -> str:
        """The request URL."""
        return f"http://127.0.0.1:{self._server.server_port}/slack/events"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._done.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5.0)

    def _serve(self) -> None:
        self._server.serve_forever(poll_interval=0.02)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        app = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(headers, body)
                app.received.append(received)
                reply = app.answer(received)
                if reply is None:
                    app._done.wait(10.0)
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body.encode())

            def log_message(self, *_arguments: object) -> None:
                """Keep the test's output clean."""

        return Handler
