"""Linking: what follows when a case is linked in a thread, or a link is taken back.

Owns the facts on both sides and the replies that show them. A reply is always drawn from what the
ledger holds, so that the same work done twice looks the same.

A recurrence says that the thread's incident is an earlier own incident again. Where the thread has
an own case of its own, its write-up, that case gets `recurrence_of`; otherwise the link alone
counts (`handlers.recurrence`). The write-up is, among the own cases that the thread links as
references and that did not happen before the earlier one, the only one that

1. names the thread as a source, a document or its address, else
2. was named in the thread's first message, else
3. was recorded after the thread began.

With two of them it stays open which one is meant, and no case is changed. What an author wrote into
`recurrence_of` is never overwritten; what a link wrote goes when the link goes.
"""

from collections.abc import Iterable, Iterator, Sequence

from corpus import Audience, Case, CaseNotFoundError, InvalidCaseError, Visibility, set_recurrence
from handlers.audience import EVERYONE, audience_in
from handlers.directory import Person
from handlers.ledger import Link, LinkKind, LinkPost, Source, Thread
from handlers.posting import Place, post_message
from handlers.recurrence import look_back_from, moment_of
from handlers.services import Services
from handlers.views.links import LinkEntry, build_links
from handlers.views.message import Message


def describe_source(
    services: Services, thread: Thread, user_id: str, *, message_ts: str = "", on_purpose: bool
) -> Source:
    """A thread as a source of links, with its address.

    Raises:
        NotDescribedError: Slack did not answer, and may if asked again.
    """
    channel = services.directory.channel(thread.channel_id)
    return Source(
        thread=thread,
        permalink=services.directory.permalink(thread.channel_id, thread.thread_ts),
        is_private=channel.is_private or channel.is_direct,
        message_ts=message_ts,
        user_id=user_id,
        on_purpose=on_purpose,
    )


def link_cases(
    services: Services,
    source: Source,
    case_ids: Sequence[str],
    kind: LinkKind | None = None,
    note: str | None = None,
) -> tuple[str, ...]:
    """Link cases in a thread; the ids of those for which that changed anything."""
    with services.ledger.database.transaction():
        links = services.ledger.links
        changed = tuple(each for each in case_ids if links.add(source, each, kind, note))
        _settle_recurrences(services, source.thread, source.user_id)
    return changed


def may_unlink(services: Services, person: Person, case_id: str) -> bool:
    """Whether a person may take a link back: that may change an own case, which guests may not."""
    return not person.is_guest or services.library.exists(case_id, EVERYONE)


def unlink_case(services: Services, thread: Thread, case_id: str, user_id: str) -> bool:
    """Take a link back, with what it wrote; False where none holds."""
    with services.ledger.database.transaction():
        changed = services.ledger.links.remove(thread, case_id, user_id)
        _settle_recurrences(services, thread, user_id)
    return changed


def show_links(services: Services, post: LinkPost, *, response_url: str | None = None) -> None:
    """Post the reply under a key, or bring it up to date; it keeps the cases it had."""
    kept = services.ledger.links.save_post(post)
    thread = kept.thread
    place = Place(thread.team_id, thread.channel_id, thread.thread_ts, response_url)
    post_message(services.ledger, kept.key, draw(services, kept), place)


def refresh(services: Services, thread: Thread, *, but: str = "") -> None:
    """Bring every reply of a thread up to date, as far as it can be edited.

    All of them: a link may settle what another one says, such as which case is the thread's own.
    """
    place = Place(thread.team_id, thread.channel_id, thread.thread_ts)
    for post in services.ledger.links.posts_of(thread):
        if post.key != but and services.ledger.outbox.can_edit(post.key):
            post_message(services.ledger, post.key, draw(services, post), place)


def draw(services: Services, post: LinkPost) -> Message:
    """A reply as it should look now, to the readers that its channel has now."""
    audience = audience_in(services, services.directory.channel(post.thread.channel_id))
    entries = [entry for each in post.case_ids if (entry := _entry(services, post, each, audience))]
    return build_links(entries, services.words(post.lang), services.vocabulary)


def _entry(
    services: Services, post: LinkPost, case_id: str, audience: Audience
) -> LinkEntry | None:
    """One case of a reply; None where it is gone or may no longer be seen here."""
    try:
        case = services.library.get(case_id, audience)
    except CaseNotFoundError:
        return None
    links = services.ledger.links
    link = links.get(post.thread, case_id)
    showing = links.posts_of(post.thread, case_id)
    is_again = link is not None and link.holds and link.kind == "recurrence"
    past = look_back_from(services, link, audience) if link is not None and is_again else None
    return LinkEntry(case, link, past, is_told_below=showing[-1].key != post.key)


def _settle_recurrences(services: Services, thread: Thread, actor: str) -> None:
    """Bring `recurrence_of` in line with the links of a thread."""
    links = services.ledger.links
    linked = {link.case_id for link in links.of_thread(thread)}
    freed = set()
    for link in links.of_thread(thread, also_unlinked=True):
        is_again = link.holds and link.kind == "recurrence"
        if link.writeup_id and not (is_again and link.writeup_id in linked):
            _take_back(services, link, actor)
            freed.add(link.writeup_id)
    holding = links.of_thread(thread)
    for link in holding:
        if link.kind == "recurrence" and link.writeup_id in (None, *freed):
            _write_down(services, link, holding, actor)


def _take_back(services: Services, link: Link, actor: str) -> None:
    writeup = _own_case(services, link.writeup_id)
    if link.wrote and writeup is not None and writeup.recurrence_of == link.case_id:
        set_recurrence(services.store, writeup.id, None, actor=actor)
    services.ledger.links.set_writeup(link.thread, link.case_id, None)


def _write_down(services: Services, link: Link, holding: Iterable[Link], actor: str) -> None:
    """Find the thread's own case, and let it say what it is a recurrence of."""
    earlier = _own_case(services, link.case_id)
    writeup = _find_writeup(services, link, earlier, holding) if earlier else None
    if earlier is None or writeup is None:
        return
    wrote = writeup.recurrence_of is None
    if wrote:
        try:
            set_recurrence(services.store, writeup.id, earlier.id, actor=actor)
        except InvalidCaseError:  # the earlier case leads back to it: somebody linked it backwards
            return
    links = services.ledger.links
    links.set_writeup(link.thread, link.case_id, writeup.id, wrote=wrote)


def _find_writeup(
    services: Services, link: Link, earlier: Case, holding: Iterable[Link]
) -> Case | None:
    """The own case of a thread's incident, where exactly one may be it; the rules are above."""
    first = moment_of(earlier) or 0.0
    candidates = [
        (each, case)
        for each in holding
        if each.kind == "reference" and each.case_id != link.case_id
        if (case := _own_case(services, each.case_id)) and (moment_of(case) or first) >= first
    ]
    rules = (
        [case for _, case in candidates if link.permalink in set(filter(None, _addresses(case)))],
        [case for each, case in candidates if each.message_ts == link.thread.thread_ts],
        [case for _, case in candidates if _recorded_after(case, link.thread_at)],
    )
    found = next((cases for cases in rules if cases), [])
    return found[0] if len(found) == 1 else None


def _own_case(services: Services, case_id: str | None) -> Case | None:
    cases = services.store.get_many([case_id] if case_id else [])
    own = (case for case in cases if case.visibility not in (None, Visibility.PUBLIC))
    return next(own, None)


def _addresses(case: Case) -> Iterator[str | None]:
    yield case.url
    yield from (source.url for source in case.sources)
    yield from (doc.url for doc in case.docs)


def _recorded_after(case: Case, moment: float) -> bool:
    undated = case.model_copy(update={"date": None})
    return (moment_of(undated) or 0.0) >= moment
