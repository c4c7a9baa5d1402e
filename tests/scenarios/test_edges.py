"""Edges: guests, odd orders and payloads, late answers, locks; nothing leaks, nothing is lost."""

import json
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver

from bot.local_slack import LocalSlack

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
MORE = "pods get evicted, node has DiskPressure, kubelet is restarting them"
QUERY = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
OWN_QUERY = (
    "zebra ledger reconciler stuck, nightly settlement export hangs with flamingo lock timeout"
)
OWN = {
    "id": "CASE-0001",
    "title": {"en": "Zebra ledger reconciler hung on the flamingo lock"},
    "symptoms_text": {
        "en": "The zebra ledger reconciler was stuck and the nightly settlement export hung. "
        "Logs repeated a flamingo lock timeout until the export was killed."
    },
}

MakeChannel = Callable[..., str]
Alone = tuple[SlackDriver, Callable[..., BotProcess]]


def text_of(place: Json) -> str:
    """Everything a reader of a message or view sees, as JSON text."""
    return json.dumps(place.get("blocks"), ensure_ascii=False)


def import_case(bot: BotProcess, folder: Path, document: Json) -> str:
    """Import a case by another process while the bot runs; its id."""
    file = folder / "case.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    command = [sys.executable, "-m", "bot", "--db", str(bot.database), "import", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    return str(document["id"])


@pytest.fixture(scope="module")
def own_case(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An own case in the bot's library; its id."""
    return import_case(bot, tmp_path_factory.mktemp("own"), OWN)


@pytest.fixture
def guest(driver: SlackDriver) -> str:
    """A guest of the workspace."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    return "U0GUEST"


def posted_in(driver: SlackDriver, channel: str) -> list[Json]:
    """The posts made in a channel, also in threads of events that no message stands behind."""
    return [call for call in driver.calls("chat.postMessage") if call["channel"] == channel]


# Own cases and guests


def test_own_case_stays_out_of_the_answer_to_a_guests_mention(
    driver: SlackDriver, make_channel: MakeChannel, own_case: str, guest: str
) -> None:
    """A guest who asks in a channel is known to be in it: public cases only, from then on."""
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited=guest)
    asked = driver.send(channel, f"<@U0BOT> {OWN_QUERY}", user=guest)
    [answer] = driver.wait_for(lambda: driver.thread(channel, asked))
    again = driver.send(channel, f"<@U0BOT> {OWN_QUERY}")
    [second] = driver.wait_for(lambda: driver.thread(channel, again))

    assert own_case not in text_of(answer)
    assert own_case not in text_of(second)


@pytest.mark.parametrize("direct", [False, True])
def test_own_case_stays_out_of_what_a_guest_shares(
    driver: SlackDriver, make_channel: MakeChannel, own_case: str, guest: str, *, direct: bool
) -> None:
    """*Share to channel* must not show a guest what their private answer kept from them."""
    channel = driver.direct(guest) if direct else make_channel("general")
    if not direct:
        driver.channel_action("invite", channel=channel, invited=guest)
    driver.command(channel, OWN_QUERY, user=guest)
    private = driver.wait_for(lambda: driver.ephemerals(guest, channel))[-1]
    driver.click(private, "lookup.share", user=guest)

    [shared] = driver.wait_for(lambda: driver.posts(channel))

    assert own_case not in text_of(shared)


def test_channel_case_can_be_paged_where_it_may_be_seen(
    driver: SlackDriver, make_channel: MakeChannel, bot: BotProcess, tmp_path: Path
) -> None:
    """The second page of a case kept to one channel shows there like its first."""
    channel = make_channel("general")
    items = [{"text": {"en": f"item {number} " + "word " * 400}} for number in range(120)]
    only_here = {"visibility": "channel", "channel_id": channel, "action_items": items}
    case_id = import_case(bot, tmp_path, {**OWN, "id": "CASE-0002", **only_here})
    driver.command(channel, case_id)
    first = driver.wait_for(lambda: [v for v in driver.views() if "case.page" in text_of(v)])[-1]
    driver.click(first, "case.page")

    [*_, second] = driver.wait_for(
        lambda: [v for v in driver.views() if text_of(v) != text_of(first)]
    )
    driver.close(second, clear=True)

    assert "no case" not in text_of(second)


# Work that must not get lost


@pytest.mark.parametrize("kind", ["500", "429", "reset", "html"])
def test_symptom_is_not_lost_when_slack_does_not_describe_the_channel(
    driver: SlackDriver, make_channel: MakeChannel, kind: str
) -> None:
    """conversations.info fails once: the message waits until the channel's name is known."""
    channel = make_channel()
    driver.fault("conversations.info", kind)
    ts = driver.send(channel, SYMPTOM)

    assert driver.wait_for(lambda: driver.thread(channel, ts), 10)


def test_card_comes_after_the_bot_was_let_in(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A refused first post does not keep the channel without a card for good."""
    channel = make_channel()
    driver.fault("chat.postMessage", "error", error="not_in_channel")
    driver.send(channel, SYMPTOM)
    driver.wait_for(lambda: posted_in(driver, channel))
    driver.send(channel, MORE)

    assert len(driver.wait_for(lambda: driver.posts(channel))) == 1


def test_symptom_of_a_bot_that_mentions_us_is_read_in_either_order(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The app_mention that comes before its message event is evidence as well."""
    channel = make_channel()
    told = {"user": "U0PEER", "bot_id": "B0PEER", "app_id": "A0PEER", "ts": "1760000000.000100"}
    said = {**told, "channel": channel, "text": f"<@U0BOT> {SYMPTOM}"}
    mention = driver.event({"type": "app_mention", **said})
    driver.wait_for(lambda: is_acked(driver, mention))
    driver.event({"type": "message", "channel_type": "channel", **said})

    assert driver.wait_for(lambda: posted_in(driver, channel))


def test_mention_with_a_label_is_a_question_in_either_order(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """`<@U…|name>` names the bot too, also when the message event comes first."""
    channel = make_channel("general")
    said = {"user": "U0ALICE", "ts": "1760000000.000100", "channel": channel}
    said["text"] = f"<@U0BOT|incident-lookup> {QUERY}"
    message = driver.event({"type": "message", "channel_type": "channel", **said})
    driver.wait_for(lambda: is_acked(driver, message))
    driver.event({"type": "app_mention", **said})

    assert driver.wait_for(lambda: posted_in(driver, channel))


def test_mention_with_an_unknown_filter_says_so(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A misspelt filter in a question gets "did you mean", not an unfiltered answer."""
    channel = make_channel("general")
    ts = driver.send(channel, "<@U0BOT> replication lag component:kafak")

    [answer] = driver.wait_for(lambda: driver.thread(channel, ts))

    assert "Did you mean" in text_of(answer)


def test_message_with_an_odd_profile_is_acknowledged(driver: SlackDriver) -> None:
    """A field of a wrong type is no reason to have the event sent again and again."""
    odd = {"type": "message", "channel": "C0GENERAL", "bot_profile": "odd", "ts": "7.8"}
    event_id = driver.event({**odd, "text": "hello"})

    assert driver.wait_for(lambda: is_acked(driver, event_id))


# Messages that are edited long after


def test_verdict_shows_on_an_answer_shared_where_the_bot_is_no_member(driver: SlackDriver) -> None:
    """The visible answer is edited; nobody gets a private copy of it."""
    driver.command("C0PRIV", QUERY)
    private = driver.wait_for(lambda: driver.ephemerals("U0ALICE", "C0PRIV"))[-1]
    driver.click(private, "lookup.share")
    [shared] = driver.wait_for(lambda: driver.posts("C0PRIV"))
    driver.wait_for(lambda: not driver.ephemerals("U0ALICE", "C0PRIV"))
    driver.click(shared, "match.confirm")

    driver.wait_for(lambda: "match.undo" in json.dumps(driver.channel("C0PRIV")))

    assert "match.undo" in text_of(driver.posts("C0PRIV")[0])
    assert driver.ephemerals("U0ALICE", "C0PRIV") == []


def test_verdict_on_an_old_answer_posts_nothing_new(
    driver: SlackDriver, make_channel: MakeChannel, bot: BotProcess
) -> None:
    """After a month the outbox has forgotten the message: it is edited all the same."""
    channel = make_channel("general")
    ts = driver.send(channel, f"<@U0BOT> {QUERY}")
    [answer] = driver.wait_for(lambda: driver.thread(channel, ts))
    forget_post(bot.database, f"answer:{channel}:{ts}")
    driver.click(answer, "match.confirm")

    driver.wait_for(lambda: [m for m in driver.thread(channel, ts) if "match.undo" in text_of(m)])

    assert len(driver.thread(channel, ts)) == 1


def test_undo_works_for_whoever_presses_it(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The button is there for everybody, so it does something for everybody."""
    channel = make_channel("general")
    ts = driver.send(channel, f"<@U0BOT> {QUERY}")
    [answer] = driver.wait_for(lambda: driver.thread(channel, ts))
    driver.click(answer, "match.confirm")
    [marked] = driver.wait_for(
        lambda: [m for m in driver.thread(channel, ts) if "match.undo" in text_of(m)]
    )
    driver.click(marked, "match.undo", user="U0BOB")

    assert driver.wait_for(
        lambda: [m for m in driver.thread(channel, ts) if "match.undo" not in text_of(m)]
    )


def forget_post(database: Path, key: str) -> None:
    """Take a finished row out of the outbox, as its month does."""
    deadline = time.monotonic() + 5
    gone = 0
    while not gone:
        assert time.monotonic() < deadline
        connection = sqlite3.connect(database, timeout=5)
        with connection:
            asked = "DELETE FROM outbox WHERE key = ? AND state = 'sent'"
            gone = connection.execute(asked, [key]).rowcount
        connection.close()


def is_acked(driver: SlackDriver, event_id: str) -> bool:
    """Whether the bot has acknowledged an event."""
    return any(
        attempt["acked_ms"] is not None
        for delivery in driver.deliveries()
        if delivery["event_id"] == event_id
        for attempt in delivery["attempts"]
    )


# Processes of their own


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Alone]:
    """A stand-in that only this test breaks, hands on it, and what makes a bot for it."""
    made: list[BotProcess] = []
    with LocalSlack() as server, SlackDriver(server.url) as hands:

        def make(*arguments: str) -> BotProcess:
            made.append(BotProcess(tmp_path, server.environment(), *arguments))
            return made[-1]

        yield hands, make
        for bot in made:
            bot.kill()


def test_channel_goes_on_after_a_long_lock(
    alone: Alone,
) -> None:
    """Another process holds the write lock for 12 s in the middle of the work: it only waits."""
    driver, make_bot = alone
    bot = make_bot().start()
    driver.fault("conversations.info", "slow", effect=True, seconds=1.0)
    event = driver.send("C0INC", SYMPTOM)
    driver.wait_for(
        lambda: [d for d in driver.deliveries("message") if d["attempts"][0]["acked_ms"]]
    )
    held = sqlite3.connect(bot.database, isolation_level=None, timeout=5)
    held.execute("BEGIN IMMEDIATE")
    driver.wait_for(lambda: "work_waits" in bot.log(), 10)
    try:
        driver.wait_for(lambda: "work_not_settled" in bot.log() or "stays_leased" in bot.log(), 10)
    finally:
        held.close()

    posted = driver.wait_for(lambda: driver.thread("C0INC", event), 10)

    assert len(posted) == 1


def test_stop_does_not_wait_for_half_a_request(
    alone: Alone,
) -> None:
    """Somebody who never finishes a request cannot keep the process from ending."""
    _, make_bot = alone
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    bot = make_bot("--http", str(port)).start()
    with socket.create_connection(("127.0.0.1", port)) as slow:
        head = b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
        slow.sendall(head + b"Expect: 100-continue\r\n\r\n")
        assert b"100" in slow.recv(100)  # it waits for the body now
        slow.sendall(b"abc")
        code = bot.stop()

    assert code == 0
