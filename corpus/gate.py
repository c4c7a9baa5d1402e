"""The gate: does this text describe a live symptom?

A linear model over the named features of `corpus.gate_features`, with its weights in one table
(`gate_weights.toml`, fitted by `benchmarks/fit_gate.py`). Knows nothing of Slack: markup is taken
off before.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corpus.gate_features import FeatureReader, bound
from corpus.gate_wording import Wording
from corpus.tables import read_table

_WORDS_QUOTED = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a text describes a live symptom, and why.

    Attributes:
        symptom: true when it does.
        score: how likely the model holds it, 0..1; `symptom` is a cut on this.
        reasons: what spoke for and against it, weightiest first, with the words that fired:
            `"+ outage: down, unreachable"`, `"- resolved: back up"`.
    """

    symptom: bool
    score: float
    reasons: tuple[str, ...]


class Gate:
    """Decides on texts; immutable, safe to share between threads."""

    def __init__(self, reader: FeatureReader, wording: Wording, table: Mapping[str, Any]) -> None:
        self._reader = reader
        self._wording = wording
        self._weights: dict[str, float] = dict(table["weights"])
        self._bias: float = table["bias"]
        self._threshold: float = table["threshold"]
        self._threshold_after_symptom: float = table["threshold_after_symptom"]

    @classmethod
    def load(cls) -> "Gate":
        """The gate with the lexicon and the weights that ship with the package."""
        return cls(FeatureReader.load(), Wording.load(), read_table("gate_weights.toml"))

    def decide(self, text: str, *, after_symptom: bool = False) -> Decision:
        """Say whether this text describes a live symptom; any text, in bounded time.

        Empty text is quiet. A text of more than a few thousand characters is judged by its start
        and its end.

        Args:
            text: the words of a message.
            after_symptom: whether it was written where a live symptom has been seen already; what
                people say beside one is more often about it, so that less is asked of it.
        """
        if not text.strip():
            return Decision(symptom=False, score=0.0, reasons=("- no words",))
        text = bound(text)
        reading = self._reader.read(text)
        wording, pieces = self._wording.weigh(text)
        values = {**reading.values, "wording": wording}
        words = {**reading.words, "wording": pieces}
        parts = {name: self._weights.get(name, 0.0) * n for name, n in values.items()}
        score = 1 / (1 + math.exp(-max(-30.0, min(30.0, self._bias + sum(parts.values())))))
        ordered = sorted(parts, key=lambda name: (-abs(parts[name]), name))
        reasons = tuple(
            _reason(name, parts[name], words.get(name, ())) for name in ordered if parts[name]
        )
        threshold = self._threshold_after_symptom if after_symptom else self._threshold
        return Decision(symptom=score >= threshold, score=score, reasons=reasons)

    def says_resolved(self, text: str) -> bool:
        """Whether a text says that an incident is over: the words of people or of an incident bot.

        Nothing after it may say otherwise, and it must be no question, plan, drill or rule. On the
        labelled messages that holds for .68 of those that tell of an end and .004 of those that
        describe a live symptom.
        """
        found = self._reader.read(bound(text)).values if text.strip() else {}
        if not found or self.decide(text, after_symptom=True).symptom:
            return False
        is_over = "resolved_last" in found and _NOT_OVER.isdisjoint(found)
        return "status_over" in found or is_over


_NOT_OVER = frozenset(
    {
        "definition",
        "drill",
        "elsewhere",
        "generic",
        "planned",
        "process_question",
        "proposal",
        "question_mark",
    }
)
"""Features of sentences that speak of an end without saying that there is one."""


def _reason(name: str, part: float, words: tuple[str, ...]) -> str:
    said = ", ".join(words[:_WORDS_QUOTED])
    return f"{'+' if part > 0 else '-'} {name}{': ' if said else ''}{said}"
