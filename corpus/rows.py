"""What the store answers besides cases: plain data."""

import datetime as dt
from dataclasses import dataclass

from corpus.case import Text, Visibility


@dataclass(frozen=True, slots=True)
class Imported:
    """Ids that one import added and updated, each in the order of the import."""

    added: tuple[str, ...]
    updated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """Who did what to a case, and when."""

    actor: str
    action: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class NewsRow:
    """When a case came into the library and was reviewed, as its row and its document say."""

    id: str
    is_own: bool
    added_at: str | None
    reviewed_at: str | None


@dataclass(frozen=True, slots=True)
class TitleRow:
    """What a list of all cases shows of one; a title is None in a language it is not written in."""

    id: str
    en: str | None
    ko: str | None
    org: str | None
    date: str | None
    url: str | None
    visibility: Visibility
    channel_id: str | None
    added_at: str

    @property
    def title(self) -> Text:
        """The title in its languages."""
        return Text(en=self.en, ko=self.ko)
