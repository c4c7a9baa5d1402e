"""bm25s on stemmed words, as its own page shows it."""

import logging
from pathlib import Path
from typing import Any

import bm25s
import Stemmer

from matching.engines.engine import Search, TextEngine, read_ids

_INDEX = "bm25s"


class Bm25sWords(TextEngine):
    """One document a case, both languages in it."""

    name = "bm25s on words"
    settings = (
        "`bm25s.tokenize` with English stop words and Snowball's English stemmer, Lucene's BM25 "
        "with k1 1.5 and b 0.75 (the library's defaults); one document a case, both languages and "
        "the tags in it"
    )

    def __init__(self) -> None:
        super().__init__()
        # bm25s puts its logger at DEBUG when imported.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._stemmer = Stemmer.Stemmer("english")

    def index(self, folder: Path) -> None:
        """Cut everything into words, index it and write the library's own files."""
        index = bm25s.BM25()
        index.index(self._cut([case.both() for case in self._cases]), show_progress=False)
        index.save(folder / _INDEX)

    def open(self, folder: Path) -> Search:
        """Read the library's own files."""
        ids = read_ids(folder)
        index = bm25s.BM25.load(folder / _INDEX)

        def search(text: str, limit: int) -> list[str]:
            places, scores = index.retrieve(
                self._cut([text]), k=min(limit, len(ids)), show_progress=False
            )
            found = zip(places[0], scores[0], strict=True)
            return [ids[int(place)] for place, score in found if score > 0]

        return search

    def _cut(self, texts: list[str]) -> Any:  # noqa: ANN401  # bm25s' own type
        return bm25s.tokenize(texts, stopwords="en", stemmer=self._stemmer, show_progress=False)
