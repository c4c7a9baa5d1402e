"""What a thread shows of its links: whole messages in both languages, and any text at all."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.quiet_services import source, thread_at
from view_samples import (
    EN,
    KO,
    VOCABULARY,
    hostile_texts,
    matches_snapshot,
    own_case,
    quick,
    sample_case,
)

from bot.local_slack.blockkit import blocks_too_long, check_message, check_view
from bot.local_slack.mrkdwn import message_tokens
from corpus import Case, Text
from handlers.ledger import Link, LinkKind
from handlers.locale import Words
from handlers.recurrence import OpenItem, Recurrence
from handlers.views.around import Around, ThreadLine
from handlers.views.details import build_details_view
from handlers.views.link_modal import build_link_view
from handlers.views.links import LinkEntry, build_link_list, build_links
from handlers.views.message import Message
from handlers.views.recurrence_lines import alarm, forecast, open_items


def link(case_id: str, kind: LinkKind = "reference", **more: Any) -> Link:
    """A link of a case in a thread that began on 1 March 2026."""
    made = source(thread_at(1))
    return Link(
        thread=made.thread,
        case_id=case_id,
        kind=kind,
        note=more.pop("note", None),
        permalink=made.permalink,
        is_private=False,
        message_ts="1.0",
        writeup_id=more.pop("writeup_id", None),
        linked_by="U0ALICE",
        linked_at=2.0,
        **more,
    )


def past(count: int, *texts: str, done: int = 0, **more: Any) -> Recurrence:
    """How CASE-0007 came back so many times, with these action items still open."""
    items = tuple(OpenItem("CASE-0007", n, Text(en=text)) for n, text in enumerate(texts))
    facts = {
        "case_id": "CASE-0007",
        "days": 90,
        "came_back": True,
        "earlier": (),
        "channel_ids": frozenset({"C0POST"}),
        **more,
    }
    return Recurrence(count=count, open_items=items, item_count=len(texts) + done, **facts)


def entries() -> list[LinkEntry]:
    """One of each: a recurrence, a reference, one told below, one taken back, a suggestion."""
    again = link(
        "CASE-0007", "recurrence", note="the cap again", writeup_id="CASE-0009", wrote=True
    )
    return [
        LinkEntry(own_case(), again, past(3, "Cap the pool", "Alert on waiters", done=2)),
        LinkEntry(sample_case("PUB-0001"), link("PUB-0001")),
        LinkEntry(sample_case("PUB-0025"), link("PUB-0025"), is_told_below=True),
        LinkEntry(sample_case("PUB-0030"), link("PUB-0030", unlinked_at=3.0, unlinked_by="U1")),
        LinkEntry(sample_case("PUB-0030", id="PUB-0131"), None),
    ]


def as_json(message: Message) -> dict[str, Any]:
    """What a snapshot holds of a message."""
    return {"text": message.text, "blocks": list(message.blocks)}


@pytest.mark.parametrize("words", [EN, KO])
def test_reply_as_it_looks(words: Words) -> None:
    """The whole message; snapshots are read by people before they are kept."""
    message = build_links(entries(), words, VOCABULARY)

    assert check_message(list(message.blocks)) == []
    assert matches_snapshot(f"links.{words.lang}", as_json(message))


@pytest.mark.parametrize("words", [EN, KO])
def test_list_and_form_as_they_look(words: Words) -> None:
    """The answer to `links`, and the modal."""
    listed = build_link_list(entries()[:2], words)
    form = build_link_view(words, "carried")

    assert check_message(list(listed.blocks)) == []
    assert check_view(form) == []
    assert matches_snapshot(f"link_list.{words.lang}", as_json(listed))
    assert matches_snapshot(f"link_form.{words.lang}", form)


@pytest.mark.parametrize("words", [EN, KO])
def test_details_with_threads_and_buttons_as_they_look(words: Words) -> None:
    """Action items with their buttons, and the threads that link the case."""
    threads = (
        ThreadLine(
            "Recurrence",
            "2026-03-01",
            is_private=False,
            channel="postmortems",
            permalink="https://e.com/p1",
        ),
        ThreadLine("Same cause", "2026-02-01", is_private=True),
        ThreadLine("Reference", "2026-01-01", is_private=False),
    )
    around = Around(threads=threads, may_edit=True)
    view = build_details_view(own_case(), words, VOCABULARY, around=around)

    assert check_view(view) == []
    assert matches_snapshot(f"details_linked.{words.lang}", view)


def test_page_of_the_changed_item_is_shown() -> None:
    """Of a case so long that its action items are not on the first page."""
    items = [{"text": {"en": f"Do {n}"}} for n in range(150)]
    around = Around(may_edit=True, at_item=149)
    view = build_details_view(own_case(action_items=items), EN, VOCABULARY, around=around)

    assert "• Do 149 (open)" in json.dumps(view, ensure_ascii=False)


def test_many_cases_share_a_reply() -> None:
    """The first have buttons, the rest are named."""
    many = [
        LinkEntry(sample_case("PUB-0001", id=f"PUB-{n:04}"), link(f"PUB-{n:04}"))
        for n in range(1, 51)
    ]
    message = build_links(many, EN, VOCABULARY)

    assert check_message(list(message.blocks)) == []
    assert not blocks_too_long(list(message.blocks))
    assert "Also: `PUB-0009` `PUB-0010`" in json.dumps(message.blocks, ensure_ascii=False)


def test_long_id_has_no_menu_of_kinds() -> None:
    """Slack refuses an option with a value of more than 75 characters, and the message with it."""
    case_id = f"{'A' * 60}-123"
    case = Case.from_document({"id": case_id, "title": {"en": "t"}, "summary": {"en": "s"}})
    message = build_links([LinkEntry(case, link(case_id))], EN, VOCABULARY)

    assert check_message(list(message.blocks)) == []
    assert "link.kind" not in str(message.blocks)
    assert "link.remove" in str(message.blocks)


def test_nothing_left_to_show_is_said() -> None:
    """When every case of a reply is gone, or may no longer be seen."""
    assert build_links([], EN, VOCABULARY).text == "These cases can no longer be shown here."


@quick
@given(hostile_texts, st.sampled_from([EN, KO]), st.integers(1, 60))
def test_any_text_pings_nobody(text: str, words: Words, times: int) -> None:
    """Titles, notes and action items are written by anybody."""
    text = text.encode("utf-8", "replace").decode()  # no case holds half a character
    hostile = {"en": f"x{text * times}"}
    case = own_case(title=hostile, summary=hostile, sources=[], outdated=None)
    link_of = link("CASE-0007", "recurrence", note=text * times)
    entry = LinkEntry(case, link_of, past(2, hostile["en"]))
    for message in (
        build_links([entry, LinkEntry(case, None)], words, VOCABULARY),
        build_link_list([entry], words),
    ):
        tokens = message_tokens({"text": message.text, "blocks": list(message.blocks)})

        assert check_message(list(message.blocks)) == []
        assert not blocks_too_long(list(message.blocks))
        assert list(tokens) == []


@pytest.mark.parametrize(
    ("past_", "en", "ko"),
    [
        (past(1), "First time in 90 days", "90일 동안 첫 번째"),
        (past(2, "a"), "Second time in 90 days; its only action item is still open", None),
        (past(3, "a", done=3), "Third time in 90 days; 1 of 4 action items is still open", None),
        (
            past(3, "a", "b", done=2),
            "Third time in 90 days; 2 of 4 action items are still open",
            "90일 동안 세 번째 · 후속 조치 4건 중 2건이 아직 미완료",
        ),
        (past(4, done=1), "Fourth time in 90 days; its action item is done", None),
        (past(6, done=2), "Sixth time in 90 days; all 2 action items are done", None),
        (past(12), "12 times in 90 days", "90일 동안 12번째"),
    ],
)
def test_alarm_counts(past_: Recurrence, en: str, ko: str | None) -> None:
    """Ordinals as people say them, and what is still open."""
    assert alarm(past_, EN) == en
    assert ko is None or alarm(past_, KO) == ko


@pytest.mark.parametrize(
    ("past_", "channel_id", "told"),
    [
        (past(2), "C0INC", "If this is it: third time in 90 days"),
        (past(2), "C0POST", "Second time in 90 days"),
        (past(0), "C0INC", "Has come back before"),
        (past(1, "a", came_back=False), "C0INC", ""),
    ],
)
def test_forecast_counts_this_incident(past_: Recurrence, channel_id: str, told: str) -> None:
    """Unless it is counted already; what never came back is no alarm."""
    assert forecast(past_, EN, channel_id=channel_id) == told


def test_open_items_are_listed_up_to_a_limit() -> None:
    """With how many more there are; those of another case name it."""
    found = past(2, *"abcdefg", case_id="CASE-0001")

    assert open_items(found, EN, 2) == ["• a  `CASE-0007`", "• b  `CASE-0007`", "and 5 more"]
    assert open_items(found, EN, 0) == []
