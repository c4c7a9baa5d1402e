"""From a row of the inbox to the handler that works on it: the table of what the bot reacts to."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from handlers import (
    capture,
    case_edit,
    catching_up,
    channel_orders,
    channel_settings,
    details,
    digest,
    digest_posting,
    feedback,
    find_similar,
    home,
    joining,
    link_buttons,
    link_words,
    linking_modal,
    lookup,
    mention,
    postmortem,
    privacy,
    resolution,
    search,
    telling,
    watch,
)
from handlers.claim import MADE_PRIVATE, TOPIC_LINES, is_departure, is_loss
from handlers.interaction import Interaction
from handlers.ledger import Item
from handlers.mentioned import whole_case_id
from handlers.payload import part_of, user_of
from handlers.posting import Reader, post_private
from handlers.services import Services
from handlers.staleness import is_stale
from handlers.views.apart import ANSWER_ACTIONS, UNDO_ACTION
from handlers.views.card import MUTE_ACTION
from handlers.views.case_form import CAPTURE_CALLBACK, EDIT_CALLBACK
from handlers.views.case_manage import OUTDATE_CALLBACK
from handlers.views.channel_notices import UNMUTE_ACTION
from handlers.views.channel_settings import CALLBACK as CHANNEL_CALLBACK
from handlers.views.digest import LIST_ACTION
from handlers.views.digest_settings import CALLBACK as DIGEST_CALLBACK
from handlers.views.digest_settings import STOP_ACTION
from handlers.views.home import SEARCH_ACTION
from handlers.views.link_modal import CALLBACK as LINK_CALLBACK
from handlers.views.notices import build_old_button, build_something_went_wrong
from handlers.views.search_modal import CALLBACK as SEARCH_CALLBACK
from handlers.views.search_modal import CHANGE_ACTION, OPEN_ACTION, SHARE_ACTION

_logger = logging.getLogger(__name__)

ACTIONS: Mapping[str, Callable[[Interaction, Services], None]] = {
    MUTE_ACTION: channel_orders.handle_button,
    UNMUTE_ACTION: channel_orders.handle_button,
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
    CHANGE_ACTION: search.handle_change,
    OPEN_ACTION: search.handle_open,
    SEARCH_ACTION: search.handle_home_search,
    SHARE_ACTION: search.handle_share,
    **dict.fromkeys(ANSWER_ACTIONS, telling.handle_answer),
    UNDO_ACTION: telling.handle_undo,
    **dict.fromkeys(resolution.PICKS, resolution.handle_pick),
    resolution.NONE: resolution.handle_none,
    resolution.UNDO: resolution.handle_undo,
}

COMMANDS: Mapping[str, Callable[[Item, Services], None]] = {
    "digest": digest.handle_command,
    **{order.partition(" ")[0]: channel_orders.handle_command for order in channel_orders.ORDERS},
    **dict.fromkeys(channel_settings.WORDS, channel_settings.handle_command),
    **dict.fromkeys(privacy.COMMANDS, privacy.handle_command),
}
"""First words of `/incident-lookup` that are no lookup; see also `modals.OPENING_COMMANDS`."""

SHORTCUTS: Mapping[str, Callable[[Item, Services], None]] = {
    find_similar.CALLBACK: find_similar.handle_shortcut,
    "link_case": linking_modal.handle_shortcut,
    "save_case": capture.handle_shortcut,
}

SUBMISSIONS: Mapping[str, Callable[[Item, Services], None]] = {
    CHANNEL_CALLBACK: channel_settings.handle_save,
    CAPTURE_CALLBACK: capture.handle_submission,
    EDIT_CALLBACK: case_edit.handle_edit_submission,
    OUTDATE_CALLBACK: case_edit.handle_outdate_submission,
    DIGEST_CALLBACK: digest.handle_save,
    LINK_CALLBACK: linking_modal.handle_submission,
    SEARCH_CALLBACK: search.handle_submission,
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
    if not text.strip():
        search.handle_command(item, services)
    elif whole_case_id(text):
        details.handle_command_open(item, services)
    elif handler := COMMANDS.get(text.strip().partition(" ")[0].casefold()):
        handler(item, services)
    else:
        lookup.handle_command(item.payload, services)


def _handle_event(body: Mapping[str, Any], services: Services) -> None:
    event = body["event"]
    if event.get("type") == "app_home_opened":
        home.handle_opened(event, services)
    elif event.get("type") in channel_orders.REACTIONS:
        channel_orders.handle_reaction(event, services)
    elif event.get("type") in joining.NAMINGS:
        if joined := joining.handle_naming(event, services):
            catching_up.note_gap(services, joined.id)
    elif event.get("subtype") in TOPIC_LINES:
        watch.handle_topic(event, services)
    elif is_loss(event, services.identity):
        if is_departure(event, services.identity):
            services.ledger.channels.note_left(services.identity.team_id, event["channel"])
        if event.get("subtype") == MADE_PRIVATE:  # the command line cannot ask Slack later
            services.ledger.links.make_private(services.identity.team_id, event["channel"])
        digest_posting.handle_loss(event, services)
    elif event.get("subtype") == "message_changed":
        postmortem.handle_edit(event, services)
    else:
        _handle_message(event, services, is_stale=is_stale(body, services))


def _handle_message(event: Mapping[str, Any], services: Services, *, is_stale: bool) -> None:
    """What somebody says. One that is stale is read, and answered no more."""
    if mention.is_question(event, services):
        if channel_orders.handle_words(event, services, is_stale=is_stale) or is_stale:
            return
        if not link_words.handle_words(event, services):
            mention.handle_question(event, services)
            postmortem.handle_message(event, services, may_suggest=False)
    elif event.get("type") == "message":
        resolution.handle_message(event, services, is_stale=is_stale)
        watch.handle_message(event, services, is_stale=is_stale)
        postmortem.handle_message(event, services, may_suggest=not is_stale)


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
