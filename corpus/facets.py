"""Facets said in a text: the terms of the vocabulary that its words name, with those words.

Owns the walk over a text: longest alias first, typos, Korean endings, numbers that are no error
codes. What the aliases are is the vocabulary's; what a found facet is worth is the matcher's.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from corpus.vocabulary import Vocabulary
from corpus.vocabulary.alias_index import AliasIndex, Spelling
from corpus.vocabulary.tokens import (
    CASE_PARTICLES,
    LONGEST_PARTICLE,
    PARTICLES,
    Gap,
    Token,
    tokenize,
)

TEXT_LIMIT = 12_000
"""Characters that are read, so that the longest paste costs no more than a few messages."""

_WORD_LIMIT = 2_500
"""Words that are read, for texts that are all one-letter words."""

_MAX_SPAN = 9
"""Words of the longest alias that is looked for, particles and camelCase parts included."""

_GLUE_MIN = 7
"""Letters from which an alias may be written apart ("conn track"); "I am" is no "IAM"."""

_BEYOND = TEXT_LIMIT + 1

_UNIT_WORDS = """
    ms s sec secs second min mins minute hour hr day us µs ns x k m b kb mb gb tb kib mib gib bps
    kbps mbps gbps rps qps tps req request user pod node host row
    초 분 시간 일 개 건 명 대 번 원 배 회
"""
_UNITS = frozenset(_UNIT_WORDS.split())
"""What may follow a number that counts or measures something and is no status code."""


@dataclass(frozen=True, slots=True)
class FacetHit:
    """A term said in a text; `phrase == text[start:end]`.

    `score` is 1.0 for a known spelling and less for each typo in it.
    """

    facet: str
    slug: str
    phrase: str
    start: int
    end: int
    score: float


_Variant: TypeAlias = tuple[str, int]
"""A form of a word, and the typos that lie between it and what was written."""


class _State(NamedTuple):
    """A walk under way: the key so far, typos so far, whether it crossed a space."""

    joined: str
    typos: int
    spaced: bool


class _Found(NamedTuple):
    """A spelling at its place; `spelling` is None for a look-alike, which names nothing."""

    spelling: Spelling | None
    start: int
    end: int
    weight: int
    score: float


def find_facets(text: str, vocabulary: Vocabulary) -> tuple[FacetHit, ...]:
    """Find the terms that a text names, each once, in the order of the text.

    Overlapping spellings of one facet: the longest counts. A term said several times: the best
    spelt, then longest, then first place counts. Same text and vocabulary, same answer.
    """
    found = list(_Walk(text[:TEXT_LIMIT], vocabulary.aliases).run())
    best: dict[tuple[str, str], _Found] = {}
    for slot, candidate in _without_overlaps(found):
        known = best.get(slot)
        if known is None or _rank(candidate) < _rank(known):
            best[slot] = candidate
    hits = [
        FacetHit(facet, slug, text[hit.start : hit.end], hit.start, hit.end, hit.score)
        for (facet, slug), hit in best.items()
    ]
    return tuple(sorted(hits, key=lambda hit: (hit.start, -hit.end, hit.facet, hit.slug)))


def _rank(found: _Found) -> tuple[float, int, int]:
    return (-found.score, -found.weight, found.start)


class _Walk:
    """One pass over one text; remembers what it has looked up for a word that comes again."""

    def __init__(self, text: str, aliases: AliasIndex) -> None:
        self._text = text
        self._aliases = aliases
        self._tokens = tokenize(text)[:_WORD_LIMIT]
        self._variants: dict[str, tuple[_Variant, ...]] = {}
        self._leads: dict[str, bool] = {}

    def run(self) -> Iterator[_Found]:
        """Yield every spelling found at every place, overlaps included."""
        for first, token in enumerate(self._tokens):
            leads = self._leads.get(token.raw)
            if leads is None:
                leads = self._leads[token.raw] = self._leads_somewhere(token)
            if leads:
                yield from self._from(first)

    def _leads_somewhere(self, token: Token) -> bool:
        """Whether any spelling begins with this word, or ends inside it."""
        if token.is_hangul:
            return self._aliases.has_longer(token.raw[0]) or self._aliases.knows(token.raw[0])
        return any(
            self._aliases.knows(piece) or self._aliases.has_longer(piece)
            for piece, _ in (*self._pieces(token), (token.raw, 0))
        )

    def _from(self, first: int) -> Iterator[_Found]:
        """Yield the spellings that begin with the token at `first`."""
        states = [_State("", 0, spaced=False)]
        for at in range(first, min(first + _MAX_SPAN, len(self._tokens))):
            token = self._tokens[at]
            if at > first and token.gap is Gap.BREAK:
                return
            spaced = at > first and token.gap is Gap.SPACE
            variants = self._pieces(token)
            if at == first and token.raw != token.stem:
                variants = (*variants, (token.raw, 0))
            longer: list[_State] = []
            for joined, typos, was_spaced in states:
                crossed = was_spaced or spaced
                if token.is_hangul:
                    yield from self._hangul_ends(_State(joined, typos, crossed), first, at)
                for piece, slips in variants:
                    here = _State(joined + piece, typos + slips, crossed)
                    if not token.is_hangul:
                        yield from self._ends(here, first, at, token.end)
                    if self._aliases.has_longer(here.joined):
                        longer.append(here)
            if not longer:
                return
            states = longer

    def _pieces(self, token: Token) -> tuple[_Variant, ...]:
        """The forms in which a token may stand in an alias, each with its number of typos."""
        known = self._variants.get(token.raw)
        if known is None:
            known = self._variants[token.raw] = self._find_pieces(token)
        return known

    def _find_pieces(self, token: Token) -> tuple[_Variant, ...]:
        if token.is_hangul:
            sizes = range(1, min(len(token.raw), LONGEST_PARTICLE + 1))
            bare = [token.raw[:-size] for size in sizes if token.raw[-size:] in PARTICLES]
            return ((token.raw, 0), *((piece, 0) for piece in bare))
        corrected = self._aliases.correct(token.raw)
        return ((token.stem, 0),) if corrected is None else ((token.stem, 0), corrected)

    def _hangul_ends(self, state: _State, first: int, at: int) -> Iterator[_Found]:
        """Yield the longest spelling that ends inside a Hangul token: what follows is an ending."""
        token = self._tokens[at]
        room = min(len(token.raw), self._aliases.longest - len(state.joined))
        for size in range(room, 0, -1):
            joined = state.joined + token.raw[:size]
            if self._aliases.get(joined) is None:
                continue
            rest = token.raw[size:]
            if len(joined) == 1 and rest and rest not in PARTICLES:
                continue
            whole_word = rest not in CASE_PARTICLES or token.end - token.start != len(token.raw)
            end = token.end if whole_word else token.start + size
            yield from self._ends(state._replace(joined=joined), first, at, end)
            return

    def _ends(self, state: _State, first: int, at: int, end: int) -> Iterator[_Found]:
        """Yield the spellings whose key is complete here, or the look-alike."""
        spellings = self._aliases.get(state.joined)
        if spellings is None or (state.joined.isdigit() and self._is_quantity(first, at)):
            return
        start = self._tokens[first].start
        letters, weight = len(state.joined), end - start
        score = round(1 - state.typos / letters, 3)
        if not spellings:
            yield _Found(None, start, end, weight, score)
        may_be_apart = not state.spaced or letters >= _GLUE_MIN or not state.joined.isascii()
        for spelling in spellings:
            if may_be_apart or spelling.words == at - first + 1:
                yield _Found(spelling, start, end, weight, score)

    def _is_quantity(self, first: int, at: int) -> bool:
        """Whether a bare number counts something (502 ms) or numbers something (#502)."""
        start, end = self._tokens[first].start, self._tokens[at].end
        if self._text[end : end + 1] == "%" or self._text[max(0, start - 1) : start] in ("#", "$"):
            return True
        after = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if after is None or after.gap is Gap.BREAK:
            return False
        plural = after.raw == "s" and after.gap is Gap.NONE
        return not plural and after.stem in _UNITS


class _Spans:
    """Places already taken; none overlaps another."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def hold(self, start: int, end: int) -> bool:
        """Whether a place lies wholly inside one that is taken."""
        at = bisect_left(self._spans, (start, _BEYOND))
        return at > 0 and self._spans[at - 1][1] >= end

    def take(self, start: int, end: int) -> bool:
        """Take a place if all of it is free."""
        at = bisect_left(self._spans, (start, end))
        if at and self._spans[at - 1][1] > start:
            return False
        if at < len(self._spans) and self._spans[at][0] < end:
            return False
        self._spans.insert(at, (start, end))
        return True


def _without_overlaps(found: Iterable[_Found]) -> Iterator[tuple[tuple[str, str], _Found]]:
    """Yield, of each facet, the longest and then best of overlapping spellings, with its term.

    A look-alike covers its place in every facet, but gives way to what is longer.
    """
    ordered = sorted(found, key=lambda hit: (-hit.weight, -hit.score, hit.start, hit.end))
    covered = _Spans()
    taken: dict[str, _Spans] = {}
    for hit in ordered:
        if hit.spelling is None:
            covered.take(hit.start, hit.end)
    for hit in ordered:
        if hit.spelling is None:
            continue
        facet, slug = hit.spelling.term.facet, hit.spelling.term.slug
        if covered.hold(hit.start, hit.end):
            continue
        if taken.setdefault(facet, _Spans()).take(hit.start, hit.end):
            yield (facet, slug), hit
