"""How it is told that an incident came back. Shared by the card, the reply in a thread and digests.

Functions that return mrkdwn say so; the others return plain words that are not escaped yet.
"""

from handlers.locale import Words
from handlers.recurrence import Recurrence
from handlers.views.case_lines import clause
from handlers.views.mrkdwn import code, escape

ITEMS = 5
"""Open action items that a reply lists; Details has them all."""


def alarm(past: Recurrence, words: Words) -> str:
    """What has happened by now: "Third time in 90 days; 2 of 4 action items are still open"."""
    times = words("recurrence-time", count=past.count, days=past.days)
    return _with_items(times, past, words)


def forecast(past: Recurrence, words: Words, *, channel_id: str) -> str:
    """The same for a match on a card: this incident, if it is that one, is one time more.

    It counts already where a thread of this channel was linked as a recurrence. Nothing is said of
    an incident that never came back.
    """
    if not past.came_back:
        return ""
    if channel_id in past.channel_ids:
        return alarm(past, words)
    if not past.count:
        return _with_items(words("recurrence-before"), past, words)
    next_time = words("recurrence-next-time", count=past.count + 1, days=past.days)
    return _with_items(next_time, past, words)


def open_items(past: Recurrence, words: Words, limit: int = ITEMS) -> list[str]:
    """Mrkdwn: the first action items that are still open, a line each; none with limit 0."""
    lines = []
    for item in past.open_items[:limit]:
        of_other = "" if item.case_id == past.case_id else f"  {code(item.case_id)}"
        lines.append(f"• {escape(clause(item.text, words.lang))}{of_other}")
    more = len(past.open_items) - len(lines)
    if limit and more:
        lines.append(escape(words("recurrence-more-items", count=more)))
    return lines


def _with_items(told: str, past: Recurrence, words: Words) -> str:
    """With how many action items of the times before are open, where there were any."""
    if not past.item_count:
        return told
    is_open = len(past.open_items)
    items = words("recurrence-items", open=is_open, count=past.item_count)
    return words("recurrence-with-items", told=told, items=items)
