"""The Events API: which events the app hears of, and the wrapper they come in.

Owns subscription, scope and membership rules of events. `delivery` brings them to the app.
"""

from typing import Any

from bot.local_slack import config
from bot.local_slack.clock import new_id
from bot.local_slack.workspace import Channel

# Slack: the bot scopes of which one must be granted for an event to arrive. Message events take
# the history scope of their kind of conversation; an event that is not listed needs none.
_SCOPES = {
    "app_mention": ("app_mentions:read",),
    "channel_archive": ("channels:read",),
    "channel_created": ("channels:read",),
    "channel_left": ("channels:read",),
    "channel_rename": ("channels:read",),
    "channel_unarchive": ("channels:read",),
    "group_archive": ("groups:read",),
    "group_left": ("groups:read",),
    "group_rename": ("groups:read",),
    "group_unarchive": ("groups:read",),
    "member_joined_channel": ("channels:read", "groups:read"),
    "member_left_channel": ("channels:read", "groups:read"),
    "reaction_added": ("reactions:read",),
    "reaction_removed": ("reactions:read",),
    "user_change": ("users:read",),
}
# Events about public channels that arrive although the bot is not in them.
_WITHOUT_MEMBERSHIP = {"channel_archive", "channel_created", "channel_rename", "channel_unarchive"}
# Events to an app about its own leaving: it is no member any more.
_OF_LEAVING = {"channel_left", "group_left"}
# Members Slack does not send today: who chokes on an unknown field is found out here.
FUTURE = {"x_future_field": {"added": "later"}}


def subscription(event: dict[str, Any], channel: Channel | None) -> str:
    """The name this event has in a manifest (`message.channels` for a public message)."""
    if event["type"] == "message" and channel is not None:
        return f"message.{channel.scope_prefix}"
    return str(event["type"])


def is_heard(setup: config.Config, event: dict[str, Any], channel: Channel | None) -> bool:
    """Whether the app receives this event: subscribed, scope granted, and in the channel."""
    name = subscription(event, channel)
    needed = _SCOPES.get(event["type"], ())
    if event["type"] == "message" and channel is not None:
        needed = (f"{channel.scope_prefix}:history",)
    if name not in setup.events or (needed and not set(needed) & set(setup.scopes)):
        return False
    if channel is None or event["type"] in _OF_LEAVING:
        return True
    if event["type"] in _WITHOUT_MEMBERSHIP and not channel.is_private:
        return True
    return channel.is_member(config.BOT_USER_ID)


def wrap(
    event: dict[str, Any], channel: Channel | None, token: str, now: float, event_id: str = ""
) -> dict[str, Any]:
    """The whole payload of an event, with a fresh `event_id` unless one is given."""
    authorization = {
        "enterprise_id": None,
        "team_id": config.TEAM_ID,
        "user_id": config.BOT_USER_ID,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    return {
        "token": token,
        "team_id": config.TEAM_ID,
        "context_team_id": config.TEAM_ID,
        "context_enterprise_id": None,
        "api_app_id": config.APP_ID,
        "event": event,
        "type": "event_callback",
        "event_id": event_id or new_id("Ev"),
        "event_time": int(now),
        "authorizations": [authorization],
        "is_ext_shared_channel": channel.is_ext_shared if channel else False,
        "event_context": new_id("4-"),
        **FUTURE,
    }
