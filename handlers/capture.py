"""*Save as case*: a modal filled from a thread or a channel, and the draft that comes of it.

The message shortcut reads the thread of its message; the card's button reads the incident's
channel. Who is from outside the team saves nothing.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from corpus import InvalidCaseError, Term, Visibility, find_facets
from handlers.audience import audience_of, note_reader
from handlers.case_entry import Entered, new_document
from handlers.directory import Channel, Person
from handlers.interaction import Interaction
from handlers.ledger import Capture, Item, Thread
from handlers.linking import describe_source, link_cases
from handlers.locale import Words
from handlers.payload import part_of, user_of
from handlers.posting import Reader, fill_view, post_private
from handlers.services import Services
from handlers.terms import suggest_terms
from handlers.transcript import Said, read_channel, read_message, read_thread
from handlers.views.case_form import (
    CHECKS,
    DEAD_ENDS,
    FACET_FIELDS,
    FIX,
    RESOLVED,
    SUMMARY,
    SYMPTOMS,
    TITLE,
    CaseForm,
    build_capture_form,
    build_capture_problem,
    build_saved,
    build_term_options,
    mask_line,
    notice_lines,
)
from handlers.views.limits import OPTIONS, TEXT, clip, length
from handlers.views.message import Block, View
from handlers.views.mrkdwn import one_line
from handlers.views.notices import build_sentence, build_try_again

_TITLE_LENGTH = 100
_CAUSES = 25


@dataclass(frozen=True, slots=True)
class Carried:
    """What the modal carries along; Slack gives it back with the submission.

    Attributes:
        thread_ts: the thread that the case belongs to, empty where there is none.
        is_channel: the whole channel was read, not only the thread.
    """

    channel_id: str
    thread_ts: str
    is_channel: bool
    response_url: str

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> "Carried | None":
        """Read it from a submission; None where the view carries none, as the skeleton does."""
        try:
            return cls(**json.loads(str(part_of(body, "view").get("private_metadata"))))
        except (ValueError, TypeError):
            return None

    @property
    def place(self) -> str:
        """The thread by which a capture is known; empty for a whole channel."""
        return "" if self.is_channel else self.thread_ts


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read to fill a form; `is_alone` where that was one message, not its thread."""

    said: Sequence[Said]
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class _Story:
    """What a thread tells, without its secrets."""

    title: str
    symptoms: str
    terms: tuple[Term, ...]
    started_at: int | None
    resolved_at: int | None
    masked: Mapping[str, int]


def handle_shortcut(item: Item, services: Services) -> None:
    """Fill the modal that the listener opened for a message, from the message's thread."""
    body = item.payload
    message = part_of(body, "message")
    thread_ts = str(message.get("thread_ts") or body.get("message_ts") or message.get("ts") or "")
    carried = Carried(
        channel_id=str(part_of(body, "channel").get("id", "")),
        thread_ts=thread_ts,
        is_channel=False,
        response_url=str(body.get("response_url") or ""),
    )
    view_id = str(body.get("opened_view_id") or "")
    if not view_id:
        _tell_try_again(services, user_of(body), carried, f"shortcut:{item.id}")
        return
    said = read_thread(services, carried.channel_id, thread_ts)
    reading = _Reading(said or read_message(message), is_alone=said is None)
    _fill(services, view_id, user_of(body), carried, reading)


def handle_button(click: Interaction, services: Services) -> None:
    """Fill the modal that the card's button opened, from the channel of the incident."""
    lookup = services.ledger.conversation.lookup(click.value)
    thread_ts = (lookup.thread_ts if lookup else None) or click.thread_ts
    carried = Carried(
        channel_id=click.channel_id,
        thread_ts=thread_ts or "",
        is_channel=True,
        response_url=click.response_url,
    )
    if not click.view_id:
        _tell_try_again(services, click.user_id, carried, f"capture:{click.id}")
        return
    said = read_channel(services, click.channel_id, thread_ts or None)
    _fill(services, click.view_id, click.user_id, carried, _Reading(said or []))


def suggest_facets(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The terms that may be meant by what was typed into the menu of facets."""
    return _suggest(body, services, FACET_FIELDS)


def suggest_causes(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The same for the root cause; nothing typed offers the first of all."""
    if not str(body.get("value") or "").strip():
        words = services.words(services.directory.known_lang(user_of(body)))
        return build_term_options(services.vocabulary.terms("root_cause")[:_CAUSES], words)
    return _suggest(body, services, ("root_cause",))


def find_mistakes(body: Mapping[str, Any], services: Services) -> dict[str, str]:
    """What is wrong with what was entered; asks only the text itself."""
    words = services.words(services.directory.known_lang(user_of(body)))
    return entry_mistakes(Entered.read(body, services.vocabulary, services.masker), words)


def entry_mistakes(said: Entered, words: Words) -> dict[str, str]:
    """What is wrong with an entry: block id → sentence."""
    mistakes = {}
    if not said.title:
        mistakes[TITLE[0]] = words("case-form-needed")
    if not said.symptoms and not said.summary:
        mistakes[SYMPTOMS[0]] = words("case-form-needed")
    backwards = said.started_at and said.resolved_at and said.resolved_at < said.started_at
    if backwards:
        mistakes[RESOLVED[0]] = words("case-form-backwards")
    return mistakes


def handle_submission(item: Item, services: Services) -> None:
    """Store what was entered as a draft, once, and say its id to the author."""
    body, carried = item.payload, Carried.read(item.payload)
    if carried is None:
        return
    person = services.directory.person(user_of(body))
    words = services.words(person.lang)
    channel = services.directory.channel(carried.channel_id, must_know=True)
    view_id = str(part_of(body, "view").get("id", ""))
    reader = Reader(person.id, channel.id, carried.response_url)
    key = f"capture:{view_id}"
    if person.is_guest:
        sentence = build_sentence(words("capture-members-only"))
        post_private(services.ledger, key, sentence, reader)
        return
    said = Entered.read(body, services.vocabulary, services.masker)
    try:
        case_id = _store(services, carried, channel, person, said, view_id)
    except InvalidCaseError:  # what the form lets through and the case format does not
        message = build_sentence(words("capture-invalid"))
    else:
        has_details = services.library.exists(case_id, audience_of(person, channel))
        masked = mask_line(said.masked, words)
        message = build_saved(case_id, masked, words, has_details=has_details)
    post_private(services.ledger, key, message, reader)


def _store(
    services: Services,
    carried: Carried,
    channel: Channel,
    person: Person,
    said: Entered,
    view_id: str,
) -> str:
    """The id of the case that a modal made, which it makes once; linked with its thread."""
    document = new_document(said, author=person.id, zone=person.zone)
    document["visibility"] = Visibility.TEAM.value
    if said.readers == "channel" and offers_channel(channel):
        document |= {"visibility": Visibility.CHANNEL.value, "channel_id": channel.id}
    thread = Thread(services.identity.team_id, channel.id, carried.thread_ts)
    has_thread = bool(carried.thread_ts) and not channel.is_direct
    source = describe_source(services, thread, person.id, on_purpose=True) if has_thread else None
    captures = services.ledger.captures
    with services.ledger.database.transaction():
        known = captures.of_view(view_id)
        if known is not None:
            return known.case_id
        case = services.store.add(document, actor=person.id, action="capture")
        team_id, place = services.identity.team_id, carried.place
        captures.save(Capture(view_id, team_id, channel.id, place, case.id, person.id))
        if source is not None:
            link_cases(services, source, [case.id], "reference")
    return case.id


def offers_channel(channel: Channel) -> bool:
    """Whether a case may be kept for the readers of a channel: of one that not everybody sees."""
    return channel.is_private and not channel.is_direct


def _fill(
    services: Services,
    view_id: str,
    user_id: str,
    carried: Carried,
    reading: _Reading,
) -> None:
    person = services.directory.person(user_id)
    words = services.words(person.lang)
    channel = services.directory.channel(carried.channel_id)
    note_reader(services, person, channel)
    view: View
    if person.is_guest:
        view = build_capture_problem(words("capture-members-only"), words)
    elif not reading.said:
        view = build_capture_problem(words("capture-nothing"), words)
    else:
        form = _form(services, channel, carried, reading, words)
        view = build_capture_form(form, words, json.dumps(asdict(carried)))
    fill_view(services.ledger, f"view:{view_id}", view_id, view)


def _form(
    services: Services,
    channel: Channel,
    carried: Carried,
    reading: _Reading,
    words: Words,
) -> CaseForm:
    story = tell(services, reading.said)
    captured = services.ledger.captures.of_place(
        services.identity.team_id, channel.id, carried.place
    )
    earlier = captured.case_id if captured else None
    if earlier is not None and not services.store.exists(earlier):
        earlier = None
    source = words("capture-source", count=len(reading.said))
    if reading.is_alone:
        source = words("capture-source-message")
    who = "choice" if offers_channel(channel) else "team"
    notices = notice_lines(
        source,
        mask_line(story.masked, words),
        earlier,
        words("capture-readers", who=who),
        words,
    )
    return CaseForm(
        title=story.title,
        symptoms=story.symptoms,
        terms=story.terms,
        texts=dict.fromkeys((SUMMARY, FIX, CHECKS, DEAD_ENDS), ""),
        started_at=story.started_at,
        resolved_at=story.resolved_at,
        readers="channel" if offers_channel(channel) else None,
        notices=notices,
    )


def tell(services: Services, said: Sequence[Said]) -> _Story:
    """What a conversation tells of its incident: what was seen first, and from when to when."""
    seen: list[Said] = []
    ended: Said | None = None
    for each in said:
        if services.gate.decide(each.text, after_symptom=bool(seen)).symptom:
            seen.append(each)
        elif services.gate.says_resolved(each.text):
            ended = each
    seen = seen or list(said[:1])
    counts: Counter[str] = Counter()
    texts: list[str] = []
    room = TEXT
    for each in seen:
        masked = services.masker.mask(each.text)
        if length(masked.text) > room and texts:
            break
        room -= length(masked.text) + 1
        texts.append(masked.text)
        counts.update(span.kind for span in masked.spans)
    symptoms = "\n".join(texts)
    is_later = ended is not None and float(ended.ts) > float(seen[0].ts)
    return _Story(
        title=clip(one_line(texts[0].strip().partition("\n")[0]), _TITLE_LENGTH),
        symptoms=clip(symptoms, TEXT),
        terms=_terms(services, symptoms),
        started_at=int(float(seen[0].ts)) or None,
        resolved_at=int(float(ended.ts)) if ended is not None and is_later else None,
        masked=dict(counts),
    )


def _terms(services: Services, symptoms: str) -> tuple[Term, ...]:
    found = [
        term
        for hit in find_facets(symptoms, services.vocabulary)
        if hit.facet in FACET_FIELDS
        if (term := services.vocabulary.term(hit.facet, hit.slug)) is not None
    ]
    triggers = [term for term in found if term.facet == "trigger"]
    return tuple(term for term in found if term.facet != "trigger" or term in triggers[:1])


def _suggest(body: Mapping[str, Any], services: Services, facets: Sequence[str]) -> list[Block]:
    words = services.words(services.directory.known_lang(user_of(body)))
    typed = str(body.get("value") or "")
    found = suggest_terms(services.vocabulary, facets, typed, words.lang)
    return build_term_options(found[:OPTIONS], words)


def _tell_try_again(services: Services, user_id: str, carried: Carried, key: str) -> None:
    words = services.words(services.directory.person(user_id).lang)
    reader = Reader(user_id, carried.channel_id, carried.response_url)
    post_private(services.ledger, key, build_try_again(words), reader)
