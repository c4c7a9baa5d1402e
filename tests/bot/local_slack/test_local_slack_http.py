"""The stand-in's delivery over HTTP: signatures, encodings, redelivery, the real Bolt app."""

import json
from collections.abc import Iterator, Sequence

import pytest
from slack_bolt import Ack, App, BoltRequest
from slack_sdk import WebClient
from slack_sdk.signature import SignatureVerifier
from support.driver import ControlError, SlackDriver
from support.http_app import HttpApp, Received, Reply
from support.slack_samples import BUTTON

from bot.local_slack import LocalSlack

FAST = 1000.0


@pytest.fixture
def app() -> Iterator[HttpApp]:
    """A request URL that answers 200; tests give it other answers."""
    with HttpApp() as app:
        yield app


@pytest.fixture(scope="module")
def server() -> Iterator[LocalSlack]:
    """One stand-in for the whole file; each test points it at its own app."""
    with LocalSlack() as slack:
        yield slack


@pytest.fixture
def driver(server: LocalSlack, app: HttpApp) -> Iterator[SlackDriver]:
    """A driver on a freshly seeded workspace that delivers to the app."""
    with SlackDriver(server.url) as driver:
        driver.reset()
        driver.post("http", {"target": app.url})
        yield driver
        driver.post("http", {"target": None})


class TestRequests:
    """What the app receives."""

    def test_events_are_signed_json(
        self, server: LocalSlack, driver: SlackDriver, app: HttpApp
    ) -> None:
        """The SDK's own verifier accepts the raw body; the first delivery is no retry."""
        driver.send("C0INC", "hello <&>")

        request = driver.wait_for(lambda: app.received)[0]

        verifier = SignatureVerifier(server.signing_secret)
        assert verifier.is_valid_request(request.body, request.headers)
        assert request.headers["content-type"] == "application/json"
        assert request.payload["event"]["text"] == "hello &lt;&amp;&gt;"
        assert "x-slack-retry-num" not in request.headers

    def test_commands_are_forms(self, driver: SlackDriver, app: HttpApp) -> None:
        """A form with every member; awkward characters survive."""
        answer = driver.command("C0INC", "a b+c 100% 한글")

        [request] = app.received
        assert answer["acked"] is True
        assert request.headers["content-type"] == "application/x-www-form-urlencoded"
        assert request.form["text"] == "a b+c 100% 한글"
        assert request.form["is_enterprise_install"] == "false"

    def test_interactions_are_forms_with_json(self, driver: SlackDriver, app: HttpApp) -> None:
        """One field, `payload`."""
        driver.shortcut("search")

        [request] = app.received
        assert list(request.form) == ["payload"]
        assert request.payload["callback_id"] == "search"

    def test_a_skewed_clock_and_a_wrong_secret(
        self, server: LocalSlack, driver: SlackDriver, app: HttpApp
    ) -> None:
        """The SDK's verifier refuses both."""
        verifier = SignatureVerifier(server.signing_secret)
        driver.faults(http={"skew_seconds": -301})
        driver.command("C0INC", "old")
        driver.faults(http={"skew_seconds": 0, "bad_signatures": 1})
        driver.command("C0INC", "forged")
        driver.command("C0INC", "good")

        valid = [verifier.is_valid_request(r.body, r.headers) for r in app.received]

        assert valid == [False, False, True]

    def test_url_verification(self, driver: SlackDriver, app: HttpApp) -> None:
        """The challenge has to come back, as text or in JSON."""

        def echo(request: Received) -> Reply:
            return Reply(body=request.payload["challenge"])

        app.answer = echo
        good = driver.post("http", {"verify": True})
        app.answer = lambda _: Reply(body="something else")
        bad = driver.post("http", {"verify": True})

        assert (good["verified"], bad["verified"]) == (True, False)

    def test_app_rate_limited_has_no_event(self, driver: SlackDriver, app: HttpApp) -> None:
        """An outer type of its own."""
        answer = driver.post("http", {"rate_limited": True})

        payload = app.received[0].payload
        assert answer["acked"] is True
        assert payload["type"] == "app_rate_limited"
        assert not {"event", "event_id"} & payload.keys()

    def test_without_request_url_there_is_nothing_to_verify(self, driver: SlackDriver) -> None:
        """In Socket Mode the control request is a mistake."""
        driver.post("http", {"target": None})

        with pytest.raises(ControlError, match="no request URL"):
            driver.post("http", {"verify": True})


class TestRedelivery:
    """What happens after anything but a quick 2xx."""

    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            (Reply(500), "http_error"),
            (Reply(404), "http_error"),
            (Reply(302, headers={"Location": "/"}), "too_many_redirects"),
            (None, "http_timeout"),
        ],
    )
    def test_three_retries(
        self, driver: SlackDriver, app: HttpApp, reply: Reply | None, reason: str
    ) -> None:
        """The same event_id, numbered 1 to 3, each with the reason of the failure before."""
        app.answer = lambda _: reply
        driver.clock(scale=FAST, ack_seconds=0.3)

        driver.send("C0INC", "hello")

        driver.wait_for(lambda: len(app.received) == 4)
        numbers = [request.headers.get("x-slack-retry-num") for request in app.received]
        reasons = [request.headers.get("x-slack-retry-reason") for request in app.received]
        assert numbers == [None, "1", "2", "3"]
        assert reasons == [None, reason, reason, reason]
        assert len({request.payload["event_id"] for request in app.received}) == 1

    def test_an_app_that_is_down(self, driver: SlackDriver) -> None:
        """Nobody listening is connection_failed."""
        with HttpApp() as gone:
            url = gone.url
        driver.post("http", {"target": url})
        driver.clock(scale=FAST, ack_seconds=3)

        driver.send("C0INC", "hello")

        attempts = driver.wait_for(
            lambda: [a for a in driver.deliveries()[0]["attempts"][3:] if "reason" in a]
        )
        assert attempts[0]["reason"] == "connection_failed"

    def test_no_retry_on_request(self, driver: SlackDriver, app: HttpApp) -> None:
        """`X-Slack-No-Retry: 1` ends it."""
        app.answer = lambda _: Reply(500, headers={"X-Slack-No-Retry": "1"})
        driver.clock(scale=FAST, ack_seconds=3)
        driver.send("C0INC", "first")
        driver.wait_for(lambda: "reason" in driver.deliveries()[0]["attempts"][0])
        app.answer = lambda _: Reply()

        driver.send("C0INC", "second")

        driver.wait_for(lambda: app.received[1:])
        texts = [request.payload["event"]["text"] for request in app.received]
        assert texts == ["first", "second"]

    def test_commands_are_never_retried(self, driver: SlackDriver, app: HttpApp) -> None:
        """The user sees the failure, and that is all."""
        app.answer = lambda _: Reply(500)

        answer = driver.command("C0INC", "db")

        assert (answer["acked"], answer["error"]) == (False, "dispatch_failed")
        assert len(app.received) == 1
        assert len(driver.failures()) == 1

    @pytest.mark.parametrize("body", ["busy", '{"text": "busy"}'])
    def test_answers_to_commands(self, driver: SlackDriver, app: HttpApp, body: str) -> None:
        """Bare text and JSON are both shown."""
        app.answer = lambda _: Reply(body=body)

        driver.command("C0INC", "db")

        assert [message["text"] for message in driver.ephemerals()] == ["busy"]


def test_the_real_bolt_app_over_http(server: LocalSlack, driver: SlackDriver, app: HttpApp) -> None:
    """Bolt verifies the signature, acknowledges, and answers."""
    client = WebClient(server.bot_token, base_url=server.api_url)
    bolt = App(client=client, signing_secret=server.signing_secret)

    @bolt.command("/incident-lookup")
    def _command(ack: Ack) -> None:
        ack(text="searching", blocks=[BUTTON])

    @bolt.action("match.details")
    def _details(ack: Ack) -> None:
        ack()

    def dispatch(request: Received) -> Reply:
        headers: dict[str, str | Sequence[str]] = {**request.headers}
        response = bolt.dispatch(BoltRequest(body=request.body.decode(), headers=headers))
        body = response.body if isinstance(response.body, str) else json.dumps(response.body)
        return Reply(response.status, body)

    app.answer = dispatch

    command = driver.command("C0INC", "slow db")
    whisper = driver.ephemerals()[0]
    click = driver.click(whisper, "match.details")
    driver.faults(http={"bad_signatures": 1})
    forged = driver.command("C0INC", "slow db")

    assert (command["acked"], click["acked"], forged["acked"]) == (True, True, False)
    assert whisper["text"] == "searching"
