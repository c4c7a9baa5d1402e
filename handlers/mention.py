"""Questions put to the bot by name or in a direct message: always answered, in the thread."""

import re
from collections.abc import Mapping
from typing import Any

from handlers.answering import reply
from handlers.audience import audience_for, note_reader
from handlers.ledger import Lookup
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.text import extract_text
from handlers.views.notices import build_something_went_wrong


def is_question(event: Mapping[str, Any], services: Services) -> bool:
    """Whether a message is put to the bot: a person names it, or writes to it directly."""
    if event.get("bot_id") or event.get("subtype") == "bot_message":
        return False
    if event.get("type") == "app_mention" or event.get("channel_type") == "im":
        return True
    named = rf"<@{re.escape(services.identity.user_id)}(\|[^>]*)?>"
    return re.search(named, str(event.get("text") or "")) is not None


def handle_question(event: Mapping[str, Any], services: Services) -> None:
    """Answer a question where it was asked, with the nearest there is when nothing is close."""
    channel = services.directory.channel(str(event["channel"]))
    person = services.directory.person(str(event.get("user") or ""))
    note_reader(services, person, channel)
    lookup = Lookup(
        id=services.new_id(),
        purpose="answer",
        team_id=services.identity.team_id,
        channel_id=channel.id,
        thread_ts=str(event.get("thread_ts") or event["ts"]),
        post_key=f"answer:{channel.id}:{event['ts']}",
        user_id=person.id,
        query=extract_text(event),
        lang=(person.lang if channel.is_direct else None) or services.policy.default_language,
        case_ids=(),
    )
    message = reply(services, lookup, audience_for(services, person, channel))
    post_message(services.ledger, str(lookup.post_key), message, Place.of(lookup))


def report_failure(event: Mapping[str, Any], services: Services, error_id: str) -> None:
    """Say in the thread that a question could not be answered, with an id to quote."""
    thread_ts = str(event.get("thread_ts") or event["ts"])
    place = Place(services.identity.team_id, str(event["channel"]), thread_ts)
    message = build_something_went_wrong(services.words(), error_id)
    post_message(services.ledger, f"answer:{place.channel_id}:{event['ts']}", message, place)
