"""What came back, on the real bot: counted, written down, alarming, and mended from Details."""

import json
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.threads import (
    MakeChannel,
    days_ago,
    import_cases,
    open_case,
    own_document,
    replies,
    reply_with,
    stored,
    text_of,
)

from bot.opening import open_database, utc_now
from corpus import Store

ITEMS = [
    {"text": {"en": "Alert on the flamingo lock", "ko": "플라밍고 락에 경보 걸기"}},
    {"text": {"en": "Cap the batch"}, "done_at": "2025-01-05"},
    {"text": {"en": "Kill stuck exports"}},
    {"text": {"en": "Write the runbook"}, "done_at": "2025-01-06"},
]
SYMPTOM = (
    "zebra ledger reconciler stuck, nightly settlement export hangs with flamingo lock timeout"
)


def document(case_id: str, word: str, **more: object) -> Json:
    """An own case that is found by the word that only it has."""
    title = f"{word} ledger reconciler hung on the {word} lock"
    return own_document(
        case_id,
        title={"en": title, "ko": f"{word} 원장이 멈췄다"},
        summary={"en": f"The {word} ledger reconciler and the nightly {word} export hung."},
        symptoms_text={
            "en": f"The {word} ledger reconciler was stuck and the nightly {word} settlement "
            f"export hung. Logs repeated a {word} lock timeout until the export was killed."
        },
        **more,
    )


def say(driver: SlackDriver, channel: str, root: str, words: str) -> None:
    """Say something to the bot in a thread."""
    driver.send(channel, f"<@U0BOT> {words}", thread_ts=root)


def history(bot: BotProcess, case_id: str) -> list[tuple[str, str]]:
    """Who did what to a case."""
    database = open_database(bot.database)
    try:
        store = Store(database, clock=utc_now)
        return [(entry.actor, entry.action) for entry in store.history(case_id)]
    finally:
        database.close()


def test_third_time_in_90_days(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """Threads without a case of their own count; the open action items are listed."""
    import_cases(
        bot, tmp_path, document("CASE-0101", "heron", date=days_ago(30), action_items=ITEMS)
    )
    channel = make_channel("postmortem")
    roots = [driver.send(channel, f"Postmortem {n}") for n in (1, 2)]
    for root in roots:
        say(driver, channel, root, "link CASE-0101 recurrence")
        replies(driver, channel, root)

    second, third = (replies(driver, channel, root)[0] for root in roots)

    assert "⚠ *Second time in 90 days; 2 of 4 action items are still open*" in text_of(second)
    assert "⚠ *Third time in 90 days; 2 of 4 action items are still open*" in text_of(third)
    assert "• Alert on the flamingo lock" in text_of(third)
    assert "• Kill stuck exports" in text_of(third)
    assert "Cap the batch" not in text_of(third)
    assert "Third time in 90 days" in third["text"]
    assert stored(bot, "CASE-0101").get("recurrence_of") is None


def test_write_up_of_the_thread_gets_recurrence_of(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """The own case that the first message names; the incident counts once, and is said so."""
    import_cases(
        bot,
        tmp_path,
        document("CASE-0111", "otter", date=days_ago(40), action_items=ITEMS[:1]),
        document("CASE-0112", "otter", date=days_ago(1)),
    )
    channel = make_channel("postmortem")
    root = driver.send(channel, "Postmortem of CASE-0112")
    replies(driver, channel, root)
    say(driver, channel, root, "link CASE-0111 recurrence")

    reply = reply_with(driver, channel, root, "time in 90 days")

    assert "Second time in 90 days; its only action item is still open" in text_of(reply)
    assert "`CASE-0112` now says that it is a recurrence of `CASE-0111`." in text_of(reply)
    assert stored(bot, "CASE-0112")["recurrence_of"] == "CASE-0111"
    assert history(bot, "CASE-0112")[-1] == ("U0ALICE", "link")
    driver.click(reply, "link.remove", user="U0BOB")
    reply_with(driver, channel, root, "Unlinked:")
    assert stored(bot, "CASE-0112")["recurrence_of"] is None
    assert history(bot, "CASE-0112")[-1] == ("U0BOB", "unlink")


def test_case_recorded_after_the_thread_began_is_its_write_up(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """It may be linked after the recurrence, too; older cases of the thread are left alone."""
    import_cases(
        bot,
        tmp_path,
        document("CASE-0121", "lynx", date=days_ago(40)),
        document("CASE-0122", "newt", date=days_ago(80)),
    )
    channel = make_channel("postmortem")
    root = driver.send(channel, "Postmortem of last night")
    say(driver, channel, root, "link CASE-0121 recurrence")
    driver.send(channel, "CASE-0122 was another thing", thread_ts=root)
    replies(driver, channel, root, 2)
    import_cases(bot, tmp_path, document("CASE-0123", "lynx", date=days_ago(0)))
    driver.send(channel, "written up as CASE-0123", thread_ts=root)
    replies(driver, channel, root, 3)
    told = reply_with(driver, channel, root, "now says that it is a recurrence")

    assert "`CASE-0123` now says that it is a recurrence of `CASE-0121`." in text_of(told)
    assert stored(bot, "CASE-0123")["recurrence_of"] == "CASE-0121"
    assert stored(bot, "CASE-0122").get("recurrence_of") is None
    say(driver, channel, root, "unlink CASE-0123")
    reply_with(driver, channel, root, "Unlinked CASE-0123.")
    assert stored(bot, "CASE-0123")["recurrence_of"] is None


def test_what_an_author_wrote_is_not_overwritten(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """Nor taken back with the link."""
    import_cases(
        bot,
        tmp_path,
        document("CASE-0131", "ibis", date=days_ago(40)),
        document("CASE-0132", "ibis", date=days_ago(1), recurrence_of="CASE-0131"),
    )
    channel = make_channel("postmortem")
    root = driver.send(channel, "Postmortem of CASE-0132")
    replies(driver, channel, root)
    say(driver, channel, root, "link CASE-0131 recurrence")
    reply = reply_with(driver, channel, root, "Second time in 90 days")
    driver.click(reply, "link.remove")
    reply_with(driver, channel, root, "Unlinked:")

    assert "now says" not in text_of(reply)
    assert stored(bot, "CASE-0132")["recurrence_of"] == "CASE-0131"


def test_two_candidates_change_no_case(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """Which of two cases the thread is about is not guessed; the thread itself counts."""
    import_cases(
        bot,
        tmp_path,
        document("CASE-0141", "kiwi", date=days_ago(40)),
        document("CASE-0142", "kiwi", date=days_ago(2)),
        document("CASE-0143", "kiwi", date=days_ago(1)),
    )
    channel = make_channel("postmortem")
    root = driver.send(channel, "Either CASE-0142 or CASE-0143")
    replies(driver, channel, root)
    say(driver, channel, root, "link CASE-0141 recurrence")
    reply = reply_with(driver, channel, root, "Second time in 90 days")

    assert "now says" not in text_of(reply)
    assert stored(bot, "CASE-0142").get("recurrence_of") is None
    assert stored(bot, "CASE-0143").get("recurrence_of") is None


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_card_says_so_the_next_time(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path, lang: str
) -> None:
    """On the card of the next incident, and in a private answer in the reader's language."""
    word, case_id = {"en": ("zebra", "CASE-0151"), "ko": ("quokka", "CASE-0152")}[lang]
    import_cases(bot, tmp_path, document(case_id, word, date=days_ago(30), action_items=ITEMS))
    postmortem = make_channel("postmortem")
    root = driver.send(postmortem, "Postmortem")
    say(driver, postmortem, root, f"link {case_id} recurrence")
    replies(driver, postmortem, root)
    incident = make_channel("inc")
    symptom = SYMPTOM.replace("zebra", word).replace("flamingo", word)
    if lang == "en":
        ts = driver.send(incident, symptom)
        card = replies(driver, incident, ts)[0]
        assert (
            "⚠ *If this is it: third time in 90 days; 2 of 4 action items are still open*"
            in text_of(card)
        )
        assert "• Alert on the flamingo lock" in text_of(card)
    else:
        driver.command(incident, symptom, user="U0BOB")
        card = driver.wait_for(lambda: driver.ephemerals("U0BOB", incident), 15)[-1]
        alarm = "⚠ *이 장애가 맞다면 90일 동안 세 번째 · 후속 조치 4건 중 2건이 아직 미완료*"
        assert alarm in text_of(card)
        assert "플라밍고 락에 경보 걸기" in text_of(card)
    assert case_id in text_of(card)


def test_case_that_never_came_back_is_no_alarm(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """One time is no recurrence, whatever is still open."""
    import_cases(
        bot, tmp_path, document("CASE-0161", "gecko", date=days_ago(3), action_items=ITEMS)
    )
    channel = make_channel("inc")
    ts = driver.send(channel, SYMPTOM.replace("zebra", "gecko").replace("flamingo", "gecko"))
    [card] = replies(driver, channel, ts)

    assert "CASE-0161" in text_of(card)
    assert "90 days" not in text_of(card)


def item_buttons(view: Json) -> list[str]:
    """The buttons beside the action items, in order."""
    found = [block.get("accessory", {}).get("action_id", "") for block in view["blocks"]]
    return [action_id for action_id in found if action_id.startswith("item.")]


def test_action_item_is_marked_done_from_details(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """With a trace of who did it; opened again in the same place."""
    import_cases(
        bot, tmp_path, document("CASE-0171", "crane", date=days_ago(3), action_items=ITEMS)
    )
    channel = make_channel("general")
    view = open_case(driver, channel, "CASE-0171")
    assert item_buttons(view) == ["item.done", "item.reopen", "item.done", "item.reopen"]
    driver.click(view, "item.done")
    done = driver.wait_for(
        lambda: [v for v in driver.views() if item_buttons(v)[:1] == ["item.reopen"]], 15
    )[-1]

    assert stored(bot, "CASE-0171")["action_items"][0]["done_at"] == days_ago(0)
    assert history(bot, "CASE-0171")[-1] == ("U0ALICE", "done")
    driver.click(done, "item.reopen")
    driver.wait_for(lambda: [v for v in driver.views() if item_buttons(v)[:1] == ["item.done"]], 15)
    driver.close(driver.views()[-1], clear=True)
    assert stored(bot, "CASE-0171")["action_items"][0]["done_at"] is None
    assert history(bot, "CASE-0171")[-1] == ("U0ALICE", "reopen")


def test_stale_button_changes_nothing(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """A button beside an item that was rewritten meanwhile shows the case as it is."""
    import_cases(bot, tmp_path, document("CASE-0181", "finch", action_items=ITEMS[:1]))
    channel = make_channel("general")
    view = open_case(driver, channel, "CASE-0181")
    other = [{"text": {"en": "Something else entirely"}}]
    import_cases(bot, tmp_path, document("CASE-0181", "finch", action_items=other))
    driver.click(view, "item.done")
    shown = driver.wait_for(
        lambda: [v for v in driver.views() if "Something else entirely" in text_of(v)], 15
    )[-1]
    driver.close(shown, clear=True)

    assert item_buttons(shown) == ["item.done"]
    assert "done_at" not in stored(bot, "CASE-0181")["action_items"][0]


def test_nobody_else_marks_action_items(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """Public cases have no such buttons, and a guest cannot press one even if they had it."""
    import_cases(
        bot,
        tmp_path,
        document("CASE-0191", "robin", action_items=ITEMS[:1]),
        document("IL-0191", "robin", visibility="public", action_items=ITEMS[:1]),
    )
    channel = make_channel("general")
    public = open_case(driver, channel, "IL-0191")
    driver.close(public, clear=True)
    view = open_case(driver, channel, "CASE-0191")
    driver.set_user("U0ALICE", patch={"is_restricted": True})
    bot.stop()
    bot.start()
    driver.click(view, "item.done")
    refused = driver.wait_for(lambda: [v for v in driver.views() if "no case" in text_of(v)], 15)
    driver.close(refused[-1], clear=True)
    driver.set_user("U0ALICE", patch={"is_restricted": False})

    assert item_buttons(public) == []
    assert "done_at" not in stored(bot, "CASE-0191")["action_items"][0]
    assert json.dumps(refused).count("Alert on") == 0
