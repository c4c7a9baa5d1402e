"""response_urls: five answers within thirty minutes to what somebody did.

Owns the addresses, their age and their uses. What an answer does is in `responding`.
"""

from dataclasses import dataclass

from bot.local_slack.clock import Clock, new_id

MAX_USES = 5  # Slack: a response_url takes 5 answers …
LIFE_SECONDS = 30 * 60.0  # … within 30 minutes


@dataclass(slots=True)
class ResponseUrl:
    """Where an answer goes.

    Attributes:
        original_ts: the message that was acted on, None for a command.
        is_ephemeral: whether that message is an ephemeral one.
    """

    id: str
    channel_id: str
    user_id: str
    issued_at: float
    original_ts: str | None = None
    is_ephemeral: bool = False
    uses: int = 0


class ResponseUrls:
    """All response_urls issued since the last reset, by the last part of their address."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._issued: dict[str, ResponseUrl] = {}

    def issue(
        self,
        channel_id: str,
        user_id: str,
        original_ts: str | None = None,
        *,
        is_ephemeral: bool = False,
    ) -> ResponseUrl:
        """A new address for one command or interaction."""
        now = self._clock.now()
        made = ResponseUrl(new_id("R"), channel_id, user_id, now, original_ts, is_ephemeral)
        self._issued[made.id] = made
        return made

    def find(self, url_id: str) -> ResponseUrl | None:
        """The response_url with this id."""
        return self._issued.get(url_id)

    def refusal(self, url: ResponseUrl) -> str:
        """Why this one takes no more answers: `expired_url`, `used_url`, or "" when it does."""
        if self._clock.now() - url.issued_at > LIFE_SECONDS:
            return "expired_url"
        return "used_url" if url.uses >= MAX_USES else ""
