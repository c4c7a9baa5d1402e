"""How spellings are cut, and how they are looked up while a text is walked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.facets import find_facets
from corpus.vocabulary import Lookalikes, Term, Vocabulary
from corpus.vocabulary.alias_index import AliasIndex
from corpus.vocabulary.tokens import pieces, tokenize

LAG = Term(
    "symptoms",
    "replication-lag",
    {"en": "Replication lag", "ko": "복제 지연"},
    {"en": "A replica is late"},
    {"en": ("replica lag", "repl lag"), "ko": ("복제가 밀",)},
)
POD = Term(
    "components", "pod", {"en": "Pod", "ko": "파드"}, {"en": "A pod"}, {"en": ("pods of k8s",)}
)

spellings = st.text(st.sampled_from("aeimnprstxzAPQ 가나데디비은이 -_.,'’/09é"), max_size=40)  # noqa: RUF001 - people type it


@given(st.one_of(spellings, st.text(max_size=40)))
def test_an_alias_is_cut_as_a_text_is(alias: str) -> None:
    """Whatever an alias is made of, its words are those that the same text has."""
    tokens = tokenize(alias)

    assert pieces(alias) == ([token.raw for token in tokens], [token.stem for token in tokens])


@pytest.fixture(scope="module")
def index() -> AliasIndex:
    """Two terms and a look-alike."""
    return AliasIndex([LAG, POD], Lookalikes(covering=("hang on",)))


@pytest.mark.parametrize(
    ("found", "is_key", "goes_on"),
    [
        ("pod", True, True),
        ("replicalags", True, False),
        ("replica", False, True),
        ("복제", False, True),
        ("hangon", True, False),
        ("a", False, False),
        ("zz", False, False),
        ("힣", False, False),
    ],
)
def test_a_key_is_looked_up_with_what_begins_with_it(
    index: AliasIndex, found: str, is_key: bool, goes_on: bool
) -> None:
    """One look says whether something is a key, and whether it may become one."""
    assert index.look(found) == (is_key, goes_on)


@pytest.mark.parametrize(
    ("word", "corrected"),
    [("replcia", ("replica", 1)), ("replica", None), ("lagg", None), ("xeplica", None)],
)
def test_a_typo_stands_for_a_word_of_an_alias(
    index: AliasIndex, word: str, corrected: tuple[str, int] | None
) -> None:
    """A longer word with its first letter right is corrected, and nothing else is."""
    assert index.correct(word) == corrected


def test_what_was_looked_up_for_one_vocabulary_is_not_believed_in_another() -> None:
    """Words are remembered between texts, each vocabulary's for itself."""
    lag, pod = Vocabulary([LAG]), Vocabulary([POD])
    text = "repl lag in a pod"

    found = [[hit.slug for hit in find_facets(text, each)] for each in (lag, pod, lag)]

    assert found == [["replication-lag"], ["pod"], ["replication-lag"]]
