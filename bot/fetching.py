"""Getting documents over HTTP from one library: politely, within bounds, and from nobody else.

Owns the requests: rate, retries, time-outs, sizes, redirects, certificates. What is in a document
is `corpus.importers`'.
"""

import email.utils
import math
import random
import re
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Self
from urllib.parse import urljoin, urlsplit

import urllib3
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    NewConnectionError,
    ProxyError,
    SSLError,
    TimeoutError,  # noqa: A004 - the library's own name
)

from bot.address import Address, authorization_of, host_of, shown
from corpus import UpstreamAnswer, UpstreamError, Validators

DOCUMENT_LIMIT = 20 * 1024 * 1024
"""Bytes of one document, after decompression."""

RUN_LIMIT = 256 * 1024 * 1024
"""Bytes of everything that one run fetches."""

DOCUMENT_SECONDS = 60.0
"""How long one document may take to come, however steadily it drips."""

SECONDS_BETWEEN = 0.05
"""Between two requests: at most twenty in a second, one at a time."""

BACK_OFF = (1.0, 2.0, 4.0)
"""Seconds before each further attempt; up to half as much again comes on top."""

LONGEST_WAIT = 60.0
"""Seconds that a server may ask us to wait; who asks for more is asked again by the next run."""

REDIRECT_LIMIT = 5

READ_SECONDS = 20.0
"""How long a server may be silent; it is asked once more then."""

_CONNECT_SECONDS = 10.0
_CHUNK = 64 * 1024
_URL_LIMIT = 8_000
_VALIDATOR_LIMIT = 500
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_JSON_TYPES = re.compile(
    r"(application/([\w.+-]+\+)?(x-)?json|text/(json|plain)|application/octet-stream)?", re.ASCII
)
"""What JSON is sent as; files served from a disk are plain text or bytes."""


class _PassingError(Exception):
    """What a second attempt may not meet.

    Attributes:
        problem: what to say when attempts are used up.
        seconds: how long the server asks us to wait.
    """

    def __init__(self, problem: UpstreamError, seconds: float = 0.0) -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.seconds = seconds


class _SilenceError(_PassingError):
    """Nothing came in time; waiting as long once more is enough."""


class Fetcher:
    """Gets the documents of one upstream library; a `corpus.importers.sync.Fetch`.

    Args:
        address: of the library.
        also: further hosts (name and port) that documents may come from; they never get to see
            the user name and password.
        proxy: the address of a proxy to go through.
        read_seconds: how long a server may be silent.
        wait: sleeps for some seconds.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        address: Address,
        *,
        also: frozenset[tuple[str, int]] = frozenset(),
        proxy: str | None = None,
        read_seconds: float = READ_SECONDS,
        wait: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = address
        self._also = also
        self._wait = wait
        self._clock = clock
        self._agent = f"incident-lookup/{version('incident-lookup')}"
        self._read_seconds = read_seconds
        self._pool = _open_pool(proxy, read_seconds)
        self._next_at = 0.0
        self._received = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.clear()

    def __call__(self, url: str, known: Validators) -> UpstreamAnswer:
        """The document at an address, unless it is still the known one.

        Raises:
            UpstreamError: it could not be had, also not by a further attempt.
        """
        was_silent = False
        for pause in (*BACK_OFF, None):
            try:
                return self._follow(url, known)
            except _PassingError as passing:
                is_silent = isinstance(passing, _SilenceError)
                if pause is None or (is_silent and was_silent):
                    raise passing.problem from passing
                if passing.seconds > LONGEST_WAIT:
                    seconds = round(passing.seconds)
                    raise UpstreamError("wait", ends_run=True, seconds=seconds) from passing
                was_silent = is_silent
                self._wait(max(passing.seconds, pause * random.uniform(1.0, 1.5)))  # noqa: S311 - no secret hangs on it
        raise AssertionError  # the last attempt returns or raises

    def _follow(self, url: str, known: Validators) -> UpstreamAnswer:
        """The document, where redirects lead to it."""
        for _ in range(REDIRECT_LIMIT + 1):
            self._check_place(url)
            target, answer = self._ask(url, known)
            if answer is not None:
                return answer
            if urlsplit(url).scheme == "https" and urlsplit(target).scheme == "http":
                raise UpstreamError("elsewhere", url=shown(target), ends_run=True)
            url = target
        raise UpstreamError("redirects", url=shown(url), limit=REDIRECT_LIMIT)

    def _check_place(self, url: str) -> None:
        """Refuse every place but the library's own, its https twin, and those that were named."""
        try:
            host = host_of(url)
        except ValueError as error:
            raise UpstreamError("elsewhere", url=shown(url), ends_run=True) from error
        is_twin = host == (self._address.host[0], 443) and self._address.host[1] == 80
        if not (host == self._address.host or is_twin or host in self._also):
            raise UpstreamError("elsewhere", url=shown(url), ends_run=True)
        if len(url) > _URL_LIMIT:
            raise UpstreamError("elsewhere", url=shown(url), ends_run=True)

    def _ask(self, url: str, known: Validators) -> tuple[str, UpstreamAnswer | None]:
        """One request: the document, or where else it is."""
        self._keep_pace()
        began = self._clock()
        try:
            response = self._pool.request(
                "GET",
                url,
                headers=self._headers(url, known),
                redirect=False,
                preload_content=False,
            )
            try:
                return self._read(response, url, known, began)
            finally:
                response.close()  # what was read to its end has given its connection back
        except ValueError as error:  # what looked like an address is none
            raise UpstreamError("elsewhere", url=shown(url), ends_run=True) from error
        except HTTPError as error:
            raise self._network_problem(error, url) from error

    def _headers(self, url: str, known: Validators) -> dict[str, str]:
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": self._agent,
        }
        if self._address.authorization and host_of(url) not in self._also:
            headers["Authorization"] = self._address.authorization
        if known.etag:
            headers["If-None-Match"] = known.etag
        if known.last_modified:
            headers["If-Modified-Since"] = known.last_modified
        return headers

    def _read(
        self, response: BaseHTTPResponse, url: str, known: Validators, began: float
    ) -> tuple[str, UpstreamAnswer | None]:
        status, headers = response.status, response.headers
        if status in _REDIRECTS and headers.get("location"):
            return urljoin(url, headers["location"]), None
        if status == 304 and known:
            return url, UpstreamAnswer(None, url, headers.get("link"), known)
        if status in _PASSING:
            problem = UpstreamError("status", status=status)
            raise _PassingError(problem, _seconds_to_wait(headers.get("retry-after")))
        if status in (401, 403):
            raise UpstreamError("refused", status=status)
        if status != 200:
            raise UpstreamError("status", status=status)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if not _JSON_TYPES.fullmatch(kind):
            raise UpstreamError("type", type=kind[:80])
        body = self._read_body(response, began)
        return url, UpstreamAnswer(body, url, headers.get("link"), _validators(headers))

    def _read_body(self, response: BaseHTTPResponse, began: float) -> bytes:
        """The document whole, as long as it stays within bounds of size and time."""
        parts: list[bytes] = []
        size = 0
        while part := response.read1(_CHUNK, decode_content=True):
            parts.append(part)
            size += len(part)
            self._received += len(part)
            if size > DOCUMENT_LIMIT:
                raise UpstreamError("too-large", megabytes=DOCUMENT_LIMIT // 1024 // 1024)
            if self._received > RUN_LIMIT:
                megabytes = RUN_LIMIT // 1024 // 1024
                raise UpstreamError("too-much", ends_run=True, megabytes=megabytes)
            if self._clock() - began > DOCUMENT_SECONDS:
                raise UpstreamError("slow", seconds=round(DOCUMENT_SECONDS))
        return b"".join(parts)

    def _network_problem(self, error: HTTPError, url: str) -> Exception:
        """What the network said; a certificate that is not trusted stays so."""
        cause = error.__cause__ or error.__context__
        if isinstance(error, SSLError) or isinstance(cause, SSLError):
            return UpstreamError("certificate", url=shown(url), ends_run=True)
        reason = getattr(cause, "strerror", None) or type(error).__name__
        if isinstance(error, NewConnectionError | ProxyError | ConnectTimeoutError):
            problem = UpstreamError(
                "unreachable", url=shown(url), reason=str(reason), ends_run=True
            )
            return _PassingError(problem)
        if isinstance(error, TimeoutError):
            return _SilenceError(UpstreamError("slow", seconds=math.ceil(self._read_seconds)))
        return _PassingError(UpstreamError("broken", reason=str(reason)))

    def _keep_pace(self) -> None:
        ahead = self._next_at - self._clock()
        if ahead > 0:
            self._wait(ahead)
        self._next_at = self._clock() + SECONDS_BETWEEN


def _open_pool(proxy: str | None, read_seconds: float) -> urllib3.PoolManager:
    """One kept connection a host; certificates are checked against those of the system."""
    timeout = urllib3.Timeout(connect=_CONNECT_SECONDS, read=read_seconds)
    if proxy is None:
        return urllib3.PoolManager(retries=False, timeout=timeout, maxsize=1)
    parts = urlsplit(proxy)
    header = authorization_of(parts.username, parts.password)
    return urllib3.ProxyManager(
        proxy,
        proxy_headers={"proxy-authorization": header} if header else None,
        retries=False,
        timeout=timeout,
        maxsize=1,
    )


def _seconds_to_wait(said: str | None) -> float:
    """What `Retry-After` asks for: seconds, or a date."""
    if said is None:
        return 0.0
    if said.strip().isascii() and said.strip().isdigit():
        return float(said.strip()[:9])
    try:
        at = email.utils.parsedate_to_datetime(said)
    except (ValueError, OverflowError):
        return 0.0
    return max(0.0, at.timestamp() - time.time())


def _validators(headers: Mapping[str, str]) -> Validators:
    """What to ask again with, when it can be sent back as it is."""
    found = (headers.get(name) for name in ("etag", "last-modified"))
    etag, modified = (
        each if each and each.isprintable() and len(each) <= _VALIDATOR_LIMIT else None
        for each in found
    )
    return Validators(etag, modified)
