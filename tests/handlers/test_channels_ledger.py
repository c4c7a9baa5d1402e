"""Channels in the ledger: what was chosen, whom a question was answered, what is to be read up."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus import CORPUS_MIGRATIONS, Database
from handlers.ledger import LEDGER_MIGRATIONS, ChannelSettings, Delivery, Gap, Ledger, Mute
from handlers.ledger.channels import KEEP_ASKERS_SECONDS

NOW = dt.datetime(2026, 12, 1, 3, tzinfo=dt.UTC)
HERE = ("T0", "C0INC")


@pytest.fixture
def now() -> list[float]:
    """The time of day, in a list so that a test can move it."""
    return [NOW.timestamp()]


@pytest.fixture
def ledger(tmp_path: Path, now: list[float]) -> Iterator[Ledger]:
    """A ledger on a fresh database."""
    database = Database.open(tmp_path / "ledger.sqlite", [CORPUS_MIGRATIONS, LEDGER_MIGRATIONS])
    yield Ledger.on(
        database, now=lambda: now[0], wake_worker=lambda: None, wake_sender=lambda: None
    )
    database.close()


def test_a_channel_begins_with_the_defaults(ledger: Ledger) -> None:
    """Nothing is written down for a channel before somebody chooses something."""
    assert ledger.channels.settings(*HERE) == ChannelSettings()


def test_settings_are_read_as_they_were_chosen(ledger: Ledger) -> None:
    """Choosing again replaces them, and other channels know nothing of it."""
    ledger.channels.choose(*HERE, lang="ko", side="public")
    ledger.channels.set_mode(*HERE, "automatic")
    first = ledger.channels.settings(*HERE)
    ledger.channels.choose(*HERE, lang=None, side="all")
    ledger.channels.set_mode(*HERE, "asked")

    assert first == ChannelSettings("automatic", "ko", "public")
    assert ledger.channels.settings(*HERE) == ChannelSettings("asked")
    assert ledger.channels.settings("T0", "C0OTHER") == ChannelSettings()


def test_muting_lies_over_the_mode(ledger: Ledger) -> None:
    """The first who mutes is remembered; lifting it brings back what was chosen before."""
    channels = ledger.channels
    channels.choose(*HERE, lang="ko", side="all")
    channels.set_mode(*HERE, "automatic")

    muted = [channels.mute(*HERE, "U0ALICE", "reaction"), channels.mute(*HERE, "U0BOB")]
    during = channels.settings(*HERE)
    lifted = [channels.unmute(*HERE), channels.unmute(*HERE)]

    assert muted == [True, False]
    assert during.mute == Mute("U0ALICE", NOW, "reaction")
    assert lifted == [during.mute, None]
    assert channels.settings(*HERE) == ChannelSettings("automatic", "ko")


def test_channels_that_are_not_joined_by_themselves(ledger: Ledger) -> None:
    """Those the bot was taken out of, or is not to speak in; a new order to watch ends that."""
    channels = ledger.channels
    channels.note_left("T0", "C0LEFT")
    channels.set_mode("T0", "C0ASKED", "asked")
    channels.mute("T0", "C0MUTED", "U0ALICE")
    channels.set_mode("T0", "C0AUTO", "automatic")
    avoided = channels.avoided("T0")
    channels.set_mode("T0", "C0LEFT", "automatic")

    assert avoided == {"C0LEFT", "C0ASKED", "C0MUTED"}
    assert channels.avoided("T0") == {"C0ASKED", "C0MUTED"}
    assert channels.avoided("T1") == frozenset()


def test_the_newest_question_of_a_person_counts(ledger: Ledger, now: list[float]) -> None:
    """By thread and person, in whatever order they are written down, and not for ever."""
    channels = ledger.channels
    for ts in ("1100.000200", "1100.000100"):
        channels.note_asker(*HERE, "1090.000100", "U0ALICE", ts)
    found = channels.asked_ts(*HERE, "1090.000100", "U0ALICE")
    others = [
        channels.asked_ts(*HERE, "1090.000100", "U0BOB"),
        channels.asked_ts(*HERE, "1091.000100", "U0ALICE"),
    ]
    now[0] += KEEP_ASKERS_SECONDS + 1
    channels.note_asker(*HERE, "1095.000100", "U0BOB", "1200.000100")

    assert found == "1100.000200"
    assert others == [None, None]
    assert channels.asked_ts(*HERE, "1090.000100", "U0ALICE") is None


def test_gaps_keep_their_oldest_beginning_until_they_are_read_up(ledger: Ledger) -> None:
    """One that was not finished is not forgotten by a second loss, and their order stays."""
    channels = ledger.channels
    channels.open_gaps("T0", [Gap("C0B", "1100.000100"), Gap("C0A", "1100.000100")])
    channels.open_gaps("T0", [Gap("C0A", "1090.000100"), Gap("C0B", "1110.000100")])
    channels.close_gap("T0", Gap("C0A", "1100.000100"))
    both = channels.gaps("T0")
    channels.close_gap("T0", both[0])

    assert both == [Gap("C0B", "1100.000100"), Gap("C0A", "1090.000100")]
    assert channels.gaps("T0") == [Gap("C0A", "1090.000100")]


def test_the_newest_message_of_a_channel_is_known_without_keeping_it(
    ledger: Ledger, now: list[float]
) -> None:
    """From the keys of the inbox: by channel, and as of a moment."""
    for place, ts in (
        ("T0/C0INC", "1100.000100"),
        ("T0/C0INC2", "1300.000100"),
        ("T0/C0", "1000.000100"),
    ):
        ledger.inbox.add(Delivery("event", place, f"event:{place}{ts}", f"{place}/{ts}", {}))
    now[0] += 10
    late = "T0/C0INC/1200.000100"
    ledger.inbox.add(Delivery("event", "T0/C0INC", f"event:{late}", late, {}))

    assert ledger.inbox.newest_ts(*HERE, now[0]) == "1100.000100"
    assert ledger.inbox.newest_ts(*HERE, now[0] + 1) == "1200.000100"
    assert ledger.inbox.newest_ts("T0", "C0NONE", now[0] + 1) is None
