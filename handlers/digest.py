"""What people do with the weekly digest: set it up, change, stop, preview it, list what is new."""

from collections.abc import Container, Mapping
from typing import Any, get_args

from handlers import lookup
from handlers.audience import EVERYONE, audience_in, audience_of, note_reader
from handlers.carried import Carried
from handlers.channel_rules import lang_in
from handlers.digest_content import Readers, gather, new_cases, settings_of
from handlers.digest_posting import post_before_change, why_paused
from handlers.directory import Channel, Person
from handlers.interaction import Interaction
from handlers.ledger import DigestSettings, Item, Side, Subscription
from handlers.locale import LANGUAGES, Words
from handlers.payload import entered, entered_all, user_of
from handlers.posting import Reader, fill_view, post_private
from handlers.services import Services
from handlers.terms import suggest_terms
from handlers.views.digest import build_digest
from handlers.views.digest_settings import (
    FACET_FIELDS,
    FACETS,
    LANGUAGE,
    MOST_FACETS,
    SIDE,
    TIME,
    WEEKDAY,
    ZONE,
    DigestForm,
    build_case_list,
    build_digest_form,
    build_digest_problem,
    build_digest_saved,
    build_facet_options,
    build_zone_options,
)
from handlers.views.limits import OPTIONS, clip
from handlers.views.message import Block, Message
from handlers.views.notices import build_sentence, build_try_again
from handlers.weeks import WEEKDAYS, Period, Schedule, Week, is_zone, parse_time, zones

_PREVIEW = ("preview", "미리보기")
_WEEK_NAME = 20


def handle_command(item: Item, services: Services) -> None:
    """`digest` fills the modal of the settings, `digest preview` shows the digest to the asker.

    "digest job is stuck" is a question like any other.
    """
    _, *more = str(item.payload.get("text") or "").split()
    if not more:
        _fill_settings(item, services)
    elif more[0].casefold() in _PREVIEW and len(more) <= 2:  # a week may follow
        _preview(item, more[1:], services)
    else:
        lookup.handle_command(item.payload, services)


def handle_save(item: Item, services: Services) -> None:
    """Save what was chosen, from this moment on, and say when the next digest comes."""
    carried, body = Carried.read(item.payload), item.payload
    if carried is None:
        return
    person = services.directory.person(user_of(body))
    words = services.words(person.lang)
    channel = services.directory.channel_now(carried.channel_id)
    problem = _why_not(person, channel, words)
    if problem:
        message: Message = build_sentence(problem)
    else:
        message = _save(_chosen(body, services), person, channel, services)
    reader = Reader(person.id, channel.id, carried.response_url)
    post_private(services.ledger, f"digest-saved:{item.id}", message, reader)


def _save(
    settings: DigestSettings, person: Person, channel: Channel, services: Services
) -> Message:
    """Save settings, so that the week between the old ones and these is not lost."""
    digests, now = services.ledger.digests, services.clock()
    before = digests.of(channel.id)
    if before is not None and before.pause is None:
        post_before_change(before, settings.schedule, services)
    saved = Subscription(
        team_id=services.identity.team_id,
        channel_id=channel.id,
        user_id=person.id,
        settings=settings,
        is_private=channel.is_private,
        is_shared=channel.is_shared,
        since=now,
    )
    digests.save(saved)
    upcoming = settings.schedule.next_slot(now, digests.decided(saved))
    return build_digest_saved(settings, upcoming, services.words(person.lang))


def handle_stop(click: Interaction, services: Services) -> None:
    """Stop the digest of a channel: the button of its settings."""
    person = services.directory.person(click.user_id)
    words = services.words(person.lang)
    if person.is_guest:
        sentence = words("digest-members-only")
    else:
        services.ledger.digests.stop(services.identity.team_id, click.value)
        sentence = words("digest-stopped")
    view = build_digest_problem(sentence, words)
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, view)


def handle_list(click: Interaction, services: Services) -> None:
    """Fill the modal that lists every new case of a digest's week."""
    words = click.words(services)
    if not click.view_id:
        click.answer(services, build_try_again(words))
        return
    name, _, zone = click.value.partition(" ")
    week, zone = Week.parse(name), zone if is_zone(zone) else "UTC"
    person = services.directory.person(click.user_id)
    channel = services.directory.channel(click.channel_id)
    subscription = services.ledger.digests.of(channel.id)
    settings = settings_of(subscription, zone, words.lang)
    readers = Readers(channel.id, audience_of(person, channel))
    lines = new_cases(services, settings, Period.of(week, zone), readers, words.lang)
    view = build_case_list(week, lines, words, services.vocabulary, channel.id)
    fill_view(services.ledger, f"view:{click.view_id}", click.view_id, view)


def suggest_zones(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The time zones whose name has what was typed: cities that begin so come first."""
    del services  # the names are those of every machine
    typed = "_".join(str(body.get("value") or "").casefold().split())
    found = [name for name in zones() if typed in name.casefold()]
    found.sort(key=lambda name: (not name.casefold().rpartition("/")[2].startswith(typed), name))
    return build_zone_options(found[:OPTIONS])


def suggest_facets(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The terms of the vocabulary that may be meant by what was typed."""
    words = services.words(services.directory.known_lang(user_of(body)))
    typed = str(body.get("value") or "")
    best_first = suggest_terms(services.vocabulary, FACET_FIELDS, typed, words.lang)
    return build_facet_options(best_first[:OPTIONS], words)


def find_mistakes(body: Mapping[str, Any], services: Services) -> dict[str, str]:
    """What is wrong with the settings as they were entered."""
    words = services.words(services.directory.known_lang(user_of(body)))
    mistakes = {}
    if not is_zone(entered(body, *ZONE)):
        mistakes[ZONE[0]] = words("digest-zone-unknown")
    try:
        parse_time(entered(body, *TIME))
    except ValueError:
        mistakes[TIME[0]] = words("digest-time-unknown")
    return mistakes


def _chosen(body: Mapping[str, Any], services: Services) -> DigestSettings:
    """The settings of a submission that was found to have no mistakes."""
    weekday, lang = entered(body, *WEEKDAY), entered(body, *LANGUAGE)
    side = entered(body, *SIDE)
    facets: dict[str, tuple[str, ...]] = {}
    for value in entered_all(body, *FACETS)[:MOST_FACETS]:
        facet, _, slug = value.partition(":")
        if services.vocabulary.term(facet, slug) is not None:
            facets[facet] = (*facets.get(facet, ()), slug)
    schedule = Schedule(
        next((day for day in WEEKDAYS if day == weekday), WEEKDAYS[0]),
        parse_time(entered(body, *TIME)),
        entered(body, *ZONE),
    )
    return DigestSettings(
        schedule,
        lang if lang in LANGUAGES else services.policy.default_language,
        next((each for each in get_args(Side) if each == side), "all"),
        facets,
    )


def _fill_settings(item: Item, services: Services) -> None:
    body = item.payload
    person = services.directory.person(user_of(body))
    words, view_id = services.words(person.lang), str(body.get("opened_view_id") or "")
    channel = services.directory.channel_now(str(body.get("channel_id", "")))
    note_reader(services, person, channel)
    response_url = str(body.get("response_url") or "")
    if not view_id:
        reader = Reader(person.id, channel.id, response_url)
        post_private(services.ledger, f"digest:{item.id}", build_try_again(words), reader)
        return
    problem = _why_not(person, channel, words)
    if problem:
        view = build_digest_problem(problem, words)
    else:
        subscription = services.ledger.digests.of(channel.id)
        settings = _settings(services, subscription, channel, person)
        form = DigestForm(
            channel.id,
            settings,
            settings.schedule.next_slot(services.clock(), _decided(services, subscription)),
            is_saved=subscription is not None,
            pause=subscription.pause if subscription else None,
        )
        carried = str(Carried(channel.id, response_url))
        view = build_digest_form(form, words, services.vocabulary, carried)
    fill_view(services.ledger, f"view:{view_id}", view_id, view)


def _preview(item: Item, weeks: list[str], services: Services) -> None:
    """Show the asker the next digest as it stands; while that is empty, the last week's."""
    body = item.payload
    person = services.directory.person(user_of(body))
    words = services.words(person.lang)
    channel = services.directory.channel(str(body.get("channel_id", "")))
    note_reader(services, person, channel)
    subscription = services.ledger.digests.of(channel.id)
    settings = _settings(services, subscription, channel, person)
    audience = EVERYONE if person.is_guest else audience_in(services, channel)
    decided = _decided(services, subscription)
    upcoming = settings.schedule.next_slot(services.clock(), decided).week
    message: Message | None = None
    for week in [_read_week(weeks[0])] if weeks else [upcoming, upcoming.shifted(-1)]:
        if week is None:
            message = build_sentence(words("digest-no-week", week=clip(weeks[0], _WEEK_NAME)))
            break
        period = Period.of(week, settings.schedule.zone)
        content = gather(services, settings, period, Readers(channel.id, audience))
        if not content.is_empty:
            message = build_digest(content, services.words(settings.lang), services.vocabulary)
            break
        message = message or build_sentence(words("digest-nothing", week=str(week.number)))
    reader = Reader(person.id, channel.id, str(body.get("response_url") or ""))
    post_private(services.ledger, f"digest-preview:{item.id}", message, reader)


def _settings(
    services: Services, subscription: Subscription | None, channel: Channel, person: Person
) -> DigestSettings:
    """What the channel chose, or would get: Monday at nine where its creator is."""
    creator = services.directory.person(channel.creator) if channel.creator else person
    zone = creator.zone or person.zone or "UTC"
    return settings_of(subscription, zone, lang_in(services, channel.id))


def _decided(services: Services, subscription: Subscription | None) -> Container[Week]:
    """The weeks of which a channel hears nothing more."""
    return services.ledger.digests.decided(subscription) if subscription is not None else ()


def _why_not(person: Person, channel: Channel, words: Words) -> str:
    """Why this person cannot set up a digest here, and what to do; "" where they can."""
    if person.is_guest:
        return words("digest-members-only")
    if channel.is_direct:
        return words("digest-channels-only")
    reason = why_paused(None, channel)
    return words("digest-cannot", reason=reason) if reason else ""


def _read_week(name: str) -> Week | None:
    try:
        return Week.parse(name)
    except ValueError:
        return None
