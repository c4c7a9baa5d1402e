"""Bands: confidence from evidence, thresholds, and the calibration that is shipped."""

from dataclasses import replace

import pytest

from corpus.bands import FEATURES, Bands, Evidence
from corpus.match import Band

BANDS = Bands(
    intercept=-2.0,
    weights=(0.0, 0.0, 4.0, 0.0, 0.0, 0.0),
    strong=0.8,
    possible=0.5,
    hit_rates={},
)
EVIDENCE = Evidence(score=50.0, coverage=0.5, margin=1.0, lead=0.5, words=3, asked=9)


@pytest.mark.parametrize(
    ("evidence", "band"),
    [
        (EVIDENCE, Band.STRONG),
        (replace(EVIDENCE, margin=0.6), Band.POSSIBLE),
        (replace(EVIDENCE, margin=0.2), Band.NONE),
        (replace(EVIDENCE, margin=-9.0), Band.NONE),
        (replace(EVIDENCE, words=1), Band.POSSIBLE),
    ],
)
def test_band_follows_confidence_and_shared_words(evidence: Evidence, band: Band) -> None:
    """Thresholds decide, and one shared word is never strong."""
    assert BANDS.classify(evidence) is band


@pytest.mark.parametrize("score", [0.0, 1e9])
def test_confidence_stays_in_range(score: float) -> None:
    """However extreme the evidence, confidence lies in 0..1."""
    extreme = replace(BANDS, weights=(1e6,) * len(FEATURES))

    assert 0.0 <= extreme.confidence(replace(EVIDENCE, score=score)) <= 1.0


def test_shipped_calibration_promises_enough() -> None:
    """What is shipped is at least as good as the bands promise, and speaks for itself."""
    bands = Bands.load()

    assert bands.hit_rates[Band.STRONG] >= 0.9
    assert bands.hit_rates[Band.POSSIBLE] >= 0.6
    assert bands.hit_rates[Band.NONE] < 0.3
    assert 0 < bands.possible < bands.strong < 1


@pytest.mark.parametrize("name", [name for name in FEATURES if name != "log_asked"])
def test_more_evidence_never_lowers_confidence(name: str) -> None:
    """Whatever a case can have more of speaks for it."""
    weights = Bands.load().weights

    assert weights[FEATURES.index(name)] >= 0
