"""The real Bolt app on the stand-in, over Socket Mode."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from slack_bolt import Ack, App, Respond
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from support.driver import SlackDriver
from support.slack_samples import ALL_EVENTS, ALL_SCOPES, BUTTON, FORM, MENU

from bot.local_slack import LocalSlack


@pytest.fixture(scope="class")
def slack() -> Iterator[LocalSlack]:
    """A stand-in of its own: the client takes three seconds to close."""
    with LocalSlack(scopes=ALL_SCOPES, events=ALL_EVENTS) as slack:
        yield slack


@pytest.fixture(scope="class")
def desk(slack: LocalSlack) -> Iterator[SlackDriver]:
    """A driver on it."""
    with SlackDriver(slack.url) as desk:
        yield desk


@pytest.fixture(scope="class")
def bolt(slack: LocalSlack, desk: SlackDriver) -> Iterator[App]:
    """A connected app; tests add their listeners to it."""
    app = App(client=WebClient(slack.bot_token, base_url=slack.api_url))
    handler = SocketModeHandler(app, slack.app_token)
    handler.connect()  # type: ignore[no-untyped-call]  # untyped in slack_bolt
    desk.wait_for_sockets(1)
    yield app
    handler.close()  # type: ignore[no-untyped-call]  # the same


class TestBolt:
    """The real Bolt app over the real client."""

    def test_command_opens_a_modal_and_submission_posts(self, bolt: App, desk: SlackDriver) -> None:
        """The whole way of a modal."""

        @bolt.command("/incident-lookup")
        def _command(ack: Ack, body: dict[str, Any], client: WebClient) -> None:
            ack()
            client.views_open(trigger_id=body["trigger_id"], view=FORM)

        @bolt.view("search")
        def _search(ack: Ack, view: dict[str, Any], client: WebClient) -> None:
            ack()
            value = view["state"]["values"]["what"]["text"]["value"]
            client.chat_postMessage(channel="C0INC", text=value)

        command = desk.command("C0INC")
        view = desk.wait_for(desk.views)[0]
        desk.submit(view, {"what": {"text": "slow db"}})

        assert command["acked"] is True
        posted = desk.wait_for(lambda: desk.posts("C0INC"))
        assert [message["text"] for message in posted] == ["slow db"]

    def test_options_and_buttons(self, bolt: App, desk: SlackDriver) -> None:
        """Suggestions and clicks are acknowledged, and respond() replaces the original."""
        option = {"text": {"type": "plain_text", "text": "Kafka"}, "value": "kafka"}

        @bolt.options("component")
        def _options(ack: Ack) -> None:
            ack(options=[option])

        @bolt.action("match.details")
        def _details(ack: Ack, respond: Respond) -> None:
            ack()
            respond(text="seen", replace_original=True)

        blocks: list[dict[str, Any]] = [BUTTON, MENU]
        bolt.client.chat_postEphemeral(channel="C0INC", user="U0ALICE", text="x", blocks=blocks)
        whisper = desk.ephemerals()[0]

        suggested = desk.suggest(whisper, "component", "ka")
        clicked = desk.click(whisper, "match.details")

        assert suggested["options"] == [option]
        assert clicked["acked"] is True
        seen = desk.wait_for(lambda: [m for m in desk.ephemerals() if m["text"] == "seen"])
        assert "blocks" not in seen[0]

    def test_reconnects_after_disconnect(self, bolt: App, desk: SlackDriver) -> None:
        """A refresh is survived with no event lost."""
        heard = threading.Event()

        @bolt.event("message")
        def _message(event: dict[str, Any]) -> None:
            if event.get("text") == "after the refresh":
                heard.set()

        desk.faults(socket={"disconnect": "refresh_requested"})
        desk.send("C0INC", "after the refresh")

        assert heard.wait(15.0)
