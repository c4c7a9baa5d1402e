"""What the scenarios about captured cases share: threads to capture, the modal, its values."""

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

from support.bot_process import BotProcess
from support.driver import Json, SlackDriver
from support.threads import open_case, text_of

FORM = "case.title-block"
SYMPTOM = "checkout is throwing 502s since 14:05, payments-db refuses connections"
SECRET = "hunter" + "2!"
MAIL = "jane.doe" + "@example.com"


def start_thread(driver: SlackDriver, channel: str, count: int = 0) -> str:
    """A thread that tells of an incident, with secrets in it; its first ts.

    With `count` there are so many other replies between its symptoms and its end.
    """
    root = driver.send(channel, SYMPTOM)
    driver.send(channel, f"login fails for {MAIL}, db password is {SECRET}", thread_ts=root)
    for number in range(count):
        driver.send(channel, f"who can join the call? ({number})", thread_ts=root)
    driver.send(channel, "Resolved. errors are back to baseline", thread_ts=root)
    return root


def open_capture(
    driver: SlackDriver, channel: str, ts: str, user: str = "U0ALICE", timeout: float = 20
) -> Json:
    """The modal of the shortcut on a message, filled, or with the sentence why not."""
    before = {view["id"] for view in driver.views(user)}
    driver.shortcut("save_case", channel, ts, user=user)
    return filled(driver, before, user, timeout)


def filled(
    driver: SlackDriver, before: set[str], user: str = "U0ALICE", timeout: float = 20
) -> Json:
    """The newest modal that was not open before, once it has its form or a sentence."""

    def look() -> list[Json]:
        new = [view for view in driver.views(user) if view["id"] not in before]
        return [
            view
            for view in new
            if any(
                block["block_id"] == FORM or block["block_id"].startswith("problem")
                for block in view["blocks"]
            )
        ]

    return driver.wait_for(look, timeout)[-1]


def initial(view: Json, block_id: str) -> Any:
    """What a field of a form holds at first."""
    element = next(block["element"] for block in view["blocks"] if block["block_id"] == block_id)
    for name in ("initial_value", "initial_options", "initial_option", "initial_date_time"):
        if name in element:
            return element[name]
    return None


def entry(**fields: Any) -> Json:
    """What is entered, by field: `title`, `symptoms`, `fix`, `dead-ends`, `readers` and so on."""
    return {f"case.{name}-block": {f"case.{name}": value} for name, value in fields.items()}


def told(driver: SlackDriver, channel: str, user: str = "U0ALICE") -> list[Json]:
    """What the author of cases was told of their ids."""
    return [each for each in driver.ephemerals(user, channel) if "CASE-" in each["text"]]


def saved_id(driver: SlackDriver, channel: str, user: str = "U0ALICE", *, known: int = 0) -> str:
    """The id that the author was told last, once there are more than those known before."""

    def look() -> list[Json]:
        found = told(driver, channel, user)
        return found if len(found) > known else []

    found = re.search(r"CASE-[0-9]+", driver.wait_for(look, 15)[-1]["text"])
    assert found is not None
    return found[0]


def capture(driver: SlackDriver, channel: str, user: str = "U0ALICE", **fields: Any) -> str:
    """Capture a new thread of a channel; the id of its case."""
    known = len(told(driver, channel, user))
    view = open_capture(driver, channel, start_thread(driver, channel), user)
    done = driver.submit(view, entry(**fields))
    assert done["ok"], done
    return saved_id(driver, channel, user, known=known)


def details_of(driver: SlackDriver, channel: str, case_id: str, user: str = "U0ALICE") -> Json:
    """The Details of a case, and nothing else open."""
    for view in driver.views(user)[:1]:
        driver.close(view, clear=True)
    return open_case(driver, channel, case_id, user)


def wait_for_view(driver: SlackDriver, words: str, user: str = "U0ALICE") -> Json:
    """The uppermost modal, once it says this."""

    def look() -> Json | None:
        views = driver.views(user)
        return views[-1] if views and words in text_of(views[-1]) else None

    found = driver.wait_for(look, 15)
    assert found is not None
    return found


def everything_stored(bot: BotProcess) -> str:
    """All text of the bot's database, as JSON."""
    with closing(sqlite3.connect(bot.database)) as database:
        tables = [
            row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        rows = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in tables}  # noqa: S608 - our own tables
    return json.dumps(rows, ensure_ascii=False, default=str)
