"""Commands, buttons, menus, modals and shortcuts in the stand-in."""

from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from support.driver import SlackDriver
from support.slack_samples import BUTTON, FORM
from support.socket_app import SocketApp, silent


def answering(kind: str, payload: object) -> Callable[[dict[str, Any]], object]:
    """Answer interactions of one type with a payload, and acknowledge the rest."""

    def answer(envelope: dict[str, Any]) -> object:
        return payload if envelope["payload"].get("type") == kind else None

    return answer


class TestCommands:
    """Slash commands: payload and answers."""

    def test_payload(self, app: SocketApp, driver: SlackDriver) -> None:
        """Every member Slack sends; no thread, no locale."""
        driver.command("C0INC", "db @bob R&D  ", user="U0BOB")

        payload = app.envelopes()[0]["payload"]

        assert payload["text"] == "db <@U0BOB|bob> R&amp;D  "
        assert (payload["command"], payload["channel_name"]) == (
            "/incident-lookup",
            "inc-4711-checkout",
        )
        assert (payload["user_id"], payload["user_name"]) == ("U0BOB", "bob")
        assert payload["is_enterprise_install"] == "false"
        assert app.envelopes()[0]["accepts_response_payload"] is True

    @pytest.mark.parametrize(
        ("channel", "name"), [("C0PRIV", "privategroup"), ("U0BOT", "directmessage")]
    )
    def test_private_places_have_no_name(
        self, app: SocketApp, driver: SlackDriver, channel: str, name: str
    ) -> None:
        """Private channels and direct conversations are not named."""
        driver.command(channel, "db")

        assert app.envelopes()[0]["payload"]["channel_name"] == name

    @pytest.mark.parametrize("kind", [None, "ephemeral", "in_channel"])
    def test_answer_in_the_acknowledgement(
        self, app: SocketApp, driver: SlackDriver, kind: str | None
    ) -> None:
        """Text in the acknowledgement is shown, to one or to all."""
        payload = {"text": "busy"} | ({} if kind is None else {"response_type": kind})
        app.answer = lambda envelope: payload if "command" in envelope["payload"] else None

        driver.command("C0INC", "db")

        shown = driver.messages("C0INC") if kind == "in_channel" else driver.ephemerals()
        assert [message["text"] for message in shown] == ["busy"]

    def test_invalid_answer_fails_visibly(self, app: SocketApp, driver: SlackDriver) -> None:
        """Blocks that Slack refuses are not shown."""
        app.answer = lambda _: {"blocks": [{"type": "header"}]}

        answer = driver.command("C0INC", "db")

        assert answer["error"] == "invalid_blocks"
        assert driver.failures()

    def test_unknown_commands_and_threads(self, app: SocketApp, driver: SlackDriver) -> None:
        """Neither reaches the app."""
        unknown = driver.command("C0INC", command="/nothing")
        threaded = driver.command("C0INC", thread_ts="1.000001")

        assert (unknown["error"], threaded["error"]) == ("unknown_command", "not_in_threads")
        assert len(driver.failures()) == 2
        assert app.envelopes() == []


class TestInteractions:
    """Buttons, menus, modals, shortcuts."""

    def test_button_in_a_message(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """The payload holds container, channel, message, response_url and the action."""
        root = driver.send("C0INC", "root")
        client.chat_postMessage(channel="C0INC", text="card", blocks=[BUTTON], thread_ts=root)
        card = driver.thread("C0INC", root)[0]

        answer = driver.click(card, "match.details", user="U0BOB")

        payload = app.envelopes("block_actions")[0]["payload"]
        assert answer["acked"] is True
        assert payload["container"] == {
            "type": "message",
            "message_ts": card["ts"],
            "channel_id": "C0INC",
            "is_ephemeral": False,
            "thread_ts": root,
        }
        assert payload["channel"] == {"id": "C0INC", "name": "inc-4711-checkout"}
        assert payload["message"]["ts"] == card["ts"]
        assert payload["response_url"].startswith("http://127.0.0.1:")
        assert payload["user"]["id"] == "U0BOB"
        assert payload["state"] == {"values": {}}
        [action] = payload["actions"]
        assert action["action_ts"]
        assert {k: v for k, v in action.items() if k != "action_ts"} == {
            "type": "button",
            "action_id": "match.details",
            "block_id": "card",
            "text": {"type": "plain_text", "text": "Details"},
            "value": "PUB-0001",
        }

    def test_choice_in_a_menu(self, app: SocketApp, driver: SlackDriver, client: WebClient) -> None:
        """An option named by its value is sent whole, and is part of the state."""
        options = [
            {"text": {"type": "plain_text", "text": name}, "value": name.lower()}
            for name in ("Kafka", "Postgres")
        ]
        menu = {"type": "static_select", "action_id": "pick", "options": options}
        block = {"type": "actions", "block_id": "menus", "elements": [menu]}
        client.chat_postMessage(channel="C0INC", text="card", blocks=[block])

        driver.click(driver.messages("C0INC")[0], "pick", selected_option="kafka")

        payload = app.envelopes("block_actions")[0]["payload"]
        assert payload["actions"][0]["selected_option"] == options[0]
        assert payload["state"]["values"]["menus"]["pick"] == {
            "type": "static_select",
            "selected_option": options[0],
        }

    def test_button_in_an_ephemeral_message(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """There is no `message`; the response_url replaces and deletes the original."""
        client.chat_postEphemeral(channel="C0INC", user="U0BOB", text="x", blocks=[BUTTON])

        driver.click(driver.ephemerals("U0BOB")[0], "match.details")

        payload = app.envelopes("block_actions")[0]["payload"]
        assert payload["container"]["is_ephemeral"] is True
        assert payload["user"]["id"] == "U0BOB"
        assert "message" not in payload

    def test_unknown_elements_are_a_mistake_of_the_test(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """Nobody can press a button that is not there."""
        client.chat_postMessage(channel="C0INC", text="card", blocks=[BUTTON])

        with pytest.raises(AssertionError, match=r"no element match\.gone"):
            driver.click(driver.messages("C0INC")[0], "match.gone")

    def test_unanswered_click_is_a_failure(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """The user sees that the app did not respond."""
        client.chat_postMessage(channel="C0INC", text="card", blocks=[BUTTON])
        app.answer = silent
        driver.clock(ack_seconds=0.05)

        answer = driver.click(driver.messages("C0INC")[0], "match.details")

        assert answer["ok"] is False
        assert driver.failures()[0]["target"] == "match.details"

    def form(self, driver: SlackDriver, client: WebClient) -> dict[str, Any]:
        """An open search form."""
        trigger_id = driver.command("C0INC")["trigger_id"]
        client.views_open(trigger_id=trigger_id, view=FORM)
        return driver.views()[0]

    def test_submission_carries_every_value(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """Untouched inputs are null; an empty acknowledgement closes the modal."""
        view = self.form(driver, client)

        answer = driver.submit(view, {"what": {"text": "slow db"}})

        payload = app.envelopes("view_submission")[0]["payload"]
        assert answer["ok"] is True
        assert payload["view"]["state"]["values"] == {
            "what": {"text": {"type": "plain_text_input", "value": "slow db"}},
            "where": {"component": {"type": "external_select", "selected_option": None}},
        }
        assert (payload["view"]["type"], payload["view"]["callback_id"]) == ("modal", "search")
        assert not {"channel", "container", "response_url"} & payload.keys()
        assert driver.views() == []

    def test_required_inputs_are_checked_by_slack_itself(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """An empty required input never reaches the app."""
        view = self.form(driver, client)

        answer = driver.submit(view)

        assert list(answer["errors"]) == ["what"]
        assert app.envelopes("view_submission") == []

    def test_errors_keep_the_modal_open(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """Errors at an input block are shown there."""
        view = self.form(driver, client)
        errors = {"response_action": "errors", "errors": {"what": "Say more."}}
        app.answer = answering("view_submission", errors)

        answer = driver.submit(view, {"what": {"text": "db"}})

        assert (answer["response_action"], answer["errors"]) == ("errors", {"what": "Say more."})
        assert len(driver.views()) == 1

    @pytest.mark.parametrize(("action", "depth"), [("update", 1), ("push", 2)])
    def test_views_in_the_answer(
        self, app: SocketApp, driver: SlackDriver, client: WebClient, action: str, depth: int
    ) -> None:
        """The answer may change the modal or put one on top; clear closes all."""
        view = self.form(driver, client)
        title = {"type": "plain_text", "text": "Next"}
        app.answer = answering(
            "view_submission", {"response_action": action, "view": FORM | {"title": title}}
        )

        driver.submit(view, {"what": {"text": "db"}})

        stack = driver.views()
        assert (len(stack), stack[-1]["title"]) == (depth, title)
        app.answer = answering("view_submission", {"response_action": "clear"})
        driver.submit(stack[-1], {"what": {"text": "db"}})
        assert driver.views() == []

    @pytest.mark.parametrize(
        "payload",
        [
            {"text": "ok"},
            {"response_action": "errors", "errors": {"unknown_block": "x"}},
            {"response_action": "update", "view": {"type": "modal", "blocks": []}},
            "ok",
        ],
    )
    def test_wrong_answers_are_trouble(
        self, app: SocketApp, driver: SlackDriver, client: WebClient, payload: object
    ) -> None:
        """Anything else than Slack's answers leaves the modal open with a red banner."""
        view = self.form(driver, client)
        app.answer = answering("view_submission", payload)

        answer = driver.submit(view, {"what": {"text": "db"}})

        assert answer["ok"] is False
        assert driver.failures()[0]["text"] == "We had some trouble connecting. Try again?"
        assert len(driver.views()) == 1

    def test_closing_is_told_when_asked_for(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """view_closed comes with notify_on_close, and has no trigger."""
        view = self.form(driver, client)

        driver.close(view)

        payload = app.envelopes("view_closed")[0]["payload"]
        assert (payload["view"]["id"], payload["is_cleared"]) == (view["id"], False)
        assert "trigger_id" not in payload

    def test_suggestions(self, app: SocketApp, driver: SlackDriver, client: WebClient) -> None:
        """Options come back in the acknowledgement."""
        view = self.form(driver, client)
        options = [{"text": {"type": "plain_text", "text": "Kafka"}, "value": "kafka"}]
        app.answer = answering("block_suggestion", {"options": options})

        answer = driver.suggest(view, "component", "")

        payload = app.envelopes("block_suggestion")[0]["payload"]
        assert answer["options"] == options
        assert (payload["value"], payload["action_id"]) == ("", "component")
        assert "trigger_id" not in payload

    def test_too_many_suggestions_show_nothing(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """101 options are "no results" to the user."""
        view = self.form(driver, client)
        option = {"text": {"type": "plain_text", "text": "x"}, "value": "x"}
        app.answer = answering("block_suggestion", {"options": [option] * 101})

        answer = driver.suggest(view, "component", "x")

        assert (answer["ok"], answer["options"]) == (False, [])
        assert driver.failures()[0]["text"] == "No results"

    def test_stack_of_three(self, app: SocketApp, driver: SlackDriver, client: WebClient) -> None:
        """A fourth modal is one too many."""
        menu = FORM | {"blocks": [BUTTON]}
        client.views_open(trigger_id=driver.command("C0INC")["trigger_id"], view=menu)
        triggers = [driver.click(driver.views()[-1], "match.details") for _ in range(3)]
        push = [answer["trigger_id"] for answer in triggers]
        client.views_push(trigger_id=push[0], view=menu)
        client.views_push(trigger_id=push[1], view=menu)

        with pytest.raises(SlackApiError) as error:
            client.views_push(trigger_id=push[2], view=menu)

        stack = driver.views()
        assert error.value.response["error"] == "push_limit_reached"
        assert [v["previous_view_id"] for v in stack] == [None, stack[0]["id"], stack[1]["id"]]
        assert {v["root_view_id"] for v in stack} == {stack[0]["id"]}
        assert "hash" in app.envelopes("block_actions")[0]["payload"]

    def test_shortcuts(self, app: SocketApp, driver: SlackDriver) -> None:
        """On a message with the whole message; anywhere with no channel."""
        ts = driver.send("C0INC", "db is slow")
        driver.shortcut("find_similar", "C0INC", ts)
        driver.shortcut("search")

        on_message = app.envelopes("message_action")[0]["payload"]
        anywhere = app.envelopes("shortcut")[0]["payload"]

        assert on_message["message"]["text"] == "db is slow"
        assert (on_message["message_ts"], on_message["callback_id"]) == (ts, "find_similar")
        assert on_message["response_url"]
        assert not {"channel", "response_url", "message"} & anywhere.keys()
