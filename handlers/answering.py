"""From a question to its card: look up, remember the lookup, build the message.

Shared by all who answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from corpus import Audience, Band, Filters, Findings, Match, ParsedQuery, parse_query
from handlers.audience import EVERYONE, audience_for, audience_in, audience_of, audience_on_home
from handlers.channel_words import name_words, topic_words
from handlers.ledger import Lookup, Thread
from handlers.lists import build_list, list_name
from handlers.locale import Words
from handlers.mentioned import whole_case_id
from handlers.recurrence import Recurrence, look_back
from handlers.services import Services
from handlers.views.card import CardContent, build_card
from handlers.views.card import Purpose as Surface
from handlers.views.case_lines import is_own
from handlers.views.help import build_help, is_help
from handlers.views.message import Message
from handlers.views.notices import (
    build_filter_problem,
    build_filtered_out,
    build_no_such_case,
    build_nothing_given,
)
from handlers.views.resolution import Question
from handlers.weighing import WIDE, apart_of, is_weighed, weigh

LIMIT = 3
"""Suspects a card shows."""


def parse(services: Services, text: str, lang: str) -> ParsedQuery:
    """The filters in a question, and the words that remain."""
    return parse_query(text, services.vocabulary, clock=services.clock, lang=lang)


@dataclass(frozen=True, slots=True)
class Look:
    """How a card looks beside what was found.

    Attributes:
        message_count: messages that it stands on.
        changed: one line that says why the first match is another one now, already worded.
        surface: what it is built for; None for the purpose of its lookup.
    """

    message_count: int = 1
    changed: str | None = None
    surface: Surface | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A message for a question, and what was found for it; None where nothing was looked up."""

    message: Message
    findings: Findings | None = None


def reply(services: Services, lookup: Lookup, audience: Audience) -> Message:
    """The message that a question gets, from `compose`. The lookup is kept, for its buttons."""
    answer = compose(services, lookup, audience)
    if answer.findings is not None:
        remember(services, lookup, answer.findings)
    return answer.message


def compose(services: Services, lookup: Lookup, audience: Audience, look: Look = Look()) -> Answer:
    """What a question gets: help, a list, what is wrong with it, or the cases. Keeps nothing.

    Everybody who asks is answered here.
    """
    words = services.words(lookup.lang)
    told = _without_lookup(services, lookup, audience, words)
    if told is not None:
        return Answer(told)
    parsed = parse(services, lookup.query or "", lookup.lang)
    if parsed.problems:
        return Answer(build_filter_problem(words, parsed.problems))
    if not parsed.text.strip():
        return Answer(build_nothing_given(words))
    findings = find(services, lookup, audience)
    if not findings.matches and parsed.filters != Filters():
        return Answer(build_filtered_out(words))
    return Answer(render(services, lookup, findings, audience, look), findings)


def _without_lookup(
    services: Services, lookup: Lookup, audience: Audience, words: Words
) -> Message | None:
    """The answer to words that ask for something else than cases like this; None for a question."""
    query = (lookup.query or "").strip()
    if not query or is_help(query):
        return build_help(words)
    if (name := list_name(query)) is not None:
        return build_list(services, name, lookup, audience)
    case_id = whole_case_id(query)
    if case_id is None or services.library.exists(case_id, audience):
        return None
    meant = services.library.suggest_ids(case_id, audience)
    # Where no id is near, it is none: "HTTP-503" is a symptom.
    return build_no_such_case(words, case_id, meant) if meant else None


def find(services: Services, lookup: Lookup, audience: Audience) -> Findings:
    """The library's answer to a lookup, in the order that verdicts and answers make of it.

    What people ask may carry filters; automatic cards never read them.
    """
    is_card, query = lookup.purpose == "card", lookup.query or ""
    parsed = None if is_card else parse(services, query, lookup.lang)
    text = parsed.text if parsed else query
    weighed = is_weighed(services, lookup)
    limit = WIDE if weighed else LIMIT
    if parsed is None:
        found = _find_for_card(services, lookup, audience, limit)
    else:
        found = services.library.find(
            text, lang=lookup.lang, limit=limit, filters=parsed.filters, audience=audience
        )
    return weigh(services, lookup, text, found, LIMIT) if weighed else found


def _find_for_card(services: Services, lookup: Lookup, audience: Audience, limit: int) -> Findings:
    """What the messages of a channel match, and what its name and topic add to that.

    Without a match of the messages there is none: what people named a channel in its first minute
    makes no card. It ranks what they match, and what only it brings is at most possible. The
    nearest that match nothing help somebody who asked, and are noise to somebody who did not.
    """

    def look_up(text: str) -> Findings:
        found = services.library.find(text, lang=lookup.lang, limit=limit, audience=audience)
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
    matches = _name_ranked(said.matches, both.matches)[:limit]
    return replace(said, matches=matches, band=matches[0].band)


def _name_ranked(said: Sequence[Match], both: Sequence[Match]) -> tuple[Match, ...]:
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


def readers_of(services: Services, lookup: Lookup, user_id: str) -> Audience:
    """Who reads the message of a lookup.

    Args:
        services: what is known of the channel now.
        lookup: the lookup.
        user_id: who asked, where the lookup does not say.
    """
    if not lookup.channel_id:
        return audience_on_home(services.directory.person(lookup.user_id or user_id))
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
    look: Look = Look(),
) -> Message:
    """The lookup's message as it should look now, with the verdicts given so far."""
    content = CardContent(
        findings=findings,
        purpose=look.surface or lookup.purpose,
        lookup_id=lookup.id,
        message_count=look.message_count,
        changed=look.changed,
        verdicts=services.ledger.conversation.verdicts(lookup.id),
        pasts=dict(_pasts(services, findings, audience)),
        channel_id=lookup.channel_id,
        apart=apart_of(services, lookup, findings, audience),
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
