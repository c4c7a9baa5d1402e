"""What `validate` tells people at a terminal: faults, notices, and the library in numbers."""

from bot.print_reports import print_faults
from bot.sheet import Sheet
from corpus import LARGEST_SHARE, LibraryNumbers, Validation
from handlers.locale import Words

_LARGEST_SHOWN = 5


def print_validation(found: Validation, words: Words) -> None:
    """What `validate` found, and the library in numbers."""
    sheet = Sheet()
    if not found.findings:
        sheet.note(words("cli-valid"), style="", indent=0)
    print_faults(sheet, found.findings)
    if found.notices:
        sheet.note(words("cli-notices", count=len(found.notices)), style="", indent=0)
        for notice in found.notices:
            sheet.note(str(notice))
    if found.numbers:
        _print_numbers(sheet, found.numbers, words)


def _print_numbers(sheet: Sheet, numbers: LibraryNumbers, words: Words) -> None:
    largest = list(numbers.organisations.items())[:_LARGEST_SHOWN]
    told = (
        words(
            "cli-library-cases",
            cases=numbers.cases,
            organisations=len(numbers.organisations),
            recent=numbers.recent,
        ),
        words(
            "cli-library-written",
            checks=numbers.with_checks,
            dead_ends=numbers.with_dead_ends,
            english=numbers.languages["en"],
            korean=numbers.languages["ko"],
        ),
        words(
            "cli-library-largest",
            most=int(LARGEST_SHARE * numbers.cases),
            organisations=", ".join(f"{org} {count}" for org, count in largest),
        ),
        words(
            "cli-library-terms",
            facets=", ".join(
                f"{facet} {used}/{defined}" for facet, (used, defined) in numbers.facets.items()
            ),
        ),
    )
    for line in told:
        sheet.note(line, style="", indent=0)
