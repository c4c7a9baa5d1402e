"""Reports for people at a terminal: the vocabulary, imports, faults, the gate, measures, checks."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.check_result import CheckResult
from bot.sheet import Row, Sheet
from corpus import (
    Decision,
    FilterProblem,
    ImportReport,
    LandingCase,
    MaskedPlace,
    SkippedCase,
    Vocabulary,
)
from handlers.locale import Words
from handlers.views.notices import say_filter_problem


def filter_sentence(problems: Sequence[FilterProblem], words: Words) -> str:
    """What is wrong with the filters of a query, and what was perhaps meant."""
    return " ".join(say_filter_problem(problem, words) for problem in problems)


def print_vocabulary(
    vocabulary: Vocabulary,
    facets: Sequence[str],
    uses: Mapping[tuple[str, str], int],
    words: Words,
) -> None:
    """The terms of each facet: slug, label, meaning, and how many shipped cases use it."""
    sheet = Sheet()
    for place, facet in enumerate(facets):
        if place:
            sheet.blank()
        sheet.title(facet)
        sheet.rows(
            [
                Row(
                    f"{term.label_in(words.lang)} ({term.meaning_in(words.lang)}) · "
                    + words("cli-vocab-cases", count=uses.get((facet, term.slug), 0)),
                    term.slug,
                )
                for term in vocabulary.terms(facet)
            ]
        )


def print_import(report: ImportReport, words: Words, *, dry_run: bool) -> None:
    """What an import did, or would do, and what it left out."""
    imported, updated, skipped = map(len, (report.imported, report.updated, report.skipped))
    told = (
        words("cli-would-import", imported=imported, updated=updated, skipped=skipped)
        if dry_run
        else words("cli-imported", imported=imported, updated=updated, skipped=skipped)
    )
    sheet = Sheet()
    sheet.note(told, style="", indent=0)
    if report.unchanged:
        sheet.note(words("cli-unchanged", count=len(report.unchanged)), style="", indent=0)
    if dry_run:
        _print_landing(sheet, report.landing, words)
    _print_masked(sheet, report.masked, words)
    print_faults(sheet, report.skipped)


def print_exported(count: int, folder: str, words: Words) -> None:
    """How many cases were written, and where."""
    Sheet().note(words("cli-exported", count=count, folder=folder), style="", indent=0)


def print_decision(decision: Decision, words: Words) -> None:
    """What the gate says of a text, with what spoke for and against it."""
    sheet = Sheet()
    told = words("cli-symptom") if decision.symptom else words("cli-no-symptom")
    sheet.note(told, style="bold", indent=0)
    for reason in decision.reasons:
        sheet.note(reason)


def print_evaluation(measured: Mapping[str, Any]) -> None:
    """The measures of `eval`, a table each."""
    sheet = Sheet()
    for part in ("queries", "chatter"):
        kinds = measured[part]
        if kinds:
            columns = (part, *next(iter(kinds.values())))
            rows = [(kind, *map(_number, numbers.values())) for kind, numbers in kinds.items()]
            sheet.table(columns, rows)
    channels = measured["conversations"]
    if channels:
        sheet.table(("conversations", *channels), [("all", *map(_number, channels.values()))])
    if measured["p50_ms"] is not None:
        sheet.note(
            f"p50 {measured['p50_ms']:.1f} ms, p95 {measured['p95_ms']:.1f} ms", style="", indent=0
        )


def print_checks(results: Sequence[CheckResult], words: Words) -> None:
    """What `check` found, one line each."""
    rows = [
        Row(
            f"{result.name}: {result.sentence}",
            label=words("cli-ok") if result.ok else words("cli-problem"),
            style="bold green" if result.ok else "bold red",
        )
        for result in results
    ]
    Sheet().rows(rows, indent=0)


def _print_landing(sheet: Sheet, landing: Sequence[LandingCase], words: Words) -> None:
    """What pages would become: each case with what was recognised in it."""
    for case in landing:
        sheet.blank()
        sheet.title(case.title, lead=case.id)
        sheet.rows(
            [
                Row(case.path, words("cli-from")),
                Row(", ".join(case.fields), words("cli-recognised")),
                Row(", ".join(case.inferred), words("cli-inferred")),
                Row(", ".join(filter(None, case.docs)), words("cli-kept-as-docs")),
            ]
        )
    if landing:
        sheet.blank()


def _print_masked(sheet: Sheet, masked: Sequence[MaskedPlace], words: Words) -> None:
    """What was found of secrets and personal data, and where; never what it was."""
    for place in masked:
        told = words(
            "cli-masked" if place.masked else "cli-not-masked",
            path=place.path,
            field=place.field,
            kind=place.kind,
            count=place.count,
        )
        sheet.note(told, style="bold yellow", indent=0)


def print_faults(sheet: Sheet, faults: Sequence[SkippedCase]) -> None:
    """Each fault with its file and field, a line each."""
    for fault in faults:
        sheet.note(str(fault), style="", indent=0)


def _number(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
