"""The form of a case: to capture one from a thread, and to edit one.

Owns its fields, and how lists of a case are written in them, one entry a line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from corpus import Term
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.limits import OPTIONS, TEXT, clip, length
from handlers.views.message import Block, Message, View
from handlers.views.modal import field as form_field
from handlers.views.modal import modal, option
from handlers.views.mrkdwn import bold, code, escape, one_line, plain_text

CAPTURE_CALLBACK = "case.capture-form"
EDIT_CALLBACK = "case.edit-form"
FACET_MENU = "case.facets"
CAUSE_MENU = "case.cause"

TITLE = ("case.title-block", "case.title")
SYMPTOMS = ("case.symptoms-block", "case.symptoms")
FACETS = ("case.facets-block", FACET_MENU)
CAUSE = ("case.cause-block", CAUSE_MENU)
SUMMARY = ("case.summary-block", "case.summary")
FIX = ("case.fix-block", "case.fix")
STARTED = ("case.started-block", "case.started")
RESOLVED = ("case.resolved-block", "case.resolved")
DATE = ("case.date-block", "case.date")
CHECKS = ("case.checks-block", "case.checks")
DEAD_ENDS = ("case.dead-ends-block", "case.dead-ends")
READERS = ("case.readers-block", "case.readers")
"""Block id and action id of each field; they stay the same, since what was entered is read by
them."""

TEXT_FIELDS: Mapping[tuple[str, str], str] = {
    SUMMARY: "case-form-summary",
    FIX: "case-form-fix",
    CHECKS: "case-form-checks",
    DEAD_ENDS: "case-form-dead-ends",
}
TITLE_LENGTH = 150
FACET_FIELDS = ("symptoms", "components", "domain", "trigger")
MOST_FACETS = 40

Readers: TypeAlias = Literal["team", "channel"]

_FACET_LABELS = {
    "components": "details-components",
    "symptoms": "details-symptoms",
    "domain": "details-domain",
    "trigger": "details-trigger",
    "root_cause": "case-cause",
}
_CHECK = "`kubectl get pods` > 50 Pending? → quota"
"""How a check is written on one line, in words of every language."""


@dataclass(frozen=True, slots=True)
class CaseForm:
    """What the form shows.

    Attributes:
        title: the title.
        symptoms: what was seen, one message a line.
        terms: the facets found or chosen.
        root_cause: the class of the cause, where it is known.
        texts: the other texts, by field; a field that is missing here is not shown.
        started_at: seconds since the epoch; None where nobody knows. Only when capturing.
        resolved_at: likewise.
        date: when it happened, as the case has it; only when editing.
        readers: who will see it, where there is a choice.
        is_seen_optional: the case says in its summary what happened.
        notices: lines above the form, mrkdwn.
    """

    title: str
    symptoms: str
    terms: Sequence[Term] = ()
    root_cause: Term | None = None
    texts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    started_at: int | None = None
    resolved_at: int | None = None
    date: str | None = None
    readers: Readers | None = None
    is_seen_optional: bool = False
    notices: Sequence[str] = ()


def build_capture_loading(words: Words) -> View:
    """The modal as it opens, while the thread is read."""
    loading = [blocks.context("loading", escape(words("capture-reading")))]
    return _view(CAPTURE_CALLBACK, words("capture-title"), loading, words)


def build_edit_loading(words: Words) -> View:
    """The modal as it opens, before the case was read."""
    loading = [blocks.context("loading", escape(words("details-loading")))]
    return _view(EDIT_CALLBACK, words("case-edit-title"), loading, words)


def build_capture_problem(sentence: str, words: Words) -> View:
    """The modal where nothing can be captured: one plain sentence."""
    problem = [blocks.section("problem", escape(one_line(sentence)))]
    return _view(CAPTURE_CALLBACK, words("capture-title"), problem, words)


def build_capture_form(form: CaseForm, words: Words, carried: str) -> View:
    """The form filled from a thread. `carried` comes back; at most 3,000 characters."""
    title, submit = words("capture-title"), words("capture-submit")
    fields = [*_fields(form, words), *_times(form, words), *_more(form, words)]
    return _view(CAPTURE_CALLBACK, title, fields, words, submit=submit, carried=carried)


def build_edit_form(form: CaseForm, words: Words, carried: str) -> View:
    """The form filled from a case. `carried` comes back; at most 3,000 characters."""
    title, submit = words("case-edit-title"), words("case-edit-submit")
    date: Block = {"type": "plain_text_input", "action_id": DATE[1], "max_length": 10}
    if form.date:
        date["initial_value"] = form.date
    hint = words("case-form-date-hint")
    dated = form_field(DATE, words("case-form-date"), date, hint=hint, optional=True)
    fields = [*_fields(form, words), dated, *_more(form, words)]
    return _view(EDIT_CALLBACK, title, fields, words, submit=submit, carried=carried)


def build_term_options(terms: Sequence[Term], words: Words) -> list[Block]:
    """Terms of the vocabulary to choose from, each with its facet below it."""
    return [_term_option(term, words) for term in terms][:OPTIONS]


def build_saved(case_id: str, masked: str, words: Words, *, has_details: bool) -> Message:
    """What became of a submission: the id, what was masked, and the way to the case."""
    saved = words("capture-saved", case=code(case_id))
    lines = [saved, *([escape(masked)] if masked else [])]
    body = [blocks.section("saved", "\n".join(lines))]
    if has_details:
        opens = blocks.button("case.open", words("button-details"), case_id)
        body.append(blocks.actions("saved-actions", [opens]))
    return Message("\n".join(lines), tuple(body))


def fits_form(text: str) -> bool:
    """Whether a text can be edited in a field without being cut."""
    return length(text) <= TEXT


def _fields(form: CaseForm, words: Words) -> list[Block]:
    title = _input(TITLE, form.title, TITLE_LENGTH)
    symptoms = {**_input(SYMPTOMS, form.symptoms, TEXT), "multiline": True}
    cause: Block = {
        "type": "external_select",
        "action_id": CAUSE_MENU,
        "placeholder": plain_text(words("case-form-cause-hint")),
        "min_query_length": 0,
    }
    if form.root_cause is not None:
        cause["initial_option"] = _term_option(form.root_cause, words)
    content = [blocks.section("notices", "\n".join(form.notices))] if form.notices else []
    return [
        *content,
        form_field(TITLE, words("case-form-title"), title),
        form_field(SYMPTOMS, words("case-form-symptoms"), symptoms, optional=form.is_seen_optional),
        form_field(FACETS, words("case-form-facets"), _facet_menu(form, words), optional=True),
        form_field(CAUSE, words("case-form-cause"), cause, optional=True),
        *(_text(form, names, words) for names in (SUMMARY, FIX) if names in form.texts),
    ]


def _times(form: CaseForm, words: Words) -> list[Block]:
    found = ((STARTED, "case-form-started"), (RESOLVED, "case-form-resolved"))
    times = {STARTED: form.started_at, RESOLVED: form.resolved_at}
    made = []
    for names, label in found:
        picker: Block = {"type": "datetimepicker", "action_id": names[1]}
        if times[names] is not None:
            picker["initial_date_time"] = times[names]
        made.append(form_field(names, words(label), picker, optional=True))
    return made


def _more(form: CaseForm, words: Words) -> list[Block]:
    shown = (CHECKS, DEAD_ENDS)
    made = [_text(form, names, words) for names in shown if names in form.texts]
    if form.readers is not None:
        offered = [(who, words("case-form-reader", who=who)) for who in ("channel", "team")]
        menu = blocks.menu(READERS[1], words("case-form-readers"), offered, form.readers)
        made.append(form_field(READERS, words("case-form-readers"), menu))
    return made


def _text(form: CaseForm, names: tuple[str, str], words: Words) -> Block:
    element = {**_input(names, form.texts[names], TEXT), "multiline": True}
    if names == CHECKS:
        hint = words("case-form-checks-hint", example=_CHECK)
    else:
        hint = words("case-form-summary-hint" if names == SUMMARY else "case-form-lines-hint")
    return form_field(names, words(TEXT_FIELDS[names]), element, hint=hint, optional=True)


def _input(names: tuple[str, str], text: str, limit: int) -> Block:
    element: Block = {"type": "plain_text_input", "action_id": names[1], "max_length": limit}
    shown = clip(text.strip(), limit)
    return {**element, "initial_value": shown} if shown else element


def _facet_menu(form: CaseForm, words: Words) -> Block:
    menu: Block = {
        "type": "multi_external_select",
        "action_id": FACET_MENU,
        "placeholder": plain_text(words("case-form-facets-hint")),
        "min_query_length": 1,
        "max_selected_items": MOST_FACETS,
    }
    chosen = [_term_option(term, words) for term in form.terms][:MOST_FACETS]
    return {**menu, "initial_options": chosen} if chosen else menu


def _term_option(term: Term, words: Words) -> Block:
    about = words(_FACET_LABELS[term.facet])
    return option(f"{term.facet}:{term.slug}", term.label_in(words.lang), about)


def _view(
    callback: str,
    title: str,
    content: list[Block],
    words: Words,
    *,
    submit: str = "",
    carried: str = "",
) -> View:
    close = words("case-form-cancel") if submit else words("details-close")
    return modal(callback, title, content, close=close, submit=submit, carried=carried)


def mask_line(counts: Mapping[str, int], words: Words) -> str:
    """What was masked, in words; "" for nothing."""
    told = [words("mask-kind", kind=kind, count=count) for kind, count in counts.items()]
    return words("mask-masked", what=", ".join(told)) if told else ""


def notice_lines(
    source: str, masked: str, saved_id: str | None, readers: str, words: Words
) -> list[str]:
    """Mrkdwn: where the form was filled from, and what its author should know before saving."""
    lines = [escape(source), bold(masked) if masked else "", escape(readers)]
    if saved_id:
        lines.append(f"⚠ {bold(words('capture-again', case=saved_id))}")
    return [line for line in lines if line]
