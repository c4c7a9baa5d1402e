"""What people do with an own case in its Details: review, edit, outdate, restore, delete it.

Members who may see the case may change it; guests never, and public cases nobody. Whoever saves
what somebody else changed meanwhile is told, and overwrites nothing.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict

from corpus import (
    Case,
    CaseChangedError,
    CaseNotFoundError,
    InvalidCaseError,
    edit_case,
    mark_current,
    mark_outdated,
    mark_reviewed,
)
from handlers import details
from handlers.case_edit_form import Carried
from handlers.case_entry import Entered, changes_of, form_of
from handlers.case_redrawing import redraw_case
from handlers.interaction import Interaction
from handlers.ledger import Item
from handlers.payload import entered, user_of
from handlers.posting import fill_view, tell
from handlers.services import Services
from handlers.views.around import Around
from handlers.views.case_form import build_edit_form, mask_line
from handlers.views.case_manage import REASON, build_change_problem, build_outdate_form
from handlers.views.notices import build_sentence


def handle_review(click: Interaction, services: Services) -> None:
    """Say that the draft was read and holds; then show the case as it is."""
    case_id, _, seen = click.value.partition(" ")
    note = _change(
        services,
        click,
        case_id,
        lambda: mark_reviewed(services.store, case_id, seen=seen, actor=click.user_id),
    )
    details.show(services, click, case_id, around=Around(note=note))
    redraw_case(services, case_id)


def handle_restore(click: Interaction, services: Services) -> None:
    """Say that an outdated case applies after all."""
    case_id = click.value
    note = _change(
        services,
        click,
        case_id,
        lambda: mark_current(services.store, case_id, actor=click.user_id),
    )
    details.show(services, click, case_id, around=Around(note=note))
    redraw_case(services, case_id)


def handle_delete(click: Interaction, services: Services) -> None:
    """Take the case out of the library, and out of the messages that show it."""
    case_id, words = click.value, click.words(services)

    def remove() -> None:
        services.store.remove(case_id, actor=click.user_id)

    if details.editable(services, click, case_id) is None:
        details.show(services, click, case_id)
        return
    _change(services, click, case_id, remove)
    view = build_change_problem(words("case-deleted", case=case_id), words)
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, view)
    redraw_case(services, case_id)


def handle_edit(click: Interaction, services: Services) -> None:
    """Fill the form that the listener opened, above Details or in its place."""
    case, words = details.editable(services, click, click.value), click.words(services)
    if case is None:
        view = build_change_problem(words("case-not-yours", case=click.value), words)
    else:
        form = form_of(case, services.vocabulary, words.lang, ())
        view = build_edit_form(form, words, _carried(click, case, words.lang))
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, view)


def handle_outdate(click: Interaction, services: Services) -> None:
    """Fill the modal that asks why the case no longer applies."""
    case, words = details.editable(services, click, click.value), click.words(services)
    if case is None:
        view = build_change_problem(words("case-not-yours", case=click.value), words)
    else:
        view = build_outdate_form(case.id, words, _carried(click, case, words.lang))
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, view)


def handle_edit_submission(item: Item, services: Services) -> None:
    """Save an edit, unless somebody else was faster or it may not be made any more."""

    def change(carried: Carried, case: Case) -> Mapping[str, int]:
        said = Entered.read(item.payload, services.vocabulary, services.masker)
        changes = changes_of(said, case, services.vocabulary, carried.lang)
        actor = user_of(item.payload)
        edit_case(services.store, case.id, changes, seen=carried.seen, actor=actor)
        return said.masked

    _submitted(item, services, change)


def handle_outdate_submission(item: Item, services: Services) -> None:
    """Say that a case no longer applies, and why."""

    def change(carried: Carried, case: Case) -> Mapping[str, int]:
        found = services.masker.mask(entered(item.payload, *REASON))
        actor = user_of(item.payload)
        mark_outdated(services.store, case.id, found.text, seen=carried.seen, actor=actor)
        kinds = [span.kind for span in found.spans]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    _submitted(item, services, change)


def _submitted(
    item: Item, services: Services, change: Callable[[Carried, Case], Mapping[str, int]]
) -> None:
    """Do what a form asks for, show Details as it is now, and tell the author what they miss."""
    carried, user_id = Carried.read(item.payload), user_of(item.payload)
    if carried is None:
        return
    click = Interaction(
        id=item.id,
        action_id="",
        value=carried.case_id,
        user_id=user_id,
        channel_id=carried.channel_id,
        response_url="",
        view_id=carried.under,
    )
    words, told = click.words(services), ""
    case = details.editable(services, click, carried.case_id)
    if case is None:
        told = words("case-not-yours", case=carried.case_id)
    else:
        try:
            told = mask_line(change(carried, case), words)
        except CaseChangedError:
            told = "" if _is_done(services, case, user_id) else words("case-changed", case=case.id)
        except (CaseNotFoundError, InvalidCaseError):
            told = words("case-not-yours", case=carried.case_id)
    if carried.under:
        details.show(services, click, carried.case_id, around=Around(note=told))
    elif told:
        team_id = services.identity.team_id
        tell(services.ledger, f"edit:{item.id}", build_sentence(told), team_id, user_id)
    redraw_case(services, carried.case_id)


def _is_done(services: Services, case: Case, user_id: str) -> bool:
    """Whether the last change was this person's own: the same work begun before a crash."""
    history = services.store.history(case.id)
    return bool(history) and history[-1].actor == user_id


def _change(
    services: Services, click: Interaction, case_id: str, change: Callable[[], object]
) -> str:
    """Do what a button asks for where its presser may; what to tell them, "" for nothing."""
    words = click.words(services)
    if details.editable(services, click, case_id) is None:
        return words("case-not-yours", case=case_id)
    try:
        change()
    except CaseChangedError:
        return words("case-changed-review", case=case_id)
    except (CaseNotFoundError, InvalidCaseError):
        return words("case-not-yours", case=case_id)
    return ""


def _carried(click: Interaction, case: Case, lang: str) -> str:
    under = click.source_view_id if click.source_view_id != click.view_id else ""
    return json.dumps(asdict(Carried(case.id, case.digest, click.channel_id, under, lang)))
