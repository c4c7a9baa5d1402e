"""An upstream library on loopback: incidentlib's API, with faults on request."""

import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from support.command_line import CommandLine

from bot.offline import open_local_store
from bot.settings import Settings

Document = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What to answer with.

    Attributes:
        promised: the length to announce, when not that of the body; then the connection is cut.
        silent: say nothing until the server closes.
    """

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None
    silent: bool = False


@dataclass(frozen=True)
class Asked:
    """One request: the target as it was sent, names of headers in lower case."""

    target: str
    headers: dict[str, str]


def json_reply(value: object, **headers: str) -> Reply:
    """A JSON document."""
    return Reply(
        body=json.dumps(value).encode(), headers={"Content-Type": "application/json"} | headers
    )


def case(case_id: str, **values: Any) -> Document:
    """A sound case of somebody's library."""
    return {
        "id": case_id,
        "org": "Example Shop",
        "title": {"en": f"Checkout timed out ({case_id})"},
        "symptoms_text": {"en": "Requests hung for a minute."},
        "updated_at": "2026-03-01T00:00:00Z",
        "visibility": "public",
    } | values


class QuietServer(ThreadingHTTPServer):
    """Says nothing about clients that hang up or do not trust it."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Drop it."""


Answering = Callable[[Asked], Reply | None]


class UpstreamServer:
    """Serves `cases`, a page at a time, on a free port of 127.0.0.1.

    Attributes:
        cases: what it has, by id.
        page_size: cases on a page.
        envelope: makes a page of its entries and the cursor of the next one.
        is_whole: whether the list has the cases themselves.
        has_validators: whether documents come with an ETag and are asked for with it.
        faults: what a path answers instead, one after the other; then it is well again.
        answer: what is asked first, and may answer everything.
        asked: every request, in order.
    """

    def __init__(self, *documents: Document) -> None:
        self.cases = {document["id"]: document for document in documents}
        self.page_size = 2
        self.envelope: Callable[[list[Any], str | None], Any] = lambda entries, cursor: {
            "cases": entries,
            "next": cursor,
        }
        self.is_whole = False
        self.has_validators = True
        self.faults: dict[str, list[Reply]] = defaultdict(list)
        self.answer: Answering = lambda _: None
        self.asked: list[Asked] = []
        self._closing = threading.Event()
        self._server = QuietServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.01,), name="upstream", daemon=True
        )

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.server_port

    @property
    def url(self) -> str:
        """The address above `/cases`."""
        return f"http://127.0.0.1:{self.port}/api"

    def put(self, *documents: Document) -> None:
        """Add or change cases."""
        self.cases |= {document["id"]: document for document in documents}

    def targets(self) -> list[str]:
        """What was asked for since the last look."""
        found = [each.target.removeprefix("/api") for each in self.asked]
        self.asked.clear()
        return found

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _respond(self, asked: Asked) -> Reply:
        path = urlsplit(asked.target).path.removeprefix("/api")
        if self.faults[path]:
            return self.faults[path].pop(0)
        own = self.answer(asked)
        if own is not None:
            return own
        if path == "/cases":
            return self._validated(self._page(asked), asked)
        found = self.cases.get(path.removeprefix("/cases/"))
        return Reply(404) if found is None else self._validated(found, asked)

    def _page(self, asked: Asked) -> object:
        query = parse_qs(urlsplit(asked.target).query)
        first = int(query.get("cursor", ["0"])[0])
        ids = list(self.cases)[first : first + self.page_size]
        after = first + self.page_size
        cursor = str(after) if after < len(self.cases) else None
        kept = ("id", "updated_at")
        entries = [
            document if self.is_whole else {key: document[key] for key in kept if key in document}
            for document in map(self.cases.__getitem__, ids)
        ]
        return self.envelope(entries, cursor)

    def _validated(self, value: object, asked: Asked) -> Reply:
        if isinstance(value, Reply):
            return value
        reply = json_reply(value)
        if not self.has_validators:
            return reply
        etag = f'"{hashlib.sha256(reply.body).hexdigest()[:16]}"'
        if asked.headers.get("if-none-match") == etag:
            return Reply(304, headers={"ETag": etag})
        return Reply(200, reply.body, reply.headers | {"ETag": etag})

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # headers and body leave together, else the client waits for the second

            def do_GET(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(self.path, headers)
                server.asked.append(asked)
                reply = server._respond(asked)
                if reply.silent:
                    server._closing.wait()
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if reply.status != 304:
                    length = len(reply.body) if reply.promised is None else reply.promised
                    self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(reply.body)
                self.close_connection = reply.promised is not None

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def stored(line: CommandLine) -> dict[str, Any]:
    """Every case that is not shipped, as it would be exported."""
    with open_local_store(Settings(incident_lookup_database=line.database)) as store:
        cases = [case for case in store.all_cases() if not case.id.startswith("PUB-")]
        return {case.id: store.export_document(case) for case in cases}
