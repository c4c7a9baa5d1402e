"""Requests to an upstream library: retried, bounded, never elsewhere, no secret shown."""

import gzip
from collections.abc import Iterator
from email.utils import format_datetime

import pytest
from support.fetching import NOTHING, Clock, failure
from support.upstream import Reply, UpstreamServer, case, json_reply

from bot.address import Address
from bot.fetching import DOCUMENT_LIMIT, LONGEST_WAIT, Fetcher
from bot.opening import utc_now


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
