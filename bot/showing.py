"""`show` and `export`: cases with the threads that link them, which are the ledger's."""

from pathlib import Path

from bot import printing
from bot.errors import CommandError, UsageError
from bot.linked import links_document, thread_lines
from bot.offline import open_local_rooms
from bot.preparing import load_settings, load_words
from bot.print_cases import print_case
from bot.print_reports import print_exported
from corpus import CaseNotFoundError, Document, Vocabulary, export_cases


def run_show(case_id: str, *, db: Path | None, lang: str | None, as_json: bool) -> None:
    """Print one case whole.

    Raises:
        UsageError: no id was given.
        CommandError: there is no such case.
    """
    settings = load_settings(db=db, lang=lang)
    words = load_words(settings.default_language)
    wanted = case_id.strip().upper()
    if not wanted:
        raise UsageError("Give the id of a case, such as PUB-0001.")
    with open_local_rooms(settings) as (store, links):
        try:
            case = store.get(wanted)
        except CaseNotFoundError as error:
            raise CommandError(words("no-such-case", case=wanted)) from error
        found = links.of_cases([case.id])
        document = store.export_document(case) | links_document(found)
    if as_json:
        printing.json_document(document)
    else:
        print_case(case, words, Vocabulary.load(), threads=thread_lines(found, words))


def run_export(
    folder: Path, *, db: Path | None, lang: str | None, own: bool, markdown: bool
) -> None:
    """Write the cases to a folder, one file each, as JSON or as Markdown.

    Raises:
        ExportError: the folder or a file could not be written.
    """
    settings = load_settings(db=db, lang=lang)
    with open_local_rooms(settings) as (store, links):

        def add(case_id: str) -> Document:
            return links_document(links.of_cases([case_id]))

        files = export_cases(store, folder, own_only=own, markdown=markdown, add=add)
    print_exported(len(files), str(folder), load_words(settings.default_language))
