"""Views: modals in stacks of at most three for each person, and Home tabs.

Owns ids, hashes, external_ids and the stacks. Whether a view's JSON is valid is checked before
(`methods.views`); what people enter is in `state_values`.
"""

import copy
from typing import Any

from bot.local_slack import config
from bot.local_slack.block_ids import with_block_ids
from bot.local_slack.clock import new_id
from bot.local_slack.errors import SlackError
from bot.local_slack.state_values import carried, initial_values

MAX_DEPTH = 3  # Slack: at most three views in a modal's stack

_DEFAULTS: dict[str, Any] = {
    "private_metadata": "",
    "callback_id": "",
    "external_id": "",
    "title": None,
    "submit": None,
    "close": None,
    "clear_on_close": False,
    "notify_on_close": False,
}


class Views:
    """Open modals by person, and each person's Home tab."""

    def __init__(self) -> None:
        self._stacks: dict[str, list[dict[str, Any]]] = {}
        self.homes: dict[str, dict[str, Any]] = {}

    def stack(self, user_id: str) -> list[dict[str, Any]]:
        """What this person has open, bottom first."""
        return list(self._stacks.get(user_id, ()))

    def find(self, view_id: object) -> tuple[str, dict[str, Any]] | None:
        """The open modal or Home tab with this id, and who sees it."""
        for user_id, stack in self._stacks.items():
            for view in stack:
                if view["id"] == view_id:
                    return user_id, view
        for user_id, view in self.homes.items():
            if view["id"] == view_id:
                return user_id, view
        return None

    def by_external_id(self, external_id: object) -> tuple[str, dict[str, Any]] | None:
        """The open modal with this external_id, and who sees it."""
        for user_id, stack in self._stacks.items():
            for view in stack:
                if external_id and view["external_id"] == external_id:
                    return user_id, view
        return None

    def open(self, user_id: str, document: dict[str, Any]) -> dict[str, Any]:
        """Open a modal as a new root; whatever was open is gone."""
        self._stacks[user_id] = []
        return self.push(user_id, document)

    def push(self, user_id: str, document: dict[str, Any]) -> dict[str, Any]:
        """Put a modal on top of the stack.

        Raises:
            SlackError: `push_limit_reached` or `duplicate_external_id`.
        """
        stack = self._stacks.setdefault(user_id, [])
        if len(stack) >= MAX_DEPTH:
            raise SlackError("push_limit_reached")
        self._check_external_id(document, None)
        view = build_view(document)
        view["root_view_id"] = stack[0]["id"] if stack else view["id"]
        view["previous_view_id"] = stack[-1]["id"] if stack else None
        stack.append(view)
        return view

    def update(self, view: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
        """Give an open view another content, in place; what was entered is kept by ids.

        Raises:
            SlackError: `duplicate_external_id`.
        """
        self._check_external_id(document, view)
        fresh = build_view(document)
        fresh["state"]["values"] = carried(view["state"]["values"], fresh["blocks"])
        kept = ("id", "root_view_id", "previous_view_id")
        view.update({key: value for key, value in fresh.items() if key not in kept})
        return view

    def close(
        self, user_id: str, view_id: str, *, everything: bool = False
    ) -> list[dict[str, Any]]:
        """Close a modal and all above it, or the whole stack; returns them, top first."""
        stack = self._stacks.get(user_id, [])
        at = next((i for i, view in enumerate(stack) if view["id"] == view_id), len(stack))
        start = 0 if everything else at
        closed = stack[start:]
        del stack[start:]
        return closed[::-1]

    def publish(self, user_id: str, document: dict[str, Any]) -> dict[str, Any]:
        """Set a person's Home tab; it keeps its id."""
        view = build_view(document)
        if user_id in self.homes:
            view["id"] = self.homes[user_id]["id"]
        view["root_view_id"] = view["id"]
        self.homes[user_id] = view
        return view

    def _check_external_id(self, document: dict[str, Any], own: dict[str, Any] | None) -> None:
        taken = self.by_external_id(document.get("external_id"))
        if taken is not None and taken[1] is not own:
            raise SlackError("duplicate_external_id")


def check_hash(view: dict[str, Any], given: object) -> None:
    """Refuse a change that was based on an older version of the view.

    Raises:
        SlackError: `hash_conflict`.
    """
    if given not in (None, "") and given != view["hash"]:
        raise SlackError("hash_conflict")


def build_view(document: dict[str, Any]) -> dict[str, Any]:
    """The view object Slack makes of what the app sent: ids, a hash, and an untouched state."""
    blocks = with_block_ids(document["blocks"])
    view = _DEFAULTS | copy.deepcopy(document)
    return view | {
        "id": new_id("V"),
        "team_id": config.TEAM_ID,
        "app_id": config.APP_ID,
        "bot_id": config.BOT_ID,
        "app_installed_team_id": config.TEAM_ID,
        "blocks": blocks,
        "state": {"values": initial_values(blocks)},
        "hash": f"{new_id('')}.{new_id('')}".lower(),
        "root_view_id": None,
        "previous_view_id": None,
    }
