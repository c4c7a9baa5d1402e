"""Follow-ups: for ten minutes whoever was answered goes on asking without a name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.channel_bench import ChannelBench, channel_bench

from bot.local_slack import LocalSlack

QUESTION = "postgres standby fell behind, pg_basebackup hangs"
ASKED = 1_900_000_000


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[ChannelBench]:
    """A process that hears nothing by itself."""
    with channel_bench(slack, tmp_path) as made:
        yield made


def ask(bench: ChannelBench, channel: str = "C0GENERAL") -> str:
    """Alice asks by name; the ts of her question."""
    ts = f"{ASKED}.000100"
    bench.say(channel, ts, f"<@U0BOT> {QUESTION}")
    return ts


def go_on(
    bench: ChannelBench, text: str, after: float = 60, channel: str = "C0GENERAL", **more: str
) -> bool:
    """Alice writes so many seconds later in the thread; whether she is answered."""
    ts = f"{ASKED + after:.0f}.000100"
    event = {"thread_ts": f"{ASKED}.000100", **more}
    bench.say(channel, ts, text, **{key: value for key, value in event.items() if value})
    return f"answer:{channel}:{ts}" in bench.waiting()


@pytest.mark.parametrize(
    ("after", "answered"), [(1, True), (599, True), (600, True), (601, False), (3600, False)]
)
def test_ten_minutes_after_the_question_with_the_name(
    bench: ChannelBench, after: float, answered: bool
) -> None:
    """Longer than that, people talk to each other again."""
    ask(bench)

    assert go_on(bench, "and the WAL segment was already removed", after) is answered


def test_an_answered_follow_up_begins_no_new_ten_minutes(bench: ChannelBench) -> None:
    """Else somebody who keeps writing in the thread would be answered for ever."""
    ask(bench)

    assert go_on(bench, "and the WAL segment was removed", 500)
    assert not go_on(bench, "replication slot is missing too", 900)


def test_a_new_mention_begins_new_ten_minutes(bench: ChannelBench) -> None:
    """The newest counts."""
    ask(bench)
    go_on(bench, f"<@U0BOT> {QUESTION}", 500)

    assert go_on(bench, "replication slot is missing too", 900)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("and the WAL segment was removed", {"user": "U0BOB"}),
        ("and the WAL segment was removed", {"thread_ts": ""}),
        ("and the WAL segment was removed", {"thread_ts": "1899999999.000100"}),
        ("WAL segment was removed", {"bot_id": "B0PEER"}),
        ("<@U0BOB> was the WAL segment removed?", {}),
        ("Thanks!", {}),
        ("감사합니다", {}),
        (":+1:", {}),
    ],
)
def test_what_is_no_follow_up(bench: ChannelBench, text: str, more: dict[str, str]) -> None:
    """Somebody else's words, another place, words to somebody else, thanks, and an emoji."""
    ask(bench)

    assert not go_on(bench, text, **more)


def test_a_question_that_was_not_understood_is_followed_up(bench: ChannelBench) -> None:
    """Whoever was told "tell me what you see" does that, without the name again."""
    ts = f"{ASKED}.000100"
    bench.say("C0GENERAL", ts, "<@U0BOT> component:redis")

    assert go_on(bench, QUESTION)


def test_other_talk_in_the_cards_thread_is_evidence(bench: ChannelBench) -> None:
    """Of whoever did not ask; what is asked is no evidence."""
    symptom = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
    more = "pods get evicted, node has DiskPressure, kubelet is restarting them"
    bench.say("C0INC", f"{ASKED}.000100", symptom)
    thread = {"thread_ts": f"{ASKED}.000100"}
    bench.say("C0INC", f"{ASKED + 10}.000100", more, **thread, user="U0BOB")
    bench.say("C0INC", f"{ASKED + 20}.000100", f"<@U0BOT> {QUESTION}", **thread)
    answered = go_on(bench, "users see errors, replication lag grows", 30, "C0INC")

    assert answered
    assert bench.ledger.conversation.evidence("T0LOCAL", "C0INC") == (symptom, more)
