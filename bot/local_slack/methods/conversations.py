"""conversations.* and users.conversations: which channels there are, and being in them."""

from typing import Any

from bot.local_slack import channels, config
from bot.local_slack.call import Call
from bot.local_slack.errors import SlackError
from bot.local_slack.workspace import Channel

_TYPES = {
    "public_channel": ("channel", "channels:read"),
    "private_channel": ("group", "groups:read"),
    "im": ("im", "im:read"),
    "mpim": ("mpim", "mpim:read"),
}


def _of_types(call: Call) -> list[Channel]:
    """Visible channels of the kinds asked for; each kind needs its own scope."""
    wanted = call.text("types", "public_channel").split(",")
    kinds = []
    for name in wanted:
        if name.strip() not in _TYPES:
            raise SlackError("invalid_types")
        kind, scope = _TYPES[name.strip()]
        call.need_scope(scope)
        kinds.append(kind)
    visible = call.world.workspace.visible(config.BOT_USER_ID)
    return [channel for channel in visible if channel.kind in kinds]


def _paged(call: Call, found: list[Channel]) -> dict[str, Any]:
    page = call.page(found, "channels")
    # Slack filters after paging: a page may come back short, or empty with a cursor.
    if call.flag("exclude_archived"):
        page["channels"] = [c for c in page["channels"] if not c.is_archived]
    page["channels"] = [c.document(config.BOT_USER_ID) for c in page["channels"]]
    return page


def list_all(call: Call) -> dict[str, Any]:
    """conversations.list: public channels unless `types` says more."""
    return _paged(call, _of_types(call))


def list_joined(call: Call) -> dict[str, Any]:
    """users.conversations: the channels of a user, the bot's own without `user`."""
    user_id = call.text("user", config.BOT_USER_ID)
    return _paged(call, [c for c in _of_types(call) if c.is_member(user_id)])


def info(call: Call) -> dict[str, Any]:
    """conversations.info."""
    channel = call.channel()
    call.need_scope(f"{channel.scope_prefix}:read")
    document = channel.document(config.BOT_USER_ID, count=call.flag("include_num_members"))
    return {"channel": document}


def members(call: Call) -> dict[str, Any]:
    """conversations.members."""
    channel = call.channel()
    call.need_scope(f"{channel.scope_prefix}:read")
    return call.page(channel.members, "members")


def join(call: Call) -> dict[str, Any]:
    """conversations.join: public channels only; joining twice is a success with a warning."""
    given = call.required("channel")
    channel = call.world.workspace.channels.get(given)
    if channel is None:
        raise SlackError("channel_not_found")
    if channel.kind != "channel":
        raise SlackError("method_not_supported_for_channel_type")
    if channel.is_archived:
        raise SlackError("is_archived")
    answer: dict[str, Any] = {}
    if channel.is_member(config.BOT_USER_ID):
        warning = "already_in_channel"
        answer = {"warning": warning, "response_metadata": {"warnings": [warning]}}
    else:
        channels.add_member(call.world, channel, config.BOT_USER_ID)
    return {"channel": channel.document(config.BOT_USER_ID)} | answer


def open_im(call: Call) -> dict[str, Any]:
    """conversations.open with one user."""
    user_ids = [part for part in call.text("users").split(",") if part]
    if len(user_ids) != 1:
        raise SlackError("users_list_not_supplied" if not user_ids else "too_many_users")
    user = call.world.workspace.users.get(user_ids[0])
    if user is None:
        raise SlackError("user_not_found")
    if user.deleted:
        raise SlackError("user_disabled")
    if not user.is_visible:
        raise SlackError("user_not_visible")
    return {"channel": {"id": call.world.workspace.open_im(user.id).id}}
