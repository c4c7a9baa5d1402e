"""Telling suspects apart: a question whose answer speaks for some of them and against others.

Owns which question is worth asking next, and what answers do to a list of suspects. Questions come
from what the cases themselves say: their checks, and the facets in which they differ. How one is
worded is the views'.
"""

import hashlib
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corpus.case import Case, Check
from corpus.match import Band, Findings

Answer = Literal["yes", "no", "skip"]

MOST_QUESTIONS = 5
"""Questions one card asks at most; who has answered that many would rather read."""

FACETS_ASKED = ("symptoms", "components", "trigger", "domain")
"""What a responder can see; nobody knows the cause yet, or there would be no question."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question about what is happening now.

    Attributes:
        kind: `check` asks for the outcome of a case's check, `facet` whether a term fits.
        of: the id of the case, or the name of the facet.
        what: a digest of the check (`check_digest`), or the slug of the term.
        yes: ids of the suspects that a yes speaks for.
        no: ids of those that a no speaks for.
    """

    kind: Literal["check", "facet"]
    of: str
    what: str
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What the question is known by, whoever is suspected; has no spaces."""
        return f"{self.kind}:{self.of}:{self.what}"

    @property
    def split(self) -> Hashable:
        """How it divides the suspects: whoever cannot tell "database" cannot tell "not queue"."""
        if self.kind == "check":
            return self.key
        return self.of, frozenset((frozenset(self.yes), frozenset(self.no)))


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that was given.

    Attributes:
        speaks_for: ids of the suspects it spoke for when it was given.
        speaks_against: ids of those it spoke against; of cases that came later it says nothing.
    """

    key: str
    answer: Answer
    speaks_for: tuple[str, ...]
    speaks_against: tuple[str, ...]


def read_question(key: str) -> Question | None:
    """The question with this key, without its suspects; None where it is no key."""
    kind, _, rest = key.partition(":")
    of, _, what = rest.partition(":")
    if not of or not what:
        return None
    if kind == "check":
        return Question("check", of, what)
    return Question("facet", of, what) if kind == "facet" and of in FACETS_ASKED else None


def check_digest(check: Check) -> str:
    """Tells whether a check is still the one that was asked about."""
    return hashlib.sha256(check.model_dump_json().encode()).hexdigest()[:12]


def find_check(case: Case, digest: str) -> Check | None:
    """The check of a case with this digest, None where it was rewritten."""
    return next((check for check in case.checks if check_digest(check) == digest), None)


def find_question(
    suspects: Sequence[Case],
    said: Collection[str],
    asked: Collection[str],
    *,
    checking: bool = True,
) -> Question | None:
    """The question that tells these suspects apart best, None where there is none.

    First what the reader is told to check now, as its outcome is one tap then; after that the facet
    that halves the suspects best; then the other checks.

    Args:
        suspects: distinct ones, best first.
        checking: whether the first check of the first suspect is what the reader is told to do.
        said: slugs that the evidence names already, affirmed or denied: no need to ask.
        asked: keys of the questions that were answered.
    """
    if len(suspects) < 2 or len(asked) >= MOST_QUESTIONS:
        return None
    possible = (
        *(_checks(suspects[0], suspects, most=1) if checking else ()),
        *_facets(suspects, said),
        *(question for case in suspects for question in _checks(case, suspects, most=1)),
        *(question for case in suspects for question in _checks(case, suspects)),
    )
    known = {question.split for question in possible if question.key in asked}
    return next((question for question in possible if question.split not in known), None)


def narrow(findings: Findings, answers: Sequence[Answered]) -> Findings:
    """The findings as the answers leave them.

    Matches that answers spoke for come first, those that one spoke against are left out, and
    likewise among the nearest that are no match; beside a match that remains these are gone as
    well. When nobody would remain, all stay, those with most votes first: the answers contradict
    each other. Bands stay what the evidence made them.
    """
    if not answers:
        return findings
    out = set(ruled_out(answers))
    ordered = sorted(
        findings.matches,
        key=lambda match: (match.band is Band.NONE, -_votes(match.case.id, answers)),
    )
    left = [match for match in ordered if match.case.id not in out]
    if out and left and left[0].band is not Band.NONE:
        left = [match for match in left if match.band is not Band.NONE]
    matches = tuple(left or ordered)
    return replace(findings, matches=matches, band=matches[0].band if matches else Band.NONE)


def ruled_out(answers: Sequence[Answered]) -> tuple[str, ...]:
    """The ids that an answer spoke against, in the order they were named."""
    named = dict.fromkeys(case_id for each in answers for case_id in each.speaks_against)
    return tuple(named)


def _votes(case_id: str, answers: Sequence[Answered]) -> int:
    return sum((case_id in each.speaks_for) - (case_id in each.speaks_against) for each in answers)


def _checks(case: Case, suspects: Sequence[Case], most: int | None = None) -> Iterator[Question]:
    """The checks of a case that say what their outcome means."""
    others = tuple(other.id for other in suspects if other.id != case.id)
    for check in case.checks[:most]:
        if check.confirms is not None:
            yield Question("check", case.id, check_digest(check), (case.id,), others)


def _facets(suspects: Sequence[Case], said: Collection[str]) -> list[Question]:
    """The facets that some suspects have and others do not, the best split first.

    A case that says nothing of a facet at all is on neither side: it may only be badly tagged.
    """
    ranked = []
    for rank, facet in enumerate(FACETS_ASKED):
        tagged = {case.id: case.facets[facet] for case in suspects if case.facets.get(facet)}
        slugs = dict.fromkeys(slug for some in tagged.values() for slug in some)
        for place, slug in enumerate(slugs):
            yes = tuple(case_id for case_id, some in tagged.items() if slug in some)
            no = tuple(case_id for case_id in tagged if case_id not in yes)
            if slug not in said and no:
                uneven = abs(len(yes) - len(no)) + len(suspects) - len(tagged)
                ranked.append(((uneven, rank, place), Question("facet", facet, slug, yes, no)))
    return [question for _, question in sorted(ranked, key=lambda each: each[0])]
