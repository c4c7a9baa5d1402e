"""The stand-in's Web API: channels, history, users, read with the real client."""

from typing import Any

import pytest
from slack_sdk import WebClient
from support.driver import SlackDriver, refused


class TestReading:
    """Channels, history, users."""

    def test_list_shows_public_channels_only(self, client: WebClient) -> None:
        """Without `types` there are public channels; a private one without the bot never is."""
        public = client.conversations_list()
        both = client.conversations_list(types="public_channel,private_channel")

        names = {"inc-4711-checkout", "general", "postmortem-4711"}
        assert {c["name"] for c in public["channels"]} == names
        assert {c["name"] for c in both["channels"]} == names

    def test_pages_have_cursors(self, client: WebClient) -> None:
        """The client's own iteration finds every channel, two at a time."""
        pages = [len(page["channels"]) for page in client.conversations_list(limit=2)]

        assert pages == [2, 1]

    def test_odd_pages(self, driver: SlackDriver, client: WebClient) -> None:
        """Pages may be shorter than asked for, or empty with a cursor; iteration goes on."""
        driver.faults(page_items=2, empty_pages=1)

        pages = [len(page["channels"]) for page in client.conversations_list(limit=200)]

        assert pages == [0, 2, 1]

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({"cursor": "nonsense"}, "invalid_cursor"),
            ({"limit": 0}, "invalid_limit"),
            ({"limit": 1001}, "invalid_limit"),
            ({"types": "secret_channel"}, "invalid_types"),
        ],
    )
    def test_bad_paging(self, client: WebClient, arguments: dict[str, Any], error: str) -> None:
        """Cursors and limits are checked."""
        assert refused(client.conversations_list, **arguments)["error"] == error

    def test_archived_channels_leave_short_pages(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """`exclude_archived` filters after paging: an empty page may have a cursor."""
        driver.channel_action("archive", channel="C0INC")

        page = client.conversations_list(limit=1, exclude_archived=True)

        assert page["channels"] == []
        assert page["response_metadata"]["next_cursor"]

    def test_info_of_a_private_channel(self, driver: SlackDriver, client: WebClient) -> None:
        """It exists once the bot was invited."""
        before = refused(client.conversations_info, channel="C0PRIV")
        driver.channel_action("invite", channel="C0PRIV")
        after = client.conversations_info(channel="C0PRIV")

        assert before["error"] == "channel_not_found"
        assert after["channel"]["is_private"] is True
        assert after["channel"]["is_member"] is True

    def test_join(self, driver: SlackDriver, client: WebClient) -> None:
        """Public: joins, and again with a warning. Private: not supported. Archived: refused."""
        driver.channel_action("create", name="inc-1", id="C0NEW")
        driver.channel_action("create", name="inc-0", id="C0OLD")
        driver.channel_action("archive", channel="C0OLD")

        first = client.conversations_join(channel="C0NEW")
        again = client.conversations_join(channel="C0NEW")

        assert first["channel"]["is_member"] is True
        assert again["warning"] == "already_in_channel"
        private = refused(client.conversations_join, channel="C0PRIV")
        assert private["error"] == "method_not_supported_for_channel_type"
        assert refused(client.conversations_join, channel="C0OLD")["error"] == "is_archived"

    def test_history_is_newest_first_without_replies(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """History holds roots; `oldest` and `inclusive` cut it."""
        one, two = driver.send("C0INC", "one"), driver.send("C0INC", "two")
        driver.send("C0INC", "reply", thread_ts=one)

        everything = client.conversations_history(channel="C0INC")
        since = client.conversations_history(channel="C0INC", oldest=two)
        inclusive = client.conversations_history(channel="C0INC", oldest=two, inclusive=True)

        assert [m["text"] for m in everything["messages"]] == ["two", "one"]
        assert since["messages"] == []
        assert [m["text"] for m in inclusive["messages"]] == ["two"]

    def test_history_needs_membership(self, driver: SlackDriver, client: WebClient) -> None:
        """A public channel without the bot is not readable."""
        driver.channel_action("create", name="other", id="C0OTHER")

        assert refused(client.conversations_history, channel="C0OTHER")["error"] == "not_in_channel"

    def test_replies_begin_with_the_parent(self, driver: SlackDriver, client: WebClient) -> None:
        """The parent is first, whichever message of the thread is named; else thread_not_found."""
        root = driver.send("C0INC", "root")
        reply = driver.send("C0INC", "reply", thread_ts=root)

        found = client.conversations_replies(channel="C0INC", ts=reply)

        assert [m["ts"] for m in found["messages"]] == [root, reply]
        missing = refused(client.conversations_replies, channel="C0INC", ts="1.000001")
        assert missing["error"] == "thread_not_found"

    def test_members_and_own_channels(self, client: WebClient) -> None:
        """Who is in a channel, and in which the bot is."""
        members = client.conversations_members(channel="C0INC")
        own = client.users_conversations(types="public_channel,private_channel")

        assert members["members"] == ["U0ALICE", "U0BOB", "U0BOT"]
        assert len(own["channels"]) == 3

    def test_locale_only_when_asked_for(self, client: WebClient) -> None:
        """users.info holds no locale without include_locale."""
        plain = client.users_info(user="U0BOB")
        full = client.users_info(user="U0BOB", include_locale=True)

        assert "locale" not in plain["user"]
        assert full["user"]["locale"] == "ko-KR"

    def test_odd_users(self, driver: SlackDriver, client: WebClient) -> None:
        """Deactivated users lack members, outsiders are not visible, others do not exist."""
        driver.set_user("U0GONE", deleted=True, without=["tz", "tz_offset"])
        driver.set_user("U0EXT", is_visible=False)

        gone = client.users_info(user="U0GONE")["user"]

        assert gone["deleted"] is True
        assert "tz" not in gone
        assert refused(client.users_info, user="U0EXT")["error"] == "user_not_visible"
        assert refused(client.users_info, user="U0NOBODY")["error"] == "user_not_found"

    def test_opening_a_direct_conversation(self, driver: SlackDriver, client: WebClient) -> None:
        """The same person has one; a deactivated one has none."""
        driver.set_user("U0GONE", deleted=True)

        first = client.conversations_open(users="U0BOB")["channel"]["id"]
        again = client.conversations_open(users=["U0BOB"])["channel"]["id"]

        assert first == again
        assert refused(client.conversations_open, users="U0GONE")["error"] == "user_disabled"

    def test_reactions(self, driver: SlackDriver, client: WebClient) -> None:
        """A reaction is added once and read back."""
        ts = driver.send("C0INC", "root")
        client.reactions_add(channel="C0INC", timestamp=ts, name="eyes")

        again = refused(client.reactions_add, channel="C0INC", timestamp=ts, name="eyes")

        found = client.reactions_get(channel="C0INC", timestamp=ts)["message"]["reactions"]
        assert again["error"] == "already_reacted"
        assert found == [{"name": "eyes", "users": ["U0BOT"], "count": 1}]

    def test_reactions_are_taken_away(self, driver: SlackDriver, client: WebClient) -> None:
        """Once, and only one's own."""
        ts = driver.send("C0INC", "root")
        driver.react("C0INC", ts, "mute")
        removed = [
            driver.unreact("C0INC", ts, "mute", user=user)["removed"]
            for user in ("U0BOB", "U0ALICE", "U0ALICE")
        ]

        assert removed == [False, True, False]
        found = client.reactions_get(channel="C0INC", timestamp=ts)["message"]
        assert "reactions" not in found

    def test_bot_and_team(self, client: WebClient) -> None:
        """bots.info and team.info name the seed."""
        assert client.bots_info(bot="B0BOT")["bot"]["user_id"] == "U0BOT"
        assert client.team_info()["team"]["id"] == "T0LOCAL"
