"""The Home tab: a search box, what is new, what waits for its reader, and the numbers of a lead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus import Case, Census, Vocabulary
from handlers.ledger import Numbers
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import joined
from handlers.views.case_list import new_case_block
from handlers.views.limits import fit_view
from handlers.views.message import Block, View
from handlers.views.modal import field
from handlers.views.mrkdwn import bold, code, escape, plain_text
from handlers.views.search_modal import OPEN_ACTION
from handlers.weeks import Schedule

SEARCH_ACTION = "home.search"
SEARCH = ("home.search-block", SEARCH_ACTION)

_TERMS = 5
_FACETS = {
    "symptoms": "details-symptoms",
    "components": "details-components",
    "root_cause": "case-cause",
    "domain": "details-domain",
}


@dataclass(frozen=True, slots=True)
class DigestPlace:
    """A channel that gets a digest, and when."""

    channel_id: str
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class TeamContent:
    """What members of the workspace see beside the cases.

    Attributes:
        drafts: those the reader wrote, newest first.
        other_drafts: how many of other people's wait for review.
        channel_ids: channels in which symptoms are read.
        numbers: what happened in the last `days` days.
    """

    drafts: Sequence[Case]
    more_drafts: int
    other_drafts: int
    channel_ids: Sequence[str]
    more_channels: int
    digests: Sequence[DigestPlace]
    more_digests: int
    numbers: Numbers
    days: int


@dataclass(frozen=True, slots=True)
class HomeContent:
    """Everything Home shows; `team` is None for a guest."""

    cases: Sequence[Case]
    more_cases: int
    census: Census
    team: TeamContent | None


def build_home(content: HomeContent, words: Words, vocabulary: Vocabulary) -> View:
    """The whole tab, as `views.publish` takes it."""
    body = [
        *_search(words),
        *_cases(content, words, vocabulary),
        *(_team(content.team, words, vocabulary) if content.team else ()),
        *_library(content.census, words, vocabulary),
    ]
    return fit_view({"type": "home", "blocks": body})


def _search(words: Words) -> Iterator[Block]:
    box = {
        "type": "plain_text_input",
        "action_id": SEARCH[1],
        "placeholder": plain_text(words("home-search-example")),
        "dispatch_action_config": {"trigger_actions_on": ["on_enter_pressed"]},
    }
    yield {
        **field(SEARCH, words("home-search"), box, hint=words("home-search-hint")),
        "dispatch_action": True,
    }
    more = blocks.button(OPEN_ACTION, words("button-more-options"), "home")
    yield blocks.actions("search", [more])


def _cases(content: HomeContent, words: Words, vocabulary: Vocabulary) -> Iterator[Block]:
    if not content.cases:
        return
    yield from _heading("cases", words("home-cases"))
    for place, case in enumerate(content.cases, start=1):
        yield new_case_block(f"case-{place}", case, words, vocabulary)
    if content.more_cases:
        command = code("/incident-lookup new")
        more = words("home-more-cases", count=content.more_cases, command=command)
        yield blocks.context("cases-more", more)


def _team(team: TeamContent, words: Words, vocabulary: Vocabulary) -> Iterator[Block]:
    if team.drafts or team.other_drafts:
        yield from _heading("drafts", words("home-drafts"))
        for place, case in enumerate(team.drafts, start=1):
            yield new_case_block(f"draft-{place}", case, words, vocabulary)
        waiting = (
            words("digest-more", count=team.more_drafts) if team.more_drafts else "",
            words("home-other-drafts", count=team.other_drafts) if team.other_drafts else "",
        )
        if any(waiting):
            yield blocks.context("drafts-more", escape(joined(waiting)))
    yield from _heading("places", words("home-places"))
    channels = " ".join(f"<#{each}>" for each in team.channel_ids)
    watched = joined((channels, _more(team.more_channels, words)))
    yield blocks.section("channels", watched or escape(words("home-no-channels")))
    yield blocks.section("digests", _digests(team, words) or escape(words("home-no-digests")))
    yield from _heading("numbers", words("home-numbers", days=team.days))
    yield blocks.section("numbers", _numbers(team.numbers, words))


def _digests(team: TeamContent, words: Words) -> str:
    """Mrkdwn: each channel with a digest, and when it comes."""
    lines = [
        words(
            "home-digest",
            channel=f"<#{each.channel_id}>",
            weekday=words("weekday", day=each.schedule.weekday),
            time=f"{each.schedule.time:%H:%M}",
            zone=escape(each.schedule.zone),
        )
        for each in team.digests
    ]
    return "\n".join(filter(None, (*lines, _more(team.more_digests, words))))


def _numbers(numbers: Numbers, words: Words) -> str:
    """Mrkdwn: a line for each number."""
    told = (
        words("home-lookups", count=numbers.lookups),
        words("home-cards", count=numbers.cards),
        words("home-confirmed", count=numbers.confirmed),
        words("home-hit-rate", hits=numbers.hits, judged=numbers.judged),
    )
    return "\n".join(f"• {escape(line)}" for line in told)


def _library(census: Census, words: Words, vocabulary: Vocabulary) -> Iterator[Block]:
    yield from _heading("library", words("home-library", own=census.own, public=census.public))
    lines = []
    for facet, name in _FACETS.items():
        counts = list(census.facets.get(facet, {}).items())[:_TERMS]
        terms = joined(
            f"{escape(vocabulary.label(facet, slug, words.lang))} {count}" for slug, count in counts
        )
        lines.append(f"{bold(words(name))}  {terms}" if terms else "")
    if any(lines):
        yield blocks.section("facets", "\n".join(filter(None, lines)))


def _heading(role: str, text: str) -> Iterator[Block]:
    yield blocks.divider(f"{role}-rule")
    yield blocks.section(f"{role}-head", bold(text))


def _more(count: int, words: Words) -> str:
    return escape(words("digest-more", count=count)) if count else ""
