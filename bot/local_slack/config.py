"""What the stand-in is set up as: its seed ids, its tokens, and what the app was granted.

Owns the constants of the seeded workspace and the app's configuration. It owns no state: users,
channels and messages are in `workspace`, switches that change while it runs are in `faults`.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

TEAM_ID = "T0LOCAL"
TEAM_NAME = "Local"
TEAM_DOMAIN = "local"
APP_ID = "A0LOCAL"
APP_NAME = "incident-lookup"
BOT_ID = "B0BOT"
BOT_USER_ID = "U0BOT"
ME = "U0ALICE"


@dataclass(frozen=True, slots=True)
class Config:
    """The app as it was installed.

    Attributes:
        scopes: bot scopes granted at installation.
        events: bot events subscribed to, by their names in the manifest (`message.channels`).
        commands: slash commands registered.
        shortcuts: shortcuts registered, as the manifest has them.
        should_escape: whether command text has its mentions and links turned into tokens.
        http_target: the app's request URL; None delivers by Socket Mode.
        rate_limits: whether calls over Slack's quotas are answered with 429.
    """

    scopes: tuple[str, ...]
    events: tuple[str, ...]
    commands: tuple[str, ...] = ("/incident-lookup",)
    shortcuts: tuple[Mapping[str, str], ...] = ()
    should_escape: bool = True
    http_target: str | None = None
    rate_limits: bool = True


def _mint(prefix: str) -> str:
    return prefix + secrets.token_hex(12)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The secrets of one run, made at start so that none is ever written down."""

    bot: str = field(default_factory=lambda: _mint("xoxb-"))
    app: str = field(default_factory=lambda: _mint("xapp-"))
    signing_secret: str = field(default_factory=lambda: _mint(""))
    verification: str = field(default_factory=lambda: _mint(""))
