"""What was said in a thread or in a channel, read from Slack for whoever captures a case.

Owns the paging and its bound. What the words mean is not known here.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from handlers.directory import NotDescribedError
from handlers.services import Identity, Services
from handlers.slack_errors import CALL_ERRORS, read_problem
from handlers.text import extract_text, should_read

MOST_PAGES = 15
PAGE = 200
"""Slack's own advice for a page; fifteen of them are three thousand messages."""

_logger = logging.getLogger(__name__)

Page = Callable[[str | None], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Said:
    """One message that somebody wrote: its ts, its plain words, and who wrote it."""

    ts: str
    text: str
    user_id: str = ""


def read_thread(services: Services, channel_id: str, thread_ts: str) -> list[Said] | None:
    """The messages of a thread, oldest first; None where the bot may not read it, or it is gone.

    Raises:
        NotDescribedError: Slack did not answer, and may if asked again.
    """

    def page(cursor: str | None) -> Mapping[str, Any]:
        answer = services.client.conversations_replies(
            channel=channel_id, ts=thread_ts, limit=PAGE, cursor=cursor
        )
        return dict(answer.data) if isinstance(answer.data, dict) else {}

    found = _pages(page)
    return None if found is None else _read(found, services.identity)


def read_channel(
    services: Services, channel_id: str, also_thread: str | None = None
) -> list[Said] | None:
    """The messages of a channel and of one of its threads, oldest first; None as above.

    Raises:
        NotDescribedError: Slack did not answer, and may if asked again.
    """

    def page(cursor: str | None) -> Mapping[str, Any]:
        answer = services.client.conversations_history(
            channel=channel_id, limit=PAGE, cursor=cursor
        )
        return dict(answer.data) if isinstance(answer.data, dict) else {}

    found = _pages(page)
    if found is None:
        return None
    said = {each.ts: each for each in _read(found, services.identity)}
    if also_thread:
        for each in read_thread(services, channel_id, also_thread) or []:
            said[each.ts] = each
    return [said[ts] for ts in sorted(said, key=float)]


def read_message(message: Mapping[str, Any]) -> list[Said]:
    """The one message that a shortcut brings along."""
    text = extract_text(message)
    ts = str(message.get("ts") or "0")
    return [Said(ts, text, str(message.get("user") or ""))] if text else []


def _pages(page: Page) -> list[Mapping[str, Any]] | None:
    messages: list[Mapping[str, Any]] = []
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        try:
            answer = page(cursor)
        except CALL_ERRORS as error:
            problem = read_problem(error)
            if not problem.is_final:
                raise NotDescribedError(problem.error) from error
            _logger.info("transcript_not_read error=%s", problem.error)
            return messages or None
        messages += [each for each in answer.get("messages") or [] if isinstance(each, Mapping)]
        cursor = (answer.get("response_metadata") or {}).get("next_cursor")
        if not cursor:
            break
    return messages


def _read(messages: Iterable[Mapping[str, Any]], identity: Identity) -> list[Said]:
    """What people and their alert bots said, in order; the bot's own words are left out."""
    said = []
    for message in messages:
        own = message.get("user") == identity.user_id or message.get("bot_id") == identity.bot_id
        if own or not message.get("ts") or not should_read(message):
            continue
        text = extract_text(message)
        if text:
            said.append(Said(str(message["ts"]), text, str(message.get("user") or "")))
    return sorted(said, key=lambda each: float(each.ts))
