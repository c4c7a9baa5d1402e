"""What follows when a case is linked or unlinked: rules, rights, and odd requests."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse
from support.quiet_services import NOW, TEAM, quiet_services, source, thread_at

from bot.linked import links_document
from corpus import Audience
from handlers import details, link_buttons, link_words, linking_modal, postmortem, route
from handlers.claim import MADE_PRIVATE
from handlers.directory import Directory, NotDescribedError
from handlers.interaction import Interaction
from handlers.ledger import Item, Link
from handlers.linking import describe_source, link_cases, unlink_case
from handlers.recurrence import look_back_from
from handlers.services import Services
from handlers.views.around import item_digest

THREAD = thread_at(2)


class Workspace:
    """What Slack says of one channel; `U0GUEST` is a guest in it. Down, it says nothing."""

    is_down = False

    def conversations_info(self, channel: str) -> dict[str, Any]:
        """A public channel."""
        self._check()
        return {"channel": {"id": channel, "name": "postmortem"}}

    def users_info(self, user: str, include_locale: bool) -> dict[str, Any]:
        """A person of the team or a guest."""
        self._check()
        assert include_locale
        return {"user": {"id": user, "team_id": TEAM, "is_restricted": user == "U0GUEST"}}

    def chat_getPermalink(self, channel: str, message_ts: str) -> dict[str, Any]:  # noqa: N802
        """No address: the message that the thread began with was deleted."""
        self._check()
        del channel, message_ts
        self._refuse("message_not_found", 200)

    def _check(self) -> None:
        if self.is_down:
            self._refuse("internal_error", 500)

    @staticmethod
    def _refuse(error: str, status: int) -> Any:
        answer = SlackResponse(
            client=None,
            http_verb="POST",
            api_url="",
            req_args={},
            data={"ok": False, "error": error},
            headers={},
            status_code=status,
        )
        raise SlackApiError(error, answer)


@contextmanager
def opened(folder: Path, *documents: dict[str, Any]) -> Iterator[tuple[Services, Workspace]]:
    """Services over some cases, in a workspace that answers."""
    workspace: Any = Workspace()
    with quiet_services(folder, documents) as services:
        yield replace(services, directory=Directory(workspace, TEAM, lambda: 0.0)), workspace


def own(number: int, date: str | None, **more: Any) -> dict[str, Any]:
    """An own case document; `date` is when it happened."""
    return {
        "id": f"CASE-{number:04}",
        "title": {"en": f"Queue stuck {number}"},
        "summary": {"en": f"The queue was stuck, number {number}."},
        "date": date,
        **more,
    }


def click(action_id: str, value: str, user_id: str, **more: Any) -> Interaction:
    """A press of a button in the thread's reply."""
    made = Interaction(
        id=1,
        action_id=action_id,
        value=value,
        user_id=user_id,
        channel_id=THREAD.channel_id,
        response_url="https://hooks.slack.com/actions/x",
        view_id="V1",
        thread_ts=THREAD.thread_ts,
    )
    return replace(made, **more)


def sent(services: Services, key: str) -> str:
    """What the outbox holds under a key, as text; empty where there is nothing."""
    rows = services.ledger.database.connection.query("SELECT * FROM outbox WHERE key = ?", [key])
    return " ".join(str(row) for row in rows)


def linked(services: Services, case_id: str) -> Link:
    """A link of the thread."""
    found = services.ledger.links.get(THREAD, case_id)
    assert found is not None
    return found


def test_thread_without_an_address_is_no_source_of_a_case(tmp_path: Path) -> None:
    """An older case that has no address either is not taken for the thread's write-up."""
    cases = own(1, "2026-01-01"), own(2, "2026-01-20", added_at="2026-01-21T00:00:00+00:00")
    with opened(tmp_path, *cases) as (services, _):
        where = describe_source(services, THREAD, "U0ALICE", on_purpose=True)
        link_cases(services, where, ["CASE-0002"])
        link_cases(services, where, ["CASE-0001"], "recurrence")

        assert where.permalink is None
        assert services.store.get("CASE-0002").recurrence_of is None


def test_recurrence_that_stays_takes_over(tmp_path: Path) -> None:
    """Of two recurrences one is unlinked: the write-up then names the other."""
    cases = own(1, "2026-01-01"), own(2, "2026-01-20"), own(3, "2026-02-28")
    with opened(tmp_path, *cases) as (services, _):
        link_cases(services, source(THREAD), ["CASE-0003"])
        for earlier in ("CASE-0001", "CASE-0002"):
            link_cases(services, source(THREAD), [earlier], "recurrence")
        before = services.store.get("CASE-0003").recurrence_of
        unlink_case(services, THREAD, "CASE-0001", "U0ALICE")
        after = services.store.get("CASE-0003").recurrence_of
        unlink_case(services, THREAD, "CASE-0002", "U0ALICE")

        assert (before, after) == ("CASE-0001", "CASE-0002")
        assert services.store.get("CASE-0003").recurrence_of is None


def test_late_postmortem_counts_as_of_its_incident(tmp_path: Path) -> None:
    """The window ends when the incident happened, however late its thread began."""
    cases = own(1, "2025-10-20"), own(2, "2025-11-05"), own(3, "2026-02-01")
    with opened(tmp_path, *cases) as (services, _):
        link_cases(services, source(THREAD), ["CASE-0002"])
        link_cases(services, source(THREAD), ["CASE-0001"], "recurrence")
        link = linked(services, "CASE-0001")

        past = look_back_from(services, link, Audience(own=True))

    assert link.writeup_id == "CASE-0002"
    assert past is not None
    assert past.count == 2


@pytest.mark.parametrize("by", ["button", "words"])
def test_guest_takes_back_no_link_to_an_own_case(tmp_path: Path, by: str) -> None:
    """Nor learns whether one is there; people of the team may, also where a guest reads."""

    def unlink(user: str, ts: str) -> str:
        if by == "button":
            link_buttons.handle_unlink(click("link.remove", "CASE-0001", user), services)
            return sent(services, "click:1:answer")
        event = {
            "channel": THREAD.channel_id,
            "user": user,
            "ts": ts,
            "thread_ts": THREAD.thread_ts,
            "text": "<@U0BOT> unlink CASE-0001",
        }
        link_words.handle_words(event, services)
        return sent(services, f"answer:{THREAD.channel_id}:{ts}")

    with opened(tmp_path, own(1, "2026-01-01"), own(2, "2026-02-28")) as (services, _):
        link_cases(services, source(THREAD), ["CASE-0002"])
        link_cases(services, source(THREAD), ["CASE-0001"], "recurrence")
        refused = unlink("U0GUEST", "1.0")
        held = linked(services, "CASE-0001").holds, services.store.get("CASE-0002").recurrence_of
        unlink("U0ALICE", "2.0")

        assert "no case" in refused
        assert held == (True, "CASE-0001")
        assert not linked(services, "CASE-0001").holds


def test_anybody_takes_back_a_public_case(tmp_path: Path) -> None:
    """A guest, too: what they see they may undo."""
    public = own(1, "2026-01-01", visibility="public")
    with opened(tmp_path, public) as (services, _):
        link_cases(services, source(THREAD), ["CASE-0001"])
        link_buttons.handle_unlink(click("link.remove", "CASE-0001", "U0GUEST"), services)

        assert not linked(services, "CASE-0001").holds


@pytest.mark.parametrize("action", ["link.add", "link.kind", "link.remove"])
def test_click_outside_a_thread_is_answered(tmp_path: Path, action: str) -> None:
    """A request without its thread links nothing: a link of no thread would break every count."""
    value = "same-cause CASE-0001" if action == "link.kind" else "CASE-0001"
    handler = {
        "link.add": link_buttons.handle_link,
        "link.kind": link_buttons.handle_kind,
        "link.remove": link_buttons.handle_unlink,
    }[action]
    with opened(tmp_path, own(1, "2026-01-01")) as (services, _):
        handler(click(action, value, "U0ALICE", thread_ts=""), services)

        assert services.ledger.links.of_cases(["CASE-0001"]) == ()
        assert sent(services, "click:1:answer")


def submission(**carried: Any) -> Item:
    """What the modal submits for CASE-0001."""
    target = {
        "channel_id": THREAD.channel_id,
        "thread_ts": THREAD.thread_ts,
        "response_url": "https://hooks.slack.com/app/x",
        "own": True,
        "own_channel_id": THREAD.channel_id,
    }
    chosen = {
        "link.case-block": {"link.case": {"selected_option": {"value": "CASE-0001"}}},
        "link.kind-block": {"link.kind-field": {"selected_option": {"value": "reference"}}},
    }
    view = {
        "id": "V1",
        "private_metadata": json.dumps(target | carried),
        "state": {"values": chosen},
    }
    body = {"user": {"id": "U0ALICE"}, "view": view}
    return Item(7, "view_submission", TEAM, body, 1, NOW.timestamp())


def test_submission_is_not_lost_while_slack_is_down(tmp_path: Path) -> None:
    """It is worked on again, since it is not known yet who will read the link."""
    with opened(tmp_path, own(1, "2026-01-01")) as (services, workspace):
        workspace.is_down = True
        with pytest.raises(NotDescribedError):
            linking_modal.handle_submission(submission(), services)
        with pytest.raises(NotDescribedError):
            link_buttons.handle_link(click("link.add", "CASE-0001", "U0ALICE"), services)


def test_submission_that_cannot_be_done_is_told(tmp_path: Path) -> None:
    """The case was deleted while the modal was open."""
    with opened(tmp_path) as (services, _):
        linking_modal.handle_submission(submission(), services)

        assert "no case" in sent(services, "submission:7")


def test_item_that_was_done_before_keeps_its_day(tmp_path: Path) -> None:
    """A button that somebody left open says nothing new."""
    items = [{"text": {"en": "Alert on the lock"}, "done_at": "2026-02-20"}]
    with opened(tmp_path, own(1, "2026-01-01", action_items=items)) as (services, _):
        digest = item_digest(services.store.get("CASE-0001").action_items[0])
        pressed = click("item.done", f"CASE-0001 0 {digest}", "U0ALICE")
        details.handle_item(pressed, services)

        assert str(services.store.get("CASE-0001").action_items[0].done_at) == "2026-02-20"


def test_export_hides_threads_of_a_channel_that_was_made_private(tmp_path: Path) -> None:
    """From the moment that Slack tells of it; other channels stay open."""
    event = {"type": "message", "subtype": MADE_PRIVATE, "channel": THREAD.channel_id, "ts": "1.0"}
    elsewhere = thread_at(1, "C0ELSE")
    with opened(tmp_path, own(1, "2026-01-01")) as (services, _):
        link_cases(services, source(THREAD), ["CASE-0001"], note="a secret")
        link_cases(services, source(elsewhere), ["CASE-0001"], note="no secret")
        route.handle(Item(9, "event", TEAM, {"event": event}, 1, NOW.timestamp()), services)
        told = json.dumps(links_document(services.ledger.links.of_cases(["CASE-0001"])))

        assert "a secret" not in told
        assert THREAD.thread_ts not in told
        assert "no secret" in told


def test_edit_without_its_message_is_left_alone(tmp_path: Path) -> None:
    """Whatever Slack sends, the worker does not stumble over it."""
    with opened(tmp_path, own(1, "2026-01-01")) as (services, _):
        message = {"type": "message", "user": "U0ALICE", "text": "CASE-0001"}
        event = {"channel": THREAD.channel_id, "message": message}
        postmortem.handle_edit(event, services)

        assert services.ledger.links.of_cases(["CASE-0001"]) == ()


def test_shortcut_without_a_message_is_answered(tmp_path: Path) -> None:
    """There is no thread to link in, and none is made up."""
    body = {
        "user": {"id": "U0ALICE"},
        "channel": {"id": THREAD.channel_id},
        "opened_view_id": "V1",
        "response_url": "https://hooks.slack.com/app/x",
    }
    item = Item(8, "shortcut", TEAM, body, 1, NOW.timestamp())
    with opened(tmp_path) as (services, _):
        linking_modal.handle_shortcut(item, services)

        assert sent(services, "shortcut:8")
        assert not sent(services, "view:V1")
