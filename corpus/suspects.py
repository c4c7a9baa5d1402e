"""Distinct suspects: which cases of a ranking are one and the same answer.

Owns the rule (twins, recurrences, near-identical cause text) and which of them is shown. The
ranking itself is the matcher's.
"""

from collections.abc import Callable, Iterable, Mapping

from rapidfuzz import fuzz

from corpus.case import Case, Visibility
from corpus.entry import LANGUAGES, Entry
from corpus.text import normalize

_SAME_CAUSE = 90.0
"""rapidfuzz ratio from which two summaries tell the same story, small edits apart."""

_COMPARED = 3000
_GLANCE = 300
_BEGIN_ALIKE = 65.0

_SKETCHES_APART = 16
"""Bits in which the sketches of two such summaries may differ; those of any two differ in 32."""


def is_own(case: Case | Entry) -> bool:
    """Whether a case is the workspace's: everything that is not public."""
    return case.visibility is not Visibility.PUBLIC


def are_twins(one: Entry, other: Entry) -> bool:
    """Whether two cases are the same incident: they share a source address."""
    return not set(one.source_urls).isdisjoint(other.source_urls)


def are_one_suspect(
    one: Entry, other: Entry, roots: Mapping[str, str], load: Callable[[str], Case | None]
) -> bool:
    """Whether two cases would be the same answer twice.

    Args:
        one: a case.
        other: another case.
        roots: id of a recurrence → id of the case that its chain began with.
        load: the whole case of an id; asked only where two summaries look alike.
    """
    if roots.get(one.id, one.id) == roots.get(other.id, other.id) or are_twins(one, other):
        return True
    if not _look_alike(one, other):
        return False
    mine, theirs = load(one.id), load(other.id)
    return mine is not None and theirs is not None and _same_cause_text(mine, theirs)


def find_roots(cases: Iterable[Case | Entry]) -> dict[str, str]:
    """For each recurrence, the id its chain leads back to; a circle leads to its smallest id."""
    before = {case.id: case.recurrence_of for case in cases if case.recurrence_of}
    roots: dict[str, str] = {}
    for start in before:
        chain = [start]
        while (earlier := before.get(chain[-1])) and earlier not in chain:
            chain.append(earlier)
        circle = chain[chain.index(earlier) :] if earlier else chain[-1:]
        roots[start] = min(circle)
    return roots


def choose_shown(cases: Iterable[Entry]) -> Entry:
    """Which of several twins is shown: own before public, then updated later, then the first id."""
    by_id = sorted(cases, key=lambda case: case.id)
    latest = sorted(by_id, key=lambda case: case.updated_at or "", reverse=True)
    return min(latest, key=lambda case: not is_own(case))


def _look_alike(one: Entry, other: Entry) -> bool:
    """Whether the sketches of the summaries are close in a language that both have."""
    for mine, theirs in zip(one.sketches, other.sketches, strict=True):
        if mine is not None and theirs is not None:
            return (mine ^ theirs).bit_count() <= _SKETCHES_APART
    return False


def _same_cause_text(one: Case, other: Case) -> bool:
    """Whether the summaries are near-identical in a language that both have.

    The summary is where a case tells its cause; the slug of `root_cause` is far too coarse.
    """
    if one.summary is None or other.summary is None:
        return False
    for lang in LANGUAGES:
        said, heard = getattr(one.summary, lang), getattr(other.summary, lang)
        if said and heard:
            return _begin_alike(said, heard) and _ratio(said, heard) >= _SAME_CAUSE
    return False


def _begin_alike(said: str, heard: str) -> bool:
    """A cheap look first: most pairs of cases have nothing in common."""
    return fuzz.ratio(said[:_GLANCE], heard[:_GLANCE], score_cutoff=_BEGIN_ALIKE) > 0


def _ratio(said: str, heard: str) -> float:
    return fuzz.ratio(normalize(said[:_COMPARED]), normalize(heard[:_COMPARED]))
