"""The stand-in's modals, Home tabs and response_urls."""

import json
from typing import Any

import httpx
import pytest
from slack_sdk import WebClient
from slack_sdk.webhook import WebhookClient
from support.driver import SlackDriver, refused
from support.slack_samples import HOME, MODAL


def trigger(driver: SlackDriver) -> str:
    """A fresh trigger_id, from a command that nobody hears."""
    return str(driver.command("C0INC")["trigger_id"])


class TestViews:
    """Modals and Home: triggers, hashes, stacks."""

    def test_open_and_update(self, driver: SlackDriver, client: WebClient) -> None:
        """A modal opens with a trigger and is updated by id and hash."""
        view = client.views_open(trigger_id=trigger(driver), view=MODAL)["view"]
        changed = MODAL | {"title": {"type": "plain_text", "text": "Loaded"}}

        client.views_update(view_id=view["id"], hash=view["hash"], view=changed)
        stale = refused(client.views_update, view_id=view["id"], hash=view["hash"], view=MODAL)

        assert driver.views()[0]["title"]["text"] == "Loaded"
        assert stale["error"] == "hash_conflict"

    def test_a_trigger_works_once(self, driver: SlackDriver, client: WebClient) -> None:
        """Twice is exchanged_trigger_id, nonsense is invalid_trigger_id."""
        used = trigger(driver)
        client.views_open(trigger_id=used, view=MODAL)

        again = refused(client.views_open, trigger_id=used, view=MODAL)
        nonsense = refused(client.views_open, trigger_id="1.2.3", view=MODAL)

        assert (again["error"], nonsense["error"]) == (
            "exchanged_trigger_id",
            "invalid_trigger_id",
        )

    def test_a_trigger_lives_three_seconds(self, driver: SlackDriver, client: WebClient) -> None:
        """After that it is expired."""
        old = trigger(driver)
        driver.clock(advance=3.1)

        assert refused(client.views_open, trigger_id=old, view=MODAL)["error"] == (
            "expired_trigger_id"
        )

    def test_an_invalid_view_does_not_use_the_trigger_up(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """Views are refused as invalid_arguments, with a pointer that starts at /view."""
        fresh = trigger(driver)

        answer = refused(client.views_open, trigger_id=fresh, view=MODAL | {"blocks": []})

        assert answer["error"] == "invalid_arguments"
        assert "/view/blocks" in answer["response_metadata"]["messages"][0]
        assert client.views_open(trigger_id=fresh, view=MODAL)["ok"]

    def test_push_needs_a_trigger_from_a_modal(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """A command's trigger opens, and does not push."""
        answer = refused(client.views_push, trigger_id=trigger(driver), view=MODAL)

        assert answer["error"] == "invalid_trigger_id"

    def test_closed_view_is_not_found(self, driver: SlackDriver, client: WebClient) -> None:
        """A view the person closed takes no updates."""
        view = client.views_open(trigger_id=trigger(driver), view=MODAL)["view"]
        driver.close(view)

        answer = refused(client.views_update, view_id=view["id"], view=MODAL)

        assert answer["error"] == "not_found"

    def test_external_id_is_unique(self, driver: SlackDriver, client: WebClient) -> None:
        """Two open modals never share one; an update by it works."""
        named = MODAL | {"external_id": "one"}
        client.views_open(trigger_id=trigger(driver), view=named)
        other = driver.command("C0INC", user="U0BOB")["trigger_id"]

        answer = refused(client.views_open, trigger_id=other, view=named)

        assert answer["error"] == "duplicate_external_id"
        assert client.views_update(external_id="one", view=named)["ok"]

    def test_home_is_published_per_person(self, driver: SlackDriver, client: WebClient) -> None:
        """Publishing twice keeps the id and changes the hash."""
        first = client.views_publish(user_id="U0BOB", view=HOME)["view"]
        second = client.views_publish(user_id="U0BOB", view=HOME, hash=first["hash"])["view"]

        stale = refused(client.views_publish, user_id="U0BOB", view=HOME, hash=first["hash"])

        assert driver.state("U0BOB")["home"]["id"] == first["id"] == second["id"]
        assert driver.state("U0ALICE")["home"] is None
        assert stale["error"] == "hash_conflict"

    def test_modals_and_homes_are_not_mixed_up(
        self, driver: SlackDriver, client: WebClient
    ) -> None:
        """A Home view opens no modal and the reverse."""
        opened = refused(client.views_open, trigger_id=trigger(driver), view=HOME)
        published = refused(client.views_publish, user_id="U0BOB", view=MODAL)

        assert opened["error"] == published["error"] == "invalid_arguments"


class TestResponseUrls:
    """Answers by response_url."""

    @pytest.fixture
    def hook(self, driver: SlackDriver) -> WebhookClient:
        """The response_url of a command in a private channel without the bot."""
        return WebhookClient(driver.command("C0PRIV")["response_url"])

    def test_answer_is_ephemeral_unless_said_otherwise(
        self, driver: SlackDriver, hook: WebhookClient
    ) -> None:
        """It works where the bot is no member; in_channel is seen by everyone."""
        answer = hook.send(text="only you")
        hook.send(text="all", response_type="in_channel")

        assert (answer.status_code, answer.body) == (200, "ok")
        assert [m["text"] for m in driver.ephemerals()] == ["only you"]
        posted = driver.messages("C0PRIV")[0]
        assert (posted["text"], posted["subtype"]) == ("all", "bot_message")
        assert "user" not in posted

    def test_five_uses(self, driver: SlackDriver, hook: WebhookClient) -> None:
        """The sixth answer is refused with a bare word."""
        driver.faults(rate_limits=False)
        answers = [hook.send(text=str(n)) for n in range(6)]

        assert [a.status_code for a in answers] == [200, 200, 200, 200, 200, 404]
        assert answers[-1].body == "used_url"

    def test_thirty_minutes(self, driver: SlackDriver, hook: WebhookClient) -> None:
        """After half an hour it is expired."""
        driver.clock(advance=31 * 60)

        answer = hook.send(text="late")

        assert (answer.status_code, answer.body) == (404, "expired_url")

    @pytest.mark.parametrize(
        ("body", "error"),
        [
            ({}, "no_text"),
            ({"blocks": [{"type": "header"}]}, "invalid_blocks"),
            ("not json", "invalid_payload"),
        ],
    )
    def test_invalid_answers(
        self, http: httpx.Client, hook: WebhookClient, body: Any, error: str
    ) -> None:
        """A bad answer is HTTP 400 and does not use the address up."""
        raw = body if isinstance(body, str) else json.dumps(body)

        answer = http.post(hook.url, content=raw)

        assert (answer.status_code, answer.text) == (400, error)
        assert hook.send(text="good").body == "ok"
