"""Who sees which thread of a case: elsewhere a private one is only "a private thread"."""

from pathlib import Path

from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.threads import (
    MakeChannel,
    choose,
    import_cases,
    open_case,
    open_link_modal,
    own_document,
    replies,
    run_command,
    stored,
    text_of,
)

NOTE = "the secret of the crown jewels"


def link_in(driver: SlackDriver, channel: str, case_id: str) -> str:
    """Link a case in a new thread, with a note; the thread."""
    root = driver.send(channel, "Postmortem of the crown jewels")
    view = open_link_modal(driver, channel, root)
    driver.submit(view, choose(case_id, "same-cause", NOTE))
    replies(driver, channel, root)
    return root


def threads_of(view: Json) -> str:
    """The part of Details that lists threads; empty where there is none."""
    texts = [block["text"]["text"] for block in view["blocks"] if block["type"] == "section"]
    return next((text for text in texts if text.startswith("*Threads*")), "")


def test_private_thread_is_only_told_to_be_there(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """In Details elsewhere, in `show` and in the file of `export`: no channel, address, or note."""
    private = make_channel("secret-postmortem", is_private=True)
    root = link_in(driver, private, "PUB-0011")
    there = open_case(driver, private, "PUB-0011")
    driver.close(there, clear=True)
    elsewhere = open_case(driver, make_channel("general"), "PUB-0011")
    driver.close(elsewhere, clear=True)
    name = driver.channel(private)["name"]

    assert f"p{root.replace('.', '')}|thread in #{name}> · Same cause" in threads_of(there)
    assert "• a private thread · Same cause" in threads_of(elsewhere)
    printed = run_command(bot, "show", "PUB-0011") + str(stored(bot, "PUB-0011"))
    for told in (text_of(elsewhere), printed):
        assert NOTE not in told
        assert private not in told
        assert name not in told
        assert root.replace(".", "") not in told


def test_note_is_shown_in_its_own_thread_only(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Also where the thread is public: elsewhere there is only the address."""
    public = make_channel("postmortem")
    root = link_in(driver, public, "PUB-0012")
    [reply] = replies(driver, public, root)
    view = open_case(driver, make_channel("general"), "PUB-0012")
    driver.close(view, clear=True)

    assert NOTE in text_of(reply)
    assert NOTE not in text_of(view)
    assert f"p{root.replace('.', '')}|thread in #" in threads_of(view)


def test_people_from_outside_see_no_threads_of_elsewhere(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A guest, and readers of a shared channel, see the threads of their own channel alone."""
    driver.set_user("U0OUTER", name="outer", patch={"is_restricted": True})
    link_in(driver, make_channel("postmortem"), "PUB-0014")
    shared = make_channel("postmortem", is_ext_shared=True)
    here = link_in(driver, shared, "PUB-0014")
    visited = make_channel("general")
    driver.channel_action("invite", channel=visited, invited="U0OUTER")
    guests = open_case(driver, visited, "PUB-0014", "U0OUTER")
    driver.close(guests, clear=True)
    partners = open_case(driver, shared, "PUB-0014")
    driver.close(partners, clear=True)

    assert threads_of(guests) == ""
    assert threads_of(partners).count("•") == 1
    assert here.replace(".", "") in threads_of(partners)


def test_reply_forgets_a_case_that_may_no_longer_be_seen(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: Path
) -> None:
    """When a guest joins, the next change of a reply leaves own cases out."""
    import_cases(bot, tmp_path, own_document("CASE-0201"))
    channel = make_channel("postmortem")
    root = driver.send(channel, "CASE-0201 and PUB-0015")
    [before] = replies(driver, channel, root)
    driver.set_user("U0LATE", name="late", patch={"is_restricted": True})
    driver.channel_action("invite", channel=channel, invited="U0LATE")
    driver.send(channel, "hello", user="U0LATE")
    buttons = [b for b in before["blocks"] if b["type"] == "actions" and "PUB-0015" in str(b)]
    driver.click(before, "link.remove", block_id=buttons[0]["block_id"])
    driver.wait_for(lambda: "Unlinked" in text_of(replies(driver, channel, root)[0]), 15)

    assert "CASE-0201" in text_of(before)
    assert "CASE-0201" not in text_of(replies(driver, channel, root)[0])
