"""`/incident-lookup privacy`, and that what it says is so."""

from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.capturing import everything_stored
from support.driver import SlackDriver
from support.threads import MakeChannel, run_command, settle, text_of

from handlers.locale import Catalogue


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Words are kept for three days, and customers have ids."""
    return {"EVIDENCE_DAYS": "3", "CUSTOMER_IDS": "CUST-####"}


@pytest.mark.parametrize(
    ("user", "told"),
    [
        ("U0ALICE", ["What I read and keep", "for 3 days", "masked before text is stored"]),
        ("U0BOB", ["무엇을 읽고 무엇을 보관하나요", "3일 동안", "저장하기 전에 가려요"]),
    ],
)
def test_privacy_answers_the_asker_alone(
    driver: SlackDriver, make_channel: MakeChannel, user: str, told: list[str]
) -> None:
    """In their language, with the time that is set."""
    channel = make_channel("general")

    driver.command(channel, "privacy", user=user)
    [page] = driver.wait_for(lambda: driver.ephemerals(user, channel), 15)

    assert all(words in text_of(page) for words in told)
    assert driver.posts(channel) == []


def test_words_after_it_are_a_question(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A stuck export of that name is a symptom like any other."""
    channel = make_channel("general")

    driver.command(channel, "privacy export is stuck")
    [answer] = driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel), 15)

    assert "What I read and keep" not in text_of(answer)


def test_what_is_no_symptom_is_not_kept(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Its text is wiped as soon as it was read."""
    channel = make_channel("inc")
    driver.send(channel, "the quokka lunch is at noon")
    settle(driver, channel)

    driver.wait_for(lambda: "quokka" not in everything_stored(bot), 15)


def test_customer_ids_of_the_setting_are_masked(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """In what is kept as evidence."""
    channel = make_channel("inc")
    driver.send(channel, "wombat checkout is down for CUST-4711, 500s since 14:05")
    settle(driver, channel)

    stored = everything_stored(bot)

    assert "wombat checkout" in stored
    driver.wait_for(lambda: "CUST-4711" not in everything_stored(bot), 15)


def test_forgotten_channel_is_gone_while_the_bot_runs(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """The command works beside the running bot, which goes on."""
    channel = make_channel("inc")
    driver.send(channel, "numbat checkout is down, 500s since 14:05")
    settle(driver, channel)
    driver.wait_for(lambda: "numbat" in everything_stored(bot), 15)

    run_command(bot, "forget", "--channel", channel)

    assert "numbat" not in everything_stored(bot)
    settle(driver, channel)


def test_security_page_tells_the_same() -> None:
    """Each sentence of the page in Slack has its counterpart for administrators."""
    page = (Path(__file__).resolve().parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    masked = Catalogue.load().words("en")("privacy-masked").partition(".")[0]

    assert masked in page
    for told in (
        "EVIDENCE_DAYS",
        "CUSTOMER_IDS",
        "forget --channel",
        "test query",
        "private channel",
    ):
        assert told in page
