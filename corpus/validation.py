"""What `validate` says: the case format for all files, and the rules of the library.

The shipped library has to keep the rules, so what breaks one is a finding. Other people's files
need only be in the case format: a slug of their own is a free facet, one language is enough, and a
title may be long. What the rules say of them is a notice, which fails nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.case import FACETS, Case
from corpus.importers import SkippedCase
from corpus.importers.incidentlib import FoundCase
from corpus.library_numbers import LibraryNumbers, count_uses
from corpus.library_rules import check_cases
from corpus.shipped import read_given, read_shipped, shipped_digests
from corpus.vocabulary import FILES, Vocabulary

LEAST_USES = 2
"""Cases that a term of the vocabulary should serve, or say why it serves fewer."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What was found in case files.

    Attributes:
        findings: what has to be mended.
        notices: what is worth a look in files that are not the library's.
        numbers: the library in numbers; None for other files.
    """

    findings: tuple[SkippedCase, ...]
    notices: tuple[SkippedCase, ...] = ()
    numbers: LibraryNumbers | None = None


def validate(paths: Sequence[Path], vocabulary: Vocabulary) -> Validation:
    """Check the case files at these paths; without any, the shipped library.

    Raises:
        InvalidCaseError: files are given, and one of the package is no JSON.
    """
    return _validate_given(paths, vocabulary) if paths else _validate_shipped(vocabulary)


def _validate_shipped(vocabulary: Vocabulary) -> Validation:
    sound, broken = _parted(read_shipped())
    cases = [found.case for found in sound]
    numbers = LibraryNumbers.of(cases, vocabulary)
    findings = [
        *broken,
        *check_cases(sound, vocabulary),
        *(SkippedCase("cases", "", clause) for clause in numbers.broken_limits()),
        *rare_terms(cases, vocabulary),
    ]
    return Validation(tuple(findings), numbers=numbers)


def _validate_given(paths: Sequence[Path], vocabulary: Vocabulary) -> Validation:
    sound, broken = _parted(read_given(paths))
    notices = check_cases(
        sound, vocabulary, elsewhere=shipped_digests().keys(), languages_needed=False
    )
    return Validation(tuple(broken), tuple(notices))


def _parted(
    read: Iterable[FoundCase | SkippedCase],
) -> tuple[list[FoundCase], list[SkippedCase]]:
    sound: list[FoundCase] = []
    broken: list[SkippedCase] = []
    for found in read:
        if isinstance(found, SkippedCase):
            broken.append(found)
        else:
            sound.append(found)
    return sound, broken


def rare_terms(cases: Iterable[Case], vocabulary: Vocabulary) -> Iterator[SkippedCase]:
    """Terms that serve hardly any case and do not say why; and reasons that are out of date."""
    uses = count_uses(cases)
    for facet in FACETS:
        for term in vocabulary.terms(facet):
            count, place = uses[facet, term.slug], f"vocabulary/{FILES[facet]}"
            if count < LEAST_USES and not term.reason:
                reason = f"has too few cases ({count}); use it, drop it, or say why in `reason`"
                yield SkippedCase(place, term.slug, reason)
            elif count >= LEAST_USES and term.reason:
                reason = f"has enough cases ({count}) and needs no `reason` any more"
                yield SkippedCase(place, term.slug, reason)
