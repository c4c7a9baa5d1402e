"""Bags: which terms a word has, and their numbers."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.bag import make_bag, term_id
from corpus.text import word_term

WORDS = st.text(st.sampled_from("abcdexyz059가나다디스크é漢"), min_size=1, max_size=50)


def grams(word: str) -> Counter[str]:
    """The n-grams of a word as the documentation has it."""
    marked, shortest = f"_{word[:40]}_", 2 if "가" <= word[0] <= "힣" else 3
    return Counter(
        marked[at : at + size]
        for size in range(shortest, 6)
        for at in range(len(marked) - size + 1)
    )


def test_stem_counts_twice_and_each_gram_as_often_as_it_occurs() -> None:
    """A word gives its stem, said twice, and its n-grams."""
    bag = make_bag({"lagging": 1.0})

    amounts = dict(zip(bag.ids.tolist(), bag.amounts.tolist(), strict=True))
    assert amounts[term_id(word_term("lagging"))] == 2.0
    assert bag.length == 2 + grams("lagging").total()
    assert sorted(amounts.values())[-2:] == [1.0, 2.0]


@pytest.mark.parametrize("word", ["꽉", "디스크", "ab", "kubernetes", "banana", "x" * 50])
def test_bag_has_a_term_for_each_distinct_gram(word: str) -> None:
    """Hangul is cut from two letters on, other scripts from three; repeats add up."""
    bag = make_bag({word: 1.0})

    expected = Counter({"=": 2, **grams(word)})
    assert sorted(bag.amounts.tolist()) == sorted(map(float, expected.values()))


def test_terms_of_a_typo_overlap_with_the_word() -> None:
    """Character n-grams let a misspelt word be found."""
    right, wrong = (make_bag({word: 1.0}) for word in ("replication", "replicaton"))

    shared = np.intersect1d(right.ids, wrong.ids)

    assert np.uint64(term_id(word_term("replication"))) not in shared
    assert len(shared) > 10


@given(st.lists(WORDS, unique=True, min_size=1, max_size=8), st.data())
def test_numbers_do_not_depend_on_the_company(words: list[str], data: st.DataObject) -> None:
    """A word has the same terms alone, among others, and in whatever order."""
    some = data.draw(st.permutations(words))

    together = make_bag(dict.fromkeys(some, 1.0))
    alone = [make_bag({word: 1.0}) for word in words]

    assert set(together.ids.tolist()) == {number for bag in alone for number in bag.ids.tolist()}
    assert together.length == pytest.approx(sum(bag.length for bag in alone))


def test_numbers_are_those_of_every_process() -> None:
    """A number is written into files, and must be the same tomorrow."""
    assert make_bag({"lag": 1.0}).ids.tolist() == [
        2517687475497786957,
        5214732444662860456,
        5244965918896408312,
        11699049294083627475,
        12810180445766772470,
        15518032009486500396,
        18340670976787353200,
    ]
