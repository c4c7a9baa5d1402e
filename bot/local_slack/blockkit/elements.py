"""Block elements: buttons, menus, pickers, text inputs, images.

Owns each element's fields and limits and which block may hold which element; not the blocks
themselves. Limits are those of Slack's block-element reference pages.
"""

from collections.abc import Iterator, Mapping

from bot.local_slack.blockkit.objects import (
    ACTION_ID,
    CHOICE_OPTION,
    CONFIRM,
    CONVERSATION_FILTER,
    DISPATCH_ACTION_CONFIG,
    OPTION,
    OPTION_GROUP,
    OVERFLOW_OPTION,
    SLACK_FILE,
    STYLE,
    TYPE,
    URL,
    WEB_URL,
    initial_among_options,
    plain_text,
)
from bot.local_slack.blockkit.rich_text import RICH_TEXT_VALUE
from bot.local_slack.blockkit.rules import (
    Problem,
    Rule,
    boolean,
    enum,
    exactly_one,
    integer,
    items,
    matching,
    record,
    string,
)

_DATE = matching(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", "must be a valid date")
_TIME = matching(r"([01]\d|2[0-3]):[0-5]\d", "must be a valid time")
_NUMBER = matching(r"-?\d+(\.\d+)?", "must be a valid number")
_IDS = items(string(), 100)
_COUNT = integer(1, 1000)


def _element(required: Mapping[str, Rule], optional: Mapping[str, Rule], *more: Rule) -> Rule:
    """An interactive element: `action_id` may be left out, Slack then makes one."""
    return record({"type": TYPE, **required}, {"action_id": ACTION_ID, **optional}, *more)


def _menu(required: Mapping[str, Rule], optional: Mapping[str, Rule], *more: Rule) -> Rule:
    """An element with placeholder, confirm dialog and focus."""
    shared = {"placeholder": plain_text(150), "confirm": CONFIRM, "focus_on_load": boolean}
    return _element(required, {**shared, **optional}, *more)


def _choice(optional: Mapping[str, Rule]) -> Rule:
    """Checkboxes and radio buttons: no placeholder, at most ten options."""
    shared = {"confirm": CONFIRM, "focus_on_load": boolean}
    options = {"options": items(CHOICE_OPTION, 10)}
    return _element(options, {**shared, **optional}, initial_among_options)


def _static(optional: Mapping[str, Rule]) -> Rule:
    lists = {"options": items(OPTION, 100), "option_groups": items(OPTION_GROUP, 100)}
    either = exactly_one("options", "option_groups")
    return _menu({}, {**lists, **optional}, either, initial_among_options)


def _text_input(optional: Mapping[str, Rule], *more: Rule) -> Rule:
    shared = {
        "placeholder": plain_text(150),
        "dispatch_action_config": DISPATCH_ACTION_CONFIG,
        "focus_on_load": boolean,
    }
    return _element({}, {**shared, **optional}, *more)


def _lengths_in_order(value: object, at: str) -> Iterator[Problem]:
    """Demand `min_length` ≤ `max_length`."""
    if isinstance(value, dict):
        least, most = value.get("min_length"), value.get("max_length")
        if isinstance(least, int) and isinstance(most, int) and least > most:
            yield Problem(f"{at}/min_length", "must be less than or equal to `max_length`")


IMAGE = record(
    {"type": TYPE, "alt_text": string(2000)},
    {"image_url": WEB_URL, "slack_file": SLACK_FILE},
    exactly_one("image_url", "slack_file"),
)

_BUTTON = _element(
    {"text": plain_text(75)},
    {
        "url": URL,
        "value": string(2000),
        "style": STYLE,
        "confirm": CONFIRM,
        "accessibility_label": string(75),
    },
)

_SELECTS: dict[str, Rule] = {
    "static_select": _static({"initial_option": OPTION}),
    "external_select": _menu({}, {"initial_option": OPTION, "min_query_length": integer(0, 1000)}),
    "users_select": _menu({}, {"initial_user": string()}),
    "conversations_select": _menu(
        {},
        {
            "initial_conversation": string(),
            "default_to_current_conversation": boolean,
            "response_url_enabled": boolean,
            "filter": CONVERSATION_FILTER,
        },
    ),
    "channels_select": _menu({}, {"initial_channel": string(), "response_url_enabled": boolean}),
}

_MULTI_SELECTS: dict[str, Rule] = {
    "multi_static_select": _static(
        {"initial_options": items(OPTION, 100), "max_selected_items": _COUNT}
    ),
    "multi_external_select": _menu(
        {},
        {
            "initial_options": items(OPTION, 100),
            "min_query_length": integer(0, 1000),
            "max_selected_items": _COUNT,
        },
    ),
    "multi_users_select": _menu({}, {"initial_users": _IDS, "max_selected_items": _COUNT}),
    "multi_conversations_select": _menu(
        {},
        {
            "initial_conversations": _IDS,
            "default_to_current_conversation": boolean,
            "max_selected_items": _COUNT,
            "filter": CONVERSATION_FILTER,
        },
    ),
    "multi_channels_select": _menu({}, {"initial_channels": _IDS, "max_selected_items": _COUNT}),
}

_PICKERS: dict[str, Rule] = {
    "datepicker": _menu({}, {"initial_date": _DATE}),
    "timepicker": _menu({}, {"initial_time": _TIME, "timezone": string()}),
}

_DATETIME: dict[str, Rule] = {
    "datetimepicker": _element(
        {},
        {
            "initial_date_time": integer(1_000_000_000, 9_999_999_999),
            "confirm": CONFIRM,
            "focus_on_load": boolean,
        },
    ),
}

_CHOICES: dict[str, Rule] = {
    "checkboxes": _choice({"initial_options": items(CHOICE_OPTION, 10)}),
    "radio_buttons": _choice({"initial_option": CHOICE_OPTION}),
}

_OVERFLOW: dict[str, Rule] = {
    "overflow": _element({"options": items(OVERFLOW_OPTION, 5)}, {"confirm": CONFIRM}),
}

_TEXT_INPUTS: dict[str, Rule] = {
    "plain_text_input": _text_input(
        {
            "initial_value": string(3000),
            "multiline": boolean,
            "min_length": integer(0, 3000),
            "max_length": integer(1, 3000),
        },
        _lengths_in_order,
    ),
    "rich_text_input": _text_input(
        {
            "initial_value": RICH_TEXT_VALUE,
            "min_lines": integer(1, 100),
            "max_lines": integer(1, 100),
        },
    ),
    "number_input": record(
        {"type": TYPE, "is_decimal_allowed": boolean},
        {
            "action_id": ACTION_ID,
            "initial_value": _NUMBER,
            "min_value": _NUMBER,
            "max_value": _NUMBER,
            "placeholder": plain_text(150),
            "dispatch_action_config": DISPATCH_ACTION_CONFIG,
            "focus_on_load": boolean,
        },
    ),
    "url_text_input": _text_input({"initial_value": WEB_URL}),
    "email_text_input": _text_input(
        {"initial_value": matching(r"[^\s@]+@[^\s@]+", "must be a valid email")}
    ),
    "file_input": _element({}, {"filetypes": items(string(), 100), "max_files": integer(1, 10)}),
}

_FEEDBACK = record(
    {"text": plain_text(75), "value": string(2000)}, {"accessibility_label": string(75)}
)

ACCESSORIES: dict[str, Rule] = {
    "button": _BUTTON,
    "image": IMAGE,
    **_OVERFLOW,
    **_SELECTS,
    **_MULTI_SELECTS,
    **_PICKERS,
    **_CHOICES,
}
ACTION_ELEMENTS: dict[str, Rule] = {
    "button": _BUTTON,
    **_OVERFLOW,
    **_SELECTS,
    **_PICKERS,
    **_DATETIME,
    **_CHOICES,
}
INPUT_ELEMENTS: dict[str, Rule] = {
    **_TEXT_INPUTS,
    **_SELECTS,
    **_MULTI_SELECTS,
    **_PICKERS,
    **_DATETIME,
    **_CHOICES,
}
CONTEXT_ACTION_ELEMENTS: dict[str, Rule] = {
    "feedback_buttons": _element({"positive_button": _FEEDBACK, "negative_button": _FEEDBACK}, {}),
    "icon_button": _element(
        {"icon": enum("trash"), "text": plain_text(75)},
        {
            "value": string(2000),
            "confirm": CONFIRM,
            "accessibility_label": string(75),
            "visible_to_user_ids": items(string(), 10),
        },
    ),
}
