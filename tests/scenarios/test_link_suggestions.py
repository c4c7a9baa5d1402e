"""Suggestions in postmortem channels: for an account of an incident, and for nothing else."""

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.threads import MakeChannel, replies, reply_with, settle, stored, text_of

ACCOUNT = (
    "Postmortem: on Monday night an engineer deleted the data directory of the primary PostgreSQL "
    "server while trying to fix replication that had fallen behind, and we lost six hours of data. "
    "The standby lagged because of a spike in load, and the backups turned out to be empty."
)
KOREAN = (
    "월요일 밤 복제가 밀린 것을 고치려다 엔지니어가 주 PostgreSQL 서버의 데이터 디렉터리를 지워 "
    "여섯 시간치 데이터를 잃었다. 부하가 튀어 스탠바이가 뒤처졌고 백업은 비어 있었다."
)


def suggested(place: Json) -> list[str]:
    """The ids that a message offers to link."""
    elements = [e for block in place["blocks"] for e in block.get("elements", ())]
    return [e["value"] for e in elements if e.get("action_id") == "link.add"]


@pytest.mark.parametrize("account", [ACCOUNT, KOREAN])
def test_account_of_an_incident_gets_suggestions(
    driver: SlackDriver, make_channel: MakeChannel, account: str
) -> None:
    """Up to three in its thread, the right one first, each with *Link*, kinds and *Details*."""
    channel = make_channel("postmortem")
    root = driver.send(channel, account)

    [offer] = replies(driver, channel, root)

    ids = suggested(offer)
    assert ids[0] == "PUB-0001"
    assert 1 <= len(ids) <= 3
    actions = [block["elements"] for block in offer["blocks"] if block["type"] == "actions"]
    assert [[e["action_id"] for e in row] for row in actions] == [
        ["link.add", "link.kind", "case.open"] for _ in ids
    ]
    assert [o["value"] for o in actions[0][1]["options"]] == [
        "same-cause PUB-0001",
        "same-symptoms PUB-0001",
        "reference PUB-0001",
    ]
    assert "Similar past incidents. Link what fits:" in text_of(offer)


def test_one_tap_links_and_the_menu_says_how(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """*Link* takes it for the same symptoms; a choice of a kind links, or changes the link."""
    channel = make_channel("retro")
    root = driver.send(channel, ACCOUNT)
    [offer] = replies(driver, channel, root)
    driver.click(offer, "link.add", user="U0BOB")
    linked = reply_with(driver, channel, root, "link.remove")

    assert [link["kind"] for link in stored(bot, "PUB-0001")["_links"]] == ["same-symptoms"]
    assert "*Linked:*" in text_of(linked)
    kind = {"value": "same-cause PUB-0001", "text": {"type": "plain_text", "text": "Same cause"}}
    driver.click(linked, "link.kind", selected_option=kind)
    driver.wait_for(
        lambda: [link["kind"] for link in stored(bot, "PUB-0001")["_links"]] == ["same-cause"], 20
    )
    assert len(replies(driver, channel, root)) == 1


def test_kind_of_a_suggestion_links_at_once(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """*Link as…* is one tap, too."""
    channel = make_channel("postmortem")
    root = driver.send(channel, ACCOUNT)
    [offer] = replies(driver, channel, root)
    label = {"type": "plain_text", "text": "Reference"}
    chosen = {"value": "reference PUB-0001", "text": label}
    driver.click(offer, "link.kind", selected_option=chosen)
    reply_with(driver, channel, root, "link.remove")

    links = stored(bot, "PUB-0001")["_links"]
    assert [link["kind"] for link in links if link["channel_id"] == channel] == ["reference"]


def test_what_is_named_is_not_suggested(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """One reply shows both: what the account names is linked, the rest is offered."""
    channel = make_channel("postmortem")
    root = driver.send(channel, f"{ACCOUNT} See PUB-0001.")

    [reply] = replies(driver, channel, root)

    assert "PUB-0001" not in suggested(reply)
    assert "*Linked:*" in text_of(reply)


@pytest.mark.parametrize(
    "text",
    [
        "Reminder: the retro for last night is on Thursday at 15:00, please add your notes first",
        "Postmortem: PostgreSQL",
        "Who owns the action item about the backup alerts? It is still without an assignee.",
        "Thanks everyone, great teamwork last night, go and get some sleep now",
        "다음 주 목요일 오후 세 시에 회고가 있으니 그 전에 문서에 의견을 남겨 주세요",
    ],
)
def test_talk_gets_no_suggestions(
    driver: SlackDriver, make_channel: MakeChannel, text: str
) -> None:
    """Coordination, titles and thanks stay without an answer."""
    channel = make_channel("postmortem")
    root = driver.send(channel, text)
    settle(driver, channel)

    assert driver.thread(channel, root) == []


def test_replies_and_edits_get_no_suggestions(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Only the message that begins a thread does."""
    channel = make_channel("postmortem")
    root = driver.send(channel, "Postmortem of Monday night")
    driver.send(channel, ACCOUNT, thread_ts=root)
    driver.edit(channel, root, ACCOUNT)
    settle(driver, channel)

    assert [m for m in driver.thread(channel, root) if m.get("bot_id")] == []


def test_watched_channel_has_its_card_and_no_suggestions(driver: SlackDriver) -> None:
    """A channel that is both never gets two unasked posts; ids still link there."""
    made = driver.channel_action(
        "create", name="inc-77-postmortem", members=["U0ALICE", "U0BOB", "U0BOT"]
    )
    channel = str(made["id"])
    root = driver.send(channel, ACCOUNT)
    named = driver.send(channel, "PUB-0003")
    replies(driver, channel, named)
    settle(driver, channel)

    assert all(suggested(m) == [] for m in driver.thread(channel, root))


def test_suggestions_keep_to_what_readers_may_see(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A guest's account gets public cases only; redelivered, it gets them once."""
    driver.set_user("U0VISIT", name="visit", patch={"is_restricted": True})
    channel = make_channel("postmortem")
    driver.channel_action("invite", channel=channel, invited="U0VISIT")
    root = driver.send(channel, ACCOUNT, user="U0VISIT")
    [offer] = replies(driver, channel, root)
    event = {"type": "message", "channel": channel, "channel_type": "channel", "user": "U0VISIT"}
    driver.event(event | {"text": ACCOUNT, "ts": root, "event_ts": root})
    settle(driver, channel)

    assert all(each.startswith("PUB-") for each in suggested(offer))
    assert len(replies(driver, channel, root)) == 1
