"""The views around captured cases: the card's question, the trace, the page about privacy."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_samples import (
    EN,
    KO,
    VOCABULARY,
    findings,
    hostile_texts,
    match,
    matches_snapshot,
    own_case,
    quick,
    sample_case,
    three_suspects,
)

from bot.local_slack.blockkit import check_message, check_view
from corpus import HistoryEntry
from handlers.locale import Words
from handlers.views.around import Around
from handlers.views.card import CardContent, build_card
from handlers.views.case_manage import build_outdate_form, history_lines
from handlers.views.details import build_details_view
from handlers.views.privacy import build_privacy
from handlers.views.resolution import Question

AT = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)


@pytest.mark.parametrize("words", [EN, KO])
@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("asked", Question()),
        ("answered", Question("PUB-0001")),
        ("none", Question("")),
    ],
)
def test_card_at_the_end_as_it_looks(words: Words, name: str, question: Question) -> None:
    """The question above the suspects; what was answered, and what can follow."""
    content = CardContent(three_suspects(), "card", "L1", question=question)

    message = build_card(content, words, VOCABULARY)

    assert check_message(list(message.blocks)) == []
    assert matches_snapshot(f"card_end_{name}.{words.lang}", list(message.blocks[:3]))


@quick
@given(hostile_texts, st.integers(0, 3), st.sampled_from([None, "", "CASE-0007"]))
def test_any_suspects_make_a_valid_question(text: str, count: int, answer: str | None) -> None:
    """Whatever their titles are, and however many there are."""
    title = text.encode("utf-8", "replace").decode() + "x"
    cases = [sample_case("PUB-0001", id=f"PUB-{n + 1:04}", title={"en": title}) for n in range(3)]
    content = CardContent(
        findings(*(match(case) for case in cases[:count])), "card", "L1", question=Question(answer)
    )

    message = build_card(content, KO, VOCABULARY)

    assert check_message(list(message.blocks)) == []


def test_trace_names_people_and_what_they_did() -> None:
    """The newest first; whoever had themselves forgotten is somebody."""
    history = (
        HistoryEntry("import", "add", AT),
        HistoryEntry("U0ALICE", "edit", AT + dt.timedelta(days=1)),
        HistoryEntry("", "review", AT + dt.timedelta(days=2)),
        HistoryEntry("<!channel>", "from-the-future", AT + dt.timedelta(days=3)),
    )

    lines = history_lines(history, EN).splitlines()

    assert lines == [
        "• *changed* · &lt;!channel&gt; · 5 Mar 2026",
        "• *reviewed* · somebody · 4 Mar 2026",
        "• *edited* · <@U0ALICE> · 3 Mar 2026",
        "• *added* · 2 Mar 2026",
    ]


def test_long_trace_and_long_case_stay_within_limits() -> None:
    """Twenty entries are shown; the buttons are on the last page."""
    history = tuple(HistoryEntry(f"U{n:010}", "edit", AT) for n in range(300))
    case = own_case(lessons={"en": "x " * 40_000})
    around = Around(may_edit=True, history=history, note="Somebody was faster.")

    first = build_details_view(case, EN, VOCABULARY, around=around)
    last = build_details_view(case, EN, VOCABULARY, 99, around=around)

    assert check_view(first) == []
    assert check_view(last) == []
    assert "Somebody was faster." in str(first["blocks"][0])
    assert "case.delete" in str(last)
    assert str(last).count("*edited*") == 20


@pytest.mark.parametrize("words", [EN, KO])
def test_privacy_page_as_it_looks(words: Words) -> None:
    """In plain words, with the time that is set."""
    message = build_privacy(words, evidence_days=14)

    assert check_message(list(message.blocks)) == []
    assert matches_snapshot(f"privacy.{words.lang}", list(message.blocks))


@quick
@given(hostile_texts)
def test_any_id_makes_a_valid_outdate_form(text: str) -> None:
    """Ids come from buttons, and buttons from anywhere."""
    assert check_view(build_outdate_form(text + "x", KO, "{}")) == []
