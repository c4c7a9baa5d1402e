"""What a lookup answers: matches with their band and reasons. Plain data."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from corpus.case import Case, Visibility
from corpus.entry import Entry


class Band(StrEnum):
    """How much a match can be trusted; `NONE` is the nearest there is, and no match."""

    STRONG = "strong"
    POSSIBLE = "possible"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a case matched: what the query says beside what the case says.

    Attributes:
        kind: `phrase` (two quoted phrases), `facet` (a label of the vocabulary) or `id`.
        label: one line for a reader, in the language of the lookup.
        query_text: the words of the query, as written there.
        case_text: the words of the case, or the facet's slug.
    """

    kind: Literal["phrase", "facet", "id"]
    label: str
    query_text: str
    case_text: str


@dataclass(frozen=True, slots=True)
class Match:
    """A case with its score in 0..1, its band, and at most three reasons, strongest first."""

    case: Case
    score: float
    band: Band
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The answer to one lookup: distinct suspects, best first.

    With band `NONE`, `matches` still holds the nearest, each with band `NONE`.
    """

    query: str
    band: Band
    matches: tuple[Match, ...]
    took_ms: float


@dataclass(frozen=True, slots=True)
class Audience:
    """Who reads the answer, so that own cases never leave their place.

    Attributes:
        own: whether cases of the workspace (`visibility: team`) may be shown.
        channel_id: the channel whose `visibility: channel` cases may be shown, if any.
        operator: the person at the command line, who may see every case.
    """

    own: bool = False
    channel_id: str | None = None
    operator: bool = False

    def may_see(self, case: Case | Entry) -> bool:
        """Whether they may see a case; one of unknown visibility only the operator."""
        return self.may_see_as(case.visibility, case.channel_id)

    def may_see_as(self, visibility: Visibility | None, channel_id: str | None) -> bool:
        """Whether they may see what is visible like this."""
        if self.operator or visibility is Visibility.PUBLIC:
            return True
        if visibility is Visibility.TEAM:
            return self.own
        return visibility is Visibility.CHANNEL and self.channel_id == channel_id
