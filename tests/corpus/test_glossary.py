"""The glossary: its data is sound, and words are read as they are written together."""

import re
import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.glossary import Glossary
from corpus.stop_words import STOP_WORDS
from corpus.text import is_informative, words

SMALL = Glossary(
    {
        "로그": ["log"],
        "로그인": ["login"],
        "지연": ["delay", "latency"],
        "지체": ["delay"],
        "큐": ["queue"],
    }
)


@pytest.mark.parametrize(
    ("word", "translated"),
    [
        ("로그", ("log",)),
        ("로그가", ("log",)),
        ("로그인", ("login",)),
        ("로그인지연으로", ("login", "delay", "latency")),
        ("로그인로그인", ("login",)),
        ("큐", ("queue",)),
        ("큐가", ("queue",)),
        ("큐레이션", ()),
        ("재로그인", ()),
        ("delayed", ("지연", "지체")),
        ("latencies", ("지연",)),
        ("unknown", ()),
        ("", ()),
    ],
)
def test_words_are_translated_part_by_part(word: str, translated: tuple[str, ...]) -> None:
    """The longest beginning counts, compounds go on, and one syllable is a word only alone."""
    assert SMALL.translate(word) == translated


@given(st.text(alphabet="로그인지연큐가abc", max_size=30))
def test_any_word_has_an_answer(word: str) -> None:
    """Each translation once, whatever is written."""
    found = SMALL.translate(word)

    assert len(found) == len(set(found))


def test_shipped_glossary_is_sound() -> None:
    """Korean keys, each once; English words that are searched, and no stop words."""
    text = resources.files("corpus").joinpath("glossary.toml").read_text(encoding="utf-8")
    sections = tomllib.loads(text)
    pairs = [(key, values) for pairs in sections.values() for key, values in pairs.items()]

    assert len({key for key, _ in pairs}) == len(pairs) > 2_000
    for key, values in pairs:
        assert re.fullmatch("[가-힣]+", key), key
        assert len(key) > 1 or key in sections["syllables"], key
        assert key not in STOP_WORDS, key
        assert 1 <= len(set(values)) == len(values) <= 3, key
        for value in values:
            assert words(value) == [value], (key, value)
            assert is_informative(value), (key, value)
            assert value not in STOP_WORDS, (key, value)


def test_shipped_glossary_bridges_both_ways() -> None:
    """What one language calls a thing, the other finds."""
    glossary = Glossary.load()

    assert "payment" in glossary.translate("결제가")
    assert "결제" in glossary.translate("payments")
