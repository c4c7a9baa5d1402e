"""The kinds of links: what they are called, and which a case can have."""

from collections.abc import Mapping

from corpus import Case
from handlers.ledger import LINK_KINDS, LinkKind
from handlers.locale import Words
from handlers.views.case_lines import is_own

_KINDS: Mapping[LinkKind, str] = {
    "same-cause": "link-kind-same-cause",
    "same-symptoms": "link-kind-same-symptoms",
    "recurrence": "link-kind-recurrence",
    "reference": "link-kind-reference",
}


def kind_label(kind: LinkKind, words: Words) -> str:
    """What a kind of link is called."""
    return words(_KINDS[kind])


def kinds_for(case: Case) -> tuple[LinkKind, ...]:
    """The kinds that a case can be linked as; only an own incident can happen again."""
    return tuple(kind for kind in LINK_KINDS if kind != "recurrence" or is_own(case))
