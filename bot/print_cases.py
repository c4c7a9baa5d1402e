"""Cases for people at a terminal: what a search found, and one case whole.

The words are those of the card and of Details; how rows are laid out is the sheet's.
"""

from collections.abc import Iterable, Iterator

from bot.sheet import Row, Sheet
from corpus import Band, Case, Check, Doc, Findings, Match, Vocabulary
from handlers.locale import Words
from handlers.views.case_lines import (
    Prose,
    cause_line,
    clause,
    day_label,
    is_own,
    joined,
    origin,
    say,
    span_label,
    standing,
)

_PHRASE = 200
_STEP = 400
"""Characters of one step in a list of matches; `show` has all of it."""

_STEPS = 3
_CHECKS = 2
_STYLES = {Band.STRONG: "bold green", Band.POSSIBLE: "bold yellow", Band.NONE: "dim"}


def print_findings(
    found: Findings, words: Words, vocabulary: Vocabulary, *, filtered: bool = False
) -> None:
    """What a search found: the first match in full, the others with less.

    Args:
        found: the answer; the nearest cases are shown only where nothing matches.
        words: the reader's language.
        vocabulary: what slugs are called.
        filtered: whether the search had filters, which may be why nothing is left.
    """
    sheet = Sheet()
    matches = [match for match in found.matches if match.band is not Band.NONE]
    if not matches:
        _print_nearest(sheet, found, words, vocabulary, filtered=filtered)
        return
    sheet.note(_heading(found, len(matches), words), style="", indent=0)
    for place, match in enumerate(matches, 1):
        sheet.blank()
        lead = joined((str(place), _band(match, words), "" if sheet.is_terminal else match.case.id))
        sheet.title(match.case.title.get(words.lang), lead=lead, style=_STYLES[match.band])
        _print_origin(sheet, match.case, words, named=not sheet.is_terminal)
        sheet.rows([*_why(match, words), *_advice(match.case, words, vocabulary, first=place == 1)])
    _print_hint(sheet, matches[0], words)


def print_case(
    case: Case, words: Words, vocabulary: Vocabulary, *, threads: Iterable[str] = ()
) -> None:
    """One case whole: first what to do, then what happened, then where it is from.

    Args:
        case: the case.
        words: the reader's language.
        vocabulary: what slugs are called.
        threads: the threads that link it, a line each.
    """
    sheet, lang = Sheet(), words.lang
    sheet.title(case.title.get(lang))
    _print_origin(sheet, case, words)
    sheet.note(_only_language(case, words))
    sheet.section(words("case-cause"), [Row(cause_line(case, lang, vocabulary, factors=99))])
    sheet.section(
        words("case-fixed-by"), [Row(say(s.text, lang), mark="-") for s in case.remediation]
    )
    sheet.section(
        words("case-check-now"), [row for c in case.checks for row in _check(c, lang, "-")]
    )
    sheet.section(
        words("case-dead-ends"), [Row(say(s.text, lang), mark="-") for s in case.dead_ends]
    )
    sheet.section(words("details-seen"), _prose(case.symptoms_text, lang))
    sheet.section(words("details-summary"), _prose(case.summary, lang))
    sheet.section(words("details-impact"), list(_impact(case, words)))
    sheet.section(words("details-timeline"), list(_timeline(case, words)))
    sheet.section(words("details-detection"), _prose(case.detection, lang))
    sheet.section(words("details-lessons"), _prose(case.lessons, lang))
    sheet.section(words("details-action-items"), list(_action_items(case, words)))
    sheet.section(words("cli-filed-under"), list(_facets(case, words, vocabulary)))
    sheet.section(words("details-related"), list(_related(case, words)))
    sheet.section(words("details-threads"), [Row(each, mark="-") for each in threads])
    sheet.section(words("details-documents"), [row for doc in case.docs for row in _doc(doc, lang)])
    sheet.section(words("details-review"), [Row(_review(case, words))])
    _print_sources(sheet, case, words)


def _print_nearest(
    sheet: Sheet, found: Findings, words: Words, vocabulary: Vocabulary, *, filtered: bool
) -> None:
    if not found.query.strip():
        sheet.note(words("nothing-given"), style="", indent=0)
        return
    sheet.note(f"{words('card-heading-none')}.", style="", indent=0)
    if filtered and not found.matches:
        sheet.note(words("filtered-out"), style="", indent=0)
        return
    sheet.note(words("card-would-help"), style="", indent=0)
    if not found.matches:
        return
    sheet.blank()
    sheet.note(words("card-nearest"), style="", indent=0)
    for place, match in enumerate(found.matches, 1):
        case = match.case
        lead = joined((str(place), "" if sheet.is_terminal else case.id))
        sheet.title(case.title.get(words.lang), lead=lead, style=_STYLES[match.band])
        sheet.note(joined((case.id if sheet.is_terminal else "", origin(case, words))))
        cause = cause_line(case, words.lang, vocabulary)
        sheet.rows([*_why(match, words), Row(cause, words("case-cause"))])
    _print_hint(sheet, found.matches[0], words)


def _print_origin(sheet: Sheet, case: Case, words: Words, *, named: bool = False) -> None:
    sheet.note(joined(("" if named else case.id, origin(case, words))))
    sheet.copyable(case.url or "")
    sheet.note(standing(case, words), style="bold yellow")
    applies = say(case.applies_to, words.lang)
    sheet.note(f"{words('case-applies-to')}: {applies}" if applies else "")


def _print_hint(sheet: Sheet, match: Match, words: Words) -> None:
    """How to see more: for a person, not for a pipe."""
    if sheet.is_terminal:
        sheet.blank()
        command = f"incident-lookup show {match.case.id}"
        sheet.note(words("cli-show-more", command=command), indent=0)


def _print_sources(sheet: Sheet, case: Case, words: Words) -> None:
    if not case.sources:
        return
    sheet.blank()
    sheet.title(words("details-sources"))
    for source in case.sources:
        sheet.copyable(source.url, style="")
        if source.archived:
            sheet.copyable(f"{words('details-archived')}: {source.archived}", indent=5)


def _heading(found: Findings, count: int, words: Words) -> str:
    if found.band is Band.STRONG:
        return words("card-heading-strong", count=count)
    return words("card-heading-possible", count=count)


def _band(match: Match, words: Words) -> str:
    if match.band is Band.STRONG:
        return words("band-strong")
    return words("band-possible") if match.band is Band.POSSIBLE else ""


def _why(match: Match, words: Words) -> Iterator[Row]:
    """The pairs of phrases, a row each, then what else speaks for it."""
    label = words("case-why").rstrip(":")
    for reason in match.reasons:
        if reason.kind == "phrase":
            said, told = (
                clause(reason.query_text, "", _PHRASE),
                clause(reason.case_text, "", _PHRASE),
            )
            yield Row(f"“{said}” ↔ “{told}”", label)
            label = ""
    named = [words("reason-id") for reason in match.reasons if reason.kind == "id"]
    facets = [reason.label for reason in match.reasons if reason.kind == "facet"]
    yield Row(joined((*named, *facets)), label)


def _advice(case: Case, words: Words, vocabulary: Vocabulary, *, first: bool) -> Iterator[Row]:
    """Cause, fix, what to check and what not to try."""
    lang = words.lang
    yield Row(cause_line(case, lang, vocabulary), words("case-cause"))
    steps = [clause(step.text, lang, _STEP) for step in case.remediation]
    yield from _labelled(words("case-fixed-by"), steps[: _STEPS if first else 1])
    label = words("case-check-now")
    for check in case.checks[: _CHECKS if first else 1]:
        told = list(_check(check, lang))
        yield from (Row(told[0].text, label), *told[1:])
        label = ""
    if first:
        tried = [clause(step.text, lang, _STEP) for step in case.dead_ends]
        yield from _labelled(words("case-dead-ends"), tried[:_STEPS])


def _labelled(label: str, texts: list[str]) -> Iterator[Row]:
    for place, text in enumerate(texts):
        yield Row(text, "" if place else label)


def _check(check: Check, lang: str, mark: str = "") -> Iterator[Row]:
    yield Row(say(check.text, lang), mark="-" if mark else "")
    yield Row(check.command or "", mark="$")
    yield Row(say(check.confirms, lang), mark="→")


def _prose(text: Prose, lang: str) -> list[Row]:
    return [Row(say(text, lang))]


def _impact(case: Case, words: Words) -> Iterator[Row]:
    yield Row(case.impact.scope or "", words("details-scope"))
    yield Row(case.impact.users or "", words("details-users"))
    yield Row(case.impact.region or "", words("details-region"))
    yield Row(case.severity or "", words("details-severity"))


def _timeline(case: Case, words: Words) -> Iterator[Row]:
    detected, resolved = case.timeline.detected_after, case.timeline.resolved_after
    if detected:
        yield Row(words("details-detected-after", span=span_label(detected, words)), mark="-")
    if resolved:
        yield Row(words("details-resolved-after", span=span_label(resolved, words)), mark="-")


def _action_items(case: Case, words: Words) -> Iterator[Row]:
    """The work agreed on; whether it is done is told for own cases, whose authors know."""
    for item in case.action_items:
        done = item.done_at and words("details-done", date=day_label(item.done_at, words))
        state = done or (words("details-open") if is_own(case) else "")
        text = say(item.text, words.lang)
        yield Row(f"{text} ({state})" if state else text, mark="-")


def _facets(case: Case, words: Words, vocabulary: Vocabulary) -> Iterator[Row]:
    labels = {
        "symptoms": words("details-symptoms"),
        "components": words("details-components"),
        "domain": words("details-domain"),
        "trigger": words("details-trigger"),
        "root_cause": words("case-cause"),
        "contributing": words("details-contributing"),
    }
    for facet, slugs in case.facets.items():
        told = (vocabulary.label(facet, slug, words.lang) for slug in slugs)
        yield Row(", ".join(told), labels[facet])


def _related(case: Case, words: Words) -> Iterator[Row]:
    if case.recurrence_of:
        yield Row(case.recurrence_of, words("details-recurrence-of"))
    if case.related:
        yield Row(", ".join(case.related), mark="-")


def _doc(doc: Doc, lang: str) -> Iterator[Row]:
    title = say(doc.title, lang) or doc.url or ""
    yield Row(title, mark="-")
    yield Row((doc.url or "") if title != doc.url else "")
    yield Row(say(doc.text, lang))


def _review(case: Case, words: Words) -> str:
    review = case.review
    written = words("details-written-by", who=review.written_by) if review.written_by else ""
    if not review.reviewed_at and not review.reviewed_by:
        return joined((written, words("details-not-reviewed") if is_own(case) else ""))
    by = review.reviewed_by
    reviewed = words("details-reviewed-by", who=by) if by else words("details-reviewed")
    on = review.reviewed_at
    day = words("details-reviewed-on", date=day_label(on, words)) if on else ""
    return joined((written, " ".join(filter(None, (reviewed, day)))))


def _only_language(case: Case, words: Words) -> str:
    """Says so where a case is not written in the reader's language."""
    written = case.symptoms_text or case.summary or case.title
    if getattr(written, words.lang):
        return ""
    return words("details-only-ko") if words.lang == "en" else words("details-only-en")
