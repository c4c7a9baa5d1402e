"""Text as the rest of `corpus` reads it: normalised, cut into words, sentences and index terms.

Owns what a word is, in English and Korean, and which words carry no information. Does not know
cases, facets or scores.
"""

import math
import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import chain

import Stemmer

from corpus.stop_words import ENDINGS, STOP_WORDS

READ_LIMIT = 40_000
"""Characters of one text that a lookup reads; Slack's longest message."""

LONGEST_WORD = 40
"""Letters of a word that count; what is longer is no word."""

_MOST_SAID = 1.5

_SPACES = re.compile(r"\s+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_RUN = re.compile(r"[가-힣]+|[^\W_가-힣]+(?:['\u2019][^\W\d_가-힣]{1,2}(?![^\W_]))?")
_BETWEEN = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "'")}
_POSSESSIVE = re.compile(r"['\u2019][sS]$")
# Nothing below may begin with a repeat that can start again one character later: 40,000 spaces or
# commas would take seconds.
_LINE_END = "\r\n\v\f\u2028\u2029"
# Begins with one set of characters, for which the regex engine looks by itself.
_SENTENCE_END = re.compile(
    rf"[.!?。\uff01\uff1f…{_LINE_END}](?:(?<=[{_LINE_END}])\s*|[\"'”\u2019)\]]*\s+)"
)
_ABBREVIATION = re.compile(r"(?i)(?:^|[\s(])(?:e\.g|i\.e|[ap]\.m|vs|approx|etc|incl|resp)\.$")
_CLAUSE_END = re.compile(
    r"(?<![,;:|•…])[,;:|•…]+\s+|(?<!\s)\s+(?:[-\u2013—|→]|=>|->)+\s+|[(){}\[\]]+"
)
_HTTP_ERROR = re.compile(r"[45]\d\d")
_MACHINE_ID = re.compile(
    r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}|\d+[a-z]{1,2}\d\w*|(?=.*\d.*\d)\w{16,}"
)

_LONGEST_ENDING = max(map(len, ENDINGS))


def _clean(text: str) -> str:
    """NFKC, with control characters, surrogates and invisible marks dropped and spaces folded."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = _SPACES.sub(" ", text)
    if not text.isprintable():
        text = "".join(char for char in text if unicodedata.category(char)[0] != "C")
    return _SPACES.sub(" ", text).strip()


def normalize(text: str) -> str:
    r"""Make two spellings of the same words equal: NFKC, lower case, no control characters.

    Runs of whitespace, line ends included, become one space. Idempotent.

    >>> normalize("  Replication\u200b LAG\n \uff15xx ")
    'replication lag 5xx'
    """
    return _clean(_clean(text).lower())


def words(text: str) -> list[str]:
    """Cut text into lower-case words, in order, repeats kept; nothing is stemmed or left out.

    snake_case and punctuation separate; a camelCase name gives the whole and then its parts;
    Hangul and Latin letters are never in one word; "can't" is "cant", "node's" is "node".

    >>> words("KubePod down, pg_wal 꽉참")
    ['kubepod', 'kube', 'pod', 'down', 'pg', 'wal', '꽉참']
    """
    return [word for run in runs(_clean(text)) for word in _words_of(run)]


def runs(text: str) -> list[str]:
    """The runs of letters and digits of a text, in order; each is one word or a camelCase name.

    >>> runs("can't reach pg_wal, 꽉참")
    ["can't", 'reach', 'pg', 'wal', '꽉참']
    """
    if not text.isascii():
        return _RUN.findall(text)
    pieces = text.translate(_BETWEEN).split()  # the same by a third of the time
    if "'" not in text:
        return pieces
    return [run for piece in pieces for run in (_RUN.findall(piece) if "'" in piece else (piece,))]


def stems(text: str) -> dict[str, str]:
    """The stems of the informative words of a text, each with its first word in lower case.

    >>> stems("Disks are full")
    {'disk': 'disks', 'full': 'full'}
    """
    found: dict[str, str] = {}
    for run in runs(text):
        for name, word in stems_of(run):
            found.setdefault(name, word)
    return found


def places(text: str) -> dict[str, tuple[int, int]]:
    """For each of the `stems` of a text, where its word first begins and ends there.

    >>> places("Disks are full")["full"]
    (10, 14)
    """
    found: dict[str, tuple[int, int]] = {}
    for run in _RUN.finditer(text):
        for name, _ in stems_of(run.group()):
            found.setdefault(name, run.span())
    return found


@lru_cache(maxsize=65_536)
def _words_of(run: str) -> tuple[str, ...]:
    """The words of a run of letters and digits: one, or a camelCase name and its parts."""
    name = _POSSESSIVE.sub("", run).replace("'", "").replace("\u2019", "")
    lower = name.lower()
    if name in (lower, name.upper(), name.capitalize()):
        return (lower,)
    return (lower, *(part.lower() for part in _CAMEL.split(name)))


@lru_cache(maxsize=65_536)
def stems_of(run: str) -> tuple[tuple[str, str], ...]:
    """The informative words of one of the `runs` of a text, each after its stem."""
    is_clean = run.isascii() or is_hangul(run)
    parts = (run,) if is_clean else _RUN.findall(_clean(run))
    return tuple((stem(word), word) for part in parts for word in _informative(part))


@lru_cache(maxsize=65_536)
def _informative(run: str) -> tuple[str, ...]:
    """The informative words of a run of letters and digits."""
    return tuple(filter(is_informative, _words_of(run)))


def sentences(text: str) -> list[str]:
    r"""Cut text into sentences, each an exact, stripped substring of it; line ends separate, too.

    >>> sentences("It broke at 2.30 a.m. sharp. Why?\n- disk full")
    ['It broke at 2.30 a.m. sharp.', 'Why?', '- disk full']
    """
    pieces: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        stop = end.start() + 1  # with its full stop; a line end is stripped
        if _ABBREVIATION.search(text[max(start, stop - 12) : stop]):
            continue
        pieces.append(text[start:stop].strip())
        start = end.end()
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]


def clauses(text: str) -> list[str]:
    """Cut text into pieces short enough to quote, each an exact, stripped substring of it.

    >>> clauses("Redis OOM, evictions at zero; pods fine - why?")
    ['Redis OOM', 'evictions at zero', 'pods fine', 'why?']
    """
    pieces = [piece for sentence in sentences(text) for piece in _CLAUSE_END.split(sentence)]
    return [piece for piece in map(str.strip, pieces) if piece]


def is_hangul(word: str) -> bool:
    """Whether a word of `words` is written in Hangul."""
    return "가" <= word[:1] <= "힣"


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The form under which the inflections of a word are one: English stem, Korean without ending.

    >>> stem("restarted"), stem("지연이")
    ('restart', '지연')
    """
    if is_hangul(word):
        for size in range(min(len(word) - 2, _LONGEST_ENDING), 0, -1):
            if word[-size:] in ENDINGS:
                return word[:-size]
        return word
    # A stemmer keeps state between calls and threads share this function: one for each call.
    return str(Stemmer.Stemmer("english", 0).stemWord(word[:LONGEST_WORD]))


def is_informative(word: str) -> bool:
    """Whether a word of `words` says anything: no stop word, no count, no machine-made id.

    Numbers say how much, ids which one; neither tells what happened. HTTP codes do.
    """
    if word in STOP_WORDS or (len(word) == 1 and not is_hangul(word)) or len(word) > LONGEST_WORD:
        return False
    if word.isdigit():
        return _HTTP_ERROR.fullmatch(word) is not None
    return _MACHINE_ID.fullmatch(word) is None


def count_words(text: str) -> Counter[str]:
    """The informative words of a text with how often each is said."""
    return Counter(chain.from_iterable(map(_informative, runs(_clean(text)))))


def word_term(word: str) -> str:
    """The index term of a whole word; never equal to an n-gram."""
    return stem_term(stem(word))


def stem_term(name: str) -> str:
    """The same, of a stem."""
    return "=" + name


def damped(count: int) -> float:
    """A count in a query, damped: a word on every line of a log is still one thing said."""
    return min(_MOST_SAID, 1 + math.log(count))
