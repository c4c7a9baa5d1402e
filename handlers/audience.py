"""Who reads an answer, and which cases they may therefore see."""

from corpus import Audience
from handlers.directory import Channel, Person
from handlers.services import Services

EVERYONE = Audience()
"""Readers who may see public cases only."""


def audience_in(services: Services, channel: Channel) -> Audience:
    """Readers of a visible message: own cases unless others than the team may be reading."""
    team_id = services.identity.team_id
    if channel.is_shared or services.ledger.conversation.has_guest(team_id, channel.id):
        return EVERYONE
    return Audience(own=True, channel_id=channel.id)


def audience_of(person: Person, channel: Channel) -> Audience:
    """The reader of a private answer: as in the channel, and for guests public cases only."""
    if person.is_guest:
        return EVERYONE
    if channel.is_shared and channel.name:
        return EVERYONE
    return Audience(own=True, channel_id=channel.id if channel.name else None)


def audience_for(services: Services, person: Person, channel: Channel) -> Audience:
    """Readers of a visible answer to a person: in a direct message that is the person alone."""
    if channel.is_direct or person.is_guest:
        return audience_of(person, channel)
    return audience_in(services, channel)


def note_reader(services: Services, person: Person, channel: Channel) -> None:
    """Remember that a guest is in a channel; whom Slack does not describe is not remembered."""
    if person.is_guest and person.is_known and not channel.is_direct:
        services.ledger.conversation.note_guest(services.identity.team_id, channel.id)
