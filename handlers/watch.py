"""The living card: symptoms written in a watched channel become evidence, and evidence one card."""

from collections.abc import Mapping
from typing import Any

from corpus import Findings, count_words
from handlers.answering import Look, find, is_match, remember, render
from handlers.audience import audience_in, note_reader
from handlers.channel_rules import is_watched, lang_in, words_in
from handlers.ledger import Lookup
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.staleness import may_still_edit
from handlers.text import extract_text, plain_text

_LEAST_WORDS = 6
"""Informative words from which a first card is posted. "Login check is down" matches something in
any library: of ten labelled channels without a similar case one gets a card, two without this rule;
as many of the others get theirs, as soon."""


def handle_message(event: Mapping[str, Any], services: Services, *, is_stale: bool = False) -> None:
    """Read one message of a channel; say something only if it makes the card or changes it.

    A stale one becomes evidence, makes no card, and changes only one that is young.
    """
    team_id = services.identity.team_id
    channel = services.directory.channel(str(event["channel"]), must_know=True)
    if not is_watched(services, channel) or _is_bots_reply(event):
        return
    if event.get("user") and not event.get("bot_id"):
        note_reader(services, services.directory.person(str(event["user"])), channel)
    text = extract_text(event)
    if not text:
        return
    conversation = services.ledger.conversation
    is_running = bool(conversation.evidence(team_id, channel.id))
    if not services.gate.decide(text, after_symptom=is_running).symptom:
        return
    conversation.add_evidence(team_id, channel.id, str(event["ts"]), text)
    if not is_stale or may_still_edit(services, channel.id):
        thread_ts = str(event.get("thread_ts") or event["ts"])
        update_card(services, channel.id, thread_ts=thread_ts, added=text)


def handle_topic(event: Mapping[str, Any], services: Services) -> None:
    """A channel has another topic, which may change its card; it makes none."""
    channel = services.directory.channel(str(event["channel"]), must_know=True)
    card = services.ledger.conversation.card_of(services.identity.team_id, channel.id)
    if card is not None and card.thread_ts is not None and is_watched(services, channel):
        topic = plain_text(channel.topic)
        update_card(services, channel.id, thread_ts=card.thread_ts, added=topic)


def _is_bots_reply(event: Mapping[str, Any]) -> bool:
    """Whether another bot talks in a thread: what bots say to each other there is no evidence."""
    return bool(event.get("bot_id")) and event.get("thread_ts") not in (None, event.get("ts"))


def redraw_card(services: Services, channel_id: str) -> None:
    """Show a channel's card in the language and with the cases that were chosen for it just now.

    Where these leave nothing to show, it says so: what may no longer be seen must not stay.
    """
    team_id, conversation = services.identity.team_id, services.ledger.conversation
    card = conversation.card_of(team_id, channel_id)
    if card and card.thread_ts and conversation.evidence(team_id, channel_id):
        update_card(services, channel_id, thread_ts=card.thread_ts, is_redrawn=True)


def update_card(
    services: Services,
    channel_id: str,
    *,
    thread_ts: str,
    added: str | None = None,
    is_redrawn: bool = False,
) -> None:
    """Look the channel's evidence up again and bring its card up to date.

    Make it if there is none yet. Where nothing is found, only one that `is_redrawn` changes.
    """
    team_id = services.identity.team_id
    conversation = services.ledger.conversation
    evidence = conversation.evidence(team_id, channel_id)
    before = conversation.card_of(team_id, channel_id)
    if before is None and len(count_words("\n".join(evidence))) < _LEAST_WORDS:
        return
    lookup_id = before.id if before else services.new_id()
    draft = Lookup(
        id=lookup_id,
        purpose="card",
        team_id=team_id,
        channel_id=channel_id,
        thread_ts=before.thread_ts if before else thread_ts,
        post_key=f"card:{lookup_id}",
        user_id=None,
        query="\n".join(evidence),
        lang=lang_in(services, channel_id),
        case_ids=before.case_ids if before else (),
    )
    audience = audience_in(services, services.directory.channel(channel_id))
    findings = find(services, draft, audience)
    if not is_match(findings) and not is_redrawn:
        return
    changed = _what_changed(services, before, findings, added)
    lookup = remember(services, draft, findings)
    message = render(services, lookup, findings, audience, Look(len(evidence), changed))
    post_message(services.ledger, str(lookup.post_key), message, Place.of(lookup))


def _what_changed(
    services: Services, before: Lookup | None, findings: Findings, added: str | None
) -> str | None:
    """The line that says why the card's first match is another one now."""
    first = next(iter(findings.matches), None)
    if (
        first is None
        or before is None
        or not before.case_ids
        or before.case_ids[0] == first.case.id
        or not added
    ):
        return None
    words = words_in(services, before.channel_id)
    reason = next((r.query_text for r in first.reasons if r.query_text in added), None)
    if reason is None:
        return str(words("card-changed", case=first.case.id))
    return str(words("card-changed-because", case=first.case.id, added=reason))
