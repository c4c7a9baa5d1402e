"""Reading from Slack at length: page by page, as fast as Slack allows.

For threads of the background, which may wait; never for the worker, whose lane would wait as well.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from slack_sdk.web import SlackResponse

from handlers.slack_errors import CALL_ERRORS, read_problem

Wait = Callable[[float], bool]
"""Waits so many seconds; true when the process is to stop meanwhile (`threading.Event.wait`)."""

PAGE = 200
"""Items of a page: what Slack advises."""

_ATTEMPTS = 6


class StoppedError(Exception):
    """The process is to stop, so that nothing more is read."""


def call_patiently(call: Callable[[], SlackResponse], wait: Wait) -> SlackResponse:
    """Slack's answer to a call that may be repeated; waits as long as Slack asks to.

    Raises:
        SlackClientError, OSError, HTTPException, ValueError: Slack's final no, or trouble that
            does not end.
        StoppedError: the process is to stop.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return call()
        except CALL_ERRORS as error:
            problem = read_problem(error)
            if problem.is_final or attempt == _ATTEMPTS:
                raise
            asked = problem.retry_after_seconds
            if wait(2.0 ** (attempt - 1) if asked is None else asked):
                raise StoppedError from error
    raise AssertionError("the last attempt returns or raises")


def read_pages(
    call: Callable[[str], SlackResponse], key: str, wait: Wait, *, most_pages: int = 1000
) -> Iterator[Mapping[str, Any]]:
    """The items of a list, all its pages; a page may be short or empty, and another follow.

    Args:
        call: asks for the page of a cursor.
        key: where the items are in an answer.
        wait: see `Wait`.
        most_pages: how many pages are read at most.

    Raises:
        SlackClientError, OSError, HTTPException, ValueError: see `call_patiently`; what was read
            before has been given out.
        StoppedError: the process is to stop.
    """
    cursor = ""
    for _ in range(most_pages):
        page = call_patiently(partial(call, cursor), wait)
        yield from (item for item in page.get(key) or [] if isinstance(item, Mapping))
        cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            return
