"""The inbox keeps each delivery once and each lane in order, and survives its owner."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus import Database, DatabaseBusyError
from handlers.ledger import LEDGER_MIGRATIONS, Delivery, Inbox
from handlers.ledger.inbox import (
    KEEP_KEYS_SECONDS,
    LEASE_SECONDS,
    MAX_ATTEMPTS,
    WAIT_AT_MOST_SECONDS,
)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_760_000_000.0

    def __call__(self) -> float:
        """Seconds since the epoch."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock of this test's own."""
    return Clock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A fresh database file."""
    opened = Database.open(tmp_path / "ledger.sqlite", [LEDGER_MIGRATIONS])
    yield opened
    opened.close()


@pytest.fixture
def inbox(database: Database, clock: Clock) -> Inbox:
    """An inbox on it."""
    return Inbox(database, clock, lambda: None)


def delivery(key: str, *, lane: str = "T0/C0INC", message_key: str | None = None) -> Delivery:
    """A message event with this key."""
    return Delivery("event", lane, key, message_key, {"key": key})


def test_inbox_gives_back_what_was_added(inbox: Inbox) -> None:
    """A delivery comes out with its kind, lane and payload."""
    inbox.add(delivery("Ev1"))

    [item] = inbox.take("me", 10)

    assert (item.kind, item.lane, item.payload) == ("event", "T0/C0INC", {"key": "Ev1"})


def test_inbox_keeps_a_redelivery_out(inbox: Inbox) -> None:
    """The same delivery key twice is one row, also while the first is being worked on."""
    inbox.add(delivery("Ev1"))
    inbox.take("me", 10)

    assert inbox.add(delivery("Ev1")) is None
    assert inbox.take("me", 10) == []


def test_inbox_keeps_a_redelivery_out_after_the_work_is_done(inbox: Inbox) -> None:
    """A key outlives its payload."""
    inbox.add(delivery("Ev1"))
    [item] = inbox.take("me", 10)
    inbox.done(item)

    assert inbox.add(delivery("Ev1")) is None


def test_inbox_takes_message_and_mention_of_one_text_once(inbox: Inbox) -> None:
    """Two events of one (team, channel, ts) are one delivery."""
    first = inbox.add(delivery("EvA", message_key="T0/C0INC/1.0"))
    second = inbox.add(delivery("EvB", message_key="T0/C0INC/1.0"))

    assert (first is not None, second) == (True, None)


def test_inbox_works_on_one_row_of_a_lane_at_a_time(inbox: Inbox) -> None:
    """The second row of a lane waits for the first; another lane does not."""
    for key, lane in (("Ev1", "a"), ("Ev2", "a"), ("Ev3", "b")):
        inbox.add(delivery(key, lane=lane))

    first = inbox.take("me", 10)
    then = inbox.take("me", 10)
    inbox.done(first[0])
    last = inbox.take("me", 10)

    assert [[i.payload["key"] for i in batch] for batch in (first, then, last)] == [
        ["Ev1", "Ev3"],
        [],
        ["Ev2"],
    ]


def test_inbox_keeps_a_lane_in_order_while_its_first_row_waits(inbox: Inbox, clock: Clock) -> None:
    """A row that is to be tried again later is not overtaken."""
    inbox.add(delivery("Ev1"))
    inbox.add(delivery("Ev2"))
    [first] = inbox.take("me", 10)
    inbox.retry(first, 5)

    waiting = inbox.take("me", 10)
    clock.now += 6
    later = inbox.take("me", 10)

    assert waiting == []
    assert [item.payload["key"] for item in later] == ["Ev1"]


def test_inbox_gives_a_row_up_after_its_last_attempt(inbox: Inbox) -> None:
    """Work that fails every time ends, and the lane goes on."""
    inbox.add(delivery("Ev1"))
    inbox.add(delivery("Ev2"))
    tries = []
    for _ in range(MAX_ATTEMPTS):
        [item] = inbox.take("me", 10)
        tries.append(inbox.retry(item, 0))

    [following] = inbox.take("me", 10)

    assert tries == [True] * (MAX_ATTEMPTS - 1) + [False]
    assert following.payload["key"] == "Ev2"


def test_inbox_frees_the_rows_of_a_dead_owner_at_once(inbox: Inbox) -> None:
    """After a crash on this machine nothing waits for the lease."""
    inbox.add(delivery("Ev1"))
    inbox.take("gone", 10)

    freed = inbox.reclaim(dead_owner=lambda owner: owner == "gone")

    assert freed == 1
    assert [item.payload["key"] for item in inbox.take("me", 10)] == ["Ev1"]


def test_inbox_frees_rows_whose_lease_ended(inbox: Inbox, clock: Clock) -> None:
    """An owner nobody can ask keeps its rows only as long as it renews them."""
    inbox.add(delivery("Ev1"))
    inbox.take("elsewhere", 10)
    clock.now += LEASE_SECONDS - 1
    inbox.renew("elsewhere")
    clock.now += 2

    early = inbox.reclaim(dead_owner=lambda _: False)
    clock.now += LEASE_SECONDS
    late = inbox.reclaim(dead_owner=lambda _: False)

    assert (early, late) == (0, 1)


def test_inbox_holds_a_row_until_its_listener_lets_it_go(inbox: Inbox) -> None:
    """A held row is not taken; released, it carries what the listener learnt."""
    item_id = inbox.add(delivery("Ev1"), held=True)
    before = inbox.take("me", 10)
    assert item_id is not None
    inbox.release(item_id, {"opened_view_id": "V1"})

    [item] = inbox.take("me", 10)

    assert before == []
    assert item.payload == {"key": "Ev1", "opened_view_id": "V1"}


def test_inbox_frees_held_rows_whose_listener_never_came_back(inbox: Inbox, clock: Clock) -> None:
    """A click was acknowledged: it is worked on even when its process died in between."""
    inbox.add(delivery("Ev1"), held=True)
    clock.now += LEASE_SECONDS + 1
    inbox.reclaim(dead_owner=lambda _: False)

    assert [item.payload for item in inbox.take("me", 10)] == [{"key": "Ev1"}]


def test_inbox_release_comes_too_late_for_a_row_that_was_freed(inbox: Inbox, clock: Clock) -> None:
    """A listener that answers after its row was worked on does not bring the row back."""
    item_id = inbox.add(delivery("Ev1"), held=True)
    assert item_id is not None
    clock.now += LEASE_SECONDS + 1
    inbox.reclaim(dead_owner=lambda _: False)
    [item] = inbox.take("me", 10)
    inbox.done(item)
    inbox.release(item_id, {"opened_view_id": "V1"})

    assert inbox.take("me", 10) == []


def test_inbox_forgets_the_words_when_the_work_is_done(inbox: Inbox, database: Database) -> None:
    """No payload of finished work stays in the file."""
    inbox.add(delivery("Ev1"))
    [item] = inbox.take("me", 10)
    inbox.done(item)

    payloads = [row["payload"] for row in database.connection["inbox"].rows]

    assert payloads == [None]


def test_inbox_forgets_the_keys_after_a_day(inbox: Inbox, database: Database, clock: Clock) -> None:
    """Finished rows go when Slack no longer delivers again."""
    inbox.add(delivery("Ev1"))
    [item] = inbox.take("me", 10)
    inbox.done(item)
    clock.now += KEEP_KEYS_SECONDS + 1
    inbox.reclaim(dead_owner=lambda _: False)

    assert database.connection["inbox"].count == 0


def test_inbox_says_when_it_cannot_be_written(inbox: Inbox, tmp_path: Path) -> None:
    """A lock held by another process is an error within the time given, not a wait."""
    other = Database.open(tmp_path / "ledger.sqlite", [LEDGER_MIGRATIONS])
    try:
        other.connection.conn.execute("BEGIN IMMEDIATE")

        with pytest.raises(DatabaseBusyError):
            inbox.add(delivery("Ev1"), busy_seconds=0.05)
    finally:
        other.connection.conn.rollback()
        other.close()


def test_inbox_takes_half_a_character(inbox: Inbox) -> None:
    """JSON may spell half of a surrogate pair; SQLite cannot store it, so it is replaced."""
    body = json.loads('{"event": {"text": "lag \\ud83d"}}')
    inbox.add(Delivery("event", "T0/C0INC", "event:1", None, body))

    [item] = inbox.take("me", 1)

    assert item.payload["event"]["text"] == "lag ?"


def test_inbox_gives_up_what_ends_the_process_each_time(inbox: Inbox) -> None:
    """A delivery that kills its worker is not tried for ever."""
    inbox.add(delivery("Ev1"))
    for _ in range(MAX_ATTEMPTS):
        inbox.take("gone", 10)
        inbox.reclaim(dead_owner=lambda owner: owner == "gone")

    assert inbox.take("me", 10) == []


def test_inbox_counts_no_attempt_for_waiting(inbox: Inbox, clock: Clock) -> None:
    """What waits for Slack or the database may wait more often than work may fail."""
    inbox.add(delivery("Ev1"))
    for _ in range(MAX_ATTEMPTS * 3):
        [item] = inbox.take("me", 10)
        assert inbox.postpone(item, 1)
        clock.now += 2

    assert inbox.take("me", 10)[0].attempts == 1


def test_inbox_gives_up_what_waited_too_long(inbox: Inbox, clock: Clock) -> None:
    """After a quarter of an hour an answer is stale."""
    inbox.add(delivery("Ev1"))
    clock.now += WAIT_AT_MOST_SECONDS + 1
    [item] = inbox.take("me", 10)

    assert not inbox.postpone(item, 1)
    assert inbox.take("me", 10) == []
