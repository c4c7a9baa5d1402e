"""`vocab` and `validate`: what keeps the library in order."""

from collections.abc import Sequence
from pathlib import Path

from bot import printing
from bot.documents import validation_document, vocabulary_document
from bot.errors import UsageError
from bot.preparing import load_settings, load_words
from bot.print_reports import print_vocabulary
from bot.print_validation import print_validation
from corpus import FACETS, Vocabulary, count_uses, load_shipped_cases, validate


def run_vocab(facet: str | None, db: Path | None, lang: str | None, *, as_json: bool) -> None:
    """Print the terms of a facet, or of all, with the number of shipped cases that use each.

    Args:
        facet: a facet or a part of its name (`"symptom"`, `"cause"`); None for all.
        db: taken like any command's; nothing is opened.
        lang: the language to print in, instead of the setting.
        as_json: print one JSON document instead.

    Raises:
        UsageError: no facet, or more than one, is called like this.
    """
    asked = [each for each in FACETS if facet in (None, each)]
    asked = asked or [each for each in FACETS if facet and facet in each]
    if facet is not None and len(asked) != 1:
        raise UsageError(f"There is no facet {facet!r}; there are {', '.join(FACETS)}.")
    vocabulary, uses = Vocabulary.load(), count_uses(load_shipped_cases())
    if as_json:
        printing.json_document(vocabulary_document(vocabulary, asked, uses))
    else:
        words = load_words(load_settings(db=db, lang=lang).default_language)
        print_vocabulary(vocabulary, asked, uses, words)


def run_validate(
    paths: Sequence[Path], db: Path | None, lang: str | None, *, as_json: bool
) -> bool:
    """Print what is wrong with case files; without any, with the shipped library.

    Args:
        paths: files and folders.
        db: taken like any command's; nothing is opened.
        lang: the language to print in, instead of the setting.
        as_json: print one JSON document instead.

    Returns:
        Whether nothing has to be mended.
    """
    found = validate(paths, Vocabulary.load())
    if as_json:
        printing.json_document(validation_document(found))
    else:
        print_validation(found, load_words(load_settings(db=db, lang=lang).default_language))
    return not found.findings
