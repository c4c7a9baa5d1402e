"""Reading up what was said in watched channels while no connection brought it.

What is missing is noted as gaps in the ledger, one a channel, so that a process which dies while it
reads leaves them to the next. A message that is read up goes into the inbox under the same key as
the event that may still come, so that it is worked on once, whichever is first.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from handlers.channel_rules import is_watched
from handlers.claim import is_wanted, read_delivery
from handlers.directory import Channel, read_channel
from handlers.ledger import Gap
from handlers.services import Services
from handlers.slack_errors import CALL_ERRORS, read_problem
from handlers.slack_pages import PAGE, Wait, read_pages
from handlers.staleness import CAUGHT_UP

READ_BACK_SECONDS = 2 * 3600.0
"""How far back is read at most. The keys of the inbox, which tell repeats, are kept for a day."""

MOST_CHANNELS = 100
"""Channels that are read up after one loss, those with the newest messages first."""

MOST_PAGES = 3
"""Pages of history that are read in one channel, the newest."""

OVERLAP_SECONDS = 5.0
"""What came so shortly before the connection was back may have come by the new one."""

_logger = logging.getLogger(__name__)


def note_gaps(services: Services, connected_at: float, wait: Wait) -> int:
    """Note for each watched channel from where on messages may be missing; for how many.

    Args:
        services: of this process.
        connected_at: when the connection was there again, in seconds since the epoch.
        wait: see `Wait`.

    Raises:
        SlackClientError, OSError, HTTPException, ValueError: the list of channels cannot be read.
        StoppedError: the process is to stop.
    """
    team_id, before = services.identity.team_id, connected_at - OVERLAP_SECONDS
    found = {
        channel.id: services.ledger.inbox.newest_ts(team_id, channel.id, before) or ""
        for channel in _joined(services, wait)
        if is_watched(services, channel)
    }
    newest_first = sorted(found, key=lambda channel_id: (found[channel_id], channel_id))[::-1]
    if len(newest_first) > MOST_CHANNELS:
        _logger.warning("not_caught_up channels=%d", len(newest_first) - MOST_CHANNELS)
    earliest = _ts(connected_at - READ_BACK_SECONDS)
    gaps = [Gap(each, max(found[each], earliest)) for each in newest_first[:MOST_CHANNELS]]
    services.ledger.channels.open_gaps(team_id, gaps)
    return len(gaps)


def note_gap(services: Services, channel_id: str) -> None:
    """Note that a channel which the bot has just joined is to be read from its beginning."""
    since = _ts(_now(services) - READ_BACK_SECONDS)
    services.ledger.channels.open_gaps(services.identity.team_id, [Gap(channel_id, since)])


def close_gaps(services: Services, wait: Wait) -> int:
    """Read up every gap that is noted; how many messages were new.

    A channel that Slack does not let us read is passed over; where it gives no usable answer, the
    gap stays noted.

    Raises:
        DatabaseError: the inbox cannot be written; what is not read yet stays noted.
        StoppedError: the process is to stop.
    """
    team_id, count = services.identity.team_id, 0
    for gap in services.ledger.channels.gaps(team_id):
        try:
            count += read_up(services, gap, wait)
        except CALL_ERRORS as error:
            problem = read_problem(error)
            _logger.warning("not_caught_up channel=%s error=%s", gap.channel_id, problem.error)
            if not problem.is_final:
                continue
        services.ledger.channels.close_gap(team_id, gap)
    if count:
        _logger.info("caught_up messages=%d", count)
    return count


def read_up(services: Services, gap: Gap, wait: Wait) -> int:
    """Put what was said in a channel since a moment into the inbox, oldest first.

    Returns:
        How many messages the inbox did not know.

    Raises:
        SlackClientError, OSError, HTTPException, ValueError: Slack does not let us read.
        DatabaseError: the inbox cannot be written.
        StoppedError: the process is to stop.
    """
    since = max(gap.since_ts, _ts(_now(services) - READ_BACK_SECONDS))
    found = {str(message.get("ts")): message for message in _said(services, gap, since, wait)}
    count = 0
    for _, message in sorted(found.items()):
        body = _as_event(services, gap.channel_id, message)
        delivery = read_delivery(body) if is_wanted(body, services) else None
        if delivery is not None and services.ledger.inbox.add(delivery, busy_seconds=5) is not None:
            count += 1
    return count


def _said(services: Services, gap: Gap, since: str, wait: Wait) -> Iterator[Mapping[str, Any]]:
    """What was said in a channel and in the thread of its card; our own and what we answered not.

    Slack names the people who replied in a thread, so that an answer is known also where the
    database that had it is gone.
    """
    client, team_id = services.client, services.identity.team_id
    history = read_pages(
        lambda cursor: client.conversations_history(
            channel=gap.channel_id, oldest=since, limit=PAGE, cursor=cursor
        ),
        "messages",
        wait,
        most_pages=MOST_PAGES,
    )
    for message in history:
        if services.identity.user_id not in (message.get("reply_users") or ()):
            yield message
    card = services.ledger.conversation.card_of(team_id, gap.channel_id)
    if card is None or card.thread_ts is None:
        return
    thread_ts = card.thread_ts
    replies = read_pages(
        lambda cursor: client.conversations_replies(
            channel=gap.channel_id, ts=thread_ts, oldest=since, limit=PAGE, cursor=cursor
        ),
        "messages",
        wait,
        most_pages=MOST_PAGES,
    )
    yield from (reply for reply in replies if reply.get("ts") != thread_ts)


def _as_event(services: Services, channel_id: str, message: Mapping[str, Any]) -> dict[str, Any]:
    """A message of the history as the event that would have brought it."""
    where = {"type": "message", "channel": channel_id, "event_ts": message.get("ts")}
    return {
        "type": "event_callback",
        "team_id": services.identity.team_id,
        "event": {**message, **where},
        CAUGHT_UP: True,
    }


def _joined(services: Services, wait: Wait) -> Iterator[Channel]:
    """The channels that the bot is in."""
    found = read_pages(
        lambda cursor: services.client.users_conversations(
            types="public_channel,private_channel", exclude_archived=True, limit=PAGE, cursor=cursor
        ),
        "channels",
        wait,
    )
    return (read_channel(str(each.get("id")), each) for each in found)


def _now(services: Services) -> float:
    return services.clock().timestamp()


def _ts(seconds: float) -> str:
    """A moment as Slack's ts."""
    return f"{max(seconds, 0.0):017.6f}"
