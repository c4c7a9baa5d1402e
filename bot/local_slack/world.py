"""Everything the stand-in consists of, built once and handed to whoever answers a request.

Owns the wiring and the reset; each part keeps its own rules. All of it lives on one event loop, so
nothing here is locked.
"""

import asyncio
import contextlib
from typing import Any

from bot.local_slack import events
from bot.local_slack.clock import Clock
from bot.local_slack.config import Config, Tokens
from bot.local_slack.connections import OpenConnections
from bot.local_slack.delivery import Delivery
from bot.local_slack.envelope import Transport
from bot.local_slack.faults import Faults
from bot.local_slack.feed import Feed, Record
from bot.local_slack.http_target import HttpTarget
from bot.local_slack.limits import RateLimits
from bot.local_slack.modals import Views
from bot.local_slack.response_urls import ResponseUrls
from bot.local_slack.sockets import Sockets
from bot.local_slack.triggers import Triggers
from bot.local_slack.workspace import Channel, Workspace, seed


class World:
    """One Slack with one workspace and one app.

    Attributes:
        base_url: the server's own address without a slash at the end.
        http_target: the app's request URL, None while it uses Socket Mode.
    """

    def __init__(self, config: Config, tokens: Tokens, base_url: str) -> None:
        self.config = config
        self.tokens = tokens
        self.base_url = base_url
        self.http_target = config.http_target
        self.clock = Clock()
        self.faults = Faults()
        self.feed = Feed()
        self.record = Record()
        self.wires = OpenConnections()
        self.sockets = Sockets(self.clock, self.faults.socket, self.wires, self._late_ack)
        self.delivery = Delivery(
            self.clock, self._transport, self.faults.events, self.record.deliveries
        )
        self._closing = asyncio.Event()
        self._begin()

    def _begin(self) -> None:
        self.workspace: Workspace = seed(self.clock)
        self.views = Views()
        self.triggers = Triggers(self.clock)
        self.response_urls = ResponseUrls(self.clock)
        self.limits = RateLimits(self._limits_apply)

    def reset(self) -> None:
        """Back to the seed, with no faults and empty records; sockets and tokens stay."""
        self.faults.clear()
        self.clock.reset()
        self.record.clear()
        self.delivery.drop()
        self._begin()
        self.feed.publish("channel")  # whoever watches has to read everything again

    def _limits_apply(self) -> bool:
        asked = self.faults.rate_limits
        return self.config.rate_limits if asked is None else asked

    def _late_ack(self, envelope_id: str) -> None:
        self.delivery.late_ack(envelope_id)

    def _transport(self) -> Transport:
        if self.http_target is None:
            return self.sockets
        secret = self.tokens.signing_secret
        return HttpTarget(self.http_target, secret, self.clock, self.faults.http)

    def http(self) -> HttpTarget | None:
        """The app's request URL as a target, None in Socket Mode."""
        transport = self._transport()
        return transport if isinstance(transport, HttpTarget) else None

    def emit(self, event: dict[str, Any], channel: Channel | None = None) -> None:
        """Let the app know of an event, if it is one that it hears of."""
        if events.is_heard(self.config, event, channel):
            now = self.clock.now()
            self.delivery.event(events.wrap(event, channel, self.tokens.verification, now))

    def fail(self, text: str, *, error: str, user: str, target: str) -> None:
        """Note what a person sees when the app fails them.

        Args:
            text: the words Slack shows.
            error: Slack's code for it (`operation_timeout`).
            user: who sees it.
            target: the command, action_id or callback_id that failed.
        """
        failure = {
            "text": text,
            "error": error,
            "user": user,
            "target": target,
            "at": self.clock.now(),
        }
        self.record.failures.append(failure)
        self.feed.publish("failure", text=text, user=user, error=error)

    async def pause(self, seconds: float) -> None:
        """Wait so many real seconds, or until the server stops."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    async def close(self) -> None:
        """End every stream and task, so that the server can stop."""
        self._closing.set()
        self.feed.close()
        await self.delivery.close()
        await self.sockets.close()
