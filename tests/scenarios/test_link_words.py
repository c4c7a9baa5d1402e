"""`@incident-lookup link`, `unlink` and `links`, in any channel, on the real bot."""

import pytest
from support.bot_process import BotProcess
from support.driver import SlackDriver
from support.threads import (
    MakeChannel,
    import_cases,
    own_document,
    replies,
    reply_with,
    stored,
    text_of,
)

from handlers.link_words import LinkWords, read_words


@pytest.fixture(scope="module")
def own_case(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An own case."""
    import_cases(bot, tmp_path_factory.mktemp("own"), own_document("CASE-0001"))
    return "CASE-0001"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("link PUB-0031", LinkWords("link", "PUB-0031")),
        ("Link pub-0031 Same Cause.", LinkWords("link", "PUB-0031", "same-cause")),
        ("link PUB-0031 recurrence", LinkWords("link", "PUB-0031", "recurrence")),
        ("unlink PUB-0031", LinkWords("unlink", "PUB-0031")),
        ("links", LinkWords("links")),
        ("연결 PUB-0031 재발", LinkWords("link", "PUB-0031", "재발")),
        ("연결해제 PUB-0031", LinkWords("unlink", "PUB-0031")),
        ("연결 해제 PUB-0031", LinkWords("unlink", "PUB-0031")),
        ("PUB-0031 연결 해제", LinkWords("unlink", "PUB-0031")),
        ("PUB-0031을 재발 연결", LinkWords("link", "PUB-0031", "재발")),
        ("PUB-0031 서버 연결", None),
        ("연결목록", LinkWords("links")),
        ("연결 목록", LinkWords("links")),
        ("link down on eth0 since 14:02", None),
        ("links between the data centres flap", None),
        ("link", None),
        ("the link PUB-0031 is broken", None),
    ],
)
def test_words_are_read(text: str, wanted: LinkWords | None) -> None:
    """In both languages; a symptom that begins with "link" stays a question."""
    assert read_words(text) == wanted


def test_link_works_in_any_thread(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """With a kind, or as a reference; the reply is the one of postmortem channels."""
    channel = make_channel("general")
    root = driver.send(channel, "What happened last night")
    driver.send(channel, "<@U0BOT> link PUB-0031 same-cause", thread_ts=root)
    first = reply_with(driver, channel, root, "PUB-0031")
    driver.send(channel, "<@U0BOT> link pub-0030", thread_ts=root)
    reply_with(driver, channel, root, "PUB-0030")

    assert "*Linked:*" in text_of(first)
    assert [link["kind"] for link in stored(bot, "PUB-0031")["_links"]] == ["same-cause"]
    assert [link["kind"] for link in stored(bot, "PUB-0030")["_links"]] == ["reference"]


def test_links_lists_and_unlink_takes_back(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """The list follows; the reply of the link shows that it is gone."""
    channel = make_channel("general")
    root = driver.send(channel, "What happened last night")
    found = []
    for words in ("links", "link PUB-0029 same-symptoms", "links"):
        driver.send(channel, f"<@U0BOT> {words}", thread_ts=root)
        found = replies(driver, channel, root, len(found) + 1)  # Slack keeps no order of events
    before, _, listed = found
    driver.send(channel, "<@U0BOT> unlink PUB-0029", thread_ts=root)
    told = reply_with(driver, channel, root, "Unlinked PUB-0029.")
    driver.send(channel, "<@U0BOT> unlink PUB-0028", thread_ts=root)
    never = reply_with(driver, channel, root, "PUB-0028 is not linked in this thread.")
    reply_with(driver, channel, root, "Unlinked: ")

    assert "Nothing is linked in this thread yet" in text_of(before)
    assert "1 case linked in this thread" in text_of(listed)
    assert "PUB-0029`  Same symptoms" in text_of(listed)
    assert told["ts"] < never["ts"]
    assert "_links" not in stored(bot, "PUB-0029")


def test_linking_again_changes_the_kind(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, own_case: str
) -> None:
    """What is said last counts, and a kind that is not said again stays."""
    channel = make_channel("general")
    root = driver.send(channel, "What happened last night")
    for count, words in enumerate(("same-symptoms", "same-cause", ""), 1):
        driver.send(channel, f"<@U0BOT> link {own_case} {words}", thread_ts=root)
        replies(driver, channel, root, count)

    assert [link["kind"] for link in stored(bot, own_case)["_links"]] == ["same-cause"]


@pytest.mark.usefixtures("own_case")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("link PUB-31", "Did you mean `PUB-0031`?"),
        ("link PUB-9999", "There is no case `PUB-9999` here."),
        ("link PUB-0031 cousin", "“cousin” is not a kind of link"),
        ("link PUB-0031 recurrence", "Only your own incidents can happen again"),
    ],
)
def test_what_cannot_be_linked_is_said(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, words: str, told: str
) -> None:
    """One sentence with what to do instead, and nothing is linked."""
    channel = make_channel("general")
    root = driver.send(channel, f"<@U0BOT> {words}")

    [answer] = replies(driver, channel, root)

    assert told in text_of(answer)
    links = stored(bot, "PUB-0031").get("_links", [])
    assert [link for link in links if link.get("channel_id") == channel] == []


def test_words_in_a_postmortem_channel_are_answered_once(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """The id in `link` and `unlink` is not linked a second time by being there."""
    channel = make_channel("postmortem")
    root = driver.send(channel, "Last night")
    for words in ("link PUB-0027 same-cause", "unlink PUB-0027"):
        driver.send(channel, f"<@U0BOT> {words}", thread_ts=root)

    both = replies(driver, channel, root, 2)
    driver.send(channel, "<@U0BOT> links", thread_ts=root)
    last = replies(driver, channel, root, 3)[-1]

    assert len(both) == 2
    assert "Nothing is linked" in text_of(last)
    assert "_links" not in stored(bot, "PUB-0027")


def test_edited_order_is_not_carried_out_again(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Nor does the id that it now has link by being there."""
    channel = make_channel("postmortem")
    root = driver.send(channel, "<@U0BOT> unlink PUB-0024")
    replies(driver, channel, root)
    driver.edit(channel, root, "<@U0BOT> unlink PUB-0023")
    driver.send(channel, "<@U0BOT> links", thread_ts=root)
    last = replies(driver, channel, root, 2)[-1]

    assert "Nothing is linked" in text_of(last)
    assert "_links" not in stored(bot, "PUB-0023")


def test_direct_message_has_no_thread_to_link(driver: SlackDriver) -> None:
    """It says where links belong."""
    place = driver.direct()
    ts = driver.send(place, "link PUB-0031")

    [answer] = replies(driver, place, ts)

    assert "Links belong to threads in channels" in text_of(answer)
