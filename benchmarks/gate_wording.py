"""Fit the table of the gate's wording: what each piece of the labelled messages says."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from descent import Descent, SparseRows

from corpus.gate_wording import Wording, pieces

TARGET = Path(__file__).resolve().parents[1] / "corpus" / "gate_wording.json"

_SEEN = 3
"""Messages that a piece must be in; what two people happened to write says nothing."""

_PENALTY = 1e-5
_STEPS = 600

Array = npt.NDArray[np.float64]
Importance = Callable[[npt.NDArray[np.int_]], Array]
"""Indices of messages → how much each counts; sums to 1."""


class WordingProblem:
    """The labelled messages as rows of pieces.

    Args:
        texts: the messages.
        replies: 1 for a live symptom, 0 for anything else.
        batches: the batch of each.
        importance: how much messages count.
    """

    def __init__(
        self,
        texts: Sequence[str],
        replies: Array,
        batches: npt.NDArray[np.str_],
        importance: Importance,
    ) -> None:
        cut = [pieces(text) for text in texts]
        counts = Counter(piece for some in cut for piece in some)
        self._names = sorted(piece for piece, count in counts.items() if count >= _SEEN)
        numbers = {name: number for number, name in enumerate(self._names)}
        known = [[numbers[piece] for piece in sorted(some) if piece in numbers] for some in cut]
        self._rows = SparseRows([np.array(some, dtype=np.int_) for some in known], len(numbers))
        self._replies = replies
        self._batches = batches
        self._importance = importance

    def held_out(self) -> Array:
        """What each message's wording says to a table that has seen no message of its batch.

        Messages of one batch sound alike; a table that has seen some of them would look better
        than it is on what somebody else writes.
        """
        said = np.zeros(len(self._replies))
        for batch in np.unique(self._batches):
            out = np.flatnonzero(self._batches == batch)
            said[out] = self.said_by_others(out)
        return said

    def said_by_others(self, out: npt.NDArray[np.int_]) -> Array:
        """What the wording of some messages says to a table of all the others."""
        weights, bias = self._fit(np.setdiff1d(np.arange(len(self._replies)), out))
        said: Array = self._rows[out] @ weights + bias
        return said

    def table(self, spread: float) -> Wording:
        """The table of all messages; a value of 1 is one spread."""
        weights, bias = self._fit(np.arange(len(self._replies)))
        named = zip(self._names, (weights / spread).tolist(), strict=True)
        return Wording(
            round(bias / spread, 3), {name: round(value, 3) for name, value in named if value}
        )

    def _fit(self, chosen: npt.NDArray[np.int_]) -> tuple[Array, float]:
        """The table's weights and bias; rows have length 1."""
        rows, replies = self._rows[chosen], self._replies[chosen]
        importance = self._importance(chosen)
        descent = Descent(1 / (0.5 + _PENALTY), _PENALTY, _STEPS)
        weights, bias = descent.fit(rows, replies, importance)
        return weights.astype(np.float64), bias


def write(wording: Wording) -> None:
    """Replace the table that ships, one piece a line."""
    document = {"bias": wording.bias, "weights": dict(sorted(wording.weights.items()))}
    TARGET.write_text(json.dumps(document, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
