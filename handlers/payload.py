"""Slack's bodies, read with care: any part may be missing or something else."""

from collections.abc import Mapping
from typing import Any


def part_of(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A part of a payload that should be an object; empty where it is missing or something else."""
    part = body.get(name)
    return part if isinstance(part, Mapping) else {}


def action_of(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The action of a block_actions body; Slack sends one at a time."""
    actions = body.get("actions")
    return (
        actions[0]
        if isinstance(actions, list) and actions and isinstance(actions[0], Mapping)
        else {}
    )


def seconds_of(ts: object) -> float | None:
    """Slack's ts in seconds since the epoch; None where it is no ts."""
    try:
        return float(str(ts))
    except ValueError:
        return None


def user_of(body: Mapping[str, Any]) -> str:
    """The id of who sent a command or an interaction; "" where the body does not say."""
    return str(body.get("user_id") or part_of(body, "user").get("id", ""))


def entered(body: Mapping[str, Any], block_id: str, action_id: str) -> str:
    """What was entered or chosen in a field of a submitted view, without the blanks around it."""
    field = _field(body, block_id, action_id)
    found = field.get("value") or part_of(field, "selected_option").get("value")
    moment = field.get("selected_time") or field.get("selected_date_time")
    return str(found or moment or "").strip()


def entered_all(body: Mapping[str, Any], block_id: str, action_id: str) -> tuple[str, ...]:
    """The values of everything that was chosen in a field of a submitted view."""
    options = _field(body, block_id, action_id).get("selected_options")
    chosen = options if isinstance(options, list) else []
    return tuple(str(option.get("value", "")) for option in chosen if isinstance(option, Mapping))


def _field(body: Mapping[str, Any], block_id: str, action_id: str) -> Mapping[str, Any]:
    state = part_of(part_of(body, "view"), "state")
    return part_of(part_of(part_of(state, "values"), block_id), action_id)
