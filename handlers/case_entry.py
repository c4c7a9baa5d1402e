"""Between a case and its form: what a form shows of a case, and what a submission makes of one.

Owns how lists are written one entry a line, and that what is entered is masked before it goes
anywhere. Pure, but for the masker and the vocabulary it is given.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from corpus import Case, Check, Masker, Text, Vocabulary
from handlers.payload import entered, entered_all
from handlers.terms import read_terms
from handlers.views.case_form import (
    CAUSE,
    CHECKS,
    DATE,
    DEAD_ENDS,
    FACET_FIELDS,
    FACETS,
    FIX,
    READERS,
    RESOLVED,
    STARTED,
    SUMMARY,
    SYMPTOMS,
    TITLE,
    TITLE_LENGTH,
    CaseForm,
    fits_form,
)
from handlers.views.case_lines import say
from handlers.views.limits import TEXT, clip
from handlers.views.mrkdwn import one_line

_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
_COMMAND = re.compile(r"`([^`\n]+)`")

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entered:
    """What somebody entered, without its secrets.

    Attributes:
        masked: what was masked, by kind.
        started_at: seconds since the epoch; None where it was left blank.
        readers: `team` or `channel`; "" where there was no choice.
    """

    title: str
    symptoms: str
    facets: Mapping[str, tuple[str, ...]]
    root_cause: str
    summary: str
    fix: tuple[str, ...]
    checks: tuple[str, ...]
    dead_ends: tuple[str, ...]
    date: str
    started_at: int | None
    resolved_at: int | None
    readers: str
    masked: Mapping[str, int]

    @classmethod
    def read(cls, body: Mapping[str, Any], vocabulary: Vocabulary, masker: Masker) -> "Entered":
        """Read a submission."""
        counts: Counter[str] = Counter()

        def text(names: tuple[str, str]) -> str:
            found = masker.mask(entered(body, *names))
            counts.update(span.kind for span in found.spans)
            return found.text

        def lines(names: tuple[str, str]) -> tuple[str, ...]:
            return tuple(filter(None, (one_line(line) for line in text(names).splitlines())))

        facets: dict[str, tuple[str, ...]] = {}
        for term in read_terms(vocabulary, entered_all(body, *FACETS)):
            if term.facet in FACET_FIELDS:
                facets[term.facet] = (*facets.get(term.facet, ()), term.slug)
        causes = read_terms(vocabulary, [entered(body, *CAUSE)])
        return cls(
            title=one_line(text(TITLE)),
            symptoms=text(SYMPTOMS),
            facets=facets,
            root_cause=next((t.slug for t in causes if t.facet == "root_cause"), ""),
            summary=text(SUMMARY),
            fix=lines(FIX),
            checks=lines(CHECKS),
            dead_ends=lines(DEAD_ENDS),
            date=entered(body, *DATE),
            started_at=_moment(entered(body, *STARTED)),
            resolved_at=_moment(entered(body, *RESOLVED)),
            readers=entered(body, *READERS),
            masked=dict(counts),
        )


def language_of(*texts: str) -> str:
    """The language that somebody writes a case in: Korean as soon as there is Hangul."""
    return "ko" if any(map(_HANGUL.search, texts)) else "en"


def new_document(said: Entered, *, author: str, zone: str | None) -> Entry:
    """The document of a new case, a draft; without an id, and without who may see it."""
    lang = language_of(said.title, said.symptoms)
    document: Entry = {
        "title": {lang: said.title},
        "symptoms_text": {lang: said.symptoms},
        "draft": True,
        "review": {"written_by": author},
    }
    if said.started_at is not None:
        moment = dt.datetime.fromtimestamp(said.started_at, ZoneInfo(zone or "UTC"))
        document |= {"date": moment.date().isoformat(), "date_kind": "occurred"}
        if said.resolved_at is not None:
            span = said.resolved_at - said.started_at
            document["timeline"] = {"resolved_after": iso_span(span)}
    optional: Mapping[str, Any] = {
        **_facet_values(said, {}),
        "root_cause": said.root_cause,
        "summary": {lang: said.summary} if said.summary else None,
        "remediation": [{"text": {lang: line}} for line in said.fix],
        "checks": [read_check(line, lang) for line in said.checks],
        "dead_ends": [{"text": {lang: line}} for line in said.dead_ends],
    }
    return document | {name: value for name, value in optional.items() if value}


def form_of(case: Case, vocabulary: Vocabulary, lang: str, notices: Sequence[str]) -> CaseForm:
    """The form that edits a case, in the reader's language where the case has it.

    A text that is longer than a field of Slack's is not in it, so that nothing is cut.
    """
    found = case.facets
    named = [(facet, slug) for facet in FACET_FIELDS for slug in found.get(facet, ())]
    terms = [term for pair in named if (term := vocabulary.term(*pair)) is not None]
    cause = vocabulary.term("root_cause", case.root_cause) if case.root_cause else None
    texts = {
        SUMMARY: say(case.summary, lang),
        FIX: "\n".join(_step_line(step.text, lang) for step in case.remediation),
        CHECKS: "\n".join(check_text(check, lang) for check in case.checks),
        DEAD_ENDS: "\n".join(_step_line(step.text, lang) for step in case.dead_ends),
    }
    return CaseForm(
        title=say(case.title, lang),
        symptoms=say(case.symptoms_text, lang),
        terms=terms,
        root_cause=cause,
        texts={names: text for names, text in texts.items() if fits_form(text)},
        date=case.date or "",
        is_seen_optional=case.symptoms_text is None,
        notices=notices,
    )


def changes_of(said: Entered, case: Case, vocabulary: Vocabulary, lang: str) -> Entry:
    """What a submission changes in a case: field → new value, None for one that was emptied.

    A line that was not touched keeps its entry whole, with its other language; so does a facet
    that the vocabulary does not know, and a text that was too long for the form.
    """
    document = case.document
    shown = form_of(case, vocabulary, lang, ())
    changes: Entry = {
        "title": _text_with(case.title, said.title, lang, TITLE_LENGTH),
        "date": said.date or None,
        "root_cause": said.root_cause or _unknown_cause(case, vocabulary),
    }
    if fits_form(shown.symptoms):
        changes["symptoms_text"] = _text_with(case.symptoms_text, said.symptoms, lang)
    if SUMMARY in shown.texts:
        changes["summary"] = _text_with(case.summary, said.summary, lang)
    changes |= _facet_values(said, _unknown_slugs(case, vocabulary))
    written: Mapping[tuple[str, str], tuple[str, Sequence[str], Callable[[str], Entry]]] = {
        FIX: ("remediation", said.fix, lambda line: {"text": {lang_of(line, lang): line}}),
        CHECKS: ("checks", said.checks, lambda line: read_check(line, lang_of(line, lang))),
        DEAD_ENDS: (
            "dead_ends",
            said.dead_ends,
            lambda line: {"text": {lang_of(line, lang): line}},
        ),
    }
    for names, (name, lines, make) in written.items():
        if names in shown.texts:
            known = _known_entries(document.get(name), name, lang)
            changes[name] = [known.get(line) or make(line) for line in lines] or None
    return {
        name: value
        for name, value in changes.items()
        if value is not None or document.get(name) not in (None, "", [])
    }


def lang_of(line: str, lang: str) -> str:
    """The language of a new line: as it is written, else as the form was."""
    return "ko" if language_of(line) == "ko" else ("en" if line.isascii() else lang)


def read_check(line: str, lang: str) -> Entry:
    """A check as it is written on one line: "`command` what to look at → what a yes means"."""
    told, _, confirms = _partition(line)
    command = _COMMAND.search(told)
    text = one_line(_COMMAND.sub(" ", told, count=1)) if command else told.strip()
    check: Entry = {"text": {lang: text or (command[1] if command else told)}}
    if command:
        check["command"] = command[1]
    return check | ({"confirms": {lang: confirms}} if confirms else {})


def check_text(check: Check, lang: str) -> str:
    """A check as `read_check` reads it."""
    command = f"`{one_line(check.command)}`" if check.command else ""
    text = one_line(say(check.text, lang))
    told = " ".join(filter(None, (command, "" if text == one_line(check.command or "") else text)))
    confirms = one_line(say(check.confirms, lang))
    return f"{told} → {confirms}" if confirms else told


def iso_span(seconds: int) -> str:
    """A span as cases have it, to the minute: 5,400 is "PT1H30M"."""
    minutes = max(1, round(seconds / 60))
    days, rest = divmod(minutes, 1440)
    hours, left = divmod(rest, 60)
    time = f"{f'{hours}H' if hours else ''}{f'{left}M' if left else ''}"
    return f"P{f'{days}D' if days else ''}{f'T{time}' if time else ''}"


def _partition(line: str) -> tuple[str, str, str]:
    """A line around its arrow; one inside a command is none."""
    commands = [found.span() for found in _COMMAND.finditer(line)]
    for arrow in _ARROW.finditer(line):
        if not any(start < arrow.start() < end for start, end in commands):
            return line[: arrow.start()], arrow[0], line[arrow.end() :].strip()
    return line, "", ""


def _moment(value: str) -> int | None:
    return int(value) if value.isdecimal() else None


def _facet_values(said: Entered, kept: Mapping[str, Sequence[str]]) -> Entry:
    """The slugs of each facet of the form, with those that it could not show; None for none."""
    values: Entry = {}
    for facet in FACET_FIELDS:
        slugs = [*said.facets.get(facet, ()), *kept.get(facet, ())]
        values[facet] = (slugs[0] if facet == "trigger" else slugs) if slugs else None
    return values


def _unknown_slugs(case: Case, vocabulary: Vocabulary) -> dict[str, list[str]]:
    return {
        facet: [slug for slug in slugs if vocabulary.term(facet, slug) is None]
        for facet, slugs in case.facets.items()
    }


def _unknown_cause(case: Case, vocabulary: Vocabulary) -> str | None:
    cause = case.root_cause
    return cause if cause and vocabulary.term("root_cause", cause) is None else None


def _text_with(before: Text | None, now: str, lang: str, limit: int = TEXT) -> Entry | None:
    """A text in its languages, changed in the one in which it was shown, if it was changed."""
    if before is None:
        return {language_of(now): now} if now else None
    kept = before.model_dump(exclude_none=True)
    shown_in = lang if lang in kept else next(iter(kept), lang)
    if now != clip(str(kept[shown_in]).strip(), limit):
        kept[shown_in] = now
    return {key: value for key, value in kept.items() if value} or None


def _known_entries(entries: object, field: str, lang: str) -> dict[str, Entry]:
    """The entries of a list in a document, each under the line by which the form shows it."""
    found: dict[str, Entry] = {}
    for entry in entries if isinstance(entries, list) else []:
        try:
            line = (
                check_text(Check.model_validate(entry), lang)
                if field == "checks"
                else _step_line(Text.model_validate(entry["text"]), lang)
            )
        except (ValueError, KeyError, TypeError):  # what the case format passes over stays out
            continue
        found[line] = entry
    return found


def _step_line(text: Text, lang: str) -> str:
    return one_line(text.get(lang))
