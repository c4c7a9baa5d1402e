"""The `import` command: files in, and on a terminal how far it is; what came of it is printed."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot import printing
from bot.offline import open_local_store
from bot.preparing import load_settings, load_words
from bot.print_reports import print_import
from corpus import Masker, Masking, Visibility, import_paths
from handlers.locale import Words


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What was asked for.

    Attributes:
        visibility: who may see the cases, whatever the files say.
        dry_run: whether nothing is written.
        mask: whether case JSON is masked, too.
        as_json: whether a program reads the report.
    """

    visibility: str | None
    dry_run: bool
    mask: bool
    as_json: bool


def run_import(
    paths: Sequence[Path], options: ImportOptions, *, db: Path | None, lang: str | None
) -> None:
    """Import the files and print what came of it.

    Raises:
        Exit: with code 1, where something was skipped.
        DatabaseError: the database could not be written.
    """
    settings = load_settings(db=db, lang=lang)
    words = load_words(settings.default_language)
    masking = Masking(Masker(settings.customer_ids), cases=options.mask)
    with open_local_store(settings) as store, _bar(words) as bar:
        report = import_paths(
            store,
            paths,
            visibility=Visibility(options.visibility) if options.visibility else None,
            dry_run=options.dry_run,
            masking=masking,
            progress=bar,
        )
    if options.as_json:
        printing.json_document(report.to_json(dry_run=options.dry_run))
    else:
        print_import(report, words, dry_run=options.dry_run)
    if report.skipped:
        raise typer.Exit(1)


class _Bar:
    """Shows on stderr how many files are done; nothing where nobody looks at it."""

    def __init__(self, progress: Progress, label: str) -> None:
        self._progress = progress
        self._task = progress.add_task(label, total=None)

    def __call__(self, done: int, total: int) -> None:
        self._progress.update(self._task, completed=done, total=total)


@contextmanager
def _bar(words: Words) -> Iterator[_Bar]:
    """A bar while files are read; after a stop, what to do."""
    console = Console(file=sys.stderr)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    try:
        with progress:
            yield _Bar(progress, words("cli-importing"))
    except KeyboardInterrupt:
        printing.error(words("cli-import-stopped"))
        raise
