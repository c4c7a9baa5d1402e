"""One thing Slack sends to the app, and what came back: the words that transports share."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol


class Kind(StrEnum):
    """The type of an envelope."""

    EVENT = "events_api"
    COMMAND = "slash_commands"
    INTERACTIVE = "interactive"


class Outcome(StrEnum):
    """How one attempt to deliver ended."""

    ACKED = "acked"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Envelope:
    """What is sent: one attempt, with an id of its own."""

    id: str
    kind: Kind
    payload: dict[str, Any]
    retry_attempt: int = 0
    retry_reason: str = ""

    def frame(self) -> dict[str, Any]:
        """The envelope as Socket Mode sends it."""
        frame: dict[str, Any] = {
            "envelope_id": self.id,
            "type": self.kind.value,
            "payload": self.payload,
            "accepts_response_payload": self.kind is not Kind.EVENT,
        }
        if self.kind is Kind.EVENT:
            frame |= {"retry_attempt": self.retry_attempt, "retry_reason": self.retry_reason}
        return frame


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one attempt.

    Attributes:
        body: the payload of the acknowledgement, None when it had none.
        reason: why it failed, in the words of a retry header (`http_timeout`); "" when acked.
        no_retry: whether the app asked not to be sent this again (HTTP only).
    """

    outcome: Outcome
    took_ms: float
    body: Any = None
    reason: str = ""
    no_retry: bool = False

    @property
    def acked(self) -> bool:
        """Whether the app acknowledged in time."""
        return self.outcome is Outcome.ACKED


class Transport(Protocol):
    """A way to the app: Socket Mode or HTTP."""

    async def send(self, envelope: Envelope) -> Answer:
        """Send once and wait for the acknowledgement, no longer than the app has time."""

    async def ready(self) -> None:
        """Return once there is somebody to send to."""
