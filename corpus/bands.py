"""Bands: how far a match can be trusted, from the evidence for it.

Owns the calibrated model in `bands.toml` and how it is read. It is written by
`benchmarks/calibrate_bands.py`; where the evidence comes from is the matcher's.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corpus.match import Band
from corpus.tables import read_table

_FILE = "bands.toml"
LONE = 2
"""Words or facets that a strong match shares with the query at least."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one match.

    Attributes:
        score: its fused score.
        coverage: that score as a share of the most the query could have had, 0..1.
        margin: how far the next suspect is behind, as a share of the score; below 0 for one that
            is itself behind.
        lead: how far the next five cases of the library are behind on average, filtered out or not,
            as a share of the score: a query about something else is a little like everything.
        words: informative words of the query that the case has, and facets it has though it says
            them in other words.
        asked: informative words of the query; of a long one less is found again.
    """

    score: float
    coverage: float
    margin: float
    lead: float
    words: int
    asked: int

    def features(self) -> tuple[float, ...]:
        """The numbers that the model weighs, in the order of `FEATURES`."""
        return (
            math.log1p(self.score),
            self.coverage,
            max(-1.0, self.margin),
            max(-1.0, self.lead),
            math.log1p(self.words),
            math.log1p(self.asked),
        )


FEATURES = ("log_score", "coverage", "margin", "lead", "log_words", "log_asked")


@dataclass(frozen=True, slots=True)
class Bands:
    """A logistic model of "this match is right", and the confidence each band begins at.

    Attributes:
        intercept: of the model.
        weights: one for each of `FEATURES`.
        strong: confidence from which a match is `strong`.
        possible: confidence from which it is `possible`.
        hit_rates: share of right matches in each band, as measured when calibrated.
    """

    intercept: float
    weights: tuple[float, ...]
    strong: float
    possible: float
    hit_rates: Mapping[Band, float]

    @classmethod
    def load(cls) -> "Bands":
        """Read the calibration that is shipped with the package."""
        return cls.from_document(read_table(_FILE))

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> "Bands":
        """Read a calibration from parsed TOML."""
        model = document["model"]
        return cls(
            intercept=model["intercept"],
            weights=tuple(model[name] for name in FEATURES),
            strong=document["strong"]["from"],
            possible=document["possible"]["from"],
            hit_rates={band: document[band.value]["hit_rate"] for band in Band},
        )

    def confidence(self, evidence: Evidence) -> float:
        """How likely a match with this evidence is the right one, 0..1."""
        pairs = zip(self.weights, evidence.features(), strict=True)
        total = self.intercept + sum(weight * feature for weight, feature in pairs)
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))

    def classify(self, evidence: Evidence) -> Band:
        """The band of a match. One shared word, however rare, is never strong."""
        confidence = self.confidence(evidence)
        if confidence < self.possible:
            return Band.NONE
        if evidence.words < LONE or confidence < self.strong:
            return Band.POSSIBLE
        return Band.STRONG
