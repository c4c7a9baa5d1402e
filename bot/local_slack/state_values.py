"""What a person has entered: the `state.values` of a view or a message.

Owns which elements hold a value, under which key, and what an untouched one looks like. Reads
values from the control API in a short form too: a plain string for a text or an option's value.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.local_slack.errors import BadRequestError

# Element type → (key of the value, key of the initial value, value when untouched).
_KEYS: dict[str, tuple[str, str, Any]] = {
    "plain_text_input": ("value", "initial_value", None),
    "email_text_input": ("value", "initial_value", None),
    "url_text_input": ("value", "initial_value", None),
    "number_input": ("value", "initial_value", None),
    "rich_text_input": ("rich_text_value", "initial_value", None),
    "static_select": ("selected_option", "initial_option", None),
    "external_select": ("selected_option", "initial_option", None),
    "radio_buttons": ("selected_option", "initial_option", None),
    "multi_static_select": ("selected_options", "initial_options", []),
    "multi_external_select": ("selected_options", "initial_options", []),
    "checkboxes": ("selected_options", "initial_options", []),
    "users_select": ("selected_user", "initial_user", None),
    "multi_users_select": ("selected_users", "initial_users", []),
    "conversations_select": ("selected_conversation", "initial_conversation", None),
    "multi_conversations_select": ("selected_conversations", "initial_conversations", []),
    "channels_select": ("selected_channel", "initial_channel", None),
    "multi_channels_select": ("selected_channels", "initial_channels", []),
    "datepicker": ("selected_date", "initial_date", None),
    "timepicker": ("selected_time", "initial_time", None),
    "datetimepicker": ("selected_date_time", "initial_date_time", None),
    "file_input": ("files", "initial_files", []),
}

Values = dict[str, dict[str, dict[str, Any]]]


def elements(block: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every interactive element of a block."""
    for found in (block.get("element"), block.get("accessory"), *block.get("elements", ())):
        if isinstance(found, dict) and "action_id" in found:
            yield found


def holds_value(element: Mapping[str, Any]) -> bool:
    """Whether this element is part of the state; buttons and overflow menus are not."""
    return element["type"] in _KEYS


def initial_values(blocks: list[dict[str, Any]]) -> Values:
    """The state of these blocks before anybody has touched them; null where nothing is set."""
    values: Values = {}
    for block in blocks:
        for element in elements(block):
            keys = _KEYS.get(element["type"])
            if keys is None:
                continue
            key, initial, untouched = keys
            entry = {"type": element["type"], key: element.get(initial, untouched)}
            values.setdefault(block["block_id"], {})[element["action_id"]] = entry
    return values


def merge(blocks: list[dict[str, Any]], known: Values, given: Mapping[str, Any]) -> Values:
    """`known` with what a person has now entered.

    Raises:
        BadRequestError: a value for a block or element that is not there.
    """
    values = {block_id: dict(entries) for block_id, entries in known.items()}
    for block_id, entries in given.items():
        if not isinstance(entries, dict):
            raise BadRequestError(f"the values of {block_id} must be an object")
        for action_id, value in entries.items():
            element = find_element(blocks, block_id, action_id)
            if element["type"] not in _KEYS:
                raise BadRequestError(f"{block_id}/{action_id} holds no value")
            entry = {"type": element["type"], **_entry(element, value)}
            values.setdefault(block_id, {})[action_id] = entry
    return values


def find_element(
    blocks: list[dict[str, Any]], block_id: object, action_id: object
) -> dict[str, Any]:
    """The element with these ids.

    Raises:
        BadRequestError: there is none.
    """
    for block in blocks:
        if block.get("block_id") == block_id:
            for element in elements(block):
                if element["action_id"] == action_id:
                    return element
    raise BadRequestError(f"nothing with block_id {block_id!r} and action_id {action_id!r} here")


def carried(old: Values, blocks: list[dict[str, Any]]) -> Values:
    """The state after a view was updated: what was entered stays where the ids stay."""
    values = initial_values(blocks)
    for block_id, entries in values.items():
        for action_id, entry in entries.items():
            before = old.get(block_id, {}).get(action_id)
            if before is not None and before["type"] == entry["type"]:
                entries[action_id] = before
    return values


def missing(blocks: list[dict[str, Any]], values: Values) -> dict[str, str]:
    """What Slack's own client says before it submits: block_id → sentence."""
    out: dict[str, str] = {}
    for block in blocks:
        if block.get("type") != "input":
            continue
        element = block["element"]
        key = _KEYS[element["type"]][0] if element["type"] in _KEYS else "value"
        value = values.get(block["block_id"], {}).get(element["action_id"], {}).get(key)
        if not value and not block.get("optional", False):
            out[block["block_id"]] = "Please complete this required field."
        elif isinstance(value, str) and not _fits(element, value):
            out[block["block_id"]] = "The text is too long or too short."
    return out


def _fits(element: Mapping[str, Any], value: str) -> bool:
    longest = element.get("max_length", 3000)
    return not value or element.get("min_length", 0) <= len(value) <= longest


def chosen(element: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen in an element, out of a control request: options may be named by value."""
    kind = element["type"]
    key = "selected_option" if kind == "overflow" else _KEYS[kind][0] if kind in _KEYS else ""
    if key not in given:
        return {}
    value = given[key]
    if key == "selected_option":
        value = _option(element, value)
    elif key == "selected_options":
        value = [_option(element, one) for one in value or []]
    return {key: value}


def _entry(element: dict[str, Any], value: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        return value
    key = _KEYS[element["type"]][0]
    if key == "selected_option":
        return {key: _option(element, value)}
    if key == "selected_options":
        return {key: [_option(element, one) for one in value or []]}
    return {key: value}


def _option(element: dict[str, Any], value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The element's option with this value; one that was suggested is made up from it."""
    if not isinstance(value, str):
        return value
    groups = element.get("option_groups", ())
    options = [*element.get("options", ()), *(o for group in groups for o in group["options"])]
    made = {"text": {"type": "plain_text", "text": value, "emoji": True}, "value": value}
    return next((option for option in options if option.get("value") == value), made)
