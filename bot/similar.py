"""The `similar` command: from an id as it was typed to what is printed."""

from functools import partial
from pathlib import Path

from bot import offline
from bot.documents import similar_document
from bot.errors import CommandError, UsageError
from bot.preparing import load_settings, load_words
from bot.print_similar import print_similar
from bot.printing import json_document
from corpus import Audience, CaseNotFoundError, Library, Vocabulary
from handlers.locale import Words
from handlers.views.similar_lines import likeness_label

_OPERATOR = Audience(own=True, operator=True)


def run_similar(typed: str, *, db: Path | None, lang: str | None, as_json: bool) -> None:
    """Print the cases worth reading beside one.

    Args:
        typed: the id, in any case.
        db: the database file, instead of the one of the environment.
        lang: the reader's language, instead of the default one.
        as_json: whether a program reads it.

    Raises:
        UsageError: no id was typed.
        CommandError: there is no such case; the sentence has the ids that may be meant.
    """
    settings = load_settings(db=db, lang=lang)
    words = load_words(settings.default_language)
    vocabulary = Vocabulary.load()
    case_id = typed.strip().upper()
    if not case_id:
        raise UsageError("Give the id of a case, such as PUB-0001.")
    with offline.open_library(settings, vocabulary) as library:
        try:
            case = library.get(case_id, _OPERATOR)
            found = library.similar(case_id, lang=words.lang, audience=_OPERATOR)
        except CaseNotFoundError as error:
            raise CommandError(_unknown(typed.strip(), library, words)) from error
    if as_json:
        label = partial(likeness_label, words=words, vocabulary=vocabulary)
        json_document(similar_document(case.id, found, words.lang, label))
    else:
        print_similar(case, found, words, vocabulary)


def _unknown(typed: str, library: Library, words: Words) -> str:
    """That there is no such case, and what may be meant."""
    close = library.suggest_ids(typed, _OPERATOR)
    if close:
        return words("no-such-case-but", case=typed, suggestions=", ".join(close))
    return words("no-such-case", case=typed)
