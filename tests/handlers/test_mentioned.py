"""Which cases a message names: by hand-written examples and by anything at all."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.quiet_services import quiet_services

from corpus import Audience
from handlers.mentioned import MOST, adds_mentions, find_mentions
from handlers.services import Services

TEAM_READS = Audience(own=True)
CASES = ("CASE-1", "OPS-12", "A1-7")


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Services over a few own cases."""
    folder: Path = tmp_path_factory.mktemp("mentioned")
    many = [f"LOT-{n}" for n in range(MOST + 10)]
    documents = [
        {"id": each, "title": {"en": each}, "summary": {"en": each}, "visibility": "team"}
        for each in (*CASES, *many)
    ]
    with quiet_services(folder, documents) as opened:
        yield opened


def named(services: Services, text: str, **more: Any) -> tuple[str, ...]:
    """The cases that a person's message names to the team."""
    return find_mentions({"user": "U1", "text": text, **more}, services, TEAM_READS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A1-7, ops-12; CASE-1", ("A1-7", "OPS-12", "CASE-1")),
        ("CASE-1/OPS-12 CASE-1", ("CASE-1", "OPS-12")),
        ("*CASE-1* `OPS-12` ~A1-7~", ("CASE-1", "OPS-12", "A1-7")),
        ("CASE-1이랑 OPS-12은", ("CASE-1", "OPS-12")),
        ("#CASE-1 [OPS-12] “A1-7”…", ("CASE-1", "OPS-12", "A1-7")),
        ("CASE-1- and CASE-1—x", ("CASE-1",)),
        ("CASE-01 CASE-10 CASE--1 CASE 1 CASE_1", ()),
        ("XCASE-1 CASE-1x CASE-1-2 CASE-1.2 x-CASE-1 x.CASE-1 @CASE-1 CASE-1@x", ()),
        ("<https://cases.example.com/base/cases/CASE-1>", ("CASE-1",)),
        ("<HTTPS://Cases.Example.com/base/cases/case-1/?a=b#c|here>", ("CASE-1",)),
        ("https://cases.example.com/base/cases/CASE-1", ("CASE-1",)),
        ("<https://cases.example.com/cases/CASE-1>", ()),
        ("<https://cases.example.com/base/cases/CASE-1/edit>", ()),
        ("<https://jira.example.com/OPS-12>", ()),
        ("<https://jira.example.com/OPS-12|OPS-12>", ("OPS-12",)),
        ("<https://a.example/OPS-12|https://a.example/OPS-12>", ()),
        ("<@U1|CASE-1> <#C1|CASE-1> <!date^1^CASE-1|CASE-1>", ()),
        ("", ()),
    ],
)
def test_mentions(services: Services, text: str, found: tuple[str, ...]) -> None:
    """Ids as people write them, addresses as a whole, and nothing that only looks like one."""
    assert named(services, text) == found


PAGES = (
    "https://wiki.example.com/viewpage.action?pageId=12",
    "https://Wiki.Example.com/display/Outage",
    "https://status.example.com/#/incidents/7",
)


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("https://wiki.example.com/viewpage.action?pageId=12", "PAGE-0"),
        ("https://WIKI.example.com/viewpage.action?pageId=12#Cause", "PAGE-0"),
        ("https://wiki.example.com/viewpage.action?pageId=13", None),
        ("https://wiki.example.com/viewpage.action", None),
        ("https://wiki.example.com/display/Outage/?from=mail#top", "PAGE-1"),
        ("https://wiki.example.com/display/outage", None),
        ("https://status.example.com/#/incidents/7", "PAGE-2"),
        ("https://status.example.com/#/incidents/8", None),
    ],
)
def test_address_of_a_case_is_read_whole(tmp_path: Path, address: str, found: str | None) -> None:
    """Its query and fragment count where the case has them, and are passed over where not."""
    documents = [
        {"id": f"PAGE-{n}", "title": {"en": "A"}, "summary": {"en": "A"}, "url": url}
        for n, url in enumerate(PAGES)
    ]
    with quiet_services(tmp_path, documents) as services:
        assert named(services, f"<{address.replace('&', '&amp;')}>") == tuple(filter(None, [found]))


def test_readers_name_only_what_they_may_see(services: Services) -> None:
    """To somebody else the id is only a word."""
    assert find_mentions({"text": "CASE-1"}, services, Audience()) == ()


def test_blocks_of_a_person_only_mirror_the_text(services: Services) -> None:
    """Those of a bot count, as its text is often empty."""
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "CASE-1"}}]

    assert named(services, "hello", blocks=blocks) == ()
    assert named(services, "", blocks=blocks) == ("CASE-1",)
    assert named(services, "hello OPS-12", blocks=blocks, bot_id="B1") == ("OPS-12", "CASE-1")


def test_list_of_everything_is_cut(services: Services) -> None:
    """Fifty cases are enough for one message."""
    assert len(named(services, " ".join(f"LOT-{n}" for n in range(MOST + 10)))) == MOST


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.sampled_from("CASE-1OPS2A7 <>|&;/.:@#이\n") | st.characters(), max_size=60))
def test_any_text_names_only_cases_that_it_has(services: Services, text: str) -> None:
    """Whatever is written, and never an exception."""
    found = named(services, text)

    assert all(re.search(re.escape(each), text, re.IGNORECASE) for each in found)


def edit(before: str, after: str, **more: Any) -> dict[str, Any]:
    """The event of a message that was changed."""
    message = {"type": "message", "user": "U1", "ts": "1.0", **more}
    return {
        "subtype": "message_changed",
        "message": message | {"text": after},
        "previous_message": message | {"text": before},
    }


@pytest.mark.parametrize(
    ("event", "adds"),
    [
        (edit("x", "x CASE-1"), True),
        (edit("x", "<https://e.com/>"), True),
        (edit("CASE-1", "CASE-1"), False),
        (edit("CASE-1 OPS-12", "OPS-12"), False),
        (edit("CASE-1", "gone", subtype="tombstone"), False),
        (edit("x", "CASE-1", subtype="channel_topic"), False),
        ({"subtype": "message_changed", "message": {"type": "message", "text": "CASE-1"}}, True),
        ({"subtype": "message_changed"}, False),
        ({"subtype": "message_changed", "message": "odd", "previous_message": None}, False),
    ],
)
def test_edit_is_read_when_it_may_add_one(event: dict[str, Any], adds: bool) -> None:
    """Before anything is looked up: most changes of messages are Slack's own."""
    assert adds_mentions(event) is adds
