"""Who reads an answer, and which cases they may therefore see."""

from typing import Literal

from corpus import Audience
from handlers.directory import Channel, Person
from handlers.ledger import Link
from handlers.services import Services

EVERYONE = Audience()
"""Readers who may see public cases only."""


def audience_in(services: Services, channel: Channel) -> Audience:
    """Readers of a visible message: own cases unless others than the team may be reading.

    Or unless somebody chose public cases only for the channel.
    """
    team_id = services.identity.team_id
    if services.ledger.channels.settings(team_id, channel.id).side == "public":
        return EVERYONE
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


def audience_on_home(person: Person) -> Audience:
    """The reader of something that is in no channel: Home, and what is opened from there."""
    return Audience(own=not person.is_guest)


def audience_for(services: Services, person: Person, channel: Channel) -> Audience:
    """Readers of a visible answer to a person: in a direct message that is the person alone."""
    if channel.is_direct or person.is_guest:
        return audience_of(person, channel)
    return audience_in(services, channel)


def note_reader(services: Services, person: Person, channel: Channel) -> None:
    """Remember that a guest is in a channel; whom Slack does not describe is not remembered."""
    if person.is_guest and person.is_known and not channel.is_direct:
        services.ledger.conversation.note_guest(services.identity.team_id, channel.id)


def shown_thread(
    services: Services, link: Link, audience: Audience, channel_id: str
) -> Literal["open", "private", "hidden"]:
    """How readers of a case see a thread that links it.

    In the thread's own channel it is open to them. Elsewhere a thread of a private channel or of a
    direct message is only "a private thread"; people from outside the team see no threads of
    channels they are not reading in.

    Args:
        services: what is known of the channel now.
        link: the thread's link.
        audience: the readers.
        channel_id: where they read; empty where that is no channel.
    """
    if link.thread.channel_id == channel_id:
        return "open"
    if not audience.own:
        return "hidden"
    is_private = link.is_private or services.directory.channel(link.thread.channel_id).is_private
    return "private" if is_private else "open"
