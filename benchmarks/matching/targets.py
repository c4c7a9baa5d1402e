"""What the matcher has to reach, and whether it does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matching.measuring import OURS, Quality, percentiles
from matching.run import Cell, Run

_ENOUGH = 300
"""Cases from which the targets of quality hold."""

_QUALITY = {"hit_1": 0.93, "hit_3": 0.985, "mrr": 0.96}
_WORST_KIND = 0.96
_P95_MS = {1_000: 8.0, 10_000: 25.0, 100_000: 250.0}
_LARGE = 10_000
_KILOBYTES_A_CASE = 40.0
_LOAD_SECONDS = 0.3
_ADDED_SECONDS = 1.0
_READY_SECONDS = 2.0
_MEASURES = {"hit_1": "hit@1", "hit_3": "hit@3", "mrr": "MRR"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A target beside what was measured.

    Attributes:
        what: the target in words.
        wanted: the bound.
        measured: the value, None where this run did not measure it.
        passed: whether it holds, None likewise.
    """

    what: str
    wanted: str
    measured: str | None = None
    passed: bool | None = None


def judge(run: Run) -> list[Verdict]:
    """Every target, in the order of the page."""
    return [
        *_judge_quality(run),
        *_judge_others(run),
        *(_judge_latency(run, size, limit) for size, limit in _P95_MS.items()),
        *_judge_size(run),
        _at_most("start to ready with the shipped library", _READY_SECONDS, "s", _ready(run)),
    ]


def _judge_quality(run: Run) -> list[Verdict]:
    sizes = [size for size in run.sizes if size >= _ENOUGH]
    cell = run.cell(OURS, sizes[0]) if sizes else None
    where = f", {sizes[0]:,} cases" if sizes else ""
    verdicts = []
    for name, limit in _QUALITY.items():
        value = getattr(cell.quality(), name) if cell else None
        verdicts.append(_at_least(f"{_MEASURES[name]}{where}", limit, value))
    worst = min((each.hit_3 for each in cell.by_kind().values()), default=None) if cell else None
    return [*verdicts, _at_least(f"hit@3 of the worst kind{where}", _WORST_KIND, worst)]


def _judge_others(run: Run) -> list[Verdict]:
    """Better than every alternative, by each measure, at each size."""
    verdicts = []
    for size in run.sizes:
        ours = run.cell(OURS, size)
        others = {key: cell.quality() for key, cell in run.at(size).items() if key != OURS}
        if ours and others:
            verdicts.append(_compare(size, ours.quality(), others))
    return verdicts


def _compare(size: int, ours: Quality, others: Mapping[str, Quality]) -> Verdict:
    best = {name: max(getattr(each, name) for each in others.values()) for name in _MEASURES}
    passed = all(getattr(ours, name) > best[name] for name in _MEASURES)
    return Verdict(
        f"hit@1, hit@3 and MRR better than every other, {size:,} cases",
        "> " + _thousandths([best[name] for name in _MEASURES]),
        _thousandths([getattr(ours, name) for name in _MEASURES]),
        passed,
    )


def _judge_latency(run: Run, size: int, limit: float) -> Verdict:
    cell = run.cell(OURS, size)
    p95 = percentiles(cell.searched.milliseconds)[1] if cell else None
    return _at_most(f"p95 of a whole lookup, {size:,} cases", limit, "ms", p95)


def _judge_size(run: Run) -> list[Verdict]:
    cell = run.cell(OURS, _LARGE)
    added = max(cell.searched.added_seconds, default=None) if cell else None
    where = f"{_LARGE:,} cases"
    return [
        _at_most(
            f"index a case, in memory or saved, whichever is more, {where}",
            _KILOBYTES_A_CASE,
            "KB",
            _kilobytes_a_case(run, cell) if cell else None,
        ),
        _at_most(
            f"loading a saved index, {where}",
            _LOAD_SECONDS,
            "s",
            cell.searched.load_seconds if cell else None,
        ),
        _at_most(f"an added case is found, slowest of three, {where}", _ADDED_SECONDS, "s", added),
    ]


def _kilobytes_a_case(run: Run, cell: Cell) -> float:
    in_memory = run.bytes_a_case(OURS, cell.size) or 0.0
    return max(in_memory, cell.built.index_bytes / cell.size) / 1000


def _ready(run: Run) -> float | None:
    return max(run.start_seconds) if run.start_seconds else None


def _at_least(what: str, limit: float, value: float | None) -> Verdict:
    if value is None:
        return Verdict(what, f"≥ {limit}")
    return Verdict(what, f"≥ {limit}", f"{value:.3f}", value >= limit)


def _at_most(what: str, limit: float, unit: str, value: float | None) -> Verdict:
    if value is None:
        return Verdict(what, f"≤ {limit:g} {unit}")
    return Verdict(what, f"≤ {limit:g} {unit}", f"{value:.3g} {unit}", value <= limit)


def _thousandths(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.3f}" for value in values)
