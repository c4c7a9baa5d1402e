"""Channels on the real bot: watched, left, muted and set up by people, joined by their names."""

import json
from collections.abc import Callable

import pytest
from support.driver import Json, SlackDriver

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
MORE = "pods get evicted, node has DiskPressure, kubelet is restarting them"

MakeChannel = Callable[..., str]


def text_of(place: Json) -> str:
    """Everything a reader of a message or view sees, as JSON text."""
    return json.dumps(place["blocks"], ensure_ascii=False)


def order(driver: SlackDriver, channel: str, text: str, user: str = "U0ALICE") -> Json:
    """Run a command and return the private answer."""
    before = len(driver.ephemerals(user, channel))
    acked = driver.command(channel, text, user=user)
    assert acked["acked"], acked
    return driver.wait_for(lambda: driver.ephemerals(user, channel)[before:], 15)[0]


def settle(driver: SlackDriver, channel: str) -> None:
    """Return once the bot has worked through what happened so far: it answers a mention last."""
    asked = driver.send(channel, "<@U0BOT> help")
    driver.wait_for(lambda: driver.thread(channel, asked), 15)


def cards(driver: SlackDriver, channel: str) -> list[Json]:
    """The bot's unasked posts in a channel."""
    found = driver.posts(channel)
    return [p for p in found if p["metadata"]["event_payload"]["key"].startswith("card:")]


def wait_for_card(driver: SlackDriver, channel: str) -> Json:
    """The card of a channel, once it is there."""
    return driver.wait_for(lambda: cards(driver, channel), 15)[0]


def test_watch_and_unwatch(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Any channel gets a card after *watch*, and its symptoms are left alone after *unwatch*."""
    channel, other = make_channel("general"), make_channel()
    told = order(driver, channel, "watch")
    driver.send(channel, SYMPTOM)
    wait_for_card(driver, channel)
    left = order(driver, other, "Unwatch")
    driver.send(other, SYMPTOM)
    settle(driver, other)

    assert "I watch this channel now" in told["text"]
    assert "watch" in left["text"]
    assert cards(driver, other) == []


def test_orders_are_answered_in_the_readers_language(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """And may be given in it."""
    channel = make_channel("general")

    told = [order(driver, channel, text, "U0BOB")["text"] for text in ("지켜보기", "음소거 해제")]

    assert "지켜볼게요" in told[0]
    assert "음소거 상태가 아니에요" in told[1]


def test_more_words_make_a_question(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """What stands behind "watch" is looked up like everything else."""
    channel = make_channel("general")

    answer = order(driver, channel, f"watch {SYMPTOM}")

    assert "PUB-0041" in text_of(answer)


def test_watch_joins_a_public_channel(driver: SlackDriver) -> None:
    """The bot was not in it, and hears the next symptom."""
    channel = str(driver.channel_action("create", name="war-room")["id"])
    order(driver, channel, "watch")
    driver.send(channel, SYMPTOM)

    card = wait_for_card(driver, channel)

    assert "PUB-0041" in text_of(card)


def test_watch_in_a_private_channel_says_how_to_invite(driver: SlackDriver) -> None:
    """A private channel cannot be joined; once invited, it is watched like any other."""
    made = driver.channel_action("create", name="inc-7001-secret", is_private=True)
    channel = str(made["id"])
    told = order(driver, channel, "watch")
    driver.channel_action("invite", channel=channel)
    driver.send(channel, SYMPTOM)

    card = wait_for_card(driver, channel)

    assert "/invite @incident-lookup" in told["text"]
    assert "PUB-0041" in text_of(card)


@pytest.mark.parametrize(
    ("error", "told"),
    [("is_archived", "archived"), ("too_many_members", "/invite @incident-lookup")],
)
def test_watch_says_why_it_cannot(driver: SlackDriver, error: str, told: str) -> None:
    """Whatever Slack refuses ends in one sentence."""
    channel = str(driver.channel_action("create", name=f"room-{error}")["id"])
    driver.fault("conversations.join", "error", error=error)

    assert told in order(driver, channel, "watch")["text"]


def test_guests_change_nothing(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """They may ask for quiet, as anybody who is annoyed may."""
    channel = make_channel("general")
    driver.set_user("U0GUEST", patch={"is_restricted": True})

    told = [order(driver, channel, each, "U0GUEST")["text"] for each in ("watch", "mute")]

    assert "Only members" in told[0]
    assert "Muted here" in told[1]


def test_muted_channel_gets_no_card_and_answers_questions(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """And whoever asks for quiet again is told who wanted it first."""
    channel = make_channel()
    own = order(driver, channel, "mute")
    driver.send(channel, SYMPTOM)
    settle(driver, channel)
    others = order(driver, channel, "mute", "U0BOB")

    assert "Muted here" in own["text"]
    assert "alice 님이" in others["text"]
    assert cards(driver, channel) == []


def test_unmute_brings_the_card_back(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """With what is said from then on."""
    channel = make_channel()
    order(driver, channel, "mute")
    driver.send(channel, MORE)
    order(driver, channel, "unmute")
    driver.send(channel, SYMPTOM)

    card = wait_for_card(driver, channel)

    assert "matched on 1 message " in text_of(card)


def test_mute_here_on_the_card(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Nothing is edited any more; *Undo* on the private answer lets it go on."""
    channel = make_channel()
    driver.send(channel, SYMPTOM)
    card = wait_for_card(driver, channel)
    driver.click(card, "channel.mute")
    [told] = driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel), 15)
    driver.send(channel, MORE)
    settle(driver, channel)
    during = cards(driver, channel)
    driver.click(told, "channel.unmute")
    driver.wait_for(lambda: "Not muted" in driver.ephemerals("U0ALICE", channel)[0]["text"], 15)
    driver.send(channel, MORE)
    [after] = driver.wait_for(
        lambda: [each for each in cards(driver, channel) if "2 messages" in text_of(each)], 15
    )

    assert text_of(during[0]) == text_of(card)
    assert after["ts"] == card["ts"]
    assert len(driver.ephemerals("U0ALICE", channel)) == 1


def test_mute_emoji_on_the_card(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Seen by everybody, so that nothing is said; taken away, the card goes on."""
    channel = make_channel()
    driver.send(channel, SYMPTOM)
    card = wait_for_card(driver, channel)
    driver.react(channel, card["ts"], "mute")
    driver.send(channel, MORE)
    settle(driver, channel)
    during = cards(driver, channel)[0]
    driver.unreact(channel, card["ts"], "mute")
    driver.send(channel, MORE)

    driver.wait_for(lambda: "2 messages" in text_of(cards(driver, channel)[0]), 15)

    assert text_of(during) == text_of(card)
    assert driver.ephemerals("U0ALICE", channel) == []


def test_mute_said_to_the_bot(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """It is answered in the thread, and the channel is quiet."""
    channel = make_channel()
    ts = driver.send(channel, "<@U0BOT> mute")
    [told] = driver.wait_for(lambda: driver.thread(channel, ts), 15)
    driver.send(channel, SYMPTOM)
    settle(driver, channel)

    assert "Muted here" in told["text"]
    assert cards(driver, channel) == []


def open_settings(driver: SlackDriver, channel: str, user: str = "U0ALICE") -> Json:
    """The settings of a channel, filled."""
    before = {view["id"] for view in driver.views(user)}
    driver.command(channel, "settings", user=user)

    def look() -> list[Json]:
        new = [view for view in driver.views(user) if view["id"] not in before]
        return [view for view in new if view.get("submit") or "problem." in str(view["blocks"])]

    return driver.wait_for(look, 15)[-1]


def choose(mode: str, lang: str = "en", side: str = "all") -> Json:
    """What is entered in that modal."""
    return {
        "channel.mode-block": {"channel.mode": mode},
        "channel.language-block": {"channel.language": lang},
        "channel.side-block": {"channel.side": side},
    }


def test_settings_are_shown_saved_and_acted_on(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A channel that was left alone by its name gets its card, in Korean."""
    channel = make_channel("general")
    view = open_settings(driver, channel)
    driver.submit(view, choose("automatic", "ko", "public"))
    driver.wait_for(lambda: "Saved." in str(driver.ephemerals("U0ALICE", channel)), 15)
    driver.send(channel, SYMPTOM)
    card = wait_for_card(driver, channel)
    again = open_settings(driver, channel)
    driver.close(again)

    assert "answers only when somebody asks" in text_of(view)
    assert "원인" in text_of(card)
    assert '"value": "public"' in json.dumps(again["blocks"][-1]["element"]["initial_option"])
    assert "By its name" not in text_of(again)


def test_settings_change_the_card_that_stands(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Another language at once, in the same message."""
    channel = make_channel()
    driver.send(channel, SYMPTOM)
    card = wait_for_card(driver, channel)
    driver.submit(open_settings(driver, channel), choose("automatic", "ko", "all"))

    [after] = driver.wait_for(
        lambda: [each for each in cards(driver, channel) if "원인" in text_of(each)], 15
    )

    assert after["ts"] == card["ts"]


def test_settings_mute_and_say_who_did(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Another mode lifts it."""
    channel = make_channel()
    driver.submit(open_settings(driver, channel), choose("muted"))
    driver.wait_for(lambda: "Saved." in str(driver.ephemerals("U0ALICE", channel)), 15)
    view = open_settings(driver, channel, "U0BOB")
    driver.submit(view, choose("automatic"))
    driver.wait_for(lambda: driver.ephemerals("U0BOB", channel), 15)
    driver.send(channel, SYMPTOM)
    wait_for_card(driver, channel)

    assert "alice 님이" in text_of(view)


def test_settings_where_there_are_none(driver: SlackDriver) -> None:
    """One plain sentence in the modal: not a member, and a direct message."""
    private = driver.channel_action("create", name="private-2", is_private=True)
    views = []
    for channel in (str(private["id"]), driver.direct()):
        views.append(open_settings(driver, channel))
        driver.close(views[-1])

    assert "/invite @incident-lookup" in text_of(views[0])
    assert "for channels" in text_of(views[1])


def test_new_incident_channels_are_joined_and_read(driver: SlackDriver) -> None:
    """An incident bot's first words, written before the bot could join, bring the card."""
    driver.faults(events={"hold": True})
    channel = str(driver.channel_action("create", name="inc-8001-slow")["id"])
    ts = driver.send(channel, SYMPTOM)
    driver.faults(events={"hold": False})
    driver.post("release", {})

    card = wait_for_card(driver, channel)

    assert card["thread_ts"] == ts
    assert len(driver.posts(channel)) == 1


def test_renamed_channels_are_joined_and_let_go(driver: SlackDriver) -> None:
    """The name of the moment counts."""
    channel = str(driver.channel_action("create", name="misc-8002")["id"])
    driver.channel_action("rename", channel=channel, name="inc-8002")
    driver.wait_for(lambda: "U0BOT" in driver.channel(channel)["members"], 15)
    driver.channel_action("rename", channel=channel, name="misc-8002")
    driver.send(channel, SYMPTOM)
    settle(driver, channel)

    assert cards(driver, channel) == []


def test_a_channel_the_bot_was_removed_from_is_left_alone(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Also when it is renamed; *watch* brings the bot back."""
    channel = make_channel()
    settle(driver, channel)
    driver.channel_action("kick", channel=channel)
    driver.wait_for(lambda: driver.deliveries("channel_left"), 15)
    driver.channel_action("rename", channel=channel, name="inc-8003-again")
    told = order(driver, channel, "help")
    members = driver.channel(channel)["members"]
    order(driver, channel, "watch")

    assert told["text"]
    assert "U0BOT" not in members
    assert "U0BOT" in driver.channel(channel)["members"]


def test_follow_ups_need_no_name(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """In the thread of an answered mention, for the one who asked."""
    channel = make_channel("general")
    ts = driver.send(channel, "<@U0BOT> our database is slow")
    driver.wait_for(lambda: driver.thread(channel, ts), 15)
    driver.send(channel, "I have seen that too", thread_ts=ts, user="U0BOB")
    driver.send(channel, "pg_basebackup hangs, WAL segment already removed", thread_ts=ts)

    said = driver.wait_for(lambda: driver.thread(channel, ts)[3:], 15)
    settle(driver, channel)

    assert "PUB-0001" in text_of(said[0])
    assert len(driver.thread(channel, ts)) == 4
