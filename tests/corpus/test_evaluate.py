"""Measuring: hit@k and MRR of labelled queries, recall and false replies of labelled messages."""

from typing import Any

import pytest
from support.case_source import CaseMemory

from corpus.case import Case
from corpus.evaluate import evaluate_chatter, evaluate_queries
from corpus.gate import Decision
from corpus.library import Library
from corpus.vocabulary import Vocabulary

TITLES = (
    "Broker compaction held locks",
    "Broker compaction expired offsets",
    "Broker compaction filled disks",
    "Broker compaction broke quorum",
)


@pytest.fixture(scope="module")
def library() -> Library:
    """Four public cases, AA-1 to AA-4; AA-5 is a twin of AA-1."""
    cases = [_case(number, title) for number, title in enumerate(TITLES, 1)]
    twin = _case(5, "Something else entirely", source=1)
    return Library(CaseMemory([*cases, twin]), Vocabulary.load())


def _case(number: int, title: str, source: int | None = None) -> Case:
    url = f"https://example.com/{source or number}"
    return Case.from_document(
        {
            "id": f"AA-{number}",
            "title": {"en": title},
            "symptoms_text": {"en": title},
            "sources": [{"url": url}],
        }
    )


def line(case_id: str | list[str], text: str, kind: str = "first") -> dict[str, Any]:
    """A labelled query."""
    return {"id": case_id, "kind": kind, "text": text}


def test_queries_are_measured_by_kind_and_over_all(library: Library) -> None:
    """One found first, one not at all."""
    lines = [
        line("AA-2", "compaction expired offsets"),
        line("AA-3", "compaction filled disks"),
        line("AA-4", "nothing of the kind", kind="typo"),
    ]

    measured = evaluate_queries(library, lines)

    assert measured["queries"] == {
        "all": {"n": 3, "hit@1": 0.6667, "hit@3": 0.6667, "mrr": 0.6667},
        "first": {"n": 2, "hit@1": 1.0, "hit@3": 1.0, "mrr": 1.0},
        "typo": {"n": 1, "hit@1": 0.0, "hit@3": 0.0, "mrr": 0.0},
    }


def test_ranks_below_the_shown_ones_count_for_mrr(library: Library) -> None:
    """A right case in fourth place is no hit, but a quarter of one in MRR."""
    text = "compaction held locks, expired offsets, filled disks, broker"

    measured = evaluate_queries(library, [line("AA-4", text)])

    assert measured["queries"]["all"] == {"n": 1, "hit@1": 0.0, "hit@3": 0.0, "mrr": 0.25}


@pytest.mark.parametrize("right", ["AA-1", "AA-5", ["AA-3", "AA-5"]])
def test_twins_and_alternatives_count_as_right(library: Library, right: str | list[str]) -> None:
    """Either of two twins, and any of several ids, is the right answer."""
    measured = evaluate_queries(library, [line(right, "compaction held locks")])

    assert measured["queries"]["all"]["hit@1"] == 1.0


def test_id_that_is_not_in_the_library_is_never_found(library: Library) -> None:
    """A label without its case counts as a miss."""
    measured = evaluate_queries(library, [line("ZZ-1", "compaction held locks")])

    assert measured["queries"]["all"]["mrr"] == 0.0


def test_latency_is_measured(library: Library) -> None:
    """p50 and p95 in milliseconds."""
    lines = [line("AA-1", "compaction held locks")] * 5

    measured = evaluate_queries(library, lines)

    assert 0 < measured["p50_ms"] <= measured["p95_ms"]


def test_single_query_has_a_latency(library: Library) -> None:
    """One lookup is its own median."""
    measured = evaluate_queries(library, [line("AA-1", "compaction")])

    assert measured["p50_ms"] == measured["p95_ms"] > 0


def test_no_queries_are_null(library: Library) -> None:
    """Where there is nothing to measure, nothing is said."""
    assert evaluate_queries(library, []) == {"queries": None, "p50_ms": None, "p95_ms": None}


def message(text: str, expect: str, kind: str, **more: Any) -> dict[str, Any]:
    """A labelled message."""
    return {"text": text, "expect": expect, "kind": kind, **more}


def decide(text: str) -> Decision:
    """A gate that lets through what says "down"."""
    return Decision(symptom="down" in text, score=0.5, reasons=())


def test_chatter_is_measured_by_kind_and_over_all() -> None:
    """Recall over what wants a reply, false replies over what does not."""
    lines = [
        message("api is down", "reply", "human"),
        message("slow", "reply", "human"),
        message("shutting down the laptop", "quiet", "hard"),
        message("lunch", "quiet", "hard"),
        message("coffee", "quiet", "coordination"),
        message("is it down?", "quiet", "hard", borderline=True),
    ]

    measured = evaluate_chatter(decide, lines)

    assert measured == {
        "all": {"n": 5, "reply_recall": 0.5, "false_reply_rate": 0.3333},
        "human": {"n": 2, "reply_recall": 0.5, "false_reply_rate": None},
        "hard": {"n": 2, "reply_recall": None, "false_reply_rate": 0.5},
        "coordination": {"n": 1, "reply_recall": None, "false_reply_rate": 0.0},
    }


def test_no_chatter_is_null() -> None:
    """Nor is there a rate of nothing."""
    assert evaluate_chatter(decide, []) is None
    assert evaluate_chatter(decide, [message("x", "quiet", "y", borderline=True)]) is None
