"""What every handler is given: the library, the ledger, the words, and Slack.

Built once, in `bot`.
"""

import fnmatch
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from slack_sdk import WebClient

from corpus import Gate, Library, Masker, Store, Titles, Vocabulary
from handlers.directory import Directory
from handlers.ledger import Ledger
from handlers.locale import Catalogue, Words


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the bot is in its workspace, as `auth.test` says."""

    team_id: str
    user_id: str
    bot_id: str


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings that handlers act on.

    Attributes:
        watch_channels: patterns of channel names that get an automatic card (`inc-*`).
        default_language: the language where neither reader nor channel says.
        postmortem_channels: patterns of channel names in which case ids become links.
        public_url: address of the case pages, ending in a slash; None where there are none.
        evidence_days: how long the words of messages are kept.
    """

    watch_channels: tuple[str, ...]
    default_language: str
    postmortem_channels: tuple[str, ...] = ()
    public_url: str | None = None
    evidence_days: int = 14

    def watches(self, channel_name: str) -> bool:
        """Whether a channel of this name gets an automatic card."""
        return any(fnmatch.fnmatchcase(channel_name, pattern) for pattern in self.watch_channels)

    def links_in(self, channel_name: str) -> bool:
        """Whether case ids written in a channel of this name become links."""
        patterns = self.postmortem_channels
        return any(fnmatch.fnmatchcase(channel_name, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a handler may use. Nothing in it belongs to one message."""

    library: Library
    store: Store
    titles: Titles
    vocabulary: Vocabulary
    gate: Gate
    ledger: Ledger
    catalogue: Catalogue
    directory: Directory
    client: WebClient
    identity: Identity
    policy: Policy
    new_id: Callable[[], str]
    clock: Callable[[], datetime]
    masker: Masker = field(default_factory=Masker)

    def words(self, lang: str | None = None) -> Words:
        """The interface's words in `lang`, else in the default language."""
        return self.catalogue.words(lang or self.policy.default_language)
