"""What "This is it" teaches, on the real bot: later order in this workspace, and `eval --own`."""

import json

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.suspects import LOCK, POOL
from support.threads import MakeChannel, import_cases, run_command, text_of

SYMPTOM = (
    "flamingo ledger writes hang and time out, checkout answers 503, zebra queue keeps growing"
)
AGAIN = (
    "again: flamingo ledger writes hang, time out, checkout 503, and the zebra queue keeps growing"
)


@pytest.fixture(autouse=True, scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Two own cases that look alike from outside."""
    import_cases(bot, tmp_path_factory.mktemp("own"), LOCK, POOL)


def ask(driver: SlackDriver, channel: str, text: str) -> Json:
    """Run the command and return the private answer."""
    before = len(driver.ephemerals("U0ALICE", channel))
    driver.command(channel, text)
    return driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel)[before:])[0]


def first_of(answer: Json) -> str:
    """The id of the first case of an answer."""
    return next(
        element["value"].rpartition(" ")[2]
        for block in answer["blocks"]
        for element in block.get("elements", ())
        if element.get("action_id") == "case.open"
    )


def test_confirmed_case_comes_first_the_next_time_and_undo_forgets_it(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The answer that is tapped stays as it is; the next one about the same has learnt."""
    channel = make_channel("general")
    before = ask(driver, channel, SYMPTOM)
    second = next(b for b in before["blocks"] if b["block_id"].startswith("match-2"))
    loser = second["accessory"]["value"].rpartition(" ")[2]
    driver.click(before, "match.dismiss")
    tapped = driver.wait_for(
        lambda: [m for m in driver.ephemerals("U0ALICE", channel) if "not this" in text_of(m)]
    )[0]

    learnt = ask(driver, channel, AGAIN)
    driver.click(tapped, "match.undo")
    driver.wait_for(lambda: "marked as not this" not in text_of(driver.ephemerals()[0]))
    forgotten = ask(driver, channel, AGAIN)

    assert first_of(tapped) == first_of(before) != loser
    assert first_of(learnt) == loser
    assert first_of(forgotten) == first_of(before)


def test_eval_own_measures_confirmed_pairs(
    driver: SlackDriver, bot: BotProcess, make_channel: MakeChannel
) -> None:
    """Filters are no words of the question, and what was dismissed is no pair."""
    channel = make_channel("general")
    for text, action in (
        ("p99 fine but max latency spikes every few minutes since k8s public:", "match.confirm"),
        ("postgres standby fell behind, WAL segment already removed", "match.confirm"),
        ("coredns pods oomkilled in a loop, pods cannot resolve names", "match.dismiss"),
    ):
        answer = ask(driver, channel, text)
        driver.click(answer, action)
        driver.wait_for(
            lambda ts=answer["ts"]: [
                m
                for m in driver.ephemerals("U0ALICE", channel)
                if m["ts"] == ts and "marked as" in text_of(m)
            ]
        )

    measured = json.loads(run_command(bot, "eval", "--own", "--json"))

    assert measured["queries"]["own"] == measured["queries"]["all"]
    assert measured["queries"]["own"] == {"n": 2, "hit@1": 1.0, "hit@3": 1.0, "mrr": 1.0}
    assert list(measured) == ["queries", "chatter", "conversations", "p50_ms", "p95_ms"]
    assert measured["chatter"] is None
