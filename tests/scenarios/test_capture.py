"""*Save as case* on the real bot: the modal filled from a thread, and the draft it makes."""

import json

from support.bot_process import BotProcess
from support.capturing import (
    MAIL,
    SECRET,
    SYMPTOM,
    capture,
    entry,
    everything_stored,
    filled,
    initial,
    open_capture,
    saved_id,
    start_thread,
)
from support.driver import SlackDriver
from support.threads import MakeChannel, settle, stored, text_of


def test_modal_is_filled_from_the_whole_thread(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """All pages are read; symptoms by the gate, facets, times; what was masked is told."""
    channel = make_channel("general")
    driver.faults(page_items=3)
    root = start_thread(driver, channel, count=8)

    view = open_capture(driver, channel, root)
    driver.close(view)

    assert initial(view, "case.title-block") == SYMPTOM
    symptoms = initial(view, "case.symptoms-block")
    assert symptoms.startswith(SYMPTOM)
    assert "join the call" not in symptoms
    facets = {option["value"] for option in initial(view, "case.facets-block")}
    assert any(value.startswith("symptoms:") for value in facets)
    assert any(value.startswith("components:") for value in facets)
    assert initial(view, "case.cause-block") is None
    assert initial(view, "case.fix-block") is None
    started, resolved = initial(view, "case.started-block"), initial(view, "case.resolved-block")
    assert int(float(root)) == started <= resolved
    assert "Filled from 11 messages" in text_of(view)
    assert MAIL not in json.dumps(view)
    assert SECRET not in json.dumps(view)
    assert len(driver.calls("conversations.replies")) >= 4
    assert driver.failures() == []


def test_modal_tells_what_was_masked(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """By kind, in the reader's language."""
    channel = make_channel("general")
    root = driver.send(channel, f"login fails with 500 for {MAIL}, password={SECRET}")

    english = open_capture(driver, channel, root)
    korean = open_capture(driver, channel, root, "U0BOB")
    driver.close(english)
    driver.close(korean)

    assert "Masked: 1 e-mail address, 1 password" in text_of(english)
    assert "가린 내용: 이메일 주소 1건, 비밀번호 1건" in text_of(korean)
    assert korean["title"]["text"] == "사례로 저장"


def test_modal_opens_before_the_thread_is_read(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Slack allows three seconds; the thread may take longer, and may fail at first."""
    channel = make_channel("general")
    root = start_thread(driver, channel)
    driver.fault("conversations.replies", "500", count=2)

    before = {view["id"] for view in driver.views()}
    driver.shortcut("save_case", channel, root)
    opened = [view for view in driver.views() if view["id"] not in before]
    view = filled(driver, before, timeout=30)
    driver.close(view)

    assert "Reading the thread" in text_of(opened[0])
    assert view["id"] == opened[0]["id"]
    assert driver.failures() == []


def test_submission_stores_a_draft_that_the_next_lookup_finds(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """With id and Details for the author; nothing is posted, nothing secret is stored."""
    channel = make_channel("general")
    root = start_thread(driver, channel)
    view = open_capture(driver, channel, root)
    driver.submit(
        view,
        entry(
            title="Zebra checkout lost its database",
            symptoms="zebra checkout throws 502, giraffe pool exhausted",
            cause="root_cause:config-change",
            summary=f"The pool was capped at 5. Ask {MAIL}.",
            fix="Raised the cap\nRestarted zebra",
            checks="`zebractl pool` all taken? → same cause",
            **{"dead-ends": "bigger instances"},
        ),
    )

    case_id = saved_id(driver, channel)
    case = stored(bot, case_id)
    told = driver.ephemerals("U0ALICE", channel)[-1]
    driver.command(channel, "zebra checkout throws 502, giraffe pool exhausted")
    answer = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "zebra" in text_of(m)], 15
    )[-1]

    assert (case["draft"], case["visibility"]) == (True, "team")
    assert case["title"] == {"en": "Zebra checkout lost its database"}
    assert case["remediation"] == [
        {"text": {"en": "Raised the cap"}},
        {"text": {"en": "Restarted zebra"}},
    ]
    assert case["checks"] == [
        {"text": {"en": "all taken?"}, "command": "zebractl pool", "confirms": {"en": "same cause"}}
    ]
    assert case["summary"] == {"en": "The pool was capped at 5. Ask •••."}
    assert case["timeline"]["resolved_after"].startswith("PT")
    assert case["review"] == {"written_by": "U0ALICE"}
    assert [link["kind"] for link in case["_links"]] == ["reference"]
    assert "Masked: 1 e-mail address" in told["text"]
    assert case_id in text_of(answer)
    assert "Draft, not reviewed yet" in text_of(answer)
    assert driver.posts(channel) == []


def test_nothing_secret_reaches_the_database(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Neither as a case nor as a question, evidence or note, once the work on it is done."""
    channel = make_channel("inc")
    secret = "Fl4mingo" + "!key"
    mail = "flamingo.keeper" + "@example.org"
    root = driver.send(channel, f"login is down since 9:40, db password is {secret}, ask {mail}")
    capture(driver, channel, title=f"Down, password={secret}", summary=f"mail {mail}")
    driver.command(channel, f"login down, password is {secret}, {mail}")
    driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel), 15)
    driver.send(channel, f"<@U0BOT> login down for {mail}", thread_ts=root)
    settle(driver, channel)

    driver.wait_for(lambda: secret not in everything_stored(bot), 15)
    driver.wait_for(lambda: mail not in everything_stored(bot), 15)


def test_submitted_twice_is_stored_once(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Slack delivers a submission again where it heard no answer."""
    channel = make_channel("general")
    view = open_capture(driver, channel, start_thread(driver, channel))
    driver.faults(events={"duplicate": 1})
    driver.submit(view, entry(title="Pelican queue stuck"))
    first = saved_id(driver, channel)
    settle(driver, channel)

    again = open_capture(driver, channel, start_thread(driver, channel))
    driver.submit(again, entry(title="Pelican queue stuck again"))
    second = saved_id(driver, channel, known=1)

    assert int(second[5:]) == int(first[5:]) + 1
    assert stored(bot, first)["title"] == {"en": "Pelican queue stuck"}


def test_second_capture_of_a_thread_is_warned(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Two people may press the shortcut; the second sees that there is a case."""
    channel = make_channel("general")
    root = start_thread(driver, channel)
    driver.submit(open_capture(driver, channel, root), entry(title="Heron cache cold"))
    case_id = saved_id(driver, channel)

    view = open_capture(driver, channel, root, "U0BOB")
    driver.close(view)

    assert case_id in text_of(view)


def test_case_of_a_private_channel_stays_there(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Unless its author widens it."""
    private = make_channel("secret", is_private=True)
    open_one = make_channel("general")

    hidden = capture(driver, private, title="Ibis ledger frozen, ibis pool gone")
    wide = capture(driver, private, title="Stork ledger frozen, stork pool gone", readers="team")
    driver.command(open_one, "ibis ledger frozen, ibis pool gone")
    answer = driver.wait_for(lambda: driver.ephemerals("U0ALICE", open_one), 15)[-1]

    assert stored(bot, hidden)["visibility"] == "channel"
    assert stored(bot, hidden)["channel_id"] == private
    assert stored(bot, wide)["visibility"] == "team"
    assert hidden not in text_of(answer)


def test_public_channel_offers_no_choice(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Everybody in the team can read it anyway; the modal says so."""
    channel = make_channel("general")

    view = open_capture(driver, channel, start_thread(driver, channel))
    driver.close(view)

    assert all(block["block_id"] != "case.readers-block" for block in view["blocks"])
    assert "Everybody in your team" in text_of(view)


def test_guest_saves_nothing(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """They are told whom to ask."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited="U0GUEST")
    root = start_thread(driver, channel)

    view = open_capture(driver, channel, root, "U0GUEST")
    driver.close(view)

    assert "Only members of this workspace" in text_of(view)
    assert view["submit"] is None


def test_where_the_bot_is_no_member_the_message_alone_is_used(driver: SlackDriver) -> None:
    """And the author is told how to get the rest."""
    ts = driver.send("C0PRIV", "orders api times out for a third of requests since noon")

    view = open_capture(driver, "C0PRIV", ts)
    driver.close(view)

    assert initial(view, "case.title-block").startswith("orders api times out")
    assert "Invite me" in text_of(view)


def test_mistakes_are_said_in_the_modal(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Blank words, and an end before the beginning."""
    channel = make_channel("general")
    view = open_capture(driver, channel, start_thread(driver, channel))

    blank = driver.submit(view, entry(title="   "))
    backwards = driver.submit(view, entry(title="x", started=1_900_000_000, resolved=1_800_000_000))
    driver.close(view)

    assert blank["errors"] == {"case.title-block": "Please write at least a few words here."}
    assert backwards["errors"] == {"case.resolved-block": "This is before it was first seen."}


def test_huge_thread_stays_within_slacks_limits(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A pasted log of emoji and marks up is cut to what a field takes."""
    channel = make_channel("general")
    root = driver.send(channel, "checkout is down, 500s everywhere " + "🚨&<" * 3_000)
    driver.send(channel, "still failing with timeouts " + "x" * 2_900, thread_ts=root)

    view = open_capture(driver, channel, root)
    driver.close(view)

    assert len(initial(view, "case.symptoms-block").encode("utf-16-le")) // 2 <= 3_000
    assert driver.failures() == []


def test_expired_trigger_is_told(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A modal that Slack no longer opens ends in a sentence."""
    channel = make_channel("general")
    root = start_thread(driver, channel)
    driver.fault("views.open", "error", error="expired_trigger_id")
    driver.shortcut("save_case", channel, root)

    told = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "took too long" in m["text"]],
        15,
    )

    assert len(told) == 1


def test_menus_offer_terms(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Facets of four kinds in one menu, causes in the other, in both languages."""
    channel = make_channel("general")
    view = open_capture(driver, channel, start_thread(driver, channel))

    facets = driver.suggest(view, "case.facets", "redis")["options"]
    causes = driver.suggest(view, "case.cause", "")["options"]
    korean = driver.suggest(view, "case.facets", "지연", user="U0ALICE")["options"]
    driver.close(view)

    assert "components:cache" in {option["value"] for option in facets}
    assert causes
    assert all(option["value"].startswith("root_cause:") for option in causes)
    assert any(option["value"].startswith("symptoms:") for option in korean)
