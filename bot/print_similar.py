"""Similar cases for people at a terminal: what is worth reading beside one case, and why."""

from collections.abc import Iterator, Sequence

from bot.sheet import Row, Sheet
from corpus import Case, LikenessKind, SimilarCase, Vocabulary
from handlers.locale import Words
from handlers.views.case_lines import cause_line, joined, origin, standing
from handlers.views.similar_lines import likeness_label


def print_similar(
    case: Case, similar: Sequence[SimilarCase], words: Words, vocabulary: Vocabulary
) -> None:
    """Each similar case with its reasons and its cause; or that there is none.

    Args:
        case: the case that was asked about.
        similar: the cases found, best first.
        words: the reader's language.
        vocabulary: what slugs are called.
    """
    sheet = Sheet()
    sheet.title(case.title.get(words.lang), lead="" if sheet.is_terminal else case.id)
    if not similar:
        sheet.note(words("cli-similar-none", case=case.id), style="", indent=0)
        return
    sheet.note(words("cli-similar", case=case.id, count=len(similar)), style="", indent=0)
    for place, each in enumerate(similar, 1):
        _print_one(sheet, place, each, words, vocabulary)
    if sheet.is_terminal:
        sheet.blank()
        command = f"incident-lookup show {similar[0].case.id}"
        sheet.note(words("cli-show-more", command=command), indent=0)


def _print_one(
    sheet: Sheet, place: int, similar: SimilarCase, words: Words, vocabulary: Vocabulary
) -> None:
    case = similar.case
    sheet.blank()
    lead = joined((str(place), "" if sheet.is_terminal else case.id))
    sheet.title(case.title.get(words.lang), lead=lead, style="bold green")
    sheet.note(joined((case.id if sheet.is_terminal else "", origin(case, words))))
    sheet.note(standing(case, words), style="bold yellow")
    sheet.rows(
        [
            *_why(similar, words, vocabulary),
            Row(cause_line(case, words.lang, vocabulary), words("case-cause")),
        ]
    )


def _why(similar: SimilarCase, words: Words, vocabulary: Vocabulary) -> Iterator[Row]:
    """What people linked and both are filed under on one row, then what both say."""
    label = words("case-why").rstrip(":")
    told: dict[bool, list[str]] = {False: [], True: []}
    for reason in similar.reasons:
        is_phrase = reason.kind is LikenessKind.PHRASE
        told[is_phrase].append(likeness_label(reason, words, vocabulary))
    yield Row(joined(told[False]), label)
    for phrase in told[True]:
        yield Row(phrase, "" if told[False] else label)
