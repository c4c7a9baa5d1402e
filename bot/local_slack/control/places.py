"""The workspace itself: make, rename, archive and fill channels; add and change users."""

from collections.abc import Callable
from typing import Any

from bot.local_slack import channels, config
from bot.local_slack.clock import new_id
from bot.local_slack.control.body import Body
from bot.local_slack.errors import BadRequestError
from bot.local_slack.workspace import Channel, User

Answer = dict[str, Any]


async def channel(body: Body) -> Answer:
    """Do `action` to a channel; answers with the channel as it then is."""
    name = body.text("action")
    if name == "create":
        changed = _create(body)
    elif name == "open":
        changed = body.world.workspace.open_im(body.user().id)
    elif name in _ACTIONS:
        changed = body.channel()
        _ACTIONS[name](body, changed)
    else:
        raise BadRequestError(f"action is one of create, open, {', '.join(_ACTIONS)}, not {name!r}")
    return {"ok": True, "channel": changed.brief()}


def _create(body: Body) -> Channel:
    name, user = body.text("name"), body.user()
    if any(c.name == name for c in body.world.workspace.channels.values()):
        raise BadRequestError(f"there is a channel {name} already")
    members = body.get("members", [user.id])
    made = Channel(
        body.text("id", "") or new_id("C"),
        name,
        list(members),
        int(body.world.clock.now()),
        topic=body.text("topic", ""),
        is_private=bool(body.get("is_private")),
        is_ext_shared=bool(body.get("is_ext_shared")),
    )
    return channels.create(body.world, made)


def _rename(body: Body, found: Channel) -> None:
    channels.rename(body.world, found, body.text("name"), body.user().id)


def _archive(body: Body, found: Channel) -> None:
    channels.set_archived(body.world, found, body.user().id, is_archived=True)


def _unarchive(body: Body, found: Channel) -> None:
    channels.set_archived(body.world, found, body.user().id, is_archived=False)


def _invite(body: Body, found: Channel) -> None:
    invited = body.text("invited", config.BOT_USER_ID)
    channels.add_member(body.world, found, invited, body.user().id)


def _join(body: Body, found: Channel) -> None:
    channels.add_member(body.world, found, body.user().id)


def _leave(body: Body, found: Channel) -> None:
    channels.remove_member(body.world, found, body.user().id)


def _kick(body: Body, found: Channel) -> None:
    channels.remove_member(body.world, found, body.text("kicked", config.BOT_USER_ID))


def _topic(body: Body, found: Channel) -> None:
    channels.set_topic(body.world, found, body.text("topic"), body.user().id)


def _make_private(body: Body, found: Channel) -> None:
    channels.make_private(body.world, found, body.user().id)


def _share(body: Body, found: Channel) -> None:
    found.is_ext_shared = bool(body.get("is_ext_shared", True))
    body.world.feed.publish("channel", channel=found.id)


_ACTIONS: dict[str, Callable[[Body, Channel], None]] = {
    "rename": _rename,
    "archive": _archive,
    "unarchive": _unarchive,
    "invite": _invite,
    "join": _join,
    "leave": _leave,
    "kick": _kick,
    "topic": _topic,
    "make_private": _make_private,
    "share": _share,
}


async def users(body: Body) -> Answer:
    """Add a user, or replace the one with this `id`; with `remove` take them away."""
    user_id = body.text("id")
    known = body.world.workspace.users
    if body.get("remove"):
        known.pop(user_id, None)
        return {"ok": True}
    fields = {key: value for key, value in body.fields.items() if key in _USER_FIELDS}
    unknown = body.fields.keys() - _USER_FIELDS
    if unknown:
        raise BadRequestError(f"a user has no {', '.join(sorted(unknown))}")
    before = known.get(user_id)
    base = {} if before is None else {name: getattr(before, name) for name in _USER_FIELDS}
    name = str(base.get("name") or user_id.lower())
    fields = {"name": name, "real_name": name, **base, **fields}
    fields["without"] = tuple(fields.get("without", ()))
    known[user_id] = User(**fields)
    return {"ok": True, "user": known[user_id].brief()}


_USER_FIELDS = frozenset(User.__dataclass_fields__)
