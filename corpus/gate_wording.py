"""The wording of a message: what its words, pairs of words and endings say to the gate together.

Owns how a message is cut into pieces and the table of what each says (`gate_wording.json`, fitted
by `benchmarks/fit_gate.py` on the labelled messages). It is one feature of the gate beside those of
the lexicon, which know states and grammar; this one knows how people happen to put things.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise

from corpus.text import is_hangul

_FILE = "gate_wording.json"
_LIMIT = 3.0
"""The most that wording says either way, in spreads of the labelled messages."""

_MARKUP = re.compile(r"<[^>]*>|https?://\S+")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[a-z0-9']+|[가-힣]+|[?!]+|[\u3040-\u30ff\u4e00-\u9fff]")
_LONG = 5
_QUOTED = 3


def pieces(text: str) -> frozenset[str]:
    """The pieces of a message: words, pairs of words, how words begin and end, the first word.

    Numbers are all one, links and mentions are left out.

    >>> sorted(pieces("Disk full!"))
    ['!', '^ disk', 'disk', 'disk full', 'full', 'full !']
    """
    return frozenset(_cut(_DIGITS.sub("0", _MARKUP.sub(" ", text.lower()))))


def _cut(text: str) -> Iterator[str]:
    words = _WORD.findall(text)
    for word in words:
        yield word
        if is_hangul(word):
            yield from ("-" + word[-size:] for size in (1, 2, 3) if len(word) > size)
            if len(word) > 2:
                yield word[:2] + "-"
        elif len(word) >= _LONG:
            yield word[:4] + "-"
            yield "-" + word[-3:]
    yield from (f"{one} {other}" for one, other in pairwise(words))
    if words:
        yield f"^ {words[0]}"


@dataclass(frozen=True, slots=True)
class Wording:
    """What each piece says; above 0 for a live symptom, below for anything else.

    Attributes:
        bias: what a message says that has no known piece.
        weights: piece → what it says.
    """

    bias: float
    weights: Mapping[str, float]

    @classmethod
    def load(cls) -> "Wording":
        """The table that ships with the package."""
        source = resources.files("corpus").joinpath(_FILE)
        table = json.loads(source.read_text(encoding="utf-8"))
        return cls(table["bias"], table["weights"])

    def weigh(self, text: str) -> tuple[float, tuple[str, ...]]:
        """What the wording of a message says, -3..3, and the pieces that said most of it."""
        known = [piece for piece in pieces(text) if piece in self.weights]
        total = sum(self.weights[piece] for piece in known) / math.sqrt(len(known) or 1)
        value = max(-_LIMIT, min(_LIMIT, self.bias + total))
        side = 1 if value > 0 else -1
        known.sort(key=lambda piece: (-side * self.weights[piece], piece))
        return value, tuple(piece for piece in known[:_QUOTED] if side * self.weights[piece] > 0)
