"""What is too late: messages read up so long after they were written that nobody waits."""

from collections.abc import Mapping
from typing import Any

from handlers.ledger.inbox import WAIT_AT_MOST_SECONDS
from handlers.payload import seconds_of
from handlers.services import Services

CAUGHT_UP = "caught_up"
"""The member of a delivery's body that says it was read from the history."""

STALE_SECONDS = WAIT_AT_MOST_SECONDS
"""Older messages that are read up get no answer and make no card."""

YOUNG_CARD_SECONDS = 86_400.0
"""Cards that are older are not edited by messages that are stale."""


def is_stale(body: Mapping[str, Any], services: Services) -> bool:
    """Whether a delivery is a message that was read up so late that nobody waits for an answer."""
    said_at = seconds_of(body["event"].get("ts"))
    return (
        bool(body.get(CAUGHT_UP))
        and said_at is not None
        and _age(services, said_at) > (STALE_SECONDS)
    )


def may_still_edit(services: Services, channel_id: str) -> bool:
    """Whether a channel has a card that is young enough to take in what is stale."""
    made_at = services.ledger.conversation.card_made_at(services.identity.team_id, channel_id)
    return made_at is not None and _age(services, made_at) < YOUNG_CARD_SECONDS


def _age(services: Services, moment: float) -> float:
    return services.clock().timestamp() - moment
