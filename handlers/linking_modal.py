"""The shortcut *Link a past case*: a modal with all cases, the kind of the link, and a note."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from corpus import Audience, CaseNotFoundError
from handlers.audience import EVERYONE, audience_for, note_reader
from handlers.channel_rules import lang_in
from handlers.ledger import LINK_KINDS, Item, LinkPost, Thread
from handlers.linking import describe_source, link_cases, refresh, show_links
from handlers.payload import entered, part_of, user_of
from handlers.posting import Reader, fill_view, post_private
from handlers.services import Services
from handlers.views.limits import OPTIONS
from handlers.views.link_kinds import kinds_for
from handlers.views.link_modal import (
    CASE_BLOCK,
    KIND_BLOCK,
    NOTE_BLOCK,
    build_case_options,
    build_link_view,
)
from handlers.views.message import Block
from handlers.views.notices import build_no_such_case, build_try_again

_BY_WORDS = 10
"""Cases found by what they are about, listed after those whose title has the words typed."""


@dataclass(frozen=True, slots=True)
class Target:
    """What the modal carries along: the thread it was opened on, and what its readers may see.

    Slack gives it back unchanged with each request, and no time to look anything up. What may be
    linked is decided again when the worker links it.
    """

    channel_id: str
    thread_ts: str
    response_url: str
    own: bool
    own_channel_id: str | None

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> "Target | None":
        """The target in the view of a request; None where it carries none, as the skeleton does."""
        try:
            return cls(**json.loads(str(part_of(body, "view").get("private_metadata"))))
        except (ValueError, TypeError):
            return None

    @property
    def audience(self) -> Audience:
        """Who will read the link."""
        return Audience(own=self.own, channel_id=self.own_channel_id)


def handle_shortcut(item: Item, services: Services) -> None:
    """Fill the modal that the listener opened for a message."""
    body = item.payload
    message, user_id = part_of(body, "message"), user_of(body)
    person = services.directory.person(user_id)
    channel = services.directory.channel(str(part_of(body, "channel").get("id", "")))
    note_reader(services, person, channel)
    response_url, words = str(body.get("response_url") or ""), services.words(person.lang)
    view_id = str(body.get("opened_view_id") or "")
    thread_ts = message.get("thread_ts") or body.get("message_ts") or message.get("ts")
    if not view_id or not thread_ts:
        reader = Reader(user_id, channel.id, response_url)
        post_private(services.ledger, f"shortcut:{item.id}", build_try_again(words), reader)
        return
    audience = audience_for(services, person, channel)
    target = Target(
        channel_id=channel.id,
        thread_ts=str(thread_ts),
        response_url=response_url,
        own=audience.own,
        own_channel_id=audience.channel_id,
    )
    view = build_link_view(words, json.dumps(asdict(target)))
    fill_view(services.ledger, f"view:{view_id}", view_id, view)


def suggest_cases(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The options for what was typed into the menu of cases; asks only the corpus."""
    target = Target.read(body)
    audience = target.audience if target else EVERYONE
    words = services.words(services.directory.known_lang(user_of(body)))
    typed = str(body.get("value") or "").strip()
    rows = services.titles.search(typed, audience, OPTIONS)
    if typed and len(rows) < OPTIONS:
        found = services.library.find(typed, limit=_BY_WORDS, audience=audience).matches
        more = [match.case.id for match in found if match.case.id not in {r.id for r in rows}]
        rows += services.titles.rows(more, audience)
    return build_case_options(rows[:OPTIONS], words)


def find_mistakes(body: Mapping[str, Any], services: Services) -> dict[str, str]:
    """What is wrong with what was chosen; asks only the corpus."""
    target = Target.read(body)
    audience = target.audience if target else EVERYONE
    words = services.words(services.directory.known_lang(user_of(body)))
    case_id, kind = entered(body, *CASE_BLOCK), entered(body, *KIND_BLOCK)
    try:
        case = services.library.get(case_id, audience)
    except CaseNotFoundError:
        return {CASE_BLOCK[0]: words("no-such-case", case=case_id)}
    if kind not in kinds_for(case):
        return {KIND_BLOCK[0]: words("link-own-only", case=case_id)}
    return {}


def handle_submission(item: Item, services: Services) -> None:
    """Link the case that was chosen, and show it in the thread."""
    body, target = item.payload, Target.read(item.payload)
    if target is None:
        return
    person = services.directory.person(user_of(body))
    channel = services.directory.channel(target.channel_id, must_know=True)
    case_id, chosen = entered(body, *CASE_BLOCK), entered(body, *KIND_BLOCK)
    kind = next((each for each in LINK_KINDS if each == chosen), None)
    if not services.library.exists(case_id, audience_for(services, person, channel)):
        # The channel was shared, or the case deleted, while the modal was open.
        reader = Reader(person.id, channel.id, target.response_url)
        told = build_no_such_case(services.words(person.lang), case_id)
        post_private(services.ledger, f"submission:{item.id}", told, reader)
        return
    thread = Thread(services.identity.team_id, channel.id, target.thread_ts)
    source = describe_source(services, thread, person.id, on_purpose=True)
    note = entered(body, *NOTE_BLOCK) or None
    link_cases(services, source, [case_id], kind, note)
    key = f"link:{part_of(body, 'view').get('id')}"
    post = LinkPost(key, thread, lang_in(services, channel.id), (case_id,))
    show_links(services, post, response_url=target.response_url or None)
    refresh(services, thread, but=key)
