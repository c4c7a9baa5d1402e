"""The gate's lexicon: how its tables are written, and how its phrases are looked up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.gate_lexicon import Lexicon, build_feature, conjugate, load_features

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


@pytest.mark.parametrize(
    ("stem", "sentence", "found"),
    [
        ("끊기", "통화가 뚝 끊긴다고", "끊긴"),
        ("끊기", "계속 끊겼습니다", "끊겼"),
        ("급증하", "에러 급증함", "급증함"),
        ("급증하", "에러가 급증했어요", "급증했"),
        ("차단되", "메일이 차단돼요", "차단돼"),
        ("굳", "마운트가 굳어서", "굳어"),
        ("튕겨나가", "자꾸 튕겨나감", "튕겨나감"),
        ("튕겨나가", "튕겨나가면", ""),
        ("끊기", "곧 끊길 예정", ""),
    ],
)
def test_stems_stand_for_the_endings_that_report(stem: str, sentence: str, found: str) -> None:
    """A Korean stem is found as it is told of now or a while ago, not as a condition or a plan."""
    feature = build_feature("probe", {"side": "symptom", "stems": {"ko": [stem]}})

    assert Lexicon([feature]).find(sentence).get("probe", ("",)) == (found,)


@given(st.text(alphabet=[chr(code) for code in range(0xAC00, 0xD7A4)], min_size=1, max_size=4))
@settings(max_examples=50, deadline=None)
def test_any_stem_is_conjugated(stem: str) -> None:
    """Every form of a stem keeps all of it but its last syllable, and is written in Korean."""
    forms = conjugate(stem)

    assert all(form.startswith(stem[:-1]) for form in forms)
    assert all("\uac00" <= letter <= "\ud7a3" for form in forms for letter in form)


def test_words_of_masks_are_blanked_out() -> None:
    """What looks like a symptom and is none leaves a gap, the rest stays, and both are told."""
    feature = build_feature("probe", {"side": "ignored", "words": {"any": ["no problem*", "축하"]}})

    rest, words = Lexicon([feature]).take_out("no problems here, 축하합니다")

    assert rest.split() == ["here,", "합니다"]
    assert words == {"probe": ("no problems", "축하")}


@given(st.text(max_size=300))
@settings(max_examples=50, deadline=None)
def test_words_found_stand_in_the_sentence(text: str) -> None:
    """Whatever is quoted as a reason was said."""
    sentence = text.lower()

    found = LEXICON.find(sentence)

    assert all(words in sentence for said in found.values() for words in said)
