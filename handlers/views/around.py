"""What Details shows around a case: similar cases, threads that link it, what its reader may do."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from corpus import ActionItem, HistoryEntry, SimilarCase
from handlers.locale import Words
from handlers.views.case_lines import day_label, joined
from handlers.views.mrkdwn import escape, link


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """A thread that links the case, as this reader may know of it.

    Attributes:
        kind: what the link is called.
        date: when the thread began, an ISO 8601 date.
        is_private: nothing more than that there is one may be told.
        channel: the name of its channel; "" where it has none, or it may not be told.
        permalink: its address, where there is one and it may be told.
    """

    kind: str
    date: str
    is_private: bool
    channel: str = ""
    permalink: str | None = None


@dataclass(frozen=True, slots=True)
class Around:
    """What a modal shows around a case, and what its reader may do.

    Attributes:
        similar: the cases worth reading beside it, best first.
        threads: the threads that link it, newest first.
        may_edit: the reader may change the case.
        at_item: the action item that was just changed: its page is shown.
        back: the case that stood in this place before, to go back to; "" for none.
        history: who did what to the case, oldest first.
        note: a sentence above the case; "" for none.
    """

    similar: Sequence[SimilarCase] = ()
    threads: Sequence[ThreadLine] = ()
    may_edit: bool = False
    at_item: int | None = None
    back: str = ""
    history: Sequence[HistoryEntry] = ()
    note: str = ""


def item_digest(item: ActionItem) -> str:
    """Tells whether the item in a place is still the one whose button was pressed."""
    return hashlib.sha256(item.text.model_dump_json().encode()).hexdigest()[:12]


def thread_line(thread: ThreadLine, words: Words) -> str:
    """Mrkdwn: where a thread is, as what it links the case, and when it began."""
    if thread.is_private:
        place = escape(words("details-private-thread"))
    else:
        named = thread.channel
        name = words("details-thread", channel=named) if named else words("details-thread-unnamed")
        place = link(thread.permalink, name) if thread.permalink else escape(name)
    return joined((place, escape(thread.kind), escape(day_label(thread.date, words))))
