"""Cases as files: one canonical JSON file a case, or one of Markdown.

What the JSON holds is decided in `corpus.store`, how the Markdown looks in `corpus.case_markdown`.
"""

import os
from collections.abc import Callable
from pathlib import Path

from corpus.case import Document, Visibility
from corpus.case_markdown import write_case
from corpus.documents import write_json
from corpus.errors import ExportError
from corpus.store import Store


def export_cases(
    store: Store,
    folder: Path,
    *,
    own_only: bool = False,
    markdown: bool = False,
    add: Callable[[str], Document] = lambda _: {},
) -> list[Path]:
    """Write every case to `folder/ID.json` or `folder/ID.md` and return the files, sorted by id.

    Each file appears whole or not at all; files of cases that are gone are left alone.

    Args:
        store: the library.
        folder: created where it is missing.
        own_only: leave public cases out.
        markdown: write files for people; an import takes them back without a loss.
        add: what to write after a case's own keys, by its id; an import leaves it out again.

    Raises:
        ExportError: the folder or a file could not be written.
    """
    cases = store.all_cases()
    if own_only:
        cases = [case for case in cases if case.visibility is not Visibility.PUBLIC]
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for case in cases:
            document = store.export_document(case) | add(case.id)
            file = folder / f"{case.id}.{'md' if markdown else 'json'}"
            _write_atomically(file, write_case(document) if markdown else write_json(document))
            written.append(file)
    except OSError as error:
        sentence = f"The cases cannot be written to {folder} ({error.strerror})."
        raise ExportError(folder, sentence) from error
    return written


def _write_atomically(file: Path, text: str) -> None:
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
