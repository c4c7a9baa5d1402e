"""From a row of the inbox to the handler that works on it: the table of what the bot reacts to."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from handlers import (
    capture,
    case_edit,
    details,
    digest,
    digest_posting,
    feedback,
    link_buttons,
    link_words,
    linking_modal,
    lookup,
    mention,
    postmortem,
    privacy,
    resolution,
    watch,
)
from handlers.claim import MADE_PRIVATE, is_loss
from handlers.interaction import Interaction
from handlers.ledger import Item
from handlers.modals import command_case_id
from handlers.payload import part_of, user_of
from handlers.posting import Reader, post_private
from handlers.services import Services
from handlers.views.case_form import CAPTURE_CALLBACK, EDIT_CALLBACK
from handlers.views.case_manage import OUTDATE_CALLBACK
from handlers.views.digest import LIST_ACTION
from handlers.views.digest_settings import CALLBACK as DIGEST_CALLBACK
from handlers.views.digest_settings import STOP_ACTION
from handlers.views.link_modal import CALLBACK as LINK_CALLBACK
from handlers.views.notices import build_old_button, build_something_went_wrong

_logger = logging.getLogger(__name__)

ACTIONS: Mapping[str, Callable[[Interaction, Services], None]] = {
    "case.delete": case_edit.handle_delete,
    "case.edit": case_edit.handle_edit,
    "case.open": details.handle_open,
    "case.outdate": case_edit.handle_outdate,
    "case.page": details.handle_page,
    "case.restore": case_edit.handle_restore,
    "case.review": case_edit.handle_review,
    "case.save": capture.handle_button,
    "item.done": details.handle_item,
    "item.reopen": details.handle_item,
    LIST_ACTION: digest.handle_list,
    STOP_ACTION: digest.handle_stop,
    "link.add": link_buttons.handle_link,
    "link.kind": link_buttons.handle_kind,
    "link.remove": link_buttons.handle_unlink,
    "lookup.share": lookup.handle_share,
    "match.confirm": feedback.handle_verdict,
    "match.dismiss": feedback.handle_verdict,
    "match.undo": feedback.handle_verdict,
    **dict.fromkeys(resolution.PICKS, resolution.handle_pick),
    resolution.NONE: resolution.handle_none,
    resolution.UNDO: resolution.handle_undo,
}

COMMANDS: Mapping[str, Callable[[Item, Services], None]] = {
    "digest": digest.handle_command,
    **dict.fromkeys(privacy.COMMANDS, privacy.handle_command),
}
"""First words of `/incident-lookup` that are no lookup; see also `modals.OPENING_COMMANDS`."""

SHORTCUTS: Mapping[str, Callable[[Item, Services], None]] = {
    "link_case": linking_modal.handle_shortcut,
    "save_case": capture.handle_shortcut,
}

SUBMISSIONS: Mapping[str, Callable[[Item, Services], None]] = {
    CAPTURE_CALLBACK: capture.handle_submission,
    EDIT_CALLBACK: case_edit.handle_edit_submission,
    OUTDATE_CALLBACK: case_edit.handle_outdate_submission,
    DIGEST_CALLBACK: digest.handle_save,
    LINK_CALLBACK: linking_modal.handle_submission,
}
"""By callback id of the view; what is wrong with one was said in its ack (`modals.CHECKS`)."""


def handle(item: Item, services: Services) -> None:
    """Work on one delivery. Writes are idempotent: the same row twice gives the same posts once."""
    if item.kind == "event":
        _handle_event(item.payload, services)
    elif item.kind == "command":
        _handle_command(item, services)
    elif item.kind == "action":
        click = Interaction.read(item)
        if click.action_id in ACTIONS:
            ACTIONS[click.action_id](click, services)
        else:
            _logger.info("unknown_action action_id=%s", click.action_id)
            click.answer(services, build_old_button(click.words(services)))
    elif handler := _handler_of(item):
        handler(item, services)
    else:
        _logger.info("unknown_request kind=%s", item.kind)


def _handler_of(item: Item) -> Callable[[Item, Services], None] | None:
    """The handler of a shortcut or a submission; None for one that nobody knows."""
    if item.kind == "shortcut":
        return SHORTCUTS.get(str(item.payload.get("callback_id")))
    return SUBMISSIONS.get(str(part_of(item.payload, "view").get("callback_id")))


def _handle_command(item: Item, services: Services) -> None:
    text = str(item.payload.get("text") or "")
    if command_case_id(text):
        details.handle_command_open(item, services)
    elif handler := COMMANDS.get(text.strip().partition(" ")[0].casefold()):
        handler(item, services)
    else:
        lookup.handle_command(item.payload, services)


def _handle_event(body: Mapping[str, Any], services: Services) -> None:
    event = body["event"]
    if is_loss(event, services.identity):
        if event.get("subtype") == MADE_PRIVATE:  # the command line cannot ask Slack later
            services.ledger.links.make_private(services.identity.team_id, event["channel"])
        digest_posting.handle_loss(event, services)
    elif event.get("subtype") == "message_changed":
        postmortem.handle_edit(event, services)
    elif mention.is_question(event, services):
        if not link_words.handle_words(event, services):
            mention.handle_question(event, services)
            postmortem.handle_message(event, services, may_suggest=False)
    elif event.get("type") == "message":
        resolution.handle_message(event, services)
        watch.handle_message(event, services)
        postmortem.handle_message(event, services)


def report_failure(item: Item, services: Services) -> None:
    """Tell the person whose question or click could not be worked on, with an id to quote."""
    body = item.payload
    event = part_of(body, "event")
    if event and mention.is_question(event, services):
        mention.report_failure(event, services, f"E{item.id}")
    if not body.get("response_url"):
        return
    user_id = user_of(body)
    channel_id = str(body.get("channel_id") or part_of(body, "channel").get("id", ""))
    words = services.words(services.directory.known_lang(user_id))
    post_private(
        services.ledger,
        f"failure:{item.id}",
        build_something_went_wrong(words, f"E{item.id}"),
        Reader(user_id, channel_id, str(body["response_url"])),
    )
