"""What holds in a channel: whether it gets cards by itself, and in which language.

What somebody chose comes first, then the channel's name, then the defaults. Which cases are shown
there is decided in `handlers.audience`.
"""

from handlers.directory import Channel
from handlers.ledger import ChannelMode, ChannelSettings
from handlers.locale import Words
from handlers.services import Policy, Services


def resolve_mode(chosen: ChannelSettings, name: str, policy: Policy) -> ChannelMode:
    """When the bot speaks in a channel of this name, for which this was chosen."""
    if chosen.mute is not None:
        return "muted"
    if chosen.mode is not None:
        return chosen.mode
    return "automatic" if policy.watches(name) else "asked"


def mode_in(services: Services, channel: Channel) -> ChannelMode:
    """When the bot speaks in a channel."""
    chosen = services.ledger.channels.settings(services.identity.team_id, channel.id)
    return resolve_mode(chosen, channel.name, services.policy)


def is_watched(services: Services, channel: Channel) -> bool:
    """Whether a channel gets a card by itself: chosen for it, else by its name."""
    return mode_in(services, channel) == "automatic"


def lang_in(services: Services, channel_id: str) -> str:
    """The language of what is visible in a channel."""
    chosen = services.ledger.channels.settings(services.identity.team_id, channel_id)
    return chosen.lang or services.policy.default_language


def words_in(services: Services, channel_id: str) -> Words:
    """The interface's words for what is visible in a channel."""
    return services.words(lang_in(services, channel_id))
