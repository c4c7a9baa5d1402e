"""The shortcut *Link a past case* on the real bot: its modal, its menu of cases, its submission."""

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.threads import (
    MakeChannel,
    choose,
    days_ago,
    import_cases,
    open_link_modal,
    own_document,
    replies,
    reply_with,
    stored,
    text_of,
)


@pytest.fixture(scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """120 own cases, the first of them the oldest, and one for a private channel alone."""
    numbers = range(1, 121)
    documents = [own_document(f"CASE-{n:04}", date=days_ago(200 - n)) for n in numbers]
    hidden = own_document("CASE-0999", visibility="channel", channel_id="C0ELSE")
    import_cases(bot, tmp_path_factory.mktemp("own"), *documents, hidden)
    return [document["id"] for document in documents]


def offered(driver: SlackDriver, view: Json, typed: str, user: str = "U0ALICE") -> list[str]:
    """The ids that the menu of cases offers for what is typed."""
    answer = driver.suggest(view, "link.case", typed, user=user)
    assert answer["ok"], answer
    return [option["value"] for option in answer["options"]]


def test_modal_has_case_kind_and_note(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The whole form, at once a skeleton and then filled; nothing is posted by opening it."""
    channel = make_channel("general")
    ts = driver.send(channel, "What happened")

    view = open_link_modal(driver, channel, ts)
    driver.close(view)

    assert view["title"]["text"] == "Link a past case"
    assert view["submit"]["text"] == "Link"
    assert [block["block_id"] for block in view["blocks"]] == [
        "link.case-block",
        "link.kind-block",
        "link.note-block",
    ]
    case, kind, note = (block["element"] for block in view["blocks"])
    assert (case["type"], case["min_query_length"]) == ("external_select", 0)
    assert [option["value"] for option in kind["options"]] == [
        "same-cause",
        "same-symptoms",
        "recurrence",
        "reference",
    ]
    assert (note["type"], note["multiline"]) == ("plain_text_input", True)
    assert view["blocks"][2]["optional"]
    assert driver.thread(channel, ts) == []
    assert driver.failures() == []


def test_modal_speaks_korean(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """For a reader with a Korean locale, titles in the menu included."""
    channel = make_channel("general")
    ts = driver.send(channel, "What happened")

    view = open_link_modal(driver, channel, ts, "U0BOB")
    answer = driver.suggest(view, "link.case", "PUB-0041", user="U0BOB")
    driver.close(view)

    assert view["title"]["text"] == "지난 사례 연결"
    assert "쿠버네티스" in answer["options"][0]["text"]["text"]


def test_menu_offers_all_cases(
    driver: SlackDriver, make_channel: MakeChannel, own_cases: list[str]
) -> None:
    """Nothing typed: own ones first, newest first, at most 100; then by id, and by words."""
    channel = make_channel("general")
    ts = driver.send(channel, "What happened")
    view = open_link_modal(driver, channel, ts)

    everything = offered(driver, view, "")
    by_id = offered(driver, view, "pub-004")
    by_words = offered(driver, view, "postgresql gitlab deleted")
    by_symptoms = offered(driver, view, "standby fell behind WAL segment already removed")
    nothing = offered(driver, view, "qwertyuiop")
    driver.close(view)

    assert everything == own_cases[:-101:-1]
    assert {f"PUB-004{n}" for n in range(10)} <= set(by_id)
    assert by_words[0] == "PUB-0001"
    assert "PUB-0001" in by_symptoms
    assert len(nothing) <= 10
    assert driver.failures() == []


@pytest.mark.usefixtures("own_cases")
def test_menu_keeps_to_what_readers_may_see(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Neither a guest nor a shared channel is offered an own case, nor anybody one of elsewhere."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    shared, visited = make_channel("general", is_ext_shared=True), make_channel("general")
    driver.channel_action("invite", channel=visited, invited="U0GUEST")
    found = []
    for channel, user in ((shared, "U0ALICE"), (visited, "U0GUEST")):
        ts = driver.send(channel, "What happened", user="U0ALICE")
        view = open_link_modal(driver, channel, ts, user)
        found += [*offered(driver, view, "", user), *offered(driver, view, "zebra", user)]
        driver.close(view)
    team = make_channel("general")
    view = open_link_modal(driver, team, driver.send(team, "What happened"))
    hidden = offered(driver, view, "CASE-0999")
    driver.close(view)

    assert found
    assert all(case_id.startswith("PUB-") for case_id in found)
    assert "CASE-0999" not in hidden


@pytest.mark.usefixtures("own_cases")
def test_submission_links_with_kind_and_note(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """In the thread of the message, even where the shortcut was used on a reply in it."""
    channel = make_channel("general")
    root = driver.send(channel, "What happened")
    answer = driver.send(channel, "I think I know", thread_ts=root)
    view = open_link_modal(driver, channel, answer)
    done = driver.submit(view, choose("CASE-0001", "same-cause", "same *lock* <!channel> again"))

    [reply] = replies(driver, channel, root)

    assert done["ok"]
    assert driver.views() == []
    assert "CASE-0001" in text_of(reply)
    assert "“same \u2217lock\u2217 &lt;!channel&gt; again”" in text_of(reply)
    [link] = stored(bot, "CASE-0001")["_links"]
    assert (link["kind"], link["note"], link["thread_ts"]) == (
        "same-cause",
        "same *lock* <!channel> again",
        root,
    )


def test_mistakes_are_said_in_the_modal(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Another company's incident cannot happen again to you; a case may be gone by then."""
    channel = make_channel("general")
    ts = driver.send(channel, "What happened")
    view = open_link_modal(driver, channel, ts)

    again = driver.submit(view, choose("PUB-0002", "recurrence"))
    gone = driver.submit(view, choose("CASE-4040"))
    empty = driver.submit(view, {"link.case-block": {"link.case": None}})
    driver.close(view)

    assert again["response_action"] == "errors"
    assert "Only your own incidents can happen again" in again["errors"]["link.kind-block"]
    assert "There is no case CASE-4040 here" in gone["errors"]["link.case-block"]
    assert empty["response_action"] == "errors"
    assert driver.thread(channel, ts) == []
    assert "_links" not in stored(bot, "PUB-0002")


def test_shortcut_works_where_the_bot_is_no_member(driver: SlackDriver, bot: BotProcess) -> None:
    """The reply goes through the response_url, into the thread; only public cases are offered."""
    ts = driver.send("C0PRIV", "What happened")
    view = open_link_modal(driver, "C0PRIV", ts)
    driver.submit(view, choose("PUB-0026"))
    linked = reply_with(driver, "C0PRIV", ts, "PUB-0026")
    driver.click(linked, "link.remove")
    unlinked = reply_with(driver, "C0PRIV", ts, "Unlinked")
    driver.click(unlinked, "link.add")
    again = reply_with(driver, "C0PRIV", ts, "*Linked:*")

    assert linked["ts"] == unlinked["ts"] == again["ts"]
    [link] = stored(bot, "PUB-0026")["_links"]
    assert sorted(link) == ["kind", "linked_at", "private"]
    assert link["private"]


def test_expired_trigger_is_told(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A modal that Slack no longer opens ends in a sentence."""
    channel = make_channel("general")
    ts = driver.send(channel, "What happened")
    driver.fault("views.open", "error", error="expired_trigger_id")
    driver.shortcut("link_case", channel, ts)

    told = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "took too long" in m["text"]]
    )

    assert len(told) == 1


def test_unknown_shortcut_and_view_are_left_alone(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A shortcut of a later version is acknowledged, and nothing happens."""
    channel = make_channel("general")
    ts = driver.send(channel, "What happened")

    assert driver.shortcut("from_the_future", channel, ts)["acked"]
    assert driver.thread(channel, ts) == []
