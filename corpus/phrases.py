"""Phrases: pieces of a text short enough to quote, and how two of them say the same thing.

Owns the pairing of a query's words with a case's words and the cutting of quotes. Which pairs
become reasons is `corpus.reasons`'s; how rare a word is comes from the index.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from rapidfuzz import fuzz, process

from corpus.text import clauses, is_hangul, places, runs, sentences, stems, stems_of

QUOTE_LIMIT = 90
"""Characters of a quote; more is not read at a glance."""

_SHORT = 30
_PHRASES_LIMIT = 400
_RUN = re.compile(r"[^\W_]+(?:['\u2019_./-][^\W_]+)*")
_EDGES = " \t\r\n.,;:!?*_~|-\u2013—…"
_FUZZY = 85.0
_FUZZY_LENGTH = 5
_NEAR = 0.8


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a text, an exact substring of it, with the stems of its informative words.

    Attributes:
        text: the words as written.
        stems: stem → the word as spelt in `text`, in lower case.
    """

    text: str
    stems: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two phrases and what they share.

    Attributes:
        said: the phrase of the query.
        told: the phrase of the case.
        shared: stem of the query → stem of the case.
        strength: how much the shared words say together.
    """

    said: Phrase
    told: Phrase
    shared: Mapping[str, str]
    strength: float

    def quotes(self) -> tuple[str, str]:
        """Both phrases, cut to what can be quoted around the shared words."""
        return _quote(self.said.text, self.shared), _quote(self.told.text, self.shared.values())


def cut_phrases(texts: Iterable[str]) -> tuple[Phrase, ...]:
    """Cut texts into phrases: whole sentences where they are short, else their clauses."""
    every = (piece for text in texts for sentence in sentences(text) for piece in _pieces(sentence))
    found: dict[str, Phrase] = {}
    for piece in every:
        if piece not in found and (phrase := _phrase(piece)).stems:
            found[piece] = phrase
            if len(found) == _PHRASES_LIMIT:
                break
    return tuple(found.values())


def _phrase(piece: str) -> Phrase:
    return Phrase(piece, stems(piece))


class PhraseBook:
    """The phrases of one case in one language, found by the stems in them.

    A sentence is cut into phrases when it is first asked for: of most, nothing is ever quoted.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        every = dict.fromkeys(sentence for text in texts for sentence in sentences(text))
        self._sentences = tuple(islice(every, _PHRASES_LIMIT))
        self._cut: dict[int, tuple[Phrase, ...]] = {}
        self._runs: dict[str, tuple[str, ...]] = {}
        self._spelt: dict[str, str] = {}
        for run in dict.fromkeys(runs("\n".join(self._sentences))):
            for name, word in stems_of(run):
                self._runs[name] = (*self._runs.get(name, ()), run)
                self._spelt.setdefault(word, name)
        self._holding: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _latin(self) -> list[str]:
        """The words among which a misspelt one is looked for."""
        return [word for word in self._spelt if len(word) >= _FUZZY_LENGTH]

    @cached_property
    def _hangul(self) -> list[str]:
        """The Korean stems, sorted."""
        return sorted(name for name in self._runs if is_hangul(name) and len(name) > 1)

    def recognise(
        self, spelt: Mapping[str, str], translations: Mapping[str, Sequence[str]]
    ) -> dict[str, str]:
        """For each stem that the case says, too, the stem it has there.

        The same, misspelt, or in the other language.

        Args:
            spelt: stem → the word as the query spells it; a typo may hide the ending of a word, so
                that words are compared, not stems.
            translations: stem → what it may be in the other language.
        """
        told: dict[str, str] = {}
        for name, word in spelt.items():
            others = (other for other in translations.get(name, ()) if other in self._runs)
            if name in self._runs:
                told[name] = name
            elif other := self._nearest(name, word) or next(others, None):
                told[name] = other
        return told

    def pairs(
        self,
        said: Phrase,
        told: Mapping[str, str],
        rarities: Mapping[str, float],
        says_something: Callable[[Collection[str]], bool],
    ) -> list[Pair]:
        """The phrases that share words with `said`, each with what they share.

        Args:
            said: a phrase of the query.
            told: stems of the query → stems of this case, from `recognise`.
            rarities: stems of the query → how much they say.
            says_something: whether it is worth a pair that these stems are shared; when some are,
                then so are more.
        """
        shared: dict[int, list[str]] = {}
        for name in said.stems:
            for at in self._sentences_with(told[name]) if name in told else ():
                shared.setdefault(at, []).append(name)
        pairs: list[Pair] = []
        for at, names in shared.items():
            for phrase in self._phrases(at) if says_something(names) else ():
                both = {name: told[name] for name in names if told[name] in phrase.stems}
                if both and says_something(both):
                    pairs.append(Pair(said, phrase, both, _strength(both, rarities)))
        return pairs

    def _sentences_with(self, name: str) -> tuple[int, ...]:
        """The sentences in which a stem of this case stands, maybe only inside a longer word."""
        if name not in self._holding:
            self._holding[name] = tuple(
                at
                for at, sentence in enumerate(self._sentences)
                if any(run in sentence for run in self._runs.get(name, ()))
            )
        return self._holding[name]

    def _phrases(self, at: int) -> tuple[Phrase, ...]:
        """The phrases of a sentence. Two threads may cut it side by side, and cut it alike."""
        if at not in self._cut:
            self._cut[at] = tuple(map(_phrase, _pieces(self._sentences[at])))
        return self._cut[at]

    def _nearest(self, name: str, word: str) -> str | None:
        """The stem that is this one misspelt, or with another Korean ending."""
        if is_hangul(name):
            return self._inflected(name) if len(name) > 1 else None
        if len(word) < _FUZZY_LENGTH:
            return None
        found = process.extractOne(word, self._latin, scorer=fuzz.ratio, score_cutoff=_FUZZY)
        return self._spelt[found[0]] if found else None

    def _inflected(self, name: str) -> str | None:
        """A Korean stem that begins like this one: the longest inside it, or one that goes on."""
        for size in range(len(name) - 1, 1, -1):
            if name[:size] in self._runs:
                return name[:size]
        at = bisect_left(self._hangul, name)
        longer = self._hangul[at] if at < len(self._hangul) else ""
        return longer if longer.startswith(name) else None


def _strength(shared: Mapping[str, str], rarities: Mapping[str, float]) -> float:
    """How much shared words say together; another spelling or language counts a little less."""
    return sum(
        rarities.get(name, 0.0) * (1.0 if name == other else _NEAR)
        for name, other in shared.items()
    )


def _pieces(sentence: str) -> Iterable[str]:
    return (sentence,) if len(sentence) <= QUOTE_LIMIT else _joined(sentence, clauses(sentence))


def _joined(sentence: str, parts: list[str]) -> Iterator[str]:
    """The clauses of a sentence, a short one together with the next where both can be quoted."""
    start = end = 0
    pending = False
    for part in parts:
        at = sentence.index(part, end)
        if pending and at + len(part) - start > QUOTE_LIMIT:
            yield sentence[start:end]
            pending = False
        if not pending:
            start = at
        end, pending = at + len(part), True
        if end - start >= _SHORT:
            yield sentence[start:end]
            pending = False
    if pending:
        yield sentence[start:end]


def _quote(text: str, shared: Iterable[str]) -> str:
    """The part of a phrase that holds most of the shared stems, cut between words."""
    if len(text) <= QUOTE_LIMIT:
        return text.strip(_EDGES)
    found = places(text)
    spans = sorted(found[name] for name in shared)
    best = max(range(len(spans)), key=lambda at: (_reach(spans, at), -at))
    first = spans[best][0]
    last = min(spans[best + _reach(spans, best) - 1][1], first + QUOTE_LIMIT)
    room = QUOTE_LIMIT - (last - first)
    marks = [run.span() for run in _RUN.finditer(text)]
    end = max((e for _, e in marks if last <= e <= last + room), default=last)
    start = min((s for s, _ in marks if end - QUOTE_LIMIT <= s <= first), default=first)
    return text[start:end].strip(_EDGES)


def _reach(spans: list[tuple[int, int]], at: int) -> int:
    """How many of the spans from `at` on fit into one quote; at least one."""
    limit = spans[at][0] + QUOTE_LIMIT
    return max(1, sum(1 for span in spans[at:] if span[1] <= limit))
