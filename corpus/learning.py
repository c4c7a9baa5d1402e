"""What a workspace said of earlier matches, and how that shapes the order of later ones.

Owns how alike two pieces of evidence are and how much a verdict moves. It moves little: an order
within a band and within own or public cases, never a band. Whose verdicts are asked is the
caller's.

Evidence is remembered as a sketch that no word can be read from: b-bit minwise hashing (Li and
König 2010), one byte for each of 128 orders of the text's terms.
"""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import numpy as np

from corpus.bag import TermIds, term_ids
from corpus.entry import facet_term
from corpus.facets import find_facets
from corpus.match import Band, Findings, Match
from corpus.suspects import is_own
from corpus.text import count_words, word_term
from corpus.vocabulary import Vocabulary

MOST = 0.1
"""The most that verdicts add to a score of 0..1, or take away, however many there are."""

ALIKE = 0.2
"""Share of common terms from which two pieces of evidence count as alike. Among 240 labelled
queries .29 of the pairs about the same case reach it, and .003 of those about different ones."""

_VERY_ALIKE = 0.5
"""Share from which a verdict counts whole: hardly two people describe one thing more alike."""

_ORDERS = 128
_CHANCE = 1 / 256
"""How often two bytes are equal by chance."""

_TEXT_LIMIT = 8_000
_BANDS = (Band.STRONG, Band.POSSIBLE, Band.NONE)
_MIXING = (np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53))
_SEEDS = term_ids(f"order {place}" for place in range(_ORDERS))


@dataclass(frozen=True, slots=True)
class Experience:
    """What somebody said of a case beside some evidence.

    Attributes:
        case_id: the case.
        confirmed: it was the one; False where it was said not to be.
        sketch: of the evidence, from `sketch_text`.
    """

    case_id: str
    confirmed: bool
    sketch: bytes


def sketch_text(text: str, vocabulary: Vocabulary) -> bytes:
    """What is kept of a text: 128 bytes, b"" for one without informative words.

    Its terms are the stems of its words and the facets it names, so that the same evidence in two
    languages has something in common.
    """
    said = text[:_TEXT_LIMIT]
    names = {word_term(word) for word in count_words(said)}
    names |= {facet_term(hit.slug) for hit in find_facets(said, vocabulary)}
    if not names:
        return b""
    ordered = _mixed(term_ids(sorted(names))[None, :] ^ _SEEDS[:, None])
    lowest: bytes = (ordered.min(axis=1) & np.uint64(0xFF)).astype(np.uint8).tobytes()
    return lowest


def likeness(one: bytes, other: bytes) -> float:
    """The share of terms that two sketched texts have in common, 0..1, within about .04."""
    if len(one) != _ORDERS or len(other) != _ORDERS:
        return 0.0
    equal = np.frombuffer(one, np.uint8) == np.frombuffer(other, np.uint8)
    return max(0.0, (float(equal.mean()) - _CHANCE) / (1 - _CHANCE))


def learn(
    findings: Findings,
    sketch: bytes,
    experiences: Sequence[Experience],
    twins: Callable[[str], AbstractSet[str]],
) -> Findings:
    """The findings in the order that experience suggests.

    A case that was confirmed beside similar evidence rises, one that was dismissed sinks, at most
    by `MOST`. Bands, scores and reasons stay; own cases stay before public ones of their band; what
    matched nothing is not moved.

    Args:
        findings: what was found.
        sketch: of the evidence they were found for.
        experiences: what was said in this workspace.
        twins: the ids that are the same incident as one, itself included.
    """
    alike = [
        (each, min(1.0, shared / _VERY_ALIKE))
        for each in experiences
        if (shared := likeness(sketch, each.sketch)) >= ALIKE
    ]
    if not alike:
        return findings

    def order(match: Match) -> tuple[int, bool, float]:
        if match.band is Band.NONE:
            return len(_BANDS), False, 0.0
        ids = twins(match.case.id)
        said = (
            weight if each.confirmed else -weight for each, weight in alike if each.case_id in ids
        )
        moved = match.score + MOST * _bounded(said)
        return _BANDS.index(match.band), not is_own(match.case), -moved

    return replace(findings, matches=tuple(sorted(findings.matches, key=order)))


def _bounded(said: Iterable[float]) -> float:
    return max(-1.0, min(1.0, sum(said)))


def _mixed(numbers: TermIds) -> TermIds:
    """Spread each number over all 64 bits: the finalizer of Appleby's MurmurHash3."""
    for factor in _MIXING:
        numbers ^= numbers >> np.uint64(33)
        numbers *= factor
    return numbers ^ (numbers >> np.uint64(33))
