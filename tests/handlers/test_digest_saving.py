"""Saving other settings: no week is lost between the old ones and the new, and none is promised."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.digest_bench import DigestBench, case, texts
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.digest import handle_save
from handlers.ledger import Item
from handlers.views.digest_settings import LANGUAGE, SIDE, TIME, WEEKDAY, ZONE

WEEK_48 = "Incident digest, week 48 (23 Nov \u2013 29 Nov): 1 new case"
SLOT = "2026-11-30T08:00:00+00:00"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[DigestBench]:
    """A process with a subscribed channel (Monday at nine in Berlin) and a case in week 48."""
    process = DigestBench(slack, tmp_path / "bot.sqlite", "2026-11-24T12:00:00+00:00")
    process.subscribe()
    process.add(case("CASE-0001"))
    yield process
    process.database.close()


def save(bench: DigestBench, weekday: str, time: str = "09:00") -> str:
    """Submit the settings, and what the person is told."""
    values = {
        WEEKDAY[0]: {WEEKDAY[1]: {"selected_option": {"value": weekday}}},
        TIME[0]: {TIME[1]: {"selected_time": time}},
        ZONE[0]: {ZONE[1]: {"selected_option": {"value": "Europe/Berlin"}}},
        LANGUAGE[0]: {LANGUAGE[1]: {"selected_option": {"value": "en"}}},
        SIDE[0]: {SIDE[1]: {"selected_option": {"value": "all"}}},
    }
    carried = json.dumps({"channel_id": "C0INC", "response_url": ""})
    view = {"private_metadata": carried, "state": {"values": values}}
    payload = {"user": {"id": "U0ALICE"}, "view": view}
    number = round(bench.now.timestamp())
    handle_save(Item(number, "view_submission", "lane", payload, 1, 0.0), bench.services)
    with bench.database.transaction() as db:
        [row] = db.execute("SELECT content FROM outbox WHERE kind = 'respond'").fetchall()
        db.execute("DELETE FROM outbox WHERE kind = 'respond'")
    return str(json.loads(row[0])["text"])


def test_a_digest_that_is_just_due_comes_by_the_old_settings(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """Saved ten seconds after the slot, before any look."""
    told = save(bench.at("2026-11-30T08:00:10+00:00"), "mon")
    bench.run()

    assert texts(driver.posts("C0INC")) == [WEEK_48]
    assert "7 Dec" in told
    assert "about week 49" in told


@pytest.mark.parametrize(
    ("old", "now", "weekday", "time"),
    [
        ("mon", "2026-11-30T07:55:00+00:00", "mon", "08:00"),
        ("fri", "2026-12-02T12:00:00+00:00", "tue", "09:00"),
    ],
)
def test_a_week_whose_new_slot_is_over_comes_at_once(
    bench: DigestBench, driver: SlackDriver, old: str, now: str, weekday: str, time: str
) -> None:
    """The old slot was still to come, so the week would be told by neither."""
    save(bench, old)
    told = save(bench.at(now), weekday, time)
    bench.run()
    bench.at("2026-12-04T09:00:00+00:00").run()

    assert texts(driver.posts("C0INC")) == [WEEK_48]
    assert "about week 49" in told


def test_a_later_slot_promises_no_week_that_was_told(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """Week 48 came on Monday; Thursday of the same days brings nothing, and the answer says so."""
    bench.at(SLOT).run()
    told = save(bench.at("2026-12-01T12:00:00+00:00"), "thu")
    bench.at("2026-12-03T09:00:00+00:00").run()

    assert "10 Dec" in told
    assert "about week 49" in told
    assert len(driver.posts("C0INC")) == 1


def test_a_digest_that_slack_could_not_take_survives_a_save(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """The outbox gave it up before the settings were saved; it is put again while its day lasts."""
    bench.at(SLOT).look()
    [row] = bench.ledger.outbox.take("other", 1)
    bench.ledger.outbox.failed(row, "http_503")
    save(bench.at("2026-11-30T09:30:00+00:00"), "mon")
    bench.run()

    assert len(driver.posts("C0INC")) == 1


def test_an_old_no_does_not_pause_what_was_saved_since(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """The week is lost, the digest goes on."""
    bench.at(SLOT).look()
    [row] = bench.ledger.outbox.take("other", 1)
    bench.ledger.outbox.failed(row, "restricted_action")
    save(bench.at("2026-11-30T08:01:00+00:00"), "mon")
    bench.run()
    [subscription] = bench.ledger.digests.active()

    assert driver.calls("chat.postMessage") == []
    assert bench.weeks(subscription) == {"2026-W48": "failed"}
