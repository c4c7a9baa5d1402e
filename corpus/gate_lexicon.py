"""The words the gate listens for: the tables of `gate_lexicon*.toml`, looked up in a sentence.

Owns the lexicon's little language (`*`, `...`, `#`, `^`). Phrases are looked up by their first
word, so that loading compiles nothing. What a message as a whole says is `corpus.gate_features`,
and what that is worth `corpus.gate`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from corpus.tables import read_table

MOST_WORDS = 3
"""Words of one feature that count in one sentence; more say no more."""

CJK = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣぁ-んァ-ヶ一-龥]")
"""A letter of a script whose words are found as parts of longer ones: Korean and Japanese."""

SOURCES = (
    "gate_lexicon.toml",
    "gate_lexicon_field.toml",
    "gate_lexicon_state.toml",
    "gate_lexicon_talk.toml",
)

_LATIN = "a-z0-9à-öø-ÿß"
_TOKEN = re.compile(
    rf"\d+(?:[.,:]\d+)*|[{_LATIN}]+(?:'t(?![{_LATIN}]))?|'(?:s|ll|re|ve|d|m)(?![{_LATIN}])"
    r"|[가-힣]+|[^\s_-]"
)
_PHRASE_TOKEN = re.compile(
    rf"\.\.\.|\#|\d+(?:[.,:]\d+)*|[{_LATIN}*]+(?:'t)?|'(?:s|ll|re|ve|d|m)|[^\s_-]"
)
_CJK_PART = re.compile(r"\#|[^\s#]+")
_FINAL = re.compile(r"\{([ㄱ-ㅎ])\}")
"""`{ㅆ}` in a pattern is any Korean syllable that ends in it."""

_FIRST_SYLLABLE = 0xAC00
_FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_JOINED = dict(zip("ㅏㅐㅓㅔㅗㅚㅜㅡㅣ", "ㅏㅐㅓㅔㅘㅙㅝㅓㅕ", strict=True))
"""The vowel of a stem, and that which it makes with -어: 끊기 + 어 is 끊겨."""

_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_AFTER_VOWEL = ("고", "네", "는", "지", "다")
_AFTER_CONSONANT = ("었", "았", "어", "아", "습", "네", "는", "고", "은", "음", "지", "다")
_GAP = "..."
_NUMBER = "#"
_MOST_SKIPPED = 4
_MOST_BLANKS = 20
_HEAD = 2
"""Letters of a word by which phrases that open with `*` in their first word are looked up."""


class Token(NamedTuple):
    """A word, a number or a sign of a sentence; `text` is how the lexicon spells it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Feature:
    """One table of the lexicon.

    Attributes:
        name: the table's name.
        side: what it speaks for: symptom, topic, live, quiet or ignored.
        closes: whether symptoms in the same sentence are not live (planned, over, explained).
        frames: whether that goes for the sentences after it, too (a drill, a quotation).
        yields: whether it does not where the sentence says that it goes on all the same.
        masks: whether its words are taken out of the sentence, so that they are nothing else.
        phrases: its words in all languages.
        patterns: regular expressions for what words cannot say.
    """

    name: str
    side: str
    closes: bool
    frames: bool
    yields: bool
    masks: bool
    phrases: tuple[str, ...]
    patterns: tuple[str, ...]


class _Phrase(NamedTuple):
    """A phrase to look up: the feature it speaks for, its words or parts, and its letters."""

    feature: str
    parts: tuple[str, ...]
    size: int
    at_start: bool = False
    before_space: bool = False


class Found(NamedTuple):
    """Words of a sentence that speak for a feature, and where they stand."""

    feature: str
    start: int
    end: int


class Lexicon:
    """Finds features in lower-case sentences; immutable, safe to share between threads."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self._latin: dict[str, list[_Phrase]] = defaultdict(list)
        self._cjk: dict[str, list[_Phrase]] = defaultdict(list)
        self._patterns = tuple(
            (feature.name, pattern) for feature in features for pattern in feature.patterns
        )
        for feature in features:
            for phrase in dict.fromkeys(feature.phrases):
                if not phrase.isascii() and CJK.search(phrase):
                    self._add_cjk(feature.name, phrase)
                else:
                    self._add_latin(feature.name, phrase)
        # Longest first, so that the words quoted in a reason are the fullest ones.
        for phrases in (*self._latin.values(), *self._cjk.values()):
            phrases.sort(key=lambda phrase: -phrase.size)

    def _add_latin(self, name: str, phrase: str) -> None:
        if phrase.replace(" ", "").isalpha() and phrase.isascii():
            parts = tuple(phrase.split())
        else:
            parts = tuple(_spell(part) for part in _PHRASE_TOKEN.findall(phrase.removeprefix("^")))
        key = f"{parts[0].split('*')[0][:_HEAD]}*" if "*" in parts[0] else parts[0]
        if len(parts) > 1 and _is_literal(parts[0]) and _is_literal(parts[1]):
            key = f"{parts[0]} {parts[1]}"
        self._latin[key].append(_Phrase(name, parts, len(phrase), at_start=phrase.startswith("^")))

    def _add_cjk(self, name: str, phrase: str) -> None:
        parts = tuple(_CJK_PART.findall(phrase))
        self._cjk[_key("".join(parts))].append(
            _Phrase(name, parts, len(phrase), before_space=phrase.endswith(" "))
        )

    def find(self, sentence: str) -> dict[str, tuple[str, ...]]:
        """The first few different words of a lower-case sentence for each feature they speak for.

        >>> table = {"side": "symptom", "words": {"en": ["crash*", "# pods"]}}
        >>> Lexicon([build_feature("outage", table)]).find("12 pods crashing, 12 pods")
        {'outage': ('12 pods', 'crashing')}
        """
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for name, start, end in self._places(sentence):
            words = sentence[start:end].strip()
            if words and len(found[name]) < MOST_WORDS:
                found[name][words] = None
        return {name: tuple(words) for name, words in found.items()}

    def take_out(self, sentence: str) -> tuple[str, dict[str, tuple[str, ...]]]:
        """The sentence with a space in place of all words found, and those words by feature."""
        pieces, at = [], 0
        taken: dict[str, dict[str, None]] = defaultdict(dict)
        for name, start, end in sorted(self._places(sentence), key=lambda found: found.start):
            if start >= at:
                pieces.append(sentence[at:start])
                at = end
                taken[name][sentence[start:end].strip()] = None
        words = {name: tuple(said)[:MOST_WORDS] for name, said in taken.items()}
        return " ".join([*pieces, sentence[at:]]) if pieces else sentence, words

    def _places(self, sentence: str) -> Iterator[Found]:
        yield from self._find_latin(sentence)
        if CJK.search(sentence):
            yield from self._find_cjk(sentence)
        for name, pattern in self._patterns:
            for found in _compiled(pattern).finditer(sentence):
                yield Found(name, *found.span())

    def _find_latin(self, sentence: str) -> Iterator[Found]:
        tokens = split_tokens(sentence)
        taken: dict[str, int] = {}
        is_start = True
        for at, token in enumerate(tokens):
            following = tokens[at + 1].text if at + 1 < len(tokens) else ""
            for phrase in self._candidates(token.text, following):
                if at < taken.get(phrase.feature, 0) or (phrase.at_start and not is_start):
                    continue
                end = _match(phrase.parts, 0, tokens, at)
                if end:
                    taken[phrase.feature] = end
                    yield Found(phrase.feature, token.start, tokens[end - 1].end)
            is_start = is_start and not token.text[0].isalnum()

    def _candidates(self, word: str, following: str) -> Iterator[_Phrase]:
        yield from self._latin.get(f"{word} {following}", ())
        yield from self._latin.get(word, ())
        yield from self._latin.get(_NUMBER, ()) if word[0].isdigit() else ()
        yield from self._latin.get(f"{word[:_HEAD]}*", ())

    def _find_cjk(self, sentence: str) -> Iterator[Found]:
        taken: dict[str, int] = {}
        for at, letter in enumerate(sentence):
            if letter.isspace():
                continue
            following = sentence[at + 1 : at + 2]
            if following.isspace():
                following = sentence[at + 1 : at + _MOST_BLANKS].lstrip()[:1]
            numbers = self._cjk.get(_NUMBER, ()) if letter.isdigit() else ()
            for phrase in (
                *self._cjk.get(letter + following, ()),
                *self._cjk.get(letter, ()),
                *numbers,
            ):
                if at < taken.get(phrase.feature, 0):
                    continue
                end = _match_letters(phrase, sentence, at)
                if end:
                    taken[phrase.feature] = end
                    yield Found(phrase.feature, at, end)


def _is_literal(part: str) -> bool:
    return part not in (_GAP, _NUMBER) and "*" not in part


def _key(letters: str) -> str:
    """The first two letters of a Korean or Japanese phrase, by which it is looked up."""
    return letters[:1] if _NUMBER in letters[:2] else letters[:2]


def split_tokens(sentence: str) -> list[Token]:
    """The words, numbers and signs of a lower-case sentence; blanks, `-` and `_` stand between."""
    return [Token(_spell(found[0]), *found.span()) for found in _TOKEN.finditer(sentence)]


def load_features() -> tuple[Feature, ...]:
    """Read the lexicon that ships with the package, in its own order."""
    return tuple(
        build_feature(name, table)
        for source in SOURCES
        for name, table in read_table(source).items()
    )


def build_feature(name: str, table: Mapping[str, Any]) -> Feature:
    """One table of the lexicon, with the words of all its languages together."""
    return Feature(
        name=name,
        side=table["side"],
        closes=bool(table.get("closes")),
        frames=bool(table.get("frames")),
        yields=bool(table.get("yields")),
        masks=bool(table.get("masks")) or table["side"] == "ignored",
        phrases=(
            *(phrase for said in table.get("words", {}).values() for phrase in said),
            *(form for stem in table.get("stems", {}).get("ko", ()) for form in conjugate(stem)),
        ),
        patterns=tuple(table.get("patterns", ())),
    )


def conjugate(stem: str) -> tuple[str, ...]:
    """The beginnings of a Korean verb's endings, given its stem.

    >>> conjugate("끊기")
    ('끊기고', '끊기네', '끊기는', '끊기지', '끊기다', '끊긴', '끊깁', '끊김', '끊겨', '끊겼')
    >>> conjugate("죽")[:4]
    ('죽었', '죽았', '죽어', '죽아')
    """
    head, last = stem[:-1], stem[-1]
    code, final = divmod(ord(last) - _FIRST_SYLLABLE, len(_FINALS))
    if final:
        return tuple(stem + ending for ending in _AFTER_CONSONANT)
    lead, vowel = divmod(code, len(_VOWELS))
    joined = "ㅐ" if last == "하" else _JOINED.get(_VOWELS[vowel], _VOWELS[vowel])
    past = lead * len(_VOWELS) + _VOWELS.index(joined)
    return (
        *(stem + ending for ending in _AFTER_VOWEL),
        *(head + _syllable(code, final) for final in "ㄴㅂㅁ"),
        # A stem that -어 leaves as it is would be found in every other of its endings.
        *((f"{stem}요", f"{stem}서") if past == code else (head + _syllable(past, " "),)),
        head + _syllable(past, "ㅆ"),
    )


def _syllable(code: int, final: str) -> str:
    return chr(_FIRST_SYLLABLE + code * len(_FINALS) + _FINALS.index(final))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when the first message is read: loading must not wait for it."""
    return re.compile(_FINAL.sub(lambda found: _ending_in(found[1]), pattern))


def _ending_in(final: str) -> str:
    """A class of all Korean syllables that end in a consonant; those of 있 and 겠 are no past."""
    letters = "".join(map(chr, range(_FIRST_SYLLABLE + _FINALS.index(final), 0xD7A4, 28)))
    return f"[{re.sub('[있겠]', '', letters)}]"


def _spell(word: str) -> str:
    """`can't` and `cant` are one word."""
    return f"{word[:-2]}t" if word.endswith("'t") else word


def _match(parts: tuple[str, ...], part: int, tokens: Sequence[Token], at: int) -> int:
    """The number of the token after a phrase that starts at token `at`; 0 where it does not."""
    while part < len(parts):
        if parts[part] == _GAP:
            tries = range(at, min(at + _MOST_SKIPPED + 1, len(tokens)))
            return next(filter(None, (_match(parts, part + 1, tokens, to) for to in tries)), 0)
        if at == len(tokens) or not _is_like(tokens[at].text, parts[part]):
            return 0
        part, at = part + 1, at + 1
    return at


def _is_like(word: str, part: str) -> bool:
    if part == _NUMBER:
        return word[0].isdigit()
    if "*" not in part:
        return word == part
    head, tail = part.split("*", 1)
    return word.startswith(head) and word.endswith(tail) and len(word) >= len(head) + len(tail)


def _match_letters(phrase: _Phrase, sentence: str, at: int) -> int:
    """Where a Korean or Japanese phrase that starts at `at` ends; 0 where it does not.

    Spaces inside it may be left out; one at its end may not.
    """
    for number, part in enumerate(phrase.parts):
        while number and at < len(sentence) and sentence[at].isspace():
            at += 1
        if part == _NUMBER:
            start = at
            while at < len(sentence) and sentence[at].isdigit():
                at += 1
            if at == start:
                return 0
        elif sentence.startswith(part, at):
            at += len(part)
        else:
            return 0
    is_cut_off = phrase.before_space and not sentence[at : at + 1].isspace()
    return 0 if is_cut_off else at
