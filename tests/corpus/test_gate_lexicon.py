"""The gate's lexicon: how its tables are written, and how its phrases are looked up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.gate_lexicon import Lexicon, build_feature, load_features

LEXICON = Lexicon(load_features())


def test_lexicon_is_written_as_it_is_read() -> None:
    """Phrases are lower case, sides are known, and only quiet features close a sentence."""
    phrases = [phrase for feature in load_features() for phrase in feature.phrases]

    assert [phrase for phrase in phrases if phrase != phrase.lower()] == []
    assert {feature.side for feature in load_features()} == {
        "symptom", "topic", "live", "quiet", "ignored", "grammar",
    }  # fmt: skip
    assert all(feature.side == "quiet" for feature in load_features() if feature.closes)


@pytest.mark.parametrize(
    ("phrase", "sentence", "found"),
    [
        ("crash*", "pods crashing", ("crashing",)),
        ("down", "countdown", ()),
        ("# gb left", "only 3.5 gb left", ("3.5 gb left",)),
        ("can ... again", "you can all publish again", ("can all publish again",)),
        ("^back", "back online", ("back",)),
        ("^back", "call me back", ()),
        ("can't", "cant log in", ("cant",)),
        ("time out", "time-out", ("time-out",)),
        ("안 떠", "화면이 안떠요", ("안떠",)),
        ("또 ", "또 죽었어요", ("또",)),
        ("また", "また落ちた", ("また",)),
    ],
)
def test_phrases_of_the_lexicon(phrase: str, sentence: str, found: tuple[str, ...]) -> None:
    """The lexicon's little language: `*`, `#`, `...`, `^`, apostrophes and spaces."""
    feature = build_feature("probe", {"side": "symptom", "words": {"any": [phrase]}})

    assert Lexicon([feature]).find(sentence).get("probe", ()) == found


def test_ending_of_a_pattern_stands_for_every_syllable() -> None:
    """`{ㅆ}` is any syllable that ends in it, other than the two that are no past tense."""
    feature = build_feature("probe", {"side": "quiet", "patterns": ["{ㅆ}다$"]})
    lexicon = Lexicon([feature])

    assert lexicon.find("서버가 죽었다") == {"probe": ("었다",)}
    assert lexicon.find("서버가 있다") == {}


def test_words_of_masks_are_blanked_out() -> None:
    """What looks like a symptom and is none leaves a gap, and the rest stays."""
    feature = build_feature("probe", {"side": "ignored", "words": {"any": ["no problem*", "축하"]}})

    assert Lexicon([feature]).blank_out("no problems here, 축하합니다").split() == [
        "here,", "합니다",
    ]  # fmt: skip


@given(st.text(max_size=300))
@settings(max_examples=50, deadline=None)
def test_words_found_stand_in_the_sentence(text: str) -> None:
    """Whatever is quoted as a reason was said."""
    sentence = text.lower()

    found = LEXICON.find(sentence)

    assert all(words in sentence for said in found.values() for words in said)
