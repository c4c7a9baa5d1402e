"""From a row of the inbox to the handler that works on it: the table of what the bot reacts to."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from handlers import details, digest_posting, feedback, lookup, mention, watch
from handlers.claim import command_case_id, is_loss, part_of
from handlers.interaction import Interaction
from handlers.ledger import Item
from handlers.posting import Reader, post_private
from handlers.services import Services
from handlers.views.notices import build_old_button, build_something_went_wrong

_logger = logging.getLogger(__name__)

ACTIONS: Mapping[str, Callable[[Interaction, Services], None]] = {
    "case.open": details.handle_open,
    "case.page": details.handle_page,
    "lookup.share": lookup.handle_share,
    "match.confirm": feedback.handle_verdict,
    "match.dismiss": feedback.handle_verdict,
    "match.undo": feedback.handle_verdict,
}


def handle(item: Item, services: Services) -> None:
    """Work on one delivery. Writes are idempotent: the same row twice gives the same posts once."""
    if item.kind == "event":
        _handle_event(item.payload, services)
    elif item.kind == "command":
        if command_case_id(str(item.payload.get("text") or "")):
            details.handle_command_open(item, services)
        else:
            lookup.handle_command(item.payload, services)
    elif item.kind == "action":
        click = Interaction.read(item)
        if click.action_id in ACTIONS:
            ACTIONS[click.action_id](click, services)
        else:
            _logger.info("unknown_action action_id=%s", click.action_id)
            click.answer(services, build_old_button(click.words(services)))
    else:
        _logger.info("unknown_request kind=%s", item.kind)


def _handle_event(body: Mapping[str, Any], services: Services) -> None:
    event = body["event"]
    if is_loss(event, services.identity):
        digest_posting.handle_loss(event, services)
    elif mention.is_question(event, services):
        mention.handle_question(event, services)
    elif event.get("type") == "message":
        watch.handle_message(event, services)


def report_failure(item: Item, services: Services) -> None:
    """Tell the person whose question or click could not be worked on, with an id to quote."""
    body = item.payload
    event = part_of(body, "event")
    if event and mention.is_question(event, services):
        mention.report_failure(event, services, f"E{item.id}")
    if not body.get("response_url"):
        return
    user_id = str(body.get("user_id") or part_of(body, "user").get("id", ""))
    channel_id = str(body.get("channel_id") or part_of(body, "channel").get("id", ""))
    words = services.words(services.directory.known_lang(user_id))
    post_private(
        services.ledger,
        f"failure:{item.id}",
        build_something_went_wrong(words, f"E{item.id}"),
        Reader(user_id, channel_id, str(body["response_url"])),
    )
