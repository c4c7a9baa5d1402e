"""Drafts after they were captured: reviewed, edited, outdated, deleted, each with its trace."""

import json

from support.bot_process import BotProcess
from support.capturing import capture, details_of, entry, filled, initial, wait_for_view
from support.driver import Json, SlackDriver
from support.threads import MakeChannel, reply_with, settle, stored, text_of


def opened_form(driver: SlackDriver, details: Json, action: str, user: str = "U0ALICE") -> Json:
    """The form that a button of Details opens, filled."""
    before = {view["id"] for view in driver.views(user)}
    driver.click(details, action, user=user)
    if action == "case.outdate":
        return wait_for_view(driver, "case.reason", user)
    return filled(driver, before, user)


def test_review_ends_the_draft_and_leaves_a_trace(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """One press; who and when, for everybody who may change it."""
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Auk index rotted")
    details = details_of(driver, channel, case_id, "U0BOB")
    draft = text_of(details)

    driver.click(details, "case.review", user="U0BOB")
    reviewed = wait_for_view(driver, "검토 <@U0BOB>", "U0BOB")

    assert "초안" in draft
    case = stored(bot, case_id)
    assert (case["draft"], case["review"]["reviewed_by"]) == (False, "U0BOB")
    assert case["review"]["written_by"] == "U0ALICE"
    assert "초안" not in text_of(reviewed)
    assert "case.review" not in text_of(reviewed)
    assert "*저장* · <@U0ALICE>" in text_of(reviewed)


def test_edit_changes_what_was_changed(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Lines that were not touched stay whole; Details below shows the case as it is now."""
    channel = make_channel("general")
    case_id = capture(
        driver, channel, title="Dodo quota hit", fix="Raised the quota\nDrained the queue"
    )
    details = details_of(driver, channel, case_id)
    form = opened_form(driver, details, "case.edit")
    assert initial(form, "case.title-block") == "Dodo quota hit"
    assert initial(form, "case.fix-block") == "Raised the quota\nDrained the queue"
    done = driver.submit(
        form,
        entry(
            title="Dodo quota hit on Mondays",
            fix="Raised the quota\nAsked finance",
            date="2026-03",
            summary="note: password=" + "Dr0do" + "!77",
        ),
    )

    shown = wait_for_view(driver, "Dodo quota hit on Mondays")

    assert done["ok"]
    case = stored(bot, case_id)
    assert case["title"] == {"en": "Dodo quota hit on Mondays"}
    assert [step["text"]["en"] for step in case["remediation"]] == [
        "Raised the quota",
        "Asked finance",
    ]
    assert case["date"] == "2026-03"
    assert case["summary"] == {"en": "note: password=•••"}
    assert "Masked: 1 password" in text_of(shown)
    assert "*edited*" in text_of(shown)
    assert driver.failures() == []


def test_second_saver_is_told_and_overwrites_nothing(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Both opened the form; the first one saved."""
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Kiwi lease lost")
    first = opened_form(driver, details_of(driver, channel, case_id), "case.edit")
    other = details_of(driver, channel, case_id, "U0BOB")
    second = opened_form(driver, other, "case.edit", "U0BOB")
    driver.submit(first, entry(title="Kiwi lease lost at night"))
    wait_for_view(driver, "Kiwi lease lost at night")

    refused = driver.submit(second, entry(title="Kiwi lease expired"))

    assert refused["response_action"] == "errors"
    assert case_id in refused["errors"]["case.title-block"]
    assert stored(bot, case_id)["title"] == {"en": "Kiwi lease lost at night"}


def test_review_of_another_version_is_refused(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Nobody vouches for what they have not read."""
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Rail switch stuck")
    read = details_of(driver, channel, case_id, "U0BOB")
    form = opened_form(driver, details_of(driver, channel, case_id), "case.edit")
    driver.submit(form, entry(title="Rail switch stuck open"))
    wait_for_view(driver, "Rail switch stuck open")

    driver.click(read, "case.review", user="U0BOB")
    wait_for_view(driver, "누군가", "U0BOB")

    assert stored(bot, case_id)["draft"] is True


def test_outdated_case_says_so_and_can_come_back(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """With the reason, which is masked like everything."""
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Teal proxy looped")
    form = opened_form(driver, details_of(driver, channel, case_id), "case.outdate")
    driver.submit(form, {"case.reason-block": {"case.reason": "teal is gone, ask a@b.example.com"}})
    outdated = wait_for_view(driver, "No longer applies since")
    reason = stored(bot, case_id)["outdated"]["reason"]

    driver.click(outdated, "case.restore")
    wait_for_view(driver, "marked as current")

    assert reason == "teal is gone, ask •••"
    assert "outdated" not in stored(bot, case_id)


def test_deleted_case_is_gone_everywhere(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """From lookups, from answers that show it, and from the threads that link it."""
    channel = make_channel("general")
    words = "gannet mirror desynced, gannet quorum lost"
    case_id = capture(driver, channel, title="Gannet mirror", symptoms=words)
    root = driver.send(channel, "<@U0BOT> " + words)
    reply_with(driver, channel, root, case_id)
    linked = driver.send(channel, f"<@U0BOT> link {case_id}")
    reply_with(driver, channel, linked, case_id)

    driver.click(details_of(driver, channel, case_id), "case.delete")
    wait_for_view(driver, "was deleted")
    driver.wait_for(lambda: case_id not in text_of(driver.thread(channel, root)[0]), 15)
    driver.wait_for(lambda: case_id not in text_of(driver.thread(channel, linked)[0]), 15)
    driver.command(channel, words)
    answer = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "gannet" in text_of(m)], 15
    )[-1]

    assert case_id not in text_of(answer)


def test_case_deleted_while_its_form_is_open(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The author is told in the form."""
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Puffin job doubled")
    form = opened_form(driver, details_of(driver, channel, case_id), "case.edit")
    other = details_of(driver, channel, case_id, "U0BOB")
    driver.click(other, "case.delete", user="U0BOB")
    wait_for_view(driver, "지웠어요", "U0BOB")

    refused = driver.submit(form, entry(title="Puffin job tripled"))

    assert f"There is no case {case_id}" in refused["errors"]["case.title-block"]


def test_public_cases_have_no_buttons(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The team's own have them, for members."""
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Wren pods evicted")
    public = details_of(driver, channel, "PUB-0001")
    own = details_of(driver, channel, case_id)

    assert "case.delete" not in json.dumps(public)
    assert "case.edit" not in json.dumps(public)
    assert "case.delete" in json.dumps(own)


def test_guest_sees_no_own_case_to_change(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """For a guest there is no such case."""
    user = "U0VISITOR"
    driver.set_user(user, name="visitor", patch={"is_restricted": True})
    channel = make_channel("general")
    case_id = capture(driver, channel, title="Snipe cron missed")
    settle(driver, channel)

    view = details_of(driver, channel, case_id, user)

    assert "no case" in text_of(view)
    assert "case.edit" not in json.dumps(view)


def test_form_takes_the_place_of_the_third_modal(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Slack stacks three; from the third Details the form opens in its place."""
    channel = make_channel("general")
    words = {"summary": "The lapwing broker lost its lease on the plover store.", "fix": "Restart"}
    ids = [
        capture(driver, channel, title=f"Lapwing broker lost its lease, {n}", **words)
        for n in ("one", "two", "three")
    ]
    view = details_of(driver, channel, ids[0])
    for _ in range(2):
        before = {each["id"] for each in driver.views()}
        driver.click(view, "case.open")
        view = driver.wait_for(
            lambda before=before: [
                v for v in driver.views() if v["id"] not in before and "case.edit" in json.dumps(v)
            ],
            15,
        )[-1]
    assert len(driver.views()) == 3
    shown = next(each for each in ids if each in view["title"]["text"])
    driver.click(view, "case.edit")
    form = driver.wait_for(
        lambda: [v for v in driver.views() if "case.title-block" in json.dumps(v["blocks"])], 15
    )[-1]
    driver.submit(form, entry(title="Lapwing broker, renamed"))
    driver.wait_for(lambda: stored(bot, shown)["title"] == {"en": "Lapwing broker, renamed"}, 15)

    assert driver.failures() == []
