"""Drives the local Slack from tests: acts as people, breaks things, and looks at what came of it.

Speaks the control API over HTTP, as the page does, so that it works on a stand-in in this process
and in another alike.
"""

import ssl
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import pytest
from slack_sdk.errors import SlackApiError

Json = dict[str, Any]
T = TypeVar("T")

COMMAND = "/incident-lookup"
_LOOK_AGAIN_SECONDS = 0.02


def plain_http(base_url: str = "", *, timeout: float = 30.0) -> httpx.Client:
    """A client for loopback: no proxies, and no tenth of a second spent on reading certificates."""
    trusting_nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx.Client(base_url=base_url, timeout=timeout, trust_env=False, verify=trusting_nobody)


class ControlError(AssertionError):
    """The control API refused a request; the message is its sentence."""


class SlackDriver:
    """One person at the keyboard (`U0ALICE` unless `user` says otherwise), and Slack's own hand."""

    def __init__(self, url: str, *, timeout: float = 30.0) -> None:
        self._http = plain_http(url.rstrip("/"), timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close_client()

    def close_client(self) -> None:
        """Close the HTTP connections."""
        self._http.close()

    def post(self, name: str, body: Mapping[str, Any]) -> Json:
        """POST to `/control/<name>`.

        Raises:
            ControlError: the request made no sense.
        """
        answer = self._http.post(f"/control/{name}", json=dict(body))
        found: Json = answer.json()
        if answer.status_code != httpx.codes.OK:
            raise ControlError(f"{name}: {found.get('error')}")
        return found

    def get(self, name: str, **query: str) -> Any:
        """GET `/control/<name>`."""
        answer = self._http.get(f"/control/{name}", params=query)
        return answer.raise_for_status().json()

    # What people do

    def send(self, channel: str, text: str = "", **more: Any) -> str:
        """Write a message; its `ts`. `more`: user, thread_ts, extra (members), without (names)."""
        return str(self.post("message", {"channel": channel, "text": text, **more})["ts"])

    def edit(self, channel: str, ts: str, text: str, **more: Any) -> Json:
        """Edit a message."""
        return self.post("edit", {"channel": channel, "ts": ts, "text": text, **more})

    def change(self, channel: str, ts: str, **fields: Any) -> Json:
        """Have Slack change a message by itself: an unfurl's attachments, or nothing at all."""
        return self.post("change", {"channel": channel, "ts": ts, "fields": fields})

    def delete(self, channel: str, ts: str) -> Json:
        """Delete a message."""
        return self.post("delete", {"channel": channel, "ts": ts})

    def react(self, channel: str, ts: str, reaction: str, **more: Any) -> Json:
        """Add an emoji to a message."""
        return self.post("react", {"channel": channel, "ts": ts, "reaction": reaction, **more})

    def unreact(self, channel: str, ts: str, reaction: str, **more: Any) -> Json:
        """Take an emoji away from a message."""
        return self.post("unreact", {"channel": channel, "ts": ts, "reaction": reaction, **more})

    def command(self, channel: str, text: str = "", *, command: str = COMMAND, **more: Any) -> Json:
        """Run the slash command; returns once it was acknowledged, or was not in time."""
        return self.post("command", {"channel": channel, "command": command, "text": text, **more})

    def click(self, place: Json, action_id: str, **more: Any) -> Json:
        """Press the first element with this action_id, in a message or view as it was returned.

        `more`: user, block_id (where several blocks hold the same action_id), state, and what is
        chosen (`selected_option`, …).
        """
        block_id, element = find_element(place, action_id, more.pop("block_id", None))
        body = {key: more.pop(key) for key in ("user", "state") if key in more}
        if "user" not in body and "ephemeral_to" in place:
            body["user"] = place["ephemeral_to"]
        action = {"action_id": action_id, "type": element["type"], **more}
        where = {"container": self._container(place), "block_id": block_id, "action": action}
        return self.post("action", body | where)

    def submit(self, view: Json, values: Mapping[str, Any] | None = None) -> Json:
        """Submit a modal. Values: block_id → action_id → text, option value(s) or whole entry."""
        return self.post("submit", {"view_id": view["id"], "values": values or {}})

    def close(self, view: Json, *, clear: bool = False) -> Json:
        """Close a modal, or the whole stack."""
        return self.post("close", {"view_id": view["id"], "clear": clear})

    def suggest(self, place: Json, action_id: str, value: str, **more: Any) -> Json:
        """Type into an external menu; its options."""
        block_id, _ = find_element(place, action_id, more.pop("block_id", None))
        where = {"container": self._container(place), "block_id": block_id}
        return self.post("suggest", {**where, "action_id": action_id, "value": value, **more})

    def shortcut(self, callback_id: str, channel: str = "", ts: str = "", **more: Any) -> Json:
        """Run a shortcut, on a message when `channel` and `ts` are given."""
        where = {"channel": channel, "ts": ts} if ts else {}
        return self.post("shortcut", {"callback_id": callback_id, **where, **more})

    def home(self, tab: str = "home", **more: Any) -> Json:
        """Open the bot's Home or Messages tab."""
        return self.post("home", {"tab": tab, **more})

    def direct(self, user: str = "U0ALICE") -> str:
        """The id of that person's direct conversation with the bot."""
        return str(self.channel_action("open", user=user)["id"])

    def channel_action(self, action: str, **more: Any) -> Json:
        """Do something to a channel (create, rename, archive, invite, …); the channel after it."""
        channel: Json = self.post("channel", {"action": action, **more})["channel"]
        return channel

    def set_user(self, user_id: str, **fields: Any) -> Json:
        """Add a user or change one."""
        return self.post("users", {"id": user_id, **fields})

    # What Slack and bad luck do

    def event(self, event: Json, **more: Any) -> str:
        """Deliver a raw event; its event_id. `more`: event_id, retry_attempt, wrapper."""
        return str(self.post("event", {"event": event, **more})["event_id"])

    def fault(self, method: str, kind: str, **more: Any) -> None:
        """Break the next `count` calls of a method: 429, 500, 503, html, reset, slow or error."""
        self.post("faults", {"method": method, "kind": kind, **more})

    def faults(self, **knobs: Any) -> Json:
        """Set any knob: socket, http, events, echo, page_items, rate_limits, clear and more."""
        return self.post("faults", knobs)

    def clock(self, **more: Any) -> Json:
        """Hurry the waits (`scale`), set `ack_seconds`, or `advance` the clock by seconds."""
        return self.post("clock", more)

    def reset(self) -> None:
        """Start over from the seed."""
        self.post("reset", {})

    # What there is to see

    def state(self, user: str = "U0ALICE") -> Json:
        """Everything, as that person sees it."""
        found: Json = self.get("state", user=user)
        return found

    def channel(self, channel: str) -> Json:
        """A channel by id or name."""
        found = (c for c in self.state()["channels"] if channel in (c["id"], c["name"]))
        return next(found)

    def messages(self, channel: str) -> list[Json]:
        """What everybody sees in a channel, threads included, oldest first."""
        return [m for m in self.channel(channel)["messages"] if "ephemeral_to" not in m]

    def thread(self, channel: str, ts: str) -> list[Json]:
        """The replies in a thread, oldest first, without its root."""
        said = self.messages(channel)
        return [m for m in said if m.get("thread_ts") == ts and m["ts"] != ts]

    def posts(self, channel: str) -> list[Json]:
        """What the bot has posted for everybody in a channel."""
        return [m for m in self.messages(channel) if m.get("bot_id") == "B0BOT"]

    def ephemerals(self, user: str = "U0ALICE", channel: str | None = None) -> list[Json]:
        """What only that person sees, oldest first."""
        return [
            {**message, "channel_id": found["id"]}
            for found in self.state()["channels"]
            if channel in (None, found["id"], found["name"])
            for message in found["messages"]
            if message.get("ephemeral_to") == user
        ]

    def views(self, user: str = "U0ALICE") -> list[Json]:
        """That person's open modals, bottom first."""
        found: list[Json] = self.state(user)["views"]
        return found

    def failures(self) -> list[Json]:
        """What people were told when the app failed them."""
        found: list[Json] = self.state()["failures"]
        return found

    def calls(self, method: str | None = None) -> list[Json]:
        """The Web API calls seen, of one method or all (`response_url` is one)."""
        found: list[Json] = self.get("calls")
        return [call for call in found if method in (None, call["method"])]

    def deliveries(self, kind: str | None = None) -> list[Json]:
        """What was sent to the app: events by their type, the rest by payload type."""
        found: list[Json] = self.get("deliveries")
        return [entry for entry in found if kind in (None, entry["type"])]

    def wait_for(self, look: Callable[[], T], timeout: float = 5.0) -> T:
        """What `look` returns, once it is something (not empty, not None, not False).

        Raises:
            AssertionError: still nothing when the time was up; says what Slack had seen by then.
        """
        deadline = time.monotonic() + timeout
        while True:
            found = look()
            if found:
                return found
            if time.monotonic() > deadline:
                raise AssertionError(f"nothing within {timeout} s; {self._summary()}")
            time.sleep(_LOOK_AGAIN_SECONDS)

    def wait_for_sockets(self, count: int = 1, timeout: float = 10.0) -> None:
        """Return once that many sockets are open."""
        self.wait_for(lambda: self.state()["sockets"] == count, timeout)

    def _container(self, place: Json) -> Json:
        if "ts" not in place:
            return {"type": "view", "view_id": place["id"]}
        channel = place.get("channel_id") or self._channel_of(place)
        return {"type": "message", "channel": channel, "ts": place["ts"]}

    def _channel_of(self, message: Json) -> str:
        """Where a message is: `ts` alone does not say, as two channels may share one."""
        for channel in self.state()["channels"]:
            if any(_is_same(message, known) for known in channel["messages"]):
                return str(channel["id"])
        raise AssertionError(f"no channel holds the message {message['ts']}")

    def _summary(self) -> str:
        calls = [f"{c['method']}:{c['error'] or 'ok'}" for c in self.calls()][-12:]
        sent = [f"{d['type']}:{len(d['attempts'])}" for d in self.deliveries()][-12:]
        failed = [failure["text"] for failure in self.failures()][-3:]
        return f"last calls {calls}, last deliveries {sent}, failures {failed}"


def _is_same(message: Json, known: Json) -> bool:
    return known["ts"] == message["ts"] and known.get("blocks") == message.get("blocks")


def find_element(place: Json, action_id: str, block_id: str | None = None) -> tuple[str, Json]:
    """The block_id and element with this action_id in a message or view.

    Raises:
        AssertionError: there is none.
    """
    blocks = list(place.get("blocks") or [])
    for attachment in place.get("attachments") or []:
        blocks += attachment.get("blocks", [])
    for block in blocks:
        found = [block.get("accessory"), block.get("element"), *block.get("elements", ())]
        for element in found:
            if not isinstance(element, dict) or element.get("action_id") != action_id:
                continue
            if block_id in (None, block["block_id"]):
                return block["block_id"], element
    raise AssertionError(f"no element {action_id} in {[block.get('type') for block in blocks]}")


def refused(call: Callable[..., Any], **arguments: Any) -> Json:
    """The body of a call that Slack refuses."""
    with pytest.raises(SlackApiError) as error:
        call(**arguments)
    return dict(error.value.response.data)
