"""`recent` and `new`, and what else can be said to the bot in a direct message, on the real bot."""

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.suspects import DISK, LOCK, POOL, SYMPTOM
from support.threads import MakeChannel, import_cases, text_of

QUERY = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
SECRET = "flamingo ledger of the acquisition hangs, zebra queue growing, writes time out"


@pytest.fixture(autouse=True, scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Own cases, one of them a draft."""
    import_cases(bot, tmp_path_factory.mktemp("own"), LOCK, POOL, DISK | {"draft": True})


def ask(driver: SlackDriver, channel: str, text: str, user: str = "U0ALICE") -> Json:
    """Run the command and return the private answer."""
    before = len(driver.ephemerals(user, channel))
    assert driver.command(channel, text, user=user)["acked"]
    return driver.wait_for(lambda: driver.ephemerals(user, channel)[before:])[0]


def say(driver: SlackDriver, text: str, user: str = "U0ALICE") -> Json:
    """Write to the bot directly; its answer."""
    channel = driver.direct(user)
    ts = driver.send(channel, text, user=user)
    return driver.wait_for(lambda: driver.thread(channel, ts))[0]


def test_recent_lists_own_questions_and_what_the_channel_saw(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Newest first, with the words, each case once; other people's private questions are not."""
    channel, other = make_channel("general"), make_channel("general")
    ask(driver, other, QUERY)
    ask(driver, other, SECRET, "U0BOB")
    visible = driver.send(channel, "<@U0BOT> kubelet evicts pods, node has DiskPressure")
    driver.wait_for(lambda: driver.thread(channel, visible))
    ask(driver, channel, "asdfgh qwerty")

    mine = ask(driver, channel, "recent")
    bobs = ask(driver, channel, "최근", "U0BOB")

    assert "Looked up lately" in text_of(mine)
    assert f"“{QUERY}”" in text_of(mine)
    assert "PUB-0001" in text_of(mine)
    assert "acquisition" not in text_of(mine)
    assert "asdfgh" not in text_of(mine)
    assert text_of(mine).count('"case.open"') == len(mine["blocks"]) - 1
    assert "acquisition" in text_of(bobs)
    assert QUERY not in text_of(bobs)
    assert "최근에 찾아본 사례" in text_of(bobs)


def test_recent_said_in_a_channel_tells_what_the_channel_saw(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A visible answer names nobody's private question, the asker's own included."""
    channel = make_channel()
    ask(driver, channel, QUERY)
    symptom = driver.send(channel, SYMPTOM)
    driver.wait_for(lambda: driver.thread(channel, symptom))
    asked = driver.send(channel, "<@U0BOT> recent")

    [told] = driver.wait_for(lambda: driver.thread(channel, asked))

    assert "CASE-0103" in text_of(told)
    assert "PUB-0001" not in text_of(told)


def test_recent_without_anything_says_so(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A sentence, in a channel where nothing was asked."""
    driver.set_user("U0CAROL", name="carol")
    channel = make_channel("general")

    answer = ask(driver, channel, "recent", "U0CAROL")

    assert answer["text"] == "Nothing that brought a match was looked up here lately."


def test_new_lists_own_cases_first(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """With cause and fix, drafts marked, and how many more there are."""
    answer = ask(driver, make_channel("general"), "new")

    told = text_of(answer)
    assert "New in the last 30 days" in told
    assert told.index("CASE-0102") < told.index("PUB-")
    assert "Draft, not reviewed yet" in told
    assert "*Fixed by*" in told
    assert "more" in told
    assert len(answer["blocks"]) == 10


def test_new_shows_guests_public_cases_alone(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """And counts no others."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited="U0GUEST")

    assert "CASE-" not in text_of(ask(driver, channel, "new", "U0GUEST"))


@pytest.mark.parametrize("text", ["recent deploys broke login with 502", "new pods crash loop"])
def test_words_of_lists_begin_questions_too(
    driver: SlackDriver, make_channel: MakeChannel, text: str
) -> None:
    """Only the word alone is a list."""
    answer = ask(driver, make_channel("general"), text)

    assert f"for “{text}”" in text_of(answer)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("help", "I find past incidents"),
        ("도움말", "I find past incidents"),
        ("new", "New in the last 30 days"),
        ("새 사례", "New in the last 30 days"),
        ("PUB-0041", "PUB-0041"),
        ("pub-0041 ", "*Fixed by*"),
        (f"{QUERY} public:", "PUB-0001"),
        (f"{SYMPTOM} component:message-queue", "CASE-0102"),
        ("pods restart component:kublet", "component:kubelet"),
        ("PUB-9041", "There is no case `PUB-9041` here. Did you mean"),
        ("HTTP-503", "Nothing close"),
        ("component:redis", "Tell me what you see"),
    ],
)
def test_direct_messages_are_answered(driver: SlackDriver, text: str, told: str) -> None:
    """Help, lists, case ids, filters and questions; always in the thread."""
    assert told in text_of(say(driver, text))


def test_direct_message_lists_what_was_asked_there(driver: SlackDriver) -> None:
    """*Recent* in a direct message is the person's own."""
    say(driver, QUERY, "U0BOB")

    answer = say(driver, "recent", "U0BOB")

    assert "PUB-0001" in text_of(answer)
    assert "최근에 찾아본 사례" in text_of(answer)


def test_help_tells_of_lists_form_and_shortcut(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """In both languages."""
    channel = make_channel("general")

    english, korean = ask(driver, channel, "help"), ask(driver, channel, "help", "U0BOB")

    for answer in (english, korean):
        assert "`/incident-lookup recent`" in text_of(answer)
        assert "`/incident-lookup new`" in text_of(answer)
        assert "Find similar incidents" in text_of(answer)
