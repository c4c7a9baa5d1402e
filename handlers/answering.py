"""From a question to its card: look up, remember the lookup, build the message.

Shared by all who answer.
"""

from collections.abc import Iterator
from dataclasses import replace

from corpus import Audience, Band, Filters, Findings, ParsedQuery, parse_query
from handlers.audience import EVERYONE, audience_for, audience_in, audience_of
from handlers.ledger import Lookup, Thread
from handlers.recurrence import Recurrence, look_back
from handlers.services import Services
from handlers.views.card import CardContent, build_card
from handlers.views.help import build_help, is_help
from handlers.views.message import Message
from handlers.views.notices import build_filter_problem, build_filtered_out, build_nothing_given
from handlers.views.resolution import Question

LIMIT = 3
"""Suspects a card shows."""


def parse(services: Services, text: str, lang: str) -> ParsedQuery:
    """The filters in a question, and the words that remain."""
    return parse_query(text, services.vocabulary, clock=services.clock, lang=lang)


def reply(services: Services, lookup: Lookup, audience: Audience) -> Message:
    """The message that a question gets: help, what is wrong with it, or the cases found.

    Everybody who asks is answered here. The lookup is kept, so that its buttons work later.
    """
    words = services.words(lookup.lang)
    query = (lookup.query or "").strip()
    if not query or is_help(query):
        return build_help(words)
    parsed = parse(services, query, lookup.lang)
    if parsed.problems:
        return build_filter_problem(words, parsed.problems)
    if not parsed.text.strip():
        return build_nothing_given(words)
    findings = find(services, lookup, audience)
    if not findings.matches and parsed.filters != Filters():
        return build_filtered_out(words)
    return render(services, remember(services, lookup, findings), findings, audience)


def find(services: Services, lookup: Lookup, audience: Audience) -> Findings:
    """The library's answer to a lookup.

    What people ask may carry filters. Automatic cards never read them, and show matches only: the
    nearest that are none help somebody who asked, and are noise to somebody who did not.
    """
    query = lookup.query or ""
    if lookup.purpose == "card":
        found = services.library.find(query, lang=lookup.lang, limit=LIMIT, audience=audience)
        matches = tuple(match for match in found.matches if match.band is not Band.NONE)
        return replace(found, matches=matches)
    parsed = parse(services, query, lookup.lang)
    return services.library.find(
        parsed.text, lang=lookup.lang, limit=LIMIT, filters=parsed.filters, audience=audience
    )


def readers_of(services: Services, lookup: Lookup, user_id: str) -> Audience:
    """Who reads the message of a lookup.

    Args:
        services: what is known of the channel now.
        lookup: the lookup.
        user_id: who asked, where the lookup does not say.
    """
    channel = services.directory.channel(lookup.channel_id)
    if lookup.purpose == "card":
        return audience_in(services, channel)
    asker = lookup.user_id or user_id
    if not asker:
        return EVERYONE
    person = services.directory.person(asker)
    if lookup.purpose == "private":
        return audience_of(person, channel)
    return audience_for(services, person, channel)


def remember(services: Services, lookup: Lookup, findings: Findings) -> Lookup:
    """Keep the lookup with what was found."""
    ids = tuple(match.case.id for match in findings.matches)
    kept = replace(lookup, case_ids=ids, band=findings.band.value)
    services.ledger.conversation.save_lookup(kept)
    return kept


def render(
    services: Services,
    lookup: Lookup,
    findings: Findings,
    audience: Audience,
    *,
    message_count: int = 1,
    changed: str | None = None,
) -> Message:
    """The lookup's message as it should look now, with the verdicts given so far."""
    content = CardContent(
        findings=findings,
        purpose=lookup.purpose,
        lookup_id=lookup.id,
        message_count=message_count,
        changed=changed,
        verdicts=services.ledger.conversation.verdicts(lookup.id),
        pasts=dict(_pasts(services, findings, audience)),
        channel_id=lookup.channel_id,
        question=_question(services, lookup),
    )
    return build_card(content, services.words(lookup.lang), services.vocabulary)


def _question(services: Services, lookup: Lookup) -> Question | None:
    """What the card of an incident that is over asks, or was answered."""
    if lookup.purpose != "card":
        return None
    asked = services.ledger.captures.resolution(lookup.team_id, lookup.channel_id)
    if asked is None:
        return None
    thread = Thread(lookup.team_id, lookup.channel_id, str(lookup.thread_ts))
    link = services.ledger.links.get(thread, asked.case_id) if asked.case_id else None
    is_recurrence = link is not None and link.holds and link.kind == "recurrence"
    return Question(asked.case_id, is_recurrence)


def _pasts(
    services: Services, findings: Findings, audience: Audience
) -> Iterator[tuple[str, Recurrence]]:
    """How the own incidents among the matches came back."""
    for match in findings.matches:
        if match.band is not Band.NONE:
            past = look_back(services, match.case.id, audience)
            if past is not None:
                yield match.case.id, past


def is_match(findings: Findings) -> bool:
    """Whether something was found that is worth an unasked word."""
    return findings.band is not Band.NONE
