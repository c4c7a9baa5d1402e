"""Measuring one engine with one library: building in one process, searching in another.

Owns what is timed and what counts as right. Each function below runs in a process of its own, so
that one engine's memory is not another's.
"""

import gc
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from matching.engines.engine import Document, Engine, Search
from matching.library_file import read_library

ENGINES = {
    "incident-lookup": "incident_lookup.IncidentLookup",
    "fts5": "fts5.Fts5",
    "bm25s": "bm25s_words.Bm25sWords",
    "tantivy": "tantivy_search.Tantivy",
    "rapidfuzz": "rapidfuzz_all.RapidfuzzAll",
    "minilm": "minilm.MiniLm",
}
"""The engines by their names on the command line; the project's own first."""

SMALL_ONLY = {"rapidfuzz": 1_000, "minilm": 1_000}
"""The largest library that an engine is measured with; beyond, one lookup or the build takes too
long."""

OURS = "incident-lookup"

_SHOWN = 3
_DEEP = 50
_WARM_UP = 5


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and the cases that are right for it: the labelled one and its twins."""

    text: str
    kind: str
    right: frozenset[str]


@dataclass(frozen=True, slots=True)
class Built:
    """What building took.

    Attributes:
        name, settings: of the engine.
        seconds: from the cases handed over to the index written.
        index_bytes: what was written.
    """

    name: str
    settings: str
    seconds: float
    index_bytes: int


@dataclass(frozen=True, slots=True)
class Searched:
    """What searching took, and what was found.

    Attributes:
        load_seconds: from nothing to ready to search, with what was written.
        memory_bytes: by how much the process grew from before loading to after all queries, pages
            of mapped files included; None where the system does not say.
        milliseconds: of each lookup, in the order of the queries.
        ranks: for each query where the first right case stands, from 1; None beyond 50.
        added_seconds: how long until an added case was found, a number for each try.
    """

    load_seconds: float
    memory_bytes: int | None
    milliseconds: tuple[float, ...]
    ranks: tuple[int | None, ...]
    added_seconds: tuple[float, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Quality:
    """How often the right case was found."""

    queries: int
    hit_1: float
    hit_3: float
    mrr: float


def build(key: str, library: Path, size: int, folder: Path) -> Built:
    """Build an engine from the first cases of a library file."""
    engine = make_engine(key)
    engine.take(read_library(library, size), folder)
    gc.collect()
    began = time.perf_counter()
    engine.index(folder)
    seconds = time.perf_counter() - began
    return Built(engine.name, engine.settings, seconds, engine.index_bytes(folder))


def search(
    key: str, folder: Path, queries: Sequence[LabelledQuery], new: Sequence[Document] = ()
) -> Searched:
    """Search what `build` wrote.

    Args:
        key: the engine.
        folder: where it wrote.
        queries: what to look up.
        new: cases to add afterwards, each until it is found.
    """
    engine = make_engine(key)
    gc.collect()
    before = _resident_bytes()
    began = time.perf_counter()
    find = engine.open(folder)
    loaded = time.perf_counter() - began
    for query in queries[:_WARM_UP]:
        find(query.text, _SHOWN)
    looked_up = [_look_up(find, query) for query in queries]
    after = _resident_bytes()
    return Searched(
        load_seconds=loaded,
        memory_bytes=after - before if after and before else None,
        milliseconds=tuple(milliseconds for _, milliseconds in looked_up),
        ranks=tuple(rank for rank, _ in looked_up),
        added_seconds=tuple(_time_additions(engine, folder, find, new)),
    )


def make_engine(key: str) -> Engine:
    """The engine of a name.

    Raises:
        ImportError: a package it needs is not installed.
    """
    module, name = ENGINES[key].split(".")
    engine: Engine = getattr(import_module(f"matching.engines.{module}"), name)()
    return engine


def measure_quality(ranks: Sequence[int | None]) -> Quality:
    """The usual shares of some ranks."""
    count = len(ranks)
    return Quality(
        queries=count,
        hit_1=sum(rank == 1 for rank in ranks) / count,
        hit_3=sum(rank is not None and rank <= _SHOWN for rank in ranks) / count,
        mrr=sum(1 / rank for rank in ranks if rank) / count,
    )


def percentiles(milliseconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    return median(milliseconds), quantiles(milliseconds, n=20, method="inclusive")[-1]


def _look_up(find: Search, query: LabelledQuery) -> tuple[int | None, float]:
    """The rank of the right case, and the milliseconds of the three best; more are not timed."""
    began = time.perf_counter()
    found = find(query.text, _SHOWN)
    milliseconds = (time.perf_counter() - began) * 1000
    if query.right.isdisjoint(found):
        found = find(query.text, _DEEP)
    ranks = (rank for rank, case_id in enumerate(found, 1) if case_id in query.right)
    return next(ranks, None), milliseconds


def _time_additions(
    engine: Any,  # noqa: ANN401  # of the engines ours alone takes cases afterwards
    folder: Path,
    find: Search,
    new: Sequence[Document],
) -> Iterator[float]:
    for document in new:
        yield engine.seconds_until_found(folder, find, document)


def _resident_bytes() -> int | None:
    """The memory of this process that is in RAM, as Linux tells it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    [kilobytes] = [line.split()[1] for line in lines if line.startswith("VmRSS:")]
    return int(kilobytes) * 1024
