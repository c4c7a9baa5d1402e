"""HTTP mode: one signed POST to the app's request URL, and what its answer means.

Owns the signature and the encodings of HTTP delivery. When to send again is `delivery`'s.
"""

import asyncio
import hashlib
import hmac
import http.client
import json
import secrets
import time
from typing import Any
from urllib.parse import urlencode, urlsplit

from bot.local_slack import config
from bot.local_slack.clock import Clock
from bot.local_slack.envelope import Answer, Envelope, Kind, Outcome
from bot.local_slack.faults import HttpFaults
from bot.local_slack.reading_json import read_json

_FORM = "application/x-www-form-urlencoded"
_JSON = "application/json"
_MAX_SECONDS = 30.0


class HttpTarget:
    """Sends envelopes to one URL, as the Events API and interactivity do over HTTP."""

    def __init__(self, url: str, secret: str, clock: Clock, faults: HttpFaults) -> None:
        self._url = urlsplit(url)
        self._secret = secret
        self._clock = clock
        self._faults = faults

    async def ready(self) -> None:
        """Return at once: over HTTP Slack does not wait for anybody."""

    async def send(self, envelope: Envelope) -> Answer:
        """POST once; anything but a 2xx within the time to acknowledge is a failure."""
        body, content_type = encode(envelope)
        headers = self.sign(body) | {"Content-Type": content_type}
        if envelope.retry_attempt:
            headers["X-Slack-Retry-Num"] = str(envelope.retry_attempt)
            headers["X-Slack-Retry-Reason"] = envelope.retry_reason
        return await self.post(body, headers)

    async def post(self, body: bytes, headers: dict[str, str]) -> Answer:
        """POST these very bytes; never raises, the answer says what happened."""
        began = time.monotonic()
        try:
            status, answered, found = await asyncio.wait_for(
                asyncio.to_thread(self._exchange, body, headers), self._clock.ack_deadline()
            )
        except TimeoutError:
            return Answer(Outcome.TIMEOUT, _since(began), reason="http_timeout")
        except (OSError, http.client.HTTPException):
            return Answer(Outcome.UNREACHABLE, _since(began), reason="connection_failed")
        if not 200 <= status < 300:
            reason = "too_many_redirects" if 300 <= status < 400 else "http_error"
            no_retry = found.get("x-slack-no-retry") == "1"
            return Answer(Outcome.REFUSED, _since(began), status, reason, no_retry)
        return Answer(Outcome.ACKED, _since(began), body=_decode(answered))

    async def special(self, token: str, *, verify: bool) -> dict[str, Any]:
        """POST what is not an event: `url_verification`, or else `app_rate_limited`.

        Returns:
            `acked`, and with `verify` whether the challenge came back (`verified`).
        """
        challenge = secrets.token_hex(12)
        payload: dict[str, Any] = {"token": token}
        if verify:
            payload |= {"type": "url_verification", "challenge": challenge}
        else:
            payload |= {
                "type": "app_rate_limited",
                "team_id": config.TEAM_ID,
                "minute_rate_limited": int(self._clock.now()) // 60 * 60,
                "api_app_id": config.APP_ID,
            }
        body = json.dumps(payload).encode()
        answer = await self.post(body, self.sign(body) | {"Content-Type": _JSON})
        told = {"acked": answer.acked, "reason": answer.reason}
        return told | {"verified": _echoed(answer.body) == challenge} if verify else told

    def _exchange(self, body: bytes, headers: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
        # The thread must end even when the app never answers: a little after Slack gives up.
        seconds = min(self._clock.ack_deadline() + 1.0, _MAX_SECONDS)
        connection = http.client.HTTPConnection(self._url.netloc, timeout=seconds)
        try:
            connection.request("POST", self._url.path or "/", body, headers)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return response.status, response.read(), found
        finally:
            connection.close()

    def sign(self, body: bytes) -> dict[str, str]:
        """The signature headers for a body (Slack: HMAC-SHA256 over `v0:timestamp:body`)."""
        secret = "wrong" if self._faults.take_bad_signature() else self._secret
        timestamp = str(int(time.time() + self._faults.skew_seconds))
        signed = b"v0:" + timestamp.encode() + b":" + body
        digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


def encode(envelope: Envelope) -> tuple[bytes, str]:
    """The body and content type of an envelope over HTTP: JSON, a form, or a form with JSON."""
    if envelope.kind is Kind.EVENT:
        return json.dumps(envelope.payload).encode(), _JSON
    if envelope.kind is Kind.COMMAND:
        return urlencode(envelope.payload, errors="replace").encode(), _FORM
    return urlencode({"payload": json.dumps(envelope.payload)}).encode(), _FORM


def _decode(body: bytes) -> Any:  # noqa: ANN401 - any JSON
    """What the app answered: JSON, None for nothing, else the text as a command's answer."""
    if not body.strip():
        return None
    try:
        return read_json(body)
    except ValueError:
        return {"text": body.decode("utf-8", "replace")}


def _echoed(body: Any) -> Any:  # noqa: ANN401 - any JSON
    """The challenge in an answer: the whole body as text, or a JSON member."""
    if isinstance(body, dict):
        return body.get("challenge", body.get("text"))
    return body


def _since(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)
