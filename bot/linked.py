"""The threads that link a case, for whoever is at the command line and in the files of `export`.

A thread of a private channel is only told to be there: files are handed on.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from corpus import LINKS_KEY, Document
from handlers.ledger import Link
from handlers.locale import Words
from handlers.views.case_lines import day_label, joined
from handlers.views.link_kinds import kind_label


def links_document(links: Iterable[Link]) -> Document:
    """The links under their key, in the order they were made; nothing where there are none."""
    documents = [_link(link) for link in links]
    return {LINKS_KEY: documents} if documents else {}


def thread_lines(links: Iterable[Link], words: Words) -> Iterator[str]:
    """The same as lines of plain words, the address last."""
    for link in links:
        day = day_label(_iso(link.thread_at)[:10], words)
        place = (link.permalink or words("details-thread-unnamed")) if _is_open(link) else ""
        told = place or words("details-private-thread")
        yield joined((kind_label(link.kind, words), day, told))


def _link(link: Link) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "kind": link.kind,
        "linked_at": _iso(link.linked_at),
        "private": link.is_private,
    }
    if _is_open(link):
        facts |= {
            "team_id": link.thread.team_id,
            "channel_id": link.thread.channel_id,
            "thread_ts": link.thread.thread_ts,
            "permalink": link.permalink,
            "linked_by": link.linked_by,
            "note": link.note,
        }
    return facts


def _is_open(link: Link) -> bool:
    return not link.is_private


def _iso(moment: float) -> str:
    return dt.datetime.fromtimestamp(moment, dt.UTC).isoformat(timespec="seconds")
