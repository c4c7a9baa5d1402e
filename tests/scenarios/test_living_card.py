"""The living card: symptoms in a watched channel bring one card, which is edited from then on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.driver import Json, SlackDriver

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
MORE = "pods get evicted, node has DiskPressure, kubelet is restarting them"
ALERT = (
    "charts-db standby charts-s1: replay lag 9.1GB and rising, requested WAL segment has already "
    "been removed; newest object in the bucket of logical backups: none found"
)
PAYLOADS = Path(__file__).parents[1] / "payloads"

MakeChannel = Callable[..., str]


def text_of(message: Json) -> str:
    """Everything a reader of the message sees, as JSON text."""
    return json.dumps(message["blocks"], ensure_ascii=False)


def settle(driver: SlackDriver, channel: str) -> None:
    """Return once the bot has worked through what was said so far: it answers a mention last."""
    asked = driver.send(channel, "<@U0BOT> help")
    driver.wait_for(lambda: driver.thread(channel, asked))


def cards(driver: SlackDriver, channel: str) -> list[Json]:
    """The bot's unasked posts in a channel, by the key that each post carries."""
    return [post for post in driver.posts(channel) if key_of(post).startswith("card:")]


def counting(driver: SlackDriver, channel: str, count: str) -> list[Json]:
    """The bot's posts that say on how many messages they rest; Slack marks no edit of blocks."""
    return [post for post in driver.posts(channel) if count in text_of(post)]


def key_of(post: Json) -> str:
    """The outbox key in a post's metadata."""
    return str(post["metadata"]["event_payload"]["key"])


def test_card_comes_in_the_thread_of_the_symptom(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A live symptom in a watched channel brings the card with cause, fix and reasons."""
    channel = make_channel()
    ts = driver.send(channel, SYMPTOM)

    [card] = driver.wait_for(lambda: driver.thread(channel, ts))

    assert "PUB-0041" in text_of(card)
    assert "Fixed by" in text_of(card)
    assert "Why" in text_of(card)
    assert card["text"].startswith(("Looks like", "This past", "These"))


def test_card_is_edited_and_never_doubled(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Further evidence changes the one card; there is no second post."""
    channel = make_channel()
    first = driver.send(channel, SYMPTOM)
    driver.wait_for(lambda: driver.thread(channel, first))
    driver.send(channel, MORE)

    edited = driver.wait_for(lambda: counting(driver, channel, "2 messages"))

    assert len(driver.posts(channel)) == len(edited) == 1


def test_card_gathers_evidence_that_alone_says_little(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A bare cry stays without an answer; the useful line later brings the card, in its thread."""
    channel = make_channel()
    driver.send(channel, "prod down??")
    settle(driver, channel)
    before = cards(driver, channel)
    useful = driver.send(channel, SYMPTOM)

    [card] = driver.wait_for(lambda: driver.thread(channel, useful))

    assert before == []
    assert "PUB-0041" in text_of(card)


@pytest.mark.parametrize(
    "text",
    [
        "taking a look now",
        "the redis failover drill is planned for tuesday 10:00",
        "resolved: error rates are back to normal, thanks all",
        "can someone open a bridge?",
        ":eyes:",
        "",
    ],
)
def test_card_does_not_come_for_chatter(
    driver: SlackDriver, make_channel: MakeChannel, text: str
) -> None:
    """Coordination, plans and resolved notes stay without an answer."""
    channel = make_channel()
    driver.send(channel, text)
    settle(driver, channel)

    assert cards(driver, channel) == []


def test_card_does_not_come_in_channels_that_are_not_watched(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The same symptom in #general is none of the bot's business."""
    channel = make_channel("general")
    driver.send(channel, SYMPTOM)
    settle(driver, channel)

    assert cards(driver, channel) == []


def test_card_reads_alert_bots(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """An alert whose words are only in its attachment is evidence like a person's words."""
    event = json.loads((PAYLOADS / "opsgenie_alert_created.json").read_text(encoding="utf-8"))
    parts = ("bot_id", "app_id", "bot_profile", "subtype", "username")
    extra = {key: event["event"][key] for key in parts if key in event["event"]}
    attachment = {"title": "#1822: PostgresStandbyLagCritical", "text": ALERT, "fallback": ALERT}
    channel = make_channel()
    driver.send(channel, "", extra={**extra, "attachments": [attachment]})

    [card] = driver.wait_for(lambda: driver.posts(channel))

    assert "PUB-0001" in text_of(card)


def test_card_answers_korean(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Korean symptoms find the case as well."""
    channel = make_channel()
    ts = driver.send(
        channel,
        "k8s로 옮긴 뒤로 p99는 멀쩡한데 몇 분마다 최대 지연이 수 초까지 튀고 있어요",
        user="U0BOB",
    )

    [card] = driver.wait_for(lambda: driver.thread(channel, ts))

    assert "PUB-0041" in text_of(card)


def test_card_ignores_the_bots_own_posts_in_every_guise(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Own posts come back as events, also without user or app id, and are not answered."""
    channel = make_channel()
    driver.faults(echo="bot_message")
    first = driver.send(channel, SYMPTOM)
    driver.wait_for(lambda: driver.thread(channel, first))
    driver.faults(echo="bare")
    driver.send(channel, MORE)
    driver.wait_for(lambda: counting(driver, channel, "2 messages"))
    settle(driver, channel)

    assert len(cards(driver, channel)) == 1


def test_card_is_posted_once_for_a_redelivered_event(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The same event again, by id or as a retry, changes nothing."""
    channel = make_channel()
    driver.faults(events={"duplicate": 1, "lose_acks": 1})
    ts = driver.send(channel, SYMPTOM)
    driver.wait_for(lambda: driver.thread(channel, ts))
    settle(driver, channel)

    assert len(driver.thread(channel, ts)) == 1
    assert len(driver.calls("chat.postMessage")) == len(
        {json.dumps(call["args"].get("metadata")) for call in driver.calls("chat.postMessage")}
    )
