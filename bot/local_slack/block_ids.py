"""The ids Slack gives to blocks and elements that came without one."""

import copy
from typing import Any

from bot.local_slack.clock import new_id


def with_block_ids(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks as Slack stores them: each with a block_id, each button with an action_id."""
    out = copy.deepcopy(blocks)
    for block in out:
        block.setdefault("block_id", new_id("b"))
        found = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
        for element in found:
            if isinstance(element, dict) and _is_interactive(block, element):
                element.setdefault("action_id", new_id("a"))
    return out


def _is_interactive(block: dict[str, Any], element: dict[str, Any]) -> bool:
    holders = ("actions", "context_actions", "input", "section")
    return block.get("type") in holders and element.get("type") != "image"
