"""The Details modal: opened empty by a listener while the click is fresh, filled by the worker."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, BoltContext
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from corpus import Audience, CaseNotFoundError
from handlers.audience import audience_of
from handlers.claim import command_case_id, part_of
from handlers.interaction import Interaction
from handlers.ledger import Item
from handlers.posting import fill_view
from handlers.services import Services
from handlers.views.details import build_details_view, build_loading_view, build_problem_view
from handlers.views.notices import build_try_again

_logger = logging.getLogger(__name__)


def build_open_case(services: Services) -> Callable[..., None]:
    """The listener that opens the modal: ack, views.open, and the row is released."""

    def open_case(ack: Ack, body: dict[str, Any], client: WebClient, context: BoltContext) -> None:
        ack()
        user_id = str(body.get("user_id") or part_of(body, "user").get("id", ""))
        view = build_loading_view(services.words(services.directory.known_lang(user_id)))
        opened: dict[str, Any] = {}
        try:
            method = client.views_push if body.get("view") else client.views_open
            opened = dict(method(trigger_id=str(body["trigger_id"]), view=view).get("view") or {})
        except (SlackApiError, OSError) as error:
            _logger.warning("view_not_opened error=%s", _error_name(error))
        additions = {"opened_view_id": opened.get("id", "")}
        services.ledger.inbox.release(int(context["inbox_id"]), additions)

    return open_case


def handle_open(click: Interaction, services: Services) -> None:
    """Fill the modal that the button's listener opened."""
    case_id = click.value.rpartition(" ")[2]
    if not click.view_id:
        click.answer(services, build_try_again(click.words(services)))
        return
    _fill(services, click, case_id)


def handle_page(click: Interaction, services: Services) -> None:
    """Turn the page of a long case in an open modal."""
    case_id, _, page = click.value.partition(" ")
    _fill(services, click, case_id, int(page) if page.isdecimal() else 0)


def handle_command_open(item: Item, services: Services) -> None:
    """`/incident-lookup PUB-0031`: fill the modal that the command's listener opened."""
    body: Mapping[str, Any] = item.payload
    asked = Interaction(
        id=item.id,
        action_id="",
        value=command_case_id(str(body.get("text") or "")) or "",
        user_id=str(body.get("user_id", "")),
        channel_id=str(body.get("channel_id", "")),
        response_url=str(body.get("response_url") or ""),
        view_id=str(body.get("opened_view_id") or ""),
    )
    handle_open(asked, services)


def _fill(services: Services, click: Interaction, case_id: str, page: int = 0) -> None:
    words = click.words(services)
    audience = _audience(services, click)
    try:
        case = services.library.get(case_id, audience)
        similar = services.library.similar(case_id, lang=words.lang, audience=audience)
    except CaseNotFoundError:
        view = build_problem_view(words("no-such-case", case=case_id), words)
    else:
        view = build_details_view(case, words, services.vocabulary, page, similar=similar)
    carried = {**view, "private_metadata": click.channel_id}
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, carried)


def _audience(services: Services, click: Interaction) -> Audience:
    """Who reads the modal; one that was opened from another modal has no channel."""
    person = services.directory.person(click.user_id)
    if not click.channel_id:
        return Audience(own=not person.is_guest)
    return audience_of(person, services.directory.channel(click.channel_id))


def _error_name(error: Exception) -> str:
    if isinstance(error, SlackApiError):
        return str(error.response.get("error", "unknown"))
    return type(error).__name__
