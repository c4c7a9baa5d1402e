"""`recent` and `new`: what was looked up lately, and which cases came lately.

*Recent* is, for one reader alone, what they asked anywhere and what this channel could see; said
visibly in a channel, it is what the channel could see. Nobody hears of other people's private
questions. *New* is what was added or reviewed in the last 30 days, own cases first.
"""

import datetime as dt
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Literal

from corpus import Audience, Case, CaseNotFoundError, find_news
from handlers.ledger import Lookup
from handlers.services import Services
from handlers.views.case_list import RecentLine, build_new_list, build_recent_list
from handlers.views.message import Message

ListName = Literal["recent", "new"]

NEW_DAYS = 30
LINES = 8
"""Cases a list shows; who wants more searches."""

_LOOKED_AT = 40
"""Lookups read for a list: several may be about one case, or about what is hidden here."""

_NAMES: Mapping[str, ListName] = {
    "recent": "recent",
    "최근": "recent",
    "최근 검색": "recent",
    "최근검색": "recent",
    "new": "new",
    "새 사례": "new",
    "새사례": "new",
    "신규": "new",
}


def list_name(text: str) -> ListName | None:
    """The list that is asked for with these words and no others."""
    return _NAMES.get(" ".join(text.split()).strip("/!.").casefold())


def build_list(services: Services, name: ListName, lookup: Lookup, audience: Audience) -> Message:
    """A list for the readers of a question's answer."""
    words = services.words(lookup.lang)
    if name == "new":
        cases, more = new_cases(services, audience, LINES)
        return build_new_list(cases, more, NEW_DAYS, words, services.vocabulary)
    return build_recent_list(_recent(services, lookup, audience), words)


def new_cases(
    services: Services, audience: Audience, limit: int, but: Container[str] = ()
) -> tuple[list[Case], int]:
    """The newest cases that an audience may see, own ones first, and how many more there are.

    Args:
        services: what handlers are given.
        audience: who reads them.
        limit: cases at most.
        but: ids that are shown elsewhere.
    """
    until = services.clock()
    since = until - dt.timedelta(days=NEW_DAYS)

    def holds(stamp: str | None) -> bool:
        return stamp is not None and since.date().isoformat() <= stamp[:10]

    news = find_news(services.store, since, until, holds)
    ids = [
        each.case_id
        for each in news
        if each.case_id not in but and services.library.exists(each.case_id, audience)
    ]
    return list(_seen(services, ids[:limit], audience)), max(0, len(ids) - limit)


def _recent(services: Services, lookup: Lookup, audience: Audience) -> list[RecentLine]:
    """The latest lookups, each with its best case that the readers may see; each case once."""
    is_for_one = lookup.purpose == "private" or _is_direct(services, lookup.channel_id)
    found = services.ledger.activity.recent(
        lookup.team_id,
        user_id=lookup.user_id if is_for_one else None,
        channel_id=lookup.channel_id or None,
        limit=_LOOKED_AT,
    )
    lines: dict[str, RecentLine] = {}
    for each in found:
        case = next(_seen(services, each.case_ids, audience), None)
        if case is not None and case.id not in lines:
            day = dt.datetime.fromtimestamp(each.at, dt.UTC).date().isoformat()
            lines[case.id] = RecentLine(case, each.query or "", day)
    return list(lines.values())[:LINES]


def _is_direct(services: Services, channel_id: str) -> bool:
    return bool(channel_id) and services.directory.channel(channel_id).is_direct


def _seen(services: Services, ids: Iterable[str], audience: Audience) -> Iterator[Case]:
    for case_id in ids:
        try:
            yield services.library.get(case_id, audience)
        except CaseNotFoundError:
            continue
