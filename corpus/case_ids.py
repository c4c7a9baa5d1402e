"""Ids as people type them: which known ones a mistyped id may mean.

Which ids there are, and who may know of them, is the caller's.
"""

import re
from collections.abc import Iterable

from rapidfuzz.distance import OSA

_TYPED = re.compile(r"([^0-9]*?)[^A-Z0-9]*0*([0-9]{1,12})", re.ASCII)
_TYPED_LIMIT = 64
_SUGGESTIONS = 3


def close_ids(typed: str, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids that may be meant, likeliest first, at most three; none where nothing is close.

    First those that differ only in case, hyphen and leading zeros, or by a missing prefix; else
    those with one slip of the finger.

    >>> close_ids("pub 41", ["PUB-0040", "PUB-0041"])
    ('PUB-0041',)
    """
    wanted = typed[:_TYPED_LIMIT].strip().upper()
    known = sorted(set(ids))
    read = _TYPED.fullmatch(wanted)
    if read:
        prefix, number = read[1], read[2]
        same = [each for each in known if _is_spelling(each, prefix, number)]
        if same:
            return tuple(same[:_SUGGESTIONS])
        wanted = f"{prefix}-{number:0>4}"
    close = [each for each in known if OSA.distance(wanted, each, score_cutoff=1) <= 1]
    return tuple(close[:_SUGGESTIONS])


def _is_spelling(case_id: str, prefix: str, number: str) -> bool:
    """Whether an id has this number, and this prefix where one was typed."""
    before, _, digits = case_id.rpartition("-")
    return digits.lstrip("0") == number.lstrip("0") and prefix in ("", before)
