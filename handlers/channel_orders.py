"""Orders about a channel: watch, unwatch, mute, unmute.

Given as a command, said to the bot by name, by a button of the card, or by `:mute:` on the card.
A muted channel gets no card and no edits; whoever asks there is answered all the same.
"""

from collections.abc import Mapping
from typing import Any, Literal

from handlers import lookup
from handlers.audience import note_reader
from handlers.channel_rules import is_watched, words_in
from handlers.directory import Channel, Person
from handlers.interaction import Interaction
from handlers.joining import join
from handlers.ledger import Item, Mute
from handlers.locale import Words
from handlers.payload import part_of, user_of
from handlers.posting import Place, Reader, post_message, post_private
from handlers.services import Identity, Services
from handlers.text import extract_text
from handlers.views.channel_notices import (
    build_cannot_watch,
    build_muted,
    build_no_channel,
    build_unmuted,
    build_unwatched,
    build_watched,
)
from handlers.views.message import Message

Order = Literal["watch", "unwatch", "mute", "unmute"]

ORDERS: Mapping[str, Order] = {
    "watch": "watch",
    "지켜보기": "watch",
    "감시": "watch",
    "unwatch": "unwatch",
    "지켜보기 중지": "unwatch",
    "지켜보기중지": "unwatch",
    "감시 중지": "unwatch",
    "감시중지": "unwatch",
    "mute": "mute",
    "음소거": "mute",
    "unmute": "unmute",
    "음소거 해제": "unmute",
    "음소거해제": "unmute",
}
"""Whole texts that are an order; with more words behind them they are a question."""

REACTIONS = frozenset({"reaction_added", "reaction_removed"})
_MUTE = "mute"  # Slack's name of the emoji 🔇
_REASONS = {
    "channel_not_found": "private",
    "method_not_supported_for_channel_type": "private",
    "is_archived": "archived",
}
"""What Slack's refusals to join a channel mean; after any other an invitation may help."""


def read_order(text: str) -> Order | None:
    """The order that a text is, None where it is anything else ("watch dog keeps resetting").

    >>> read_order(" Unmute! ")
    'unmute'
    """
    return ORDERS.get(" ".join(text.split()).strip(" .!").casefold())


def handle_command(item: Item, services: Services) -> None:
    """Carry out an order, and tell the person alone; anything else is a question."""
    body = item.payload
    order = read_order(str(body.get("text") or ""))
    if order is None:
        lookup.handle_command(body, services)
        return
    person = services.directory.person(user_of(body))
    channel = services.directory.channel_now(str(body.get("channel_id", "")))
    note_reader(services, person, channel)
    told = _carry_out(order, person, channel, services)
    reader = Reader(person.id, channel.id, str(body.get("response_url") or ""))
    post_private(services.ledger, f"order:{item.id}", told, reader)


def handle_words(event: Mapping[str, Any], services: Services, *, is_stale: bool = False) -> bool:
    """Carry out an order said to the bot, and answer in the thread; whether it was one.

    A stale one is carried out in silence: whoever wanted quiet an hour ago still wants it.
    """
    order = read_order(extract_text(event))
    if order is None:
        return False
    channel = services.directory.channel(str(event["channel"]), must_know=True)
    person = services.directory.person(str(event.get("user") or ""))
    note_reader(services, person, channel)
    told = _carry_out(order, person, channel, services, is_visible=True)
    if not is_stale:
        thread_ts = str(event.get("thread_ts") or event["ts"])
        place = Place(services.identity.team_id, channel.id, thread_ts)
        post_message(services.ledger, f"answer:{channel.id}:{event['ts']}", told, place)
    return True


def handle_button(click: Interaction, services: Services) -> None:
    """*Mute here* on the card, and *Undo* on the answer to it: the person alone is told."""
    person = services.directory.person(click.user_id)
    channel = services.directory.channel(click.channel_id)
    is_undo = click.action_id == "channel.unmute"
    told = _carry_out("unmute" if is_undo else "mute", person, channel, services)
    click.answer(services, told, replace=is_undo)


def is_mute_reaction(event: Mapping[str, Any], identity: Identity) -> bool:
    """Whether somebody put the emoji that mutes on a message, or took it away."""
    item = part_of(event, "item")
    return (
        event.get("reaction") == _MUTE
        and item.get("type") == "message"
        and event.get("user") not in (None, "", identity.user_id)
    )


def handle_reaction(event: Mapping[str, Any], services: Services) -> None:
    """`:mute:` on the channel's card mutes it; taken away by the same person it is undone.

    Nothing is said: the emoji on the card is seen by everybody.
    """
    item, team_id = part_of(event, "item"), services.identity.team_id
    channel_id, channels = str(item.get("channel")), services.ledger.channels
    card = services.ledger.conversation.card_of(team_id, channel_id)
    ts = services.ledger.outbox.ts_of(card.post_key) if card and card.post_key else None
    person = services.directory.person(str(event.get("user")))
    if ts is None or ts != item.get("ts") or person.is_bot:
        return
    if event["type"] == "reaction_added":
        channels.mute(team_id, channel_id, person.id, "reaction")
        return
    mute = channels.settings(team_id, channel_id).mute
    if mute is not None and (mute.user_id, mute.way) == (person.id, "reaction"):
        channels.unmute(team_id, channel_id)


def reason_of(refusal: str) -> str:
    """What to tell of a refusal to join; see `build_cannot_watch`."""
    return _REASONS.get(refusal, "not-let-in")


def start_watching(services: Services, channel: Channel) -> str:
    """Be in a channel, so that its messages come; "" or why that cannot be, as Slack names it."""
    if not channel.name:
        return "channel_not_found"
    if channel.is_archived:
        return "is_archived"
    return "" if channel.is_member else join(services, channel.id)


def _carry_out(
    order: Order, person: Person, channel: Channel, services: Services, *, is_visible: bool = False
) -> Message:
    """Do what was asked for; what is told of it, to the person or to everybody in the channel."""
    channels, place = services.ledger.channels, (services.identity.team_id, channel.id)
    words = words_in(services, channel.id) if is_visible else services.words(person.lang)
    if channel.is_direct:
        return build_no_channel(words)
    if order == "mute":
        channels.mute(*place, person.id)
        return _tell_muted(services, channel, person, is_visible=is_visible)
    if order == "unmute":
        channels.unmute(*place)
        return build_unmuted(words, is_watched=is_watched(services, channel))
    if person.is_guest:
        return build_cannot_watch(words, "members-only")
    if order == "unwatch":
        channels.set_mode(*place, "asked")
        return build_unwatched(words)
    return _watch(services, channel, words)


def _watch(services: Services, channel: Channel, words: Words) -> Message:
    """Give a channel cards from now on; whoever wants them wants it not muted either."""
    refusal = start_watching(services, channel)
    if refusal:
        return build_cannot_watch(words, reason_of(refusal))
    channels, place = services.ledger.channels, (services.identity.team_id, channel.id)
    with services.ledger.database.transaction():
        channels.unmute(*place)
        channels.set_mode(*place, "automatic")
    return build_watched(words)


def _tell_muted(
    services: Services, channel: Channel, reader: Person, *, is_visible: bool
) -> Message:
    """That a channel is muted now, and by whom if it was before; with *Undo* to one person."""
    words = words_in(services, channel.id) if is_visible else services.words(reader.lang)
    mute = services.ledger.channels.settings(services.identity.team_id, channel.id).mute
    name = muter(services, mute, reader) if mute is not None else ""
    at = mute.at if mute is not None and name else None
    return build_muted(words, name, at, zone=reader.zone or "UTC", with_undo=not is_visible)


def muter(services: Services, mute: Mute, reader: Person) -> str:
    """The name of who muted a channel, for somebody else; "" where it was the reader."""
    if mute.user_id == reader.id:
        return ""
    return services.directory.person(mute.user_id).name or mute.user_id
