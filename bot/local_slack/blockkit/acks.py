"""What an app may answer with when it acks a block_suggestion or a view_submission.

Owns the shape of those two answers; when Slack shows the user "trouble connecting" is the
server's business: any problem listed here is such a case.
"""

from collections.abc import Iterator
from typing import Any

from bot.local_slack.blockkit.objects import OPTION, OPTION_GROUP
from bot.local_slack.blockkit.rules import Problem, exactly_one, items, record, string
from bot.local_slack.blockkit.surfaces import check_view

# Up to 100 in all; Slack shows "no result" beyond and tells the app nothing.
_OPTIONS_ACK = record(
    {},
    {
        "options": items(OPTION, 100, least=0),
        "option_groups": items(OPTION_GROUP, 100, least=0),
    },
    exactly_one("options", "option_groups"),
)


def check_options_ack(payload: object) -> list[Problem]:
    """List what is wrong with the answer to a `block_suggestion`."""
    return list(_OPTIONS_ACK(payload, ""))


def check_submission_ack(payload: object, view: object) -> list[Problem]:
    """List what is wrong with the answer to a `view_submission` of `view`.

    An empty body, `{}` and no body at all close the view and are fine.
    """
    if payload in (None, "", {}):
        return []
    if not isinstance(payload, dict):
        return [Problem("", "must provide an object")]
    return list(_submission(payload, view))


def _submission(payload: dict[str, Any], view: object) -> Iterator[Problem]:
    action = payload.get("response_action")
    if "response_action" not in payload:
        yield Problem("", "missing required field: response_action")
        return
    allowed = {"update": {"view"}, "push": {"view"}, "errors": {"errors"}, "clear": set[str]()}
    if not isinstance(action, str) or action not in allowed:
        yield Problem("/response_action", "must be a valid enum value")
        return
    for name in allowed[action] - set(payload):
        yield Problem("", f"missing required field: {name}")
    for name in sorted(set(payload) - allowed[action] - {"response_action"}):
        yield Problem("", f"invalid additional property: {name}")
    if "view" in allowed[action] and "view" in payload:
        yield from check_view(payload["view"])
    if action == "errors" and "errors" in payload:
        yield from _errors(payload["errors"], view)


def _errors(errors: object, view: object) -> Iterator[Problem]:
    """Check that each key of `errors` names an input block of `view` (Slack ignores no other)."""
    if not isinstance(errors, dict):
        yield Problem("/errors", "must provide an object")
        return
    if not errors:
        yield Problem("/errors", "must provide at least 1 items")
    blocks = view.get("blocks") if isinstance(view, dict) else None
    inputs = {
        block.get("block_id")
        for block in (blocks if isinstance(blocks, list) else [])
        if isinstance(block, dict) and block.get("type") == "input"
    }
    for block_id, text in errors.items():
        if block_id not in inputs:
            yield Problem(f"/errors/{block_id}", "must be the `block_id` of an input block")
        yield from string()(text, f"/errors/{block_id}")
