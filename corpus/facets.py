"""Facets said in a text: the terms of the vocabulary that its words name, with those words.

Owns the walk over a text: longest alias first, typos, Korean endings, numbers that are no error
codes. What the aliases are is the vocabulary's; what a found facet is worth is the matcher's.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from corpus.vocabulary import Vocabulary
from corpus.vocabulary.alias_index import AliasIndex, Spelling
from corpus.vocabulary.tokens import (
    CASE_PARTICLES,
    LONGEST_PARTICLE,
    PARTICLES,
    Gap,
    Token,
    is_hangul,
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

_WORDS_KEPT = 16_384
"""Words whose look-up is remembered between texts."""

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


class _Form(NamedTuple):
    """Letters as an alias may have them, of a word or of several joined, and the typos in them."""

    letters: str
    typos: int


class _End(NamedTuple):
    """A key that is complete, its typos, and how many letters of its last word belong to it."""

    key: str
    typos: int
    used: int


class _Step(NamedTuple):
    """What one more word makes of a form: the keys that end in it, and the forms that go on."""

    ends: tuple[_End, ...]
    onward: tuple[_Form, ...]


class _Word(NamedTuple):
    """What a word may be in an alias: its forms behind other words, and what may begin with it."""

    forms: tuple[_Form, ...]
    opening: _Step


class _Found(NamedTuple):
    """A spelling at its place; `spelling` is None for a look-alike, which names nothing."""

    spelling: Spelling | None
    start: int
    end: int
    weight: int
    score: float


_NOTHING = _Form("", 0)
_DEAD_END = _Step((), ())


def find_facets(text: str, vocabulary: Vocabulary) -> tuple[FacetHit, ...]:
    """Find the terms that a text names, each once, in the order of the text.

    Overlapping spellings of one facet: the longest counts. A term said several times: the best
    spelt, then longest, then first place counts. Same text and vocabulary, same answer.
    """
    found = _Walk(text[:TEXT_LIMIT], vocabulary.aliases).run()
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


@lru_cache(maxsize=_WORDS_KEPT)
def _look_up(aliases: AliasIndex, raw: str, stem: str) -> _Word:
    """What a word may be in an alias; common words are in every text and are looked up once."""
    if is_hangul(raw):
        sizes = range(1, min(len(raw), LONGEST_PARTICLE + 1))
        bare = [raw[:-size] for size in sizes if raw[-size:] in PARTICLES]
        forms = tuple(_Form(letters, 0) for letters in (raw, *bare))
        return _Word(forms, _step(aliases, _NOTHING, raw, forms))
    corrected = aliases.correct(raw)
    forms = (_Form(stem, 0),) if corrected is None else (_Form(stem, 0), _Form(*corrected))
    as_written = () if raw == stem else (_Form(raw, 0),)
    return _Word(forms, _step(aliases, _NOTHING, raw, (*forms, *as_written)))


def _step(aliases: AliasIndex, before: _Form, raw: str, forms: Iterable[_Form]) -> _Step:
    """Put one more word behind what is there."""
    if is_hangul(raw):
        return _step_hangul(aliases, before, raw, forms)
    ends: list[_End] = []
    onward: list[_Form] = []
    for letters, typos in forms:
        joined = _Form(before.letters + letters, before.typos + typos)
        is_key, goes_on = aliases.look(joined.letters)
        if is_key:
            ends.append(_End(*joined, len(raw)))
        if goes_on:
            onward.append(joined)
    return _Step(tuple(ends), tuple(onward))


def _step_hangul(aliases: AliasIndex, before: _Form, raw: str, forms: Iterable[_Form]) -> _Step:
    """The same for Hangul: the longest key that ends inside the word; what follows is an ending."""
    so_far, typos = before
    if not any(aliases.look(so_far + raw[0])):
        return _DEAD_END
    joined = [_Form(so_far + letters, typos) for letters, _ in forms]
    onward = tuple(form for form in joined if aliases.look(form.letters)[1])
    for size in range(min(len(raw), aliases.longest - len(so_far)), 0, -1):
        key, rest = so_far + raw[:size], raw[size:]
        if aliases.get(key) is not None and (len(key) > 1 or not rest or rest in PARTICLES):
            return _Step((_End(key, typos, size),), onward)
    return _Step((), onward)


class _Walk:
    """One pass over one text."""

    def __init__(self, text: str, aliases: AliasIndex) -> None:
        self._text = text
        self._aliases = aliases
        self._tokens = tokenize(text)[:_WORD_LIMIT]
        self._words = [_look_up(aliases, token.raw, token.stem) for token in self._tokens]
        self._found: list[_Found] = []

    def run(self) -> list[_Found]:
        """Every spelling found at every place, overlaps included."""
        for first, word in enumerate(self._words):
            for end in word.opening.ends:
                self._note(end, first, first, spaced=False)
            if word.opening.onward:
                self._go_on(word.opening.onward, first)
        return self._found

    def _go_on(self, forms: Sequence[_Form], first: int) -> None:
        """Follow what begins with the token at `first` over the tokens after it."""
        spaced = False
        for at in range(first + 1, min(first + _MAX_SPAN, len(self._tokens))):
            token = self._tokens[at]
            if token.gap is Gap.BREAK:
                return
            spaced = spaced or token.gap is Gap.SPACE
            longer: list[_Form] = []
            for form in forms:
                step = _step(self._aliases, form, token.raw, self._words[at].forms)
                for end in step.ends:
                    self._note(end, first, at, spaced=spaced)
                longer += step.onward
            if not longer:
                return
            forms = longer

    def _note(self, found: _End, first: int, at: int, *, spaced: bool) -> None:
        """Note the spellings whose key is complete here, or the look-alike."""
        key, typos, used = found
        if key.isdigit() and self._is_quantity(first, at):
            return
        start, end = self._tokens[first].start, self._end(self._tokens[at], used)
        score = round(1 - typos / len(key), 3)
        spellings = self._aliases.get(key) or ()
        if not spellings:
            self._found.append(_Found(None, start, end, end - start, score))
            return
        may_be_apart = not spaced or len(key) >= _GLUE_MIN or not key.isascii()
        for spelling in spellings:
            if may_be_apart or spelling.words == at - first + 1:
                self._found.append(_Found(spelling, start, end, end - start, score))

    def _end(self, token: Token, used: int) -> int:
        """Where a spelling ends that takes `used` letters of a token: before a case particle."""
        if token.raw[used:] in CASE_PARTICLES and token.end - token.start == len(token.raw):
            return token.start + used
        return token.end

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
