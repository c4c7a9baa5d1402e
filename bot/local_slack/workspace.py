"""The workspace: its users, channels and messages, as Slack stores them.

Owns that state and plain questions about it. Who is told about a change is decided in `posting`,
who may make it in `methods`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.local_slack import config
from bot.local_slack.clock import Clock, TsCounter, new_id
from bot.local_slack.text import TypedText

# Slack's names for a kind of conversation: in events, and in the prefix of scopes.
_KINDS = {"channel": "channels", "group": "groups", "im": "im"}


@dataclass(frozen=True, slots=True)
class User:
    """A person or an app's user.

    Attributes:
        patch: members that replace or join what `users.info` says; None there stays null.
        without: members that `users.info` leaves out, as it does for deactivated users.
        is_visible: False answers `user_not_visible`, as for people of another company.
    """

    id: str
    name: str
    real_name: str
    is_bot: bool = False
    locale: str | None = "en-US"
    tz: str | None = "Etc/UTC"
    deleted: bool = False
    is_visible: bool = True
    patch: dict[str, Any] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    def brief(self) -> dict[str, Any]:
        """The user as the page sees it."""
        names = ("id", "name", "real_name", "is_bot", "locale", "tz", "deleted")
        return {name: getattr(self, name) for name in names}

    def document(self, *, include_locale: bool) -> dict[str, Any]:
        """The user object of `users.info`; `locale` only when asked for, as Slack does."""
        profile = {
            "display_name": self.name,
            "real_name": self.real_name,
            "team": config.TEAM_ID,
        }
        document: dict[str, Any] = {
            "id": self.id,
            "team_id": config.TEAM_ID,
            "name": self.name,
            "real_name": self.real_name,
            "deleted": self.deleted,
            "is_bot": self.is_bot,
            "is_app_user": False,
            "is_restricted": False,
            "is_ultra_restricted": False,
            "is_admin": False,
            "tz": self.tz,
            "tz_label": self.tz,
            "tz_offset": 0,
            "updated": 1_700_000_000,
            "profile": profile,
        }
        if include_locale:
            document["locale"] = self.locale
        document |= self.patch
        return {key: value for key, value in document.items() if key not in self.without}


@dataclass(slots=True)
class Channel:
    """A conversation with everything said in it; thread replies are in `messages` like the rest."""

    id: str
    name: str
    members: list[str]
    created: int
    creator: str = config.ME
    topic: str = ""
    purpose: str = ""
    is_private: bool = False
    is_archived: bool = False
    is_ext_shared: bool = False
    is_im: bool = False
    previous_names: list[str] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)
    ephemerals: list[dict[str, Any]] = field(default_factory=list)
    ts: TsCounter = field(default_factory=TsCounter)

    @property
    def kind(self) -> str:
        """`channel_type` in events: channel, group or im."""
        if self.is_im:
            return "im"
        return "group" if self.is_private else "channel"

    @property
    def scope_prefix(self) -> str:
        """What the scopes of this kind of conversation begin with (`channels`, `groups`, `im`)."""
        return _KINDS[self.kind]

    def is_member(self, user_id: str) -> bool:
        """Whether that user is in the channel."""
        return user_id in self.members

    def find(self, ts: str) -> dict[str, Any] | None:
        """The stored message with this `ts`; never an ephemeral one."""
        return next((m for m in self.messages if m["ts"] == ts), None)

    def find_ephemeral(self, ts: str) -> dict[str, Any] | None:
        """The ephemeral message with this `ts`."""
        return next((m for m in self.ephemerals if m["ts"] == ts), None)

    def replies(self, ts: str) -> list[dict[str, Any]]:
        """The replies in the thread of the message `ts`, oldest first, without the parent."""
        return [m for m in self.messages if m.get("thread_ts") == ts and m["ts"] != ts]

    def brief(self) -> dict[str, Any]:
        """The channel as the page sees it: everything in it, private answers too."""
        said = sorted([*self.messages, *self.ephemerals], key=lambda message: message["ts"])
        return {
            "id": self.id,
            "name": self.name,
            "topic": self.topic,
            "is_private": self.is_private,
            "is_archived": self.is_archived,
            "is_ext_shared": self.is_ext_shared,
            "is_im": self.is_im,
            "members": list(self.members),
            "messages": said,
        }

    def document(self, viewer: str, *, count: bool = True) -> dict[str, Any]:
        """The conversation object, as seen with the token of `viewer`."""
        plain = not self.is_im
        document: dict[str, Any] = {
            "id": self.id,
            "created": self.created,
            "updated": self.created * 1000,
            "is_channel": plain and not self.is_private,
            "is_group": self.is_private,
            "is_im": self.is_im,
            "is_mpim": False,
            "is_private": self.is_private or self.is_im,
            "is_archived": self.is_archived,
            "is_general": self.name == "general",
            "is_shared": self.is_ext_shared,
            "is_org_shared": False,
            "is_ext_shared": self.is_ext_shared,
            "is_pending_ext_shared": False,
            "shared_team_ids": [config.TEAM_ID],
            "pending_shared": [],
            "context_team_id": config.TEAM_ID,
        }
        if self.is_im:
            others = [member for member in self.members if member != viewer]
            return document | {"user": others[0] if others else viewer}
        document |= {
            "name": self.name,
            "name_normalized": self.name,
            "is_member": self.is_member(viewer),
            "previous_names": list(self.previous_names),
            "creator": self.creator,
            "topic": {"value": self.topic, "creator": "", "last_set": 0},
            "purpose": {"value": self.purpose, "creator": "", "last_set": 0},
        }
        return document | {"num_members": len(self.members)} if count else document


class Workspace:
    """All users and channels, by id."""

    def __init__(self, clock: Clock, users: Iterable[User], channels: Iterable[Channel]) -> None:
        self._clock = clock
        self.users = {user.id: user for user in users}
        self.channels = {channel.id: channel for channel in channels}
        # (channel, ts) → name → people; kept apart, as a message's events do not carry them.
        self.reactions: dict[tuple[str, str], dict[str, list[str]]] = {}

    def visible(self, user_id: str) -> list[Channel]:
        """The channels that exist for this user: public ones, and private ones they are in."""
        return [c for c in self.channels.values() if self._sees(user_id, c)]

    def _sees(self, user_id: str, channel: Channel) -> bool:
        return channel.kind == "channel" or channel.is_member(user_id)

    def find_channel(self, id_or_name: str, viewer: str) -> Channel | None:
        """The channel with this id, or name with or without `#`, if it exists for `viewer`."""
        found = self.channels.get(id_or_name)
        if found is None:
            name = id_or_name.removeprefix("#")
            found = next((c for c in self.channels.values() if c.name == name and name), None)
        return found if found and self._sees(viewer, found) else None

    def reactions_of(self, channel_id: str, ts: str) -> list[dict[str, Any]]:
        """The `reactions` member of a message that is read back."""
        found = self.reactions.get((channel_id, ts), {})
        return [
            {"name": name, "users": list(users), "count": len(users)}
            for name, users in found.items()
            if users
        ]

    def open_im(self, user_id: str) -> Channel:
        """The direct conversation between that user and the bot, made when there is none."""
        for channel in self.channels.values():
            if channel.is_im and channel.is_member(user_id):
                return channel
        made = Channel(
            new_id("D"), "", [user_id, config.BOT_USER_ID], int(self._clock.now()), is_im=True
        )
        self.channels[made.id] = made
        return made

    def typed(self, text: str, *, labels: bool = False) -> str:
        """What a person typed, as Slack delivers it; in a command with `labels`."""
        users = {user.name: user.id for user in self.users.values()}
        channels = {channel.name: channel.id for channel in self.channels.values() if channel.name}
        return TypedText(users, channels, labels=labels).deliver(text)


def seed(clock: Clock) -> Workspace:
    """The workspace everyone starts from: two people, the bot, three channels and a private one."""
    bot = config.BOT_USER_ID
    users = (
        User(config.ME, "alice", "Alice", tz="Europe/Amsterdam"),
        User("U0BOB", "bob", "Bob", locale="ko-KR", tz="Asia/Seoul"),
        User(bot, config.APP_NAME, config.APP_NAME, is_bot=True),
    )
    people = [config.ME, "U0BOB"]
    created = int(clock.now())
    channels = (
        Channel("C0INC", "inc-4711-checkout", [*people, bot], created),
        Channel("C0GENERAL", "general", [*people, bot], created),
        Channel("C0PM", "postmortem-4711", [*people, bot], created),
        Channel("C0PRIV", "private-room", list(people), created, is_private=True),
    )
    return Workspace(clock, users, channels)
