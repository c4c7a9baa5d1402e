"""Postmortem channels: ids and addresses of cases become links, on the real bot."""

import json
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.threads import (
    MakeChannel,
    import_cases,
    open_case,
    own_document,
    replies,
    reply_with,
    run_command,
    settle,
    stored,
    text_of,
)

PAGES = "https://cases.example.com/library"


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The case pages have an address."""
    return {"PUBLIC_URL": PAGES}


@pytest.fixture(scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Own cases, one of them with a page of its own, and one with the id of a ticket."""
    import_cases(
        bot,
        tmp_path_factory.mktemp("own"),
        own_document("CASE-0001"),
        own_document("CASE-0002", url="https://wiki.example.com/incidents/zebra/"),
        own_document("OPS-77"),
    )


@pytest.fixture
def channel(make_channel: MakeChannel) -> str:
    """A postmortem channel."""
    return make_channel("postmortem")


def linked(place: Json) -> list[str]:
    """The ids that a reply shows as linked: each has its *Unlink*."""
    elements = [e for block in place["blocks"] for e in block.get("elements", ())]
    return [e["value"] for e in elements if e.get("action_id") == "link.remove"]


def option(value: str, label: str) -> Json:
    """An option of a menu."""
    return {"text": {"type": "plain_text", "text": label}, "value": value}


def without_ids(blocks: list[Json]) -> list[Json]:
    """Blocks without the ids that are digests of their content."""
    return [{key: value for key, value in b.items() if key != "block_id"} for b in blocks]


def test_id_in_a_thread_gets_one_compact_reply(driver: SlackDriver, channel: str) -> None:
    """The whole message: the case in two lines, its kind, *Unlink* and *Details*."""
    root = driver.send(channel, "Postmortem of last night")
    ts = driver.send(channel, "Looks a lot like PUB-0001 to me.", thread_ts=root)

    [reply] = replies(driver, channel, root)

    reference = option("reference PUB-0001", "Reference")
    assert without_ids(reply["blocks"]) == [
        {
            "type": "section",
            "expand": True,
            "text": {
                "type": "mrkdwn",
                "verbatim": True,
                "text": "*Linked:* <https://about.gitlab.com/2017/02/10/"
                "postmortem-of-database-outage-of-january-31/|GitLab.com lost six hours of "
                "database changes when the data directory of the primary PostgreSQL server was "
                "deleted by mistake>  `PUB-0001`\nGitLab · Jan 2017 · other company's incident"
                " · *Cause* Human error",
            },
        },
        {
            "type": "actions",
            "elements": [
                {
                    "type": "static_select",
                    "action_id": "link.kind",
                    "placeholder": {"type": "plain_text", "text": "Kind"},
                    "options": [
                        option("same-cause PUB-0001", "Same cause"),
                        option("same-symptoms PUB-0001", "Same symptoms"),
                        reference,
                    ],
                    "initial_option": reference,
                },
                {
                    "type": "button",
                    "action_id": "link.remove",
                    "text": {"type": "plain_text", "text": "Unlink"},
                    "value": "PUB-0001",
                },
                {
                    "type": "button",
                    "action_id": "case.open",
                    "text": {"type": "plain_text", "text": "Details"},
                    "value": "PUB-0001",
                },
            ],
        },
    ]
    assert reply["text"].startswith("Linked: GitLab.com lost six hours")
    assert reply["thread_ts"] == root
    assert ts != reply["ts"]


def test_link_is_stored_both_ways(driver: SlackDriver, bot: BotProcess, channel: str) -> None:
    """From the case to the thread in Details and in `show`, from the thread to the case."""
    root = driver.send(channel, "PUB-0003 again?")
    replies(driver, channel, root)
    asked = driver.send(channel, "<@U0BOT> links", thread_ts=root)

    answer = reply_with(driver, channel, root, "1 case linked in this thread")
    view = open_case(driver, channel, "PUB-0003")
    driver.close(view, clear=True)

    name = driver.channel(channel)["name"]
    address = f"/archives/{channel}/p{root.replace('.', '')}"
    assert "PUB-0003" in text_of(answer)
    assert asked < answer["ts"]
    assert f"{address}|thread in #{name}> · Reference" in text_of(view)
    [link] = stored(bot, "PUB-0003")["_links"]
    assert link["permalink"].endswith(address)
    assert (link["kind"], link["channel_id"], link["thread_ts"], link["linked_by"]) == (
        "reference",
        channel,
        root,
        "U0ALICE",
    )


@pytest.mark.usefixtures("own_cases")
@pytest.mark.parametrize(
    ("written", "case_id"),
    [
        ("see pub-0004", "PUB-0004"),
        ("(PUB-0004), PUB-0004.", "PUB-0004"),
        ("PUB-0004과 같은 원인", "PUB-0004"),
        ("<https://docs.example.com/a|our notes on PUB-0004>", "PUB-0004"),
        (f"<{PAGES}/cases/PUB-0004>", "PUB-0004"),
        (f"<{PAGES}/cases/pub-0004.json?lang=ko#fix|that page>", "PUB-0004"),
        ("<https://wiki.example.com/incidents/zebra?tab=1&amp;b=2#cause>", "CASE-0002"),
        ("ticket OPS-77 is a case, OPS-78 is not", "OPS-77"),
    ],
)
def test_ids_and_addresses_are_read(
    driver: SlackDriver, channel: str, written: str, case_id: str
) -> None:
    """In any case, before Korean endings, in labels; case pages, and a case's own address."""
    root = driver.send(channel, written)

    [reply] = replies(driver, channel, root)

    assert linked(reply) == [case_id]


@pytest.mark.usefixtures("own_cases")
def test_look_alikes_are_not_read(driver: SlackDriver, channel: str) -> None:
    """Tickets, versions, branches and addresses of other things name no case."""
    roots = [
        driver.send(channel, text)
        for text in (
            "JIRA-1234 and SEV-1, UTF-8, SHA-256, v1.2-3, PUB-9999, CASE-0404",
            "fix/CASE-0001-lock is merged, PUB-0001.5 too, X-PUB-0001, PUB-00011, PUB-0001_old",
            "<https://jira.example.com/browse/PUB-0001> and <https://wiki.example.com/incidents>",
            f"<{PAGES}/cases/PUB-9999> <{PAGES}/cases/> <{PAGES}.evil.example/cases/PUB-0001>",
            "PUB-0001@example.com, @PUB-0001, <#C0INC|PUB-0001> :pub-1: 2024-11-03",
        )
    ]
    settle(driver, channel)

    assert [driver.thread(channel, root) for root in roots] == [[]] * len(roots)


def test_several_cases_share_one_reply(driver: SlackDriver, channel: str) -> None:
    """In the order they were written."""
    root = driver.send(channel, "PUB-0006, PUB-0005 and PUB-0006 once more")

    [reply] = replies(driver, channel, root)

    assert linked(reply) == ["PUB-0006", "PUB-0005"]


def test_repeats_are_silent(driver: SlackDriver, channel: str) -> None:
    """The same id again by anybody, and the same event delivered again."""
    root = driver.send(channel, "PUB-0001")
    replies(driver, channel, root)
    driver.send(channel, "yes, PUB-0001 it is", thread_ts=root, user="U0BOB")
    event = {"type": "message", "channel": channel, "channel_type": "channel", "user": "U0ALICE"}
    driver.event(event | {"text": "PUB-0001", "ts": root, "event_ts": root})
    settle(driver, channel)

    assert len(replies(driver, channel, root)) == 1


def test_edit_that_adds_an_id_links_it(driver: SlackDriver, channel: str) -> None:
    """In the same reply; an edit that takes an id out leaves it linked."""
    root = driver.send(channel, "PUB-0001")
    [before] = replies(driver, channel, root)
    driver.edit(channel, root, "PUB-0001 and PUB-0002")
    after = reply_with(driver, channel, root, "PUB-0002")
    driver.edit(channel, root, "neither")
    settle(driver, channel)

    [last] = replies(driver, channel, root)
    assert before["ts"] == after["ts"] == last["ts"]
    assert linked(last) == ["PUB-0001", "PUB-0002"]


def test_edit_of_an_untouched_message_begins_a_reply(driver: SlackDriver, channel: str) -> None:
    """A message that named nothing at first is read when it does."""
    root = driver.send(channel, "Postmortem")
    reply = driver.send(channel, "see the case", thread_ts=root)
    driver.edit(channel, reply, "see the case PUB-0007")

    assert linked(reply_with(driver, channel, root, "PUB-0007")) == ["PUB-0007"]


def test_changes_that_nobody_wrote_link_nothing(driver: SlackDriver, channel: str) -> None:
    """An unfurl that shows an id, and the bot's own edits in every disguise, are left alone."""
    root = driver.send(channel, "<https://example.com/notes>")
    page = {"from_url": "https://example.com/notes", "title": "PUB-0001", "text": "PUB-0002"}
    driver.change(channel, root, attachments=[page])
    for echo in ("normal", "bot_message", "bare"):
        driver.faults(echo=echo)
        other = driver.send(channel, "PUB-0001")
        [reply] = replies(driver, channel, other)
        driver.click(reply, "link.remove")
        reply_with(driver, channel, other, "Unlinked")
        settle(driver, channel)
        assert len(replies(driver, channel, other)) == 1

    assert driver.thread(channel, root) == []


def test_unlink_stays_unlinked(driver: SlackDriver, bot: BotProcess, channel: str) -> None:
    """Through repeats and edits, until somebody presses *Link again*."""
    root = driver.send(channel, "PUB-0008")
    [reply] = replies(driver, channel, root)
    driver.click(reply, "link.remove", user="U0BOB")
    unlinked = reply_with(driver, channel, root, "Unlinked:")
    driver.send(channel, "PUB-0008!", thread_ts=root)
    driver.edit(channel, root, "PUB-0008 and PUB-0009")
    both = reply_with(driver, channel, root, "PUB-0009")

    assert "_links" not in stored(bot, "PUB-0008")
    assert linked(unlinked) == []
    assert linked(both) == ["PUB-0009"]
    driver.click(both, "link.add")
    driver.wait_for(
        lambda: sorted(linked(replies(driver, channel, root)[0])) == ["PUB-0008", "PUB-0009"], 15
    )
    assert [link["kind"] for link in stored(bot, "PUB-0008")["_links"]] == ["reference"]
    assert len(replies(driver, channel, root)) == 1


def test_other_channels_link_nothing_by_themselves(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """An id in an ordinary channel is only talk."""
    channel = make_channel("general")
    root = driver.send(channel, "PUB-0001 is a good read")
    settle(driver, channel)

    assert driver.thread(channel, root) == []


def test_question_to_the_bot_is_answered_and_linked(driver: SlackDriver, channel: str) -> None:
    """A mention with an id is both: a question, and an id in a postmortem thread."""
    root = driver.send(channel, "<@U0BOT> what was PUB-0001 about?")

    both = replies(driver, channel, root, 2)

    assert [linked(reply) for reply in both] == [[], ["PUB-0001"]]


@pytest.mark.usefixtures("own_cases")
def test_own_case_does_not_link_where_others_read(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """In a channel shared with another company, and where a guest is, only public cases link."""
    shared = make_channel("postmortem", is_ext_shared=True)
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    visited = make_channel("postmortem")
    driver.channel_action("invite", channel=visited, invited="U0GUEST")
    for channel, user in ((shared, "U0ALICE"), (visited, "U0GUEST")):
        root = driver.send(channel, "CASE-0001 or PUB-0001", user=user)

        [reply] = replies(driver, channel, root)

        assert linked(reply) == ["PUB-0001"]
        assert "zebra" not in json.dumps(reply).lower()


def test_bots_may_name_cases_too(driver: SlackDriver, channel: str) -> None:
    """The words of an incident bot are in its blocks and attachments."""
    extra = {
        "bot_id": "B0OTHER",
        "subtype": "bot_message",
        "attachments": [{"title": "Postmortem", "text": "Related: PUB-0010"}],
    }
    root = driver.send(channel, "", extra=extra, without=["user", "client_msg_id"])

    [reply] = replies(driver, channel, root)

    assert linked(reply) == ["PUB-0010"]


def test_export_tells_of_links_and_import_does_not_take_them(
    driver: SlackDriver, bot: BotProcess, channel: str, tmp_path: Path
) -> None:
    """The files of export, import and export are the same, byte for byte."""
    import_cases(bot, tmp_path, own_document("CASE-0031", note="kept"))
    root = driver.send(channel, "CASE-0031")
    replies(driver, channel, root)

    run_command(bot, "export", str(tmp_path / "one"), "--own")
    run_command(bot, "import", str(tmp_path / "one"))
    run_command(bot, "export", str(tmp_path / "two"), "--own")

    files = [(tmp_path / name / "CASE-0031.json").read_bytes() for name in ("one", "two")]
    assert files[0] == files[1]
    assert [link["thread_ts"] for link in json.loads(files[0])["_links"]] == [root]
    fresh = BotProcess(tmp_path, {})
    run_command(fresh, "import", str(tmp_path / "one"))
    assert "_links" not in stored(fresh, "CASE-0031")
    assert stored(fresh, "CASE-0031")["note"] == "kept"
