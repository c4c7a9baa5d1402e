"""Rich text: sections, lists, quotes, code, and the pieces inside them.

Slack publishes no character cap here and validates the structure alone; so does this module.
"""

from bot.local_slack.blockkit.objects import BLOCK_ID, TYPE, URL
from bot.local_slack.blockkit.rules import Rule, boolean, by_type, enum, integer, items, record
from bot.local_slack.blockkit.rules import string as text_of

_STYLE = record(
    {}, dict.fromkeys(("bold", "italic", "strike", "code", "underline", "unlink"), boolean)
)
_MENTION_STYLE = record(
    {},
    dict.fromkeys(("bold", "italic", "strike", "highlight", "client_highlight", "unlink"), boolean),
)


def _piece(required: dict[str, Rule], optional: dict[str, Rule] | None = None) -> Rule:
    return record({"type": TYPE, **required}, {"style": _STYLE, **(optional or {})})


def _mention(required: dict[str, Rule]) -> Rule:
    return record({"type": TYPE, **required}, {"style": _MENTION_STYLE})


_INLINE = by_type(
    {
        "text": _piece({"text": text_of()}),
        "link": _piece({"url": URL}, {"text": text_of(), "unsafe": boolean}),
        "emoji": _piece({"name": text_of()}, {"skin_tone": integer(1, 6), "unicode": text_of()}),
        "user": _mention({"user_id": text_of()}),
        "usergroup": _mention({"usergroup_id": text_of()}),
        "channel": _mention({"channel_id": text_of()}),
        "broadcast": _piece({"range": enum("here", "channel", "everyone")}),
        "date": _piece(
            {"timestamp": integer(0, 99_999_999_999), "format": text_of()},
            {"url": URL, "fallback": text_of()},
        ),
        "color": _piece({"value": text_of()}),
    }
)

_BORDER = {"border": integer(0, 1)}
_SECTION = record({"type": TYPE, "elements": items(_INLINE, least=0)})

_PARTS = by_type(
    {
        "rich_text_section": _SECTION,
        "rich_text_quote": record({"type": TYPE, "elements": items(_INLINE, least=0)}, _BORDER),
        "rich_text_preformatted": record(
            {"type": TYPE, "elements": items(_INLINE, least=0)}, {**_BORDER, "language": text_of()}
        ),
        "rich_text_list": record(
            {
                "type": TYPE,
                "style": enum("bullet", "ordered"),
                "elements": items(by_type({"rich_text_section": _SECTION})),
            },
            {**_BORDER, "indent": integer(0, 8), "offset": integer(0, 10_000)},
        ),
    }
)

RICH_TEXT = record({"type": TYPE, "elements": items(_PARTS)}, {"block_id": BLOCK_ID})
RICH_TEXT_VALUE = by_type({"rich_text": RICH_TEXT})
