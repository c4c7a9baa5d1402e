"""The first thing that happens to every delivery: it is written to the inbox, then acknowledged.

Nothing is worked on here. What nobody needs is acknowledged and forgotten without being written
down.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import BoltRequest, BoltResponse

from corpus import DatabaseError
from handlers.channel_orders import REACTIONS, is_mute_reaction
from handlers.joining import NAMINGS, should_look
from handlers.ledger import Delivery
from handlers.mentioned import adds_mentions
from handlers.modals import answer_of, find_mistakes, find_options, skeleton_of
from handlers.payload import action_of, part_of
from handlers.services import Identity, Services
from handlers.text import should_read

Middleware = Callable[..., BoltResponse]

MADE_PRIVATE = "channel_convert_to_private"
"""Slack's only word for it: a message in the channel, of this subtype."""

TOPIC_LINES = frozenset({"channel_topic", "group_topic"})
"""Subtypes of the messages by which Slack tells of a new topic."""

_CHANGING_LINES = TOPIC_LINES | {MADE_PRIVATE}
_LOSSES = frozenset(
    {"channel_archive", "channel_left", "group_archive", "group_left", "member_left_channel"}
)
_CHANNEL_CHANGES = (
    _LOSSES
    | NAMINGS
    | {
        "channel_shared",
        "channel_unshared",
        "group_rename",
    }
)

_KINDS: Mapping[object, str] = {
    "block_actions": "action",
    "message_action": "shortcut",
    "shortcut": "shortcut",
    "view_submission": "view_submission",
}
_PLACES = ("team", "user", "channel")

_logger = logging.getLogger(__name__)


def build_claim(services: Services) -> Middleware:
    """Bolt's global middleware."""
    inbox = services.ledger.inbox

    def claim(
        req: BoltRequest,
        next: Callable[[], BoltResponse],  # noqa: A002 - Bolt injects by this name
    ) -> BoltResponse:
        answered = _answer_now(req.body, services)
        delivery = None if answered else read_delivery(req.body)
        if delivery is None:
            return answered or BoltResponse(status=200)
        held = skeleton_of(req.body) is not None
        try:
            item_id = inbox.add(delivery, held=held)
        except DatabaseError:
            _logger.exception("inbox_unavailable kind=%s", delivery.kind)
            if delivery.kind != "command":
                return BoltResponse(status=503)
            return BoltResponse(status=200, body=_busy(services))
        if not held or item_id is None:
            return BoltResponse(status=200, body=dict(answer_of(req.body, services) or {}))
        req.context["inbox_id"] = item_id
        return next()

    return claim


def _busy(services: Services) -> dict[str, str]:
    """The answer to a command that could not be written down."""
    return {"response_type": "ephemeral", "text": services.words()("busy-try-again")}


def _answer_now(body: Mapping[str, Any], services: Services) -> BoltResponse | None:
    """The answer to what is not written down at all; None for everything else."""
    kind = body.get("type")
    if kind == "app_rate_limited":
        _logger.warning("slack_rate_limited minute=%s", body.get("minute_rate_limited"))
        return BoltResponse(status=200)
    if kind == "block_suggestion":
        return BoltResponse(status=200, body={"options": find_options(body, services)})
    if kind == "view_submission" and (mistakes := find_mistakes(body, services)):
        errors = {"response_action": "errors", "errors": mistakes}
        return BoltResponse(status=200, body=errors)
    if kind == "event_callback" and not is_wanted(body, services):
        return BoltResponse(status=200)
    return None


def read_delivery(body: Mapping[str, Any]) -> Delivery | None:
    """What a request delivers and by which keys it is known; None for a shape nobody knows."""
    kind = body.get("type")
    if kind == "event_callback":
        return _read_event(body)
    if "command" in body:
        team, channel, user = (str(body.get(k, "")) for k in ("team_id", "channel_id", "user_id"))
        key = f"command:{body.get('trigger_id')}"
        return Delivery("command", f"{team}/{channel}/{user}", key, None, body)
    if kind in _KINDS:
        return _read_interaction(str(kind), body)
    return None


def _read_event(body: Mapping[str, Any]) -> Delivery | None:
    event = body.get("event")
    if not isinstance(event, Mapping):
        return None
    team = install_team(body)
    place = _channel_of(event) or event.get("user", "")
    message_key = None
    if event.get("type") in ("message", "app_mention") and event.get("ts"):
        message_key = f"{team}/{place}/{event['ts']}"
    key = f"event:{team}:{body.get('event_id') or message_key}"
    return Delivery("event", f"{team}/{place}", key, message_key, body)


def _channel_of(event: Mapping[str, Any]) -> str:
    """The id of the channel an event is about; "" where it is about none."""
    channel = event.get("channel") or part_of(event, "item").get("channel")
    return str(channel.get("id") if isinstance(channel, Mapping) else channel or "")


def _read_interaction(kind: str, body: Mapping[str, Any]) -> Delivery:
    team, user, channel = (str(part_of(body, name).get("id", "")) for name in _PLACES)
    view = part_of(body, "view")
    if kind == "view_submission":
        key = f"view_submission:{view.get('id')}:{view.get('hash')}"
    else:
        stamp = action_of(body).get("action_ts") or body.get("action_ts")
        key = f"{kind}:{body.get('trigger_id')}:{stamp}"
    return Delivery(_KINDS[kind], f"{team}/{channel or view.get('id') or user}", key, None, body)


def install_team(body: Mapping[str, Any]) -> str:
    """The workspace the app is installed in, never the one of a foreign sender."""
    for authorization in body.get("authorizations") or []:
        if isinstance(authorization, Mapping) and authorization.get("team_id"):
            return str(authorization["team_id"])
    return str(body.get("team_id", ""))


def is_wanted(body: Mapping[str, Any], services: Services) -> bool:
    """Whether an event is one that some handler reads."""
    event, identity = part_of(body, "event"), services.identity
    kind, channel_id = event.get("type"), _channel_of(event)
    if kind in _CHANNEL_CHANGES or event.get("subtype") in _CHANGING_LINES:
        services.directory.forget_channel(channel_id)
        is_topic = event.get("subtype") in TOPIC_LINES and not _is_own(event, body, identity)
        return is_loss(event, identity) or is_topic or should_look(event, services)
    if kind in REACTIONS:
        return is_mute_reaction(event, identity)
    if kind == "app_home_opened":
        return event.get("tab") == "home"
    if kind not in ("message", "app_mention") or not isinstance(event.get("channel"), str):
        return False
    services.directory.note_message(channel_id)
    return _is_wanted_message(event, body, identity)


def _is_wanted_message(
    event: Mapping[str, Any], body: Mapping[str, Any], identity: Identity
) -> bool:
    if not event.get("ts") or (event.get("type") == "app_mention" and event.get("bot_id")):
        return False  # a bot asks nothing; its message event has all its words
    if event.get("subtype") == "message_changed":
        return adds_mentions(event) and not _is_own(part_of(event, "message"), body, identity)
    return should_read(event) and not _is_own(event, body, identity)


def is_loss(event: Mapping[str, Any], identity: Identity) -> bool:
    """Whether a channel may no longer be one that the bot posts in by itself."""
    if not isinstance(event.get("channel"), str):
        return False
    if event.get("type") == "member_left_channel":
        return event.get("user") == identity.user_id
    return event.get("type") in _LOSSES or event.get("subtype") == MADE_PRIVATE


def is_departure(event: Mapping[str, Any], identity: Identity) -> bool:
    """Whether the bot was taken out of a channel."""
    if event.get("type") == "member_left_channel":
        return event.get("user") == identity.user_id
    return event.get("type") in ("channel_left", "group_left")


def _is_own(event: Mapping[str, Any], body: Mapping[str, Any], identity: Identity) -> bool:
    """Whether the bot itself wrote it, under whatever name (bolt-python drops only some)."""
    profile = event.get("bot_profile")
    app_ids = [event.get("app_id"), profile.get("app_id") if isinstance(profile, Mapping) else None]
    app_id = body.get("api_app_id")
    return (
        event.get("user") == identity.user_id
        or event.get("bot_id") == identity.bot_id
        or (app_id is not None and app_id in app_ids)
    )
