"""What only Slack does: its records, raw events, faults, the clock, a fresh start."""

from typing import Any

from bot.local_slack import config, events
from bot.local_slack.control.body import Body
from bot.local_slack.errors import BadRequestError
from bot.local_slack.faults import DISCONNECT_REASONS, ECHOES, Faults, parse_method_fault
from bot.local_slack.world import World

Answer = dict[str, Any]


def state(world: World, viewer: str) -> Answer:
    """Everything there is, as one person's page shows it."""
    workspace = world.workspace
    return {
        "team": {"id": config.TEAM_ID, "name": config.TEAM_NAME},
        "me": config.ME,
        "users": [user.brief() for user in workspace.users.values()],
        "channels": [channel.brief() for channel in workspace.channels.values()],
        "views": world.views.stack(viewer),
        "home": world.views.homes.get(viewer),
        "failures": list(world.record.failures),
        "sockets": world.sockets.count,
        "shortcuts": [dict(shortcut) for shortcut in world.config.shortcuts],
    }


async def event(body: Body) -> Answer:
    """Deliver an event as it is given, whatever the app is subscribed to."""
    world = body.world
    raw = body.mapping("event")
    if "type" not in raw:
        raise BadRequestError("event has no type")
    channel_id = raw.get("channel")
    channel = world.workspace.channels.get(channel_id) if isinstance(channel_id, str) else None
    event_id = body.text("event_id", "")
    payload = events.wrap(raw, channel, world.tokens.verification, world.clock.now(), event_id)
    payload |= body.mapping("wrapper")
    world.delivery.event(payload, retry_attempt=int(body.number("retry_attempt", 0)))
    return {"ok": True, "event_id": payload["event_id"]}


async def clock(body: Body) -> Answer:
    """Hurry the waits (`scale`), set the time to acknowledge, or move the clock ahead."""
    world = body.world
    scale = body.number("scale", world.clock.scale)
    if scale <= 0:
        raise BadRequestError("scale must be above 0")
    world.clock.scale = scale
    if "ack_seconds" in body.fields:
        asked = body.get("ack_seconds")
        world.clock.ack_seconds = None if asked is None else body.number("ack_seconds", 0)
    world.clock.advance(body.number("advance", 0))
    return {"ok": True, "scale": world.clock.scale, "now": world.clock.now()}


async def reset(body: Body) -> Answer:
    """Start over from the seed; sockets stay open and tokens valid."""
    body.world.reset()
    return {"ok": True}


async def faults(body: Body) -> Answer:
    """Set knobs; any of the members that `_KNOBS` lists, in one request."""
    unknown = body.fields.keys() - _KNOBS
    if unknown:
        raise BadRequestError(f"there is no knob {', '.join(sorted(unknown))}")
    found: Faults = body.world.faults
    if body.get("clear"):
        found.clear()
    if "method" in body.fields:
        inline = {key: value for key, value in body.fields.items() if key in _METHOD_KNOBS}
        found.add(body.text("method"), parse_method_fault(inline))
    for name in ("http", "events"):
        _set(getattr(found, name), body.mapping(name))
    if "echo" in body.fields:
        if body.get("echo") not in ECHOES:
            raise BadRequestError(f"echo is one of {', '.join(ECHOES)}")
        found.echo = body.get("echo")
    _set(found, {key: value for key, value in body.fields.items() if key in _PLAIN_KNOBS})
    return {"ok": True, **await _sockets(body)}


_METHOD_KNOBS = frozenset(
    ("method", "kind", "count", "effect", "retry_after", "error", "seconds", "status", "skip")
)
_PLAIN_KNOBS = frozenset(("update_keeps_blocks", "rate_limits", "page_items", "empty_pages"))
_PARTS = frozenset(("clear", "socket", "http", "events", "echo"))
_KNOBS = _METHOD_KNOBS | _PLAIN_KNOBS | _PARTS


def _set(knobs: object, given: dict[str, Any]) -> None:
    for name, value in given.items():
        if name not in type(knobs).__dataclass_fields__:  # type: ignore[attr-defined]  # a dataclass
            raise BadRequestError(f"there is no knob {name}")
        setattr(knobs, name, value)


async def _sockets(body: Body) -> Answer:
    """Break sockets now (`disconnect`, `silent`, `drop`), or handshakes to come (the rest)."""
    world = body.world
    given = dict(body.mapping("socket"))
    affected = 0
    if "disconnect" in given:
        reason = given.pop("disconnect")
        if reason not in DISCONNECT_REASONS:
            raise BadRequestError(f"disconnect is one of {', '.join(DISCONNECT_REASONS)}")
        affected += await world.sockets.disconnect(reason)
    if given.pop("silent", False):
        affected += world.sockets.silence()
    if given.pop("drop", False):
        affected += world.sockets.drop()
    _set(world.faults.socket, given)
    return {"sockets_affected": affected}


async def release(body: Body) -> Answer:
    """Stop holding events back and deliver those held."""
    body.world.faults.events.hold = False
    return {"ok": True, "released": body.world.delivery.release()}


async def http(body: Body) -> Answer:
    """Set or clear (`null`) the request URL, or have Slack verify it, or tell of throttling."""
    world = body.world
    if "target" in body.fields:
        target = body.get("target")
        world.http_target = target or None
    answer: Answer = {"ok": True, "target": world.http_target}
    if body.get("verify") or body.get("rate_limited"):
        answer |= await _special(world, verify=bool(body.get("verify")))
    return answer


async def _special(world: World, *, verify: bool) -> Answer:
    target = world.http()
    if target is None:
        raise BadRequestError("there is no request URL")
    return await target.special(world.tokens.verification, verify=verify)
