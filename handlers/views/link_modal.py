"""The modal *Link a past case*: its fields, and the options of its menu of cases."""

from collections.abc import Sequence

from corpus import TitleRow
from handlers.ledger import LINK_KINDS
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import ORG, date_label, joined
from handlers.views.limits import OPTION_TEXT, PRIVATE_METADATA, VIEW_TITLE, clip, fit_view, length
from handlers.views.link_kinds import kind_label
from handlers.views.message import Block, View
from handlers.views.mrkdwn import escape, one_line, plain_text

CALLBACK = "link.view"
CASE_MENU = "link.case"

CASE_BLOCK = ("link.case-block", CASE_MENU)
KIND_BLOCK = ("link.kind-block", "link.kind-field")
NOTE_BLOCK = ("link.note-block", "link.note-field")
"""Block id and action id of each field; they stay the same, since what was entered is read by
them."""

_NOTE = 500
_LONGEST_ID = 75
"""Slack documents 150 for the value of an option, and has refused more than 75."""


def build_link_loading(words: Words) -> View:
    """The modal as it opens, before it is known what its readers may see."""
    return _view([blocks.context("loading", escape(words("details-loading")))], words)


def build_link_view(words: Words, carried: str) -> View:
    """The form. `carried` comes back with each request of this modal; at most 3,000 characters."""
    kinds = [(kind, kind_label(kind, words)) for kind in LINK_KINDS]
    case = {
        "type": "external_select",
        "action_id": CASE_MENU,
        "placeholder": plain_text(words("link-view-case-hint")),
        "min_query_length": 0,
        "focus_on_load": True,
    }
    note = {
        "type": "plain_text_input",
        "action_id": NOTE_BLOCK[1],
        "multiline": True,
        "max_length": _NOTE,
    }
    kind = blocks.menu(KIND_BLOCK[1], words("link-kind"), kinds, "reference")
    form = [
        _field(CASE_BLOCK[0], words("link-view-case"), case),
        _field(KIND_BLOCK[0], words("link-view-kind"), kind),
        {
            **_field(NOTE_BLOCK[0], words("link-view-note"), note),
            "hint": plain_text(words("link-view-note-hint")),
            "optional": True,
        },
    ]
    view = {**_view(form, words), "submit": plain_text(words("link-view-submit"))}
    if length(carried) <= PRIVATE_METADATA:
        view["private_metadata"] = carried
    return fit_view(view)


def build_case_options(rows: Sequence[TitleRow], words: Words) -> list[Block]:
    """The options for some cases, best first: id and title, below them whose and when."""
    return [_option(row, words) for row in rows if length(row.id) <= _LONGEST_ID]


def _option(row: TitleRow, words: Words) -> Block:
    title = one_line(row.title.get(words.lang))
    option: Block = {
        "text": plain_text(clip(f"{row.id} · {title}", OPTION_TEXT)),
        "value": row.id,
    }
    date = row.date or ""
    when = date_label(date, words) if date[:4].isdecimal() else ""
    about = joined((clip(one_line(row.org or ""), ORG), when))
    if about:
        option["description"] = plain_text(clip(about, OPTION_TEXT))
    return option


def _field(block_id: str, label: str, element: Block) -> Block:
    return {"type": "input", "block_id": block_id, "label": plain_text(label), "element": element}


def _view(content: list[Block], words: Words) -> View:
    return fit_view(
        {
            "type": "modal",
            "callback_id": CALLBACK,
            "title": plain_text(clip(words("link-view-title"), VIEW_TITLE)),
            "close": plain_text(words("link-view-cancel")),
            "blocks": content,
        }
    )
