"""Modals: what opens one, what its menus offer, and what may be submitted.

Slack's clocks force three things out of the worker's hands, and here is the one way for each:

- a modal opens as a skeleton from the listener, because a trigger_id lives three seconds; its inbox
  row is held until then and released with `opened_view_id`, and the worker fills the modal;
- `block_suggestion` is answered in its acknowledgement, from the corpus alone;
- `view_submission` is checked in its acknowledgement and then written to the inbox like all else.

A new modal is a row in the tables below, and a handler in `route`.
"""

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, BoltContext
from slack_sdk import WebClient

from corpus import CASE_ID_PATTERN
from handlers import capture, case_edit_form, digest, linking_modal
from handlers.locale import Words
from handlers.payload import action_of, user_of
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
from handlers.views.details import build_loading_view
from handlers.views.digest import LIST_ACTION
from handlers.views.digest_settings import CALLBACK as DIGEST_CALLBACK
from handlers.views.digest_settings import FACET_MENU, ZONE_MENU, build_digest_loading
from handlers.views.link_modal import CALLBACK, CASE_MENU, build_link_loading
from handlers.views.message import Block, View

Skeleton = Callable[[Words], View]
Body = Mapping[str, Any]

OPENING_ACTIONS: Mapping[str, Skeleton] = {
    "case.edit": build_edit_loading,
    "case.open": build_loading_view,
    "case.outdate": build_outdate_loading,
    "case.save": build_capture_loading,
    LIST_ACTION: build_digest_loading,
}
"""Action ids of buttons that open a modal."""

OPENING_SHORTCUTS: Mapping[str, Skeleton] = {
    "link_case": build_link_loading,
    "save_case": build_capture_loading,
}
"""Callback ids of shortcuts that open a modal."""

OPENING_COMMANDS: Mapping[str, Skeleton] = {"digest": build_digest_loading}
"""Whole texts of commands that open a modal; so does a case id."""

MENUS: Mapping[str, Callable[[Body, Services], list[Block]]] = {
    CASE_FACET_MENU: capture.suggest_facets,
    CASE_MENU: linking_modal.suggest_cases,
    CAUSE_MENU: capture.suggest_causes,
    FACET_MENU: digest.suggest_facets,
    ZONE_MENU: digest.suggest_zones,
}
"""Action ids of external menus, each with what finds its options: from the corpus, in the ack."""

CHECKS: Mapping[str, Callable[[Body, Services], dict[str, str]]] = {
    CALLBACK: linking_modal.find_mistakes,
    CAPTURE_CALLBACK: capture.find_mistakes,
    EDIT_CALLBACK: case_edit_form.find_mistakes,
    DIGEST_CALLBACK: digest.find_mistakes,
}
"""Callback ids of views, each with what finds mistakes in a submission: block id → sentence."""

_COMMAND_ID = re.compile(rf"\s*({CASE_ID_PATTERN})\s*", re.IGNORECASE)

_logger = logging.getLogger(__name__)


def command_case_id(text: str) -> str | None:
    """The case id that is the whole text of a command, if it is one."""
    found = _COMMAND_ID.fullmatch(text)
    return found[1].upper() if found else None


def skeleton_of(body: Body) -> Skeleton | None:
    """How the modal looks at first that a listener opens for this request, if it opens one."""
    if "command" in body:
        text = str(body.get("text") or "")
        if command_case_id(text) is not None:
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
            method = client.views_push if body.get("view") else client.views_open
            opened = dict(method(trigger_id=str(body["trigger_id"]), view=view).get("view") or {})
        except CALL_ERRORS as error:
            _logger.warning("view_not_opened error=%s", read_problem(error).error)
        additions = {"opened_view_id": opened.get("id", "")}
        services.ledger.inbox.release(int(context["inbox_id"]), additions)

    return open_modal


def find_options(body: Body, services: Services) -> list[Block]:
    """The options of an external menu for what was typed into it; none for a menu nobody knows."""
    menu = MENUS.get(str(body.get("action_id")))
    return menu(body, services) if menu else []


def find_mistakes(body: Body, services: Services) -> dict[str, str]:
    """What is wrong with a submission: block id → sentence, in the person's language."""
    view = body.get("view")
    check = CHECKS.get(str(view.get("callback_id"))) if isinstance(view, Mapping) else None
    return check(body, services) if check else {}
