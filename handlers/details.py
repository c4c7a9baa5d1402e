"""The Details modal: opened empty by a listener while the click is fresh, filled by the worker."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from corpus import Audience, Case, CaseNotFoundError, mark_action_item
from handlers.audience import audience_of, audience_on_home, shown_thread
from handlers.interaction import Interaction
from handlers.ledger import Item
from handlers.locale import Words
from handlers.mentioned import whole_case_id
from handlers.posting import fill_view
from handlers.services import Services
from handlers.views.around import Around, ThreadLine, item_digest
from handlers.views.case_lines import is_own
from handlers.views.details import build_details_view, build_problem_view
from handlers.views.link_kinds import kind_label
from handlers.views.notices import build_try_again

_PLAIN = Around()
_THREADS = 10
"""Threads that Details lists, the newest."""


def handle_open(click: Interaction, services: Services) -> None:
    """Fill the modal that the button's listener opened."""
    case_id = click.value.rpartition(" ")[2]
    if not click.view_id:
        click.answer(services, build_try_again(click.words(services)))
        return
    # On a full stack the case stands in the place of the one before it, and leads back there.
    back = whole_case_id(click.view_title) if click.in_place else None
    show(services, click, case_id, around=Around(back=back or ""))


def handle_page(click: Interaction, services: Services) -> None:
    """Turn the page of a long case in an open modal."""
    case_id, _, page = click.value.partition(" ")
    show(services, click, case_id, int(page) if page.isdecimal() else 0)


def handle_command_open(item: Item, services: Services) -> None:
    """`/incident-lookup PUB-0031`: fill the modal that the command's listener opened."""
    body: Mapping[str, Any] = item.payload
    asked = Interaction(
        id=item.id,
        action_id="",
        value=whole_case_id(str(body.get("text") or "")) or "",
        user_id=str(body.get("user_id", "")),
        channel_id=str(body.get("channel_id", "")),
        response_url=str(body.get("response_url") or ""),
        view_id=str(body.get("opened_view_id") or ""),
    )
    handle_open(asked, services)


def handle_item(click: Interaction, services: Services) -> None:
    """Mark an action item of an own case as done, or open it again; then show the case as it is.

    Whoever may not do that, or presses a button of an item that was rewritten meanwhile, sees the
    case as it is, and nothing is changed.
    """
    case_id, number, digest = (*click.value.split(" "), "", "", "")[:3]
    audience = _audience(services, click)
    at = int(number) if number.isdecimal() else -1
    is_done = click.action_id == "item.done"
    with services.ledger.database.transaction():
        try:
            case = services.library.get(case_id, audience)
        except CaseNotFoundError:
            case = None
        if case is not None and _may_edit(services, case, click, audience):
            item = dict(enumerate(case.action_items)).get(at)
            if item is not None and item_digest(item) == digest and is_done != bool(item.done_at):
                done_at = services.clock().date().isoformat() if is_done else None
                mark_action_item(services.store, case_id, at, done_at=done_at, actor=click.user_id)
    show(services, click, case_id, around=Around(at_item=at))


def editable(services: Services, click: Interaction, case_id: str) -> Case | None:
    """The case, where whoever clicked may change it."""
    audience = _audience(services, click)
    try:
        case = services.library.get(case_id, audience)
    except CaseNotFoundError:
        return None
    return case if _may_edit(services, case, click, audience) else None


def show(
    services: Services,
    click: Interaction,
    case_id: str,
    page: int = 0,
    around: Around = _PLAIN,
) -> None:
    """Fill the modal of a click with a case as it is now, and what is to stand around it."""
    words = click.words(services)
    audience = _audience(services, click)
    try:
        case = services.library.get(case_id, audience)
        similar = services.library.similar(case_id, lang=words.lang, audience=audience)
    except CaseNotFoundError:
        view = build_problem_view(words("no-such-case", case=case_id), words)
    else:
        may_edit = _may_edit(services, case, click, audience)
        around = replace(
            around,
            similar=similar,
            threads=_threads(services, case_id, audience, click.channel_id, words),
            may_edit=may_edit,
            history=services.store.history(case_id) if may_edit else (),
        )
        view = build_details_view(case, words, services.vocabulary, page, around=around)
    carried = {**view, "private_metadata": click.channel_id}
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, carried)


def _may_edit(services: Services, case: Case, click: Interaction, audience: Audience) -> bool:
    """Whether the reader may say what was done about a case: the team may, of its own cases."""
    is_guest = services.directory.person(click.user_id).is_guest
    return audience.own and not is_guest and is_own(case)


def _threads(
    services: Services, case_id: str, audience: Audience, channel_id: str, words: Words
) -> list[ThreadLine]:
    """The threads that link a case, newest first, as far as this reader may know of them."""
    team_id = services.identity.team_id
    lines = []
    for link in sorted(services.ledger.links.of_cases([case_id]), key=lambda each: -each.thread_at):
        shown = shown_thread(services, link, audience, channel_id)
        if link.thread.team_id != team_id or shown == "hidden":
            continue
        kind = kind_label(link.kind, words)
        date = dt.datetime.fromtimestamp(link.thread_at, dt.UTC).date().isoformat()
        if shown == "private":
            lines.append(ThreadLine(kind, date, is_private=True))
        else:
            name = services.directory.channel(link.thread.channel_id).name
            lines.append(
                ThreadLine(kind, date, is_private=False, channel=name, permalink=link.permalink)
            )
        if len(lines) == _THREADS:
            break
    return lines


def _audience(services: Services, click: Interaction) -> Audience:
    """Who reads the modal; one that was opened from another modal has no channel."""
    person = services.directory.person(click.user_id)
    if not click.channel_id:
        return audience_on_home(person)
    return audience_of(person, services.directory.channel(click.channel_id))
