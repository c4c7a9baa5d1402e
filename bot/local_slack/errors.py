"""The one error the stand-in raises on purpose: an answer of Slack's with `"ok": false`."""

from typing import Any


class SlackError(Exception):
    """A refusal in Slack's words; `fields` join the body of the answer.

    Attributes:
        code: the value of `error` (`"channel_not_found"`).
        fields: further members of the body (`needed`, `provided`, `response_metadata`, …).
        retry_after: seconds for a `Retry-After` header; with it the answer is HTTP 429.
    """

    def __init__(
        self, code: str, fields: dict[str, Any] | None = None, *, retry_after: int | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields or {}
        self.retry_after = retry_after


class BadRequestError(Exception):
    """A control request that makes no sense; `str()` says why. Answered with HTTP 400."""
