"""Real cases cut into what synthetic ones are put together from: sentences with words to exchange.

Owns what a sentence is here, which words may be exchanged, and for which others. It does not use
the matcher's idea of words, so that a change of the matcher does not change the library.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LANGUAGES = ("en", "ko")

Document = dict[str, Any]
Bilingual = Mapping[str, "Sentence"]
"""A sentence in the languages it is written in."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[A-Za-z][A-Za-z']*[A-Za-z]|[가-힣]+|[0-9]+")
_SUFFIX = re.compile(r"(ing|ed|ly|s)$")
_EVERYWHERE = 0.4
"""A word of more than this share of the cases holds a sentence together and stays."""

_SHORTEST = {"latin": 4, "hangul": 2}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence cut where words may be exchanged.

    Attributes:
        pieces: fixed text and words by turns; it begins and ends with fixed text.
        shapes: what another word must look like to stand in each one's place.
    """

    pieces: tuple[str, ...]
    shapes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A real case, cut up.

    Attributes:
        place: where it stands among the real cases.
        document: the case.
        facets: its slugs.
        parts: field → its sentences in both languages, side by side.
        words: shape → the words of that shape, repeats kept.
    """

    place: int
    document: Document
    facets: frozenset[str]
    parts: Mapping[str, Sequence[Bilingual]] = field(repr=False)
    words: Mapping[str, Sequence[str]] = field(repr=False)


_TEXTS = ("title", "symptoms_text", "detection", "summary", "lessons")
_LISTS = ("remediation", "action_items", "dead_ends")
_FACETS = ("domain", "symptoms", "components", "contributing")


def cut_sources(documents: Sequence[Document]) -> list[Source]:
    """Cut real cases up; the order is kept."""
    common = _common_words(documents)
    return [_cut(place, document, common) for place, document in enumerate(documents)]


def shape_of(word: str) -> str:
    """What a word looks like: its script, its case or ending; a number by its length.

    >>> shape_of("Restarted"), shape_of("지연이"), shape_of("404")
    ('Aed', '이', '3')
    """
    if word.isdigit():
        return str(len(word))
    if not word.isascii():
        return word[-1]
    suffix = _SUFFIX.search(word)
    return ("A" if word[0].isupper() else "a") + (suffix.group() if suffix else "")


def _cut(place: int, document: Document, common: frozenset[str]) -> Source:
    parts: dict[str, Sequence[Bilingual]] = {}
    words: defaultdict[str, list[str]] = defaultdict(list)
    for name, texts in _texts_of(document):
        sentences = [one for text in texts for one in _pair(text, common)]
        parts[name] = sentences
        for bilingual in sentences:
            for sentence in bilingual.values():
                for shape, word in zip(sentence.shapes, sentence.pieces[1::2], strict=True):
                    words[shape].append(word)
    facets = frozenset(slug for name in _FACETS for slug in document.get(name) or ())
    return Source(place, document, facets, parts, dict(words))


def _texts_of(document: Document) -> Iterator[tuple[str, list[Mapping[str, str]]]]:
    for name in _TEXTS:
        yield name, [document[name]] if document.get(name) else []
    for name in _LISTS:
        yield name, [entry["text"] for entry in document.get(name) or ()]


def _pair(text: Mapping[str, str], common: frozenset[str]) -> Iterator[Bilingual]:
    """The sentences of a text, those of both languages that stand at the same height together."""
    cut = {lang: _SENTENCE_END.split(text[lang].strip()) for lang in LANGUAGES if text.get(lang)}
    count = max(map(len, cut.values()), default=0)
    for at in range(count):
        bilingual = {}
        for lang, pieces in cut.items():
            begin, end = at * len(pieces) // count, (at + 1) * len(pieces) // count
            if begin < end:
                bilingual[lang] = _open_up(" ".join(pieces[begin:end]), common)
        yield bilingual


def _open_up(text: str, common: frozenset[str]) -> Sentence:
    pieces: list[str] = []
    done = 0
    for found in _WORD.finditer(text):
        if _may_change(found.group(), common):
            pieces += (text[done : found.start()], found.group())
            done = found.end()
    return Sentence((*pieces, text[done:]), tuple(map(shape_of, pieces[1::2])))


def _may_change(word: str, common: frozenset[str]) -> bool:
    if word.isdigit():
        return True
    script = "latin" if word.isascii() else "hangul"
    return len(word) >= _SHORTEST[script] and word.lower() not in common


def _words_of(document: Document) -> Iterator[str]:
    for _, texts in _texts_of(document):
        for text in texts:
            for lang in LANGUAGES:
                yield from (word.lower() for word in _WORD.findall(text.get(lang) or ""))


def _common_words(documents: Iterable[Document]) -> frozenset[str]:
    each = [set(_words_of(document)) for document in documents]
    counts = Counter(word for words in each for word in words)
    return frozenset(word for word, count in counts.items() if count > _EVERYWHERE * len(each))
