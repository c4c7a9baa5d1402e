"""Likeness: what of a case is compared with others, the reasons for calling two alike, and links.

Owns the links that people made (related, recurrence of) and their order. What facets and words
have in common is found by `corpus.similar`; how a reason is worded is its reader's.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from corpus.case import Case
from corpus.entry import Entry


class LikenessKind(StrEnum):
    """In which way another case is like this one; links first, in the order in which they rank."""

    RELATED = "related"
    """This case names it as related."""
    EARLIER = "earlier"
    """It came back as this case."""
    RECURRENCE = "recurrence"
    """It is a recurrence of `query_text`: of this case, or of another one of the same chain."""
    AGAIN = "again"
    """It is the same incident again; of which case it is a recurrence, the reader may not know."""
    CAUSE = "cause"
    """Both have the same root cause."""
    SHARED = "shared"
    """Both have these facets."""
    PHRASE = "phrase"
    """Both say nearly the same."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """One reason why a case is similar, not yet worded.

    Attributes:
        kind: what sort of reason it is.
        query_text: what the case that was asked about has: an id, slugs or a phrase of it.
        case_text: what the similar case has.
        facets: (facet, slug) of what both have, rarest first; the facet is "" where neither case
            is filed under it and both only name it.
    """

    kind: LikenessKind
    query_text: str
    case_text: str
    facets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What of a case is compared with all others; small enough to be kept for each.

    Attributes:
        facets: slugs, sorted, each once.
        is_filed: whether it is filed under them; else it only names them in its own words.
        recurrence_of: the id of the case that it repeats.
    """

    facets: tuple[str, ...]
    is_filed: bool = True
    recurrence_of: str | None = None

    @classmethod
    def of(cls, case: Case | Entry, named: Iterable[str] = ()) -> "Profile":
        """The profile of a case.

        Args:
            case: the case, or what the index keeps of it.
            named: slugs that it names in its own words, domains left out. They are used only where
                it is filed under nothing: fewer of the similar cases came first with both.
        """
        filed = {slug for slugs in case.facets.values() for slug in slugs}
        slugs = tuple(map(sys.intern, sorted(filed or set(named))))
        return cls(slugs, bool(filed), case.recurrence_of)


def find_links(case: Case, profiles: Mapping[str, Profile]) -> dict[str, Likeness]:
    """The cases that people linked with one, with what the link says; some may not be there.

    Of several links with one case the one that ranks first counts.

    Args:
        case: the case.
        profiles: those of the cases of which the reader may know.
    """
    before = {
        each: profile.recurrence_of
        for each, profile in profiles.items()
        if profile.recurrence_of is not None
    }
    if case.recurrence_of is not None:
        before[case.id] = case.recurrence_of
    links = dict(_recurrences(case.id, before, profiles.keys()))
    links |= {other: Likeness(LikenessKind.RELATED, other, other) for other in case.related}
    links.pop(case.id, None)
    return links


_ORDER = tuple(LikenessKind)


def link_rank(link: Likeness | None) -> int:
    """Where a link stands among links, the first being 0; none at all comes last."""
    return _ORDER.index(link.kind) if link else len(_ORDER)


def _recurrences(
    case_id: str, before: Mapping[str, str], known: AbstractSet[str]
) -> Iterator[tuple[str, Likeness]]:
    """Yield the known cases of the chain of recurrences that a case is part of.

    Args:
        case_id: the case; it may be yielded itself.
        before: id of a recurrence → id of the case that it repeats, known or not.
        known: the cases of which the reader may know.
    """
    earlier = set(_earlier(case_id, before))
    for other in sorted(_connected(case_id, before) & known):
        parent = before.get(other)
        if other in earlier:
            yield other, Likeness(LikenessKind.EARLIER, case_id, other)
        elif parent is not None and parent in known:
            yield other, Likeness(LikenessKind.RECURRENCE, parent, other)
        else:
            yield other, Likeness(LikenessKind.AGAIN, case_id, other)


def _earlier(case_id: str, before: Mapping[str, str]) -> Iterator[str]:
    """Yield the cases that one goes back to, nearest first; a circle ends where it began."""
    passed = {case_id}
    earlier = before.get(case_id)
    while earlier is not None and earlier not in passed:
        passed.add(earlier)
        yield earlier
        earlier = before.get(earlier)


def _connected(case_id: str, before: Mapping[str, str]) -> set[str]:
    """The ids that recurrences connect with one, in either direction; itself included."""
    beside: dict[str, set[str]] = defaultdict(set)
    for later, earlier in before.items():
        beside[later].add(earlier)
        beside[earlier].add(later)
    found, pending = {case_id}, [case_id]
    while pending:
        new = beside.get(pending.pop(), set()) - found
        found |= new
        pending.extend(new)
    return found
