"""What a channel's name and topic say: symptoms, without numbers, habits and roles."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.channel_bench import ChannelBench, channel_bench
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from corpus import Gate
from handlers.channel_words import name_words, topic_words

PATTERNS = ("inc-*", "incident-*", "sev-*", "sev[0-9]*", "*-incident", "ops_fire_*")
SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"

_GATE = Gate.load()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("inc-2041-redis-cluster-failing", "redis cluster failing"),
        ("inc-redis", "redis"),
        ("sev1-kafka-lag", "kafka lag"),
        ("sev-2-dns", "dns"),
        ("checkout-incident", "checkout"),
        ("incident-20261201-k8s-nodes", "k8s nodes"),
        ("inc-502", ""),
        ("inc-0412-edge-502", "edge 502"),
        ("inc-latency-0430", "latency"),
        ("ops_fire_payments", "payments"),
        ("inc-77-결제-지연", "결제 지연"),
        ("inc-4711", ""),
        ("", ""),
    ],
)
def test_names_lose_their_habit_and_their_numbers(name: str, words: str) -> None:
    """A number right behind the habit is the incident's; a status code further on is a symptom."""
    assert name_words(name, PATTERNS) == words


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("checkout is throwing 502s | IC: <@U0BOB> | <https://x.example/z|zoom>", "502"),
        ("주문 API 간헐적 멈춤", "멈춤"),
        ("IC: netops | bridge: <https://x.example/z|zoom>", ""),
        ("resolved: all good again, thanks", ""),
        ("GAMEDAY - exercise only, no real impact", ""),
        ("", ""),
    ],
)
def test_topics_keep_what_describes_a_symptom(topic: str, words: str) -> None:
    """Roles, links, drills and ends are none."""
    found = topic_words(topic, _GATE)

    assert words in found
    assert "IC" not in found
    assert bool(found) == bool(words)


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[ChannelBench]:
    """A process that hears nothing by itself."""
    with channel_bench(slack, tmp_path) as made:
        yield made


def make(driver: SlackDriver, name: str, topic: str = "") -> str:
    """A channel with the bot in it; its id."""
    members = ["U0ALICE", "U0BOT"]
    return str(driver.channel_action("create", name=name, topic=topic, members=members)["id"])


def shown(bench: ChannelBench, channel: str) -> tuple[str, ...]:
    """The cases on a channel's card, best first."""
    card = bench.ledger.conversation.card_of("T0LOCAL", channel)
    return card.case_ids if card else ()


def test_name_and_topic_alone_make_no_card(bench: ChannelBench, driver: SlackDriver) -> None:
    """However clear they are: the message that is needed is one about nothing in particular."""
    channel = make(driver, "inc-9-latency-spikes-k8s", SYMPTOM)
    ts = driver.send(channel, "prod down??")
    bench.say(channel, ts, "prod down??")
    topic = {"type": "message", "subtype": "channel_topic", "channel": channel, "ts": ts + "1"}
    bench.hear({**topic, "topic": SYMPTOM, "user": "U0ALICE", "text": f"set the topic: {SYMPTOM}"})
    bench.work()

    assert bench.ledger.conversation.evidence("T0LOCAL", channel) == ("prod down??",)
    assert bench.waiting() == []


def test_name_and_topic_bring_suspects_of_their_own_behind_those_of_the_messages(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """The same message has more to show where the topic names another trouble."""
    other = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
    plain, named = make(driver, "inc-1"), make(driver, "inc-2-postgres-standby", other)
    for channel in (plain, named):
        bench.say(channel, driver.send(channel, SYMPTOM), SYMPTOM)

    assert "PUB-0001" not in shown(bench, plain)
    assert "PUB-0001" in shown(bench, named)
    assert shown(bench, plain)[0] == shown(bench, named)[0]


def test_a_new_topic_changes_the_card(bench: ChannelBench, driver: SlackDriver) -> None:
    """It is one post all the same; a topic that says nothing takes the suspects back."""
    channel = make(driver, "inc-3")
    bench.say(channel, driver.send(channel, SYMPTOM), SYMPTOM)
    before = shown(bench, channel)
    other = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
    seen = []
    for number, topic in enumerate((other, "IC: bob")):
        driver.channel_action("topic", channel=channel, topic=topic)
        line = {"type": "message", "subtype": "channel_topic", "channel": channel, "user": "U0BOB"}
        bench.hear({**line, "ts": f"1999999999.00000{number}", "text": "set the topic"})
        bench.work()
        seen.append(shown(bench, channel))

    assert "PUB-0001" in seen[0]
    assert seen[1] == before
    assert len(bench.waiting()) == 1
