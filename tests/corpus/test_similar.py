"""Similar cases: what is listed beside a case, in which order, why, and what never is."""

from collections.abc import Mapping
from typing import Any

import pytest
from support.similar_shelf import MemoryShelf, fillers, ids, similar, told

from corpus.case import Case
from corpus.likeness import Likeness, LikenessKind, Profile
from corpus.similar import find_similar

CAUSE, SHARED, PHRASE = LikenessKind.CAUSE, LikenessKind.SHARED, LikenessKind.PHRASE
LINKS = {
    LikenessKind.RELATED,
    LikenessKind.EARLIER,
    LikenessKind.RECURRENCE,
    LikenessKind.AGAIN,
}

STORY = "The pump of line seven stood still and nobody knew why"


RARE: dict[str, Any] = {"symptoms": ["disk-full"], "components": ["cache", "etcd"]}
"""Facets that make two cases similar among the fillers."""

COMMON: dict[str, Any] = {
    "symptoms": ["elevated-errors", "total-outage", "high-latency", "partial-outage"],
    "components": ["database", "load-balancer", "web-app"],
}
"""Facets that are given to three cases in ten."""


def test_cases_with_rare_facets_in_common_are_similar() -> None:
    """The cause first, then the facets, rarest first, with the facet that each belongs to."""
    filed = RARE | {"root_cause": "expired-credential"}
    more = told("AA-3", components=["cache"])

    [found, *_] = similar(told("AA-1", **filed), told("AA-2", **filed), more)

    assert found.case.id == "AA-2"
    assert 0 < found.score <= 1
    assert found.reasons == (
        Likeness(
            CAUSE,
            "expired-credential",
            "expired-credential",
            (("root_cause", "expired-credential"),),
        ),
        Likeness(
            SHARED,
            "disk-full, etcd, cache",
            "disk-full, etcd, cache",
            (("symptoms", "disk-full"), ("components", "etcd"), ("components", "cache")),
        ),
    )


def test_rarer_facets_make_more_similar() -> None:
    """What many others have says less than what few have."""
    case = told("AA-1", symptoms=["disk-full", "stale-data", "high-latency", "packet-loss"])
    rare = told("AA-2", symptoms=["disk-full", "stale-data"])
    common = told("AA-3", symptoms=["high-latency", "packet-loss"])
    many = [
        told(f"BB-{n}", symptoms=["high-latency", "packet-loss", f"s-{n}", f"t-{n}"])
        for n in range(6)
    ]

    assert ids(similar(case, rare, common, *many))[0] == "AA-2"


@pytest.mark.parametrize(
    "filed",
    [
        COMMON,
        {"domain": ["dns", "cdn", "tls"]},
        {"trigger": "leap-second", "contributing": ["dead-code", "no-kill-switch"]},
        {"symptoms": ["disk-full"]},
    ],
    ids=["common", "place", "circumstances", "one"],
)
def test_what_does_not_tell_what_failed_is_no_likeness(filed: dict[str, Any]) -> None:
    """Common facets, the domain, circumstances alone, and a single facet list nothing."""
    many = [told(f"BB-{n}", **COMMON) for n in range(27)]

    assert similar(told("AA-1", **filed), told("AA-2", **filed), *many) == ()


def test_domain_of_one_case_is_no_reason_though_the_other_files_it_as_a_component() -> None:
    """It says where, as far as both agree."""
    case = told("AA-1", **RARE, domain=["dns"])
    other = told("AA-2", symptoms=["disk-full"], components=["cache", "etcd", "dns"])

    [found] = similar(case, other)

    assert "dns" not in found.reasons[0].query_text


def test_twins_and_the_case_itself_are_not_similar() -> None:
    """They are the same incident; somebody may have named one as related all the same."""
    source = [{"url": "https://e.com/pm"}]
    case = told("AA-1", **RARE, sources=source, related=["AA-1", "AA-2"])
    twin, other = told("AA-2", **RARE, sources=source), told("AA-3", **RARE)

    assert ids(similar(case, twin, other)) == ["AA-3"]


def test_of_other_twins_one_is_shown() -> None:
    """The one that the shelf says, or the one that was compared when nothing speaks for it."""
    source = [{"url": "https://e.com/pm"}]
    bare, filed = told("AA-2", sources=source), told("AA-3", **RARE, sources=source)
    both = told("AA-4", **RARE, sources=source)

    assert ids(similar(told("AA-1", **RARE), filed, both)) == ["AA-3"]
    assert ids(similar(told("AA-1", **RARE), bare, filed)) == ["AA-3"]


def test_linked_twin_is_shown_itself() -> None:
    """Its author meant that one."""
    source = [{"url": "https://e.com/pm"}]
    twins = (told("AA-2", **RARE, sources=source), told("AA-3", sources=source))

    assert ids(similar(told("AA-1", **RARE, related=["AA-3"]), *twins)) == ["AA-3"]


def test_at_most_eight_are_listed_however_many_are_asked_for() -> None:
    """The first ids where all are equally similar."""
    others = [told(f"AA-{number}", **RARE) for number in range(10, 22)]

    assert ids(similar(told("AA-1", **RARE), *others, limit=20)) == [
        f"AA-{n}" for n in range(10, 18)
    ]
    assert ids(similar(told("AA-1", **RARE), *others, limit=2)) == ["AA-10", "AA-11"]


def test_one_case_more_changes_little_where_a_facet_becomes_rare_enough() -> None:
    """Facets that 27 of 100 others have say nothing, and hardly more when it is 27 of 101."""
    often = [f"often-{number}" for number in range(10)]
    case = told("AA-1", symptoms=["disk-full", *often], components=["cache", "etcd"])
    others = [told("AA-2", **RARE), *(told(f"BB-{n}", symptoms=often) for n in range(27))]

    before, after = (
        find_similar(MemoryShelf([case, *others, *fillers(count)]), case, lang="en")
        for count in (72, 73)
    )

    assert ids(before) == ids(after) == ["AA-2"]
    assert abs(before[0].score - after[0].score) < 0.03


def test_named_facets_are_used_only_where_nothing_is_filed() -> None:
    """What an author chose is not watered down."""
    filed = Profile.of(told("AA-1", **RARE, recurrence_of="AA-0"), ["pump"])
    bare = Profile.of(told("AA-2"), ["pump", "cog", "pump"])

    assert filed == Profile(("cache", "disk-full", "etcd"), is_filed=True, recurrence_of="AA-0")
    assert bare == Profile(("cog", "pump"), is_filed=False)


def test_related_cases_rank_first_and_say_so() -> None:
    """What its author named beats what was computed; the reasons that were found follow."""
    case = told("AA-1", **RARE, related=["AA-9", "ZZ-404"])

    first, second = similar(case, told("AA-2", **RARE), told("AA-9"))

    assert (first.case.id, first.score) == ("AA-9", 1.0)
    assert first.reasons == (Likeness(LikenessKind.RELATED, "AA-9", "AA-9"),)
    assert second.case.id == "AA-2"


def test_recurrences_say_of_what() -> None:
    """Forwards, backwards and sideways along the chain."""
    first, second = told("AA-1"), told("AA-2", recurrence_of="AA-1")
    third, other = told("AA-3", recurrence_of="AA-2"), told("AA-4", recurrence_of="AA-1")
    every = (first, second, third, other)

    def links(case: Case, **shelf: Any) -> list[tuple[str, str, str]]:
        found = similar(case, *(each for each in every if each is not case), **shelf)
        return [(s.case.id, str(s.reasons[0].kind), s.reasons[0].query_text) for s in found]

    assert links(first) == [
        ("AA-2", "recurrence", "AA-1"),
        ("AA-3", "recurrence", "AA-2"),
        ("AA-4", "recurrence", "AA-1"),
    ]
    assert links(third) == [
        ("AA-1", "earlier", "AA-3"),
        ("AA-2", "earlier", "AA-3"),
        ("AA-4", "recurrence", "AA-1"),
    ]
    # Who may not see the first case learns that the incident came back, and not its id.
    assert links(third, hidden=["AA-1"]) == [("AA-2", "earlier", "AA-3"), ("AA-4", "again", "AA-3")]


def test_circle_of_recurrences_ends() -> None:
    """Two cases that call each other a recurrence."""
    one, other = told("AA-1", recurrence_of="AA-2"), told("AA-2", recurrence_of="AA-1")

    assert ids(similar(one, other)) == ["AA-2"]


def test_hidden_cases_take_no_part() -> None:
    """Neither by facets nor because they were named."""
    case = told("AA-1", **RARE, related=["AA-3"])

    assert similar(case, told("AA-2", **RARE), told("AA-3"), hidden=["AA-2", "AA-3"]) == ()


def test_same_words_make_similar_where_nothing_is_filed() -> None:
    """And both sides are quoted, in the reader's language where both have it."""
    both = {"en": STORY, "ko": "칠 호기 펌프가 멈췄는데 아무도 까닭을 몰랐다"}
    case, other = told("AA-1", symptoms_text=both), told("AA-2", symptoms_text=both)
    english = told("AA-3", symptoms_text={"en": STORY + " it did so"})

    found = {each.case.id: each for each in similar(case, other, english, lang="ko")}

    assert found["AA-2"].reasons == (Likeness(PHRASE, both["ko"], both["ko"]),)
    assert found["AA-3"].reasons == (Likeness(PHRASE, STORY, STORY + " it did so"),)


def test_nothing_is_listed_without_a_reason_in_words() -> None:
    """Many words in common, none of them beside another, and a single facet."""
    words = STORY.split()
    case = told("AA-1", symptoms_text={"en": STORY}, symptoms=["disk-full"])
    apart = {"en": ". ".join(word.capitalize() for word in words)}
    other = told("AA-2", symptoms_text=apart, symptoms=["disk-full"])

    assert similar(case, other) == ()


def test_names_that_share_a_part_are_not_quoted() -> None:
    """GitHub is no GitLab."""
    case = told("AA-1", **RARE, symptoms_text={"en": "GitLab OpsDesk PayFlow stalled"})
    other = told("AA-2", **RARE, symptoms_text={"en": "GitHub OpsRoom PayPoint burned"})

    assert [reason.kind for reason in similar(case, other)[0].reasons] == [SHARED]


def test_cases_in_different_languages_are_similar_by_facets() -> None:
    """There is nothing to quote, and no need to."""
    case = told("AA-1", **RARE, title={"ko": "펌프"}, symptoms_text={"ko": "펌프가 멈췄다"})

    [found] = similar(case, told("AA-2", **RARE))

    assert [reason.kind for reason in found.reasons] == [SHARED]


def test_facets_that_are_only_named_count_less() -> None:
    """And only where a case is filed under nothing; no facet is claimed for them."""
    case, filed, bare = told("AA-1", **RARE), told("AA-2", **RARE), told("AA-3")
    named = {"AA-1": ["pump"], "AA-3": ["disk-full", "cache", "etcd"]}

    first, second = similar(case, filed, bare, named=named)

    assert (first.case.id, second.case.id) == ("AA-2", "AA-3")
    assert first.score > second.score
    assert second.reasons[0].facets == (
        ("components", "cache"),
        ("symptoms", "disk-full"),
        ("components", "etcd"),
    )
    assert similar(bare, told("AA-4"), named={"AA-4": ["disk-full"] * 3}) == ()


def test_facets_that_both_only_name_belong_to_none() -> None:
    """Their words are found by whoever tells the reason."""
    named = {each: ["disk-full", "cache", "etcd", "pump"] for each in ("AA-1", "AA-2")}

    [found] = similar(told("AA-1"), told("AA-2"), named=named)

    assert {facet for facet, _ in found.reasons[0].facets} == {""}


def test_case_that_is_gone_is_left_out() -> None:
    """It was removed while the search was under way."""

    class Losing(MemoryShelf):
        def case(self, case_id: str) -> Case | None:
            return None if case_id == "AA-2" else super().case(case_id)

        def profiles(self) -> dict[str, Profile]:
            return {each: p for each, p in super().profiles().items() if each != "AA-1"}

    case = told("AA-1", **RARE, related=["AA-2"])
    shelf = Losing([case, told("AA-2"), told("AA-3", **RARE), *fillers()])

    assert ids(find_similar(shelf, case, lang="en")) == ["AA-3"]


def test_case_without_a_word_has_no_similar_words() -> None:
    """A score of nothing is no measure."""
    emoji = {"en": "🔥"}
    case = told("AA-1", **RARE, title=emoji, symptoms_text=emoji)

    assert ids(similar(case, told("AA-2", **RARE))) == ["AA-2"]


def test_long_story_costs_no_more_than_an_ordinary_one() -> None:
    """A pasted log has thousands of words, of which the first are compared."""
    asked: list[int] = []

    class Counting(MemoryShelf):
        def scores(self, weights: Mapping[str, float]) -> dict[str, float]:
            asked.append(len(weights))
            return super().scores(weights)

    words = (f"{a}{b}{c}" for a in "bcdfgh" for b in "aeiou" for c in "klmnprstvwxz")
    story = " ".join(f"{word}{last}k" for word in words for last in "ao")
    case = told("AA-1", symptoms_text={"en": f"{story} {story}"})

    find_similar(Counting([case, *fillers()]), case, lang="en")

    assert max(asked) == 400
