"""Which events the stand-in sends, and their shapes."""

import pytest
from slack_sdk import WebClient
from support.driver import SlackDriver
from support.socket_app import SocketApp

from bot.local_slack import LocalSlack


class TestEvents:
    """What the app hears of, and how often."""

    def test_typed_text_arrives_as_slack_sends_it(
        self, app: SocketApp, driver: SlackDriver
    ) -> None:
        """Escaped, with tokens for people, channels and links, and mirrored as rich text."""
        typed = "R&D <now> @bob #general https://example.com/?a=1&b=2 `x<y`"

        driver.send("C0INC", typed)

        event = driver.wait_for(lambda: app.events("message"))[0]
        assert event["text"] == (
            "R&amp;D &lt;now&gt; <@U0BOB> <#C0GENERAL|general>"
            " <https://example.com/?a=1&amp;b=2> `x&lt;y`"
        )
        assert event["blocks"][0]["elements"][0]["elements"] == [
            {"type": "text", "text": "R&D <now> "},
            {"type": "user", "user_id": "U0BOB"},
            {"type": "text", "text": " "},
            {"type": "channel", "channel_id": "C0GENERAL"},
            {"type": "text", "text": " "},
            {"type": "link", "url": "https://example.com/?a=1&b=2"},
            {"type": "text", "text": " "},
            {"type": "text", "text": "x<y", "style": {"code": True}},
        ]
        assert (event["channel_type"], event["ts"]) == ("channel", event["event_ts"])
        assert event["client_msg_id"]

    @pytest.mark.parametrize("typed", ["<!channel>", "<@U0NOBODY>", "<script>", "<@U0BOT"])
    def test_typed_markup_is_dead(self, app: SocketApp, driver: SlackDriver, typed: str) -> None:
        """What looks like a token and names nobody is escaped."""
        driver.send("C0INC", typed)

        event = driver.wait_for(lambda: app.events("message"))[0]
        assert event["text"] == typed.replace("<", "&lt;").replace(">", "&gt;")

    def test_wrapper_is_complete(self, app: SocketApp, driver: SlackDriver) -> None:
        """The wrapper names team, app, event_id and the one authorization."""
        driver.send("C0INC", "hello")

        payload = driver.wait_for(lambda: app.envelopes("message"))[0]["payload"]

        assert (payload["team_id"], payload["api_app_id"]) == ("T0LOCAL", "A0LOCAL")
        assert payload["event_id"].startswith("Ev")
        assert [a["user_id"] for a in payload["authorizations"]] == ["U0BOT"]

    def test_mention_comes_twice(self, app: SocketApp, driver: SlackDriver) -> None:
        """As message and as app_mention: the same ts, two event_ids."""
        driver.send("C0INC", "@incident-lookup help")

        mention = driver.wait_for(lambda: app.envelopes("app_mention"))[0]["payload"]
        message = driver.wait_for(lambda: app.envelopes("message"))[0]["payload"]

        assert mention["event"]["ts"] == message["event"]["ts"]
        assert mention["event_id"] != message["event_id"]
        assert mention["event"]["text"] == "<@U0BOT> help"

    def test_direct_messages_are_no_mentions(self, app: SocketApp, driver: SlackDriver) -> None:
        """In a direct conversation there is the message alone."""
        driver.send("U0BOT", "@incident-lookup help")
        driver.send("U0BOT", "more")

        events = driver.wait_for(lambda: app.events("message")[1:])

        assert events[0]["channel_type"] == "im"
        assert app.events("app_mention") == []

    def test_extra_members_make_any_message(self, app: SocketApp, driver: SlackDriver) -> None:
        """A peer bot's post, with its words in attachments and a null text."""
        extra = {
            "subtype": "bot_message",
            "bot_id": "B0PEER",
            "text": None,
            "attachments": [{"fallback": "INC-4711 triggered"}],
        }

        driver.send("C0INC", extra=extra)

        event = driver.wait_for(lambda: app.events("message"))[0]
        assert (event["text"], event["bot_id"]) == (None, "B0PEER")
        assert not {"user", "client_msg_id", "blocks"} & event.keys()

    @pytest.mark.parametrize(
        ("echo", "absent", "subtype"),
        [
            ("normal", set(), None),
            ("bot_message", {"user"}, "bot_message"),
            ("bare", {"user", "app_id"}, "bot_message"),
        ],
    )
    def test_own_posts_come_back(
        self,
        app: SocketApp,
        driver: SlackDriver,
        client: WebClient,
        echo: str,
        absent: set[str],
        subtype: str | None,
    ) -> None:
        """In each of the disguises in which Slack has been seen to send them."""
        driver.faults(echo=echo)

        posted = client.chat_postMessage(channel="C0INC", text="card")

        event = driver.wait_for(lambda: app.events("message"))[0]
        assert (event["ts"], event["bot_id"]) == (posted["ts"], "B0BOT")
        assert event.get("subtype") == subtype
        assert not absent & event.keys()

    def test_update_sends_message_changed(
        self, app: SocketApp, driver: SlackDriver, client: WebClient
    ) -> None:
        """Hidden, without text or user of its own, with both versions inside."""
        ts = str(client.chat_postMessage(channel="C0INC", text="one")["ts"])

        client.chat_update(channel="C0INC", ts=ts, text="two")

        event = driver.wait_for(lambda: app.events("message")[1:])[0]
        assert (event["subtype"], event["hidden"]) == ("message_changed", True)
        assert (event["previous_message"]["text"], event["message"]["text"]) == ("one", "two")
        assert event["message"]["ts"] == ts != event["ts"]
        assert not {"text", "user"} & event.keys()

    def test_edits_and_deletions_of_people(self, app: SocketApp, driver: SlackDriver) -> None:
        """An edit is shown with its author; a deletion names the ts."""
        ts = driver.send("C0INC", "one")
        driver.edit("C0INC", ts, "two")
        driver.delete("C0INC", ts)

        changed, deleted = driver.wait_for(
            lambda: app.events("message")[2:] and app.events("message")
        )[1:]

        assert changed["message"]["edited"]["user"] == "U0ALICE"
        assert (deleted["subtype"], deleted["deleted_ts"]) == ("message_deleted", ts)

    def test_slack_changes_messages_by_itself(self, app: SocketApp, driver: SlackDriver) -> None:
        """An unfurl adds attachments, language detection nothing; neither is an edit."""
        ts = driver.send("C0INC", "https://example.com/runbook")
        driver.change("C0INC", ts, attachments=[{"title": "Runbook"}])
        driver.change("C0INC", ts)

        driver.wait_for(lambda: app.events("message")[2:])
        _, unfurled, detected = app.events("message")

        assert unfurled["message"]["attachments"] == [{"title": "Runbook"}]
        assert detected["message"] == detected["previous_message"]
        assert "edited" not in unfurled["message"]

    def test_broadcast_replies_carry_their_root(self, app: SocketApp, driver: SlackDriver) -> None:
        """One event in place of two, with the root in it."""
        root = driver.send("C0INC", "root")

        driver.send("C0INC", "all", thread_ts=root, extra={"subtype": "thread_broadcast"})

        event = driver.wait_for(lambda: app.events("message")[1:])[0]
        assert event["root"]["ts"] == event["thread_ts"] == root
        assert event["parent_user_id"] == "U0ALICE"

    def test_channels_without_the_bot_are_silent(self, app: SocketApp, driver: SlackDriver) -> None:
        """Messages come from channels it is in; an invitation changes that."""
        driver.send("C0PRIV", "unheard")
        driver.channel_action("invite", channel="C0PRIV")
        driver.send("C0PRIV", "heard")

        joined, heard = driver.wait_for(lambda: app.events("message")[1:] and app.events("message"))

        member = app.events("member_joined_channel")[0]
        assert (member["user"], member["inviter"], member["channel_type"]) == (
            "U0BOT",
            "U0ALICE",
            "G",
        )
        assert joined["subtype"] == "group_join"
        assert (heard["text"], heard["channel_type"]) == ("heard", "group")

    def test_channel_events(self, app: SocketApp, driver: SlackDriver) -> None:
        """Creation and renaming of public channels are heard without membership."""
        driver.channel_action("create", name="inc-1", id="C0NEW")
        driver.channel_action("rename", channel="C0NEW", name="misc")

        created = driver.wait_for(lambda: app.events("channel_created"))[0]
        renamed = driver.wait_for(lambda: app.events("channel_rename"))[0]

        assert created["channel"]["name"] == "inc-1"
        assert renamed["channel"] == {
            "id": "C0NEW",
            "name": "misc",
            "name_normalized": "misc",
            "created": created["channel"]["created"],
            "is_channel": True,
            "is_mpim": False,
        }

    def test_a_new_channel_is_described_as_it_is(self, app: SocketApp, driver: SlackDriver) -> None:
        """With its topic, and whether another company is in it."""
        driver.channel_action("create", name="inc-2", topic="dns down", is_ext_shared=True)

        created = driver.wait_for(lambda: app.events("channel_created"))[0]["channel"]

        assert (created["topic"]["value"], created["is_ext_shared"]) == ("dns down", True)

    def test_reactions_are_events(self, app: SocketApp, driver: SlackDriver) -> None:
        """Put on a message and taken away, each with the message it is about."""
        ts = driver.send("C0INC", "root")
        driver.react("C0INC", ts, ":mute:")
        driver.unreact("C0INC", ts, "mute")

        added = driver.wait_for(lambda: app.events("reaction_added"))[0]
        removed = driver.wait_for(lambda: app.events("reaction_removed"))[0]

        assert {**added, "type": "", "event_ts": ""} == {**removed, "type": "", "event_ts": ""}
        assert (added["reaction"], added["user"]) == ("mute", "U0ALICE")
        assert added["item"] == {"type": "message", "channel": "C0INC", "ts": ts}

    def test_losing_a_channel_is_an_event(self, app: SocketApp, driver: SlackDriver) -> None:
        """The app hears that it was removed, though it is no member any more, and of an archive."""
        driver.channel_action("kick", channel="C0INC")
        driver.channel_action("archive", channel="C0GENERAL")

        left = driver.wait_for(lambda: app.events("channel_left"))[0]
        archived = driver.wait_for(lambda: app.events("channel_archive"))[0]

        assert (left["channel"], archived["channel"]) == ("C0INC", "C0GENERAL")
        assert "C0INC" not in str(app.events("channel_archive"))

    def test_private_channels_have_events_of_their_own(
        self, app: SocketApp, driver: SlackDriver
    ) -> None:
        """A channel made private says so in a message, and from then on is a `group`."""
        driver.channel_action("make_private", channel="C0PM")
        driver.channel_action("archive", channel="C0PM")
        driver.channel_action("kick", channel="C0PM")

        converted = driver.wait_for(lambda: app.events("message"))[0]
        driver.wait_for(lambda: app.events("group_left"))

        assert converted["subtype"] == "channel_convert_to_private"
        assert converted["channel_type"] == "group"
        assert [event["channel"] for event in app.events("group_archive")] == ["C0PM"]
        assert app.events("channel_archive") == app.events("channel_left") == []

    def test_unsubscribed_events_do_not_arrive(self, driver: SlackDriver) -> None:
        """Neither does what lacks its scope."""
        scopes, events = ("channels:read", "commands"), ("message.channels", "channel_rename")
        with (
            LocalSlack(scopes=scopes, events=events) as slack,
            SocketApp(slack) as app,
            SlackDriver(slack.url) as other,
        ):
            other.send("C0INC", "no scope for this")
            other.channel_action("create", name="inc-1", id="C0NEW")
            other.channel_action("rename", channel="C0NEW", name="inc-2")

            other.wait_for(lambda: app.events("channel_rename"))

            assert driver.state()["me"]
            assert len(app.envelopes()) == 1

    def test_home_and_reactions(self, app: SocketApp, driver: SlackDriver) -> None:
        """Opening a tab and adding an emoji are events."""
        ts = driver.send("C0INC", "x")
        driver.home("messages")
        driver.react("C0INC", ts, ":mute:")

        opened = driver.wait_for(lambda: app.events("app_home_opened"))[0]
        reacted = driver.wait_for(lambda: app.events("reaction_added"))[0]

        assert (opened["tab"], opened["channel"]) == ("messages", driver.direct())
        assert (reacted["reaction"], reacted["item"]["ts"]) == ("mute", ts)

    def test_raw_events_pass_as_they_are(self, app: SocketApp, driver: SlackDriver) -> None:
        """Any event, under a chosen id and retry number."""
        event = {"type": "message", "subtype": "unknown_future_thing", "channel": "C0INC"}

        driver.event(event, event_id="Ev02", retry_attempt=1, wrapper={"team_id": "T0OTHER"})

        envelope = driver.wait_for(app.envelopes)[0]
        assert envelope["payload"]["event"] == event
        assert (envelope["payload"]["event_id"], envelope["retry_attempt"]) == ("Ev02", 1)
        assert envelope["payload"]["team_id"] == "T0OTHER"
