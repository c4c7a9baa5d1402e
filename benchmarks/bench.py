"""Measure the matcher against the alternatives and write `benchmarks/RESULTS.md`.

    python benchmarks/bench.py [--sizes 100 1000 …] [--engines NAME …] [--output FILE]

`make bench` installs what the alternatives need and runs it whole.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from matching.engines.engine import Document
from matching.hardness import compare_distractors
from matching.library_file import write_library
from matching.measuring import ENGINES, OURS, LabelledQuery, make_engine
from matching.report import write_page
from matching.run import Run, apart, measure_all
from matching.starting import measure_start
from matching.synthetic import SyntheticLibrary

from corpus import load_shipped_cases

ROOT = Path(__file__).resolve().parent.parent
QUERIES = ROOT / "tests" / "golden" / "queries.jsonl"
RESULTS = ROOT / "benchmarks" / "RESULTS.md"

SIZES = (100, 1_000, 10_000, 100_000)
_COMPARED = (OURS, "fts5", "bm25s", "tantivy")
_FEWER_QUERIES_FROM = 100_000
_EVERY = 4
_NEW = 3


def main() -> None:
    """Run it and write the page."""
    arguments = parse_arguments()
    began = time.monotonic()
    real = [case.document for case in load_shipped_cases()]
    synthetic = SyntheticLibrary(real)
    queries = read_queries(real)
    run = Run(sizes=sorted({max(size, len(real)) for size in arguments.sizes}))
    largest = run.sizes[-1]
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library.jsonl"
        write_library(real, synthetic, largest, library)
        tell(f"library of {largest:,} cases: {time.monotonic() - began:.0f} s")
        new = [synthetic.make(largest + number) for number in range(1, _NEW + 1)]
        some = [synthetic.make(number) for number in range(1, len(real) + 1)]
        for key in (key for key in _COMPARED if key in arguments.engines):
            try:
                name = make_engine(key).name
            except ImportError as error:
                run.missing[key] = f"{type(error).__name__}: {error}"
            else:
                run.distractors[name] = apart(compare_distractors, key, real, some, queries)
        if OURS in arguments.engines:
            run.start_seconds = apart(measure_start, ROOT)

        def tell_all(line: str) -> None:
            """Say how far it is; the page has it, too, in case the run ends early."""
            tell(line)
            minutes = (time.monotonic() - began) / 60
            page = write_page(run, cores=os.cpu_count() or 1, minutes=minutes)
            arguments.output.write_text(page, encoding="utf-8")

        measure_all(
            run, arguments.engines, library, lambda size: pick(queries, size), new, tell_all
        )
    tell(f"{arguments.output.name} is written")


def parse_arguments() -> argparse.Namespace:
    """What to measure; by default everything."""
    parser = argparse.ArgumentParser(description="Measure the matcher against the alternatives.")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=SIZES,
        help="cases in the library; at least all shipped ones",
    )
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--output", type=Path, default=RESULTS, help="the page")
    return parser.parse_args()


def read_queries(real: Iterable[Document]) -> list[LabelledQuery]:
    """The labelled queries; a case that shares a source with the labelled one is right, too."""
    addresses = {each["id"]: {source["url"] for source in each["sources"]} for each in real}
    queries = []
    for line in QUERIES.read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        ids = [query["id"]] if isinstance(query["id"], str) else query["id"]
        urls = set().union(*(addresses[case_id] for case_id in ids))
        twins = {case_id for case_id, some in addresses.items() if some & urls}
        queries.append(LabelledQuery(query["text"], query["kind"], frozenset([*ids, *twins])))
    return queries


def pick(queries: Sequence[LabelledQuery], size: int) -> list[LabelledQuery]:
    """The queries for a library of a size: all, or those of every fourth case for the largest."""
    if size < _FEWER_QUERIES_FROM:
        return list(queries)
    cases = list(dict.fromkeys(query.right for query in queries))[::_EVERY]
    return [query for query in queries if query.right in cases]


def tell(line: str) -> None:
    """Say how far it is."""
    print(line, flush=True)


if __name__ == "__main__":
    main()
