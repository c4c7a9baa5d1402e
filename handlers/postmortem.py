"""Postmortem channels: case ids that people write become links, and a told incident suggestions.

A channel of incidents that also looks like one of postmortems (`inc-7-postmortem`) has its card;
there ids still link, but nothing is suggested.
"""

import re
from collections.abc import Mapping
from typing import Any

from corpus import CASE_ID_PATTERN, Audience, Band
from handlers.audience import audience_in, note_reader
from handlers.channel_rules import is_watched, lang_in
from handlers.directory import Channel
from handlers.ledger import LinkPost, Source, Thread
from handlers.link_words import read_words
from handlers.linking import describe_source, link_cases, refresh, show_links
from handlers.mention import is_question
from handlers.mentioned import find_mentions
from handlers.payload import part_of
from handlers.services import Services
from handlers.text import extract_text

SUGGESTIONS = 3
"""Cases that are suggested for a postmortem at most."""

_ID_LIKE = re.compile(CASE_ID_PATTERN, re.IGNORECASE)

_LEAST_WORDS = 8
"""Words from which a message can be an account of an incident; fewer are a title or a remark."""


def handle_message(
    event: Mapping[str, Any], services: Services, *, may_suggest: bool = True
) -> None:
    """Link what a message names; suggest cases for a first message that tells of an incident."""
    channel = services.directory.channel(str(event["channel"]), must_know=True)
    if not services.policy.links_in(channel.name):
        return
    _note_author(event, services, channel)
    begins = event.get("thread_ts") in (None, event.get("ts"))
    is_quiet = not may_suggest or not begins or is_watched(services, channel)
    _link(event, services, channel, suggests=not is_quiet)


def handle_edit(event: Mapping[str, Any], services: Services) -> None:
    """Link what an edit added. What it removed stays linked: people tidy up their words."""
    message = part_of(event, "message")
    if not message.get("ts"):
        return
    channel = services.directory.channel(str(event["channel"]), must_know=True)
    is_order = is_question(message, services) and read_words(extract_text(message)) is not None
    if services.policy.links_in(channel.name) and not is_order:  # orders are carried out once
        _note_author(message, services, channel)
        _link(message, services, channel, suggests=False)


def _link(
    message: Mapping[str, Any], services: Services, channel: Channel, *, suggests: bool
) -> None:
    """Link the cases that a message names, and show in one reply what came of it."""
    audience, ts = audience_in(services, channel), str(message["ts"])
    thread = Thread(services.identity.team_id, channel.id, str(message.get("thread_ts") or ts))
    named = find_mentions(message, services, audience)
    suggested = _suggest(message, services, audience) if suggests else ()
    if not named and not suggested:
        return
    links = services.ledger.links
    if named:
        user_id = str(message.get("user") or message.get("bot_id") or "")
        source = Source(thread, None, channel.is_private, ts, user_id, on_purpose=False)
        if any(links.get(thread, each) is None for each in named):
            source = describe_source(services, thread, user_id, message_ts=ts, on_purpose=False)
        link_cases(services, source, named)
    new = [each for each in named if _was_named_first(services, thread, each, ts)]
    shown = (*new, *(each for each in suggested if each not in named))
    if not shown:
        return
    key = f"link:{channel.id}:{ts}"
    show_links(services, LinkPost(key, thread, lang_in(services, channel.id), shown))
    refresh(services, thread, but=key)


def _was_named_first(services: Services, thread: Thread, case_id: str, ts: str) -> bool:
    """Whether a case is linked because of this message; all others are repeats."""
    link = services.ledger.links.get(thread, case_id)
    return link is not None and link.message_ts == ts


def _suggest(message: Mapping[str, Any], services: Services, audience: Audience) -> tuple[str, ...]:
    """The cases that look like the incident a message tells of; none where it tells of none."""
    text = _ID_LIKE.sub(" ", extract_text(message))  # an id that counts is linked, not suggested
    if len(text.split()) < _LEAST_WORDS:
        return ()
    lang = services.policy.default_language  # only ids are taken
    found = services.library.find(text, lang=lang, limit=SUGGESTIONS, audience=audience)
    return tuple(match.case.id for match in found.matches if match.band is not Band.NONE)


def _note_author(message: Mapping[str, Any], services: Services, channel: Channel) -> None:
    if message.get("user") and not message.get("bot_id"):
        note_reader(services, services.directory.person(str(message["user"])), channel)
