"""The end of an incident: the card asks once which case it was, and what follows from the answer.

Never a post: the question is an edit of the card. A tap links the case in the card's thread, keeps
the words of the incident as a test query for it, and offers a draft filled from the channel.
"""

from collections.abc import Mapping
from typing import Any

from corpus import CaseNotFoundError
from handlers.audience import audience_for, note_reader
from handlers.case_redrawing import redraw_lookup
from handlers.channel_rules import mode_in
from handlers.interaction import Interaction
from handlers.ledger import LinkKind, Lookup, Thread
from handlers.linking import describe_source, link_cases, may_unlink, refresh, unlink_case
from handlers.services import Services
from handlers.staleness import may_still_edit
from handlers.text import extract_text
from handlers.views.case_lines import is_own
from handlers.views.notices import build_expired
from handlers.views.resolution import NONE, PICKS, UNDO

__all__ = ["NONE", "PICKS", "UNDO", "handle_message", "handle_none", "handle_pick", "handle_undo"]


def handle_message(event: Mapping[str, Any], services: Services, *, is_stale: bool = False) -> None:
    """Have the card ask when its channel says that it is over; take that back when it is not.

    Not where nobody wants a word: in a muted channel, or on a card that is no longer young when the
    message comes late.
    """
    team_id, channel_id = services.identity.team_id, str(event["channel"])
    card = services.ledger.conversation.card_of(team_id, channel_id)
    if card is None or not card.case_ids or (is_stale and not may_still_edit(services, channel_id)):
        return
    if mode_in(services, services.directory.channel(channel_id)) == "muted":
        return
    captures = services.ledger.captures
    resolution = captures.resolution(team_id, channel_id)
    text = extract_text(event)
    if services.gate.says_resolved(text):
        if resolution is None:
            captures.ask(team_id, channel_id, str(event["ts"]))
            redraw_lookup(services, card)
    elif (
        resolution is not None
        and resolution.case_id is None
        and services.gate.decide(text, after_symptom=True).symptom
    ):
        captures.withdraw(team_id, channel_id)
        redraw_lookup(services, card)


def handle_pick(click: Interaction, services: Services) -> None:
    """It was this one: link it, keep the pair, and offer the write-up."""
    lookup_id, _, case_id = click.value.partition(" ")
    card = _card(click, services, lookup_id)
    if card is None:
        return
    person = services.directory.person(click.user_id)
    channel = services.directory.channel(card.channel_id, must_know=True)
    note_reader(services, person, channel)
    try:
        case = services.library.get(case_id, audience_for(services, person, channel))
    except CaseNotFoundError:
        click.answer(services, build_expired(click.words(services)))
        return
    if _is_answered(services, card):
        redraw_lookup(services, card)
        return
    thread = _thread(card)
    source = describe_source(services, thread, person.id, on_purpose=True)
    kind: LinkKind = "recurrence" if is_own(case) else "same-cause"
    with services.ledger.database.transaction():
        before = services.ledger.links.get(thread, case_id)
        link_cases(services, source, [case_id], kind)
        services.ledger.captures.answer(
            card.team_id,
            card.channel_id,
            case_id,
            click.user_id,
            linked=before is None or not before.holds,
        )
        services.ledger.conversation.set_verdict(card.id, case_id, click.user_id, "confirmed")
        if card.query is not None:
            services.ledger.captures.keep_query(card.id, case_id, card.query, click.user_id)
    redraw_lookup(services, card)
    refresh(services, thread)


def handle_none(click: Interaction, services: Services) -> None:
    """It was none of those shown: keep that, and offer the write-up."""
    card = _card(click, services, click.value)
    if card is None:
        return
    if not _is_answered(services, card):
        services.ledger.captures.answer(card.team_id, card.channel_id, "", click.user_id)
    redraw_lookup(services, card)


def handle_undo(click: Interaction, services: Services) -> None:
    """Take the answer back, with the link and the pair that it made; the card asks again."""
    lookup_id, _, case_id = click.value.partition(" ")
    card = _card(click, services, lookup_id)
    if card is None:
        return
    captures = services.ledger.captures
    resolution = captures.resolution(card.team_id, card.channel_id)
    if resolution is None or resolution.case_id != case_id:
        redraw_lookup(services, card)
        return
    person = services.directory.person(click.user_id)
    if case_id and not may_unlink(services, person, case_id):
        click.answer(services, build_expired(click.words(services)))
        return
    with services.ledger.database.transaction():
        captures.answer(card.team_id, card.channel_id, None, click.user_id)
        if case_id:
            services.ledger.conversation.set_verdict(card.id, case_id, click.user_id, None)
            captures.drop_query(card.id, case_id)
        if case_id and resolution.linked:
            unlink_case(services, _thread(card), case_id, click.user_id)
    redraw_lookup(services, card)
    refresh(services, _thread(card))


def _card(click: Interaction, services: Services, lookup_id: str) -> Lookup | None:
    """The card whose button was pressed; who pressed one of a card that is gone is told."""
    card = services.ledger.conversation.lookup(lookup_id)
    if card is None or card.purpose != "card" or card.channel_id != click.channel_id:
        click.answer(services, build_expired(click.words(services)))
        return None
    return card


def _is_answered(services: Services, card: Lookup) -> bool:
    resolution = services.ledger.captures.resolution(card.team_id, card.channel_id)
    return resolution is None or resolution.case_id is not None


def _thread(card: Lookup) -> Thread:
    return Thread(card.team_id, card.channel_id, str(card.thread_ts))
