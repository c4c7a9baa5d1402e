"""What holds in a channel: whether it gets cards by itself, and in which language.

What somebody chose comes first, then the channel's name, then the defaults. Which cases are shown
there is decided in `handlers.audience`.
"""

from handlers.directory import Channel
from handlers.ledger import ChannelMode
from handlers.locale import Words
from handlers.services import Services


def mode_in(services: Services, channel: Channel) -> ChannelMode:
    """When the bot speaks in a channel."""
    chosen = services.ledger.channels.settings(services.identity.team_id, channel.id)
    if chosen.mute is not None:
        return "muted"
    if chosen.mode is not None:
        return chosen.mode
    return "automatic" if services.policy.watches(channel.name) else "asked"


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
