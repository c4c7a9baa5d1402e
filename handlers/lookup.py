"""`/incident-lookup`: a private answer to the words given, and sharing it with the channel."""

from collections.abc import Mapping
from typing import Any

from handlers.answering import answer, parse
from handlers.audience import audience_in, audience_of
from handlers.interaction import Interaction
from handlers.ledger import Lookup
from handlers.posting import Place, Reader, post_message, post_private
from handlers.services import Services
from handlers.text import plain_text
from handlers.views.help import build_help, is_help
from handlers.views.notices import build_expired, build_filter_problem, build_nothing_given


def handle_command(body: Mapping[str, Any], services: Services) -> None:
    """Answer the asker alone."""
    person = services.directory.person(str(body.get("user_id", "")))
    channel = services.directory.channel(str(body.get("channel_id", "")))
    lang = person.lang or services.policy.default_language
    words = services.words(lang)
    text = plain_text(str(body.get("text") or "")).strip()
    lookup_id = services.new_id()
    if not text or is_help(text):
        message = build_help(words)
    elif (parsed := parse(services, text, lang)).problems:
        message = build_filter_problem(words, parsed.problems)
    elif not parsed.text.strip():
        message = build_nothing_given(words)
    else:
        lookup = Lookup(
            id=lookup_id,
            purpose="private",
            team_id=services.identity.team_id,
            channel_id=channel.id,
            thread_ts=None,
            post_key=None,
            user_id=person.id,
            query=text,
            lang=lang,
            case_ids=(),
        )
        message = answer(services, lookup, audience_of(person, channel))
    reader = Reader(person.id, channel.id, str(body.get("response_url", "")))
    post_private(services.ledger, f"private:{body.get('trigger_id') or lookup_id}", message, reader)


def handle_share(click: Interaction, services: Services) -> None:
    """Post a private answer where everyone in the channel sees it, with what they may all see."""
    private = services.ledger.conversation.lookup(click.value)
    if private is None or private.query is None or private.user_id != click.user_id:
        click.answer(services, build_expired(click.words(services)))
        return
    channel = services.directory.channel(private.channel_id)
    shared = Lookup(
        id=f"{private.id}-shared",
        purpose="shared",
        team_id=private.team_id,
        channel_id=channel.id,
        thread_ts=None,
        post_key=f"shared:{private.id}",
        user_id=click.user_id,
        query=private.query,
        lang=services.policy.default_language,
        case_ids=(),
    )
    post_message(
        services.ledger,
        str(shared.post_key),
        answer(services, shared, audience_in(channel)),
        Place.of(shared, click.response_url),
    )
    click.answer(services, None, replace=True)
