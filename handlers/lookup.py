"""`/incident-lookup`: a private answer to the words given, and sharing it with the channel."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from handlers.answering import reply
from handlers.audience import audience_for, audience_of, note_reader
from handlers.channel_rules import lang_in
from handlers.interaction import Interaction
from handlers.ledger import Lookup
from handlers.posting import Place, Reader, post_message, post_private
from handlers.services import Services
from handlers.text import plain_text
from handlers.views.notices import build_expired


def handle_command(body: Mapping[str, Any], services: Services) -> None:
    """Answer the asker alone."""
    person = services.directory.person(str(body.get("user_id", "")))
    channel = services.directory.channel(str(body.get("channel_id", "")))
    note_reader(services, person, channel)
    lookup = Lookup(
        id=services.new_id(),
        purpose="private",
        team_id=services.identity.team_id,
        channel_id=channel.id,
        thread_ts=None,
        post_key=None,
        user_id=person.id,
        query=plain_text(str(body.get("text") or "")),
        lang=person.lang or services.policy.default_language,
        case_ids=(),
    )
    message = reply(services, lookup, audience_of(person, channel))
    reader = Reader(person.id, channel.id, str(body.get("response_url", "")))
    post_private(services.ledger, f"private:{body.get('trigger_id') or lookup.id}", message, reader)


def handle_share(click: Interaction, services: Services) -> None:
    """Post a private answer where everyone in the channel sees it, with what they may all see."""
    if share(services, click.value, click.user_id, click.response_url):
        click.answer(services, None, replace=True)
    else:
        click.answer(services, build_expired(click.words(services)))


def share(services: Services, lookup_id: str, user_id: str, response_url: str) -> bool:
    """Share a private lookup; False where it is not this person's, or its words are gone.

    Args:
        services: what handlers are given.
        lookup_id: the private lookup.
        user_id: who shares it.
        response_url: Slack's way into the channel where the bot may not post itself.
    """
    private = services.ledger.conversation.lookup(lookup_id)
    if private is None or private.query is None or private.user_id != user_id:
        return False
    person = services.directory.person(user_id)
    channel = services.directory.channel(private.channel_id)
    shared = replace(
        private,
        id=f"{private.id}-shared",
        purpose="shared",
        post_key=f"shared:{private.id}",
        lang=lang_in(services, channel.id),
    )
    services.ledger.answers.copy(private.id, shared.id)
    message = reply(services, shared, audience_for(services, person, channel))
    post_message(services.ledger, f"shared:{private.id}", message, Place.of(shared, response_url))
    return True
