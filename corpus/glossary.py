"""The glossary: what a word of operations is called in the other language.

Owns the reading of `glossary.toml` and of Korean compounds. What a translation counts for is the
query's.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from corpus.stop_words import ENDINGS
from corpus.tables import read_table
from corpus.text import is_hangul, stem

_FILE = "glossary.toml"
_SHORTEST = 2


class Glossary:
    """Translates words between English and Korean; immutable, safe to share between threads.

    Args:
        pairs: beginnings of Korean words → English words.
    """

    def __init__(self, pairs: Mapping[str, Sequence[str]]) -> None:
        self._english = {korean: tuple(english) for korean, english in pairs.items()}
        self._longest = max(map(len, self._english), default=0)
        self._korean: dict[str, tuple[str, ...]] = {}
        for korean, words in self._english.items():
            for word in words:
                self._korean[stem(word)] = (*self._korean.get(stem(word), ()), korean)

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> "Glossary":
        """The glossary that is shipped with the package."""
        sections = read_table(_FILE)
        return cls(
            {korean: words for pairs in sections.values() for korean, words in pairs.items()}
        )

    def translate(self, word: str) -> tuple[str, ...]:
        """What a word may be called in the other language; nothing for one that is not known.

        A Korean word is read from its beginning, part by part: the first that is not known ends it.

        >>> Glossary({"결제": ["payment"], "지연": ["delay"]}).translate("결제지연이")
        ('payment', 'delay')

        A key of one syllable is a word only alone or before an ending.
        """
        if not is_hangul(word):
            return self._korean.get(stem(word), ())
        found: list[str] = []
        at = 0
        while part := self._part(word, at):
            found += self._english[part]
            at += len(part)
        return tuple(dict.fromkeys(found))

    def _part(self, word: str, at: int) -> str:
        """The longest known beginning of what is left of a word."""
        for size in range(min(self._longest, len(word) - at), _SHORTEST - 1, -1):
            if word[at : at + size] in self._english:
                return word[at : at + size]
        left = word[at:]
        return left[:1] if left[1:] in ("", *ENDINGS) and left[:1] in self._english else ""
