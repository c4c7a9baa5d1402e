"""The stand-in's Web API: authorisation and posting, with the real client and with raw HTTP."""

import json
from typing import Any

import httpx
import pytest
from slack_sdk import WebClient
from support.driver import SlackDriver, refused
from support.slack_samples import ALL_SCOPES, SECTION

from bot.local_slack import LocalSlack


class TestAuthorisation:
    """Tokens, scopes and the two places a token may stand in."""

    def test_auth_test_names_bot_and_scopes(self, client: WebClient) -> None:
        """auth.test answers with the seeded ids, and the scopes stand in a header."""
        answer = client.auth_test()

        assert (answer["team_id"], answer["user_id"], answer["bot_id"]) == (
            "T0LOCAL",
            "U0BOT",
            "B0BOT",
        )
        assert set(answer.headers["x-oauth-scopes"].split(",")) == set(ALL_SCOPES)

    @pytest.mark.parametrize("place", ["header", "form", "json"])
    def test_every_encoding_is_taken(
        self, http: httpx.Client, server: LocalSlack, driver: SlackDriver, place: str
    ) -> None:
        """The same post works as JSON with a header, as a form with a header, or token in form."""
        fields = {"channel": "C0INC", "text": "hello", "unknown_argument": "1"}
        bearer = {"Authorization": f"Bearer {server.bot_token}"}
        url = f"{server.api_url}chat.postMessage"

        if place == "json":
            answer = http.post(url, json=fields, headers=bearer)
        elif place == "header":
            answer = http.post(url, data=fields, headers=bearer)
        else:
            answer = http.post(url, data={**fields, "token": server.bot_token})

        assert answer.json()["ok"] is True
        assert [m["text"] for m in driver.messages("C0INC")] == ["hello"]

    @pytest.mark.parametrize(
        ("token", "error"),
        [(None, "not_authed"), ("nonsense", "invalid_auth")],
    )
    def test_bad_tokens_are_refused(
        self, http: httpx.Client, server: LocalSlack, token: str | None, error: str
    ) -> None:
        """No token and a wrong one have their own errors."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}

        answer = http.post(f"{server.api_url}auth.test", headers=headers)

        assert answer.json() == {"ok": False, "error": error}

    def test_each_method_takes_its_kind_of_token(self, server: LocalSlack) -> None:
        """A bot token opens no socket, an app token posts nothing."""
        bot = WebClient(server.bot_token, base_url=server.api_url)
        app = WebClient(server.app_token, base_url=server.api_url)

        opened = refused(bot.apps_connections_open, app_token=server.bot_token)
        posted = refused(app.chat_postMessage, channel="C0INC", text="x")

        assert opened["error"] == posted["error"] == "not_allowed_token_type"

    def test_missing_scope_says_which(self) -> None:
        """A scope that was not granted is named, beside those that were."""
        with LocalSlack(scopes=("commands",)) as slack:
            client = WebClient(slack.bot_token, base_url=slack.api_url)

            answer = refused(client.chat_postMessage, channel="C0INC", text="x")

        assert answer["error"] == "missing_scope"
        assert (answer["needed"], answer["provided"]) == ("chat:write", "commands")

    def test_scope_depends_on_the_kind_of_channel(self) -> None:
        """Private channels are listed with groups:read alone."""
        with LocalSlack(scopes=("channels:read",)) as slack:
            client = WebClient(slack.bot_token, base_url=slack.api_url)

            answer = refused(client.conversations_list, types="public_channel,private_channel")

        assert answer["needed"] == "groups:read"

    def test_unknown_method(self, client: WebClient) -> None:
        """A method that does not exist is not an HTTP error."""
        assert refused(client.api_call, api_method="chat.shout")["error"] == "unknown_method"

    def test_calls_are_recorded_without_token(
        self, server: LocalSlack, driver: SlackDriver, client: WebClient
    ) -> None:
        """The record shows method, arguments and outcome, and no token."""
        client.chat_postMessage(channel="C0INC", text="hello")
        refused(client.chat_postMessage, channel="C0NOWHERE", text="hello")

        calls = driver.calls("chat.postMessage")

        assert [(c["channel"], c["ok"], c["error"]) for c in calls] == [
            ("C0INC", True, None),
            ("C0NOWHERE", False, "channel_not_found"),
        ]
        assert server.bot_token not in json.dumps(calls)


class TestPosting:
    """chat.postMessage: places, limits, and what comes back."""

    def test_post_is_stored_and_returned(self, driver: SlackDriver, client: WebClient) -> None:
        """The answer holds the stored message, by the bot."""
        answer = client.chat_postMessage(channel="#general", text="hi", blocks=[SECTION])

        stored = driver.messages("C0GENERAL")[0]
        assert answer["channel"] == "C0GENERAL"
        assert answer["message"] == stored
        assert (stored["user"], stored["bot_id"], stored["app_id"]) == ("U0BOT", "B0BOT", "A0LOCAL")
        assert stored["blocks"][0]["block_id"]

    @pytest.mark.parametrize(
        ("channel", "error"),
        [
            ("C0NOWHERE", "channel_not_found"),
            ("C0PRIV", "channel_not_found"),
            ("private-room", "channel_not_found"),
            ("C0OTHER", "not_in_channel"),
            ("C0OLD", "is_archived"),
        ],
    )
    def test_places_where_the_bot_may_not_post(
        self, driver: SlackDriver, client: WebClient, channel: str, error: str
    ) -> None:
        """A private channel without the bot does not exist; others say what is wrong."""
        driver.channel_action("create", name="other", id="C0OTHER")
        driver.channel_action("create", name="old", id="C0OLD", members=["U0BOT"])
        driver.channel_action("archive", channel="C0OLD")

        assert refused(client.chat_postMessage, channel=channel, text="x")["error"] == error

    def test_direct_message_by_user_id(self, driver: SlackDriver, client: WebClient) -> None:
        """A person's id as channel is their direct conversation."""
        answer = client.chat_postMessage(channel="U0BOB", text="psst")

        assert answer["channel"] == driver.direct("U0BOB")

    @pytest.mark.parametrize("arguments", [{"text": ""}, {"blocks": []}])
    @pytest.mark.filterwarnings("ignore:The top-level `text` argument")
    def test_nothing_to_say(self, client: WebClient, arguments: dict[str, Any]) -> None:
        """No text, no blocks, no attachments."""
        assert refused(client.chat_postMessage, channel="C0INC", **arguments)["error"] == "no_text"

    def test_long_text_is_cut_with_a_warning(self, client: WebClient) -> None:
        """Over 40,000 characters the post succeeds, shortened."""
        answer = client.chat_postMessage(channel="C0INC", text="x" * 40_001)

        assert len(answer["message"]["text"]) == 40_000
        assert answer["warning"] == "message_truncated"

    def test_invalid_blocks_come_with_slacks_own_lines(self, client: WebClient) -> None:
        """The pointer and the sentence are those of Slack."""
        long = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3001}}

        answer = refused(client.chat_postMessage, channel="C0INC", text="x", blocks=[SECTION, long])

        assert answer["error"] == "invalid_blocks"
        assert answer["response_metadata"]["messages"] == [
            "[ERROR] must be less than 3001 characters [json-pointer:/blocks/1/text/text]"
        ]

    def test_blocks_that_are_not_json(self, client: WebClient) -> None:
        """A broken string has an error of its own."""
        answer = refused(client.chat_postMessage, channel="C0INC", text="x", blocks="[{")

        assert answer["error"] == "invalid_blocks_format"

    def test_legal_blocks_may_be_too_long_together(self, client: WebClient) -> None:
        """Six sections of 2,500 characters are each fine, and together refused."""
        section = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2500}}

        answer = refused(client.chat_postMessage, channel="C0INC", text="x", blocks=[section] * 6)

        assert answer["error"] == "msg_blocks_too_long"

    def test_too_many_attachments(self, client: WebClient) -> None:
        """More than a hundred attachments."""
        attachments = [{"text": "x"}] * 101

        answer = refused(
            client.chat_postMessage, channel="C0INC", text="x", attachments=attachments
        )

        assert answer["error"] == "too_many_attachments"

    def test_a_reply_is_counted_at_its_parent(self, driver: SlackDriver, client: WebClient) -> None:
        """A reply is in the thread, not below a reply."""
        root = driver.send("C0INC", "root")
        reply = client.chat_postMessage(channel="C0INC", text="reply", thread_ts=root)

        nested = refused(
            client.chat_postMessage, channel="C0INC", text="x", thread_ts=str(reply["ts"])
        )

        assert driver.messages("C0INC")[0]["reply_count"] == 1
        assert reply["message"]["parent_user_id"] == "U0ALICE"
        assert nested["error"] == "cannot_reply_to_message"

    def test_one_post_a_second_and_channel(
        self, http: httpx.Client, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """A burst runs into 429 with Retry-After; another channel does not."""
        bearer = {"Authorization": f"Bearer {server.bot_token}"}
        url = f"{server.api_url}chat.postMessage"
        body = {"channel": "C0INC", "text": "again"}

        answers = [http.post(url, json=body, headers=bearer) for _ in range(6)]
        other = http.post(url, json={**body, "channel": "C0PM"}, headers=bearer)

        assert answers[0].status_code == other.status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].headers["retry-after"] == "1"
        assert answers[-1].json()["error"] == "ratelimited"
        assert len(driver.messages("C0INC")) < 6

    def test_metadata_is_read_back_when_asked_for(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """History and replies return metadata with include_all_metadata, else not."""
        root = driver.send("C0INC", "root")
        metadata = {"event_type": "card", "event_payload": {"key": "k1"}}
        client.chat_postMessage(channel="C0INC", text="x", thread_ts=root, metadata=metadata)

        plain = client.conversations_replies(channel="C0INC", ts=root)
        full = client.conversations_replies(channel="C0INC", ts=root, include_all_metadata=True)

        assert "metadata" not in plain["messages"][1]
        assert full["messages"][1]["metadata"] == metadata

    @pytest.mark.parametrize("metadata", ["[", {"event_type": "x"}, {"event_payload": {}}])
    def test_bad_metadata(self, client: WebClient, metadata: Any) -> None:
        """Metadata needs a type and a payload."""
        answer = refused(client.chat_postMessage, channel="C0INC", text="x", metadata=metadata)

        assert answer["error"] == "invalid_metadata_format"

    def test_unknown_fields_are_returned(self, client: WebClient) -> None:
        """Answers hold a member nobody knows, as Slack's do from one day to the next."""
        assert "x_future_field" in client.auth_test().data


class TestUpdating:
    """chat.update, chat.delete, chat.postEphemeral, chat.getPermalink."""

    def test_update_replaces_text_and_blocks(self, driver: SlackDriver, client: WebClient) -> None:
        """An update is shown as edited; what is not given of blocks goes."""
        posted = client.chat_postMessage(channel="C0INC", text="one", blocks=[SECTION])

        answer = client.chat_update(channel="C0INC", ts=posted["ts"], text="two")

        stored = driver.messages("C0INC")[0]
        assert (answer["text"], stored["text"]) == ("two", "two")
        assert stored["edited"]["user"] == "U0BOT"
        assert "blocks" not in stored

    def test_update_keeps_blocks_when_told_so(self, driver: SlackDriver, client: WebClient) -> None:
        """The other behaviour Slack has had: blocks stay unless they are emptied."""
        driver.faults(update_keeps_blocks=True)
        posted = client.chat_postMessage(channel="C0INC", text="one", blocks=[SECTION])

        client.chat_update(channel="C0INC", ts=posted["ts"], text="two")
        kept = driver.messages("C0INC")[0]
        client.chat_update(channel="C0INC", ts=posted["ts"], text="three", blocks=[])

        assert "blocks" in kept
        assert "blocks" not in driver.messages("C0INC")[0]

    def test_update_is_stricter_than_posting(self, client: WebClient) -> None:
        """A text over 4,000 characters posts, and does not update."""
        posted = client.chat_postMessage(channel="C0INC", text="x" * 4001)

        answer = refused(client.chat_update, channel="C0INC", ts=posted["ts"], text="x" * 4001)

        assert answer["error"] == "msg_too_long"

    def test_what_cannot_be_updated(self, driver: SlackDriver, client: WebClient) -> None:
        """Others' messages, missing ones, names of channels, and archived channels."""
        theirs = driver.send("C0INC", "mine")
        own = str(client.chat_postMessage(channel="C0PM", text="x")["ts"])
        driver.channel_action("archive", channel="C0PM")

        errors = [
            refused(client.chat_update, channel=channel, ts=ts, text="x")["error"]
            for channel, ts in (
                ("C0INC", theirs),
                ("C0INC", "1.000001"),
                ("general", "1.000001"),
                ("C0PM", own),
            )
        ]

        assert errors == [
            "cant_update_message",
            "message_not_found",
            "channel_not_found",
            "is_inactive",
        ]

    def test_delete_takes_own_messages_only(self, driver: SlackDriver, client: WebClient) -> None:
        """A deleted message is gone; a person's stays."""
        theirs = driver.send("C0INC", "mine")
        own = str(client.chat_postMessage(channel="C0INC", text="x")["ts"])

        client.chat_delete(channel="C0INC", ts=own)
        answer = refused(client.chat_delete, channel="C0INC", ts=theirs)

        assert answer["error"] == "cant_delete_message"
        assert [m["ts"] for m in driver.messages("C0INC")] == [theirs]

    def test_a_deleted_parent_stays_as_a_tombstone(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """With replies below it a message is not taken away."""
        root = driver.send("C0INC", "root")
        client.chat_postMessage(channel="C0INC", text="reply", thread_ts=root)

        driver.delete("C0INC", root)

        assert driver.messages("C0INC")[0]["subtype"] == "tombstone"

    def test_ephemeral_is_seen_by_one(self, driver: SlackDriver, client: WebClient) -> None:
        """An ephemeral message is neither in the channel nor updatable."""
        ts = client.chat_postEphemeral(channel="C0INC", user="U0BOB", text="psst")["message_ts"]

        assert [m["ts"] for m in driver.ephemerals("U0BOB")] == [ts]
        assert driver.ephemerals("U0ALICE") == driver.messages("C0INC") == []
        answer = refused(client.chat_update, channel="C0INC", ts=ts, text="x")
        assert answer["error"] == "message_not_found"

    def test_ephemeral_needs_a_member(self, driver: SlackDriver, client: WebClient) -> None:
        """Who is not in the channel gets none, and text over 4,000 is refused."""
        driver.set_user("U0EVE", name="eve")

        outside = refused(client.chat_postEphemeral, channel="C0INC", user="U0EVE", text="x")
        long = refused(client.chat_postEphemeral, channel="C0INC", user="U0BOB", text="x" * 4001)

        assert (outside["error"], long["error"]) == ("user_not_in_channel", "msg_too_long")

    def test_permalink_of_a_reply_names_its_thread(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """The link holds the channel, the ts without its dot, and the thread."""
        root = driver.send("C0INC", "root")
        reply = driver.send("C0INC", "reply", thread_ts=root)

        link = str(client.chat_getPermalink(channel="C0INC", message_ts=reply)["permalink"])

        expected = f"/archives/C0INC/p{reply.replace('.', '')}?thread_ts={root}&cid=C0INC"
        assert link.endswith(expected)
