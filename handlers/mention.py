"""Questions put to the bot by name or in a direct message: always answered, in the thread."""

from collections.abc import Mapping
from typing import Any

from handlers.answering import answer
from handlers.audience import audience_in, audience_of
from handlers.ledger import Lookup
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.text import extract_text
from handlers.views.help import build_help, is_help


def is_question(event: Mapping[str, Any], services: Services) -> bool:
    """Whether a message is put to the bot: a person names it, or writes to it directly."""
    if event.get("bot_id") or event.get("subtype") == "bot_message":
        return False
    if event.get("type") == "app_mention" or event.get("channel_type") == "im":
        return True
    return f"<@{services.identity.user_id}>" in str(event.get("text") or "")


def handle_question(event: Mapping[str, Any], services: Services) -> None:
    """Answer a question where it was asked, with the nearest there is when nothing is close."""
    channel = services.directory.channel(str(event["channel"]))
    person = services.directory.person(str(event.get("user") or ""))
    lang = (person.lang if channel.is_direct else None) or services.policy.default_language
    text = extract_text(event)
    thread_ts = str(event.get("thread_ts") or event["ts"])
    post_key = f"answer:{channel.id}:{event['ts']}"
    if not text or is_help(text):
        message = build_help(services.words(lang))
    else:
        lookup = Lookup(
            id=services.new_id(),
            purpose="answer",
            team_id=services.identity.team_id,
            channel_id=channel.id,
            thread_ts=thread_ts,
            post_key=post_key,
            user_id=person.id,
            query=text,
            lang=lang,
            case_ids=(),
        )
        audience = audience_of(person, channel) if channel.is_direct else audience_in(channel)
        message = answer(services, lookup, audience)
    place = Place(services.identity.team_id, channel.id, thread_ts)
    post_message(services.ledger, post_key, message, place)
