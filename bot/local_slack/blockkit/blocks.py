"""Layout blocks and the surfaces each may stand on.

Owns each block's fields and limits; not what must be unique or summed over a whole message or
view. Limits are those of Slack's block reference pages.
"""

from collections.abc import Iterator, Mapping

from bot.local_slack.blockkit.elements import (
    ACCESSORIES,
    ACTION_ELEMENTS,
    CONTEXT_ACTION_ELEMENTS,
    IMAGE,
    INPUT_ELEMENTS,
)
from bot.local_slack.blockkit.objects import (
    BLOCK_ID,
    SLACK_FILE,
    TYPE,
    WEB_URL,
    any_text,
    plain_text,
)
from bot.local_slack.blockkit.rich_text import RICH_TEXT
from bot.local_slack.blockkit.rules import (
    Problem,
    Rule,
    anything,
    boolean,
    by_type,
    enum,
    exactly_one,
    items,
    record,
    string,
)


def _block(
    required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None, *more: Rule
) -> Rule:
    return record({"type": TYPE, **required}, {"block_id": BLOCK_ID, **(optional or {})}, *more)


def _text_or_fields(value: object, at: str) -> Iterator[Problem]:
    """Demand a text, fields, or both; Slack points at the block's type."""
    if isinstance(value, dict) and "text" not in value and "fields" not in value:
        yield Problem(f"{at}/type", "must define either `text` or `fields`")


_CONTEXT_ELEMENT = by_type(
    {
        "image": IMAGE,
        "plain_text": plain_text(),
        "mrkdwn": any_text(),
    }
)

_CELL = by_type(
    {
        "raw_text": record({"type": TYPE, "text": string()}),
        "raw_number": record({"type": TYPE, "value": anything}, {"text": string()}),
        "rich_text": RICH_TEXT,
    }
)


def _column(value: object, at: str) -> Iterator[Problem]:
    """A column's settings; null keeps the default of that column."""
    if value is not None:
        settings = {"align": enum("left", "center", "right"), "is_wrapped": boolean}
        yield from record({}, settings)(value, at)


_EVERYWHERE: dict[str, Rule] = {
    "section": _block(
        {},
        {
            "text": any_text(),
            "fields": items(any_text(2000), 10),
            "accessory": by_type(ACCESSORIES),
            "expand": boolean,
        },
        _text_or_fields,
    ),
    "header": _block({"text": plain_text(150)}),
    "divider": _block({}),
    "context": _block({"elements": items(_CONTEXT_ELEMENT, 10)}),
    "actions": _block({"elements": items(by_type(ACTION_ELEMENTS), 25)}),
    "input": _block(
        {"label": plain_text(2000), "element": by_type(INPUT_ELEMENTS)},
        {"hint": plain_text(2000), "optional": boolean, "dispatch_action": boolean},
    ),
    "image": _block(
        {"alt_text": string(2000)},
        {"image_url": WEB_URL, "slack_file": SLACK_FILE, "title": plain_text(2000)},
        exactly_one("image_url", "slack_file"),
    ),
    "rich_text": RICH_TEXT,
    "video": _block(
        {
            "alt_text": string(2000),
            "title": plain_text(200),
            "thumbnail_url": WEB_URL,
            "video_url": WEB_URL,
        },
        {
            "title_url": WEB_URL,
            "description": plain_text(200),
            "provider_icon_url": WEB_URL,
            "provider_name": string(50),
            "author_name": string(50),
        },
    ),
}

MESSAGE_BLOCKS: dict[str, Rule] = {
    **_EVERYWHERE,
    "markdown": _block({"text": string(12_000)}),
    "table": _block(
        {"rows": items(items(_CELL, 20), 100)},
        {"column_settings": items(_column, 20, least=0)},
    ),
    "file": _block({"external_id": string(255), "source": enum("remote")}),
    "context_actions": _block({"elements": items(by_type(CONTEXT_ACTION_ELEMENTS), 5)}),
}
MODAL_BLOCKS: dict[str, Rule] = {
    **_EVERYWHERE,
    "alert": _block(
        {"text": any_text(200)},
        {"level": enum("default", "info", "warning", "error", "success")},
    ),
}
# A file cannot be uploaded on a Home tab; every other input can stand there.
HOME_BLOCKS: dict[str, Rule] = _EVERYWHERE
