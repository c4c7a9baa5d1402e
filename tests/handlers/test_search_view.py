"""The search modal, lists and Home as views: whole, in both languages, valid whatever they hold."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_samples import (
    EN,
    HOSTILE,
    KO,
    VOCABULARY,
    hostile_texts,
    matches_snapshot,
    own_case,
    quick,
    sample_case,
    three_suspects,
)

from bot.local_slack.blockkit import check_message, check_view
from bot.local_slack.blockkit.acks import check_options_ack
from bot.local_slack.mrkdwn import message_tokens
from corpus import Case, Census, Question, find_question
from handlers.ledger import Numbers
from handlers.locale import Words
from handlers.views.apart import Apart, Asked, Told
from handlers.views.card import CardContent, build_card
from handlers.views.case_list import RecentLine, build_new_list, build_recent_list
from handlers.views.home import DigestPlace, HomeContent, TeamContent, build_home
from handlers.views.message import Block, Message, View
from handlers.views.search_modal import (
    SearchForm,
    build_org_options,
    build_results_view,
    build_search_view,
    build_term_options,
)
from handlers.weeks import Schedule

BOTH = pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
CENSUS = Census(
    own=3,
    public=57,
    facets={
        "components": {"database": 12, "unlisted-thing": 1},
        "symptoms": {"replication-lag": 4},
        "root_cause": {"human-error": 9},
    },
    orgs={"GitLab": 2},
)
DATABASE = VOCABULARY.terms("components")[0]


def team(**changes: Any) -> TeamContent:
    """What a member of the workspace sees."""
    values: dict[str, Any] = {
        "drafts": [own_case()],
        "more_drafts": 0,
        "other_drafts": 2,
        "channel_ids": ["C0INC", "C0SEV"],
        "more_channels": 3,
        "digests": [DigestPlace("C0GENERAL", Schedule("mon", dt.time(9), "Asia/Seoul"))],
        "more_digests": 0,
        "numbers": Numbers(lookups=41, cards=6, confirmed=5, judged=8, hits=5),
        "days": 30,
    }
    return TeamContent(**(values | changes))


def home(**changes: Any) -> HomeContent:
    """Everything that Home may show."""
    values: dict[str, Any] = {
        "cases": [own_case(), sample_case("PUB-0001")],
        "more_cases": 7,
        "census": CENSUS,
        "team": team(),
    }
    return HomeContent(**(values | changes))


def apart(question: Question, *told: Told) -> Apart:
    """What a card asks about its first check."""
    check = next(c for c in sample_case("PUB-0001").checks if c.confirms)
    return Apart(Asked(question, check if question.kind == "check" else None), told, ("PUB-0030",))


def card(content: Apart, words: Words) -> Message:
    """A private card of three suspects that asks something."""
    found = CardContent(three_suspects(), "private", "L1", apart=content)
    return build_card(found, words, VOCABULARY)


def foreign_tokens(blocks: list[Block] | tuple[Block, ...]) -> list[str]:
    """What would ping somebody."""
    message = {"text": "", "blocks": list(blocks)}
    return [t.kind for t in message_tokens(message) if t.kind not in ("link", "channel")]


@BOTH
def test_form_is_what_people_see(words: Words) -> None:
    """Filled in, as it comes back from its results."""
    form = SearchForm(
        text="replication lag",
        terms={"component": [DATABASE]},
        orgs=["GitLab"],
        span="365d",
        side="public",
    )

    view = build_search_view(form, words, "{}")

    assert matches_snapshot(f"search_form.{words.lang}", view)
    assert check_view(view) == []


@BOTH
def test_home_is_what_people_see(words: Words) -> None:
    """A member's, with everything on it."""
    view = build_home(home(), words, VOCABULARY)

    assert matches_snapshot(f"home.{words.lang}", view)
    assert check_view(view) == []


@BOTH
def test_home_of_a_guest_and_of_an_empty_workspace(words: Words) -> None:
    """The guest's has no team on it; an empty one says what to do."""
    nothing = Numbers(0, 0, 0, 0, 0)
    empty = team(
        drafts=[], other_drafts=0, channel_ids=[], more_channels=0, digests=[], numbers=nothing
    )
    guest = build_home(home(team=None), words, VOCABULARY)
    bare = build_home(
        home(cases=[], more_cases=0, census=Census(0, 0, {}, {}), team=empty), words, VOCABULARY
    )

    assert matches_snapshot(f"home_guest.{words.lang}", guest)
    assert matches_snapshot(f"home_empty.{words.lang}", bare)
    assert check_view(guest) == check_view(bare) == []


@BOTH
def test_card_that_tells_apart(words: Words) -> None:
    """What the card says to check, a facet that was answered, and what that left out."""
    suspects = [match.case for match in three_suspects().matches]
    question = find_question(suspects, (), ())
    assert question is not None
    facet = Question("facet", "components", "database")

    message = card(apart(question, Told(Asked(facet), "yes")), words)

    assert matches_snapshot(f"card_apart.{words.lang}", list(message.blocks[-5:]))
    assert check_message(list(message.blocks)) == []


@BOTH
def test_lists_are_what_people_see(words: Words) -> None:
    """New cases with cause and fix, and what was looked up, words or none."""
    new = build_new_list([own_case(), sample_case("PUB-0001")], 4, 30, words, VOCABULARY)
    lines = [
        RecentLine(sample_case("PUB-0001"), "replication lag is growing", "2026-03-01"),
        RecentLine(own_case(), "", "2026-02-01"),
    ]
    recent = build_recent_list(lines, words)
    blocks = {"new": list(new.blocks), "recent": list(recent.blocks)}

    assert matches_snapshot(f"lists.{words.lang}", blocks)
    assert check_message(blocks["new"]) == check_message(blocks["recent"]) == []


def test_recent_text_says_nothing_twice() -> None:
    """The notification is the heading."""
    assert build_recent_list([], EN).text == EN("list-recent-none")


def hostile_case(text: str) -> Case:
    """A case whose every text is somebody's worst."""
    said = "x" + text.encode("utf-8", "replace").decode()  # a case holds no half characters
    both = {"en": said, "ko": said}
    checks = [{"text": both, "confirms": both}]
    return own_case(title=both, org=said, checks=checks, remediation=[{"text": both}])


def valid(view: View) -> bool:
    """Whether Slack takes a view, and nobody is pinged by it."""
    return check_view(view) == [] and foreign_tokens(view["blocks"]) == []


@quick
@given(hostile_texts, st.sampled_from([EN, KO]))
def test_views_hold_whatever_cases_and_people_say(text: str, words: Words) -> None:
    """Form, results, lists and Home are valid, and nobody is pinged."""
    case = hostile_case(text)
    form = SearchForm(text=text, orgs=[text.strip()[:75] or "x"])
    recent = build_recent_list([RecentLine(case, text, "2026-03-01")], words)
    new = build_new_list([case], 0, 30, words, VOCABULARY)

    assert valid(build_home(home(cases=[case], team=team(drafts=[case])), words, VOCABULARY))
    assert check_view(build_search_view(form, words, "{}")) == []
    for message in (recent, new):
        assert check_message(list(message.blocks)) == []
        assert foreign_tokens(message.blocks) == []
        assert valid(build_results_view(message, words, "L1", "{}", may_share=True))


@quick
@given(hostile_texts, st.sampled_from(["check", "facet"]), st.sampled_from([EN, KO]))
def test_question_holds_whatever_a_check_says(text: str, kind: Any, words: Words) -> None:
    """A question and its answers are valid, and nobody is pinged."""
    case = hostile_case(text)
    question = Question(kind, case.id if kind == "check" else "components", "x", ("PUB-0001",))
    asked = Asked(question, case.checks[0] if kind == "check" else None)
    told = [Told(asked, "no")] * 5

    message = card(Apart(asked, told, [case.id] * 6), words)

    assert check_message(list(message.blocks)) == []
    assert foreign_tokens(message.blocks) == []


@pytest.mark.parametrize("count", [0, 1, 200])
def test_menus_keep_within_a_hundred_options(count: int) -> None:
    """Whatever is asked for, Slack shows nothing at all for more."""
    orgs = {f"Company {n} {'x' * n}": n for n in range(count)}

    options = build_org_options(orgs, EN)
    terms = build_term_options([DATABASE] * min(count, 100), KO, CENSUS)

    assert check_options_ack({"options": options[:100]}) == []
    assert check_options_ack({"options": terms}) == []
    assert all(len(option["value"]) <= 75 for option in options)


@pytest.mark.parametrize("length", [1, 500, 30_000])
def test_huge_text_is_cut_to_what_the_field_takes(length: int) -> None:
    """A question of the length of a log comes back into the form."""
    view = build_search_view(SearchForm(text="é" * length), EN, "{}")

    assert check_view(view) == []


def test_hostile_labels_are_shown_as_they_are() -> None:
    """A company called like a mention is shown, not pinged."""
    [option] = build_org_options({HOSTILE[:60]: 1}, EN)

    assert option["text"] == {"type": "plain_text", "text": HOSTILE[:60]}
