"""The end of an incident on the real bot: one question on the card, and what a tap does."""

import json

from support.bot_process import BotProcess
from support.capturing import filled, initial
from support.driver import Json, SlackDriver
from support.threads import MakeChannel, import_cases, own_document, stored, text_of

SYMPTOMS = (
    "p99 fine but max latency spikes to 5 s every few minutes since the move to kubernetes",
    "a small share of requests time out, still happening",
)
OVER = "Resolved. latency is back to baseline"


def card_with(driver: SlackDriver, channel: str, words: str) -> Json:
    """The channel's card, once it says this."""

    def look() -> list[Json]:
        return [m for m in driver.posts(channel) if words in text_of(m)]

    return {**driver.wait_for(look, 20)[-1], "channel_id": channel}


def run_incident(driver: SlackDriver, channel: str) -> Json:
    """An incident from its symptoms to its end; the card with its question."""
    for symptom in SYMPTOMS:
        driver.send(channel, symptom)
    card_with(driver, channel, "match.confirm")
    driver.send(channel, OVER)
    return card_with(driver, channel, "resolution.pick1")


def test_card_asks_by_an_edit(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """One tap per suspect and one for none; never a second post."""
    channel = make_channel("inc")

    card = run_incident(driver, channel)
    driver.send(channel, "closing this, all good now")
    driver.send(channel, "<@U0BOT> help")
    driver.wait_for(lambda: len(driver.posts(channel)) > 1, 15)

    assert "was it one of these?" in text_of(card)
    assert "resolution.none" in text_of(card)
    [only] = [m for m in driver.posts(channel) if "resolution" in text_of(m)]
    assert only["ts"] == card["ts"]
    assert len([m for m in driver.posts(channel) if "match.confirm" in text_of(m)]) == 1


def test_tap_links_confirms_and_offers_the_write_up(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """The draft is filled from the channel, and becomes the write-up of the thread."""
    channel = make_channel("inc")
    card = run_incident(driver, channel)
    picked = next(
        element["value"].split()[1]
        for block in card["blocks"]
        for element in block.get("elements", [])
        if element.get("action_id") == "resolution.pick1"
    )

    driver.click(card, "resolution.pick1")
    answered = card_with(driver, channel, "resolution.undo")
    before = {view["id"] for view in driver.views()}
    driver.click(answered, "case.save")
    form = filled(driver, before)
    driver.close(form)

    assert f"Same cause as {picked}" in text_of(answered)
    assert "✓ marked as this one" in text_of(answered)
    links = [link for link in stored(bot, picked)["_links"] if link["channel_id"] == channel]
    assert [link["kind"] for link in links] == ["same-cause"]
    assert SYMPTOMS[0] in initial(form, "case.symptoms-block")
    assert SYMPTOMS[1] in initial(form, "case.symptoms-block")
    assert initial(form, "case.resolved-block") >= initial(form, "case.started-block")
    assert len(driver.posts(channel)) == 1


def test_own_case_is_linked_as_a_recurrence(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel, tmp_path: object
) -> None:
    """And the card says how often it came back."""
    channel = make_channel("inc")
    words = "zebra gateway answers 599 to every giraffe, flamingo pool exhausted"
    own = own_document("CASE-0500", symptoms_text={"en": words}, title={"en": "Zebra gateway 599"})
    import_cases(bot, tmp_path, own)  # type: ignore[arg-type]  # pytest's own path
    driver.send(channel, f"{words} since 14:05, still failing")
    card_with(driver, channel, "CASE-0500")
    driver.send(channel, OVER)
    card = card_with(driver, channel, "resolution.pick1")

    driver.click(card, "resolution.pick1")
    answered = card_with(driver, channel, "CASE-0500 again")

    assert "resolution.undo" in text_of(answered)
    links = [link for link in stored(bot, "CASE-0500")["_links"] if link["channel_id"] == channel]
    assert [link["kind"] for link in links] == ["recurrence"]


def test_answer_can_be_undone(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """With the link that it made; the card asks again."""
    channel = make_channel("inc")
    card = run_incident(driver, channel)
    driver.click(card, "resolution.pick1")
    answered = card_with(driver, channel, "resolution.undo")
    driver.click(answered, "resolution.undo")
    again = card_with(driver, channel, "resolution.pick1")

    picked = json.dumps(again).split('"value": "')[1].split('"')[0].split()[1]
    links = stored(bot, picked).get("_links", [])
    assert [link for link in links if link.get("channel_id") == channel] == []
    assert "✓ marked as this one" not in text_of(again)


def test_none_of_these_offers_the_write_up(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Nothing is linked; a late tap on the old card changes nothing."""
    channel = make_channel("inc")
    card = run_incident(driver, channel)
    driver.click(card, "resolution.none")
    answered = card_with(driver, channel, "None of the cases below")
    driver.send(channel, "<@U0BOT> links", thread_ts=answered["thread_ts"])
    told = driver.wait_for(
        lambda: [m for m in driver.posts(channel) if "Nothing is linked" in text_of(m)], 15
    )

    assert "case.save" in text_of(answered)
    assert told


def test_new_symptom_takes_the_question_back(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """It was not over; the next end asks again, by an edit as before."""
    channel = make_channel("inc")
    card = run_incident(driver, channel)
    driver.send(channel, "it is back: max latency spikes again and requests time out")
    quiet = driver.wait_for(
        lambda: [m for m in driver.posts(channel) if "resolution.pick1" not in text_of(m)], 15
    )
    driver.send(channel, "[RESOLVED] latency spikes")
    again = card_with(driver, channel, "resolution.pick1")

    assert quiet[0]["ts"] == card["ts"] == again["ts"]


def test_card_can_be_saved_before_the_end(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The button under the card reads the whole channel, in the reader's language."""
    channel = make_channel("inc")
    driver.faults(page_items=2)
    for symptom in SYMPTOMS:
        driver.send(channel, symptom)
    driver.send(channel, "who is on it?")
    card = card_with(driver, channel, "case.save")

    before = {view["id"] for view in driver.views("U0BOB")}
    driver.click(card, "case.save", user="U0BOB")
    form = filled(driver, before, "U0BOB")
    driver.close(form)

    assert form["title"]["text"] == "사례로 저장"
    assert SYMPTOMS[0] in initial(form, "case.symptoms-block")
    assert initial(form, "case.resolved-block") is None
