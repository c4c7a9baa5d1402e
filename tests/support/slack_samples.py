"""Blocks, views and grants that tests of the stand-in share."""

from typing import Any

from bot.manifest import load_manifest

# What later features will ask for, on top of what the manifest asks for today.
ALL_SCOPES = (
    *sorted(load_manifest().scopes),
    "im:write",
    "reactions:write",
    "team:read",
)
ALL_EVENTS = (
    *sorted(load_manifest().events),
    "app_home_opened",
    "member_joined_channel",
)

SECTION: dict[str, Any] = {"type": "section", "text": {"type": "mrkdwn", "text": "*hello*"}}
BUTTON: dict[str, Any] = {
    "type": "actions",
    "block_id": "card",
    "elements": [
        {
            "type": "button",
            "action_id": "match.details",
            "text": {"type": "plain_text", "text": "Details"},
            "value": "PUB-0001",
        }
    ],
}
MENU: dict[str, Any] = {
    "type": "input",
    "block_id": "where",
    "optional": True,
    "label": {"type": "plain_text", "text": "Component"},
    "element": {"type": "external_select", "action_id": "component", "min_query_length": 0},
}
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "details",
    "title": {"type": "plain_text", "text": "Details"},
    "blocks": [SECTION],
}
HOME: dict[str, Any] = {"type": "home", "blocks": [SECTION]}
FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "search",
    "notify_on_close": True,
    "title": {"type": "plain_text", "text": "Search"},
    "submit": {"type": "plain_text", "text": "Go"},
    "blocks": [
        {
            "type": "input",
            "block_id": "what",
            "label": {"type": "plain_text", "text": "Symptoms"},
            "element": {"type": "plain_text_input", "action_id": "text"},
        },
        MENU,
    ],
}
