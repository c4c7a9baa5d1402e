"""From a row of the outbox to Slack: post, edit, look first, honour Retry-After."""

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from slack_sdk import WebClient
from slack_sdk.webhook import WebhookClient, WebhookResponse

from bot.settling import settle
from handlers.ledger import Outbox, Row, Target
from handlers.slack_errors import CALL_ERRORS, Problem, read_answer, read_problem

METADATA_TYPE = "incident_lookup"
"""event_type of the metadata that every visible post carries; its payload holds the outbox key."""

POST_SPACING_SECONDS = 1.0
"""Slack takes about one post a second in a channel; sending faster only earns 429."""

MAX_ATTEMPTS = 65
"""How often one row is tried; with the back-off that is about an hour."""

_PEOPLE = ("U", "W")
"""What the ids of people begin with; chat.postMessage takes one for a channel."""

_VIEWS = ("view", "home")
_LOST_URLS = frozenset({"expired_url", "used_url"})

_logger = logging.getLogger(__name__)


class Sender:
    """Sends rows. Safe to call from several threads, for different lanes."""

    def __init__(
        self,
        client: WebClient,
        outbox: Outbox,
        *,
        now: Callable[[], float],
        stopping: threading.Event,
    ) -> None:
        self._client = client
        self._outbox = outbox
        self._now = now
        self._stopping = stopping
        self._lock = threading.Lock()
        self._next_post_at: dict[str, float] = {}

    def send(self, row: Row) -> None:
        """Bring one row to Slack and write down what came of it."""
        try:
            ts = self._deliver(row)
        except CALL_ERRORS as error:
            problem = read_problem(error)
            settle(lambda: self._settle(row, problem), self._stopping)
        except _Answered as answered:
            refused = answered.problem
            settle(lambda: self._settle(row, refused), self._stopping)
        else:
            settle(lambda: self._outbox.sent(row, ts), self._stopping)

    def put_back(self, row: Row) -> None:
        """Try a row that failed through a mistake of the program later, with a look first."""
        problem = Problem("unexpected", uncertain=True)
        settle(lambda: self._settle(row, problem), self._stopping)

    def _deliver(self, row: Row) -> str | None:
        """Make the call; the ts of a visible message."""
        if row.target.kind == "message":
            return self._send_message(row)
        if row.target.kind == "view":
            self._send_view(row)
        elif row.target.kind == "home":
            self._client.views_publish(
                user_id=row.target.address["user_id"], view=row.content["view"]
            )
        else:
            self._respond(row)
        return None

    def _send_message(self, row: Row) -> str:
        channel = str(row.target.address["channel"])
        ts = row.ts
        if ts is None and row.uncertain:
            ts = self._find_post(row)
            if ts is not None:
                found = ts
                settle(lambda: self._outbox.found(row, found), self._stopping)
        content = _plain(row.content) if row.plain else dict(row.content)
        if ts is not None:
            self._client.chat_update(channel=channel, ts=ts, parse="none", **content)
            return ts
        self._wait_for_turn(channel)
        posted = self._client.chat_postMessage(
            channel=channel,
            thread_ts=row.target.address.get("thread_ts"),
            metadata={"event_type": METADATA_TYPE, "event_payload": {"key": row.key}},
            unfurl_links=False,
            unfurl_media=False,
            parse="none",
            **content,
        )
        return str(posted["ts"])

    def _find_post(self, row: Row) -> str | None:
        """The ts of a post that carries this row's key: an earlier attempt got through unheard."""
        channel = self._find_conversation(str(row.target.address["channel"]))
        thread_ts = row.target.address.get("thread_ts")
        if channel is None:
            return None
        cursor = None
        for _ in range(10):
            if thread_ts:
                page = self._client.conversations_replies(
                    channel=channel,
                    ts=thread_ts,
                    include_all_metadata=True,
                    limit=200,
                    cursor=cursor,
                )
            else:
                page = self._client.conversations_history(
                    channel=channel, include_all_metadata=True, limit=200, cursor=cursor
                )
            for message in page.get("messages") or []:
                metadata = message.get("metadata") or {}
                payload = metadata.get("event_payload") or {}
                if metadata.get("event_type") == METADATA_TYPE and payload.get("key") == row.key:
                    return str(message["ts"])
            cursor = (page.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return None
        return None

    def _find_conversation(self, channel: str) -> str | None:
        """The id of a conversation that can be read: a person stands for the direct one with them.

        None where there has been none with that person yet.
        """
        if not channel.startswith(_PEOPLE):
            return channel
        cursor = None
        for _ in range(10):
            page = self._client.users_conversations(types="im", limit=200, cursor=cursor)
            for found in page.get("channels") or []:
                if found.get("user") == channel:
                    return str(found["id"])
            cursor = (page.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                break
        return None

    def _send_view(self, row: Row) -> None:
        self._client.views_update(view_id=row.target.address["view_id"], view=row.content["view"])

    def _respond(self, row: Row) -> None:
        content = _plain(row.content) if row.plain else dict(row.content)
        self._post_to_url(str(row.target.address["url"]), content)

    def _post_to_url(self, url: str, content: Mapping[str, Any]) -> None:
        client = WebhookClient(
            url, timeout=self._client.timeout, proxy=self._client.proxy, retry_handlers=[]
        )
        answer: WebhookResponse = client.send_dict(dict(content))
        if answer.status_code != 200:
            body = answer.body.strip()
            name = body if body.isidentifier() else ""
            raise _Answered(read_answer(answer.status_code, name, answer.headers))

    def _settle(self, row: Row, problem: Problem) -> None:
        """Write down what a failed attempt means for its row."""
        if problem.retry_after_seconds is not None:
            self._outbox.retry(
                row, problem.retry_after_seconds, error=problem.error, uncertain=row.uncertain
            )
            return
        if problem.refused_form and not row.plain and row.target.kind not in _VIEWS:
            _logger.error("slack_refused_form key=%s error=%s", row.key, problem.error)
            self._outbox.retry(row, 0, error=problem.error, uncertain=False, plain=True)
            return
        by_url = row.target.kind == "message" and row.target.address.get("response_url")
        if problem.not_a_member and by_url:
            self._reach_by_url(row)
            return
        is_answer = row.content.get("response_type") == "ephemeral"
        is_new = row.content.get("replace_original") is False
        if problem.error in _LOST_URLS and is_answer and is_new:
            self._reach_by_ephemeral(row)
            return
        repeatable = row.target.kind != "respond" or not row.uncertain
        if not problem.is_final and row.attempts < MAX_ATTEMPTS and repeatable:
            delay = min(60.0, 2.0 ** (row.attempts - 1))
            self._outbox.retry(row, delay, error=problem.error, uncertain=problem.uncertain)
            return
        _logger.warning("not_sent key=%s kind=%s error=%s", row.key, row.target.kind, problem.error)
        self._outbox.failed(row, problem.error, uncertain=problem.uncertain)

    def _reach_by_url(self, row: Row) -> None:
        """Post visibly where the bot is no member, through the response_url of whoever asked."""
        address = {**row.target.address, "url": row.target.address["response_url"]}
        content = {**row.content, "response_type": "in_channel", "replace_original": False}
        if row.target.address.get("thread_ts"):
            content["thread_ts"] = row.target.address["thread_ts"]
        self._outbox.reroute(row, Target("respond", row.target.lane, address), content)

    def _reach_by_ephemeral(self, row: Row) -> None:
        """Answer privately where a response_url takes no more (Slack: 5 posts in 30 minutes)."""
        address = row.target.address
        try:
            self._client.chat_postEphemeral(
                channel=str(address["channel"]),
                user=str(address["user"]),
                text=str(row.content.get("text", "")),
                blocks=row.content.get("blocks"),
                parse="none",
            )
        except CALL_ERRORS as error:
            name = read_problem(error).error
            _logger.warning("not_sent key=%s kind=ephemeral error=%s", row.key, name)
            self._outbox.failed(row, name, uncertain=False)
        else:
            self._outbox.sent(row, None)

    def _wait_for_turn(self, channel: str) -> None:
        """Keep posts of one channel a second apart."""
        with self._lock:
            now = self._now()
            turn = max(now, self._next_post_at.get(channel, 0.0))
            self._next_post_at[channel] = turn + POST_SPACING_SECONDS
        if turn > now:
            self._stopping.wait(turn - now)


class _Answered(Exception):  # noqa: N818 - not an error of this program: Slack's answer on its way to _settle
    """A response_url answered with something else than 200."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.error)
        self.problem = problem


def _plain(content: Mapping[str, Any]) -> dict[str, Any]:
    """The text alone, as a last resort when Slack refuses the blocks."""
    return {**content, "text": str(content.get("text", ""))[:3000], "blocks": []}
