"""Who reads an answer, and which cases they may therefore see."""

from corpus import Audience
from handlers.directory import Channel, Person

EVERYONE = Audience()
"""Readers who may see public cases only."""


def audience_in(channel: Channel) -> Audience:
    """Readers of a visible message: own cases unless another company may be reading."""
    if channel.is_shared:
        return EVERYONE
    return Audience(own=True, channel_id=channel.id)


def audience_of(person: Person, channel: Channel) -> Audience:
    """The reader of a private answer: as in the channel, and for guests public cases only."""
    if person.is_guest:
        return EVERYONE
    if channel.is_shared and channel.name:
        return EVERYONE
    return Audience(own=True, channel_id=channel.id if channel.name else None)
