"""This project's matcher, through the public names of `corpus`, on the store it runs on.

All that the benchmark knows of the matcher is here.
"""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path

from corpus import CORPUS_MIGRATIONS, Audience, Case, Database, Library, Store, Vocabulary
from matching.engines.engine import Document, Search

_EVERYBODY = Audience(own=True, operator=True)
_DATABASE = "cases.sqlite"
_INDEX = "cases.sqlite.index"
_SHIPPED = "PUB-"
_BATCH = 1_000
_SHOWN = 3
_PATIENCE_SECONDS = 30.0


class IncidentLookup:
    """A whole lookup: the store's revision, distinct suspects, their cases, bands and reasons."""

    name = "incident-lookup"
    settings = (
        "`Library.find` on a SQLite store: three distinct suspects with bands and reasons; the "
        "index is saved beside the database and mapped into memory"
    )

    def __init__(self) -> None:
        self._vocabulary = Vocabulary.load()

    def take(self, documents: Iterable[Document], folder: Path) -> None:
        """Put them into the store: shipped ones, which come first, as such; the others imported."""
        store = _open_store(folder)
        cases = map(Case.from_document, documents)
        for shipped, group in groupby(cases, lambda case: case.id.startswith(_SHIPPED)):
            if shipped:
                store.load_shipped(group)
            while batch := list(islice(group, _BATCH)):
                store.import_cases(batch)

    def index(self, folder: Path) -> None:
        """Follow the store for the first time, and save."""
        self.open(folder)

    def open(self, folder: Path) -> Search:
        """Follow the store; the saved index makes it short."""
        library = Library(_open_store(folder), self._vocabulary, saved=folder / _INDEX)
        len(library)

        def search(text: str, limit: int) -> list[str]:
            matches = library.find(text, limit=limit, audience=_EVERYBODY).matches
            return [match.case.id for match in matches]

        return search

    def index_bytes(self, folder: Path) -> int:
        """The saved index alone, without the cases."""
        return (folder / _INDEX).stat().st_size

    def seconds_until_found(self, folder: Path, search: Search, document: Document) -> float:
        """From handing a case to the store, as another process would, until a lookup finds it.

        Raises:
            TimeoutError: it is not found within half a minute.
        """
        store, case = _open_store(folder), Case.from_document(document)
        began = time.perf_counter()
        store.import_cases([case])
        said = "\n".join(text.get("en") for text in (case.title, case.symptoms_text) if text)
        while case.id not in search(said, _SHOWN):
            if time.perf_counter() - began > _PATIENCE_SECONDS:
                raise TimeoutError(f"{case.id} is not found")
        return time.perf_counter() - began


def _open_store(folder: Path) -> Store:
    database = Database.open(folder / _DATABASE, [CORPUS_MIGRATIONS])
    return Store(database, clock=lambda: datetime.now(UTC))
