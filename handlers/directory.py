"""Channels and people as Slack describes them, remembered for a while.

What cannot be looked up is described so that nothing leaks: an unknown channel counts as shared
with others, an unknown person as a guest.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from slack_sdk import WebClient

from handlers.payload import part_of
from handlers.slack_errors import CALL_ERRORS, AskAgainError, read_problem
from handlers.weeks import is_zone

KEEP_SECONDS = 600.0
"""How long an answer of Slack is believed."""

KEEP_FAILURE_SECONDS = 30.0
"""How long a failed look-up is not tried again."""

KEEP_AT_MOST = 10_000
"""Entries after which those whose time is over are swept out."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel; `is_shared` also where another company may be in it and Slack would not say.

    `is_member` is about the bot. `creator` is "" where Slack does not say who made it. `topic` is
    mrkdwn.
    """

    id: str
    name: str
    is_private: bool
    is_shared: bool
    is_direct: bool
    is_archived: bool = False
    is_member: bool = True
    creator: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person.

    `lang` is None where Slack does not say. `is_guest` holds for people of other companies too, and
    for those whom Slack does not describe; `is_known` tells them apart. `zone` is the IANA name of
    their time zone, None where Slack gives none that is known here. `name` is what Slack shows of
    them, "" where it says none.
    """

    id: str
    lang: str | None
    is_guest: bool
    is_known: bool = True
    zone: str | None = None
    name: str = ""
    is_bot: bool = False


class NotDescribedError(AskAgainError):
    """Slack did not say what a channel or a message is, and may say it if asked again."""


class _Memory(Generic[T]):
    """A thread-safe cache with a time to live for each entry."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, T]] = {}

    def get(self, key: str) -> T | None:
        with self._lock:
            until, value = self._kept.get(key, (0.0, None))
        return value if until > self._now() else None

    def put(self, key: str, value: T, keep_seconds: float) -> T:
        now = self._now()
        with self._lock:
            if len(self._kept) >= KEEP_AT_MOST:
                self._kept = {k: kept for k, kept in self._kept.items() if kept[0] > now}
            self._kept[key] = (now + keep_seconds, value)
        return value

    def drop(self, key: str) -> None:
        with self._lock:
            self._kept.pop(key, None)


class Directory:
    """Looks channels and people up in Slack. Never raises for what Slack answers."""

    def __init__(self, client: WebClient, team_id: str, now: Callable[[], float]) -> None:
        self._client = client
        self._team_id = team_id
        self._channels: _Memory[Channel] = _Memory(now)
        self._people: _Memory[Person] = _Memory(now)

    def channel(self, channel_id: str, *, must_know: bool = False) -> Channel:
        """The channel, as Slack describes it to the bot.

        Raises:
            NotDescribedError: with `must_know`, where asking again may bring an answer.
        """
        known = self._channels.get(channel_id)
        if known is not None:
            return known
        try:
            answer = self._client.conversations_info(channel=channel_id)
        except CALL_ERRORS as error:
            problem = read_problem(error)
            unknown = Channel(channel_id, "", is_private=True, is_shared=True, is_direct=False)
            if problem.is_final and not problem.not_let_in:
                return self._channels.put(channel_id, unknown, KEEP_FAILURE_SECONDS)
            if must_know:
                raise NotDescribedError(problem.error, problem.retry_after_seconds) from error
            return unknown
        channel = read_channel(channel_id, answer.get("channel") or {})
        return self._channels.put(channel_id, channel, KEEP_SECONDS)

    def channel_now(self, channel_id: str) -> Channel:
        """The channel as it is at this moment: a person who was told to invite the bot just did.

        Raises:
            NotDescribedError: asking again may bring an answer.
        """
        self.forget_channel(channel_id)
        return self.channel(channel_id, must_know=True)

    def person(self, user_id: str) -> Person:
        """The person, as Slack describes them to the bot."""
        known = self._people.get(user_id)
        if known is not None:
            return known
        try:
            answer = self._client.users_info(user=user_id, include_locale=True)
        except CALL_ERRORS:
            stranger = Person(user_id, None, is_guest=True, is_known=False)
            return self._people.put(user_id, stranger, KEEP_FAILURE_SECONDS)
        person = self._person(user_id, answer.get("user") or {})
        return self._people.put(user_id, person, KEEP_SECONDS)

    def permalink(self, channel_id: str, ts: str) -> str | None:
        """The address of a message; None where Slack gives none.

        Raises:
            NotDescribedError: asking again may bring an answer.
        """
        try:
            answer = self._client.chat_getPermalink(channel=channel_id, message_ts=ts)
        except CALL_ERRORS as error:
            problem = read_problem(error)
            if not problem.is_final:
                raise NotDescribedError(problem.error, problem.retry_after_seconds) from error
            return None
        found = answer.get("permalink")
        return str(found) if found else None

    def known_lang(self, user_id: str) -> str | None:
        """The person's language if it was looked up before; asks nobody."""
        known = self._people.get(user_id)
        return known.lang if known else None

    def forget_channel(self, channel_id: str) -> None:
        """Look the channel up again next time: it was renamed or shared."""
        self._channels.drop(channel_id)

    def note_message(self, channel_id: str) -> None:
        """A message came from a channel, so that Slack can describe it now, if it did not before.

        The bot may have been invited a moment ago.
        """
        known = self._channels.get(channel_id)
        if known is not None and not known.name and not known.is_direct:
            self._channels.drop(channel_id)

    def _person(self, user_id: str, user: Mapping[str, Any]) -> Person:
        locale = user.get("locale")
        lang = locale.split("-")[0].lower() if isinstance(locale, str) and locale else None
        guest = bool(
            user.get("is_restricted")
            or user.get("is_ultra_restricted")
            or user.get("is_stranger")
            or user.get("team_id", self._team_id) != self._team_id
        )
        zone, profile = str(user.get("tz") or ""), part_of(user, "profile")
        names = (profile.get("display_name"), user.get("real_name"), user.get("name"))
        return Person(
            user_id,
            lang,
            is_guest=guest,
            zone=zone if is_zone(zone) else None,
            name=next((str(name) for name in names if name), ""),
            is_bot=bool(user.get("is_bot")),
        )


def read_channel(channel_id: str, channel: Mapping[str, Any]) -> Channel:
    """A channel as Slack's conversation object describes it."""
    return Channel(
        id=channel_id,
        name=str(channel.get("name_normalized") or channel.get("name") or ""),
        is_private=bool(channel.get("is_private") or channel.get("is_group")),
        is_shared=bool(
            channel.get("is_ext_shared")
            or channel.get("is_pending_ext_shared")
            or channel.get("is_org_shared")
        ),
        is_direct=bool(channel.get("is_im") or channel.get("is_mpim")),
        is_archived=bool(channel.get("is_archived")),
        is_member=bool(channel.get("is_member", True)),
        creator=str(channel.get("creator") or ""),
        topic=str(part_of(channel, "topic").get("value") or ""),
    )
