"""The index: scores and rarity, the same however its cases came in, and bounded work."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.bag import TermIds, make_bag, term_ids
from corpus.case import Case
from corpus.entry import Entry, prepare
from corpus.index import Index
from corpus.scoring import Scores
from corpus.segment import Segment, merge
from corpus.text import count_words, word_term
from corpus.vocabulary import Vocabulary

TEXTS = (
    "replication lag on the database replica",
    "database disk full",
    "database connections exhausted, connections refused",
)
WORDS = ("disk", "full", "replica", "lag", "kafka", "디스크", "지연", "node", "lost", "queue")
NO_TERMS = Vocabulary([])


def make_entry(case_id: str) -> Entry:
    """What is kept of a case of no importance."""
    document = {"id": case_id, "title": {"en": "-"}, "summary": {"en": "-"}}
    return prepare(Case.from_document(document), NO_TERMS)[0]


def build_segment(texts: Iterable[str], first: int = 1) -> Segment:
    """A segment of these texts, each a case."""
    return Segment.build(
        [
            (make_entry(f"AA-{number}"), (make_bag(count_words(text)),))
            for number, text in enumerate(texts, first)
        ]
    )


def build_index(texts: Sequence[str] = TEXTS) -> Index:
    """An index of one segment."""
    return Index([(build_segment(texts), None)])


def score(index: Index, text: str) -> list[float]:
    """The scores of a text's terms, in the order of the ids of the cases."""
    bag = make_bag(count_words(text))
    scores = index.score(bag.ids, bag.amounts.astype(np.float64)).scores
    by_id = {int(entry.id[3:]): float(scores[place]) for place, entry in index.entries()}
    return [by_id[number] for number in sorted(by_id)]


def rarities(index: Index, ids: TermIds) -> Scores:
    """How much each term says."""
    return index.rarities(index.frequencies(ids))


def test_score_is_highest_for_the_document_that_says_it() -> None:
    """Each text finds itself."""
    index = build_index()

    assert [int(np.argmax(score(index, text))) for text in TEXTS] == [0, 1, 2]


def test_score_survives_typos() -> None:
    """A misspelt word is found by its n-grams."""
    scores = score(build_index(), "replicaton")

    assert scores[0] > max(scores[1:])


def test_score_grows_with_the_weight_of_a_term() -> None:
    """A term counts as much as its weight says."""
    index, ids = build_index(), term_ids([word_term("disk")])

    once, thrice = (index.score(ids, np.array([weight])).scores[1] for weight in (1.0, 3.0))

    assert thrice == pytest.approx(3 * once)
    assert once > 0


def test_score_of_unknown_terms_is_zero() -> None:
    """What no document says scores nothing."""
    assert not any(score(build_index(), "xyzzy"))


def test_rarity_is_higher_for_rarer_terms() -> None:
    """A word that is everywhere says less than one that is in one document or nowhere."""
    ids = term_ids(map(word_term, ("database", "disk", "kafka")))

    common, rare, absent = rarities(build_index(), ids)

    assert 0 < common < rare < absent


def test_score_stays_below_the_sum_of_rarities() -> None:
    """No case scores more than all terms said endlessly in one language, and half in the other."""
    index = build_index()
    for text in (*TEXTS, "database database", "kafka", "disk kafka"):
        bag = make_bag(count_words(text))
        found = index.score(bag.ids, bag.amounts.astype(np.float64))
        assert max(found.scores) < found.ceiling


def test_empty_index_scores_nothing() -> None:
    """An index of no documents has an answer, too."""
    index = Index()

    assert len(index) == 0
    assert score(index, "disk full") == []
    assert index.merged().entries == ()


def test_case_without_words_keeps_its_place() -> None:
    """An empty document is in the index and scores nothing."""
    scores = score(build_index(("", "disk full")), "disk")

    assert scores[0] == 0
    assert scores[1] > 0


def test_both_languages_of_a_case_count() -> None:
    """The better language counts whole, the other half."""
    english, korean = make_bag(count_words("disk full")), make_bag(count_words("디스크 disk"))
    one = Segment.build([(make_entry("AA-1"), (english,)), (make_entry("AA-2"), (korean,))])
    both = Segment.build([(make_entry("AA-3"), (english, korean))])
    ids, weights = term_ids([word_term("disk")]), np.ones(1)

    scores = Index([(one, None), (both, None)]).score(ids, weights).scores

    assert scores[2] == pytest.approx(max(scores[:2]) + min(scores[:2]) / 2)


def test_says_tells_which_case_has_which_term() -> None:
    """Rows are terms, columns are cases, in the order asked for."""
    index = build_index()

    says = index.says([2, 0], term_ids(map(word_term, ("database", "lag", "kafka"))))

    assert says.tolist() == [[True, True], [False, True], [False, False]]


documents = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), min_size=1, max_size=12
)


@settings(max_examples=60, deadline=None)
@given(texts=documents, cuts=st.lists(st.integers(1, 12), max_size=4), data=st.data())
def test_order_of_coming_and_going_changes_no_score(
    texts: list[str], cuts: list[int], data: st.DataObject
) -> None:
    """Cases that came in pieces, among others that went, score as if built at once."""
    gone = data.draw(st.sets(st.sampled_from(range(len(texts)))))
    edges = sorted({0, *(cut for cut in cuts if cut < len(texts)), len(texts)})
    index = Index()
    for first, last in pairwise(edges):
        index = index.with_segment(build_segment(texts[first:last], first + 1))
        out = {f"AA-{number + 1}" for number in gone if first <= number < last}
        index = index.without([place for place, entry in index.entries() if entry.id in out])
    kept = [number for number in range(len(texts)) if number not in gone]
    whole = Segment.build(
        [(make_entry(f"AA-{n + 1}"), (make_bag(count_words(texts[n])),)) for n in kept]
    )

    for text in ("disk full on a replica", "디스크 지연", "kafka"):
        expected = score(Index([(whole, None)]), text)
        assert score(index, text) == pytest.approx(expected)
        assert score(Index([(index.merged(), None)]), text) == pytest.approx(expected)
    assert len(index) == len(kept)


def test_there_are_never_many_segments() -> None:
    """A hundred cases that came one by one are a few segments."""
    index = Index()
    for number in range(100):
        index = index.with_segment(build_segment([f"disk number{number}"], number + 1))

    assert index.segment_count <= 6
    assert len(index) == 100


def test_merging_a_chunk_at_a_time_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the chunks, the postings end in the same places."""
    pieces = [
        (build_segment(TEXTS), np.array([False, True, False])),
        (build_segment(TEXTS[::-1], 4), None),
    ]
    whole = merge(pieces)

    monkeypatch.setattr("corpus.segment._CHUNK", 3)
    chunked = merge(pieces)

    for name in ("firsts", "terms", "starts", "documents", "impacts", "column_slots", "columns"):
        assert np.array_equal(getattr(chunked, name), getattr(whole, name)), name


@settings(max_examples=40, deadline=None)
@given(texts=documents, query=st.sampled_from(["disk full on a replica", "디스크 지연 lag"]))
def test_columns_change_no_score(texts: list[str], query: str) -> None:
    """Common terms that are laid out as columns count exactly as their postings do."""
    listed = score(build_index(texts), query)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("corpus.segment._COMMON_LEAST", 0)
        index = build_index(texts)
        laid_out = score(index, query)

    assert index.merged().column_slots.size == 0
    assert laid_out == listed


def test_common_terms_are_laid_out_as_columns() -> None:
    """What is in most of many documents has a column with the impacts of its postings."""
    segment = build_segment([f"disk number{at} {'lag' if at < 5 else ''}" for at in range(100)])
    common, rare = segment.locate(term_ids(map(word_term, ("disk", "lag")))).tolist()

    row = segment.column_slots.tolist().index(common)

    assert rare not in segment.column_slots
    assert np.array_equal(segment.columns[row], segment.impacts[segment.starts[common] :][:100])


@settings(max_examples=60, deadline=None)
@given(texts=documents, stranger=documents, query=st.sampled_from(["disk full", "디스크 지연 lag"]))
def test_further_cases_reorder_others_only_within_what_rarity_changed(
    texts: list[str], stranger: list[str], query: str
) -> None:
    """What a case says does not depend on others; they change only how rare the terms are."""
    before = build_index(texts)
    after = before.with_segment(build_segment(stranger, len(texts) + 1))
    bag = make_bag(count_words(query))
    change = np.abs(rarities(after, bag.ids) - rarities(before, bag.ids))
    bound = float((bag.amounts * change).sum()) + 1e-6

    old, new = score(before, query), score(after, query)

    for one in range(len(texts)):
        for other in range(len(texts)):
            if old[one] - old[other] > 2 * bound:
                assert new[one] > new[other]
