"""The Home tab: drawn when it is opened and after what was done on it; nothing polls.

Guests see public cases and nothing of the team's: no drafts, channels, digests or numbers.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from corpus import Audience, Case, CaseNotFoundError
from handlers.audience import audience_on_home
from handlers.directory import Channel, Person
from handlers.lists import new_cases
from handlers.posting import publish_home
from handlers.services import Services
from handlers.views.home import DigestPlace, HomeContent, TeamContent, build_home

DAYS = 30
"""The days that the numbers on Home are about."""

_CASES = 3
_DRAFTS = 5
_PLACES = 10
_ASKED_ABOUT = 30
"""Channels whose symptoms were read that are looked at; Slack's answers on them are remembered."""

_GIVE_UP_SECONDS = 300.0


def handle_opened(event: Mapping[str, Any], services: Services) -> None:
    """`app_home_opened`: draw the tab, if it is the Home tab that was opened."""
    user_id = str(event.get("user") or "")
    if event.get("tab") == "home" and user_id:
        refresh_home(services, user_id)


def refresh_home(services: Services, user_id: str) -> None:
    """Draw a person's Home tab as it should look now."""
    person = services.directory.person(user_id)
    audience = audience_on_home(person)
    team = None if person.is_guest else _team(services, person, audience)
    mine = {case.id for case in team.drafts} if team else set()
    cases, more = new_cases(services, audience, _CASES, but=mine)
    content = HomeContent(cases, more, services.library.census(audience), team)
    view = build_home(content, services.words(person.lang), services.vocabulary)
    expires_at = services.clock().timestamp() + _GIVE_UP_SECONDS
    publish_home(services.ledger, user_id, view, expires_at)


def watched_channels(services: Services) -> list[Channel]:
    """The public channels in which the bot reads symptoms, as far as the ledger knows of them.

    Private ones are left out: their names are their members'.
    """
    team_id = services.identity.team_id
    ids = services.ledger.activity.card_channels(team_id, _ASKED_ABOUT)
    found = (services.directory.channel(channel_id) for channel_id in ids)
    return [
        channel
        for channel in found
        if services.policy.watches(channel.name)
        and channel.is_member
        and not channel.is_private
        and not channel.is_archived
    ]


def _team(services: Services, person: Person, audience: Audience) -> TeamContent:
    """What members of the workspace see."""
    drafts = _drafts(services, audience)
    mine = [case for case in drafts if _is_by(services, case, person.id)]
    channels = watched_channels(services)
    digests = [
        DigestPlace(each.channel_id, each.settings.schedule)
        for each in services.ledger.digests.active()
        if each.team_id == services.identity.team_id and not each.is_private
    ]
    since = services.clock() - dt.timedelta(days=DAYS)
    return TeamContent(
        drafts=mine[:_DRAFTS],
        more_drafts=max(0, len(mine) - _DRAFTS),
        other_drafts=len(drafts) - len(mine),
        channel_ids=[channel.id for channel in channels[:_PLACES]],
        more_channels=max(0, len(channels) - _PLACES),
        digests=digests[:_PLACES],
        more_digests=max(0, len(digests) - _PLACES),
        numbers=services.ledger.activity.numbers(services.identity.team_id, since.timestamp()),
        days=DAYS,
    )


def _drafts(services: Services, audience: Audience) -> list[Case]:
    found = []
    for case_id in services.store.draft_ids():
        try:
            found.append(services.library.get(case_id, audience))
        except CaseNotFoundError:
            continue
    return found


def _is_by(services: Services, case: Case, user_id: str) -> bool:
    """Whether a person wrote a draft: it names them, or they were the first to save it."""
    if case.review.written_by == user_id:
        return True
    history = services.store.history(case.id)
    return bool(history) and history[0].actor == user_id
