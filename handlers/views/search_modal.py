"""The modal of a search: its form, the options of its menus, and its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from corpus import Census, Term
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.limits import OPTION_TEXT, clip, length
from handlers.views.message import Block, Message, View
from handlers.views.modal import field as form_field
from handlers.views.modal import modal, option
from handlers.views.mrkdwn import escape, one_line, plain_text

CALLBACK = "search.view"
RESULTS_CALLBACK = "search.results"
OPEN_ACTION = "search.open"
CHANGE_ACTION = "search.change"
SHARE_ACTION = "search.share"

TEXT = ("search.text-block", "search.text-field")
SPAN = ("search.span-block", "search.span-field")
SIDE = ("search.side-block", "search.side-field")
ORG_MENU = "search.org"
ORGS = ("search.org-block", ORG_MENU)
FACET_MENUS: Mapping[str, str] = {
    "search.symptom": "symptom",
    "search.component": "component",
    "search.domain": "domain",
    "search.cause": "cause",
    "search.trigger": "trigger",
}
"""Action id of a menu of terms → the key of the filter it fills, in the order of the form."""

ANY_TIME = "0d"
SPANS = (ANY_TIME, "90d", "365d", "730d", "1825d")
"""How far back a search goes, as the filter `since:` takes it."""

SIDES = ("all", "own", "public")
MOST_CHOSEN = 10

_TEXT = 3000
_LABELS = {
    "symptom": "details-symptoms",
    "component": "details-components",
    "domain": "details-domain",
    "cause": "case-cause",
    "trigger": "details-trigger",
}


@dataclass(frozen=True, slots=True)
class SearchForm:
    """What is entered in the form.

    Attributes:
        text: what is seen.
        terms: the terms chosen, by the key of their filter.
        orgs: the organisations chosen.
        span: how far back, one of `SPANS`.
        side: whose cases, one of `SIDES`.
        may_see_own: whether there are own cases to choose.
    """

    text: str = ""
    terms: Mapping[str, Sequence[Term]] = field(default_factory=dict)
    orgs: Sequence[str] = ()
    span: str = ANY_TIME
    side: str = "all"
    may_see_own: bool = True


def facet_block(action_id: str) -> tuple[str, str]:
    """Block id and action id of a menu of terms; they stay the same, as all of them."""
    return f"{action_id}-block", action_id


def build_search_loading(words: Words) -> View:
    """The modal as it opens, before it is known what its reader may see."""
    return _view([blocks.context("loading", escape(words("details-loading")))], words)


def build_search_view(form: SearchForm, words: Words, carried: str) -> View:
    """The form. `carried` comes back with each request of this modal; at most 3,000 characters."""
    text: Block = {
        "type": "plain_text_input",
        "action_id": TEXT[1],
        "multiline": True,
        "max_length": _TEXT,
        "focus_on_load": True,
    }
    if form.text.strip():
        text["initial_value"] = clip(form.text, _TEXT)
    content = [
        form_field(TEXT, words("search-text"), text, hint=words("search-text-hint"), optional=True)
    ]
    for action_id, key in FACET_MENUS.items():
        chosen = [build_term_option(term, words, None) for term in form.terms.get(key, ())]
        menu = _menu(action_id, chosen, words)
        content.append(form_field(facet_block(action_id), words(_LABELS[key]), menu, optional=True))
    orgs = _menu(ORG_MENU, [option(name, name) for name in form.orgs if is_choice(name)], words)
    content.append(form_field(ORGS, words("search-org"), orgs, optional=True))
    spans = [(span, words("search-span", days=int(span[:-1]))) for span in SPANS]
    span = blocks.menu(SPAN[1], "…", spans, form.span)
    content.append(form_field(SPAN, words("search-period"), span))
    if form.may_see_own:
        sides = [(side, words("digest-side", side=side)) for side in SIDES]
        side = blocks.menu(SIDE[1], "…", sides, form.side)
        content.append(form_field(SIDE, words("digest-cases"), side))
    return _view(content, words, submit=words("search-submit"), carried=carried)


def build_term_options(terms: Sequence[Term], words: Words, census: Census) -> list[Block]:
    """Terms of the vocabulary to choose from, each with how many cases have it."""
    return [build_term_option(term, words, census) for term in terms]


def build_term_option(term: Term, words: Words, census: Census | None) -> Block:
    """One term; without a census it does not say how many cases have it."""
    count = None if census is None else census.count(term.facet, term.slug)
    about = "" if count is None else words("search-cases", count=count)
    return option(term.slug, term.label_in(words.lang), about)


def build_org_options(orgs: Mapping[str, int], words: Words) -> list[Block]:
    """Organisations to choose from, each with how many cases it has."""
    return [
        option(one_line(name), one_line(name), words("search-cases", count=count))
        for name, count in orgs.items()
        if is_choice(one_line(name))
    ]


def is_choice(name: str) -> bool:
    """Whether a name fits into the value of an option, as Slack takes it."""
    return 0 < length(name) <= OPTION_TEXT


def build_results_view(
    message: Message, words: Words, lookup_id: str, carried: str, *, may_share: bool
) -> View:
    """The answer to a search in its modal, with what can be done next.

    Args:
        message: the answer, as `handlers.answering` composed it for a modal.
        words: the interface's words.
        lookup_id: what the buttons refer back to.
        carried: comes back with each request; at most 3,000 characters.
        may_share: whether there is something to share, and a channel to share it with.
    """
    buttons = [blocks.button(CHANGE_ACTION, words("button-change-search"), lookup_id)]
    if may_share:
        buttons.insert(0, blocks.button(SHARE_ACTION, words("button-share"), lookup_id, "primary"))
    content = [*message.blocks, blocks.actions("search-next", buttons)]
    title, close = words("search-title"), words("details-close")
    return modal(RESULTS_CALLBACK, title, content, close=close, carried=carried)


def build_search_problem(sentence: str, words: Words) -> View:
    """The modal when there is nothing to show: one plain sentence."""
    return _view([blocks.section("problem", escape(one_line(sentence)))], words)


def _menu(action_id: str, chosen: list[Block], words: Words) -> Block:
    menu: Block = {
        "type": "multi_external_select",
        "action_id": action_id,
        "placeholder": plain_text(words("search-any")),
        "min_query_length": 0,
        "max_selected_items": MOST_CHOSEN,
    }
    return {**menu, "initial_options": chosen[:MOST_CHOSEN]} if chosen else menu


def _view(content: list[Block], words: Words, *, submit: str = "", carried: str = "") -> View:
    title, close = words("search-title"), words("details-close")
    return modal(CALLBACK, title, content, close=close, submit=submit, carried=carried)
