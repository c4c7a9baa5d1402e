"""The search modal: `/incident-lookup` alone, or from Home. Its menus, its results, sharing them.

A submission is answered in its acknowledgement, so that the results stand where the form stood; the
worker then keeps the lookup that their buttons refer to.
"""

import re
from collections.abc import Mapping
from typing import Any

from corpus import FACET_KEYS, Audience, find_terms
from handlers.answering import Answer, Look, compose, parse, remember
from handlers.audience import EVERYONE, audience_of, audience_on_home, note_reader
from handlers.home import refresh_home
from handlers.interaction import Interaction
from handlers.ledger import Item, Lookup
from handlers.lookup import share
from handlers.payload import entered, entered_all, part_of, user_of
from handlers.posting import Reader, post_private
from handlers.redrawing import Opened, known_lookup
from handlers.search_origin import SearchOrigin
from handlers.services import Services
from handlers.text import plain_text
from handlers.views.limits import OPTIONS
from handlers.views.message import Block, View
from handlers.views.notices import build_try_again, say_filter_problem
from handlers.views.search_modal import (
    ANY_TIME,
    FACET_MENUS,
    ORGS,
    SIDE,
    SIDES,
    SPAN,
    SPANS,
    TEXT,
    SearchForm,
    build_org_options,
    build_results_view,
    build_search_problem,
    build_search_view,
    build_term_options,
    facet_block,
    is_choice,
)

_SPAN = re.compile(r"(?<!\S)since:(\d+d)(?!\S)")


def handle_command(item: Item, services: Services) -> None:
    """`/incident-lookup` alone: fill the modal that its listener opened."""
    body = item.payload
    person = services.directory.person(user_of(body))
    channel = services.directory.channel(str(body.get("channel_id", "")))
    note_reader(services, person, channel)
    response_url = str(body.get("response_url") or "")
    view_id = str(body.get("opened_view_id") or "")
    if not view_id:
        reader = Reader(person.id, channel.id, response_url)
        message = build_try_again(services.words(person.lang))
        post_private(services.ledger, f"search:{item.id}", message, reader)
        return
    audience = audience_of(person, channel)
    carried = SearchOrigin(
        channel_id=channel.id,
        response_url=response_url,
        thread_ts="",
        lang=person.lang or services.policy.default_language,
        own=audience.own,
        own_channel_id=audience.channel_id,
        may_share=not channel.is_direct,
    )
    form = SearchForm(may_see_own=audience.own)
    _fill_form(services, Opened(view_id, item.id), form, carried)


def handle_open(click: Interaction, services: Services) -> None:
    """Home's button for all the options: fill the modal that its listener opened."""
    if not click.view_id:
        return
    carried = carried_on_home(click, services)
    form = SearchForm(may_see_own=carried.own)
    _fill_form(services, Opened(click.view_id, click.id), form, carried)


def handle_home_search(click: Interaction, services: Services) -> None:
    """Words typed into Home's search box: fill the modal with what was found for them."""
    if not click.view_id:
        return
    carried = carried_on_home(click, services)
    query = plain_text(click.value)
    lookup = new_lookup(services, carried, click.user_id, query, f"home.{click.id}")
    answer = compose(services, lookup, carried.audience, Look(surface="modal"))
    show_results(services, Opened(click.view_id, click.id), lookup, answer, carried)
    refresh_home(services, click.user_id)


def handle_change(click: Interaction, services: Services) -> None:
    """*Change the search*: the form again, as it was filled in."""
    lookup = known_lookup(click, services, click.value)
    if lookup is None or click.carried is None or lookup.user_id != click.user_id:
        return
    form = _form_of(services, lookup, may_see_own=click.carried.own)
    _fill_form(services, Opened(click.view_id, click.id), form, click.carried)


def handle_share(click: Interaction, services: Services) -> None:
    """Post the results where everyone in the channel sees them."""
    words = click.words(services)
    if click.carried is None:
        return
    is_shared = share(services, click.value, click.user_id, click.carried.response_url)
    view = build_search_problem(words("shared" if is_shared else "expired"), words)
    Opened(click.view_id, click.id).fill(services, view)


def suggest_terms(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The terms that may be meant by what was typed into a menu; asks only the corpus."""
    lang, audience = _reader_of(body, services)
    facet = FACET_KEYS[FACET_MENUS[str(body.get("action_id"))]]
    typed, census = str(body.get("value") or ""), services.library.census(audience)
    if typed.strip():
        terms = find_terms(services.vocabulary, facet, typed, lang, OPTIONS)
    else:
        terms = services.vocabulary.terms(facet)
        terms = tuple(sorted(terms, key=lambda term: -census.count(facet, term.slug))[:OPTIONS])
    return build_term_options(terms, services.words(lang), census)


def suggest_orgs(body: Mapping[str, Any], services: Services) -> list[Block]:
    """The organisations of the cases that the reader may see; those that begin so come first."""
    lang, audience = _reader_of(body, services)
    typed = " ".join(str(body.get("value") or "").casefold().split())
    orgs = services.library.census(audience).orgs
    found = [name for name in orgs if typed in name.casefold()]
    found.sort(key=lambda name: not name.casefold().startswith(typed))
    shown = {name: orgs[name] for name in found[:OPTIONS]}
    return build_org_options(shown, services.words(lang))


def find_mistakes(body: Mapping[str, Any], services: Services) -> dict[str, str]:
    """What is wrong with what was entered: filters nobody knows, or nothing at all."""
    lang, _ = _reader_of(body, services)
    words = services.words(lang)
    parsed = parse(services, _query(body, services, lang), lang)
    if parsed.problems:
        return {TEXT[0]: "\n".join(say_filter_problem(each, words) for each in parsed.problems)}
    return {} if parsed.text.strip() else {TEXT[0]: words("nothing-given")}


def answer_submission(body: Mapping[str, Any], services: Services) -> dict[str, Any]:
    """The results in the place of the form, as Slack takes them in an acknowledgement."""
    carried = SearchOrigin.read(body)
    if carried is None:
        return {}
    lookup, answer = _looked_up(body, services, carried)
    view = _results_view(services, lookup, answer, carried)
    return {"response_action": "update", "view": view}


def handle_submission(item: Item, services: Services) -> None:
    """Keep the lookup whose results are shown; what it is about may be told in a digest."""
    carried = SearchOrigin.read(item.payload)
    if carried is None:
        return
    lookup, answer = _looked_up(item.payload, services, carried)
    _keep(services, lookup, answer)
    if not carried.channel_id:
        refresh_home(services, str(lookup.user_id))


def carried_on_home(click: Interaction, services: Services) -> SearchOrigin:
    """What a search carries that was begun on Home: there is nobody to share it with."""
    person = services.directory.person(click.user_id)
    return SearchOrigin(
        channel_id="",
        response_url="",
        thread_ts="",
        lang=person.lang or services.policy.default_language,
        own=audience_on_home(person).own,
        own_channel_id=None,
        may_share=False,
    )


def new_lookup(
    services: Services, carried: SearchOrigin, user_id: str, query: str, lookup_id: str
) -> Lookup:
    """A private lookup of somebody's, not kept yet."""
    return Lookup(
        id=lookup_id,
        purpose="private",
        team_id=services.identity.team_id,
        channel_id=carried.channel_id,
        thread_ts=carried.thread_ts or None,
        post_key=None,
        user_id=user_id,
        query=query,
        lang=carried.lang,
        case_ids=(),
    )


def show_results(
    services: Services, opened: Opened, lookup: Lookup, answer: Answer, carried: SearchOrigin
) -> None:
    """Keep a lookup and put its answer into an open modal."""
    _keep(services, lookup, answer)
    opened.fill(services, _results_view(services, lookup, answer, carried))


def _keep(services: Services, lookup: Lookup, answer: Answer) -> None:
    """Keep a lookup for its buttons; where filters left no case, for *Change the search* alone."""
    if answer.findings is not None:
        remember(services, lookup, answer.findings)
    else:
        services.ledger.conversation.save_lookup(lookup)


def _results_view(
    services: Services, lookup: Lookup, answer: Answer, carried: SearchOrigin
) -> View:
    return build_results_view(
        answer.message,
        services.words(lookup.lang),
        lookup.id,
        carried.written(),
        may_share=carried.may_share and answer.findings is not None,
    )


def _looked_up(
    body: Mapping[str, Any], services: Services, carried: SearchOrigin
) -> tuple[Lookup, Answer]:
    """The lookup of a submission and its answer: the same each time, as its id is the view's."""
    view = part_of(body, "view")
    lookup_id = f"{view.get('id')}.{view.get('hash')}".replace(" ", "")
    query = _query(body, services, carried.lang)
    lookup = new_lookup(services, carried, user_of(body), query, lookup_id)
    return lookup, compose(services, lookup, carried.audience, Look(surface="modal"))


def _fill_form(services: Services, opened: Opened, form: SearchForm, carried: SearchOrigin) -> None:
    view = build_search_view(form, services.words(carried.lang), carried.written())
    opened.fill(services, view)


def _reader_of(body: Mapping[str, Any], services: Services) -> tuple[str, Audience]:
    """The language and the audience of a modal's reader, without asking Slack."""
    carried = SearchOrigin.read(body)
    if carried is None:
        return services.policy.default_language, EVERYONE
    return carried.lang, carried.audience


def _query(body: Mapping[str, Any], services: Services, lang: str) -> str:
    """What was entered, as somebody would type it: words, then filters.

    Where only terms were chosen, their labels are the words.
    """
    text = plain_text(entered(body, *TEXT))
    filters, labels = [], []
    for action_id, key in FACET_MENUS.items():
        for slug in entered_all(body, *facet_block(action_id)):
            term = services.vocabulary.term(FACET_KEYS[key], slug)
            if term is not None:
                filters.append(f"{key}:{slug}")
                labels.append(term.label_in(lang))
    filters += [f'org:"{_unquoted(name)}"' for name in entered_all(body, *ORGS)]
    span, side = entered(body, *SPAN), entered(body, *SIDE)
    if span in SPANS and span != ANY_TIME:
        filters.append(f"since:{span}")
    if side in SIDES and side != SIDES[0]:
        filters.append(f"{side}:")
    words = text if parse(services, text, lang).text.strip() else f"{text} {', '.join(labels)}"
    return " ".join(filter(None, (words.strip(), *filters)))


def _unquoted(name: str) -> str:
    """A name as a filter takes it: what would end the quotation is left out."""
    return " ".join(re.sub(r"[\"“”]", " ", name).split())


def _form_of(services: Services, lookup: Lookup, *, may_see_own: bool) -> SearchForm:
    """The form that a lookup came from; what has no field of its own is text."""
    query = lookup.query or ""
    filters = parse(services, query, lookup.lang)
    found = filters.filters
    span = next((each for each in _SPAN.findall(query) if each in SPANS), ANY_TIME)
    dates = [f"since:{found.since}"] if found.since and span == ANY_TIME else []
    dates += [f"before:{found.before}"] if found.before else []
    unlisted = [f'org:"{name}"' for name in found.orgs if not is_choice(name)]
    terms = {
        key: [term for slug in sorted(slugs) if (term := services.vocabulary.term(facet, slug))]
        for key, facet in FACET_KEYS.items()
        if (slugs := found.facets.get(facet))
    }
    side = SIDES[0] if found.own is None else "own" if found.own else "public"
    return SearchForm(
        text=" ".join((filters.text, *dates, *unlisted)),
        terms=terms,
        orgs=found.orgs,
        span=span,
        side=side if may_see_own else SIDES[0],
        may_see_own=may_see_own,
    )
