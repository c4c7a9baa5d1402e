"""Requests to an upstream library: retried, bounded, never elsewhere, no secret shown."""

import gzip
import logging
import ssl
import subprocess
from collections.abc import Iterator
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Thread

import pytest
from support.upstream import QuietServer, Reply, UpstreamServer, case, json_reply

from bot.address import Address
from bot.fetching import DOCUMENT_LIMIT, LONGEST_WAIT, REDIRECT_LIMIT, Fetcher
from bot.opening import utc_now
from corpus import UpstreamError, Validators

NOTHING = Validators()


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        """The moment."""
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.waits.append(seconds)
        self.now += seconds

    def pauses(self) -> list[float]:
        """What was waited before further attempts, without the pace between requests."""
        return [seconds for seconds in self.waits if seconds >= 1]


@pytest.fixture
def server() -> Iterator[UpstreamServer]:
    """An upstream with one case."""
    with UpstreamServer(case("IL-1")) as upstream:
        yield upstream


@pytest.fixture
def clock() -> Clock:
    """Time of this test."""
    return Clock()


@pytest.fixture
def fetch(server: UpstreamServer, clock: Clock) -> Iterator[Fetcher]:
    """Gets documents of that upstream, and takes no time for it."""
    address = Address.parse(server.url)
    with Fetcher(address, wait=clock.wait, clock=clock, read_seconds=0.3) as fetcher:
        yield fetcher


def failure(fetch: Fetcher, url: str) -> UpstreamError:
    """How getting a document ends."""
    with pytest.raises(UpstreamError) as caught:
        fetch(url, NOTHING)
    return caught.value


def test_a_document_comes_with_what_to_ask_again_with(
    server: UpstreamServer, fetch: Fetcher
) -> None:
    """And is not sent a second time."""
    first = fetch(f"{server.url}/cases/IL-1", NOTHING)

    second = fetch(f"{server.url}/cases/IL-1", first.validators)

    assert first.body is not None
    assert first.validators.etag is not None
    assert (second.body, second.validators) == (None, first.validators)


def test_last_modified_is_sent_back_as_it_came(server: UpstreamServer, fetch: Fetcher) -> None:
    """Servers compare it word for word."""
    stamp = "Sun, 01 Mar 2026 00:00:00 GMT"
    server.faults["/cases"] = [json_reply([], **{"Last-Modified": stamp}), Reply(304)]

    first = fetch(f"{server.url}/cases", NOTHING)
    second = fetch(f"{server.url}/cases", first.validators)

    assert server.asked[1].headers["if-modified-since"] == stamp
    assert second.body is None


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_passing_failures_are_tried_again(
    server: UpstreamServer, fetch: Fetcher, clock: Clock, status: int
) -> None:
    """Three more times, each after about twice as long."""
    server.faults["/cases"] = [Reply(status)] * 3

    assert fetch(f"{server.url}/cases", NOTHING).body is not None
    assert [1 <= pause / base <= 1.5 for pause, base in zip(clock.pauses(), (1, 2, 4), strict=True)]


def test_a_failure_that_stays_is_told(server: UpstreamServer, fetch: Fetcher) -> None:
    """After four attempts."""
    server.faults["/cases"] = [Reply(500)] * 9

    error = failure(fetch, f"{server.url}/cases")

    assert (error.code, error.details, len(server.asked)) == ("status", {"status": 500}, 4)


@pytest.mark.parametrize(
    ("status", "code"), [(401, "refused"), (403, "refused"), (404, "status"), (410, "status")]
)
def test_a_final_no_is_taken(
    server: UpstreamServer, fetch: Fetcher, status: int, code: str
) -> None:
    """Once."""
    server.faults["/cases"] = [Reply(status)]

    assert failure(fetch, f"{server.url}/cases").code == code
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [201, 204, 206, 304, 300])
def test_other_statuses_are_no_document(
    server: UpstreamServer, fetch: Fetcher, status: int
) -> None:
    """Not modified least of all, where nothing was known."""
    server.faults["/cases"] = [Reply(status)]

    assert failure(fetch, f"{server.url}/cases").details == {"status": status}


def test_retry_after_is_honoured(server: UpstreamServer, fetch: Fetcher, clock: Clock) -> None:
    """Seconds and dates; what makes no sense is passed over."""
    asked = ["30", format_datetime(utc_now()), "soon"]
    server.faults["/cases"] = [Reply(429, headers={"Retry-After": each}) for each in asked]

    fetch(f"{server.url}/cases", NOTHING)

    assert [pause >= 30 for pause in clock.pauses()] == [True, False, False]


@pytest.mark.parametrize("seconds", ["61", "99999999999", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_who_asks_for_much_time_gets_it(
    server: UpstreamServer, fetch: Fetcher, clock: Clock, seconds: str
) -> None:
    """By ending the run."""
    server.faults["/cases"] = [Reply(503, headers={"Retry-After": seconds})]

    error = failure(fetch, f"{server.url}/cases")

    assert (error.code, error.ends_run, clock.pauses()) == ("wait", True, [])
    assert int(error.details["seconds"]) > LONGEST_WAIT


def test_requests_keep_a_pace(server: UpstreamServer, fetch: Fetcher, clock: Clock) -> None:
    """At most twenty a second."""
    for _ in range(41):
        fetch(f"{server.url}/cases", NOTHING)

    assert clock.now == pytest.approx(2.0)


def test_silence_is_waited_out_twice(server: UpstreamServer, fetch: Fetcher) -> None:
    """Then it is told; other requests may still be answered."""
    server.faults["/cases"] = [Reply(silent=True)] * 3

    error = failure(fetch, f"{server.url}/cases")

    assert (error.code, error.ends_run, len(server.asked)) == ("slow", False, 2)


@pytest.mark.parametrize("body", [b"", b'{"cases": [{"id"'])
def test_an_answer_that_breaks_off_is_asked_for_again(
    server: UpstreamServer, fetch: Fetcher, body: bytes
) -> None:
    """Half a document is never taken for one."""
    half = Reply(body=body, headers={"Content-Type": "application/json"}, promised=900)
    server.faults["/cases"] = [half] * 3

    assert fetch(f"{server.url}/cases", NOTHING).body is not None

    server.faults["/cases"] = [half] * 4
    assert failure(fetch, f"{server.url}/cases").code == "broken"


def test_a_document_that_drips_is_given_up(server: UpstreamServer) -> None:
    """However steadily it comes."""
    seconds = iter(range(0, 10_000, 25))
    server.faults["/cases"] = [json_reply("x" * 1_000_000)]

    with Fetcher(
        Address.parse(server.url), wait=lambda _: None, clock=lambda: float(next(seconds))
    ) as fetch:
        assert failure(fetch, f"{server.url}/cases").code == "slow"


@pytest.mark.parametrize("is_compressed", [False, True])
def test_a_document_has_a_largest_size(
    server: UpstreamServer, fetch: Fetcher, is_compressed: bool
) -> None:
    """Counted after decompression, which stops there too."""
    large = b'"' + b"x" * (DOCUMENT_LIMIT * (10 if is_compressed else 1)) + b'"'
    headers = {"Content-Type": "application/json"}
    body, headers = (
        (gzip.compress(large), headers | {"Content-Encoding": "gzip"})
        if is_compressed
        else (large, headers)
    )
    server.faults["/cases"] = [Reply(body=body, headers=headers)]

    assert failure(fetch, f"{server.url}/cases").code == "too-large"


def test_compressed_documents_are_read(server: UpstreamServer, fetch: Fetcher) -> None:
    """As most servers send them."""
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    server.faults["/cases"] = [Reply(body=gzip.compress(b"[1]"), headers=headers)]

    assert fetch(f"{server.url}/cases", NOTHING).body == b"[1]"


def test_what_is_not_compressed_as_it_says_is_broken(
    server: UpstreamServer, fetch: Fetcher
) -> None:
    """It is tried again like any answer that breaks."""
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    server.faults["/cases"] = [Reply(body=b"plain", headers=headers)] * 4

    assert failure(fetch, f"{server.url}/cases").code == "broken"


def test_a_run_has_a_largest_size(
    server: UpstreamServer, fetch: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends there, whatever else could be had."""
    monkeypatch.setattr("bot.fetching.RUN_LIMIT", 1_500_000)
    server.answer = lambda _: json_reply("x" * 1_000_000)
    fetch(f"{server.url}/cases", NOTHING)

    error = failure(fetch, f"{server.url}/cases")

    assert (error.code, error.ends_run) == ("too-much", True)


@pytest.mark.parametrize(
    ("kind", "is_taken"),
    [
        ("application/json", True),
        ("application/json; charset=utf-8", True),
        ("application/vnd.api+json", True),
        ("text/plain", True),
        ("application/octet-stream", True),
        ("", True),
        ("text/html; charset=utf-8", False),
        ("image/png", False),
        ("application/xml", False),
    ],
)
def test_only_json_is_taken(
    server: UpstreamServer, fetch: Fetcher, kind: str, is_taken: bool
) -> None:
    """Also as the plain files that many servers take it for; a sign-in page is none."""
    headers = {"Content-Type": kind} if kind else {}
    server.faults["/cases"] = [Reply(body=b"[]", headers=headers)]

    if is_taken:
        assert fetch(f"{server.url}/cases", NOTHING).body == b"[]"
    else:
        error = failure(fetch, f"{server.url}/cases")
        assert (error.code, error.details) == ("type", {"type": kind.partition(";")[0]})


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_within_the_host_are_followed(
    server: UpstreamServer, fetch: Fetcher, status: int
) -> None:
    """Relative ones too; the answer says where it came from."""
    server.faults["/old"] = [Reply(status, headers={"Location": "cases?cursor=0"})]

    answer = fetch(f"{server.url}/old", NOTHING)

    assert answer.url == f"{server.url}/cases?cursor=0"


def test_a_redirect_loop_ends(server: UpstreamServer, fetch: Fetcher) -> None:
    """After five."""
    server.answer = lambda _: Reply(302, headers={"Location": f"{server.url}/cases"})

    assert failure(fetch, f"{server.url}/cases").code == "redirects"
    assert len(server.asked) == REDIRECT_LIMIT + 1


@pytest.mark.parametrize(
    "place",
    [
        "http://localhost:{port}/api/cases",
        "http://127.0.0.1:1/cases",
        "http://127.0.0.1/cases",
        "https://127.0.0.1:443/cases",
        "//example.com/cases",
        "ftp://127.0.0.1:{port}/cases",
        "file:///etc/passwd",
        "http://127.0.0.1:{port}@example.com/",
        "http://[/",
        "http://127.0.0.1:99999/",
        "javascript:alert(1)",
    ],
)
def test_redirects_elsewhere_are_refused(
    server: UpstreamServer, fetch: Fetcher, place: str
) -> None:
    """Another name, port or scheme is another place."""
    location = place.format(port=server.port)
    server.faults["/cases"] = [Reply(302, headers={"Location": location})]

    error = failure(fetch, f"{server.url}/cases")

    assert (error.code, error.ends_run, len(server.asked)) == ("elsewhere", True, 1)


def test_addresses_elsewhere_are_not_asked(server: UpstreamServer, fetch: Fetcher) -> None:
    """A list may name any next page; nor is one asked for that is far too long."""
    assert failure(fetch, "http://localhost/cases").code == "elsewhere"
    assert failure(fetch, f"{server.url}/cases?cursor={'x' * 9000}").code == "elsewhere"
    assert server.asked == []


def test_a_host_that_was_named_is_followed_without_the_password(
    server: UpstreamServer, clock: Clock
) -> None:
    """User name and password are for the library alone."""
    password = "pa" + "ss"
    with UpstreamServer(case("IL-9")) as other:
        server.faults["/cases"] = [Reply(302, headers={"Location": f"{other.url}/cases"})]
        address = Address.parse(f"http://user:{password}@127.0.0.1:{server.port}/api")
        also = frozenset({("127.0.0.1", other.port)})

        with Fetcher(address, also=also, wait=clock.wait, clock=clock) as fetch:
            answer = fetch(f"{server.url}/cases", NOTHING)

        assert b"IL-9" in (answer.body or b"")
        assert server.asked[0].headers["authorization"].startswith("Basic ")
        assert "authorization" not in other.asked[0].headers


def test_a_secret_in_the_address_is_shown_nowhere(
    server: UpstreamServer, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither in logs, at whatever level, nor in errors and their causes."""
    secret = "hunter" + "2"
    server.faults["/cases"] = [Reply(302, headers={"Location": f"http://u:{secret}@x.example/"})]
    address = Address.parse(f"http://user:{secret}@127.0.0.1:{server.port}/api")

    with (
        caplog.at_level(logging.DEBUG),
        Fetcher(address, wait=clock.wait, clock=clock) as fetch,
    ):
        error = failure(fetch, f"{address.base}/cases")

    told = f"{address!r} {error!r} {error.details} {error.__cause__!r} {caplog.text}"
    assert secret not in told
    assert error.details["url"] == "http://x.example/"


def test_a_closed_port_is_unreachable(clock: Clock) -> None:
    """Which ends the run, after the same attempts as all else."""
    with UpstreamServer() as gone:
        address = Address.parse(gone.url)

    with Fetcher(address, wait=clock.wait, clock=clock) as fetch:
        error = failure(fetch, f"{address.base}/cases")

    assert (error.code, error.ends_run, len(clock.pauses())) == ("unreachable", True, 3)
    assert error.details["reason"] == "Connection refused"


def test_a_name_that_does_not_exist_is_unreachable(clock: Clock) -> None:
    """The reserved top-level domain has none."""
    address = Address.parse("http://library.invalid/api")

    with Fetcher(address, wait=clock.wait, clock=clock) as fetch:
        assert failure(fetch, f"{address.base}/cases").code == "unreachable"


def test_a_proxy_is_gone_through(server: UpstreamServer, clock: Clock) -> None:
    """It is asked for the whole address."""
    server.answer = lambda asked: json_reply([asked.target])
    proxy = f"http://me:word@127.0.0.1:{server.port}"

    address = Address.parse("http://library.invalid/api")
    with Fetcher(address, proxy=proxy, wait=clock.wait, clock=clock) as fetch:
        answer = fetch(f"{address.base}/cases", NOTHING)

    assert answer.body == b'["http://library.invalid/api/cases"]'
    assert server.asked[0].headers["proxy-authorization"].startswith("Basic ")


@pytest.fixture
def certified(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """An https server on loopback with a certificate of its own making: its address, and that."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1 -addext"
    made = subprocess.run(
        [*command.split(), "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("openssl makes no certificate here")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, *_: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with QuietServer(("127.0.0.1", 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"https://127.0.0.1:{server.server_port}", certificate
        server.shutdown()
        thread.join()


def test_a_certificate_that_is_not_trusted_ends_the_run(
    certified: tuple[str, Path], clock: Clock
) -> None:
    """At once: nothing is sent there, and it would be the same the next time."""
    url, _ = certified

    with Fetcher(Address.parse(url), wait=clock.wait, clock=clock) as fetch:
        error = failure(fetch, f"{url}/cases")

    assert (error.code, error.ends_run, clock.pauses()) == ("certificate", True, [])


def test_a_certificate_that_the_system_trusts_is_taken(
    certified: tuple[str, Path], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenSSL's own variable adds one, as companies do."""
    url, certificate = certified
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    with Fetcher(Address.parse(url), wait=clock.wait, clock=clock) as fetch:
        assert fetch(f"{url}/cases", NOTHING).body == b"[]"
