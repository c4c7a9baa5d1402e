"""Visible messages that show a case, drawn again after the case was changed or is gone.

Owns which messages those are, and what is left of one whose words are no longer kept.
"""

from handlers.answering import Look, find, readers_of, remember, render
from handlers.ledger import Lookup, Thread
from handlers.linking import refresh
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.views.notices import build_sentence


def redraw_case(services: Services, case_id: str) -> None:
    """Bring every visible message up to date that shows a case: cards, answers and link replies."""
    for lookup in services.ledger.conversation.showing(case_id):
        redraw_lookup(services, lookup, case_id)
    threads = {post.thread for post in services.ledger.links.posts_with(case_id)}
    for thread in sorted(threads, key=lambda each: (each.channel_id, each.thread_ts)):
        refresh(services, Thread(thread.team_id, thread.channel_id, thread.thread_ts))


def redraw_lookup(services: Services, lookup: Lookup, gone_id: str = "") -> None:
    """Draw the message of a lookup again, as it should look now.

    Once the words of a lookup are no longer kept, nothing can be looked up again: a message that
    shows a case which is gone becomes a sentence, and any other stays as it is.
    """
    if lookup.post_key is None or not services.ledger.outbox.can_edit(lookup.post_key):
        return
    place = Place.of(lookup)
    if lookup.query is None:
        if gone_id and not services.store.exists(gone_id):
            message = build_sentence(services.words(lookup.lang)("case-gone", case=gone_id))
            post_message(services.ledger, lookup.post_key, message, place)
        return
    audience = readers_of(services, lookup, lookup.user_id or "")
    findings = find(services, lookup, audience)
    kept = remember(services, lookup, findings)
    evidence = (
        services.ledger.conversation.evidence(lookup.team_id, lookup.channel_id)
        if lookup.purpose == "card"
        else ()
    )
    count = max(1, len(evidence))
    message = render(services, kept, findings, audience, Look(count))
    post_message(services.ledger, lookup.post_key, message, place)
