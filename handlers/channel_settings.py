"""`/incident-lookup settings`: when cards come in a channel, in which language, and which cases."""

from collections.abc import Mapping
from typing import Any

from handlers import lookup
from handlers.audience import audience_in, note_reader
from handlers.carried import Carried
from handlers.channel_orders import muter, reason_of, start_watching
from handlers.channel_rules import lang_in, mode_in
from handlers.directory import Channel, Person
from handlers.ledger import Item
from handlers.locale import LANGUAGES, Words
from handlers.payload import entered, user_of
from handlers.posting import Reader, fill_view, post_private
from handlers.services import Services
from handlers.views.channel_notices import build_cannot_watch, build_no_channel, muted_by
from handlers.views.channel_settings import (
    LANGUAGE,
    MODE,
    MODES,
    SIDE,
    ChannelForm,
    build_channel_form,
    build_channel_problem,
)
from handlers.views.message import Message
from handlers.views.notices import build_sentence, build_try_again
from handlers.watch import redraw_card

WORDS = ("settings", "설정")
"""Whole texts of the command that open the settings."""


def handle_command(item: Item, services: Services) -> None:
    """Fill the modal that the listener opened; "settings lost on reload" is a question."""
    body = item.payload
    if str(body.get("text") or "").strip().casefold() not in WORDS:
        lookup.handle_command(body, services)
        return
    person = services.directory.person(user_of(body))
    words, view_id = services.words(person.lang), str(body.get("opened_view_id") or "")
    channel = services.directory.channel_now(str(body.get("channel_id", "")))
    note_reader(services, person, channel)
    response_url = str(body.get("response_url") or "")
    if not view_id:
        reader = Reader(person.id, channel.id, response_url)
        post_private(services.ledger, f"settings:{item.id}", build_try_again(words), reader)
        return
    problem = _why_not(person, channel, words)
    if problem is not None:
        view = build_channel_problem(problem.text, words)
    else:
        form = _form(services, channel, person, words)
        view = build_channel_form(form, words, str(Carried(channel.id, response_url)))
    fill_view(services.ledger, f"view:{view_id}", view_id, view)


def handle_save(item: Item, services: Services) -> None:
    """Keep what was chosen, and say so."""
    carried, body = Carried.read(item.payload), item.payload
    if carried is None:
        return
    person = services.directory.person(user_of(body))
    words = services.words(person.lang)
    channel = services.directory.channel_now(carried.channel_id)
    told = _why_not(person, channel, words)
    if told is None:
        told = _save(body, services, channel, person)
    reader = Reader(person.id, channel.id, carried.response_url)
    post_private(services.ledger, f"settings-saved:{item.id}", told, reader)


def _save(body: Mapping[str, Any], services: Services, channel: Channel, person: Person) -> Message:
    """Save a submission. What was left as it was stays the name's or the default's business."""
    words, channels = services.words(person.lang), services.ledger.channels
    place, before = (services.identity.team_id, channel.id), mode_in(services, channel)
    chosen = entered(body, *MODE)
    mode = next((each for each in MODES if each == chosen), before)
    if mode == "automatic" and before != mode:
        refusal = start_watching(services, channel)
        if refusal:
            return build_cannot_watch(words, reason_of(refusal))
    lang, side = entered(body, *LANGUAGE), entered(body, *SIDE)
    kept = channels.settings(*place)
    with services.ledger.database.transaction():
        is_same = lang == lang_in(services, channel.id) or lang not in LANGUAGES
        channels.choose(
            *place,
            lang=kept.lang if is_same else lang,
            side="public" if side == "public" else "all",
        )
        if mode == "muted":
            channels.mute(*place, person.id)
        elif mode != before:
            channels.unmute(*place)
            channels.set_mode(*place, mode)
    now = channels.settings(*place)
    if (now.lang, now.side) != (kept.lang, kept.side):
        redraw_card(services, channel.id)
    return build_sentence(words("channel-saved"))


def _form(services: Services, channel: Channel, person: Person, words: Words) -> ChannelForm:
    chosen = services.ledger.channels.settings(services.identity.team_id, channel.id)
    muted = ""
    if chosen.mute is not None:
        name = muter(services, chosen.mute, person) or person.name or person.id
        muted = muted_by(words, name, chosen.mute.at, person.zone or "UTC")
    return ChannelForm(
        mode=mode_in(services, channel),
        lang=lang_in(services, channel.id),
        side=chosen.side,
        muted=muted,
        by_name=chosen.mode is None,
        is_open=chosen.side == "all" and not audience_in(services, channel).own,
    )


def _why_not(person: Person, channel: Channel, words: Words) -> Message | None:
    """Why this person cannot change the settings here, and what to do; None where they can."""
    if channel.is_direct:
        return build_no_channel(words)
    if person.is_guest:
        return build_cannot_watch(words, "members-only")
    if not channel.name:
        return build_cannot_watch(words, "private")
    return build_cannot_watch(words, "archived") if channel.is_archived else None
