"""What a digest tells: read from the library and the ledger, for the people who read the channel.

Owns what counts as news, and what of other places may be told in a channel. Three rules:

- cases are those that the readers of the channel may see (`audience`);
- of lookups that found nothing, words are quoted only where everybody in the channel could read
  them when they were written. Of all others a digest tells how many there were, and what they were
  about in the labels of the vocabulary: never who asked, where, or in which words;
- where others than the team read (a shared channel, a guest), only what happened in this very
  channel is told.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus import (
    Audience,
    Case,
    CaseNotFoundError,
    Filters,
    NewCase,
    find_facets,
    find_news,
)
from handlers.audience import EVERYONE
from handlers.ledger import DigestSettings, Lookup, Subscription
from handlers.recurrence import look_back_from
from handlers.services import Services
from handlers.views.case_lines import is_own
from handlers.views.digest import DigestContent, DigestLine, Gaps
from handlers.views.recurrence_lines import alarm
from handlers.weeks import DEFAULT_TIME, DEFAULT_WEEKDAY, Period, Schedule

PUBLIC_LINES = 5
"""Public cases that are told one by one; more than that is a library update, and one line."""

_FACETS = ("symptoms", "components")
"""What a lookup was about, in labels that tell most readers something."""

_LABELS = 5
_OWN_SIDE = {"all": None, "own": True, "public": False}


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads a digest, and where."""

    channel_id: str
    audience: Audience

    @property
    def where(self) -> str | None:
        """The one place whose events they may hear of; None for the whole workspace."""
        return None if self.audience.own or self.audience.operator else self.channel_id


def settings_of(subscription: Subscription | None, zone: str, lang: str) -> DigestSettings:
    """What a channel chose; Monday at nine in this zone and language where it chose nothing."""
    if subscription is not None:
        return subscription.settings
    return DigestSettings(Schedule(DEFAULT_WEEKDAY, DEFAULT_TIME, zone), lang)


def stored_readers(
    services: Services, channel_id: str, subscription: Subscription | None
) -> Readers:
    """Who reads a channel as far as the ledger knows, without asking Slack."""
    is_shared = subscription is not None and subscription.is_shared
    team_id = subscription.team_id if subscription else services.identity.team_id
    is_visited = services.ledger.conversation.has_guest(team_id, channel_id)
    own = not is_shared and not is_visited
    return Readers(channel_id, Audience(own=True, channel_id=channel_id) if own else EVERYONE)


def gather(
    services: Services,
    settings: DigestSettings,
    period: Period,
    readers: Readers,
    *,
    is_late: bool = False,
) -> DigestContent:
    """Everything a channel's digest of a period tells."""
    shelf = _Shelf(services, settings, readers)
    recurrences = tuple(_recurrences(services, shelf, period, settings.lang))
    new, library = _new(services, shelf, period, settings.lang)
    told = {line.case.id for line in (*recurrences, *new)}
    return DigestContent(
        week=period.week,
        schedule=settings.schedule,
        is_late=is_late,
        recurrences=recurrences,
        new=new,
        library=library,
        library_url=services.policy.public_url,
        helped=_helped(services, shelf, period, settings.lang),
        gaps=_gaps(services, settings, period, readers),
        drafts=tuple(
            DigestLine(case.model_copy(update={"draft": False}))  # the section says it of all
            for case in shelf.cases(services.store.draft_ids())
            if case.id not in told
        ),
    )


def new_cases(
    services: Services, settings: DigestSettings, period: Period, readers: Readers, lang: str
) -> tuple[DigestLine, ...]:
    """Every case that is new in a period, one by one, for a reader of a language."""
    return tuple(_new_lines(services, _Shelf(services, settings, readers), period, lang))


class _Shelf:
    """The cases that these readers may see and that the channel asked for."""

    def __init__(self, services: Services, settings: DigestSettings, readers: Readers) -> None:
        self._library = services.library
        self.audience = readers.audience
        self.where = readers.where
        self._filters = Filters(
            facets={facet: frozenset(slugs) for facet, slugs in settings.facets.items()},
            own=_OWN_SIDE[settings.side],
        )

    def cases(self, ids: Iterable[str]) -> Iterator[Case]:
        """Those of these cases, in the same order."""
        for case_id in ids:
            try:
                case = self._library.get(case_id, self.audience)
            except CaseNotFoundError:
                continue
            if self._filters.accepts(case):
                yield case


def _recurrences(
    services: Services, shelf: _Shelf, period: Period, lang: str
) -> Iterator[DigestLine]:
    """What came back: each own incident once, with the newest of its recurrences in the period.

    Where others than the team read there are no own cases, and so nothing came back.
    """
    words = services.words(lang)
    links = services.ledger.links.recurrences(period.since.timestamp(), period.until.timestamp())
    told: set[str] = set()
    for link in reversed(links):
        past = look_back_from(services, link, shelf.audience)
        if past is None:
            continue
        family = {case.id for case in past.earlier} | {link.case_id}
        if not told & family:
            told |= family
            for case in shelf.cases([link.case_id]):
                yield DigestLine(case, alarm=alarm(past, words))


def _new(
    services: Services, shelf: _Shelf, period: Period, lang: str
) -> tuple[tuple[DigestLine, ...], int]:
    """The lines of new cases, and how many public ones come as one line instead."""
    lines = tuple(_new_lines(services, shelf, period, lang))
    public = sum(not is_own(line.case) for line in lines)
    if public <= PUBLIC_LINES:
        return lines, 0
    return tuple(line for line in lines if is_own(line.case)), public


def _new_lines(
    services: Services, shelf: _Shelf, period: Period, lang: str
) -> Iterator[DigestLine]:
    found = find_news(services.store, period.since, period.until, period.holds)
    news: dict[str, NewCase] = {each.case_id: each for each in found}
    reviewed = services.words(lang)("digest-now-reviewed")
    for case in shelf.cases(news):
        yield DigestLine(case, reviewed if news[case.id].was_reviewed else "")


def _helped(services: Services, shelf: _Shelf, period: Period, lang: str) -> tuple[DigestLine, ...]:
    """The cases that people said were it, the most useful first, own ones before public ones."""
    counts = services.ledger.conversation.confirmations(
        period.since.timestamp(), period.until.timestamp(), shelf.where
    )
    words = services.words(lang)
    cases = sorted(
        shelf.cases(sorted(counts)), key=lambda case: (-counts[case.id], not is_own(case))
    )
    return tuple(
        DigestLine(case, words("digest-confirmed", count=counts[case.id])) for case in cases
    )


def _gaps(services: Services, settings: DigestSettings, period: Period, readers: Readers) -> Gaps:
    lookups = services.ledger.conversation.unanswered(
        period.since.timestamp(), period.until.timestamp(), readers.where
    )
    wanted = {(facet, slug) for facet, slugs in settings.facets.items() for slug in slugs}
    about: Counter[tuple[str, str]] = Counter()
    here: list[str] = []
    count = 0
    for lookup in _different(lookups):
        hits = find_facets(lookup.query or "", services.vocabulary)
        said = {(hit.facet, hit.slug) for hit in hits}
        if wanted and not wanted & said:
            continue
        count += 1
        about.update(pair for pair in said if pair[0] in _FACETS)
        is_visible = lookup.purpose != "private" and lookup.channel_id == readers.channel_id
        if lookup.query and is_visible:
            here.append(lookup.query)
    frequent = sorted(about.items(), key=lambda each: (-each[1], each[0]))[:_LABELS]
    labels = tuple(
        (services.vocabulary.label(facet, slug, settings.lang), number)
        for (facet, slug), number in frequent
    )
    return Gaps(count, labels, tuple(here))


def _different(lookups: Iterable[Lookup]) -> Iterator[Lookup]:
    """The lookups without the repetitions of one question; what was visible comes first."""
    seen: set[str] = set()
    for lookup in sorted(lookups, key=lambda each: each.purpose):
        words = " ".join((lookup.query or lookup.id).casefold().split())
        if words not in seen:
            seen.add(words)
            yield lookup
