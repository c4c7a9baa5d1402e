"""How handlers hand things to the outbox: a message, a private answer, the content of a modal."""

from dataclasses import dataclass
from typing import Any

from handlers.ledger import Ledger, Lookup, Target
from handlers.views.message import Message


@dataclass(frozen=True, slots=True)
class Place:
    """Where a visible message goes.

    Attributes:
        response_url: how to reach the channel where the bot may not post itself; usually none.
    """

    team_id: str
    channel_id: str
    thread_ts: str | None = None
    response_url: str | None = None

    @classmethod
    def of(cls, lookup: Lookup, response_url: str | None = None) -> "Place":
        """Where the message of a lookup is."""
        return cls(lookup.team_id, lookup.channel_id, lookup.thread_ts, response_url)


@dataclass(frozen=True, slots=True)
class Reader:
    """The one person who sees a private answer, and Slack's way to them.

    Attributes:
        thread_ts: the thread that the answer belongs in; "" for the channel itself.
    """

    user_id: str
    channel_id: str
    response_url: str
    thread_ts: str = ""


def post_message(
    ledger: Ledger,
    key: str,
    message: Message,
    place: Place,
    *,
    expires_at: float | None = None,
) -> None:
    """A visible message, posted once under `key` and edited from then on.

    With `expires_at` (seconds since the epoch) it is not posted any more from then on.
    """
    address = {
        "channel": place.channel_id,
        "thread_ts": place.thread_ts,
        "response_url": place.response_url,
    }
    target = Target("message", f"{place.team_id}/{place.channel_id}", address)
    ledger.outbox.put(key, target, _content(message), expires_at=expires_at)


def tell(ledger: Ledger, key: str, message: Message, team_id: str, user_id: str) -> None:
    """A direct message, posted once under `key`: Slack takes a person's id for the channel."""
    post_message(ledger, key, message, Place(team_id, user_id))


def post_private(
    ledger: Ledger, key: str, message: Message | None, reader: Reader, *, replace: bool = False
) -> None:
    """An answer for one person.

    With `replace` it takes the place of the message they acted on; no message takes that one away.
    """
    address = {
        "url": reader.response_url,
        "channel": reader.channel_id,
        "user": reader.user_id,
    }
    content: dict[str, Any] = {"response_type": "ephemeral", "replace_original": replace}
    content.update(_content(message) if message else {"delete_original": True})
    if reader.thread_ts:
        content["thread_ts"] = reader.thread_ts
    ledger.outbox.put(key, Target("respond", f"respond/{reader.user_id}", address), content)


def publish_home(ledger: Ledger, user_id: str, view: dict[str, Any], expires_at: float) -> None:
    """The content of a person's Home tab; one that Slack did not take by then is given up.

    With an end, the next opening tries again even when nothing has changed.
    """
    target = Target("home", f"home/{user_id}", {"user_id": user_id})
    ledger.outbox.put(f"home:{user_id}", target, {"view": view}, expires_at=expires_at)


def fill_view(ledger: Ledger, key: str, view_id: str, view: dict[str, Any]) -> None:
    """The content of a modal that is already open."""
    target = Target("view", f"view/{view_id}", {"view_id": view_id})
    ledger.outbox.put(key, target, {"view": view})


def _content(message: Message) -> dict[str, Any]:
    return {"text": message.text, "blocks": list(message.blocks)}
