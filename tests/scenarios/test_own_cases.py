"""Own cases: found as soon as they are imported, and shown only where the team alone reads."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver

QUERY = "zebra ledger reconciler stuck, nightly settlement export hangs with flamingo lock timeout"
OWN = {
    "id": "CASE-0001",
    "title": {"en": "Zebra ledger reconciler hung on the flamingo lock"},
    "symptoms_text": {
        "en": "The zebra ledger reconciler was stuck and the nightly settlement export hung. "
        "Logs repeated a flamingo lock timeout until the export was killed."
    },
    "remediation": [{"text": {"en": "Released the flamingo lock and restarted the reconciler"}}],
}

MakeChannel = Callable[..., str]


@pytest.fixture(scope="module")
def own_case(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An own case, imported by another process while the bot runs; its id."""
    file: Path = tmp_path_factory.mktemp("own") / "case.json"
    file.write_text(json.dumps(OWN), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "bot", "--db", str(bot.database), "import", str(file)],
        check=True,
        capture_output=True,
    )
    return str(OWN["id"])


def seen_by(driver: SlackDriver, channel: str, user: str) -> str:
    """What a person reads in the private answer."""
    driver.command(channel, QUERY, user=user)
    answer: Json = driver.wait_for(lambda: driver.ephemerals(user, channel), 10)[-1]
    return json.dumps(answer["blocks"])


def test_own_case_is_found_by_the_next_lookup(
    driver: SlackDriver, make_channel: MakeChannel, own_case: str
) -> None:
    """A case added by another process is in the answer, marked as the team's own."""
    answer = seen_by(driver, make_channel("general"), "U0ALICE")

    assert own_case in answer
    assert "your team" in answer


def test_own_case_stays_out_of_shared_channels(
    driver: SlackDriver, make_channel: MakeChannel, own_case: str
) -> None:
    """Neither the visible answer nor the private one shows it where another company reads."""
    channel = make_channel("general", is_ext_shared=True)
    ts = driver.send(channel, f"<@U0BOT> {QUERY}")
    [visible] = driver.wait_for(lambda: driver.thread(channel, ts), 10)

    assert own_case not in json.dumps(visible["blocks"])
    assert own_case not in seen_by(driver, channel, "U0ALICE")


def test_own_case_stays_from_guests(
    driver: SlackDriver, make_channel: MakeChannel, own_case: str
) -> None:
    """A guest's private answer has public cases only."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited="U0GUEST")

    assert own_case not in seen_by(driver, channel, "U0GUEST")


def test_own_case_cannot_be_opened_by_a_guest(
    driver: SlackDriver, make_channel: MakeChannel, own_case: str
) -> None:
    """Its id is of no use to a guest: for them there is no such case."""
    driver.set_user("U0GUEST2", name="guest2", patch={"is_ultra_restricted": True})
    channel = make_channel("general")
    driver.command(channel, own_case, user="U0GUEST2")

    views = driver.wait_for(
        lambda: [v for v in driver.views("U0GUEST2") if own_case in json.dumps(v)], 10
    )

    assert "zebra" not in json.dumps(views).lower()
