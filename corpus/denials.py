"""Denials: the facets that a text names only to say that they are not there.

Owns what denies: "no OOM, no restarts", "without errors", "restarts 0", "5xx: 0%", "에러는 없고".
What is denied is no sign of what happened, and no reason to show a case that has it. Components and
domains are never denied ("no Redis connections" is about Redis), nor is a facet whose own words
have the denial in them ("no space left on device").
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from corpus.facets import FacetHit

_DENIABLE = frozenset(("symptoms", "trigger", "root_cause", "contributing"))

_BEFORE = re.compile(
    r"(?:\b(?:no|zero|without|w/o)|(?<![\w.,:=-])0)\s+"
    r"(?:(?:new|other|more|further|recent|obvious|visible|unusual|sudden|big|real)\s+)?$",
    re.IGNORECASE,
)

_AFTER = re.compile(
    r"(?:s\b)?(?:\s*[:=]\s*|\s+)(?:0(?:\.0+)?\s?%?|none|zero)(?![\w/:]|[.,]\d|\s*(?:->|=>|→|~))"
    r"|(?:이나|이|가|은|는|도|을|를)?\s*(?:하나도|전혀|아예|따로)?\s*없(?!애|앴|어진|어졌)",
    re.IGNORECASE,
)
"""A count of nothing, or Korean that says there is none; not that something was done away with."""

_GOES_ON = re.compile(r"(?i)s?(?:,?\s(?:or|nor)\s|\s?/\s?)")
"""No "and", no comma: what follows is as often what is there ("no deploy, 5xx everywhere")."""

_GOES_ON_KO = re.compile(r"(?:이나|나|과|와|랑|이랑|하고|도|및|,|/)\s*\Z")
_LONGEST_JOINT = 4

_LOOK_BACK = 40
_LOOK_AHEAD = 16


def find_denied(text: str, hits: Sequence[FacetHit]) -> frozenset[FacetHit]:
    """Which of the facets found in a text it denies.

    Args:
        text: what was searched.
        hits: found in it, in its order.
    """
    deniable = [hit for hit in hits if hit.facet in _DENIABLE]
    before = {hit for hit in deniable if _is_denied_before(text, hit)}
    after = {hit for hit in deniable if _AFTER.match(text, hit.end, hit.end + _LOOK_AHEAD)}
    for one, other in pairwise(deniable):  # no errors, restarts or OOMs
        if one in before and _GOES_ON.fullmatch(text, one.end, other.start):
            before.add(other)
    for other, one in pairwise(reversed(deniable)):  # 재시작이나 에러는 없고
        joint = other.start - one.end <= _LONGEST_JOINT and text[one.start : other.start]
        if joint and other in after and _GOES_ON_KO.search(joint):
            after.add(one)
    return frozenset(before | after)


def _is_denied_before(text: str, hit: FacetHit) -> bool:
    return _BEFORE.search(text[max(0, hit.start - _LOOK_BACK) : hit.start]) is not None
