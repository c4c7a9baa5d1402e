"""Being in the channels whose name says that the bot should be: joined as soon as it is heard of.

Left alone are channels that are archived or shared with other companies, those that the bot was
taken out of, and those in which somebody wanted no cards. Nothing is said on joining.
"""

import logging
from collections.abc import Mapping
from typing import Any

from handlers.directory import Channel, read_channel
from handlers.payload import part_of
from handlers.services import Services
from handlers.slack_errors import CALL_ERRORS, AskAgainError, read_problem
from handlers.slack_pages import PAGE, Wait, call_patiently, read_pages

NAMINGS = frozenset({"channel_created", "channel_rename"})
"""Events about public channels that have a new name; they come from all of them."""

_logger = logging.getLogger(__name__)


def should_look(event: Mapping[str, Any], services: Services) -> bool:
    """Whether a channel has got a name that the bot watches."""
    name = str(part_of(event, "channel").get("name") or "")
    return event.get("type") in NAMINGS and services.policy.watches(name)


def handle_naming(event: Mapping[str, Any], services: Services) -> Channel | None:
    """Join a channel that was created or renamed, if it is one to join; the channel then.

    Raises:
        AskAgainError: Slack did not say what the channel is, or whether the bot is in it now.
    """
    channel_id = str(part_of(event, "channel").get("id") or "")
    channel = services.directory.channel_now(channel_id)
    avoided = services.ledger.channels.avoided(services.identity.team_id)
    if not _should_join(channel, services, avoided):
        return None
    return None if join(services, channel.id) else channel


def join(services: Services, channel_id: str) -> str:
    """Join a public channel; "" when the bot is in it now, else the name of Slack's refusal.

    Raises:
        AskAgainError: nobody knows yet; joining twice is no harm.
    """
    try:
        services.client.conversations_join(channel=channel_id)
    except CALL_ERRORS as error:
        problem = read_problem(error)
        if not problem.is_final:
            raise AskAgainError(problem.error, problem.retry_after_seconds) from error
        _logger.warning("not_joined channel=%s error=%s", channel_id, problem.error)
        return problem.error
    services.directory.forget_channel(channel_id)
    return ""


def join_by_pattern(services: Services, wait: Wait) -> list[str]:
    """Look through all public channels and join those that are to be joined; their ids.

    What Slack refuses for one channel keeps none of the others out.

    Raises:
        SlackClientError, OSError, HTTPException, ValueError: the list cannot be read.
        StoppedError: the process is to stop.
    """
    avoided = services.ledger.channels.avoided(services.identity.team_id)
    wanted = [
        channel.id
        for found in read_pages(
            lambda cursor: services.client.conversations_list(
                types="public_channel", exclude_archived=True, limit=PAGE, cursor=cursor
            ),
            "channels",
            wait,
        )
        if _should_join(channel := read_channel(str(found.get("id")), found), services, avoided)
    ]
    joined = [channel_id for channel_id in wanted if _join_patiently(services, channel_id, wait)]
    if wanted:
        _logger.info("joined_by_pattern wanted=%d joined=%d", len(wanted), len(joined))
    return joined


def _should_join(channel: Channel, services: Services, avoided: frozenset[str]) -> bool:
    return (
        services.policy.watches(channel.name)
        and not (channel.is_member or channel.is_archived or channel.is_shared)
        and not (channel.is_private or channel.is_direct)
        and channel.id not in avoided
    )


def _join_patiently(services: Services, channel_id: str, wait: Wait) -> bool:
    """Whether the bot is in a channel now; one that cannot be joined is only logged."""
    try:
        call_patiently(lambda: services.client.conversations_join(channel=channel_id), wait)
    except CALL_ERRORS as error:
        _logger.warning("not_joined channel=%s error=%s", channel_id, read_problem(error).error)
        return False
    services.directory.forget_channel(channel_id)
    return True
