"""Composition objects: texts, options, option groups, confirm dialogs, filters.

Owns their fields and limits; not the elements and blocks that hold them. Limits are those of
Slack's composition-object reference pages.
"""

from collections.abc import Iterator

from bot.local_slack.blockkit.rules import (
    Problem,
    Rule,
    boolean,
    by_type,
    enum,
    exactly_one,
    items,
    matching,
    record,
    string,
)

STYLE = enum("primary", "danger")
BLOCK_ID = string(255)
ACTION_ID = string(255)
TYPE = string()


def _url(pattern: str) -> Rule:
    """An address of at most 3,000 characters that is `pattern` from end to end."""
    shape = matching(pattern, "invalid url")
    size = string(3000)

    def check(value: object, at: str) -> Iterator[Problem]:
        too_long = list(size(value, at))
        yield from too_long or shape(value, at)

    return check


URL = _url(r"(?i)(https?://|mailto:|slack://)[^\s<>]+")
WEB_URL = _url(r"(?i)https?://[^\s<>]+")


def plain_text(most: int = 3000) -> Rule:
    """A `plain_text` object of 1 to `most` characters."""
    return by_type(
        {"plain_text": record({"type": TYPE, "text": string(most)}, {"emoji": boolean})},
    )


def any_text(most: int = 3000) -> Rule:
    """A `plain_text` or `mrkdwn` object of 1 to `most` characters."""
    return by_type(
        {
            "plain_text": record({"type": TYPE, "text": string(most)}, {"emoji": boolean}),
            "mrkdwn": record({"type": TYPE, "text": string(most)}, {"verbatim": boolean}),
        },
    )


# 150 in Slack's pages and 75 in its typed SDK and in the field: the smaller one is safe.
_OPTION_VALUE = string(75)

OPTION = record(
    {"text": plain_text(75), "value": _OPTION_VALUE},
    {"description": plain_text(75)},
)
# Only an overflow menu's options may carry a link.
OVERFLOW_OPTION = record(
    {"text": plain_text(75), "value": _OPTION_VALUE},
    {"description": plain_text(75), "url": URL},
)
# Checkboxes and radio buttons are the only ones that may be styled.
CHOICE_OPTION = record(
    {"text": any_text(75), "value": _OPTION_VALUE},
    {"description": any_text(75)},
)
OPTION_GROUP = record({"label": plain_text(75), "options": items(OPTION, 100)})

CONFIRM = record(
    {
        "title": plain_text(100),
        "text": plain_text(300),
        "confirm": plain_text(30),
        "deny": plain_text(30),
    },
    {"style": STYLE},
)

SLACK_FILE = record({}, {"id": string(), "url": WEB_URL}, exactly_one("id", "url"))

CONVERSATION_FILTER = record(
    {},
    {
        "include": items(enum("im", "mpim", "private", "public"), 4),
        "exclude_external_shared_channels": boolean,
        "exclude_bot_users": boolean,
    },
)

DISPATCH_ACTION_CONFIG = record(
    {},
    {"trigger_actions_on": items(enum("on_enter_pressed", "on_character_entered"), 2)},
)


def initial_among_options(value: object, at: str) -> Iterator[Problem]:
    """Demand that what is preselected is one of the options, exactly as written there."""
    if not isinstance(value, dict):
        return
    offered = list(value["options"]) if isinstance(value.get("options"), list) else []
    groups = value.get("option_groups")
    for group in groups if isinstance(groups, list) else []:
        if isinstance(group, dict) and isinstance(group.get("options"), list):
            offered += group["options"]
    chosen = value.get("initial_options")
    for index, option in enumerate(chosen if isinstance(chosen, list) else []):
        if option not in offered:
            yield Problem(f"{at}/initial_options/{index}", "must be one of the provided options")
    if "initial_option" in value and value["initial_option"] not in offered:
        yield Problem(f"{at}/initial_option", "must be one of the provided options")
