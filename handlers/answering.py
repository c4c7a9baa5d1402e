"""From a question to its card: look up, remember the lookup, build the message.

Shared by all who answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus import Audience, Band, Filters, Findings, Match, ParsedQuery, parse_query
from handlers.channel_words import name_words, topic_words
from handlers.ledger import Lookup
from handlers.recurrence import Recurrence, look_back
from handlers.services import Services
from handlers.views.card import CardContent, build_card
from handlers.views.case_lines import is_own
from handlers.views.help import build_help, is_help
from handlers.views.message import Message
from handlers.views.notices import build_filter_problem, build_filtered_out, build_nothing_given

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

    What people ask may carry filters; automatic cards never read them.
    """
    query = lookup.query or ""
    if lookup.purpose == "card":
        return _find_for_card(services, lookup, audience)
    parsed = parse(services, query, lookup.lang)
    return services.library.find(
        parsed.text, lang=lookup.lang, limit=LIMIT, filters=parsed.filters, audience=audience
    )


def _find_for_card(services: Services, lookup: Lookup, audience: Audience) -> Findings:
    """What the messages of a channel match, and what its name and topic add to that.

    Without a match of the messages there is none: what people named a channel in its first minute
    makes no card. It ranks what they match, and what only it brings is at most possible. The
    nearest that match nothing help somebody who asked, and are noise to somebody who did not.
    """

    def look_up(text: str) -> Findings:
        found = services.library.find(text, lang=lookup.lang, limit=LIMIT, audience=audience)
        matches = tuple(match for match in found.matches if match.band is not Band.NONE)
        return replace(found, matches=matches)

    said = look_up(lookup.query or "")
    channel = services.directory.channel(lookup.channel_id)
    named = (
        name_words(channel.name, services.policy.watch_channels),
        topic_words(channel.topic, services.gate),
    )
    if not said.matches or not any(named):
        return said
    both = look_up("\n".join((lookup.query or "", *named)))
    matches = _weigh(said.matches, both.matches)[:LIMIT]
    return replace(said, matches=matches, band=matches[0].band)


def _weigh(said: Sequence[Match], both: Sequence[Match]) -> tuple[Match, ...]:
    """The matches of the messages as name and topic rank them, then what only those bring.

    Strong before possible and own before public stay.
    """
    ids = {match.case.id for match in said}
    backed = [match for match in both if match.case.id in ids]
    backed += [match for match in said if match.case.id not in {each.case.id for each in backed}]
    brought = (replace(each, band=Band.POSSIBLE) for each in both if each.case.id not in ids)
    order = (Band.STRONG, Band.POSSIBLE)
    return tuple(
        sorted(
            (*backed, *brought),
            key=lambda match: (order.index(match.band), not is_own(match.case)),
        )
    )


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
    )
    return build_card(content, services.words(lookup.lang), services.vocabulary)


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
