"""The modal *Link a past case*: its fields, and the options of its menu of cases."""

from collections.abc import Sequence

from corpus import TitleRow
from handlers.ledger import LINK_KINDS
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import ORG, date_label, joined
from handlers.views.limits import clip, length
from handlers.views.link_kinds import kind_label
from handlers.views.message import Block, View
from handlers.views.modal import field, modal, option
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
    hint = words("link-view-note-hint")
    form = [
        field(CASE_BLOCK, words("link-view-case"), case),
        field(KIND_BLOCK, words("link-view-kind"), kind),
        field(NOTE_BLOCK, words("link-view-note"), note, hint=hint, optional=True),
    ]
    return _view(form, words, submit=words("link-view-submit"), carried=carried)


def build_case_options(rows: Sequence[TitleRow], words: Words) -> list[Block]:
    """The options for some cases, best first: id and title, below them whose and when."""
    return [_option(row, words) for row in rows if length(row.id) <= _LONGEST_ID]


def _option(row: TitleRow, words: Words) -> Block:
    title = one_line(row.title.get(words.lang))
    date = row.date or ""
    when = date_label(date, words) if date[:4].isdecimal() else ""
    about = joined((clip(one_line(row.org or ""), ORG), when))
    return option(row.id, f"{row.id} · {title}", about)


def _view(content: list[Block], words: Words, *, submit: str = "", carried: str = "") -> View:
    title, close = words("link-view-title"), words("link-view-cancel")
    return modal(CALLBACK, title, content, close=close, submit=submit, carried=carried)
