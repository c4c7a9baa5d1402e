"""The outbox sends what a message should look like now, in order, and never blindly twice."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpus import Database
from handlers.ledger import LEDGER_MIGRATIONS, Outbox, Target
from handlers.ledger.outbox import KEEP_SECONDS, LEASE_SECONDS

CHANNEL = Target("message", "T0/C0INC", {"channel": "C0INC", "thread_ts": "1.0"})


@pytest.fixture
def now() -> list[float]:
    """The time of day, in a list so that a test can move it."""
    return [1_760_000_000.0]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A fresh database file."""
    opened = Database.open(tmp_path / "ledger.sqlite", [LEDGER_MIGRATIONS])
    yield opened
    opened.close()


@pytest.fixture
def outbox(database: Database, now: list[float]) -> Outbox:
    """An outbox on it."""
    return Outbox(database, lambda: now[0], lambda: None)


def nobody() -> Callable[[str], bool]:
    """No owner is dead."""
    return lambda _: False


def test_outbox_gives_back_what_was_put(outbox: Outbox) -> None:
    """A row comes out with its target and content, and is certain the first time."""
    outbox.put("card:1", CHANNEL, {"text": "a"})

    [row] = outbox.take("me", 10)

    assert (row.key, row.target, row.content, row.uncertain) == (
        "card:1",
        CHANNEL,
        {"text": "a"},
        False,
    )


def test_outbox_takes_the_same_content_once(outbox: Outbox) -> None:
    """A handler that runs twice sends once."""
    outbox.put("card:1", CHANNEL, {"text": "a"})
    [row] = outbox.take("me", 10)
    outbox.sent(row, "2.0")
    outbox.put("card:1", CHANNEL, {"text": "a"})

    assert outbox.take("me", 10) == []


def test_outbox_turns_other_content_into_an_edit(outbox: Outbox) -> None:
    """New content under a known key comes with the ts of the message it changes."""
    outbox.put("card:1", CHANNEL, {"text": "a"})
    [row] = outbox.take("me", 10)
    outbox.sent(row, "2.0")
    outbox.put("card:1", CHANNEL, {"text": "b"})

    [again] = outbox.take("me", 10)

    assert (again.content, again.ts) == ({"text": "b"}, "2.0")


def test_outbox_folds_edits_that_come_while_sending(outbox: Outbox) -> None:
    """Content put during a send is due afterwards, and only the newest of it."""
    outbox.put("card:1", CHANNEL, {"text": "a"})
    [row] = outbox.take("me", 10)
    outbox.put("card:1", CHANNEL, {"text": "b"})
    outbox.put("card:1", CHANNEL, {"text": "c"})
    during = outbox.take("me", 10)
    outbox.sent(row, "2.0")

    after = outbox.take("me", 10)

    assert during == []
    assert [r.content for r in after] == [{"text": "c"}]


def test_outbox_sends_a_lane_in_order(outbox: Outbox) -> None:
    """The next message of a channel waits for the one before; another channel does not."""
    elsewhere = Target("message", "T0/C0OTHER", {"channel": "C0OTHER", "thread_ts": None})
    outbox.put("1", CHANNEL, {"text": "1"})
    outbox.put("2", CHANNEL, {"text": "2"})
    outbox.put("3", elsewhere, {"text": "3"})

    first = outbox.take("me", 10)
    outbox.sent(first[0], "2.0")
    second = outbox.take("me", 10)

    assert [[row.key for row in batch] for batch in (first, second)] == [["1", "3"], ["2"]]


def test_outbox_waits_as_long_as_slack_asks(outbox: Outbox, now: list[float]) -> None:
    """A row put back for 30 s is not taken before, nor overtaken in its lane."""
    outbox.put("1", CHANNEL, {"text": "1"})
    outbox.put("2", CHANNEL, {"text": "2"})
    [row] = outbox.take("me", 10)
    outbox.retry(row, 30, error="ratelimited", uncertain=False)

    early = outbox.take("me", 10)
    now[0] += 31
    [later] = outbox.take("me", 10)

    assert early == []
    assert (later.key, later.uncertain) == ("1", False)


def test_outbox_remembers_that_an_attempt_was_never_answered(outbox: Outbox) -> None:
    """A row whose sender died mid-way comes back uncertain."""
    outbox.put("1", CHANNEL, {"text": "1"})
    outbox.take("gone", 10)
    outbox.reclaim(dead_owner=lambda owner: owner == "gone")

    [row] = outbox.take("me", 10)

    assert row.uncertain


def test_outbox_frees_rows_whose_lease_ended(outbox: Outbox, now: list[float]) -> None:
    """A sender elsewhere keeps its row no longer than the lease."""
    outbox.put("1", CHANNEL, {"text": "1"})
    outbox.take("elsewhere", 10)
    early = outbox.reclaim(dead_owner=nobody())
    now[0] += LEASE_SECONDS + 1

    late = outbox.reclaim(dead_owner=nobody())

    assert (early, late) == (0, 1)


def test_outbox_sends_a_row_another_way(outbox: Outbox) -> None:
    """A rerouted row is due at once, certain, with its new target and content."""
    outbox.put("1", CHANNEL, {"text": "1"})
    [row] = outbox.take("me", 10)
    by_url = Target("respond", CHANNEL.lane, {"url": "https://example.com/r"})
    outbox.reroute(row, by_url, {"text": "1", "response_type": "in_channel"})

    [again] = outbox.take("me", 10)

    assert (again.target, again.uncertain) == (by_url, False)
    assert again.content["response_type"] == "in_channel"


def test_outbox_gives_refused_content_up_but_not_the_key(outbox: Outbox) -> None:
    """What Slack refused is not tried again; new content under the same key is."""
    outbox.put("1", CHANNEL, {"text": "1"})
    [row] = outbox.take("me", 10)
    outbox.failed(row, "not_in_channel")
    outbox.put("1", CHANNEL, {"text": "1"})
    same = outbox.take("me", 10)
    outbox.put("1", CHANNEL, {"text": "2"})

    [new] = outbox.take("me", 10)

    assert same == []
    assert new.content == {"text": "2"}


def test_outbox_keeps_the_lease_of_what_is_being_sent(outbox: Outbox, now: list[float]) -> None:
    """A slow call is nobody else's while its sender renews the lease."""
    outbox.put("1", CHANNEL, {"text": "1"})
    outbox.take("me", 10)
    now[0] += LEASE_SECONDS - 1
    outbox.renew("me")
    now[0] += LEASE_SECONDS - 1

    assert outbox.reclaim(dead_owner=nobody()) == 0


def test_outbox_knows_where_a_message_is(outbox: Outbox) -> None:
    """The ts of a posted message is found by its key; an unposted one has none."""
    outbox.put("1", CHANNEL, {"text": "1"})
    before = outbox.ts_of("1")
    [row] = outbox.take("me", 10)
    outbox.sent(row, "2.0")

    assert (before, outbox.ts_of("1"), outbox.ts_of("nothing")) == (None, "2.0", None)


def test_outbox_forgets_words_when_they_are_sent(outbox: Outbox, database: Database) -> None:
    """Content goes from the file once Slack has it."""
    outbox.put("1", CHANNEL, {"text": "secret words"})
    [row] = outbox.take("me", 10)
    outbox.sent(row, "2.0")

    assert [r["content"] for r in database.connection["outbox"].rows] == [None]


def test_outbox_drops_old_rows_but_never_a_card(outbox: Outbox, now: list[float]) -> None:
    """Finished rows go after a month; a card's row stays, so that no second card is posted."""
    for key in ("answer:1", "card:1"):
        outbox.put(key, CHANNEL, {"text": key})
        [row] = outbox.take("me", 10)
        outbox.sent(row, "2.0")
    now[0] += KEEP_SECONDS + 1
    outbox.reclaim(dead_owner=nobody())

    assert (outbox.ts_of("answer:1"), outbox.ts_of("card:1")) == (None, "2.0")


def test_outbox_attempt_that_lost_its_lease_says_nothing(outbox: Outbox, now: list[float]) -> None:
    """A late failure does not put back a row that another attempt has sent meanwhile."""
    outbox.put("1", CHANNEL, {"text": "1"})
    [late] = outbox.take("me", 10)
    now[0] += LEASE_SECONDS + 1
    outbox.reclaim(dead_owner=nobody())
    [newer] = outbox.take("me", 10)
    outbox.sent(newer, "1.2")
    outbox.retry(late, 0, error="TimeoutError", uncertain=True)

    assert outbox.take("me", 10) == []


def test_outbox_gives_up_what_is_over(outbox: Outbox, now: list[float]) -> None:
    """A row that nobody could send in its time is never sent, and holds up nobody behind it."""
    outbox.put("digest:1", CHANNEL, {"text": "a"}, expires_at=now[0] + 60)
    outbox.put("card:1", CHANNEL, {"text": "b"})
    now[0] += 60

    [row] = outbox.take("me", 10)

    assert row.key == "card:1"
    outbox.sent(row, "2.0")
    assert outbox.take("me", 10) == []


def test_outbox_sends_in_time_what_would_be_over_later(outbox: Outbox, now: list[float]) -> None:
    """Until then it is a row like any other."""
    outbox.put("digest:1", CHANNEL, {"text": "a"}, expires_at=now[0] + 60)
    now[0] += 59

    assert [row.key for row in outbox.take("me", 10)] == ["digest:1"]


def test_outbox_tries_again_what_has_an_end(outbox: Outbox, now: list[float]) -> None:
    """Whoever puts it once more means it; an earlier attempt is still looked for."""
    end = now[0] + 60
    outbox.put("digest:1", CHANNEL, {"text": "a"}, expires_at=end)
    [row] = outbox.take("me", 10)
    outbox.failed(row, "timeout", uncertain=True)
    outbox.put("digest:1", CHANNEL, {"text": "a"}, expires_at=end)

    [again] = outbox.take("me", 10)

    assert (again.content, again.uncertain, again.attempts) == ({"text": "a"}, True, 1)
