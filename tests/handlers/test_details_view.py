"""The Details modal: everything a case has, in order of use, and pages that never fail."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_card import hostile_case
from view_samples import (
    EN,
    KO,
    VOCABULARY,
    hostile_texts,
    matches_snapshot,
    own_case,
    quick,
    sample_case,
    similar_cases,
)

from bot.local_slack.blockkit import check_view, view_too_large
from bot.local_slack.mrkdwn import message_tokens
from corpus import Case, Likeness, LikenessKind, SimilarCase, load_shipped_cases
from handlers.locale import Words
from handlers.views.around import Around
from handlers.views.details import build_details_view, build_loading_view, build_problem_view


def pages_of(case: Case, words: Words = EN) -> list[dict[str, Any]]:
    """Every page of a case, reached by the button that leads to it."""
    pages = [build_details_view(case, words, VOCABULARY)]
    while (turn := turns(pages[-1]).get("next")) is not None:
        pages.append(build_details_view(case, words, VOCABULARY, turn))
    return pages


def turns(view: dict[str, Any]) -> dict[str, int]:
    """The page to which each paging button leads."""
    return {
        block["block_id"].split(".")[0]: int(block["elements"][0]["value"].split(" ")[1])
        for block in view["blocks"]
        if block["type"] == "actions"
    }


def shown(*views: dict[str, Any]) -> str:
    """Every text of the sections."""
    return "\n".join(
        b["text"]["text"] for v in views for b in v["blocks"] if b["type"] == "section"
    )


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_details_of_a_public_case(words: Words) -> None:
    """A shipped case, whole."""
    view = build_details_view(sample_case("PUB-0001"), words, VOCABULARY)

    assert matches_snapshot(f"details_public.{words.lang}", view)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_details_of_an_own_case_that_has_everything(words: Words) -> None:
    """Every field of the case format, whole."""
    view = build_details_view(own_case(), words, VOCABULARY)

    assert matches_snapshot(f"details_own.{words.lang}", view)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_details_with_similar_cases(words: Words) -> None:
    """Each with whose it is, why, and the button that opens it; an outdated one says so."""
    case = sample_case("PUB-0001", related=["PUB-0030", "PUB-0404"])

    view = build_details_view(case, words, VOCABULARY, around=Around(similar=similar_cases()))

    assert matches_snapshot(f"details_similar.{words.lang}", view)
    assert check_view(view) == []


def test_similar_cases_open_by_their_ids() -> None:
    """The listener reads the last word of the value."""
    view = build_details_view(
        sample_case("PUB-0001"), EN, VOCABULARY, around=Around(similar=similar_cases())
    )

    buttons = [b["accessory"] for b in view["blocks"] if "accessory" in b]

    assert [(b["action_id"], b["value"]) for b in buttons] == [
        ("case.open", "PUB-0030"),
        ("case.open", "PUB-0025"),
        ("case.open", "CASE-0007"),
    ]


def test_related_cases_that_are_shown_as_similar_are_not_listed_twice() -> None:
    """The others stay where they were."""
    case = sample_case("PUB-0001", related=["PUB-0030", "PUB-0404"])

    alone = shown(build_details_view(case, EN, VOCABULARY))
    beside = shown(build_details_view(case, EN, VOCABULARY, around=Around(similar=similar_cases())))

    assert "*Related cases*\n`PUB-0030` `PUB-0404`" in alone
    assert "*Related cases*\n`PUB-0404`" in beside


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_loading_and_problem_views(words: Words) -> None:
    """What is there before the case is read, and instead of it."""
    problem = build_problem_view("There is no case <!channel> here.", words)

    views = {"loading": build_loading_view(words), "problem": problem}
    assert matches_snapshot(f"details_other.{words.lang}", views)
    assert check_view(views["loading"]) == check_view(problem) == []


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_shipped_cases_fit_on_one_page(words: Words) -> None:
    """An ordinary case is one page, and valid."""
    views = {case.id: build_details_view(case, words, VOCABULARY) for case in load_shipped_cases()}

    assert {case_id for case_id, view in views.items() if check_view(view) or turns(view)} == set()


def test_a_case_with_next_to_nothing_has_no_empty_parts() -> None:
    """Title and one text, and that nobody reviewed it."""
    case = Case.from_document(
        {"id": "PUB-9001", "title": {"en": "It broke"}, "summary": {"en": "It did."}}
    )

    assert shown(build_details_view(case, EN, VOCABULARY)).splitlines() == [
        "It broke  `PUB-9001`",
        "other company's incident",
        "*Summary*",
        "It did.",
        "*Review*",
        "not reviewed yet",
    ]


def test_long_cases_page_and_lose_nothing() -> None:
    """100,000 characters in one field, turned page by page to the last word."""
    sentences = [f"Sentence number {n} of a long story." for n in range(2_500)]
    case = sample_case("PUB-0001", summary={"en": " ".join(sentences)})

    pages = pages_of(case)

    text = " ".join(shown(*pages).split())
    assert len(pages) > 1
    assert all(check_view(page) == [] and not view_too_large(page) for page in pages)
    assert all(sentence in text for sentence in sentences)
    assert "*Lessons*" in shown(pages[-1])


def test_pages_lead_back_and_forth() -> None:
    """Each page names its place and its neighbours."""
    case = sample_case("PUB-0001", summary={"ko": "장애 기록. " * 14_000})
    pages = pages_of(case)

    last = len(pages) - 1
    assert last > 1
    assert turns(pages[0]) == {"next": 1}
    assert turns(pages[1]) == {"previous": 0, "next": 2}
    assert turns(pages[last]) == {"previous": last - 1}
    assert [p["blocks"][-1]["elements"][0]["text"] for p in pages[-1:]] == [
        f"Page {last + 1} of {last + 1}"
    ]


@pytest.mark.parametrize("page", [-1, 99])
def test_a_page_that_does_not_exist_gives_the_nearest(page: int) -> None:
    """The case may have become shorter since the button was drawn."""
    case = sample_case("PUB-0001")

    assert build_details_view(case, EN, VOCABULARY, page) == build_details_view(
        case, EN, VOCABULARY
    )


def test_commands_are_copied_as_they_are() -> None:
    """A command keeps its quotes, stars and lines, and is never cut in the middle of a fence."""
    command = "kubectl get pods -A |\n  grep -v 'Running*' # `x` & <y>"
    case = own_case(checks=[{"text": {"en": "Any?"}, "command": command}])

    view = build_details_view(case, EN, VOCABULARY)

    assert "```\nkubectl get pods -A |\n  grep -v 'Running*' # `x` &amp; &lt;y&gt;\n```" in shown(
        view
    )


def test_a_huge_command_is_shown_in_whole_blocks() -> None:
    """Every piece has its own fences."""
    case = own_case(checks=[{"text": {"en": "Any?"}, "command": "a && b " * 3_000}])

    fenced = [
        block["text"]["text"]
        for page in pages_of(case)
        for block in page["blocks"]
        if block["type"] == "section" and "```" in block["text"]["text"]
    ]

    assert len(fenced) > 1
    assert all(text.startswith("```\n") and text.endswith("\n```") for text in fenced)
    assert all(text.count("```") == 2 for text in fenced)


def test_open_action_items_are_only_claimed_of_own_cases() -> None:
    """Nobody tells us whether another company did its homework."""
    own = shown(build_details_view(own_case(), EN, VOCABULARY))
    public = shown(build_details_view(sample_case("PUB-0001"), EN, VOCABULARY))

    assert "Cap the pool (done 2 Apr 2024)" in own
    assert "Alert on waiters (open)" in own
    assert "(open)" not in public


@pytest.mark.parametrize(
    ("review", "expected"),
    [
        ({}, "not reviewed yet"),
        ({"written_by": "Kim"}, "written by Kim · not reviewed yet"),
        ({"reviewed_by": "Lee"}, "reviewed by Lee"),
        ({"reviewed_at": "2024-03-01"}, "reviewed on 1 Mar 2024"),
        (
            {"written_by": "Kim", "reviewed_by": "Lee", "reviewed_at": "2024-03-18T10:00:00Z"},
            "written by Kim · reviewed by Lee on 18 Mar 2024",
        ),
    ],
)
def test_review_state_says_who_vouches(review: dict[str, str], expected: str) -> None:
    """As far as the case says it."""
    view = build_details_view(sample_case("PUB-0001", review=review), EN, VOCABULARY)

    assert shown(view).splitlines()[-1] == expected


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("PT18H30M", "18 h 30 min"),
        ("P1DT2H", "1 d 2 h"),
        ("P2W", "14 d"),
        ("PT43S", "43 s"),
        ("PT1.5S", "1 s"),
    ],
)
def test_spans_are_told_in_their_units(span: str, expected: str) -> None:
    """ISO 8601 durations become what people say."""
    case = sample_case("PUB-0001", timeline={"resolved_after": span})

    assert f"resolved after {expected}" in shown(build_details_view(case, EN, VOCABULARY))


@pytest.mark.parametrize(
    ("words", "title", "expected"),
    [
        (KO, {"en": "Only English"}, "영어로 쓰인 사례예요"),
        (EN, {"ko": "한국어만"}, "Written in Korean"),
    ],
)
def test_a_case_in_the_other_language_says_so(
    words: Words, title: dict[str, str], expected: str
) -> None:
    """The reader gets the original, and knows that there is no translation to look for."""
    view = build_details_view(sample_case("PUB-0001", title=title), words, VOCABULARY)

    assert expected in shown(view)


@settings(quick, max_examples=25)
@given(hostile_texts, st.sampled_from([EN, KO]), st.integers(1, 100))
def test_any_text_gives_pages_that_slack_takes_and_that_ping_nobody(
    text: str, words: Words, times: int
) -> None:
    """The strict validator is content with every page, and the only links are ours."""
    case = hostile_case(text * times, "CASE-1")
    phrase = Likeness(LikenessKind.PHRASE, text, text)
    similar = [SimilarCase(hostile_case(text, "CASE-2"), 0.5, (phrase,))]
    for view in (
        *pages_of(case, words),
        build_details_view(case, words, VOCABULARY, 99, around=Around(similar=similar)),
    ):
        tokens = message_tokens(view)

        assert check_view(view) == []
        assert not view_too_large(view)
        assert {token.kind for token in tokens} <= {"link"}
        assert all(token.target.startswith("https://e.com/") for token in tokens)
