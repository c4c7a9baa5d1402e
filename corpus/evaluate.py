"""Measuring: labelled queries and messages → how often the right case is found, and false replies.

Owns the measures and their JSON. What is measured is handed in; reading files is the caller's.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean, quantiles
from typing import Any

from corpus.gate import Decision
from corpus.library import Library
from corpus.match import Audience

_SHOWN = 3
_DEEP = 50
_EVERYBODY = Audience(own=True, operator=True)


def evaluate_queries(library: Library, lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Look every labelled query up and rank the right case; bands are ignored.

    Args:
        library: where to look.
        lines: `{"id": ID or [ID…], "kind", "text"}`; a twin of a right case is right, too.

    Returns:
        `{"queries": {"all": {"n", "hit@1", "hit@3", "mrr"}, KIND: …}, "p50_ms", "p95_ms"}`, with
        None where there is nothing to measure.
    """
    ranks: dict[str, list[int | None]] = defaultdict(list)
    took: list[float] = []
    for line in lines:
        rank, milliseconds = _look_up(library, str(line["text"]), _right_ids(library, line["id"]))
        ranks["all"].append(rank)
        ranks[str(line.get("kind") or "other")].append(rank)
        took.append(milliseconds)
    if not took:
        return {"queries": None, "p50_ms": None, "p95_ms": None}
    return {
        "queries": {kind: _measure_ranks(some) for kind, some in ranks.items()},
        "p50_ms": _percentile(took, 50),
        "p95_ms": _percentile(took, 95),
    }


def evaluate_chatter(
    decide: Callable[[str], Decision], lines: Iterable[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Ask the gate about every labelled message; borderline ones are not counted.

    Args:
        decide: the gate.
        lines: `{"text", "expect": "reply" or "quiet", "kind", "borderline"?}`.

    Returns:
        `{"all": {"n", "reply_recall", "false_reply_rate"}, KIND: …}`, None without any line.
    """
    decided: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for line in lines:
        if line.get("borderline"):
            continue
        outcome = (line["expect"] == "reply", decide(str(line["text"])).symptom)
        decided["all"].append(outcome)
        decided[str(line.get("kind") or "other")].append(outcome)
    return {kind: _measure_replies(some) for kind, some in decided.items()} or None


def _look_up(library: Library, text: str, right: frozenset[str]) -> tuple[int | None, float]:
    """Where the right case stands, from 1, None where it is not among the nearest."""
    findings = library.find(text, limit=_SHOWN, audience=_EVERYBODY)
    matches = findings.matches
    if right.isdisjoint(match.case.id for match in matches):
        matches = library.find(text, limit=_DEEP, audience=_EVERYBODY).matches
    found = (rank for rank, match in enumerate(matches, 1) if match.case.id in right)
    return next(found, None), findings.took_ms


def _right_ids(library: Library, labelled: str | Sequence[str]) -> frozenset[str]:
    ids = [labelled] if isinstance(labelled, str) else labelled
    return frozenset().union(*(library.twins(case_id) for case_id in ids))


def _measure_ranks(ranks: Sequence[int | None]) -> dict[str, float]:
    return {
        "n": len(ranks),
        "hit@1": _rounded(mean(rank == 1 for rank in ranks)),
        "hit@3": _rounded(mean(rank is not None and rank <= _SHOWN for rank in ranks)),
        "mrr": _rounded(mean(1 / rank if rank else 0.0 for rank in ranks)),
    }


def _measure_replies(outcomes: Sequence[tuple[bool, bool]]) -> dict[str, float | None]:
    wanted = [replied for expected, replied in outcomes if expected]
    unwanted = [replied for expected, replied in outcomes if not expected]
    return {
        "n": len(outcomes),
        "reply_recall": _rounded(mean(wanted)) if wanted else None,
        "false_reply_rate": _rounded(mean(unwanted)) if unwanted else None,
    }


def _percentile(values: Sequence[float], percent: int) -> float:
    if len(values) == 1:
        return _rounded(values[0])
    return _rounded(quantiles(values, n=100, method="inclusive")[percent - 1])


def _rounded(value: float) -> float:
    return round(float(value), 4)
