"""*Link*, *Unlink* and the menu of kinds in a thread's reply."""

from corpus import CaseNotFoundError
from handlers.audience import audience_for, note_reader
from handlers.interaction import Interaction
from handlers.ledger import LINK_KINDS, LinkKind, Thread
from handlers.linking import (
    describe_source,
    draw,
    link_cases,
    may_unlink,
    refresh,
    unlink_case,
)
from handlers.services import Services
from handlers.views.link_kinds import kinds_for
from handlers.views.notices import build_no_such_case, build_old_button, build_sentence

_ONE_TAP: LinkKind = "same-symptoms"
"""What *Link* means on a suggestion: it was found by what people saw. The menu says it better."""


def handle_link(click: Interaction, services: Services) -> None:
    """Link a suggested case, or one that was unlinked: then as what it was."""
    was_linked = services.ledger.links.get(_thread(click, services), click.value) is not None
    _link(click, services, click.value, None if was_linked else _ONE_TAP)


def handle_kind(click: Interaction, services: Services) -> None:
    """Link a case as a kind, or change the kind of its link."""
    chosen, _, case_id = click.value.partition(" ")
    kind = next((each for each in LINK_KINDS if each == chosen), None)
    if kind is not None:
        _link(click, services, case_id, kind)


def handle_unlink(click: Interaction, services: Services) -> None:
    """Take a link back; it can be linked again."""
    if _is_astray(click, services):
        return
    person = services.directory.person(click.user_id)
    note_reader(services, person, services.directory.channel(click.channel_id))
    if not may_unlink(services, person, click.value):
        click.answer(services, build_no_such_case(click.words(services), click.value))
        return
    unlink_case(services, _thread(click, services), click.value, click.user_id)
    _redraw(click, services, click.value)


def _link(click: Interaction, services: Services, case_id: str, kind: LinkKind | None) -> None:
    if _is_astray(click, services):
        return
    person = services.directory.person(click.user_id)
    channel = services.directory.channel(click.channel_id, must_know=True)
    note_reader(services, person, channel)
    try:
        case = services.library.get(case_id, audience_for(services, person, channel))
    except CaseNotFoundError:
        click.answer(services, build_no_such_case(click.words(services), case_id))
        return
    if kind is not None and kind not in kinds_for(case):
        sentence = click.words(services)("link-own-only", case=case_id)
        click.answer(services, build_sentence(sentence))
        return
    source = describe_source(services, _thread(click, services), person.id, on_purpose=True)
    link_cases(services, source, [case_id], kind)
    _redraw(click, services, case_id)


def _redraw(click: Interaction, services: Services, case_id: str) -> None:
    """Bring the replies up to date; one that the outbox cannot edit is replaced by the click."""
    thread = _thread(click, services)
    refresh(services, thread)
    posts = services.ledger.links.posts_of(thread, case_id)
    if posts and not any(services.ledger.outbox.can_edit(post.key) for post in posts):
        click.answer(services, draw(services, posts[-1]), replace=True)


def _is_astray(click: Interaction, services: Services) -> bool:
    """Whether a click came without its thread, which is then said; there is nothing to link in."""
    if not click.thread_ts:
        click.answer(services, build_old_button(click.words(services)))
    return not click.thread_ts


def _thread(click: Interaction, services: Services) -> Thread:
    return Thread(services.identity.team_id, click.channel_id, click.thread_ts)
