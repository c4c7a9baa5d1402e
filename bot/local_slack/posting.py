"""Changes to messages: stored, shown to whoever watches, and told to the app as events.

Owns what follows from a message being posted, changed or deleted. Who may do it is checked before
(`methods`, `response_urls`, `control`).
"""

import copy
from typing import Any

from bot.local_slack import config
from bot.local_slack.text import mentions
from bot.local_slack.workspace import Channel
from bot.local_slack.world import World

# Subtypes of what somebody says; the others report on the channel and mention nobody.
_SPOKEN = (None, "bot_message", "file_share", "me_message", "thread_broadcast")


def bot_profile() -> dict[str, Any]:
    """The `bot_profile` that Slack adds to an app's messages."""
    return {
        "id": config.BOT_ID,
        "app_id": config.APP_ID,
        "name": config.APP_NAME,
        "icons": {},
        "deleted": False,
        "updated": 1_700_000_000,
        "team_id": config.TEAM_ID,
    }


def by_bot() -> dict[str, Any]:
    """The members that say a message is the bot's."""
    return {
        "user": config.BOT_USER_ID,
        "bot_id": config.BOT_ID,
        "app_id": config.APP_ID,
        "bot_profile": bot_profile(),
        "team": config.TEAM_ID,
    }


def post(world: World, channel: Channel, fields: dict[str, Any]) -> dict[str, Any]:
    """Store a new message made of these members and tell everyone; returns it with its `ts`."""
    message = {"type": "message", "ts": channel.ts.take(world.clock.now()), **fields}
    parent = channel.find(message.get("thread_ts", ""))
    if parent is not None and "user" in parent:
        message["parent_user_id"] = parent["user"]
    channel.messages.append(message)
    world.feed.publish("message", channel=channel.id, message=message)
    if parent is not None:
        _count_reply(world, channel, parent, message)
    _tell(world, channel, message)
    return message


def _count_reply(
    world: World, channel: Channel, parent: dict[str, Any], reply: dict[str, Any]
) -> None:
    parent["thread_ts"] = parent["ts"]
    replies = channel.replies(parent["ts"])
    people = list(dict.fromkeys(m.get("user", m.get("bot_id", "")) for m in replies))
    parent["reply_count"] = len(replies)
    parent["reply_users_count"] = len(people)
    parent["reply_users"] = people
    parent["latest_reply"] = reply["ts"]
    world.feed.publish("message_changed", channel=channel.id, message=parent)


def _tell(world: World, channel: Channel, message: dict[str, Any]) -> None:
    event = message | {
        "channel": channel.id,
        "channel_type": channel.kind,
        "event_ts": message["ts"],
    }
    if message.get("subtype") == "thread_broadcast":
        event["root"] = copy.deepcopy(channel.find(message["thread_ts"]) or {})
    own = message.get("bot_id") == config.BOT_ID
    if not own or world.faults.echo != "none":
        world.emit(_disguise(world, event), channel)
    text = message.get("text")
    if not isinstance(text, str) or message.get("subtype") not in _SPOKEN or channel.is_im:
        return
    if mentions(text, config.BOT_USER_ID):
        wanted = ("user", "text", "ts", "team", "blocks", "files", "bot_id", "thread_ts", "channel")
        mention = {"type": "app_mention", "event_ts": message["ts"]}
        world.emit(mention | {key: event[key] for key in wanted if key in event}, channel)


def _disguise(world: World, message: dict[str, Any]) -> dict[str, Any]:
    """A copy of the message as the event shows it; the bot's own may come back disguised."""
    shown = copy.deepcopy(message)
    echo = world.faults.echo
    if shown.get("bot_id") != config.BOT_ID or echo not in ("bot_message", "bare"):
        return shown
    for key in ("user", "bot_profile", "team", *(("app_id",) if echo == "bare" else ())):
        shown.pop(key, None)
    return shown | {"subtype": "bot_message", "username": config.APP_NAME}


def change(world: World, channel: Channel, message: dict[str, Any], fields: dict[str, Any]) -> None:
    """Give a stored message new members (None removes one) and send `message_changed`."""
    before = copy.deepcopy(message)
    for key, value in fields.items():
        if value is None:
            message.pop(key, None)
        else:
            message[key] = value
    world.feed.publish("message_changed", channel=channel.id, message=message)
    own = message.get("bot_id") == config.BOT_ID
    if own and world.faults.echo == "none":
        return
    event = _hidden(world, channel, "message_changed")
    event["message"] = _disguise(world, message)
    event["previous_message"] = _disguise(world, before)
    world.emit(event, channel)


def remove(world: World, channel: Channel, message: dict[str, Any]) -> None:
    """Delete a message; a parent with replies stays as a tombstone, as in Slack."""
    if channel.replies(message["ts"]):
        tombstone = {
            "subtype": "tombstone",
            "text": "This message was deleted.",
            "user": "USLACKBOT",
        }
        gone = dict.fromkeys(("blocks", "attachments", "bot_id", "app_id", "bot_profile"))
        change(world, channel, message, gone | tombstone)
        return
    channel.messages.remove(message)
    world.feed.publish("message_deleted", channel=channel.id, message=message)
    event = _hidden(world, channel, "message_deleted")
    event |= {"deleted_ts": message["ts"], "previous_message": _disguise(world, message)}
    world.emit(event, channel)


def _hidden(world: World, channel: Channel, subtype: str) -> dict[str, Any]:
    ts = channel.ts.take(world.clock.now())
    return {
        "type": "message",
        "subtype": subtype,
        "hidden": True,
        "channel": channel.id,
        "channel_type": channel.kind,
        "ts": ts,
        "event_ts": ts,
    }


def whisper(world: World, channel: Channel, user_id: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Show a message to one person only: no event, and not in the channel's history."""
    message = {
        "type": "message",
        "ts": channel.ts.take(world.clock.now()),
        "ephemeral_to": user_id,
        **by_bot(),
        **fields,
    }
    channel.ephemerals.append(message)
    world.feed.publish("ephemeral", channel=channel.id, message=message)
    return message


def rewrite_whisper(
    world: World, channel: Channel, message: dict[str, Any], fields: dict[str, Any]
) -> None:
    """Replace what an ephemeral message says (None removes a member)."""
    for key, value in fields.items():
        if value is None:
            message.pop(key, None)
        else:
            message[key] = value
    world.feed.publish("ephemeral_changed", channel=channel.id, message=message)


def unwhisper(world: World, channel: Channel, message: dict[str, Any]) -> None:
    """Take an ephemeral message away."""
    channel.ephemerals.remove(message)
    world.feed.publish("ephemeral_deleted", channel=channel.id, message=message)
