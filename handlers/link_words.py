"""`link`, `unlink` and `links`, said to the bot in a thread."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from corpus import CASE_ID_PATTERN, Audience, CaseNotFoundError
from handlers.audience import audience_for, note_reader
from handlers.channel_rules import words_in
from handlers.directory import Person
from handlers.ledger import LinkKind, LinkPost, Thread
from handlers.linking import (
    describe_source,
    link_cases,
    may_unlink,
    refresh,
    show_links,
    unlink_case,
)
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.text import extract_text
from handlers.views.link_kinds import kinds_for
from handlers.views.links import LinkEntry, build_link_list
from handlers.views.message import Message
from handlers.views.notices import build_no_such_case, build_sentence

_VERBS: Mapping[str, Literal["link", "unlink"]] = {
    "link": "link",
    "unlink": "unlink",
    "연결": "link",
    "연결해제": "unlink",
    "연결 해제": "unlink",
}
_LISTS = ("links", "연결목록", "연결 목록")
_KINDS: Mapping[str, LinkKind] = {
    "same-cause": "same-cause",
    "cause": "same-cause",
    "같은-원인": "same-cause",
    "원인": "same-cause",
    "same-symptoms": "same-symptoms",
    "same-symptom": "same-symptoms",
    "symptoms": "same-symptoms",
    "같은-증상": "same-symptoms",
    "증상": "same-symptoms",
    "recurrence": "recurrence",
    "again": "recurrence",
    "재발": "recurrence",
    "reference": "reference",
    "참고": "reference",
}
_SAID = re.compile(
    rf"(?P<verb>{'|'.join(_VERBS)})\s+(?P<case>{CASE_ID_PATTERN})(?:\s+(?P<kind>.*\S))?\s*",
    re.IGNORECASE,
)
# Korean puts the verb last; without this, an order to unlink would be a question that links.
_SAID_LAST = re.compile(
    rf"(?P<case>{CASE_ID_PATTERN})[을를]?\s+(?:(?P<kind>{'|'.join(_KINDS)})\s+)?"
    r"(?P<verb>연결 ?해제|연결)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LinkWords:
    """What somebody wants: `verb` with a case and maybe a kind as it was typed, or the list."""

    verb: Literal["link", "unlink", "links"]
    case_id: str = ""
    kind: str = ""


def read_words(text: str) -> LinkWords | None:
    """What a text asks for, None where it is a question like any other ("link down on eth0").

    >>> read_words("link pub-0031 same cause")
    LinkWords(verb='link', case_id='PUB-0031', kind='same-cause')
    """
    said = " ".join(text.split()).rstrip(".!")
    if said.casefold() in _LISTS:
        return LinkWords("links")
    found = _SAID.fullmatch(said) or _SAID_LAST.fullmatch(said)
    if found is None:
        return None
    kind = "-".join((found["kind"] or "").casefold().split())
    return LinkWords(_VERBS[found["verb"].casefold()], found["case"].upper(), kind)


def handle_words(event: Mapping[str, Any], services: Services) -> bool:
    """Do what a message to the bot says of links, and answer; False where it says nothing."""
    wanted = read_words(extract_text(event))
    if wanted is None:
        return False
    channel = services.directory.channel(str(event["channel"]), must_know=True)
    person = services.directory.person(str(event.get("user") or ""))
    note_reader(services, person, channel)
    thread_ts = str(event.get("thread_ts") or event["ts"])
    thread = Thread(services.identity.team_id, channel.id, thread_ts)
    key = f"answer:{channel.id}:{event['ts']}"
    audience = audience_for(services, person, channel)
    if channel.is_direct:
        answer: Message | None = build_sentence(services.words(person.lang)("link-not-here"))
    elif wanted.verb == "links":
        answer = _list(services, thread, audience)
    elif wanted.verb == "unlink":
        answer = _unlink(services, thread, wanted.case_id, person)
    else:
        answer = _link(services, thread, wanted, person.id, key, audience)
    if answer is not None:
        place = Place(thread.team_id, channel.id, thread_ts)
        post_message(services.ledger, key, answer, place)
    return True


def _link(
    services: Services,
    thread: Thread,
    wanted: LinkWords,
    user_id: str,
    key: str,
    audience: Audience,
) -> Message | None:
    """Link a case and show it; a sentence where that cannot be."""
    words = words_in(services, thread.channel_id)
    try:
        case = services.library.get(wanted.case_id, audience)
    except CaseNotFoundError:
        meant = services.library.suggest_ids(wanted.case_id, audience)
        return build_no_such_case(words, wanted.case_id, meant)
    kind = _KINDS.get(wanted.kind) if wanted.kind else None
    if wanted.kind and kind is None:
        return build_sentence(words("link-kind-unknown", kind=wanted.kind))
    if kind is not None and kind not in kinds_for(case):
        return build_sentence(words("link-own-only", case=case.id))
    source = describe_source(services, thread, user_id, on_purpose=True)
    link_cases(services, source, [case.id], kind)
    show_links(services, LinkPost(key, thread, words.lang, (case.id,)))
    refresh(services, thread, but=key)
    return None


def _unlink(services: Services, thread: Thread, case_id: str, person: Person) -> Message:
    """Take a link back. Done twice by a restart it says the same: the trace tells whose it was."""
    words = words_in(services, thread.channel_id)
    if not may_unlink(services, person, case_id):
        return build_no_such_case(words, case_id)
    unlink_case(services, thread, case_id, person.id)
    refresh(services, thread)
    trace = services.ledger.links.get(thread, case_id)
    name = "link-not-linked" if trace is None else "link-removed"
    return build_sentence(words(name, case=case_id))


def _list(services: Services, thread: Thread, audience: Audience) -> Message:
    entries = []
    for link in services.ledger.links.of_thread(thread):
        try:
            entries.append(LinkEntry(services.library.get(link.case_id, audience), link))
        except CaseNotFoundError:
            continue
    return build_link_list(entries, words_in(services, thread.channel_id))
