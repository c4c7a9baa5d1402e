"""Where documents of an upstream come from: redirects, hosts, proxies, certificates, secrets."""

import logging
import ssl
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Thread

import pytest
from support.fetching import NOTHING, Clock, failure
from support.upstream import QuietServer, Reply, UpstreamServer, case, json_reply

from bot.address import Address
from bot.fetching import REDIRECT_LIMIT, Fetcher


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


def test_a_library_may_move_to_https(server: UpstreamServer, clock: Clock) -> None:
    """Of the same name, which is asked for through the proxy of this test in vain."""
    server.answer = lambda _: Reply(301, headers={"Location": "https://library.invalid/api/cases"})
    address = Address.parse("http://library.invalid/api")
    proxy = f"http://127.0.0.1:{server.port}"

    with Fetcher(address, proxy=proxy, wait=clock.wait, clock=clock) as fetch:
        assert failure(fetch, f"{address.base}/cases").code == "unreachable"


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
