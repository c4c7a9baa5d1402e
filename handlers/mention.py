"""Questions put to the bot by name, directly, or right after: always answered, in the thread."""

import re
from collections.abc import Mapping
from typing import Any

from handlers.answering import reply
from handlers.audience import audience_for, note_reader
from handlers.channel_rules import lang_in, words_in
from handlers.ledger import Lookup
from handlers.payload import seconds_of
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.text import extract_text
from handlers.views.notices import build_something_went_wrong

FOLLOW_UP_SECONDS = 600.0
"""How long a person needs no name to go on asking in a thread."""

_TO_ANOTHER = re.compile(r"\s*<(?:@|!subteam)")
_COURTESIES = frozenset(
    {
        "thanks",
        "thank you",
        "thx",
        "ty",
        "ok",
        "okay",
        "ok thanks",
        "got it",
        "cool",
        "great",
        "고마워",
        "고마워요",
        "고맙습니다",
        "감사",
        "감사해요",
        "감사합니다",
        "네",
        "넵",
        "네 감사합니다",
        "알겠습니다",
    }
)


def is_question(event: Mapping[str, Any], services: Services) -> bool:
    """Whether a message is put to the bot: by its name, directly, or right after an answer."""
    if event.get("bot_id") or event.get("subtype") == "bot_message":
        return False
    if event.get("channel_type") == "im" or _names_bot(event, services):
        return True
    return _is_follow_up(event, services)


def handle_question(event: Mapping[str, Any], services: Services) -> None:
    """Answer a question where it was asked, with the nearest there is when nothing is close."""
    channel = services.directory.channel(str(event["channel"]))
    person = services.directory.person(str(event.get("user") or ""))
    note_reader(services, person, channel)
    ts, team_id = str(event["ts"]), services.identity.team_id
    thread_ts = str(event.get("thread_ts") or ts)
    lookup = Lookup(
        id=services.new_id(),
        purpose="answer",
        team_id=team_id,
        channel_id=channel.id,
        thread_ts=thread_ts,
        post_key=f"answer:{channel.id}:{ts}",
        user_id=person.id,
        query=extract_text(event),
        lang=(person.lang if channel.is_direct else None) or lang_in(services, channel.id),
        case_ids=(),
    )
    message = reply(services, lookup, audience_for(services, person, channel))
    if _names_bot(event, services):
        services.ledger.channels.note_asker(team_id, channel.id, thread_ts, person.id, ts)
    post_message(services.ledger, str(lookup.post_key), message, Place.of(lookup))


def _names_bot(event: Mapping[str, Any], services: Services) -> bool:
    """Whether a message has the bot's name in it."""
    if event.get("type") == "app_mention":
        return True
    named = rf"<@{re.escape(services.identity.user_id)}(\|[^>]*)?>"
    return re.search(named, str(event.get("text") or "")) is not None


def _is_follow_up(event: Mapping[str, Any], services: Services) -> bool:
    """Whether somebody goes on in a thread in which they were just answered by name.

    For ten minutes after the question with the name. What is put to somebody else, and what only
    says thanks, asks nothing.
    """
    ts, thread_ts = str(event.get("ts") or ""), str(event.get("thread_ts") or "")
    user_id, channel_id = str(event.get("user") or ""), str(event.get("channel") or "")
    if not user_id or thread_ts in ("", ts):
        return False
    team_id = services.identity.team_id
    asked_ts = services.ledger.channels.asked_ts(team_id, channel_id, thread_ts, user_id)
    asked_at, said_at = seconds_of(asked_ts), seconds_of(ts)
    if asked_at is None or said_at is None or not 0 < said_at - asked_at <= FOLLOW_UP_SECONDS:
        return False
    said = " ".join(extract_text(event).casefold().split()).strip(" .,!~")
    return bool(said) and said not in _COURTESIES and not _TO_ANOTHER.match(str(event.get("text")))


def report_failure(event: Mapping[str, Any], services: Services, error_id: str) -> None:
    """Say in the thread that a question could not be answered, with an id to quote."""
    thread_ts = str(event.get("thread_ts") or event["ts"])
    place = Place(services.identity.team_id, str(event["channel"]), thread_ts)
    message = build_something_went_wrong(words_in(services, place.channel_id), error_id)
    post_message(services.ledger, f"answer:{place.channel_id}:{event['ts']}", message, place)
