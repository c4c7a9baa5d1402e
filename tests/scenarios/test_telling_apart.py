"""*Tell them apart* on the real bot: one tap narrows a card, says so, and can be undone."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from support.bot_process import BotProcess
from support.driver import ControlError, Json, SlackDriver, find_element
from support.suspects import DISK, LOCK, POOL, SYMPTOM
from support.threads import MakeChannel, import_cases, text_of

OUTCOME = "At the limit: same cause"


@pytest.fixture(autouse=True, scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Three own cases that look alike from outside."""
    import_cases(bot, tmp_path_factory.mktemp("own"), LOCK, POOL, DISK)


def elements(place: Json) -> Iterator[Json]:
    """Everything in the blocks of a message or a view that has a type of its own."""
    for block in place["blocks"]:
        yield from (each for each in (block.get("accessory"), *block.get("elements", ())) if each)


def button_texts(place: Json) -> list[str]:
    """What stands on the buttons of a message or a view."""
    return [each["text"]["text"] for each in elements(place) if each["type"] == "button"]


def shown_cases(place: Json) -> list[str]:
    """The ids of the cases on a card, best first."""
    opening = (each for each in elements(place) if each.get("action_id") == "case.open")
    return [each["value"].rpartition(" ")[2] for each in opening]


def card_when(driver: SlackDriver, channel: str, ts: str, holds: Callable[[Json], bool]) -> Json:
    """The one reply of the bot in a thread, once it looks like that."""

    def look() -> list[Json]:
        return [post for post in driver.thread(channel, ts) if holds(post)]

    [card] = driver.wait_for(look, 15)
    return {**card, "channel_id": channel}


def open_card(driver: SlackDriver, channel: str) -> tuple[str, Json]:
    """Write the symptom; the message's ts and its card."""
    ts = driver.send(channel, SYMPTOM)
    return ts, card_when(driver, channel, ts, bool)


def test_card_asks_what_tells_its_suspects_apart(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The first suspect has no check: what differs is asked, with where each tap leads."""
    _, card = open_card(driver, make_channel())

    assert shown_cases(card) == ["CASE-0103", "CASE-0101", "CASE-0102"]
    assert "*Tell them apart:* Is this involved: Relational database?" in text_of(card)
    assert button_texts(card)[-5:-2] == ["Yes → 1, 2", "No → 3", "Not sure"]


def test_one_tap_narrows_the_card_and_undo_widens_it(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The card follows the answer in its place, says what was answered, and goes back."""
    channel = make_channel()
    ts, card = open_card(driver, channel)
    driver.click(card, "tell.no", user="U0BOB")
    narrowed = card_when(driver, channel, ts, lambda card: "Left out" in text_of(card))
    driver.click(narrowed, "tell.undo")
    widened = card_when(driver, channel, ts, lambda card: "Left out" not in text_of(card))

    assert shown_cases(narrowed) == ["CASE-0102"]
    assert "Looks like a past incident" in text_of(narrowed)
    assert "Is this involved: Relational database? — *no*" in text_of(narrowed)
    assert "`CASE-0103` `CASE-0101`" in text_of(narrowed)
    assert "Tell them apart" not in text_of(narrowed)
    assert shown_cases(widened) == shown_cases(card)
    assert "*no*" not in text_of(widened)
    assert len(driver.posts(channel)) == 1


def test_answers_lead_from_question_to_question(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """After the facet comes the check of a suspect; a second answer narrows further."""
    channel = make_channel()
    ts, card = open_card(driver, channel)
    driver.click(card, "tell.yes")
    halved = card_when(driver, channel, ts, lambda card: "*yes*" in text_of(card))
    driver.click(halved, "tell.yes")
    found = card_when(driver, channel, ts, lambda card: text_of(card).count("*yes*") == 2)

    assert shown_cases(halved) == ["CASE-0103", "CASE-0101"]
    assert f"Count open connections. Is it so: “{OUTCOME}”?" in text_of(halved)
    assert shown_cases(found) == ["CASE-0101"]
    assert "`CASE-0102` `CASE-0103`" in text_of(found)


def test_not_sure_asks_something_else(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Nothing is narrowed by it, and nothing is said of it."""
    channel = make_channel()
    ts, card = open_card(driver, channel)
    driver.click(card, "tell.skip")
    other = card_when(driver, channel, ts, lambda card: OUTCOME in text_of(card))

    assert shown_cases(other) == shown_cases(card)
    assert "Relational database?" not in text_of(other)


def test_answers_stay_when_evidence_is_added(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The living card is looked up again, and what was ruled out does not come back."""
    channel = make_channel()
    ts, card = open_card(driver, channel)
    driver.click(card, "tell.no")
    card_when(driver, channel, ts, lambda card: "Left out" in text_of(card))
    driver.send(channel, "flamingo ledger still timing out, zebra queue at 40k and growing")
    grown = card_when(driver, channel, ts, lambda card: "2 messages" in text_of(card))

    assert shown_cases(grown) == ["CASE-0102"]
    assert "now first" not in text_of(grown)


def test_private_answer_is_narrowed_and_shared_as_it_is(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The slash command's answer has the question, too, and sharing it takes the answer along."""
    channel = make_channel("general")
    driver.command(channel, SYMPTOM)
    [answer] = driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel))
    driver.click(answer, "tell.no")
    [narrowed] = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "Left out" in text_of(m)]
    )
    driver.click(narrowed, "lookup.share")
    [shared] = driver.wait_for(lambda: driver.posts(channel))

    assert shown_cases(narrowed) == shown_cases(shared) == ["CASE-0102"]
    assert "— *no*" in text_of(shared)


def test_question_is_asked_in_the_readers_language(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """For a reader with a Korean locale."""
    channel = make_channel("general")
    driver.command(channel, SYMPTOM, user="U0BOB")
    [answer] = driver.wait_for(lambda: driver.ephemerals("U0BOB", channel))

    assert "*가려내기:* 이것과 관련 있나요? 관계형 데이터베이스" in text_of(answer)
    assert button_texts(answer)[-3:] == ["예 → 1, 2", "아니요 → 3", "모르겠어요"]


def test_nothing_is_asked_of_a_single_suspect_or_a_known_one(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """One match alone, and one that somebody said is it, leave no question."""
    channel = make_channel()
    ts, card = open_card(driver, channel)
    driver.click(card, "match.confirm")
    known = card_when(driver, channel, ts, lambda card: "marked as this one" in text_of(card))
    other = make_channel()
    single = driver.send(other, "p99 is fine but max latency spikes every few minutes since k8s")
    alone = card_when(driver, other, single, bool)

    assert "Tell them apart" not in text_of(known)
    assert "Tell them apart" not in text_of(alone)


def test_guests_answer_about_public_cases_only(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """A press on a forged or stale button names no case that its reader may not see."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited="U0GUEST")
    driver.command(channel, SYMPTOM, user="U0GUEST")
    [answer] = driver.wait_for(lambda: driver.ephemerals("U0GUEST", channel))

    assert "CASE-01" not in text_of(answer)
    assert driver.failures() == []


def test_double_tap_counts_once(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Two people tap the same answer at once; one line is said."""
    channel = make_channel()
    ts, card = open_card(driver, channel)
    driver.click(card, "tell.no")
    with suppress(ControlError):  # the first was quicker, and the button is gone already
        driver.click(card, "tell.no", user="U0BOB")
    narrowed = card_when(driver, channel, ts, lambda card: "Left out" in text_of(card))

    assert text_of(narrowed).count("— *no*") == 1
    assert find_element(narrowed, "tell.undo")[1]["value"].endswith("facet:components:database")
