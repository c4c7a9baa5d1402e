"""The shortcut *Find similar incidents* on the real bot: any message, answered to one person."""

import json
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.suspects import DISK, POOL, SYMPTOM
from support.threads import MakeChannel, import_cases, text_of

QUERY = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
PAYLOADS = Path(__file__).parents[1] / "payloads"


@pytest.fixture(autouse=True, scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Own cases, to be kept from guests."""
    import_cases(bot, tmp_path_factory.mktemp("own"), POOL, DISK)


def look_up(driver: SlackDriver, channel: str, ts: str, user: str = "U0ALICE") -> Json:
    """Run the shortcut on a message; the private answer."""
    before = len(driver.ephemerals(user, channel))
    assert driver.shortcut("find_similar", channel, ts, user=user)["acked"]
    return driver.wait_for(lambda: driver.ephemerals(user, channel)[before:])[0]


def test_message_is_looked_up_for_one_person(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Only who asked sees the answer, also in a channel that is not watched."""
    channel = make_channel("general")
    ts = driver.send(channel, QUERY, user="U0BOB")

    answer = look_up(driver, channel, ts)

    assert "PUB-0001" in text_of(answer)
    assert "lookup.share" in text_of(answer)
    assert driver.posts(channel) == []
    assert driver.ephemerals("U0BOB", channel) == []
    assert driver.views() == []


def test_answer_is_shared_in_the_thread_of_the_message(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Where everybody looks for it."""
    channel = make_channel("general")
    ts = driver.send(channel, QUERY)
    answer = look_up(driver, channel, ts)
    driver.click(answer, "lookup.share")

    [shared] = driver.wait_for(lambda: driver.thread(channel, ts))
    driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel) == [])

    assert "PUB-0001" in text_of(shared)


def test_answer_about_a_reply_stands_in_its_thread(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """It would be missed at the end of the channel."""
    channel = make_channel("general")
    root = driver.send(channel, "anyone around?")
    ts = driver.send(channel, QUERY, thread_ts=root)

    answer = look_up(driver, channel, ts)

    assert answer["thread_ts"] == root


@pytest.mark.parametrize("where", ["attachments", "blocks"])
def test_words_of_alerts_are_read(
    driver: SlackDriver, make_channel: MakeChannel, where: str
) -> None:
    """What other bots post is only in attachments or blocks."""
    channel = make_channel("general")
    parts: Json = {
        "attachments": {"attachments": [{"title": "Replication", "text": QUERY}]},
        "blocks": {
            "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": f"*Alert* {QUERY}"}}]
        },
    }
    extra = {"subtype": "bot_message", "bot_id": "B0ALERT", "username": "alerts"} | parts[where]
    ts = driver.send(channel, "", extra=extra)

    answer = look_up(driver, channel, ts)

    assert "PUB-0001" in text_of(answer)


def test_nothing_in_a_message_is_a_filter(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Labels of an alert look like filters, and narrow nothing."""
    channel = make_channel("general")
    ts = driver.send(channel, f"{QUERY} component:kublet org:Nobody own: since:yesterday")

    answer = look_up(driver, channel, ts)

    assert "PUB-0001" in text_of(answer)


def test_elsewhere_it_is_a_modal(driver: SlackDriver) -> None:
    """In a private channel without the bot, with *Share* through Slack's own way in."""
    ts = driver.send("C0PRIV", QUERY)
    driver.shortcut("find_similar", "C0PRIV", ts)
    [view] = driver.wait_for(lambda: [v for v in driver.views() if "PUB-0001" in text_of(v)])
    driver.click(view, "search.share")

    [shared] = driver.wait_for(
        lambda: [m for m in driver.messages("C0PRIV") if "PUB-0001" in text_of(m)]
    )

    assert shared["thread_ts"] == ts
    assert driver.ephemerals("U0ALICE", "C0PRIV") == []
    assert "CASE-" not in text_of(shared)


def test_expired_trigger_is_answered_in_the_channel(driver: SlackDriver) -> None:
    """A modal that Slack no longer opens loses nothing."""
    ts = driver.send("C0PRIV", QUERY)
    driver.fault("views.open", "error", error="expired_trigger_id")

    answer = look_up(driver, "C0PRIV", ts)

    assert "PUB-0001" in text_of(answer)


def test_message_without_words_gets_a_sentence(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """An emoji alone, in the reader's language."""
    channel = make_channel("general")
    ts = driver.send(channel, ":fire:")

    english = look_up(driver, channel, ts)
    korean = look_up(driver, channel, ts, "U0BOB")

    assert english["text"] == "This message has no words that I could look up."
    assert "찾아볼 만한 글이 없어요" in korean["text"]


def test_words_of_the_bot_are_words_here(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A message that says "help" or "recent" is looked up like any other."""
    channel = make_channel("general")
    ts = driver.send(channel, "recent")

    answer = look_up(driver, channel, ts)

    assert "Nothing close in the library" in text_of(answer)


def test_guest_gets_public_cases_alone(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Whoever wrote the message."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited="U0GUEST")
    ts = driver.send(channel, SYMPTOM)

    member, guest = look_up(driver, channel, ts), look_up(driver, channel, ts, "U0GUEST")

    assert "CASE-0101" in text_of(member)
    assert "CASE-" not in text_of(guest)


@pytest.mark.parametrize("path", sorted(PAYLOADS.glob("*.json")), ids=lambda path: path.stem)
def test_every_known_message_shape_is_answered(
    driver: SlackDriver, make_channel: MakeChannel, path: Path
) -> None:
    """Whole payloads as other bots post them."""
    payload = json.loads(path.read_text(encoding="utf-8"))
    event = payload.get("event", payload)
    kept = {"text", "blocks", "attachments", "bot_id", "username", "subtype"}
    extra = {key: value for key, value in event.items() if key in kept and value is not None}
    if extra.get("subtype") not in (None, "bot_message"):
        pytest.skip("nobody can run a shortcut on it")
    channel = make_channel("general")
    ts = driver.send(channel, str(extra.pop("text", "") or ""), extra=extra)

    assert look_up(driver, channel, ts)["text"]
    assert driver.failures() == []
