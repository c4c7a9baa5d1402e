"""The payloads of commands and interactions, member for member as Slack sends them.

Owns their shapes. What is done with the answers is in `interactions`.
"""

import copy
from dataclasses import dataclass
from typing import Any

from bot.local_slack import config
from bot.local_slack.events import FUTURE
from bot.local_slack.state_values import chosen
from bot.local_slack.workspace import Channel, User
from bot.local_slack.world import World


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody acts: on a message, an ephemeral one, or in a view.

    Attributes:
        holder: the stored message or view.
        channel: where the message is, None for a view.
    """

    holder: dict[str, Any]
    channel: Channel | None = None

    @property
    def is_ephemeral(self) -> bool:
        """Whether only one person sees the message."""
        return "ephemeral_to" in self.holder

    def container(self) -> dict[str, Any]:
        """The `container` member."""
        if self.channel is None:
            return {"type": "view", "view_id": self.holder["id"]}
        container = {
            "type": "message",
            "message_ts": self.holder["ts"],
            "channel_id": self.channel.id,
            "is_ephemeral": self.is_ephemeral,
        }
        if "thread_ts" in self.holder:
            container["thread_ts"] = self.holder["thread_ts"]
        return container

    def members(self) -> dict[str, Any]:
        """`container` with what Slack adds for it: `view`, or `channel` and maybe `message`."""
        if self.channel is None:
            return {"container": self.container(), "view": copy.deepcopy(self.holder)}
        members = {"container": self.container(), "channel": channel_stub(self.channel)}
        if not self.is_ephemeral:  # Slack: an ephemeral source carries no `message`
            members["message"] = copy.deepcopy(self.holder)
        return members


def channel_stub(channel: Channel) -> dict[str, Any]:
    """A channel as payloads name it: `directmessage` and `privategroup` hide the real name."""
    name = {"im": "directmessage", "group": "privategroup"}.get(channel.kind, channel.name)
    return {"id": channel.id, "name": name}


def interaction(world: World, kind: str, user: User) -> dict[str, Any]:
    """The members that all interactive payloads share."""
    return {
        "type": kind,
        "team": {"id": config.TEAM_ID, "domain": config.TEAM_DOMAIN},
        "enterprise": None,
        "is_enterprise_install": False,
        "user": {
            "id": user.id,
            "username": user.name,
            "name": user.name,
            "team_id": config.TEAM_ID,
        },
        "api_app_id": config.APP_ID,
        "token": world.tokens.verification,
        **FUTURE,
    }


def command(
    world: World, channel: Channel, user: User, spoken: tuple[str, str], trigger_id: str
) -> dict[str, Any]:
    """The payload of a slash command; `spoken` is the command and its text."""
    name, text = spoken
    escapes = world.config.should_escape
    url = world.response_urls.issue(channel.id, user.id)
    return {
        "token": world.tokens.verification,
        "team_id": config.TEAM_ID,
        "team_domain": config.TEAM_DOMAIN,
        "channel_id": channel.id,
        "channel_name": channel_stub(channel)["name"],
        "user_id": user.id,
        "user_name": user.name,
        "command": name,
        "text": world.workspace.typed(text, labels=True) if escapes else text,
        "api_app_id": config.APP_ID,
        "is_enterprise_install": "false",
        "response_url": response_address(world, url.id),
        "trigger_id": trigger_id,
    }


def response_address(world: World, url_id: str) -> str:
    """The whole address of a response_url."""
    return f"{world.base_url}/response/{url_id}"


def action_entry(element: dict[str, Any], block_id: str, given: dict[str, Any]) -> dict[str, Any]:
    """One member of `actions[]`: what the element says of itself, and what was chosen."""
    own = ("text", "value", "style", "url", "confirm", "placeholder")
    entry = {key: copy.deepcopy(element[key]) for key in own if key in element}
    entry |= {key: value for key, value in element.items() if key.startswith("initial_")}
    return entry | {
        **chosen(element, given),
        "type": element["type"],
        "action_id": element["action_id"],
        "block_id": block_id,
    }
