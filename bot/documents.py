"""What `--json` prints (contract of the command line): plain documents, without any layout."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.check_result import CheckResult
from corpus import (
    Case,
    Check,
    Decision,
    Findings,
    Likeness,
    LikenessKind,
    Match,
    SimilarCase,
    SkippedCase,
    Term,
    Validation,
    Vocabulary,
)

_KINDS: Mapping[LikenessKind, str] = {
    LikenessKind.CAUSE: "facet",
    LikenessKind.SHARED: "facet",
    LikenessKind.PHRASE: "phrase",
}
"""The kinds of reasons that are no link between two ids."""


def findings_document(found: Findings, lang: str) -> dict[str, Any]:
    """The answer to a search; below the last match it holds the nearest, with band `none`."""
    return {
        "query": found.query,
        "band": found.band.value,
        "took_ms": round(found.took_ms, 3),
        "matches": [_match(match, lang) for match in found.matches],
    }


def similar_document(
    case_id: str, similar: Iterable[SimilarCase], lang: str, label: Callable[[Likeness], str]
) -> dict[str, Any]:
    """The cases worth reading beside one, best first; may be none.

    Args:
        case_id: the case that was asked about.
        similar: what was found.
        lang: the reader's language, for the titles.
        label: words a reason for this reader.
    """
    return {
        "id": case_id,
        "similar": [
            {
                "id": each.case.id,
                "title": each.case.title.get(lang),
                "score": round(each.score, 4),
                "reasons": [_likeness(reason, label(reason)) for reason in each.reasons],
            }
            for each in similar
        ],
    }


def vocabulary_document(
    vocabulary: Vocabulary, facets: Iterable[str], uses: Mapping[tuple[str, str], int]
) -> dict[str, Any]:
    """The terms of each facet, in both languages, with the shipped cases that use them."""
    return {
        facet: [_term(term, uses.get((facet, term.slug), 0)) for term in vocabulary.terms(facet)]
        for facet in facets
    }


def validation_document(found: Validation) -> dict[str, Any]:
    """What `validate` found, as `import` names what it skips; the library in numbers or null."""
    return {
        "skipped": [_fault(fault) for fault in found.findings],
        "notices": [_fault(fault) for fault in found.notices],
        "library": found.numbers.to_json() if found.numbers else None,
    }


def _fault(fault: SkippedCase) -> Mapping[str, str]:
    return {"path": fault.path, "field": fault.field, "reason": fault.reason}


def decision_document(decision: Decision, text: str) -> dict[str, Any]:
    """What the gate says of a text."""
    return {"symptom": decision.symptom, "reasons": list(decision.reasons), "text": text}


def checks_document(results: Sequence[CheckResult]) -> dict[str, Any]:
    """What `check` found."""
    return {
        "ok": all(result.ok for result in results),
        "checks": [result.document() for result in results],
    }


def _match(match: Match, lang: str) -> dict[str, Any]:
    """A match; texts are strings in `lang`, else in the language they were written in."""
    case = match.case
    return {
        "id": case.id,
        "title": case.title.get(lang),
        "org": case.org,
        "date": case.date,
        "visibility": _visibility(case),
        "band": match.band.value,
        "score": round(match.score, 4),
        "root_cause": case.root_cause,
        "remediation": [step.text.get(lang) for step in case.remediation],
        "checks": [_check(check, lang) for check in case.checks],
        "reasons": [
            {
                "kind": reason.kind,
                "label": reason.label,
                "query_text": reason.query_text,
                "case_text": reason.case_text,
            }
            for reason in match.reasons
        ],
    }


def _likeness(reason: Likeness, label: str) -> Mapping[str, str]:
    return {
        "kind": _KINDS.get(reason.kind, "id"),
        "label": label,
        "query_text": reason.query_text,
        "case_text": reason.case_text,
    }


def _visibility(case: Case) -> str | None:
    return case.visibility.value if case.visibility else None


def _check(check: Check, lang: str) -> Mapping[str, str | None]:
    return {
        "text": check.text.get(lang),
        "command": check.command,
        "confirms": check.confirms.get(lang) if check.confirms else None,
    }


def _term(term: Term, cases: int) -> Mapping[str, object]:
    return {
        "slug": term.slug,
        "label": dict(term.label),
        "meaning": dict(term.meaning),
        "aliases": {lang: list(words) for lang, words in term.aliases.items()},
        "cases": cases,
        "reason": term.reason or None,
    }
