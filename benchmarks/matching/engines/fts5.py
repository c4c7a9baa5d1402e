"""SQLite FTS5: stems, an inverted file and BM25 with weighted columns."""

import sqlite3
from pathlib import Path

from matching.engines.engine import Search, TextEngine, query_words, read_ids
from matching.texts import FIELDS, LANGUAGES

_WEIGHTS = {"title": 1.0, "seen": 1.0, "told": 1.0, "tags": 1.0}
"""All that was tried besides (title up to 5, seen up to 3, tags up to 4) found less."""
_FILE = "fts5.sqlite"
_STEM = 2


class Fts5(TextEngine):
    """One row a case; a query is all of its words joined by OR."""

    name = "SQLite FTS5"
    settings = (
        "porter over unicode61; both languages in the columns title, seen, told, tags; `bm25()` "
        "with equal weights (others did worse); English stop words left out of queries; a Korean "
        "word as a prefix of its first two syllables, so that a particle does not hide it"
    )

    def index(self, folder: Path) -> None:
        """Fill a contentless table in one transaction and merge its segments."""
        connection = sqlite3.connect(folder / _FILE)
        connection.execute(
            f"CREATE VIRTUAL TABLE found USING fts5({', '.join(FIELDS)}, content='', "
            "tokenize='porter unicode61')"
        )
        for place, case in enumerate(self._cases):
            texts = [_both(case.title), _both(case.seen), _both(case.told), case.tags]
            connection.execute(
                "INSERT INTO found (rowid, title, seen, told, tags) VALUES (?, ?, ?, ?, ?)",
                [place, *texts],
            )
        connection.execute("INSERT INTO found (found) VALUES ('optimize')")
        connection.commit()
        connection.close()

    def open(self, folder: Path) -> Search:
        """Open the file."""
        ids = read_ids(folder)
        connection = sqlite3.connect(folder / _FILE)
        weights = [_WEIGHTS[name] for name in FIELDS]

        def search(text: str, limit: int) -> list[str]:
            words = query_words(text)
            if not words:
                return []
            rows = connection.execute(
                "SELECT rowid FROM found WHERE found MATCH ? "
                "ORDER BY bm25(found, ?, ?, ?, ?), rowid LIMIT ?",
                [" OR ".join(map(_term, words)), *weights, limit],
            )
            return [ids[place] for (place,) in rows]

        return search


def _both(text: dict[str, str]) -> str:
    return "\n".join(text[lang] for lang in LANGUAGES if lang in text)


def _term(word: str) -> str:
    if word.isascii():
        return f'"{word}"'
    return f'"{word[:_STEM]}"*'
