"""One call of a Web API method: its arguments read leniently, its rights checked strictly.

Owns what all methods share. Each method's own rules are in `methods`.
"""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.local_slack import config
from bot.local_slack.blockkit import Problem
from bot.local_slack.errors import SlackError
from bot.local_slack.reading_json import read_json
from bot.local_slack.workspace import Channel
from bot.local_slack.world import World

_TRUE = ("1", "true", "True", True, 1)


@dataclass(frozen=True, slots=True)
class Call:
    """A method called with the bot's token.

    Attributes:
        args: JSON body, form or query, without the token.
    """

    world: World
    method: str
    args: dict[str, Any]

    def text(self, name: str, default: str = "") -> str:
        """A string argument; numbers count as strings, as in a form."""
        value = self.args.get(name)
        return default if value is None or isinstance(value, dict | list) else str(value)

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A boolean argument: JSON true, or "1" and "true" in a form."""
        value = self.args.get(name)
        return default if value in (None, "") else value in _TRUE

    def required(self, name: str) -> str:
        """A string argument that must be there.

        Raises:
            SlackError: `invalid_arguments`.
        """
        value = self.text(name)
        if not value:
            raise invalid_arguments([f"[ERROR] missing required field: {name}"])
        return value

    def structure(self, name: str, error: str) -> Any:  # noqa: ANN401 - any JSON
        """A JSON argument: itself in a JSON body, a JSON string in a form; None when absent.

        Raises:
            SlackError: `error`, when the string is not JSON.
        """
        value = self.args.get(name)
        if value in (None, ""):
            return None
        if not isinstance(value, str):
            return value
        try:
            return read_json(value)
        except ValueError:
            raise SlackError(error) from None

    def need_scope(self, *any_of: str) -> None:
        """Demand that one of these scopes was granted.

        Raises:
            SlackError: `missing_scope` with `needed` and `provided`.
        """
        granted = self.world.config.scopes
        if not set(any_of) & set(granted):
            provided = ",".join(granted)
            raise SlackError("missing_scope", {"needed": any_of[0], "provided": provided})

    def channel(self, name: str = "channel", *, by_name: bool = False) -> Channel:
        """The channel an argument names; a private one must have the bot in it to exist.

        Raises:
            SlackError: `channel_not_found`.
        """
        given = self.required(name)
        found = self.world.workspace.find_channel(given, config.BOT_USER_ID)
        if found is None or (found.id != given and not by_name):
            raise SlackError("channel_not_found")
        return found

    def joined_channel(self, *, by_name: bool = False) -> Channel:
        """A channel in which the bot is.

        Raises:
            SlackError: `channel_not_found` or `not_in_channel`.
        """
        channel = self.channel(by_name=by_name)
        if not channel.is_member(config.BOT_USER_ID):
            raise SlackError("not_in_channel")
        return channel

    def page(self, items: Sequence[Any], key: str, most: int = 1000) -> dict[str, Any]:
        """A page of `items` under `key`, with the cursor of the next.

        Raises:
            SlackError: `invalid_limit` or `invalid_cursor`.
        """
        faults = self.world.faults
        size = min(self._limit(most), faults.page_items or most)
        start = decode_cursor(self.text("cursor"))
        end = start if faults.take_empty_page() else start + size
        cursor = encode_cursor(end) if end < len(items) else ""
        return {key: list(items[start:end]), "response_metadata": {"next_cursor": cursor}}

    def _limit(self, most: int) -> int:
        given = self.text("limit", "100")
        if not given.isdecimal() or not 0 < int(given) <= most:
            raise SlackError("invalid_limit")
        return int(given)


def invalid_arguments(messages: list[str]) -> SlackError:
    """The refusal of arguments, with Slack's lines about each."""
    return SlackError("invalid_arguments", {"response_metadata": {"messages": messages}})


def refusal(error: str, problems: Sequence[Problem]) -> SlackError:
    """The refusal of blocks or a view, with Slack's line for each problem."""
    return SlackError(
        error,
        {
            "errors": [problem.error for problem in problems],
            "response_metadata": {"messages": [str(problem) for problem in problems]},
        },
    )


def encode_cursor(start: int) -> str:
    """The opaque cursor of a page that begins at this index."""
    return base64.b64encode(f"next:{start}".encode()).decode()


def decode_cursor(cursor: str) -> int:
    """The index a cursor stands for; "" is the beginning.

    Raises:
        SlackError: `invalid_cursor`.
    """
    if not cursor:
        return 0
    try:
        word, _, number = base64.b64decode(cursor, validate=True).decode().partition(":")
        if word != "next":
            raise SlackError("invalid_cursor")
        return int(number)
    except (binascii.Error, ValueError):
        raise SlackError("invalid_cursor") from None
