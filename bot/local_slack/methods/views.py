"""views.*: modals and Home tabs."""

import copy
from typing import Any

from bot.local_slack.blockkit import check_view, view_too_large
from bot.local_slack.call import Call, invalid_arguments, refusal
from bot.local_slack.errors import SlackError
from bot.local_slack.modals import check_hash


def _document(call: Call, kind: str) -> dict[str, Any]:
    """The checked `view` argument, of the kind that the method takes."""
    view = call.structure("view", "invalid_arguments")
    if view is None:
        raise invalid_arguments(["[ERROR] missing required field: view"])
    problems = check_view(view)
    if problems:
        raise refusal("invalid_arguments", problems)
    if view_too_large(view):
        raise SlackError("view_too_large")
    if view["type"] != kind:
        raise invalid_arguments([f"[ERROR] must be a {kind} view [json-pointer:/view/type]"])
    return dict(view)


def open_view(call: Call) -> dict[str, Any]:
    """views.open: a new modal; one asked for from within a modal goes on top of it."""
    world = call.world
    document = _document(call, "modal")
    trigger = world.triggers.exchange(call.text("trigger_id"))
    if trigger.view_id is not None and world.views.stack(trigger.user_id):
        view = world.views.push(trigger.user_id, document)
        kind = "view_pushed"
    else:
        view = world.views.open(trigger.user_id, document)
        kind = "view_opened"
    world.feed.publish(kind, view=view, user=trigger.user_id)
    return {"view": copy.deepcopy(view)}


def push(call: Call) -> dict[str, Any]:
    """views.push: on top of the modal in which the trigger was made."""
    world = call.world
    document = _document(call, "modal")
    trigger = world.triggers.exchange(call.text("trigger_id"))
    if trigger.view_id is None or not world.views.stack(trigger.user_id):
        raise SlackError("invalid_trigger_id")
    view = world.views.push(trigger.user_id, document)
    world.feed.publish("view_pushed", view=view, user=trigger.user_id)
    return {"view": copy.deepcopy(view)}


def update(call: Call) -> dict[str, Any]:
    """views.update: an open modal, by view_id or external_id."""
    world = call.world
    view_id, external_id = call.text("view_id"), call.text("external_id")
    if bool(view_id) == bool(external_id):
        raise invalid_arguments(["[ERROR] exactly one of view_id and external_id is needed"])
    found = world.views.find(view_id) if view_id else world.views.by_external_id(external_id)
    if found is None:
        raise SlackError("not_found")
    user_id, view = found
    document = _document(call, view["type"])
    check_hash(view, call.args.get("hash"))
    world.views.update(view, document)
    world.feed.publish("view_updated", view=view, user=user_id)
    return {"view": copy.deepcopy(view)}


def publish(call: Call) -> dict[str, Any]:
    """views.publish: the Home tab of one person."""
    world = call.world
    user_id = call.required("user_id")
    if user_id not in world.workspace.users:
        raise invalid_arguments(["[ERROR] invalid `user_id` [json-pointer:/user_id]"])
    document = _document(call, "home")
    known = world.views.homes.get(user_id)
    if known is not None:
        check_hash(known, call.args.get("hash"))
    view = world.views.publish(user_id, document)
    world.feed.publish("home_published", view=view, user=user_id)
    return {"view": copy.deepcopy(view)}
