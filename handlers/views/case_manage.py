"""What Details offers to whoever may change a case, and the trace of who did what to it."""

from collections.abc import Iterator, Sequence

from corpus import Case, HistoryEntry
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import day_label, joined
from handlers.views.message import Block, View
from handlers.views.modal import field, modal
from handlers.views.mrkdwn import bold, escape, one_line, person, plain_text

OUTDATE_CALLBACK = "case.outdate-form"
REASON = ("case.reason-block", "case.reason")

_REASON = 300
_TRACES = 20
"""Entries of the trace that are shown, the newest."""


def manage_blocks(case: Case, words: Words) -> Iterator[Block]:
    """The buttons under a case that its reader may change."""
    buttons = []
    if case.draft:
        review = f"{case.id} {case.digest}"
        buttons.append(
            blocks.button("case.review", words("button-mark-reviewed"), review, "primary")
        )
    buttons.append(blocks.button("case.edit", words("button-edit"), case.id))
    if case.outdated is None:
        buttons.append(blocks.button("case.outdate", words("button-outdate"), case.id))
    else:
        buttons.append(blocks.button("case.restore", words("button-restore"), case.id))
    delete = blocks.button("case.delete", words("button-delete"), case.id, "danger")
    delete["confirm"] = {
        "title": plain_text(words("case-delete-title", case=case.id)),
        "text": plain_text(words("case-delete-text")),
        "confirm": plain_text(words("button-delete")),
        "deny": plain_text(words("case-form-cancel")),
        "style": "danger",
    }
    yield blocks.actions("manage", [*buttons, delete])


def history_lines(history: Sequence[HistoryEntry], words: Words) -> str:
    """Mrkdwn: who did what to a case and when, the newest first."""
    newest = list(history)[::-1][:_TRACES]
    return "\n".join(f"• {_trace(entry, words)}" for entry in newest)


def build_outdate_loading(words: Words) -> View:
    """The modal as it opens, before it is known whether its reader may change the case."""
    return _view([blocks.context("loading", escape(words("details-loading")))], words)


def build_outdate_form(case_id: str, words: Words, carried: str) -> View:
    """The modal that asks why a case no longer applies."""
    reason = {
        "type": "plain_text_input",
        "action_id": REASON[1],
        "max_length": _REASON,
        "placeholder": plain_text(words("case-outdate-placeholder")),
    }
    content = [
        blocks.section("about", escape(words("case-outdate-about", case=case_id))),
        field(REASON, words("case-outdate-reason"), reason),
    ]
    return _view(content, words, submit=words("button-outdate"), carried=carried)


def build_change_problem(sentence: str, words: Words) -> View:
    """A modal in which nothing can be changed: one plain sentence."""
    return _view([blocks.section("problem", escape(one_line(sentence)))], words)


def _trace(entry: HistoryEntry, words: Words) -> str:
    who = person(entry.actor) if entry.actor else escape(words("trace-somebody"))
    if entry.actor == "import":
        who = ""
    did = words("trace-action", action=entry.action)
    when = day_label(entry.at.date().isoformat(), words)
    return joined((bold(did), who, escape(when)))


def _view(content: list[Block], words: Words, *, submit: str = "", carried: str = "") -> View:
    title = words("case-outdate-title")
    close = words("case-form-cancel") if submit else words("details-close")
    return modal(OUTDATE_CALLBACK, title, content, close=close, submit=submit, carried=carried)
