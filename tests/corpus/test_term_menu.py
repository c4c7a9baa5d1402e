"""Menus of terms: what is typed finds slugs, labels and aliases of both languages."""

import pytest

from corpus import Vocabulary, find_terms


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


@pytest.mark.parametrize(
    ("facet", "typed", "expected"),
    [
        ("components", "data", "database"),
        ("components", "postgres", "database"),
        ("components", "관계형", "database"),
        ("components", "관ㄱ", "database"),
        ("components", "k8s", "kubernetes-cluster"),
        ("symptoms", "replication-l", "replication-lag"),
        ("symptoms", "LAG", "replication-lag"),
        ("symptoms", "복제 지", "replication-lag"),
        ("symptoms", "replcation lag", "replication-lag"),
        ("trigger", "배포", "deploy"),
    ],
)
def test_typed_words_find_their_term(
    vocabulary: Vocabulary, facet: str, typed: str, expected: str
) -> None:
    """The beginning of a slug, a label or an alias, half a syllable, and a typo."""
    found = [term.slug for term in find_terms(vocabulary, facet, typed, "en", 20)]

    assert expected in found


def test_reader_sees_own_label_first(vocabulary: Vocabulary) -> None:
    """What begins like this in the reader's words stands before what only an alias says."""
    [first, *_] = find_terms(vocabulary, "components", "kube", "en", 5)

    assert first.label_in("en").casefold().startswith("kube")


@pytest.mark.parametrize("typed", ["", "   "])
def test_nothing_typed_finds_everything(vocabulary: Vocabulary, typed: str) -> None:
    """In the order of the labels, up to the limit."""
    found = find_terms(vocabulary, "components", typed, "ko", 10)

    assert len(found) == 10
    labels = [term.label_in("ko").casefold() for term in found]
    assert labels == sorted(labels)


@pytest.mark.parametrize("typed", ["qqqqzzzz", "<!channel>", "\x00", "x" * 10_000])
def test_what_nothing_is_called_finds_nothing_or_little(vocabulary: Vocabulary, typed: str) -> None:
    """Anything may be typed."""
    assert len(find_terms(vocabulary, "domain", typed, "en", 5)) <= 5
