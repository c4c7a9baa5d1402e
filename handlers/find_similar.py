"""The shortcut *Find similar incidents*: look a message up, and show the answer to who asked alone.

Where the bot is in the channel the answer stands beside the message; elsewhere it is a modal.
"""

from collections.abc import Mapping
from typing import Any

from corpus import as_words
from handlers.answering import Answer, Look, find, remember, render
from handlers.audience import audience_of, note_reader
from handlers.directory import Channel
from handlers.ledger import Item
from handlers.payload import part_of, user_of
from handlers.posting import Reader, post_private
from handlers.redrawing import Opened
from handlers.search import new_lookup, show_results
from handlers.search_origin import SearchOrigin
from handlers.services import Services
from handlers.text import extract_text
from handlers.views.notices import build_sentence

CALLBACK = "find_similar"


def answers_in_channel(body: Mapping[str, Any], services: Services) -> bool:
    """Whether no modal is needed: the bot is in the channel. May ask Slack, with one short call."""
    channel_id = str(part_of(body, "channel").get("id", ""))
    return _is_in(services.directory.channel(channel_id))


def handle_shortcut(item: Item, services: Services) -> None:
    """Look a message up: its text, its blocks and its attachments. Nothing in it is a filter."""
    body = item.payload
    message, person = part_of(body, "message"), services.directory.person(user_of(body))
    channel = services.directory.channel(str(part_of(body, "channel").get("id", "")))
    note_reader(services, person, channel)
    thread_ts = str(message.get("thread_ts") or "")
    audience = audience_of(person, channel)
    carried = SearchOrigin(
        channel_id=channel.id,
        response_url=str(body.get("response_url") or ""),
        thread_ts=thread_ts or str(body.get("message_ts") or message.get("ts") or ""),
        lang=person.lang or services.policy.default_language,
        own=audience.own,
        own_channel_id=audience.channel_id,
        may_share=not channel.is_direct,
    )
    lookup = new_lookup(
        services, carried, person.id, as_words(extract_text(message)), f"similar{item.id}"
    )
    view_id = str(body.get("opened_view_id") or "")
    if not (lookup.query or "").strip():
        answer = Answer(build_sentence(services.words(carried.lang)("similar-no-words")))
    else:
        findings = find(services, lookup, audience)
        look = Look(surface="modal" if view_id else "private")
        answer = Answer(render(services, lookup, findings, audience, look), findings)
    if view_id:
        show_results(services, Opened(view_id, item.id), lookup, answer, carried)
        return
    if answer.findings is not None:
        remember(services, lookup, answer.findings)
    reader = Reader(person.id, channel.id, carried.response_url, thread_ts)
    post_private(services.ledger, f"similar:{item.id}", answer.message, reader)


def _is_in(channel: Channel) -> bool:
    """Whether the bot is known to be in a channel; what Slack does not describe has no name."""
    return channel.is_member and bool(channel.name)
