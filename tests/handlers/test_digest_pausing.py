"""A digest pauses where it cannot be posted, tells its subscriber once, and nothing loops."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.digest_bench import DigestBench, case
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.claim import is_loss
from handlers.digest_posting import handle_loss
from handlers.directory import NotDescribedError

TUESDAY = "2026-11-24T12:00:00+00:00"
SLOT = "2026-11-30T08:00:00+00:00"
NEXT_SLOT = "2026-12-07T08:00:00+00:00"

Lose = Callable[[SlackDriver], object]

LOSSES: dict[str, Lose] = {
    "archived": lambda driver: driver.channel_action("archive", channel="C0INC"),
    "private": lambda driver: driver.channel_action("make_private", channel="C0INC"),
    "removed": lambda driver: driver.channel_action("kick", channel="C0INC"),
}
SAID = {
    "archived": "the channel was archived",
    "private": "the channel was made private",
    "removed": "I am no longer in the channel",
    "refused": "Slack does not let me post there",
}


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[DigestBench]:
    """A process with a subscribed channel and a case in week 48 and one in week 49."""
    process = DigestBench(slack, tmp_path / "bot.sqlite", TUESDAY)
    process.subscribe()
    process.add(case("CASE-0001"))
    process.at("2026-12-01T12:00:00+00:00").add(case("CASE-0002"))
    yield process
    process.database.close()


def told(driver: SlackDriver, user: str = "U0ALICE") -> list[str]:
    """What the subscriber was told in direct messages."""
    return [str(message["text"]) for message in driver.posts(driver.direct(user))]


@pytest.mark.parametrize("reason", LOSSES)
def test_a_digest_pauses_at_its_moment(
    bench: DigestBench, driver: SlackDriver, reason: str
) -> None:
    """Also where no event came; one direct message says why, and how it goes on."""
    LOSSES[reason](driver)
    bench.at(SLOT).run()
    bench.at(NEXT_SLOT).run()
    [message] = told(driver)

    assert SAID[reason] in message
    assert "<#C0INC>" in message
    assert "`/incident-lookup digest`" in message
    assert driver.posts("C0INC") == []


@pytest.mark.parametrize("reason", LOSSES)
def test_a_digest_pauses_when_it_happens(
    bench: DigestBench, driver: SlackDriver, reason: str
) -> None:
    """An event is enough, and a second one about the same says nothing more."""
    LOSSES[reason](driver)
    for _ in range(2):
        handle_loss({"channel": "C0INC"}, bench.services)
    bench.send()

    assert len(told(driver)) == 1
    assert bench.ledger.digests.active() == []


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("is_archived", "archived"),
        ("not_in_channel", "removed"),
        ("channel_not_found", "removed"),
        ("restricted_action_read_only_channel", "refused"),
    ],
)
def test_slacks_no_to_the_post_pauses(
    bench: DigestBench, driver: SlackDriver, error: str, reason: str
) -> None:
    """What only the post finds out: one call, one direct message, and no more."""
    bench.at(SLOT).look()
    driver.fault("chat.postMessage", "error", error=error)
    bench.send()
    bench.run()
    bench.run()
    [message] = told(driver)

    assert SAID[reason] in message
    assert [call["error"] for call in driver.calls("chat.postMessage")] == [error, None]
    [subscription] = [bench.ledger.digests.of("C0INC")]
    assert subscription is not None
    assert bench.weeks(subscription) == {"2026-W48": "failed"}


@pytest.mark.parametrize("method", ["conversations.info", "chat.postMessage"])
@pytest.mark.parametrize("error", ["token_revoked", "account_inactive", "invalid_auth"])
def test_a_token_that_slack_does_not_take_is_no_fault_of_the_channel(
    bench: DigestBench, driver: SlackDriver, method: str, error: str
) -> None:
    """Nothing pauses, nobody is told, and the digest comes once the token is mended."""
    driver.fault(method, "error", error=error)
    with suppress(NotDescribedError):
        bench.at(SLOT).run()
    bench.run()

    assert len(driver.posts("C0INC")) == 1
    assert told(driver) == []


def test_a_dead_token_makes_no_call_after_call(bench: DigestBench, driver: SlackDriver) -> None:
    """While it is dead each look asks once what the channel is, and posts nothing."""
    bench.at(SLOT).look()
    driver.fault("chat.postMessage", "error", error="token_revoked")
    bench.send()
    driver.fault("conversations.info", "error", error="token_revoked", count=3)
    for _ in range(3):
        with pytest.raises(NotDescribedError):
            bench.look()
        bench.send()

    assert len(driver.calls("chat.postMessage")) == 1
    assert [each.channel_id for each in bench.ledger.digests.active()] == ["C0INC"]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "channel_archive"}, True),
        ({"type": "group_left"}, True),
        ({"type": "message", "subtype": "channel_convert_to_private"}, True),
        ({"type": "member_left_channel", "user": "U0BOT"}, True),
        ({"type": "member_left_channel", "user": "U0BOB"}, False),
        ({"type": "channel_rename"}, False),
        ({"type": "message"}, False),
    ],
)
def test_only_a_loss_is_looked_at(
    bench: DigestBench, event: dict[str, Any], expected: bool
) -> None:
    """That somebody else leaves, or that a channel is renamed, is no loss."""
    assert is_loss({"channel": "C0INC", **event}, bench.services.identity) is expected


def test_a_rename_changes_nothing(bench: DigestBench, driver: SlackDriver) -> None:
    """A channel goes by its id."""
    driver.channel_action("rename", channel="C0INC", name="inc-4711-payments")
    handle_loss({"channel": "C0INC"}, bench.services)
    bench.at(SLOT).run()

    assert len(driver.posts("C0INC")) == 1
    assert told(driver) == []


def test_a_channel_that_was_private_from_the_start_gets_its_digest(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """Only the change pauses."""
    driver.channel_action("make_private", channel="C0INC")
    bench.at(TUESDAY).subscribe(is_private=True)
    bench.at(SLOT).run()

    assert len(driver.posts("C0INC")) == 1


@pytest.mark.parametrize("back", ["unarchive", "invite"])
def test_a_paused_digest_does_not_resume_by_itself(
    bench: DigestBench, driver: SlackDriver, back: str
) -> None:
    """Whoever brings a channel back may want something else of it; saving the settings resumes."""
    LOSSES["archived" if back == "unarchive" else "removed"](driver)
    bench.at("2026-11-27T12:00:00+00:00").run()
    handle_loss({"channel": "C0INC"}, bench.services)
    driver.channel_action(back, channel="C0INC")
    bench.at(SLOT).run()
    silent = driver.posts("C0INC")
    bench.at("2026-11-30T10:00:00+00:00").subscribe()
    bench.at(NEXT_SLOT).run()

    assert silent == []
    assert len(driver.posts("C0INC")) == 1


@pytest.mark.parametrize("being_sent", [True, False])
@pytest.mark.parametrize("how", ["stopped", "private"])
def test_a_digest_that_waits_in_the_outbox_is_withdrawn(
    bench: DigestBench, driver: SlackDriver, how: str, being_sent: bool
) -> None:
    """Also one that Slack's trouble sends back; nothing of it comes when the digest is resumed."""
    bench.at(SLOT).look()
    rows = bench.ledger.outbox.take("other", 10) if being_sent else []
    if how == "stopped":
        bench.ledger.digests.stop("T0LOCAL", "C0INC")
    else:
        LOSSES[how](driver)
        handle_loss({"channel": "C0INC"}, bench.services)
    for row in rows:
        bench.ledger.outbox.retry(row, 0, error="http_503", uncertain=False)
    bench.send()
    resumed = bench.at("2026-11-30T08:10:00+00:00").subscribe(is_private=True)
    bench.run()

    assert driver.posts("C0INC") == []
    assert bench.weeks(resumed) == {"2026-W48": "failed"}


def test_stopping_leaves_a_digest_that_was_posted(bench: DigestBench, driver: SlackDriver) -> None:
    """It stays in Slack and in the ledger."""
    [subscription] = bench.ledger.digests.active()
    bench.at(SLOT).run()
    bench.ledger.digests.stop("T0LOCAL", "C0INC")

    assert len(driver.posts("C0INC")) == 1
    assert bench.weeks(subscription) == {"2026-W48": "posted"}


def test_a_subscriber_who_has_left_is_not_written_to_for_ever(
    bench: DigestBench, driver: SlackDriver
) -> None:
    """Slack refuses the direct message once."""
    LOSSES["archived"](driver)
    bench.at(SLOT).look()
    driver.fault("chat.postMessage", "error", error="user_disabled")
    bench.send()
    bench.run()

    assert [call["error"] for call in driver.calls("chat.postMessage")] == ["user_disabled"]


@pytest.mark.parametrize("arrived", [True, False])
def test_a_direct_message_is_looked_for_before_it_is_sent_again(
    bench: DigestBench, driver: SlackDriver, arrived: bool
) -> None:
    """Whether or not Slack has it: in the end it is there once."""
    LOSSES["archived"](driver)
    bench.at(SLOT).look()
    fault: dict[str, Any] = {"effect": arrived}
    driver.fault("chat.postMessage", "reset", **fault)
    bench.send()
    bench.at("2026-11-30T08:01:00+00:00").send()

    assert len(told(driver)) == 1


def test_the_subscriber_is_told_in_their_language(bench: DigestBench, driver: SlackDriver) -> None:
    """Not in that of the channel."""
    bench.at(TUESDAY).subscribe(user_id="U0BOB")
    LOSSES["removed"](driver)
    bench.at(SLOT).run()
    [message] = told(driver, "U0BOB")

    assert "주간 소식을 잠시 멈췄어요" in message
