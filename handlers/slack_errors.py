"""What a failed call to Slack means: was it done, may it be tried again, and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException

from slack_sdk.errors import SlackApiError, SlackClientError

CALL_ERRORS = (SlackClientError, OSError, HTTPException, ValueError)
"""Everything slack_sdk lets out of a call: its own errors, the network's, and broken answers."""

_UNCERTAIN = frozenset({"fatal_error", "internal_error", "service_unavailable", "request_timeout"})
"""Answers after which the call may have taken effect (Slack's list of common errors)."""

_REFUSED_FORM = frozenset(
    {
        "invalid_arguments",
        "invalid_attachments",
        "invalid_blocks",
        "invalid_blocks_format",
        "msg_blocks_too_long",
        "msg_too_long",
    }
)
_NOT_LET_IN = frozenset(
    {
        "account_inactive",
        "invalid_auth",
        "not_authed",
        "org_login_required",
        "team_access_not_granted",
        "token_expired",
        "token_revoked",
    }
)
"""What Slack says to every call of a bot that it does not let in at all."""

_OVER_QUOTA = frozenset({"ratelimited", "rate_limited"})
_NOT_A_MEMBER = frozenset({"channel_not_found", "not_in_channel"})
_DEFAULT_RETRY_AFTER_SECONDS = 1.0
_LONGEST_RETRY_AFTER_SECONDS = 3600.0


class AskAgainError(Exception):
    """Slack gave no usable answer, and may give one when it is asked again.

    `retry_after_seconds` is how long it asked to wait; None where it did not.
    """

    def __init__(self, error: str, retry_after_seconds: float | None = None) -> None:
        super().__init__(error)
        self.retry_after_seconds = retry_after_seconds


@dataclass(frozen=True, slots=True)
class Problem:
    """One failed call.

    Attributes:
        error: Slack's name of the error, or the kind of the exception.
        uncertain: nobody knows whether it took effect.
        retry_after_seconds: Slack asked to wait that long; None where it did not.
    """

    error: str
    uncertain: bool = False
    retry_after_seconds: float | None = None

    @property
    def refused_form(self) -> bool:
        """Whether Slack refused how the content looks, so that plainer content may pass."""
        return self.error in _REFUSED_FORM

    @property
    def not_let_in(self) -> bool:
        """Whether it says nothing about what was asked: the bot's token opens no door now."""
        return self.error in _NOT_LET_IN

    @property
    def not_a_member(self) -> bool:
        """Whether the bot may not post there."""
        return self.error in _NOT_A_MEMBER

    @property
    def is_final(self) -> bool:
        """Whether trying the same again is pointless."""
        return not self.uncertain and self.retry_after_seconds is None


def read_problem(error: Exception) -> Problem:
    """What an exception out of slack_sdk means."""
    if not isinstance(error, SlackApiError):
        return Problem(type(error).__name__, uncertain=True)
    response = error.response
    status = getattr(response, "status_code", None) or _number(response, "status")
    headers = getattr(response, "headers", None) or {}
    name = _name(response)
    return read_answer(status or 200, name, headers)


def read_answer(status: int, error: str, headers: Mapping[str, object]) -> Problem:
    """What an HTTP status, an error name and headers mean together."""
    if status == 429 or error in _OVER_QUOTA:
        return Problem("ratelimited", retry_after_seconds=_retry_after(headers))
    unreadable = not error and status < 400
    name = error or f"http_{status}"
    return Problem(name, uncertain=status >= 500 or unreadable or error in _UNCERTAIN)


def is_refusal(error: str) -> bool:
    """Whether the name of an error is Slack's own no to this one call.

    Trouble on the way is none, and neither is a token that Slack does not take for anything.
    """
    return (
        error.isidentifier()
        and error.islower()
        and not error.startswith("http_")
        and error not in _UNCERTAIN | _OVER_QUOTA | _NOT_LET_IN
    )


def _name(response: object) -> str:
    """The `error` of an answer; "" where the answer was not Slack's JSON."""
    data = getattr(response, "data", response)
    found = data.get("error") if isinstance(data, Mapping) else None
    return found if isinstance(found, str) and " " not in found else ""


def _number(response: object, key: str) -> int | None:
    found = response.get(key) if isinstance(response, Mapping) else None
    return found if isinstance(found, int) else None


def _retry_after(headers: Mapping[str, object]) -> float:
    """Seconds of the Retry-After header; a default where it is missing or no number."""
    values = {key.lower(): value for key, value in headers.items()}
    value = values.get("retry-after")
    if isinstance(value, list):
        value = value[0] if value else None
    try:
        seconds = float(str(value))
    except ValueError:
        return _DEFAULT_RETRY_AFTER_SECONDS
    return min(max(seconds, 0.0), _LONGEST_RETRY_AFTER_SECONDS)
