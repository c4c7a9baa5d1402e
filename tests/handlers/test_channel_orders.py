"""Orders about a channel, and what holds there afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.channel_bench import ChannelBench, channel_bench
from support.driver import Json, SlackDriver

from bot.local_slack import LocalSlack
from corpus import Case
from handlers.audience import EVERYONE, audience_in
from handlers.channel_orders import ORDERS, read_order
from handlers.channel_rules import lang_in, mode_in
from handlers.staleness import STALE_SECONDS
from handlers.watch import redraw_card

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
MORE = "pods get evicted, node has DiskPressure, kubelet is restarting them"
TEAM = "T0LOCAL"


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[ChannelBench]:
    """A process that hears nothing by itself."""
    with channel_bench(slack, tmp_path) as made:
        yield made


def mode(bench: ChannelBench, channel: str = "C0INC") -> str:
    """When the bot speaks in a channel."""
    return mode_in(bench.services, bench.services.directory.channel(channel))


def card(bench: ChannelBench, driver: SlackDriver) -> Json:
    """The card of a symptom that was just said in #inc-4711-checkout."""
    ts = driver.send("C0INC", SYMPTOM)
    bench.say("C0INC", ts, SYMPTOM)
    bench.send()
    [posted] = driver.thread("C0INC", ts)
    return posted


def react(bench: ChannelBench, ts: str, kind: str = "reaction_added", **more: str) -> bool:
    """Alice puts the emoji on a message, or takes it away; whether it was heard."""
    item = {"type": more.pop("item", "message"), "channel": "C0INC", "ts": ts}
    event = {"type": kind, "user": "U0ALICE", "reaction": "mute", "item": item, **more}
    heard = bench.hear({**event, "event_ts": ts})
    bench.work()
    return heard


@pytest.mark.parametrize("text", sorted(ORDERS))
def test_orders_are_whole_texts(text: str) -> None:
    """In any case, with a full stop or without; more words make a question of them."""
    assert read_order(f"  {text.upper()}! ") == ORDERS[text]
    assert read_order(f"{text} dog keeps resetting the node") is None
    assert read_order("") is None


def test_a_channel_follows_its_name_until_somebody_chooses(bench: ChannelBench) -> None:
    """What is chosen stays through renames; muting lies over all of it."""
    channels = bench.ledger.channels
    by_name = mode(bench), mode(bench, "C0GENERAL")
    channels.set_mode(TEAM, "C0INC", "asked")
    channels.set_mode(TEAM, "C0GENERAL", "automatic")
    chosen = mode(bench), mode(bench, "C0GENERAL")
    channels.mute(TEAM, "C0GENERAL", "U0ALICE")

    assert by_name == ("automatic", "asked")
    assert chosen == ("asked", "automatic")
    assert mode(bench, "C0GENERAL") == "muted"


def test_language_and_cases_of_a_channel(bench: ChannelBench, driver: SlackDriver) -> None:
    """They hold for what is visible there, and nowhere else."""
    bench.ledger.channels.choose(TEAM, "C0INC", lang="ko", side="public")
    posted = card(bench, driver)
    here, there = (bench.services.directory.channel(each) for each in ("C0INC", "C0GENERAL"))

    assert (lang_in(bench.services, "C0INC"), lang_in(bench.services, "C0GENERAL")) == ("ko", "en")
    assert audience_in(bench.services, here) == EVERYONE
    assert audience_in(bench.services, there).own
    assert "여기서 음소거" in str(posted["blocks"])


def test_own_cases_leave_a_card_that_is_to_show_none(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """At once, not with the next symptom; where nothing else was found, the card says so."""
    bench.add(
        Case.from_document(
            {
                "id": "CASE-0001",
                "title": {"en": "Zebra ledger hung on the flamingo lock"},
                "symptoms_text": {"en": "zebra ledger hangs, flamingo lock waits pile up"},
                "visibility": "team",
            }
        )
    )
    text = "zebra ledger hangs again, flamingo lock waits pile up, requests fail with timeouts"
    ts = driver.send("C0INC", text)
    bench.say("C0INC", ts, text)
    bench.send()
    before = str(driver.thread("C0INC", ts)[0]["blocks"])
    bench.ledger.channels.choose(TEAM, "C0INC", lang=None, side="public")
    redraw_card(bench.services, "C0INC")
    bench.send()
    [card] = driver.thread("C0INC", ts)

    assert "CASE-0001" in before
    assert "CASE-0001" not in str(card)


def test_a_question_is_answered_in_the_channels_language(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """Also where the bot is muted: whoever asks wants to know."""
    bench.ledger.channels.choose(TEAM, "C0INC", lang="ko", side="all")
    bench.ledger.channels.mute(TEAM, "C0INC", "U0BOB")
    ts = driver.send("C0INC", f"<@U0BOT> {SYMPTOM}")
    bench.say("C0INC", ts, f"<@U0BOT> {SYMPTOM}")
    bench.send()

    [answer] = driver.thread("C0INC", ts)

    assert "PUB-0041" in str(answer["blocks"])
    assert "근거" in str(answer["blocks"])


def test_muted_channels_get_no_card_and_keep_no_words(bench: ChannelBench) -> None:
    """What is said while it is muted is not kept for later."""
    bench.ledger.channels.mute(TEAM, "C0INC", "U0ALICE")
    bench.say("C0INC", "1999999990.000100", SYMPTOM)
    bench.ledger.channels.unmute(TEAM, "C0INC")
    bench.say("C0INC", "1999999991.000100", "prod down??")

    assert bench.waiting() == []
    assert bench.ledger.conversation.evidence(TEAM, "C0INC") == ("prod down??",)


def test_the_emoji_on_the_card_mutes_and_its_removal_undoes_it(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """By the same person; that somebody else takes theirs away changes nothing."""
    ts = str(card(bench, driver)["ts"])
    react(bench, ts)
    seen = [mode(bench)]
    react(bench, ts, "reaction_removed", user="U0BOB")
    seen.append(mode(bench))
    react(bench, ts, "reaction_removed")
    seen.append(mode(bench))

    assert seen == ["muted", "muted", "automatic"]


def test_an_emoji_does_not_lift_what_was_ordered_in_words(
    bench: ChannelBench, driver: SlackDriver
) -> None:
    """Tidying up reactions is no order."""
    ts = str(card(bench, driver)["ts"])
    bench.ledger.channels.mute(TEAM, "C0INC", "U0ALICE")
    react(bench, ts)
    react(bench, ts, "reaction_removed")

    assert mode(bench) == "muted"


@pytest.mark.parametrize(
    "more", [{"reaction": "eyes"}, {"item": "file"}, {"user": "U0BOT"}, {"ts": "other"}]
)
def test_emojis_that_mean_nothing(
    bench: ChannelBench, driver: SlackDriver, more: dict[str, str]
) -> None:
    """Another emoji, another thing, the bot's own, and any message but the card."""
    ts = str(card(bench, driver)["ts"])
    heard = react(bench, "1999999999.000100" if more.pop("ts", "") else ts, **more)

    assert heard == (not more)
    assert mode(bench) == "automatic"


def test_an_emoji_of_another_bot_means_nothing(bench: ChannelBench, driver: SlackDriver) -> None:
    """Only people want quiet."""
    ts = str(card(bench, driver)["ts"])
    driver.set_user("U0PEER", is_bot=True)
    react(bench, ts, user="U0PEER")

    assert mode(bench) == "automatic"


@pytest.mark.parametrize("text", ["<@U0BOT> mute", "<@U0BOT> 음소거"])
def test_mute_said_to_the_bot_is_answered_in_the_thread(
    bench: ChannelBench, driver: SlackDriver, text: str
) -> None:
    """Where everybody sees it, in the channel's language; nobody is pinged."""
    bench.ledger.channels.choose(TEAM, "C0INC", lang="ko", side="all")
    driver.set_user("U0BOB", real_name="<!channel> Bob", patch={"profile": {}})
    first, second = (driver.send("C0INC", text, user=user) for user in ("U0BOB", "U0ALICE"))
    for ts, user in ((first, "U0BOB"), (second, "U0ALICE")):
        bench.say("C0INC", ts, text, user=user)
    bench.send()

    own, others = (driver.thread("C0INC", ts)[0]["text"] for ts in (first, second))

    assert mode(bench) == "muted"
    assert "음소거 상태예요" in own
    assert "Bob 님이" in others
    assert "<!channel>" not in others
    assert "<@" not in others


@pytest.mark.parametrize(("order", "after"), [("mute", "muted"), ("unmute", "automatic")])
def test_a_stale_order_is_carried_out_in_silence(
    bench: ChannelBench, order: str, after: str
) -> None:
    """Whoever wanted quiet an hour ago still wants it; an answer now would be noise."""
    if order == "unmute":
        bench.ledger.channels.mute(TEAM, "C0INC", "U0ALICE")
    ts = f"{bench.now.timestamp() - STALE_SECONDS - 60:.6f}"
    text = f"<@U0BOT> {order}"
    event = {"type": "message", "channel": "C0INC", "ts": ts, "text": text, "user": "U0ALICE"}
    bench.hear(event, caught_up=True)
    bench.work()

    assert mode(bench) == after
    assert bench.waiting() == []


def test_orders_are_for_channels(bench: ChannelBench, driver: SlackDriver) -> None:
    """In a direct message there is nothing to mute."""
    place = driver.direct()
    ts = driver.send(place, "mute")
    bench.say(place, ts, "mute", channel_type="im")
    bench.send()

    assert "for channels" in driver.thread(place, ts)[0]["text"]
