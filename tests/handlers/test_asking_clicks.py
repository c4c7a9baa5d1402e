"""Clicks that come late, twice, forged or from another version: a sentence or silence, no harm."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.quiet_services import TEAM, quiet_services
from support.suspects import DISK, LOCK, POOL

from handlers.interaction import Interaction
from handlers.ledger import Item, Lookup
from handlers.modals import answer_of, find_mistakes, find_options
from handlers.route import ACTIONS, handle
from handlers.search_origin import SearchOrigin
from handlers.services import Services

KEY = "facet:components:database"
CARRIED = SearchOrigin(
    channel_id="C1",
    response_url="https://hooks.example/1",
    thread_ts="",
    lang="en",
    own=True,
    own_channel_id=None,
    may_share=True,
)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Services with own cases; Slack does not answer, so that everybody is a stranger."""
    with quiet_services(tmp_path, [LOCK, POOL, DISK]) as quiet:
        yield quiet


def keep_lookup(services: Services, query: str | None = "writes hang") -> Lookup:
    """A private lookup of Alice's, from Home."""
    lookup = Lookup("L1", "private", TEAM, "", None, None, "U0ALICE", query, "en", ())
    services.ledger.conversation.save_lookup(lookup)
    return lookup


def click(action_id: str, value: str, **more: Any) -> Interaction:
    """A press on a button of a message by Alice."""
    values = {
        "id": 1,
        "action_id": action_id,
        "value": value,
        "user_id": "U0ALICE",
        "channel_id": "C1",
        "response_url": "https://hooks.example/2",
        "view_id": "",
    }
    return Interaction(**(values | more))


def item(number: int, kind: str, payload: dict[str, Any]) -> Item:
    """A row of the inbox."""
    return Item(number, kind, "lane", payload, attempts=1, received_at=0.0)


def said(services: Services) -> list[str]:
    """The texts of everything that waits to be sent."""
    rows = services.ledger.outbox.take("test", 10)
    return [str(row.content.get("text") or json.dumps(row.content)) for row in rows]


@pytest.mark.parametrize("action_id", ["tell.yes", "tell.undo", "match.confirm"])
def test_button_of_a_forgotten_lookup_is_told(services: Services, action_id: str) -> None:
    """Its words are gone, or it never was."""
    keep_lookup(services, query=None)
    ACTIONS[action_id](click(action_id, f"L1 {KEY} CASE-0101 CASE-0102"), services)
    ACTIONS[action_id](click(action_id, "L9 x", id=2), services)

    assert said(services) == ["I no longer have this lookup; please search again."]
    assert services.ledger.answers.of("L1") == ()


@pytest.mark.parametrize("value", ["L1", "L1 ", "L1 riddle:a:b CASE-0101 CASE-0102", "L1 :: , ,"])
def test_answer_to_no_question_is_told(services: Services, value: str) -> None:
    """A button of another version changes nothing."""
    keep_lookup(services)
    ACTIONS["tell.yes"](click("tell.yes", value), services)

    assert said(services) == ["This button is from an older version; please search again."]
    assert services.ledger.answers.of("L1") == ()


def test_answer_speaks_of_visible_cases_alone(services: Services) -> None:
    """Whoever presses a button with ids that are not for them moves none of these."""
    keep_lookup(services)
    ACTIONS["tell.yes"](click("tell.yes", f"L1 {KEY} CASE-0101,NO-1 CASE-0102"), services)

    [answered] = services.ledger.answers.of("L1")

    assert (answered.answer, answered.speaks_for, answered.speaks_against) == ("yes", (), ())


def test_answer_twice_is_one_and_undo_twice_is_none(services: Services) -> None:
    """Doubled clicks, in whatever order they come."""
    keep_lookup(services)
    for action_id in ("tell.yes", "tell.no", "tell.no"):
        ACTIONS[action_id](click(action_id, f"L1 {KEY} CASE-0101 CASE-0102"), services)
    [answered] = services.ledger.answers.of("L1")
    for _ in range(2):
        ACTIONS["tell.undo"](click("tell.undo", f"L1 {KEY}"), services)

    assert answered.answer == "no"
    assert services.ledger.answers.of("L1") == ()


def test_share_of_somebody_elses_lookup_is_refused(services: Services) -> None:
    """A results view is its reader's."""
    keep_lookup(services)
    stranger = click("search.share", "L1", user_id="U0BOB", carried=CARRIED, view_id="V1")
    ACTIONS["search.share"](stranger, services)

    [told] = said(services)

    assert "I no longer have this lookup" in told


def test_click_in_a_forgotten_modal_is_answered_where_it_was_opened(services: Services) -> None:
    """A view has no response_url of its own."""
    keep_lookup(services, query=None)
    in_modal = click("search.change", "L1", response_url="", carried=CARRIED, view_id="V1")
    ACTIONS["search.change"](in_modal, services)

    [row] = services.ledger.outbox.take("test", 10)

    assert row.target.address["url"] == CARRIED.response_url


def test_home_whose_trigger_ran_out_stays_as_it_is(services: Services) -> None:
    """No modal was opened, and none may be put into the tab."""
    view = {"id": "V9", "type": "home", "private_metadata": ""}
    action = {"action_id": "search.open", "value": "home", "type": "button"}
    body = {"type": "block_actions", "user": {"id": "U0ALICE"}, "view": view, "actions": [action]}
    for name, value in (("search.open", "home"), ("home.search", "x"), ("case.open", "PUB-0001")):
        pressed = body | {"actions": [action | {"action_id": name, "value": value}]}
        handle(item(1, "action", pressed | {"opened_view_id": ""}), services)

    assert said(services) == []


@pytest.mark.parametrize("carried", ["", "{}", "[1]", "null", '{"channel_id": 1}', "x" * 3000])
def test_submission_of_another_version_is_taken(services: Services, carried: str) -> None:
    """A view that carries nothing known: its menus offer public things, and it only closes."""
    view = {
        "id": "V1",
        "hash": "h",
        "callback_id": "search.view",
        "private_metadata": carried,
        "state": {"values": {}},
    }
    body = {"type": "view_submission", "user": {"id": "U0ALICE"}, "view": view}
    menu = {"type": "block_suggestion", "action_id": "search.org", "value": "", "view": view}

    assert answer_of(body, services) == {}
    assert "search.text-block" in find_mistakes(body, services)
    assert find_options(menu, services) == []
    handle(item(1, "view_submission", body), services)
    assert said(services) == []


def test_submission_twice_keeps_one_lookup(services: Services) -> None:
    """Its id is the view's, so that a repeated delivery is the same lookup."""
    entered = {"search.text-block": {"search.text-field": {"value": "ledger writes hang"}}}
    view = {
        "id": "V1",
        "hash": "h",
        "callback_id": "search.view",
        "private_metadata": CARRIED.written(),
        "state": {"values": entered},
    }
    body = {"type": "view_submission", "user": {"id": "U0ALICE"}, "view": view}
    answers = [answer_of(body, services) for _ in range(2)]
    for number in range(2):
        handle(item(number, "view_submission", body), services)

    lookup = services.ledger.conversation.lookup("V1.h")

    assert answers[0] == answers[1]
    assert answers[0] is not None
    assert answers[0]["response_action"] == "update"
    assert lookup is not None
    assert lookup.query == "ledger writes hang"
    assert services.ledger.activity.numbers(TEAM, 0).lookups == 1


def test_carried_comes_back_as_it_went() -> None:
    """Whole, and within what Slack takes."""
    view = {"private_metadata": CARRIED.written()}

    assert SearchOrigin.read({"view": view}) == CARRIED
    assert SearchOrigin.read({"view": {"private_metadata": "C1"}}) is None
    assert len(dataclasses.replace(CARRIED, response_url="u" * 500).written()) < 3000
