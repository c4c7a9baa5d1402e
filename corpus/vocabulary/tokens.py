"""Words of a text with their exact places in it, cut so that aliases compare word by word.

Owns cutting (script changes, camelCase, snake_case, digits), English endings and Korean particles.
`corpus.text` cuts text for the search index, where places do not matter; here they do, because a
facet quotes the words that gave it away.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"https?://[^\s<>|]+"  # opaque: an address says where something is, not what is wrong
    r"|\d+(?:[.,]\d+)*"  # one number; 0.502 is not a 502
    r"|[가-힣]+"
    r"|[A-Z]{2,}s(?![A-Za-z])"  # VMs, PVCs
    r"|[A-Z]+(?![a-z])"  # OOM of OOMKilled
    r"|[A-Z]?[a-z]+"
    r"|[^\W\d_A-Za-z가-힣]+"  # other scripts, kept so that they separate
)
_PLAIN = re.compile(r"[a-z -]+|[가-힣 ]+")
"""What nearly every alias is made of; it is cut at spaces and hyphens, as `_TOKEN` would."""

_SOFT_GAP = re.compile(r"[^\S\n]?[-_/:.%@+^·'’\"“”`*~]{0,2}[^\S\n]?")  # noqa: RUF001 - people type both
_LONGEST_SOFT_GAP = 4
_NOT_INFLECTED = frozenset(("bios", "https", "mongos", "nats"))
_VOWEL = re.compile(r"[aeiouy]")

_CASE_PARTICLES = """
    이 가 은 는 을 를 도 에 의 와 과 로 만 랑 들 께 까지 부터 에서 에게 에는 에도 으로 으론
    로는 로도 이랑 들이 들은 들을 들도 들의 에서는 에서도 까지도 마다 처럼 보다 밖에 조차 쪽
    쪽이 쪽에 쪽은 쪽에서
"""
_ENDINGS = """
    요 서 나 라서 이나 네요 이네요 이에요 예요 인데 이고 이라 이라서 이라고 라고 입니다
"""
CASE_PARTICLES = frozenset(_CASE_PARTICLES.split())
"""Korean particles that follow a noun; a phrase is quoted without them."""

PARTICLES = CASE_PARTICLES | frozenset(_ENDINGS.split())
"""The same, and copulas and endings: what may follow a word without changing what it names."""

LONGEST_PARTICLE = max(map(len, PARTICLES))
"""Syllables of the longest of them."""


class Gap(IntEnum):
    """What stands between a token and the one before it; a break ends a phrase."""

    NONE = 0
    MARK = 1
    SPACE = 2
    BREAK = 3


class Token(NamedTuple):
    """A word and its place: `text[start:end]` is what was written.

    `raw` is its NFKC lower-case form, `stem` the same without its English ending. A token is
    either all Hangul or has none.
    """

    raw: str
    stem: str
    start: int
    end: int
    gap: Gap
    is_hangul: bool


def is_hangul(word: str) -> bool:
    """Whether a token is written in Hangul."""
    return "가" <= word[0] <= "힣"


def tokenize(text: str) -> list[Token]:
    """Cut text into tokens, in order; addresses of web pages are left out.

    A Korean particle glued to a Latin word or a number is left out as well.

    >>> [token.raw for token in tokenize("KubePodCrashLooping: DB가 pg_wal 99.9%")]
    ['kube', 'pod', 'crash', 'looping', 'db', 'pg', 'wal', '99.9']
    """
    folded, places = _fold(text)
    tokens: list[Token] = []
    for raw, short, first, last, before in _cut(folded):
        gap = _gap(folded, before, first) if tokens else Gap.BREAK
        start, end = (first, last) if places is None else (places[first][0], places[last - 1][1])
        tokens.append(Token(raw, short, start, end, gap, "가" <= raw[0] <= "힣"))
    return tokens


def pieces(alias: str) -> tuple[list[str], list[str]]:
    """The words of an alias, cut as `tokenize` cuts: their raw forms, and their stemmed ones.

    >>> pieces("OOMKilled pods")
    (['oom', 'killed', 'pods'], ['oom', 'kill', 'pod'])
    """
    if _PLAIN.fullmatch(alias):
        words = alias.replace("-", " ").split()
        return words, list(map(stem, words))
    cut = [(raw, short) for raw, short, *_ in _cut(unicodedata.normalize("NFKC", alias))]
    return [raw for raw, _ in cut], [short for _, short in cut]


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Drop the ending of an English word so that its forms compare equal; other words stay.

    Cheap on purpose (under 2 µs; a Snowball stemmer in Python takes 70): both sides of every
    comparison go through it, so the result need not be a word.

    >>> [stem(word) for word in ("pods", "latencies", "caching", "cached", "cache", "dns")]
    ['pod', 'latency', 'cach', 'cach', 'cach', 'dns']
    """
    if len(word) < 4 or word in _NOT_INFLECTED or not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith(("shes", "ches", "xes", "sses", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest == word or len(rest) < 3 or not _VOWEL.search(rest):
            continue
        if rest[-1] == rest[-2] and rest[-1] not in "lsz":
            return rest[:-1]
        return rest + "e" if len(rest) == 3 else rest.removesuffix("e")
    return word.removesuffix("e") if len(word) > 4 else word


def _cut(folded: str) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield raw form, stem, start and end of each word, and the end of the word before it.

    A particle that is left out counts as the end of its word; an address does not, so that the
    words around it never form a phrase.
    """
    last_end = 0
    after_latin = False
    for found in _TOKEN.finditer(folded):
        word = found.group()
        start, end = found.span()
        if "://" in word:
            continue
        before, last_end = last_end, end
        if after_latin and start == before and word in PARTICLES:
            continue
        after_latin = not "가" <= word[0] <= "힣"
        raw = word.lower()
        plural = len(word) > 2 and word[-1] == "s" and word[:-1].isupper()
        yield raw, raw[:-1] if plural else stem(raw), start, end, before


def _gap(text: str, start: int, end: int) -> Gap:
    """Judge what lies between two tokens; sentence ends, brackets and line ends break a phrase."""
    if start == end:
        return Gap.NONE
    between = text[start:end]
    if between == " ":
        return Gap.SPACE
    if end - start > _LONGEST_SOFT_GAP or not _SOFT_GAP.fullmatch(between):
        return Gap.BREAK
    spaced = len(between.split()) != 1 or between != between.strip()
    if spaced and "." in between:
        return Gap.BREAK
    return Gap.SPACE if spaced else Gap.MARK


def _fold(text: str) -> tuple[str, list[tuple[int, int]] | None]:
    """NFKC the text and say for each resulting character where it came from (None: unchanged)."""
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return text, None
    folded: list[str] = []
    places: list[tuple[int, int]] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and _joins_previous(text[end]):
            continue
        cluster = unicodedata.normalize("NFKC", text[start:end])
        folded.append(cluster)
        places.extend([(start, end)] * len(cluster))
        start = end
    return "".join(folded), places


def _joins_previous(char: str) -> bool:
    """Whether a character composes with what is before it: an accent, a Hangul vowel or final."""
    return "\u1160" <= char <= "\u11ff" or unicodedata.combining(char) != 0
