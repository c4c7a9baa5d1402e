"""The Web API methods: name → what it does, which scope it needs, whose token it takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from bot.local_slack.call import Call
from bot.local_slack.methods import chat, conversations, reading, team, views

Function = Callable[[Call], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Method:
    """A row of the table.

    Attributes:
        scope: the bot scope it needs; None where it needs none or decides by channel.
        caller: whose token it takes, the bot's or the app's.
    """

    function: Function
    scope: str | None = None
    caller: Literal["bot", "app"] = "bot"


METHODS: dict[str, Method] = {
    "apps.connections.open": Method(team.open_connection, caller="app"),
    "auth.test": Method(team.test_auth),
    "bots.info": Method(team.get_bot, "users:read"),
    "chat.delete": Method(chat.delete, "chat:write"),
    "chat.getPermalink": Method(chat.get_permalink),
    "chat.postEphemeral": Method(chat.post_ephemeral, "chat:write"),
    "chat.postMessage": Method(chat.post_message, "chat:write"),
    "chat.update": Method(chat.update, "chat:write"),
    "conversations.history": Method(reading.history),
    "conversations.info": Method(conversations.info),
    "conversations.join": Method(conversations.join, "channels:join"),
    "conversations.list": Method(conversations.list_all),
    "conversations.members": Method(conversations.members),
    "conversations.open": Method(conversations.open_im, "im:write"),
    "conversations.replies": Method(reading.replies),
    "reactions.add": Method(reading.add_reaction, "reactions:write"),
    "reactions.get": Method(reading.get_reactions, "reactions:read"),
    "team.info": Method(team.get_team, "team:read"),
    "users.conversations": Method(conversations.list_joined),
    "users.info": Method(team.get_user, "users:read"),
    "users.list": Method(team.list_users, "users:read"),
    "views.open": Method(views.open_view),
    "views.publish": Method(views.publish),
    "views.push": Method(views.push),
    "views.update": Method(views.update),
}
