"""conversations.history and .replies, and reactions: what has been said, and how it was met."""

import copy
from typing import Any

from bot.local_slack import channels, config
from bot.local_slack.call import Call
from bot.local_slack.errors import SlackError
from bot.local_slack.workspace import Channel

_MOST_HISTORY = 999  # Slack: history takes a limit of 1 to 999


def _readable(call: Call) -> Channel:
    channel = call.joined_channel()
    call.need_scope(f"{channel.scope_prefix}:history")
    return channel


def _between(call: Call, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages in the span asked for; its ends belong to it with `inclusive`."""
    oldest, latest = call.text("oldest"), call.text("latest")
    inclusive = call.flag("inclusive")

    def inside(ts: str) -> bool:
        if inclusive and ts in (oldest, latest):
            return True
        after = not oldest or float(ts) > float(oldest)
        return after and (not latest or float(ts) < float(latest))

    try:
        return [message for message in messages if inside(message["ts"])]
    except ValueError:
        raise SlackError("invalid_ts_latest") from None


def _shown(call: Call, message: dict[str, Any]) -> dict[str, Any]:
    """The message as it is read back: metadata only when asked for."""
    shown = copy.deepcopy(message)
    if not call.flag("include_all_metadata"):
        shown.pop("metadata", None)
    reactions = call.world.workspace.reactions_of(call.text("channel"), message["ts"])
    return shown | {"reactions": reactions} if reactions else shown


def history(call: Call) -> dict[str, Any]:
    """conversations.history: newest first, replies only where they were sent to the channel."""
    channel = _readable(call)
    top = [
        message
        for message in reversed(channel.messages)
        if message.get("thread_ts", message["ts"]) == message["ts"]
        or message.get("subtype") == "thread_broadcast"
    ]
    page = call.page(_between(call, top), "messages", _MOST_HISTORY)
    page["messages"] = [_shown(call, message) for message in page["messages"]]
    more = bool(page["response_metadata"]["next_cursor"])
    return page | {"has_more": more, "pin_count": 0}


def replies(call: Call) -> dict[str, Any]:
    """conversations.replies: the parent first, whatever span is asked for; then oldest first."""
    channel = _readable(call)
    message = channel.find(call.required("ts"))
    if message is None:
        raise SlackError("thread_not_found")
    parent = channel.find(message.get("thread_ts", message["ts"])) or message
    following = _between(call, channel.replies(parent["ts"]))
    page = call.page([parent, *following], "messages")
    page["messages"] = [_shown(call, one) for one in page["messages"]]
    return page | {"has_more": bool(page["response_metadata"]["next_cursor"])}


def add_reaction(call: Call) -> dict[str, Any]:
    """reactions.add."""
    channel = call.joined_channel()
    ts, name = call.required("timestamp"), call.required("name").strip(":")
    if channel.is_archived:
        raise SlackError("is_archived")
    if channel.find(ts) is None:
        raise SlackError("message_not_found")
    if not channels.react(call.world, channel, ts, (name, config.BOT_USER_ID)):
        raise SlackError("already_reacted")
    return {}


def get_reactions(call: Call) -> dict[str, Any]:
    """reactions.get on a message."""
    channel = call.channel()
    ts = call.required("timestamp")
    message = channel.find(ts)
    if message is None:
        raise SlackError("message_not_found")
    reactions = call.world.workspace.reactions_of(channel.id, ts)
    shown = message | ({"reactions": reactions} if reactions else {})
    return {"type": "message", "channel": channel.id, "message": shown}
