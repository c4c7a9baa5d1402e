"""The file of a library: a case a line, so that smaller libraries are its first lines."""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from matching.sources import Document
from matching.synthetic import SyntheticLibrary

_CHUNK = 1_000


def write_library(
    real: Iterable[Document], synthetic: SyntheticLibrary, size: int, path: Path
) -> None:
    """Write a case a line: the real ones, then as many synthetic ones as are missing."""
    known = list(real)
    numbers = range(1, size - len(known) + 1)
    chunks = [numbers[first : first + _CHUNK] for first in range(0, len(numbers), _CHUNK)]
    with (
        path.open("w", encoding="utf-8") as lines,
        ProcessPoolExecutor(mp_context=get_context("spawn")) as processes,
    ):
        lines.write(_to_lines(known))
        lines.writelines(processes.map(partial(_make_lines, synthetic), chunks))


def _make_lines(synthetic: SyntheticLibrary, numbers: Iterable[int]) -> str:
    """The synthetic cases of some numbers, a line each."""
    return _to_lines(map(synthetic.make, numbers))


def _to_lines(documents: Iterable[Document]) -> str:
    """A line of JSON for each case."""
    return "".join(f"{json.dumps(document, ensure_ascii=False)}\n" for document in documents)


def read_library(library: Path, size: int) -> Iterator[Document]:
    """The first cases of a library file, one by one."""
    with library.open(encoding="utf-8") as lines:
        yield from map(json.loads, islice(lines, size))
