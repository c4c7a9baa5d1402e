"""What the scenarios about links share: cases of a team, and looking at threads and modals."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from support.bot_process import BotProcess
from support.driver import Json, SlackDriver

MakeChannel = Callable[..., str]
FILLED = "link.case-block"


def days_ago(days: int) -> str:
    """The date so many days before today, as cases have it."""
    return (datetime.now(UTC) - timedelta(days=days)).date().isoformat()


def own_document(case_id: str, **more: Any) -> Json:
    """An own case of a team, as it would be imported."""
    return {
        "id": case_id,
        "title": {"en": f"Zebra ledger hung, {case_id}", "ko": f"얼룩말 원장이 멈췄다, {case_id}"},
        "summary": {"en": f"The zebra ledger of {case_id} hung on the flamingo lock."},
        "visibility": "team",
        **more,
    }


def import_cases(bot: BotProcess, folder: Path, *documents: Json) -> None:
    """Import cases by another process while the bot runs."""
    file = folder / "cases.json"
    file.write_text(json.dumps(list(documents)), encoding="utf-8")
    run_command(bot, "import", str(file))


def run_command(bot: BotProcess, *arguments: str) -> str:
    """What a command prints that works on the bot's database."""
    command = [sys.executable, "-m", "bot", "--db", str(bot.database), *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return done.stdout


def stored(bot: BotProcess, case_id: str) -> Json:
    """A case as `show --json` prints it."""
    found: Json = json.loads(run_command(bot, "show", case_id, "--json"))
    return found


def text_of(place: Json) -> str:
    """Everything a reader of a message or view sees, as JSON text."""
    return json.dumps(place.get("blocks"), ensure_ascii=False)


def said(driver: SlackDriver, channel: str, ts: str) -> list[Json]:
    """What is in a thread, each with its channel: a ts alone does not say where a message is."""
    return [{**message, "channel_id": channel} for message in driver.thread(channel, ts)]


def replies(driver: SlackDriver, channel: str, ts: str, count: int = 1) -> list[Json]:
    """The bot's replies in a thread, once there are so many."""

    def look() -> list[Json]:
        found = [m for m in said(driver, channel, ts) if m.get("bot_id") == "B0BOT"]
        return found if len(found) >= count else []

    return driver.wait_for(look, 15)


def reply_with(driver: SlackDriver, channel: str, ts: str, words: str) -> Json:
    """The bot's last reply in a thread that says this, once it does."""

    def look() -> list[Json]:
        return [m for m in said(driver, channel, ts) if m.get("bot_id") and words in text_of(m)]

    return driver.wait_for(look, 15)[-1]


def settle(driver: SlackDriver, channel: str) -> None:
    """Wait until the bot has worked on everything that was written in a channel so far."""
    ts = driver.send(channel, "<@U0BOT> help")
    replies(driver, channel, ts)


def open_case(driver: SlackDriver, channel: str, case_id: str, user: str = "U0ALICE") -> Json:
    """The Details of a case, filled, as the command opens them in a channel."""
    before = {view["id"] for view in driver.views(user)}
    driver.command(channel, case_id, user=user)

    def look() -> list[Json]:
        new = [view for view in driver.views(user) if view["id"] not in before]
        return [view for view in new if case_id in view["title"]["text"] or "no case" in str(view)]

    return driver.wait_for(look, 15)[-1]


def open_link_modal(driver: SlackDriver, channel: str, ts: str, user: str = "U0ALICE") -> Json:
    """The modal of the shortcut on a message, filled."""
    before = {view["id"] for view in driver.views(user)}
    driver.shortcut("link_case", channel, ts, user=user)

    def look() -> list[Json]:
        new = [view for view in driver.views(user) if view["id"] not in before]
        return [view for view in new if any(b["block_id"] == FILLED for b in view["blocks"])]

    return driver.wait_for(look, 15)[-1]


def choose(case_id: str, kind: str = "reference", note: str | None = None) -> Json:
    """What is entered in that modal."""
    return {
        "link.case-block": {"link.case": case_id},
        "link.kind-block": {"link.kind-field": kind},
        **({"link.note-block": {"link.note-field": note}} if note else {}),
    }
