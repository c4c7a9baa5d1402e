"""Whether synthetic cases are fair distractors: as hard to tell from the right answer as real ones.

For every query the right case is ranked among the other real cases, and among as many synthetic
ones. The engine is one that was not used to build either.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from matching.engines.engine import Document
from matching.measuring import LabelledQuery, Quality, make_engine, measure_quality


def compare_distractors(
    key: str, real: Sequence[Document], synthetic: Sequence[Document], queries: list[LabelledQuery]
) -> tuple[Quality, Quality]:
    """The quality of an engine among real distractors, and among as many synthetic ones."""
    return (
        _quality_among(key, real, (), queries),
        _quality_among(key, real, synthetic[: len(real)], queries),
    )


def _quality_among(
    key: str, real: Sequence[Document], others: Sequence[Document], queries: list[LabelledQuery]
) -> Quality:
    """Rank each right case among the others, or among the real ones where there are none."""
    allowed = {document["id"] for document in others or real}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = make_engine(key)
        engine.take([*real, *others], folder)
        engine.index(folder)
        find = engine.open(folder)
        ranks = []
        for query in queries:
            found = find(query.text, len(real) + len(others))
            kept = [each for each in found if each in allowed or each in query.right]
            ranks.append(next((at for at, each in enumerate(kept, 1) if each in query.right), None))
    return measure_quality(ranks)
