"""Reading up: what was said while nothing was delivered is worked on once, and late is late."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from slack_sdk.errors import SlackApiError
from support.channel_bench import ChannelBench, channel_bench, never
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.catching_up import (
    MOST_PAGES,
    READ_BACK_SECONDS,
    close_gaps,
    note_gap,
    note_gaps,
)
from handlers.ledger import Gap
from handlers.slack_pages import PAGE, StoppedError
from handlers.staleness import STALE_SECONDS

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
MORE = "pods get evicted, node has DiskPressure, kubelet is restarting them"
TEAM = "T0LOCAL"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[ChannelBench]:
    """A process that hears nothing by itself."""
    with channel_bench(slack, tmp_path) as made:
        yield made


def catch_up(bench: ChannelBench) -> int:
    """Everything that follows when the connection is back; how many messages were new."""
    note_gaps(bench.services, bench.now.timestamp(), never)
    count = close_gaps(bench.services, never)
    bench.work()
    return count


def test_what_was_missed_makes_the_card(bench: ChannelBench, driver: SlackDriver) -> None:
    """A symptom of a moment ago brings it, in its thread; what is read twice brings nothing new."""
    ts = driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)

    counts = [catch_up(bench), catch_up(bench)]

    bench.send()
    assert counts == [1, 0]
    assert len(driver.thread("C0INC", ts)) == 1


def test_what_is_delivered_after_all_is_known(bench: ChannelBench, driver: SlackDriver) -> None:
    """Slack's late event of a message that was read up is no second one, nor the reverse."""
    ts = driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)
    catch_up(bench)
    event = {"type": "message", "channel": "C0INC", "ts": ts, "text": SYMPTOM, "user": "U0ALICE"}

    assert not bench.hear(event)


def test_reading_begins_at_the_last_message_that_came(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """What came shortly before the connection was back does not hide what is missing before it."""
    known = driver.send("C0INC", "first")
    bench.say("C0INC", known, "first")
    bench.later(seconds=60)
    lost = driver.send("C0INC", "lost")
    late = driver.send("C0INC", "late")
    bench.later(seconds=60)
    bench.say("C0INC", late, "late")
    note_gaps(bench.services, bench.now.timestamp(), never)

    gaps = bench.ledger.channels.gaps(TEAM)
    count = close_gaps(bench.services, never)

    assert Gap("C0INC", known) in gaps
    assert (count, lost < late) == (1, True)


def test_stale_questions_get_no_answer(bench: ChannelBench, driver: SlackDriver) -> None:
    """Fresh ones do; both are read up."""
    driver.send("C0INC", f"<@U0BOT> {MORE}")
    bench.later(seconds=STALE_SECONDS + 60)
    stale = catch_up(bench), bench.waiting()
    bench.later(seconds=-STALE_SECONDS)
    fresh = driver.send("C0GENERAL", f"<@U0BOT> {MORE}")
    bench.ledger.channels.set_mode(TEAM, "C0GENERAL", "automatic")
    catch_up(bench)

    assert stale == (1, [])
    assert bench.waiting() == [f"answer:C0GENERAL:{fresh}"]


def test_stale_symptoms_make_no_card_and_count_as_evidence(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """The next fresh one brings the card that stands on both."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=STALE_SECONDS + 60)
    catch_up(bench)
    before = bench.waiting()
    ts = driver.send("C0INC", MORE)
    bench.say("C0INC", ts, MORE)
    bench.send()

    [card] = driver.thread("C0INC", ts)

    assert before == []
    assert "matched on 2 messages" in str(card["blocks"])


@pytest.mark.parametrize(("hours", "count"), [(1, "2 messages"), (30, "1 message ")])
def test_stale_symptoms_change_a_young_card_only(
    bench: ChannelBench, driver: SlackDriver, hours: int, count: str
) -> None:
    """A card of yesterday is left alone by what is late already."""
    first = driver.send("C0INC", SYMPTOM)
    bench.say("C0INC", first, SYMPTOM)
    bench.send()
    driver.clock(advance=hours * 3600)
    driver.send("C0INC", MORE)
    bench.later(hours=hours, seconds=STALE_SECONDS + 60)
    catch_up(bench)
    bench.send()

    assert f"matched on {count}" in str(driver.thread("C0INC", first)[0]["blocks"])


def test_older_messages_are_not_read(bench: ChannelBench, driver: SlackDriver) -> None:
    """A process that was down for a day reads the last two hours."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=READ_BACK_SECONDS + 60)

    assert catch_up(bench) == 0


def test_only_so_many_pages_are_read(bench: ChannelBench, driver: SlackDriver) -> None:
    """The newest; a page may be shorter than was asked for, and another follows."""
    for number in range(5):
        driver.send("C0INC", f"message {number}")
    bench.later(seconds=5)
    driver.faults(page_items=1)
    catch_up(bench)

    read = [call["args"] for call in driver.calls("conversations.history")]
    assert len([args for args in read if args["channel"] == "C0INC"]) == MOST_PAGES
    assert {args["limit"] for args in read} == {str(PAGE)}


def test_the_thread_of_the_card_is_read_too(bench: ChannelBench, driver: SlackDriver) -> None:
    """What people find out is written there."""
    first = driver.send("C0INC", SYMPTOM)
    bench.say("C0INC", first, SYMPTOM)
    bench.send()
    driver.send("C0INC", MORE, thread_ts=first)
    bench.later(seconds=60)

    count = catch_up(bench)
    bench.send()

    assert count == 1
    assert "matched on 2 messages" in str(driver.thread("C0INC", first)[0]["blocks"])


def test_what_was_answered_is_not_answered_by_another_database(
    bench: ChannelBench, driver: SlackDriver, slack: LocalSlack, tmp_path: Path
) -> None:
    """Slack tells who replied in a thread."""
    ts = driver.send("C0INC", SYMPTOM)
    bench.say("C0INC", ts, SYMPTOM)
    bench.send()
    (tmp_path / "other").mkdir()
    with channel_bench(slack, tmp_path / "other") as other:
        other.later(seconds=5)
        count = catch_up(other)

    assert count == 0


def test_channels_that_are_not_watched_are_not_read(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """Nor those that are muted, though their name says otherwise."""
    bench.ledger.channels.mute(TEAM, "C0INC", "U0ALICE")
    driver.send("C0INC", SYMPTOM)
    driver.send("C0GENERAL", SYMPTOM)
    bench.later(seconds=5)

    assert catch_up(bench) == 0
    assert driver.calls("conversations.history") == []


def test_one_refused_channel_keeps_none_of_the_others_back(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """And it is not asked about again; one that only gave no answer stays noted."""
    members = ["U0ALICE", "U0BOT"]
    made = [driver.channel_action("create", name=f"inc-{n}", members=members) for n in range(3)]
    for channel in ("C0INC", *(str(each["id"]) for each in made)):
        driver.send(channel, SYMPTOM)
    bench.later(seconds=5)
    driver.fault("conversations.history", "error", error="channel_is_limited_access")
    driver.fault("conversations.history", "500", count=6)

    first = catch_up(bench)
    left = bench.ledger.channels.gaps(TEAM)
    second = close_gaps(bench.services, never)

    assert (first, len(left), second) == (2, 1, 1)
    assert bench.ledger.channels.gaps(TEAM) == []


def test_rate_limits_are_waited_for(bench: ChannelBench, driver: SlackDriver) -> None:
    """As long as Slack says, and then the same page is asked for again."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)
    driver.fault("conversations.history", "429", retry_after="7")
    waits: list[float] = []

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        return False

    note_gaps(bench.services, bench.now.timestamp(), wait)

    assert close_gaps(bench.services, wait) == 1
    assert waits == [7.0]


def test_a_process_that_stops_leaves_its_gaps(bench: ChannelBench, driver: SlackDriver) -> None:
    """The next one reads them."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)
    note_gaps(bench.services, bench.now.timestamp(), never)
    driver.fault("conversations.history", "429", retry_after="7")
    with pytest.raises(StoppedError):
        close_gaps(bench.services, lambda _seconds: True)

    assert close_gaps(bench.services, never) == 1


def test_a_list_that_cannot_be_read_notes_nothing(bench: ChannelBench, driver: SlackDriver) -> None:
    """Slack's final no is passed on to whoever asked."""
    driver.fault("users.conversations", "error", error="missing_scope")

    with pytest.raises(SlackApiError):
        note_gaps(bench.services, bench.now.timestamp(), never)
    assert bench.ledger.channels.gaps(TEAM) == []


def test_a_new_channel_is_read_from_its_beginning(bench: ChannelBench, driver: SlackDriver) -> None:
    """Incident bots write into it before anybody can join."""
    driver.send("C0INC", SYMPTOM)
    bench.later(seconds=5)
    note_gap(bench.services, "C0INC")

    assert close_gaps(bench.services, never) == 1
