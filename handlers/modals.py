"""Modals: what opens one, what its menus offer, and what may be submitted.

Slack's clocks force three things out of the worker's hands, and here is the one way for each:

- a modal opens as a skeleton from the listener, because a trigger_id lives three seconds; its inbox
  row is held until then and released with `opened_view_id`, and the worker fills the modal;
- `block_suggestion` is answered in its acknowledgement, from the corpus alone;
- `view_submission` is checked in its acknowledgement and then written to the inbox like all else.

A new modal is a row in the tables below, and a handler in `route`.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, BoltContext
from slack_sdk import WebClient

from handlers import (
    capture,
    case_edit_form,
    channel_settings,
    digest,
    find_similar,
    linking_modal,
    search,
)
from handlers.locale import Words
from handlers.mentioned import whole_case_id
from handlers.payload import action_of, part_of, user_of
from handlers.services import Services
from handlers.slack_errors import CALL_ERRORS, read_problem
from handlers.views.case_form import (
    CAPTURE_CALLBACK,
    CAUSE_MENU,
    EDIT_CALLBACK,
    build_capture_loading,
    build_edit_loading,
)
from handlers.views.case_form import FACET_MENU as CASE_FACET_MENU
from handlers.views.case_manage import build_outdate_loading
from handlers.views.channel_settings import build_channel_loading
from handlers.views.details import build_loading_view
from handlers.views.digest import LIST_ACTION
from handlers.views.digest_settings import CALLBACK as DIGEST_CALLBACK
from handlers.views.digest_settings import FACET_MENU, ZONE_MENU, build_digest_loading
from handlers.views.home import SEARCH_ACTION
from handlers.views.link_modal import CALLBACK, CASE_MENU, build_link_loading
from handlers.views.message import Block, View
from handlers.views.search_modal import CALLBACK as SEARCH_CALLBACK
from handlers.views.search_modal import FACET_MENUS, OPEN_ACTION, ORG_MENU, build_search_loading

Skeleton = Callable[[Words], View]
Body = Mapping[str, Any]

OPENING_ACTIONS: Mapping[str, Skeleton] = {
    "case.edit": build_edit_loading,
    "case.open": build_loading_view,
    "case.outdate": build_outdate_loading,
    "case.save": build_capture_loading,
    LIST_ACTION: build_digest_loading,
    OPEN_ACTION: build_search_loading,
    SEARCH_ACTION: build_search_loading,
}
"""Action ids of buttons that open a modal."""

OPENING_SHORTCUTS: Mapping[str, Skeleton] = {
    find_similar.CALLBACK: build_search_loading,
    "link_case": build_link_loading,
    "save_case": build_capture_loading,
}
"""Callback ids of shortcuts that open a modal."""

NEEDS_NO_MODAL: Mapping[str, Callable[[Body, Services], bool]] = {
    find_similar.CALLBACK: find_similar.answers_in_channel,
}
"""Callback ids of those that open none where this holds."""

OPENING_COMMANDS: Mapping[str, Skeleton] = {
    "": build_search_loading,
    "digest": build_digest_loading,
    **dict.fromkeys(channel_settings.WORDS, build_channel_loading),
}
"""Whole texts of commands that open a modal; so does a case id."""

MENUS: Mapping[str, Callable[[Body, Services], list[Block]]] = {
    CASE_FACET_MENU: capture.suggest_facets,
    CASE_MENU: linking_modal.suggest_cases,
    CAUSE_MENU: capture.suggest_causes,
    FACET_MENU: digest.suggest_facets,
    ORG_MENU: search.suggest_orgs,
    **dict.fromkeys(FACET_MENUS, search.suggest_terms),
    ZONE_MENU: digest.suggest_zones,
}
"""Action ids of external menus, each with what finds its options: from the corpus, in the ack."""

CHECKS: Mapping[str, Callable[[Body, Services], dict[str, str]]] = {
    CALLBACK: linking_modal.find_mistakes,
    CAPTURE_CALLBACK: capture.find_mistakes,
    EDIT_CALLBACK: case_edit_form.find_mistakes,
    DIGEST_CALLBACK: digest.find_mistakes,
    SEARCH_CALLBACK: search.find_mistakes,
}
"""Callback ids of views, each with what finds mistakes in a submission: block id → sentence."""

ANSWERS: Mapping[str, Callable[[Body, Services], dict[str, Any]]] = {
    SEARCH_CALLBACK: search.answer_submission,
}
"""Callback ids of views whose submission is answered in its ack: from the corpus, as a menu is."""

_DEEPEST = 3
"""Views a stack may hold (Slack); a further one takes the place of the last."""

_logger = logging.getLogger(__name__)


def skeleton_of(body: Body) -> Skeleton | None:
    """How the modal looks at first that a listener opens for this request, if it opens one."""
    if "command" in body:
        text = str(body.get("text") or "")
        if whole_case_id(text) is not None:
            return build_loading_view
        return OPENING_COMMANDS.get(text.strip().casefold())
    if body.get("type") == "block_actions":
        return OPENING_ACTIONS.get(str(action_of(body).get("action_id")))
    if body.get("type") in ("message_action", "shortcut"):
        return OPENING_SHORTCUTS.get(str(body.get("callback_id")))
    return None


def build_open_modal(services: Services) -> Callable[..., None]:
    """The listener that opens a modal: ack, views.open, and the row is released."""

    def open_modal(ack: Ack, body: dict[str, Any], client: WebClient, context: BoltContext) -> None:
        ack()
        skeleton = skeleton_of(body) or build_loading_view
        view = skeleton(services.words(services.directory.known_lang(user_of(body))))
        opened: dict[str, Any] = {}
        try:
            if _is_needed(body, services):
                is_on_modal = part_of(body, "view").get("type") == "modal"
                method = client.views_push if is_on_modal else client.views_open
                answer = method(trigger_id=str(body["trigger_id"]), view=view)
                opened = dict(answer.get("view") or {})
        except CALL_ERRORS as error:
            _logger.warning("view_not_opened error=%s", read_problem(error).error)
        additions = {"opened_view_id": opened.get("id", "")}
        services.ledger.inbox.release(int(context["inbox_id"]), additions)

    return open_modal


def _is_needed(body: Body, services: Services) -> bool:
    """Whether a modal of its own is opened: not on a full stack, whose last view is filled anew."""
    holds = NEEDS_NO_MODAL.get(str(body.get("callback_id")))
    if holds is not None and holds(body, services):
        return False
    return _depth(part_of(body, "view")) < _DEEPEST


def _depth(view: Body) -> int:
    """How many views are in a stack up to this one, from 1; 0 where it is no modal."""
    if view.get("type") != "modal":
        return 0
    before, root = view.get("previous_view_id"), view.get("root_view_id")
    if not before or root == view.get("id"):
        return 1
    return 2 if before == root else _DEEPEST


def answer_of(body: Body, services: Services) -> Body | None:
    """What the acknowledgement of a submission says; None where it only closes the view."""
    callback_id = str(part_of(body, "view").get("callback_id"))
    answer = ANSWERS.get(callback_id) if body.get("type") == "view_submission" else None
    return answer(body, services) if answer else None


def find_options(body: Body, services: Services) -> list[Block]:
    """The options of an external menu for what was typed into it; none for a menu nobody knows."""
    menu = MENUS.get(str(body.get("action_id")))
    return menu(body, services) if menu else []


def find_mistakes(body: Body, services: Services) -> dict[str, str]:
    """What is wrong with a submission: block id → sentence, in the person's language."""
    view = body.get("view")
    check = CHECKS.get(str(view.get("callback_id"))) if isinstance(view, Mapping) else None
    return check(body, services) if check else {}
