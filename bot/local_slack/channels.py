"""What happens to channels and their members, and the events that follow."""

from typing import Any

from bot.local_slack import config, posting
from bot.local_slack.workspace import Channel
from bot.local_slack.world import World


def _changed(world: World, channel: Channel) -> None:
    world.feed.publish("channel", channel=channel.id)


def _event_ts(world: World) -> str:
    return f"{world.clock.now():.6f}"


def create(world: World, channel: Channel) -> Channel:
    """Add a new channel; the app hears of public ones (`channel_created`)."""
    world.workspace.channels[channel.id] = channel
    _changed(world, channel)
    if not channel.is_private:
        document = channel.document(config.BOT_USER_ID, count=False)
        event = {"type": "channel_created", "channel": document, "event_ts": _event_ts(world)}
        world.emit(event, channel)
    return channel


def rename(world: World, channel: Channel, name: str, user_id: str) -> None:
    """Give a channel another name: an event, and a line in the channel."""
    old = channel.name
    channel.previous_names.append(old)
    channel.name = name
    _changed(world, channel)
    kind = "group_rename" if channel.is_private else "channel_rename"
    document = {
        "id": channel.id,
        "name": name,
        "name_normalized": name,
        "created": channel.created,
        "is_channel": not channel.is_private,
        "is_mpim": False,
    }
    event = {"type": kind, "channel": document, "event_ts": _event_ts(world)}
    world.emit(event, channel)
    text = f'has renamed the channel from "{old}" to "{name}"'
    line = {"subtype": "channel_name", "old_name": old, "name": name, "text": text}
    posting.post(world, channel, line | {"user": user_id})


def set_archived(world: World, channel: Channel, user_id: str, *, is_archived: bool) -> None:
    """Archive a channel or bring it back."""
    kind = "group" if channel.is_private else "channel"
    word = f"{kind}_archive" if is_archived else f"{kind}_unarchive"
    text = "archived the channel" if is_archived else "un-archived the channel"
    posting.post(world, channel, {"subtype": word, "text": text, "user": user_id})
    channel.is_archived = is_archived
    _changed(world, channel)
    event = {"type": word, "channel": channel.id, "user": user_id, "event_ts": _event_ts(world)}
    world.emit(event, channel)


def make_private(world: World, channel: Channel, user_id: str) -> None:
    """Make a public channel private: it keeps its id and members. Slack says so in a message."""
    channel.is_private = True
    _changed(world, channel)
    text = "has converted this channel to private"
    line = {"subtype": "channel_convert_to_private", "text": text, "user": user_id}
    posting.post(world, channel, line)


def set_topic(world: World, channel: Channel, topic: str, user_id: str) -> None:
    """Set the topic: a line in the channel."""
    channel.topic = topic
    _changed(world, channel)
    text = f"set the channel topic: {topic}"
    line = {"subtype": "channel_topic", "topic": topic, "text": text, "user": user_id}
    posting.post(world, channel, line)


def add_member(world: World, channel: Channel, user_id: str, inviter: str = "") -> None:
    """Have somebody join: `member_joined_channel`, and a line in the channel."""
    if channel.is_member(user_id):
        return
    channel.members.append(user_id)
    _changed(world, channel)
    invited = {"inviter": inviter} if inviter else {}
    event = {
        "type": "member_joined_channel",
        "user": user_id,
        "channel": channel.id,
        "channel_type": "G" if channel.is_private else "C",
        "team": config.TEAM_ID,
        "event_ts": _event_ts(world),
        **invited,
    }
    world.emit(event, channel)
    subtype = "group_join" if channel.is_private else "channel_join"
    line = {"subtype": subtype, "user": user_id, "text": f"<@{user_id}> has joined the channel"}
    posting.post(world, channel, line | invited)


def remove_member(world: World, channel: Channel, user_id: str) -> None:
    """Have somebody leave."""
    if not channel.is_member(user_id):
        return
    line = {"subtype": "channel_leave", "user": user_id}
    posting.post(world, channel, line | {"text": f"<@{user_id}> has left the channel"})
    event = {
        "type": "member_left_channel",
        "user": user_id,
        "channel": channel.id,
        "channel_type": "G" if channel.is_private else "C",
        "team": config.TEAM_ID,
        "event_ts": _event_ts(world),
    }
    world.emit(event, channel)
    channel.members.remove(user_id)
    _changed(world, channel)
    if user_id == config.BOT_USER_ID:
        kind = "group_left" if channel.is_private else "channel_left"
        gone = {"type": kind, "channel": channel.id, "actor_id": config.ME}
        world.emit(gone | {"event_ts": _event_ts(world)}, channel)


def react(world: World, channel: Channel, ts: str, reaction: tuple[str, str]) -> bool:
    """Add a reaction (its name, who reacts); False when it was already there."""
    name, user_id = reaction
    people = world.workspace.reactions.setdefault((channel.id, ts), {}).setdefault(name, [])
    if user_id in people:
        return False
    people.append(user_id)
    _tell_reaction(world, channel, ts, ("reaction_added", name, user_id))
    return True


def unreact(world: World, channel: Channel, ts: str, reaction: tuple[str, str]) -> bool:
    """Take a reaction away (its name, whose it is); False when it was not there."""
    name, user_id = reaction
    people = world.workspace.reactions.get((channel.id, ts), {}).get(name, [])
    if user_id not in people:
        return False
    people.remove(user_id)
    _tell_reaction(world, channel, ts, ("reaction_removed", name, user_id))
    return True


def _tell_reaction(world: World, channel: Channel, ts: str, what: tuple[str, str, str]) -> None:
    kind, name, user_id = what
    message: dict[str, Any] = channel.find(ts) or {}
    shown = message | {"reactions": world.workspace.reactions_of(channel.id, ts)}
    world.feed.publish("message_changed", channel=channel.id, message=shown)
    event = {
        "type": kind,
        "user": user_id,
        "reaction": name,
        "item": {"type": "message", "channel": channel.id, "ts": ts},
        "item_user": message.get("user", ""),
        "event_ts": _event_ts(world),
    }
    world.emit(event, channel)
