"""What the command line prints: rich on a terminal, plain when piped, JSON for programs."""

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.markup import escape
from slack_sdk.errors import SlackApiError

from bot.check_result import CheckResult
from corpus import (
    FACETS,
    Audience,
    Band,
    Case,
    Check,
    Decision,
    FilterProblem,
    Findings,
    ImportReport,
    Match,
    SkippedCase,
    Term,
    Vocabulary,
)

OPERATOR = Audience(own=True, operator=True)
"""The person at the command line, who has the file and may see every case in it."""

_BAND = {Band.STRONG: "bold green", Band.POSSIBLE: "yellow", Band.NONE: "dim"}


def use_utf8() -> None:
    """Print UTF-8 whatever the locale says (LC_ALL=C), and never fail on a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def close_stdout() -> None:
    """The reader of a pipe is gone: keep Python from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def line(text: str) -> None:
    """One plain line."""
    _console().print(escape(text), soft_wrap=True, highlight=False)


def error(sentence: str) -> None:
    """One sentence on stderr."""
    print(" ".join(sentence.split()), file=sys.stderr)  # noqa: T201 - the command line's own output


def sentence(problem: Exception) -> str:
    """An unexpected or outside error as one sentence."""
    if isinstance(problem, SlackApiError):
        name = problem.response.get("error", "with an error")
        return f"Slack answered {name}; `incident-lookup check` says more."
    reason = getattr(problem, "reason", None)
    if isinstance(reason, OSError):
        problem = reason
    if isinstance(problem, OSError):
        what = problem.strerror or str(problem)
        return f"{problem.filename}: {what}" if problem.filename else f"{what}."
    return f"Something went wrong inside incident-lookup ({type(problem).__name__}: {problem})."


def findings(found: Findings, lang: str, *, as_json: bool) -> None:
    """The answer to a search."""
    if as_json:
        _json(
            {
                "query": found.query,
                "band": found.band.value,
                "took_ms": round(found.took_ms, 3),
                "matches": [match_document(match, lang) for match in found.matches],
            }
        )
        return
    console = _console()
    if found.band is Band.NONE:
        near = (
            "Nothing close; nearest are:"
            if found.matches
            else "Nothing found. Say what you see, in a few words."
        )
        console.print(near, highlight=False)
    for number, match in enumerate(found.matches, 1):
        _print_match(console, number, match, lang)


def match_document(match: Match, lang: str) -> dict[str, Any]:
    """A match for programs; texts are strings in `lang`, else in the original language."""
    case_ = match.case
    return {
        "id": case_.id,
        "title": case_.title.get(lang),
        "org": case_.org,
        "date": case_.date,
        "visibility": case_.visibility.value if case_.visibility else None,
        "band": match.band.value,
        "score": round(match.score, 4),
        "root_cause": case_.root_cause,
        "remediation": [step.text.get(lang) for step in case_.remediation],
        "checks": [
            {
                "text": check.text.get(lang),
                "command": check.command,
                "confirms": check.confirms.get(lang) if check.confirms else None,
            }
            for check in case_.checks
        ],
        "reasons": [
            {"kind": r.kind, "label": r.label, "query_text": r.query_text, "case_text": r.case_text}
            for r in match.reasons
        ],
    }


def _print_match(console: Console, number: int, match: Match, lang: str) -> None:
    case_ = match.case
    style = _BAND[match.band]
    console.print(
        f"\n[{style}]{number} · {match.band.value}[/]  [bold]{escape(case_.title.get(lang))}[/]"
        f"  {case_.id}",
        soft_wrap=True,
        highlight=False,
    )
    about = " · ".join(part for part in (case_.org, case_.date, case_.url) if part)
    _item(console, "", about)
    for reason in match.reasons:
        _item(
            console, "why", _reason(reason.kind, reason.label, reason.query_text, reason.case_text)
        )
    for step in case_.remediation[:2]:
        _item(console, "fixed by", step.text.get(lang))
    for check in case_.checks[:2]:
        _item(console, "check now", " — ".join(filter(None, (check.command, check.text.get(lang)))))
    for dead_end in case_.dead_ends[:2]:
        _item(console, "don't spend time on", dead_end.text.get(lang))


def _reason(kind: str, label: str, query_text: str, case_text: str) -> str:
    return f"“{query_text}” ↔ “{case_text}”" if kind == "phrase" else f"{label} (“{query_text}”)"


def _item(console: Console, name: str, text: str) -> None:
    if text:
        lead = f"[dim]{escape(name)}[/] " if name else ""
        console.print(f"   {lead}{escape(text)}", soft_wrap=True, highlight=False)


def case(case_: Case, lang: str, *, as_json: bool) -> None:
    """One case whole."""
    if as_json:
        _json(case_.document)
        return
    console = _console()
    console.print(
        f"[bold]{escape(case_.title.get(lang))}[/]  {case_.id}", soft_wrap=True, highlight=False
    )
    _item(console, "", " · ".join(filter(None, (case_.org, case_.date, case_.severity, case_.url))))
    for name, text in _sections(case_, lang):
        console.print(f"\n[bold]{name}[/]\n{escape(text)}", soft_wrap=True, highlight=False)


def _sections(case_: Case, lang: str) -> list[tuple[str, str]]:
    """The parts of a case that say something, in reading order."""
    spans = (
        ("detected after", case_.timeline.detected_after),
        ("resolved after", case_.timeline.resolved_after),
    )
    checks = "\n".join(_check_lines(check, lang) for check in case_.checks)
    sections = [
        ("Summary", case_.summary.get(lang) if case_.summary else ""),
        (
            "Impact",
            " · ".join(filter(None, (case_.impact.scope, case_.impact.users, case_.impact.region))),
        ),
        ("What was seen", case_.symptoms_text.get(lang) if case_.symptoms_text else ""),
        ("How it was detected", case_.detection.get(lang) if case_.detection else ""),
        ("Timeline", " · ".join(f"{name} {span}" for name, span in spans if span)),
        (
            "Filed under",
            "\n".join(f"- {facet}: {', '.join(slugs)}" for facet, slugs in case_.facets.items()),
        ),
        ("Fixed by", _bullets(step.text.get(lang) for step in case_.remediation)),
        ("Check now", checks),
        ("Don't spend time on", _bullets(step.text.get(lang) for step in case_.dead_ends)),
        ("Action items", _bullets(step.text.get(lang) for step in case_.action_items)),
        ("Lessons", case_.lessons.get(lang) if case_.lessons else ""),
        ("Sources", _bullets(source.url for source in case_.sources)),
    ]
    return [(name, text) for name, text in sections if text]


def _check_lines(check: Check, lang: str) -> str:
    lines = [f"- {check.text.get(lang)}"]
    if check.command:
        lines.append(f"    $ {check.command}")
    if check.confirms:
        lines.append(f"    → {check.confirms.get(lang)}")
    return "\n".join(lines)


def _bullets(texts: Iterable[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def vocabulary(terms: Vocabulary, facet: str | None, lang: str, *, as_json: bool) -> None:
    """The terms of one facet, or of all."""
    facets = (facet,) if facet else FACETS
    if as_json:
        _json({name: [_term(term) for term in terms.terms(name)] for name in facets})
        return
    console = _console()
    for name in facets:
        console.print(f"\n[bold]{name}[/]", highlight=False)
        for term in terms.terms(name):
            _item(console, term.slug, terms.label(name, term.slug, lang))


def _term(term: Term) -> dict[str, object]:
    aliases = {lang: list(words) for lang, words in term.aliases.items()}
    return {
        "slug": term.slug,
        "label": dict(term.labels),
        "meaning": dict(term.meanings),
        "aliases": aliases,
    }


def filter_problems(problems: Sequence[FilterProblem]) -> str:
    """What is wrong with the filters of a query, with what was perhaps meant."""
    parts = []
    for problem in problems:
        meant = ", ".join(term.slug for term in problem.suggestions)
        parts.append(
            f"{problem.key}:{problem.value} is not known"
            + (f"; did you mean {meant}?" if meant else ".")
        )
    return " ".join(parts)


def import_report(report: ImportReport, *, as_json: bool, dry_run: bool) -> None:
    """What an import did, or would do."""
    if as_json:
        _json(report.to_json())
        return
    document = report.to_json()
    would = "would be " if dry_run else ""
    line(
        f"{document['imported']} {would}imported, {document['updated']} {would}updated, "
        f"{len(document['skipped'])} skipped"
    )
    _print_faults(report.skipped)


def faults(found: Sequence[SkippedCase], *, as_json: bool) -> None:
    """What `validate` found."""
    if as_json:
        _json({"skipped": [_fault(fault) for fault in found]})
    elif found:
        _print_faults(found)
    else:
        line("Every case file is valid.")


def _print_faults(found: Sequence[SkippedCase]) -> None:
    for fault in found:
        line(f"{fault.path}: {fault.field + ': ' if fault.field else ''}{fault.reason}")


def _fault(fault: SkippedCase) -> Mapping[str, str]:
    return {"path": str(fault.path), "field": fault.field, "reason": fault.reason}


def decision(made: Decision, text: str, *, as_json: bool) -> None:
    """What the gate says of a text."""
    if as_json:
        _json({"symptom": made.symptom, "reasons": list(made.reasons), "text": text})
        return
    line("a live symptom" if made.symptom else "not a live symptom")
    for reason in made.reasons:
        line(f"  {reason}")


def evaluation(measured: Mapping[str, Any], *, as_json: bool) -> None:
    """The measures of `eval`."""
    if as_json:
        _json(measured)
        return
    for part in ("queries", "chatter"):
        for kind, numbers in (measured[part] or {}).items():
            line(
                f"{part:8} {kind:14} " + "  ".join(f"{k} {_number(v)}" for k, v in numbers.items())
            )
    if measured["p50_ms"] is not None:
        line(f"p50 {measured['p50_ms']:.1f} ms  p95 {measured['p95_ms']:.1f} ms")


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def checks(results: Sequence[CheckResult], *, as_json: bool) -> None:
    """What `check` found, one line each."""
    if as_json:
        _json({"ok": all(r.ok for r in results), "checks": [r.document() for r in results]})
        return
    for result in results:
        line(f"{'ok  ' if result.ok else 'FAIL'} {result.name}: {result.sentence}")


def _json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))  # noqa: T201 - the command line's own output


def _console() -> Console:
    return Console(soft_wrap=not sys.stdout.isatty())
