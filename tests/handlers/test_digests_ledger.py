"""Weekly digests in the ledger: each week of a channel is decided once, whoever asks."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corpus import CORPUS_MIGRATIONS, Database
from handlers.ledger import LEDGER_MIGRATIONS, DigestSettings, Ledger, Lookup, Subscription, Target
from handlers.ledger.digests import post_key
from handlers.weeks import Schedule, Week

MONDAY = dt.datetime(2026, 11, 30, 8, tzinfo=dt.UTC)
SCHEDULE = Schedule("mon", dt.time(9), "Europe/Berlin")
SLOT = SCHEDULE.slot(Week(2026, 48))
SUBSCRIPTION = Subscription(
    team_id="T0",
    channel_id="C0INC",
    user_id="U0ALICE",
    settings=DigestSettings(SCHEDULE, "ko", "own", {"components": ("redis", "dns")}),
    is_private=False,
    is_shared=False,
    since=MONDAY - dt.timedelta(days=3),
)
TARGET = Target("message", "T0/C0INC", {"channel": "C0INC", "thread_ts": None})


@pytest.fixture
def now() -> list[float]:
    """The time of day, in a list so that a test can move it."""
    return [MONDAY.timestamp()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database file."""
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def ledger(path: Path, now: list[float]) -> Iterator[Ledger]:
    """A ledger on it."""
    database = Database.open(path, [CORPUS_MIGRATIONS, LEDGER_MIGRATIONS])
    yield build(database, now)
    database.close()


def build(database: Database, now: list[float]) -> Ledger:
    """A ledger on a database."""
    return Ledger.on(
        database, now=lambda: now[0], wake_worker=lambda: None, wake_sender=lambda: None
    )


def test_a_subscription_is_read_as_it_was_saved(ledger: Ledger) -> None:
    """Every setting, and saving again replaces them."""
    ledger.digests.save(SUBSCRIPTION)
    changed = replace(SUBSCRIPTION, user_id="U0BOB", settings=DigestSettings(SCHEDULE, "en"))

    assert ledger.digests.of("C0INC") == SUBSCRIPTION
    ledger.digests.save(changed)
    assert ledger.digests.active() == [changed]


def test_a_stopped_digest_is_gone(ledger: Ledger) -> None:
    """Stopping twice is no mistake."""
    ledger.digests.save(SUBSCRIPTION)

    assert (ledger.digests.stop("T0", "C0INC"), ledger.digests.stop("T0", "C0INC")) == (True, False)
    assert ledger.digests.of("C0INC") is None


def test_a_week_is_decided_once(ledger: Ledger) -> None:
    """The second one who tries learns that it was done, also after a new start."""
    ledger.digests.save(SUBSCRIPTION)
    first = ledger.digests.decide(SUBSCRIPTION, SLOT, "posted")
    second = ledger.digests.decide(SUBSCRIPTION, SLOT, "missed")
    ledger.digests.stop("T0", "C0INC")
    ledger.digests.save(SUBSCRIPTION)

    assert (first, second) == (True, False)
    assert not ledger.digests.decide(SUBSCRIPTION, SLOT, "posted")
    assert ledger.digests.decided(SUBSCRIPTION) == {Week(2026, 48): "posted"}


def test_two_processes_decide_a_week_once(ledger: Ledger, path: Path, now: list[float]) -> None:
    """Two connections to one file: one of them has it."""
    other = Database.open(path, [CORPUS_MIGRATIONS, LEDGER_MIGRATIONS])
    ledger.digests.save(SUBSCRIPTION)

    done = [
        each.digests.decide(SUBSCRIPTION, SLOT, "posted") for each in (ledger, build(other, now))
    ]
    other.close()

    assert done == [True, False]


@pytest.mark.parametrize("change", ["stopped", "paused", "saved again"])
def test_nothing_is_decided_for_a_subscription_that_changed(ledger: Ledger, change: str) -> None:
    """Whoever read it before the change comes too late."""
    ledger.digests.save(SUBSCRIPTION)
    if change == "stopped":
        ledger.digests.stop("T0", "C0INC")
    elif change == "paused":
        ledger.digests.pause(SUBSCRIPTION, "archived")
    else:
        ledger.digests.save(replace(SUBSCRIPTION, since=MONDAY))

    assert not ledger.digests.decide(SUBSCRIPTION, SLOT, "posted")


def test_a_week_is_not_decided_when_its_post_is_not_written(ledger: Ledger) -> None:
    """One transaction holds both: whatever fails in it undoes the claim."""
    ledger.digests.save(SUBSCRIPTION)

    def post_and_fail() -> None:
        with ledger.database.transaction():
            ledger.digests.decide(SUBSCRIPTION, SLOT, "posted")
            ledger.outbox.put(post_key("C0INC", SLOT.week), TARGET, {"text": "digest"})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        post_and_fail()

    assert ledger.digests.decided(SUBSCRIPTION) == {}
    assert ledger.outbox.take("me", 10) == []


def test_a_digest_pauses_once(ledger: Ledger) -> None:
    """Only the first one tells the subscriber; saving again resumes it."""
    ledger.digests.save(SUBSCRIPTION)

    assert ledger.digests.pause(SUBSCRIPTION, "archived")
    assert not ledger.digests.pause(SUBSCRIPTION, "removed")
    assert ledger.digests.active() == []
    assert ledger.digests.of("C0INC") == replace(SUBSCRIPTION, pause="archived")
    ledger.digests.save(SUBSCRIPTION)
    assert ledger.digests.active() == [SUBSCRIPTION]


def fail_post(ledger: Ledger, error: str) -> None:
    """Have the outbox give the digest up."""
    ledger.digests.decide(SUBSCRIPTION, SLOT, "posted")
    ledger.outbox.put(post_key("C0INC", SLOT.week), TARGET, {"text": "digest"})
    [row] = ledger.outbox.take("me", 10)
    ledger.outbox.failed(row, error)


def test_a_post_that_was_given_up_is_found_until_it_is_settled(ledger: Ledger) -> None:
    """With Slack's last word, and the moment at which it should have come."""
    ledger.digests.save(SUBSCRIPTION)
    fail_post(ledger, "is_archived")
    [failed] = ledger.digests.failed_posts()

    assert (failed.subscription, failed.slot, failed.error) == (SUBSCRIPTION, SLOT, "is_archived")
    ledger.digests.settle(SUBSCRIPTION, SLOT.week, "failed")
    assert ledger.digests.failed_posts() == []


def test_an_old_failure_does_not_haunt_a_digest_that_was_resumed(ledger: Ledger) -> None:
    """What failed before the pause is nobody's business any more."""
    ledger.digests.save(SUBSCRIPTION)
    fail_post(ledger, "is_archived")
    ledger.digests.pause(SUBSCRIPTION, "archived")
    ledger.digests.save(replace(SUBSCRIPTION, since=MONDAY + dt.timedelta(hours=1)))

    assert ledger.digests.failed_posts() == []


def look_up(ledger: Ledger, lookup_id: str, **more: object) -> None:
    """Keep a lookup for which nothing was close."""
    fields: dict[str, object] = {
        "purpose": "private",
        "team_id": "T0",
        "channel_id": "C0INC",
        "thread_ts": None,
        "post_key": None,
        "user_id": "U0ALICE",
        "query": "zebra",
        "lang": "en",
        "case_ids": ("PUB-0001",),
        "band": "none",
        **more,
    }
    ledger.conversation.save_lookup(Lookup(id=lookup_id, **fields))  # type: ignore[arg-type]


def test_questions_without_an_answer_are_found(ledger: Ledger, now: list[float]) -> None:
    """Those of the span, asked by somebody; not those that found something, nor what was shared."""
    look_up(ledger, "private")
    look_up(ledger, "answer", purpose="answer", channel_id="C0OTHER")
    look_up(ledger, "matched", band="possible")
    look_up(ledger, "shared", purpose="shared")
    look_up(ledger, "old-version", band=None)
    now[0] += 100
    look_up(ledger, "later")
    start = MONDAY.timestamp()

    found = ledger.conversation.unanswered(start, start + 100)
    here = ledger.conversation.unanswered(start, start + 200, "C0INC")

    assert [lookup.id for lookup in found] == ["answer", "private"]
    assert [lookup.id for lookup in here] == ["private", "later"]


def test_confirmations_count_lookups_by_the_newest_word(ledger: Ledger, now: list[float]) -> None:
    """Two people about one answer are one; a later "not this" takes it back."""
    conversation = ledger.conversation
    for lookup_id, channel in (("one", "C0INC"), ("two", "C0OTHER"), ("three", "C0INC")):
        look_up(ledger, lookup_id, channel_id=channel)
    conversation.set_verdict("one", "PUB-0001", "U0ALICE", "confirmed")
    conversation.set_verdict("one", "PUB-0001", "U0BOB", "confirmed")
    conversation.set_verdict("two", "PUB-0001", "U0BOB", "confirmed")
    conversation.set_verdict("three", "PUB-0002", "U0ALICE", "confirmed")
    now[0] += 1
    conversation.set_verdict("three", "PUB-0002", "U0BOB", "dismissed")
    start = MONDAY.timestamp()

    assert conversation.confirmations(start, start + 10) == {"PUB-0001": 2}
    assert conversation.confirmations(start, start + 10, "C0INC") == {"PUB-0001": 1}
    assert conversation.confirmations(start + 10, start + 20) == {}
