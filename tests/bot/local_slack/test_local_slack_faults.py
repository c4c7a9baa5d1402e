"""The stand-in as a server, and what goes wrong in it on demand."""

import json
from typing import Any

import httpx
import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.webhook import WebhookClient
from support.driver import SlackDriver, refused

from bot.local_slack import LocalSlack


class TestFaults:
    """Answers that go wrong on demand."""

    def test_429_with_retry_after(
        self, http: httpx.Client, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """The header is whatever the test asks for; the next call is fine again."""
        driver.fault("chat.postMessage", "429", retry_after="abc")
        bearer = {"Authorization": f"Bearer {server.bot_token}"}
        body = {"channel": "C0INC", "text": "x"}

        first = http.post(f"{server.api_url}chat.postMessage", json=body, headers=bearer)
        second = http.post(f"{server.api_url}chat.postMessage", json=body, headers=bearer)

        assert (first.status_code, first.headers["retry-after"]) == (429, "abc")
        assert second.json()["ok"] is True

    @pytest.mark.parametrize(("kind", "status"), [("500", 500), ("503", 503), ("html", 200)])
    def test_broken_answers(
        self, driver: SlackDriver, client: WebClient, kind: str, status: int
    ) -> None:
        """Servers fall over, and proxies answer with a page."""
        driver.fault("auth.test", kind, **({"status": status} if kind == "html" else {}))

        with pytest.raises(SlackApiError) as error:
            client.auth_test()

        assert error.value.response.status_code == status

    @pytest.mark.parametrize("kind", ["500", "error", "reset"])
    def test_effect_before_the_fault(
        self, driver: SlackDriver, server: LocalSlack, kind: str
    ) -> None:
        """With `effect` the message is there although the answer was lost."""
        client = WebClient(server.bot_token, base_url=server.api_url, retry_handlers=[])
        driver.fault("chat.postMessage", kind, effect=True, error="fatal_error")

        with pytest.raises((SlackApiError, SlackRequestError, OSError)):
            client.chat_postMessage(channel="C0INC", text="x")

        assert len(driver.messages("C0INC")) == 1

    def test_default_client_repeats_after_a_reset(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """A reset after the effect posts twice with the client's own retry: the known trap."""
        driver.fault("chat.postMessage", "reset", effect=True)

        client.chat_postMessage(channel="C0INC", text="x")

        assert len(driver.messages("C0INC")) == 2

    def test_late_answers(self, driver: SlackDriver, server: LocalSlack) -> None:
        """A client that gives up does not know that the message is there."""
        client = WebClient(server.bot_token, base_url=server.api_url, timeout=1, retry_handlers=[])
        driver.fault("chat.postMessage", "slow", effect=True, seconds=20)

        with pytest.raises(TimeoutError):
            client.chat_postMessage(channel="C0INC", text="x")

        assert len(driver.messages("C0INC")) == 1

    def test_response_urls_break_too(self, driver: SlackDriver) -> None:
        """The answer of a response_url can be lost as well."""
        hook = WebhookClient(driver.command("C0INC")["response_url"], retry_handlers=[])
        driver.fault("response_url", "503", effect=True)

        answer = hook.send(text="hello")

        assert answer.status_code == 503
        assert [message["text"] for message in driver.ephemerals()] == ["hello"]

    def test_error_without_effect(self, driver: SlackDriver, client: WebClient) -> None:
        """An error code by method, after calls that go well first."""
        driver.fault("users.info", "error", error="user_not_found", skip=1)

        client.users_info(user="U0BOB")

        assert refused(client.users_info, user="U0BOB")["error"] == "user_not_found"
        assert client.users_info(user="U0BOB")["ok"]

    def test_unknown_knobs_are_named(self, http: httpx.Client, server: LocalSlack) -> None:
        """A typing error in a test does not pass silently."""
        answer = http.post(f"{server.url}control/faults", json={"methid": "x"})

        assert answer.status_code == 400
        assert "methid" in answer.json()["error"]


class TestServer:
    """Starting, stopping, and who may call."""

    def test_foreign_pages_are_turned_away(self, http: httpx.Client, server: LocalSlack) -> None:
        """Neither another site's page nor another name for this machine gets in."""
        origin = http.get(f"{server.url}control/state", headers={"Origin": "https://evil.example"})
        host = http.get(f"{server.url}control/state", headers={"Host": "evil.example"})

        assert origin.status_code == host.status_code == 403

    def test_changes_are_streamed(
        self, http: httpx.Client, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """Who listens to /control/events sees a message as it is posted."""
        with http.stream("GET", f"{server.url}control/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            driver.send("C0INC", "hello")
            seen = next(line for line in lines if line.startswith("data: "))

        event = json.loads(seen.removeprefix("data: "))
        assert (event["type"], event["channel"]) == ("message", "C0INC")
        assert event["message"]["text"] == "hello"

    def test_stop_ends_the_thread_and_frees_the_port(self, http: httpx.Client) -> None:
        """A stopped stand-in leaves nothing behind, open streams included."""
        slack = LocalSlack().start()
        with http.stream("GET", f"{slack.url}control/events") as stream:
            next(stream.iter_lines())

            slack.stop()

        with LocalSlack(port=slack.port) as again:
            assert again.port == slack.port

    def test_a_taken_port_is_an_error(self, server: LocalSlack) -> None:
        """Starting where another server listens fails at once."""
        with pytest.raises(OSError, match="in use"):
            LocalSlack(port=server.port)

    def test_the_page_is_served(self, http: httpx.Client, server: LocalSlack) -> None:
        """`/` is the demo page, and a permalink leads there."""
        page = http.get(server.url)
        link = http.get(f"{server.url}archives/C0INC/p1", follow_redirects=False)

        assert page.headers["content-type"].startswith("text/html")
        assert link.headers["location"] == "/#C0INC"


class TestOddInput:
    """What is not as expected gets an answer, from the API and from the control API."""

    @pytest.mark.parametrize(
        ("body", "error"), [("{", "invalid_json"), ("[]", "json_not_object"), ("{}", "not_authed")]
    )
    def test_bodies_that_are_not_json(
        self, http: httpx.Client, server: LocalSlack, body: str, error: str
    ) -> None:
        """Slack names what is wrong with a body."""
        headers = {"Content-Type": "application/json; charset=utf-8"}

        answer = http.post(f"{server.api_url}chat.postMessage", content=body, headers=headers)

        assert answer.json()["error"] == error

    @pytest.mark.parametrize("text", ['"\\ud83d cut"', '"\\udc00"', '"a\\u0000b"', '"\\u202e"'])
    def test_half_characters_do_not_get_in(
        self, http: httpx.Client, server: LocalSlack, driver: SlackDriver, text: str
    ) -> None:
        """Half of a surrogate pair becomes U+FFFD; the state stays readable."""
        body = f'{{"channel": "C0INC", "text": {text}}}'

        posted = http.post(f"{server.url}control/message", content=body)

        said = driver.messages("C0INC")[0]["text"]
        assert posted.status_code == 200
        assert said.encode()

    @pytest.mark.parametrize("blocks", [{"type": "section"}, "{}", [[]], [None], 5, "null"])
    def test_blocks_of_any_shape(self, client: WebClient, blocks: Any) -> None:
        """Whatever `blocks` is, the answer is Slack's and never a server error."""
        with pytest.raises(SlackApiError) as error:
            client.api_call("chat.postMessage", json={"channel": "C0INC", "blocks": blocks})

        assert error.value.response["error"] in ("invalid_blocks", "no_text")

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("message", "{"),
            ("message", "[]"),
            ("message", '{"channel": "C0NOWHERE", "text": "x"}'),
            ("message", '{"channel": "C0INC", "text": 5}'),
            ("message", '{"channel": "C0INC", "text": "x", "user": "U0NOBODY"}'),
            ("edit", '{"channel": "C0INC", "ts": "1.0", "text": "x"}'),
            ("channel", '{"action": "explode", "channel": "C0INC"}'),
            ("channel", '{"action": "create", "name": "general"}'),
            ("action", '{"container": {"type": "view", "view_id": "V0"}, "block_id": "b"}'),
            ("submit", '{"view_id": "V0"}'),
            ("clock", '{"scale": 0}'),
            ("clock", '{"advance": "soon"}'),
            ("faults", '{"method": "auth.test", "kind": "boredom"}'),
            ("faults", '{"method": "auth.test", "kind": "500", "often": 3}'),
            ("faults", '{"socket": {"volume": 0}}'),
            ("faults", '{"socket": {"disconnect": "boredom"}}'),
            ("faults", '{"echo": "loud"}'),
            ("users", '{"id": "U0EVE", "shoe_size": 42}'),
            ("event", '{"event": {}}'),
        ],
    )
    def test_control_requests_that_make_no_sense(
        self, http: httpx.Client, server: LocalSlack, path: str, body: str
    ) -> None:
        """HTTP 400 and one sentence, so that a mistake in a test shows."""
        answer = http.post(f"{server.url}control/{path}", content=body)

        assert answer.status_code == 400
        assert answer.json()["error"]
