"""Calibrate the bands: fit "this match is right" on labelled data and write `corpus/bands.toml`.

Run it again after every change to the matcher, the vocabulary or the library:

    python benchmarks/calibrate_bands.py [--check]

Examples are the best three suspects of every golden query, once with the library as it is and once
with the right case taken out (nothing is right then), of queries about incidents that are not in
the library, and of messages that describe no incident. Confidences for choosing thresholds come
from a model that has not seen the case: five folds by case. `--check` measures and writes nothing.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from corpus.bag import Bag
from corpus.bands import FEATURES, LONE, Bands, Evidence
from corpus.case import Case
from corpus.entry import Entry, prepare
from corpus.glossary import Glossary
from corpus.index import Index
from corpus.match import Audience, Band
from corpus.query import prepare_query
from corpus.ranking import Ranking, Scope, Suspect
from corpus.segment import Segment
from corpus.shipped import load_shipped_cases
from corpus.vocabulary import Vocabulary

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
TARGET = ROOT / "corpus" / "bands.toml"

STRONG_RIGHT = 0.93
"""Share of strong matches that must be right; promised is 0.90, the rest is room for new cases."""

POSSIBLE_RIGHT = 0.62
"""The same for possible; promised is 0.60."""

SILENT = 0.83
"""Share of queries about nothing in the library that must get no band; promised is 0.80."""

WEIGHTS = {"known": 1.0, "unknown": 0.25, "off": 0.3, "chatter": 0.0}
"""What an example of each source counts when shares are taken: one lookup in three is assumed to be
about something that the library does not have, half of them about a near relative of a case that it
has; chatter is the gate's to keep out."""

_SHOWN = 3
_FOLDS = 5
_RIDGE = 1.0

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """One suspect of one query, and whether it was the right answer.

    `source` is `known`, `unknown` (the right case was taken out), `off` (it never was there) or
    `chatter`; `query` numbers the
    queries of all sources.
    """

    source: str
    query: int
    fold: int
    rank: int
    evidence: Evidence
    right: bool


def load_lines(name: str) -> list[dict[str, str]]:
    """The labelled lines of a golden file."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


class _Bench:
    """A ranking of cases, and what is needed to ask it."""

    def __init__(
        self, prepared: Sequence[tuple[Entry, tuple[Bag, ...]]], cases: Mapping[str, Case]
    ) -> None:
        self._vocabulary = Vocabulary.load()
        self._glossary = Glossary.load()
        self._index = Index([(Segment.build(prepared), None)])
        self.ranking = Ranking(self._index, cases.get)

    def suspects(self, text: str) -> list[Suspect]:
        """The best suspects for a text."""
        query = prepare_query(text, self._index, self._vocabulary, self._glossary)
        return self.ranking.suspects(query, Scope(Audience(operator=True)), _SHOWN)


def collect_examples() -> list[Example]:
    """Rank everything that is labelled, with and without the right cases."""
    vocabulary = Vocabulary.load()
    cases = {case.id: case for case in load_shipped_cases()}
    prepared = {case.id: prepare(case, vocabulary) for case in cases.values()}
    whole = _Bench(list(prepared.values()), cases)
    golden = load_lines("queries.jsonl")
    examples: list[Example] = []
    for case_id in sorted({line["id"] for line in golden}):
        lines = [line["text"] for line in golden if line["id"] == case_id]
        twins = {twin.id for twin in whole.ranking.twins(prepared[case_id][0])}
        others = [each for name, each in prepared.items() if name not in twins]
        without = _Bench(others, cases)
        fold = int(case_id.rpartition("-")[2]) % _FOLDS
        for text in lines:
            examples += _examples(whole, text, "known", (len(examples), fold), twins)
            examples += _examples(without, text, "unknown", (len(examples), fold), set())
    for source, name in (("off", "off-library.jsonl"), ("chatter", "chatter-negatives.jsonl")):
        for number, line in enumerate(load_lines(name)):
            where = (len(examples), number % _FOLDS)
            examples += _examples(whole, line["text"], source, where, set())
    return examples


def _examples(
    bench: _Bench, text: str, source: str, where: tuple[int, int], right: set[str]
) -> Iterator[Example]:
    query, fold = where
    for rank, suspect in enumerate(bench.suspects(text), 1):
        is_right = suspect.entry.id in right
        yield Example(source, query, fold, rank, suspect.evidence, is_right)


def fit(features: Array, right: Array, weights: Array) -> Array:
    """Logistic regression by Newton's method with a little shrinkage; intercept first."""
    design = np.column_stack([np.ones(len(features)), features])
    shrink = _RIDGE * np.eye(design.shape[1])
    shrink[0, 0] = 0.0
    found = np.zeros(design.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        slope = design.T @ (weights * (right - likely)) - shrink @ found
        curve = design.T @ (design * (weights * likely * (1 - likely))[:, None]) + shrink
        step = np.linalg.solve(curve, slope)
        found += step
        if np.abs(step).max() < 1e-9:
            break
    return found


def predict(model: Array, features: Array) -> Array:
    """Confidence of each example under a fitted model."""
    likely: Array = 1 / (1 + np.exp(-np.clip(model[0] + features @ model[1:], -50, 50)))
    return likely


def held_out_confidences(examples: Sequence[Example]) -> tuple[Array, Array]:
    """The model of all examples, and for each example the confidence of one that never saw it."""
    features = np.array([example.evidence.features() for example in examples])
    right = np.array([example.right for example in examples], dtype=float)
    weights = np.ones(len(examples))
    folds = np.array([example.fold for example in examples])
    confidences = np.zeros(len(examples))
    for fold in range(_FOLDS):
        seen = folds != fold
        model = fit(features[seen], right[seen], weights[seen])
        confidences[~seen] = predict(model, features[~seen])
    return fit(features, right, weights), confidences


def choose_thresholds(examples: Sequence[Example], confidences: Array) -> tuple[float, float]:
    """The lowest confidences at which the bands keep what they promise."""
    lone = np.array([example.evidence.words < LONE for example in examples])
    steps = [step / 200 for step in range(20, 200)]

    def share(chosen: npt.NDArray[np.bool_]) -> float:
        return _share([examples[at] for at in map(int, np.flatnonzero(chosen))])

    strong = next(step for step in steps if share((confidences >= step) & ~lone) >= STRONG_RIGHT)
    best = _best_of_unknown(examples, confidences)
    possible = next(
        step
        for step in steps
        if float(np.mean(best < step)) >= SILENT
        and share((confidences >= step) & ((confidences < strong) | lone)) >= POSSIBLE_RIGHT
    )
    return strong, min(possible, strong)


def _best_of_unknown(examples: Sequence[Example], confidences: Array) -> Array:
    """For each query about nothing in the library, the confidence of its best suspect."""
    best: dict[int, float] = {}
    for example, confidence in zip(examples, confidences, strict=True):
        if example.source == "unknown":
            best[example.query] = max(best.get(example.query, 0.0), float(confidence))
    return np.array(list(best.values()))


def _share(examples: Sequence[Example]) -> float:
    """The weighted share of right ones; 1 where there is none to be wrong."""
    total = sum(WEIGHTS[example.source] for example in examples)
    right = sum(WEIGHTS[example.source] for example in examples if example.right)
    return right / total if total else 1.0


def _band(bands: Bands, example: Example, confidence: float) -> Band:
    if confidence < bands.possible:
        return Band.NONE
    strong = confidence >= bands.strong and example.evidence.words >= LONE
    return Band.STRONG if strong else Band.POSSIBLE


def measure(examples: Sequence[Example], confidences: Array, bands: Bands) -> str:
    """What the bands keep, as TOML: hit rate and size of each, and silence by source."""
    given = [_band(bands, *pair) for pair in zip(examples, confidences, strict=True)]
    lines: list[str] = []
    starts = {Band.STRONG: bands.strong, Band.POSSIBLE: bands.possible}
    for band in Band:
        of_band = [
            e for e, b in zip(examples, given, strict=True) if b is band and WEIGHTS[e.source]
        ]
        lines.append(f"\n[{band.value}]")
        if band in starts:
            lines.append(f"from = {starts[band]:.3f}")
        lines.append(f"hit_rate = {_share(of_band):.3f}")
        lines.append(f"measured_on = {len(of_band)}")
    lines.append("\n# Share of queries whose best suspect got each band.")
    for source in WEIGHTS:
        first = [
            band
            for example, band in zip(examples, given, strict=True)
            if example.source == source and example.rank == 1
        ]
        lines.append(f"[first_of_{source}]")
        lines += [f"{band.value} = {first.count(band) / len(first):.3f}" for band in Band]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Calibrate, show what came out, and write it unless only checking."""
    examples = collect_examples()
    model, confidences = held_out_confidences(examples)
    strong, possible = choose_thresholds(examples, confidences)
    bands = Bands(float(model[0]), tuple(map(float, model[1:])), strong, possible, {})
    names = ("intercept", *FEATURES)
    text = (
        "# Written by benchmarks/calibrate_bands.py; run it again instead of editing.\n\n[model]\n"
    )
    text += "".join(
        f"{name} = {value:.4f}\n" for name, value in zip(names, model.tolist(), strict=True)
    )
    text += measure(examples, confidences, bands)
    sys.stdout.write(text)
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
