"""Similar cases: the properties of every search, whatever the library."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.similar_shelf import MemoryShelf, fillers, ids, told

from corpus.case import Case
from corpus.likeness import Likeness, LikenessKind
from corpus.similar import LIMIT, REASONS_LIMIT, find_similar

CAUSE, SHARED, PHRASE = LikenessKind.CAUSE, LikenessKind.SHARED, LikenessKind.PHRASE
LINKS = {
    LikenessKind.RELATED,
    LikenessKind.EARLIER,
    LikenessKind.RECURRENCE,
    LikenessKind.AGAIN,
}

STORY = "The pump of line seven stood still and nobody knew why"


SLUGS = ("a", "b", "c", "d", "e", "f", "g")
SAID = ("valve", "turbine", "ledger", "comet", "harbour", "lantern", "orchard", "piston")
IDS = tuple(f"AA-{number}" for number in range(1, 13))


def some(values: Sequence[str], most: int = 4) -> st.SearchStrategy[list[str]]:
    """A few of these, each once, in any order."""
    return st.lists(st.sampled_from(values), max_size=most, unique=True)


@st.composite
def libraries(draw: st.DrawFn) -> list[Case]:
    """Cases that share facets, words, sources and links in every way."""
    count = draw(st.integers(2, len(IDS)))
    return [
        told(
            case_id,
            symptoms=draw(some(SLUGS)),
            components=draw(some(SLUGS)),
            contributing=draw(some(SLUGS, 2)),
            root_cause=draw(st.none() | st.sampled_from(SLUGS)),
            symptoms_text={"en": " ".join(["Then", *draw(some(SAID, 8))])},
            sources=[{"url": url} for url in draw(some(("u", "v", "w"), 1))],
            related=draw(some(IDS, 2)),
            recurrence_of=draw(st.none() | st.sampled_from(IDS)),
        )
        for case_id in IDS[:count]
    ]


def shelve(cases: Sequence[Case]) -> MemoryShelf:
    """These among many others."""
    return MemoryShelf([*cases, *fillers()])


quick = settings(max_examples=40, deadline=None)


@quick
@given(libraries(), st.integers(-1, 20))
def test_any_library_gives_few_distinct_cases_with_reasons(cases: list[Case], limit: int) -> None:
    """Never the case itself, never a twin of it or of each other, never one without a reason."""
    shelf = shelve(cases)
    for case in cases:
        found = find_similar(shelf, case, lang="en", limit=limit)

        listed = ids(found)
        assert len(listed) <= max(0, min(limit, LIMIT))
        assert not {case.id, *shelf.twins(case.id)} & {*listed}
        assert all(
            other not in shelf.twins(each) for each in listed for other in {*listed} - {each}
        )
        assert all(1 <= len(each.reasons) <= REASONS_LIMIT for each in found)
        scores = [each.score for each in found]
        assert scores == sorted(scores, reverse=True)
        assert all(0 < score <= 1 for score in scores)


@quick
@given(libraries())
def test_facets_in_common_are_the_same_from_either_side(cases: list[Case]) -> None:
    """Whoever opens the other case reads the same reason."""
    shelf = shelve(cases)
    told_of: dict[tuple[str, str], list[Likeness]] = {}
    for case in cases:
        for each in find_similar(shelf, case, lang="en"):
            reasons = [reason for reason in each.reasons if reason.kind in (CAUSE, SHARED)]
            told_of[case.id, each.case.id] = reasons

    for (one, other), reasons in told_of.items():
        back = told_of.get((other, one), reasons)
        assert reasons[: len(back)] == back[: len(reasons)]


@quick
@given(libraries(), st.randoms())
def test_order_of_cases_and_facets_does_not_matter(cases: list[Case], random: Any) -> None:
    """The same library in another order gives the same answers."""

    def mixed(case: Case) -> Case:
        document = case.document
        for facet in ("symptoms", "components", "contributing", "related"):
            random.shuffle(document[facet])
        return Case.from_document(document)

    others = [mixed(case) for case in random.sample(cases, len(cases))]

    def answers(some_cases: Sequence[Case]) -> dict[str, list[tuple[str, float, Any]]]:
        shelf = shelve(some_cases)
        return {
            case.id: [
                (each.case.id, each.score, each.reasons)
                for each in find_similar(shelf, case, lang="en")
            ]
            for case in some_cases
        }

    assert answers(cases) == answers(others)


@quick
@given(libraries())
def test_unrelated_case_leaves_the_order_of_the_others(cases: list[Case]) -> None:
    """One case more makes every facet a little rarer, and that is all it does."""
    before = shelve(cases)
    after = MemoryShelf([*cases, *fillers(), told("NEW-1", components=["something-new"])])
    for case in cases:
        was = {each.case.id: each.score for each in find_similar(before, case, lang="en")}
        now = {each.case.id: each.score for each in find_similar(after, case, lang="en")}

        assert "NEW-1" not in now
        both = was.keys() & now.keys()
        assert all(abs(was[each] - now[each]) < 0.02 for each in both)
        clearly = [(a, b) for a in both for b in both if was[a] - was[b] > 0.04]
        assert all(now[a] > now[b] for a, b in clearly)


def test_links_are_the_first_kinds_of_likeness() -> None:
    """The order of the kinds is the order in which links rank."""
    assert set(list(LikenessKind)[: len(LINKS)]) == LINKS
