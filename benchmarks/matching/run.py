"""One run of the benchmark: the library, each engine with each size, and everything measured."""

import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from matching.engines.engine import Document
from matching.measuring import (
    OURS,
    SMALL_ONLY,
    Built,
    LabelledQuery,
    Quality,
    Searched,
    build,
    measure_quality,
    search,
)

_ADDED_AT = 10_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cell:
    """One engine with one size."""

    size: int
    queries: Sequence[LabelledQuery] = field(repr=False)
    built: Built
    searched: Searched

    def quality(self) -> Quality:
        """Over all queries."""
        return measure_quality(self.searched.ranks)

    def by_kind(self) -> dict[str, Quality]:
        """For each kind of query, in the order of the queries."""
        ranks: defaultdict[str, list[int | None]] = defaultdict(list)
        for query, rank in zip(self.queries, self.searched.ranks, strict=True):
            ranks[query.kind].append(rank)
        return {kind: measure_quality(some) for kind, some in ranks.items()}


@dataclass(slots=True)
class Run:
    """Everything that was measured.

    Attributes:
        sizes: in cases, ascending.
        cells: size → engine → what came of it.
        missing: engine → why it was not measured.
        start_seconds: medians of first and later starts of the bot, None where not measured.
        distractors: engine → quality among real cases, and among as many synthetic ones.
    """

    sizes: Sequence[int]
    cells: dict[int, dict[str, Cell]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    start_seconds: tuple[float, float] | None = None
    distractors: dict[str, tuple[Quality, Quality]] = field(default_factory=dict)

    def at(self, size: int) -> Mapping[str, Cell]:
        """The engines that were measured with a size."""
        return self.cells.get(size, {})

    def cell(self, key: str, size: int) -> Cell | None:
        """One engine with one size, None where it was not measured."""
        return self.at(size).get(key)

    def bytes_a_case(self, key: str, size: int) -> float | None:
        """By how much each case beyond those of the next smaller library made the process grow.

        What is the same for every library (vocabulary, caches, modules) is thereby left out.
        """
        smaller = [self.cell(key, each) for each in self.sizes if each < size]
        less, more = next(filter(None, reversed(smaller)), None), self.cell(key, size)
        if not (less and more) or None in (less.searched.memory_bytes, more.searched.memory_bytes):
            return None
        grown = (more.searched.memory_bytes or 0) - (less.searched.memory_bytes or 0)
        return grown / (size - less.size)


def measure_all(
    run: Run,
    engines: Sequence[str],
    library: Path,
    queries: Callable[[int], Sequence[LabelledQuery]],
    new: Sequence[Document],
    tell: Callable[[str], None],
) -> None:
    """Measure every engine with every size, one after another.

    Args:
        run: where the results go.
        engines: which ones.
        library: the largest library, a case a line; smaller ones are its first cases.
        queries: what to look up in a library of a size.
        new: cases that no library has, to be added to one of 10,000.
        tell: is told of progress, a line at a time.
    """
    for size in run.sizes:
        for key in engines:
            if key in run.missing or size > SMALL_ONLY.get(key, size):
                continue
            try:
                cell = _measure(key, library, size, queries(size), new)
            except (ImportError, BrokenProcessPool, MemoryError) as error:
                run.missing[key] = f"{type(error).__name__}: {error}"
                tell(f"{key} with {size:,} cases: not measured")
                continue
            run.cells.setdefault(size, {})[key] = cell
            tell(_progress(key, cell))


def apart(work: Callable[..., T], *arguments: object) -> T:
    """Do something in a new process, which ends with it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(work, *arguments).result()


def _measure(
    key: str, library: Path, size: int, queries: Sequence[LabelledQuery], new: Sequence[Document]
) -> Cell:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built = apart(build, key, library, size, folder)
        added = new if key == OURS and size == _ADDED_AT else ()
        searched = apart(search, key, folder, queries, added)
    return Cell(size, queries, built, searched)


def _progress(key: str, cell: Cell) -> str:
    quality = cell.quality()
    return (
        f"{key} with {cell.size:,} cases: built in {cell.built.seconds:.1f} s, "
        f"hit@1 {quality.hit_1:.3f}, hit@3 {quality.hit_3:.3f}, MRR {quality.mrr:.3f}"
    )
