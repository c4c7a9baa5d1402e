"""The words the gate listens for: `gate_lexicon.toml` as features to look for in a sentence.

Owns the lexicon's little language (`*`, `...`, `#`, `^`). What a message as a whole says is
`corpus.gate_features`, and what that is worth `corpus.gate`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

MOST_WORDS = 3
"""Words of one feature that count in one sentence; more say no more."""

CJK = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣぁ-んァ-ヶ一-龥]")
"""A letter of a script whose words are found as parts of longer ones: Korean and Japanese."""

_LATIN = "a-z0-9_à-öø-ÿß"


@dataclass(frozen=True, slots=True)
class Feature:
    """One table of the lexicon.

    Attributes:
        name: the table's name.
        side: what it speaks for: symptom, topic, live, quiet or ignored.
        closes: whether symptoms in the same sentence are not live (planned, over, explained).
        latin: its phrases in Latin script, whole words; None where it has none.
        cjk: its Korean and Japanese phrases, found inside words; None where it has none.
        patterns: what words cannot say.
    """

    name: str
    side: str
    closes: bool
    latin: re.Pattern[str] | None
    cjk: re.Pattern[str] | None
    patterns: tuple[re.Pattern[str], ...]

    def words_in(self, sentence: str, *, has_cjk: bool) -> tuple[str, ...]:
        """The first few different words of a lower-case sentence that speak for this feature."""
        seen: dict[str, None] = {}
        for words in self._matches(sentence, has_cjk=has_cjk):
            seen[words] = None
            if len(seen) == MOST_WORDS:
                break
        return tuple(seen)

    def blank_out(self, sentence: str) -> str:
        """The sentence without the words of this feature."""
        for pattern in (self.latin, self.cjk):
            sentence = pattern.sub(" ", sentence) if pattern else sentence
        return sentence

    def _matches(self, sentence: str, *, has_cjk: bool) -> Iterator[str]:
        for pattern in (self.latin, self.cjk if has_cjk else None, *self.patterns):
            for found in pattern.finditer(sentence) if pattern else ():
                if words := found[0].strip():
                    yield words


def load_features() -> tuple[Feature, ...]:
    """Read the lexicon that ships with the package, in its own order."""
    source = resources.files("corpus").joinpath("gate_lexicon.toml")
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    return tuple(build_feature(name, table) for name, table in tables.items())


def build_feature(name: str, table: Mapping[str, Any]) -> Feature:
    """Compile one table of the lexicon.

    >>> table = {"side": "symptom", "words": {"en": ["crash*", "# pods"]}}
    >>> build_feature("outage", table).words_in("12 pods crashing, 12 pods", has_cjk=False)
    ('12 pods', 'crashing')
    """
    phrases = [phrase for said in table.get("words", {}).values() for phrase in said]
    return Feature(
        name=name,
        side=table["side"],
        closes=bool(table.get("closes")),
        latin=_latin_pattern([phrase for phrase in phrases if not CJK.search(phrase)]),
        cjk=_cjk_pattern([phrase for phrase in phrases if CJK.search(phrase)]),
        patterns=tuple(re.compile(pattern) for pattern in table.get("patterns", ())),
    )


def _latin_pattern(phrases: list[str]) -> re.Pattern[str] | None:
    """Whole phrases in Latin script; those that open with `^` only at the start of a sentence."""
    anywhere = [phrase for phrase in phrases if not phrase.startswith("^")]
    first = [phrase[1:] for phrase in phrases if phrase.startswith("^")]
    choices = [
        rf"{start}{_one_of(group, _latin_phrase)}(?![{_LATIN}])"
        for start, group in ((rf"(?<![{_LATIN}])", anywhere), (r"^[\W_]*", first))
        if group
    ]
    return re.compile("|".join(choices)) if choices else None


def _cjk_pattern(phrases: list[str]) -> re.Pattern[str] | None:
    return re.compile(_one_of(phrases, _cjk_phrase)) if phrases else None


def _one_of(phrases: list[str], translate: Callable[[str], str]) -> str:
    """Any of the phrases, grouped by their first letter so that most are never tried."""
    # Longest first, so that the words quoted in a reason are the fullest ones.
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    groups: dict[str, list[str]] = {}
    for phrase in ordered:
        groups.setdefault(phrase[0] if phrase[0].isalpha() else "", []).append(phrase)
    choices = [
        f"{first}(?:{'|'.join(translate(phrase)[len(first) :] for phrase in group)})"
        for first, group in sorted(groups.items(), reverse=True)
    ]
    return f"(?:{'|'.join(choices)})"


def _latin_phrase(phrase: str) -> str:
    """A phrase of the lexicon's little language as a regular expression."""
    body = re.escape(phrase.strip())
    body = body.replace(r"\ \.\.\.\ ", r"\W+(?:[\w'/-]+\W+){0,4}?")
    body = body.replace(r"\*", rf"[{_LATIN}'-]*").replace(r"\#", r"\d[\d.,:]*[a-z]{0,3}")
    return body.replace(r"\ ", r"[\s_-]+").replace("n't", "n'?t")


def _cjk_phrase(phrase: str) -> str:
    """A Korean or Japanese phrase: spaces inside may be left out, one at its end may not."""
    body = re.escape(phrase.strip()).replace(r"\#", r"\d+").replace(r"\ ", r"\s*")
    return rf"{body}\s" if phrase.endswith(" ") else body
