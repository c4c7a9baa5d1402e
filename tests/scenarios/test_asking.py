"""Asking: the slash command, mentions, details, sharing and feedback, on the real bot."""

import json
from collections.abc import Callable

import pytest
from slack_sdk import WebClient
from support.driver import Json, SlackDriver

from bot.local_slack import LocalSlack
from bot.local_slack.mrkdwn import live_tokens

QUERY = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
HOSTILE = '<!channel> <@U0ALICE> <https://evil.example|runbook> @here & "q" *b* `c` \' OR 1=1 --'

MakeChannel = Callable[..., str]


def text_of(place: Json) -> str:
    """Everything a reader of a message or view sees, as JSON text."""
    return json.dumps(place["blocks"], ensure_ascii=False)


def ask(driver: SlackDriver, channel: str, text: str, user: str = "U0ALICE") -> Json:
    """Run the command and return the private answer."""
    before = len(driver.ephemerals(user, channel))
    acked = driver.command(channel, text, user=user)
    assert acked["acked"], acked
    return driver.wait_for(lambda: driver.ephemerals(user, channel)[before:])[0]


def mrkdwn_texts(node: object) -> list[str]:
    """Every mrkdwn text in blocks, however deep."""
    if isinstance(node, list):
        return [text for item in node for text in mrkdwn_texts(item)]
    if not isinstance(node, dict):
        return []
    if node.get("type") == "mrkdwn":
        return [node["text"]]
    return [text for item in node.values() for text in mrkdwn_texts(item)]


def test_command_answers_the_asker_alone(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The answer is private, names the case and says why."""
    channel = make_channel("general")

    answer = ask(driver, channel, QUERY)

    assert "PUB-0001" in text_of(answer)
    assert driver.posts(channel) == []
    assert driver.ephemerals("U0BOB", channel) == []


def test_command_is_answered_where_the_bot_is_no_member(driver: SlackDriver) -> None:
    """A private channel that the bot cannot see is no obstacle to a private answer."""
    answer = ask(driver, "C0PRIV", QUERY)

    assert "PUB-0001" in text_of(answer)


def test_command_answers_in_the_readers_language(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A reader with a Korean locale gets Korean words and Korean case texts."""
    channel = make_channel("general")

    answer = ask(driver, channel, QUERY, user="U0BOB")

    assert "원인" in text_of(answer)
    assert "근거" in text_of(answer)


@pytest.mark.parametrize("text", ["help", "?", "도움말"])
def test_command_without_a_question_gives_help(
    driver: SlackDriver, make_channel: MakeChannel, text: str
) -> None:
    """In either language."""
    channel = make_channel("general")

    answer = ask(driver, channel, text)

    assert "/incident-lookup" in text_of(answer)
    assert "component:" in text_of(answer)


def test_command_suggests_what_a_filter_may_have_meant(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """An unknown filter value gets "did you mean"."""
    channel = make_channel("general")

    answer = ask(driver, channel, "pods restart component:kublet")

    assert "kubelet" in text_of(answer)
    assert "kublet" in text_of(answer)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("component:redis", "Tell me what you see"),
        ("dns lookups fail org:Nobody since:2024", "No case passes these filters"),
    ],
)
def test_command_says_when_filters_leave_nothing(
    driver: SlackDriver, make_channel: MakeChannel, text: str, told: str
) -> None:
    """Filters alone, and filters that no case passes, each get their own sentence."""
    answer = ask(driver, make_channel("general"), text)

    assert told in answer["text"]


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "🔥🔥🔥",
        "\u202eabc\u202c עברית",
        HOSTILE,
        "\x00\x07\x1b[31m",
        "word " * 1500,
        "database",
    ],
)
def test_command_takes_any_text(driver: SlackDriver, make_channel: MakeChannel, text: str) -> None:
    """Odd text gets a plain answer, and nobody is pinged by it."""
    channel = make_channel("general")

    answer = ask(driver, channel, text)

    foreign = [
        token
        for mrkdwn in [*mrkdwn_texts(answer["blocks"]), answer["text"]]
        for token in live_tokens(mrkdwn, verbatim=True)
        if token.kind != "link" or "evil.example" in token.target
    ]
    assert foreign == []


def test_share_makes_the_answer_visible_once(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """*Share to channel* posts one visible card and takes the private one away."""
    channel = make_channel("general")
    answer = ask(driver, channel, QUERY)
    driver.click(answer, "lookup.share")

    [shared] = driver.wait_for(lambda: driver.posts(channel))
    driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel) == [])

    assert "PUB-0001" in text_of(shared)
    assert "lookup.share" not in text_of(shared)


def test_share_reaches_a_channel_the_bot_is_not_in(driver: SlackDriver) -> None:
    """Where the bot may not post, the asker's own response_url does it."""
    answer = ask(driver, "C0PRIV", QUERY)
    driver.click(answer, "lookup.share")

    [shared] = driver.wait_for(lambda: driver.posts("C0PRIV"))

    assert "PUB-0001" in text_of(shared)


def test_details_open_and_are_filled(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """*Details* opens a modal at once and fills it with the whole case."""
    channel = make_channel("general")
    answer = ask(driver, channel, QUERY)
    driver.click(answer, "case.open")

    view = driver.wait_for(lambda: [v for v in driver.views() if "GitLab" in text_of(v)])[-1]
    driver.close(view, clear=True)

    for part in ("What was seen", "Fixed by", "Lessons", "Sources", "postgres"):
        assert part.lower() in text_of(view).lower()
    assert driver.failures() == []


def test_command_with_an_id_opens_the_case(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """`/incident-lookup pub-0001` opens the case; case does not matter."""
    channel = make_channel("general")
    driver.command(channel, " pub-0001 ")

    view = driver.wait_for(lambda: [v for v in driver.views() if "GitLab" in text_of(v)])[-1]
    driver.close(view, clear=True)

    assert driver.ephemerals("U0ALICE", channel) == []


def test_command_with_an_unknown_id_says_so(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """An id that no case has gets a sentence in the modal."""
    channel = make_channel("general")
    driver.command(channel, "PUB-9999")

    view = driver.wait_for(lambda: [v for v in driver.views() if "PUB-9999" in text_of(v)])[-1]
    driver.close(view, clear=True)

    assert "no case" in text_of(view)


def test_mention_is_answered_once_in_its_thread(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The message event and the app_mention of one text bring one answer, in the thread."""
    channel = make_channel("general")
    ts = driver.send(channel, f"<@U0BOT> {QUERY}")

    [answer] = driver.wait_for(lambda: driver.thread(channel, ts))
    again = driver.send(channel, "<@U0BOT> help", thread_ts=ts)
    driver.wait_for(lambda: len(driver.thread(channel, ts)) == 3)

    assert "PUB-0001" in text_of(answer)
    assert [m["ts"] for m in driver.thread(channel, ts) if m["ts"] not in (answer["ts"], again)]


def test_mention_is_answered_when_nothing_is_close(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A question always gets an answer, with the nearest there is and what would help."""
    channel = make_channel("general")
    ts = driver.send(channel, "<@U0BOT> the coffee machine on floor three is leaking milk foam")

    [answer] = driver.wait_for(lambda: driver.thread(channel, ts))

    assert "Nothing close" in text_of(answer)


def test_direct_message_is_a_question(driver: SlackDriver) -> None:
    """What is written to the bot directly is answered there."""
    place = driver.direct()
    ts = driver.send(place, QUERY)

    [answer] = driver.wait_for(lambda: driver.thread(place, ts))

    assert "PUB-0001" in text_of(answer)


def test_verdict_is_kept_shown_and_undone(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """*This is it* on a card shows on the card; *Undo* takes it back."""
    channel = make_channel()
    ts = driver.send(channel, f"{QUERY}, users see errors")
    [card] = driver.wait_for(lambda: driver.thread(channel, ts))
    driver.click(card, "match.confirm")
    [marked] = driver.wait_for(
        lambda: [m for m in driver.thread(channel, ts) if "match.undo" in text_of(m)]
    )
    driver.click(marked, "match.undo")

    [undone] = driver.wait_for(
        lambda: [m for m in driver.thread(channel, ts) if "match.undo" not in text_of(m)]
    )

    assert "marked as this one" in text_of(marked)
    assert "match.confirm" in text_of(undone)


def test_verdict_on_a_private_answer_changes_it_in_place(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """*Not this* on a private answer replaces that answer."""
    channel = make_channel("general")
    answer = ask(driver, channel, QUERY)
    driver.click(answer, "match.dismiss")

    [marked] = driver.wait_for(
        lambda: [
            m for m in driver.ephemerals("U0ALICE", channel) if "marked as not this" in text_of(m)
        ]
    )

    assert len(driver.ephemerals("U0ALICE", channel)) == 1
    assert "match.undo" in text_of(marked)


def test_button_of_an_older_version_is_answered(
    driver: SlackDriver, slack: LocalSlack, make_channel: MakeChannel
) -> None:
    """An action nobody knows is acknowledged and explained."""
    channel = make_channel("general")
    label = {"type": "plain_text", "text": "Old"}
    button = {"type": "button", "action_id": "legacy_btn", "text": label, "value": "1"}
    WebClient(slack.bot_token, base_url=slack.api_url).chat_postMessage(
        channel=channel, text="old", blocks=[{"type": "actions", "elements": [button]}]
    )
    driver.click(driver.posts(channel)[0], "legacy_btn")

    told = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "older version" in m["text"]]
    )

    assert len(told) == 1
    assert driver.failures() == []
