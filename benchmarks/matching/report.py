"""The page: what one run measured, as Markdown."""

import platform
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from matching.measuring import OURS, Quality, percentiles
from matching.run import Cell, Run
from matching.targets import Verdict, judge

_PACKAGES = ("numpy", "rapidfuzz", "bm25s", "tantivy", "sentence-transformers", "torch")

_HEAD = """\
# Matching, measured

Written by `make bench`; everything on this page comes from one run on one machine. How it is
measured, and what the synthetic cases are: README.md beside this file.
"""

_ENGINE_COLUMNS = (
    "engine",
    "hit@1",
    "hit@3",
    "MRR",
    "p50 ms",
    "p95 ms",
    "build s",
    "load s",
    "memory MB",
    "KB a further case",
    "saved MB",
)


def write_page(run: Run, *, cores: int, minutes: float) -> str:
    """The page of a run.

    Args:
        run: what was measured.
        cores: of the machine.
        minutes: how long it took.
    """
    parts = [
        _HEAD,
        "\n".join(_machine(cores, minutes)),
        "\n".join(_targets(judge(run))),
        *("\n".join(_size(run, size)) for size in run.sizes),
        "\n".join(_distractors(run)),
        "\n".join(_engines(run)),
        "\n".join(_start(run)),
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _machine(cores: int, minutes: float) -> Iterator[str]:
    day = datetime.now(UTC).date().isoformat()
    yield f"- Date: {day}; the run took {minutes:.0f} minutes"
    yield f"- Machine: {cores} cores, {platform.machine()}, {platform.system()}"
    python = ".".join(map(str, sys.version_info[:3]))
    found = [f"{name} {_version(name)}" for name in _PACKAGES if _version(name)]
    yield f"- Python {python}; {', '.join(found)}"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _targets(verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield "## Targets"
    yield ""
    rows = [
        (each.what, each.wanted, each.measured or "not measured", _outcome(each.passed))
        for each in verdicts
    ]
    yield from _table(("what", "target", "measured", ""), rows)


def _outcome(passed: bool | None) -> str:  # noqa: FBT001  # it is what is said
    if passed is None:
        return ""
    return "pass" if passed else "**fail**"


def _size(run: Run, size: int) -> Iterator[str]:
    cells = run.at(size)
    if not cells:
        return
    queries = len(next(iter(cells.values())).queries)
    yield f"## {size:,} cases, {queries} queries"
    yield ""
    yield from _table(_ENGINE_COLUMNS, [_row(run, key, cell) for key, cell in cells.items()])
    yield ""
    kinds = list(next(iter(cells.values())).by_kind())
    yield "hit@1 / hit@3 by kind of query:"
    yield ""
    yield from _table(("engine", *kinds), [_kinds_row(cell) for cell in cells.values()])


def _row(run: Run, key: str, cell: Cell) -> tuple[str, ...]:
    quality, searched = cell.quality(), cell.searched
    p50, p95 = percentiles(searched.milliseconds)
    memory, grown = searched.memory_bytes, run.bytes_a_case(key, cell.size)
    return (
        cell.built.name,
        *_quality(quality),
        f"{p50:.1f}",
        f"{p95:.1f}",
        f"{cell.built.seconds:.1f}",
        f"{searched.load_seconds:.2f}",
        "" if memory is None else f"{memory / 1e6:.0f}",
        "" if grown is None else f"{grown / 1e3:.1f}",
        f"{cell.built.index_bytes / 1e6:.1f}",
    )


def _quality(quality: Quality) -> tuple[str, str, str]:
    return f"{quality.hit_1:.3f}", f"{quality.hit_3:.3f}", f"{quality.mrr:.3f}"


def _kinds_row(cell: Cell) -> tuple[str, ...]:
    shares = (f"{each.hit_1:.2f} / {each.hit_3:.2f}" for each in cell.by_kind().values())
    return (cell.built.name, *shares)


def _distractors(run: Run) -> Iterator[str]:
    if not run.distractors:
        return
    yield "## Are the synthetic cases fair?"
    yield ""
    yield "Each right case among the other real cases, and among as many synthetic ones:"
    yield ""
    rows = [
        (name, *_quality(real), *_quality(synthetic))
        for name, (real, synthetic) in run.distractors.items()
    ]
    columns = [f"{measure}, {among}" for among in ("real", "synthetic") for measure in _MEASURES]
    yield from _table(("engine", *columns), rows)


_MEASURES = ("hit@1", "hit@3", "MRR")


def _engines(run: Run) -> Iterator[str]:
    yield "## The engines"
    yield ""
    known: Mapping[str, Cell] = {
        key: cell for size in reversed(run.sizes) for key, cell in run.at(size).items()
    }
    for cell in known.values():
        yield f"- **{cell.built.name}**: {cell.built.settings}."
    for key, why in run.missing.items():
        yield f"- **{key}** was not measured: {why}"


def _start(run: Run) -> Iterator[str]:
    yield "## More"
    yield ""
    if run.start_seconds:
        first, later = run.start_seconds
        yield f"- Start to ready of the bot: {first:.2f} s the first time, {later:.2f} s later."
    for cell in (run.cell(OURS, size) for size in run.sizes):
        if cell and cell.searched.added_seconds:
            tries = ", ".join(f"{seconds:.2f} s" for seconds in cell.searched.added_seconds)
            yield f"- From adding a case to {cell.size:,} until a lookup found it: {tries}."


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield f"| {' | '.join(row)} |"
