"""The few Block Kit shapes that the views use, each with its block id.

A block id is a role and a digest of the content: unique in its message, the same for the same
content and new when the content changes, as Slack asks. Lengths are the business of
`handlers.views.limits`.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Literal

from handlers.views.message import Block
from handlers.views.mrkdwn import mrkdwn_text, plain_text


def section(role: str, text: str, *, accessory: Block | None = None) -> Block:
    """Mrkdwn in full: Slack does not fold it behind "see more"."""
    block: Block = {"type": "section", "text": mrkdwn_text(text), "expand": True}
    if accessory is not None:
        block["accessory"] = accessory
    return _identified(role, block)


def context(role: str, text: str) -> Block:
    """One small grey line of mrkdwn."""
    return _identified(role, {"type": "context", "elements": [mrkdwn_text(text)]})


def actions(role: str, buttons: Sequence[Block]) -> Block:
    """A row of buttons and menus; their action ids must differ."""
    return _identified(role, {"type": "actions", "elements": list(buttons)})


def divider(role: str) -> Block:
    """A line across."""
    return _identified(role, {"type": "divider"})


def button(
    action_id: str, label: str, value: str, style: Literal["primary", "danger"] | None = None
) -> Block:
    """A button that sends `value` to the listener of `action_id`."""
    block: Block = {
        "type": "button",
        "action_id": action_id,
        "text": plain_text(label),
        "value": value,
    }
    if style is not None:
        block["style"] = style
    return block


def menu(
    action_id: str, placeholder: str, options: Sequence[tuple[str, str]], chosen: str | None = None
) -> Block:
    """A menu of (value, label); what is chosen is sent to the listener of `action_id`."""
    offered = [{"text": plain_text(label), "value": value} for value, label in options]
    block: Block = {
        "type": "static_select",
        "action_id": action_id,
        "placeholder": plain_text(placeholder),
        "options": offered,
    }
    initial = next((option for option in offered if option["value"] == chosen), None)
    if initial is not None:
        block["initial_option"] = initial
    return block


def _identified(role: str, block: Block) -> Block:
    content = json.dumps(block, sort_keys=True).encode()
    return {**block, "block_id": f"{role}.{hashlib.sha256(content).hexdigest()[:10]}"}
