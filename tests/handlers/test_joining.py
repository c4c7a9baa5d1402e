"""Joining by name: the channels to be in, and those to be left alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.channel_bench import ChannelBench, channel_bench, never
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.joining import join_by_pattern
from handlers.ledger import Gap
from handlers.slack_errors import AskAgainError

TEAM = "T0LOCAL"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[ChannelBench]:
    """A process that hears nothing by itself."""
    with channel_bench(slack, tmp_path) as made:
        yield made


def create(driver: SlackDriver, name: str, **more: object) -> str:
    """Make a channel without the bot; its id."""
    return str(driver.channel_action("create", name=name, **more)["id"])


def is_member(driver: SlackDriver, channel: str) -> bool:
    """Whether the bot is in a channel."""
    return "U0BOT" in driver.channel(channel)["members"]


def test_all_pages_are_looked_through(bench: ChannelBench, driver: SlackDriver) -> None:
    """Pages may be short or empty, and Slack may ask to wait in between."""
    ids = [create(driver, f"inc-{number}") for number in range(5)]
    create(driver, "random")
    driver.faults(page_items=2, empty_pages=1)
    driver.fault("conversations.list", "429", retry_after="3", skip=2)
    waits: list[float] = []

    joined = join_by_pattern(bench.services, lambda seconds: bool(waits.append(seconds)))

    assert sorted(joined) == sorted(ids)
    assert waits == [3.0]
    assert all(is_member(driver, channel) for channel in ids)
    assert not is_member(driver, "random")


def test_channels_that_are_left_alone(bench: ChannelBench, driver: SlackDriver) -> None:
    """Archived, shared, private, left, and those in which somebody wanted no cards."""
    channels = bench.ledger.channels
    old = create(driver, "inc-1-old")
    driver.channel_action("archive", channel=old)
    create(driver, "inc-2-shared", is_ext_shared=True)
    create(driver, "inc-3-private", is_private=True)
    left, asked, muted = (create(driver, f"inc-{name}") for name in ("left", "asked", "muted"))
    channels.note_left(TEAM, left)
    channels.set_mode(TEAM, asked, "asked")
    channels.mute(TEAM, muted, "U0ALICE")

    assert join_by_pattern(bench.services, never) == []
    assert driver.calls("conversations.join") == []


def test_one_bad_channel_keeps_none_of_the_others_out(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """Refusals are passed over, trouble is tried again, and being in already is no refusal."""
    for number in range(6):
        create(driver, f"inc-{number}")
    for error in ("is_archived", "channel_not_found", "too_many_members"):
        driver.fault("conversations.join", "error", error=error)
    driver.fault("conversations.join", "429")
    driver.fault("conversations.join", "500", effect=True)

    assert len(join_by_pattern(bench.services, never)) == 3


@pytest.mark.parametrize("action", ["create", "rename"])
def test_a_new_name_is_enough(bench: ChannelBench, driver: SlackDriver, action: str) -> None:
    """The bot joins without a word, and reads what was written before it came."""
    channel = create(driver, "inc-77" if action == "create" else "misc")
    if action == "rename":
        driver.channel_action("rename", channel=channel, name="inc-77")
    kind = "channel_created" if action == "create" else "channel_rename"
    event = {"type": kind, "channel": {"id": channel, "name": "inc-77"}}

    heard = bench.hear(event)
    bench.work()

    assert heard
    assert is_member(driver, channel)
    assert [gap.channel_id for gap in bench.ledger.channels.gaps(TEAM)] == [channel]
    assert bench.waiting() == []


@pytest.mark.parametrize("why", ["name", "shared", "private", "left"])
def test_names_that_are_not_enough(bench: ChannelBench, driver: SlackDriver, why: str) -> None:
    """What Slack says of the channel at that moment counts, not what the event said."""
    name = "misc" if why == "name" else "inc-78"
    channel = create(
        driver, name, is_ext_shared=why == "shared", is_private=why == "private", members=["U0BOB"]
    )
    if why == "left":
        bench.ledger.channels.note_left(TEAM, channel)
    bench.hear({"type": "channel_rename", "channel": {"id": channel, "name": "inc-78"}})
    bench.work()

    assert driver.calls("conversations.join") == []
    assert bench.ledger.channels.gaps(TEAM) == []


def test_a_new_name_of_no_interest_is_not_written_down(bench: ChannelBench) -> None:
    """Most channels of a workspace are none of the bot's business."""
    assert not bench.hear({"type": "channel_created", "channel": {"id": "C0X", "name": "lunch"}})


def test_trouble_with_joining_is_tried_again(bench: ChannelBench, driver: SlackDriver) -> None:
    """After as long as Slack asked for; the work is put back, not lost."""
    channel = create(driver, "inc-79")
    driver.fault("conversations.join", "429", retry_after="30")
    bench.hear({"type": "channel_created", "channel": {"id": channel, "name": "inc-79"}})

    with pytest.raises(AskAgainError) as asked:
        bench.work()

    assert asked.value.retry_after_seconds == 30


@pytest.mark.parametrize(
    ("event", "is_left"),
    [
        ({"type": "channel_left", "channel": "C0INC"}, True),
        ({"type": "group_left", "channel": "C0INC"}, True),
        ({"type": "member_left_channel", "channel": "C0INC", "user": "U0BOT"}, True),
        ({"type": "member_left_channel", "channel": "C0INC", "user": "U0BOB"}, False),
        ({"type": "channel_archive", "channel": "C0INC"}, False),
    ],
)
def test_being_removed_is_remembered(
    bench: ChannelBench, event: dict[str, str], is_left: bool
) -> None:
    """Whoever takes the bot out of a channel does not want it back; an archive is no removal."""
    bench.hear(event)
    bench.work()

    assert bench.ledger.channels.settings(TEAM, "C0INC").is_left is is_left


def test_gaps_of_a_channel_that_is_joined_twice_are_one(bench: ChannelBench) -> None:
    """The older beginning counts."""
    for since in ("1700000100.000000", "1700000000.000000", "1700000200.000000"):
        bench.ledger.channels.open_gaps(TEAM, [Gap("C0INC", since)])

    assert bench.ledger.channels.gaps(TEAM) == [Gap("C0INC", "1700000000.000000")]
