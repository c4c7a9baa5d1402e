"""Rate limits: how often a method may be called, and a channel posted to.

Owns Slack's quotas. Refill follows real time: a hurried clock does not buy more calls.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.local_slack.errors import SlackError

# Slack: about one message a second and channel, short bursts allowed.
_POSTS_PER_SECOND = 1.0
_POST_BURST = 3
# Slack's tiers, calls a minute. Methods that are not listed take several hundred.
_TIERS = {
    20: ("conversations.list", "users.list"),
    50: (
        "apps.connections.open",
        "bots.info",
        "chat.delete",
        "chat.update",
        "conversations.history",
        "conversations.info",
        "conversations.join",
        "conversations.open",
        "conversations.replies",
        "reactions.add",
        "reactions.get",
        "team.info",
        "users.conversations",
    ),
    100: (
        "chat.postEphemeral",
        "conversations.members",
        "users.info",
        "views.open",
        "views.publish",
        "views.push",
        "views.update",
    ),
}
_PER_MINUTE = {method: quota for quota, methods in _TIERS.items() for method in methods}


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_at: float

    def take(self, capacity: float, per_second: float, now: float) -> float:
        """Take one token; returns 0, or the seconds until there is one."""
        grown = self.tokens + (now - self.filled_at) * per_second
        self.tokens, self.filled_at = min(capacity, grown), now
        if self.tokens < 1:
            return (1 - self.tokens) / per_second
        self.tokens -= 1
        return 0.0


class RateLimits:
    """Token buckets by method and by channel.

    Args:
        apply: asked at each call whether limits are on.
    """

    def __init__(self, apply: Callable[[], bool]) -> None:
        self._apply = apply
        self._buckets: dict[str, _Bucket] = {}

    def check_method(self, method: str) -> None:
        """Count a call.

        Raises:
            SlackError: `ratelimited`, with the seconds to wait.
        """
        quota = _PER_MINUTE.get(method)
        if quota is not None:
            self._take(f"method {method}", quota, quota / 60)

    def check_post(self, channel_id: str) -> None:
        """Count a message into a channel.

        Raises:
            SlackError: `ratelimited`, with the seconds to wait.
        """
        self._take(f"post {channel_id}", _POST_BURST, _POSTS_PER_SECOND)

    def check_response(self, channel_id: str) -> None:
        """Count a message by response_url, which has a quota of its own.

        Raises:
            SlackError: `rate_limited`, with the seconds to wait.
        """
        key, error = f"response {channel_id}", "rate_limited"
        self._take(key, _POST_BURST, _POSTS_PER_SECOND, error=error)

    def _take(
        self, key: str, capacity: float, per_second: float, *, error: str = "ratelimited"
    ) -> None:
        if not self._apply():
            return
        now = time.monotonic()
        bucket = self._buckets.setdefault(key, _Bucket(capacity, now))
        wait = bucket.take(capacity, per_second, now)
        if wait > 0:
            raise SlackError(error, retry_after=math.ceil(wait))
