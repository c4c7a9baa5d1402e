"""A labelled conversation, played to the real handlers: what stands in Slack after each message.

Only Slack is replaced: it describes channels and people from memory, and a post has arrived as soon
as the outbox wants it. What is made of the course of conversations is measured elsewhere.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from slack_sdk import WebClient
from slack_sdk.web import SlackResponse

from bot.opening import open_database, utc_now
from bot.settings import Settings
from corpus import Gate, Library, Store, Titles, Vocabulary
from handlers.claim import read_delivery
from handlers.directory import Directory
from handlers.ledger import Ledger, Row
from handlers.locale import Catalogue
from handlers.mention import is_question
from handlers.route import handle
from handlers.services import Identity, Policy, Services

ALERT = "alert"
"""The role of what an alert bot posts; every other role is a person's."""

IDENTITY = Identity(team_id="T0EVAL", user_id="U0EVALBOT", bot_id="B0EVALBOT")
"""Who the bot is in a replay; a message that names this user is a question put to it."""

_EVERY_CHANNEL = (*Settings.model_fields["watch_channels"].default, "*")
_OWNER = "eval"
_FIRST_TS = 1_700_000_000
_MESSAGE_SECONDS = 60
_DETAILS = "case.open"


@dataclass(frozen=True, slots=True)
class Said:
    """One message: who wrote it, its text as Slack has it, and its role in the incident."""

    user: str
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """A channel from its first message to its last.

    Attributes:
        name: the channel's name; the channel counts as watched whatever it is called.
        topic: the channel's topic, which Slack tells whoever asks.
        expect_case: the id of the case that is the same problem; None where there is none.
    """

    name: str
    topic: str
    expect_case: str | None
    messages: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What the bot did in one conversation.

    Attributes:
        cards: for each message the ids of the cases on the channel's card once the message was
            read, best first; None while there is no card.
        unasked_posts: visible posts that no question asked for; an edit is no further post.
    """

    cards: tuple[tuple[str, ...] | None, ...]
    unasked_posts: int


def replay(
    conversations: Sequence[Conversation], library: Library, *, vocabulary: Vocabulary, lang: str
) -> list[Course]:
    """Play every conversation, each in a channel of its own, with a ledger that starts empty.

    A message goes the way it goes in the running bot: into the inbox, through the routing to its
    handler, past the gate, and whatever the outbox then wants posted or edited is taken as done
    before the next message. The topic is told with the channel, as Slack tells it to whoever
    asks. Whoever writes is a member of the workspace.

    Args:
        conversations: what is played.
        library: where to look; nothing is written to its database.
        vocabulary: the terms of the facets.
        lang: the language of the cards.

    Returns:
        One course for each conversation, in their order.
    """
    channels = {f"C0EVAL{number:05}": talk for number, talk in enumerate(conversations, 1)}
    with TemporaryDirectory(prefix="incident-lookup-") as folder:
        database = open_database(Path(folder) / "replay.sqlite")
        try:
            ledger = Ledger.on(database, now=time.time, wake_worker=_nobody, wake_sender=_nobody)
            services = _build_services(library, vocabulary, ledger, MemorySlack(channels), lang)
            return [_play(services, channel, talk) for channel, talk in channels.items()]
        finally:
            database.close()


class MemorySlack(WebClient):
    """Slack as far as reading a channel needs it: describes channels and people, calls nobody."""

    def __init__(self, channels: Mapping[str, Conversation]) -> None:
        super().__init__(retry_handlers=[])
        self._talks = channels

    def api_call(self, api_method: str, **arguments: object) -> SlackResponse:
        """Answer from memory.

        Raises:
            SlackApiError: the method is one that is not known here.
        """
        asked = arguments.get("params") or arguments.get("json")
        answer = self._answer(api_method, asked if isinstance(asked, Mapping) else {})
        response = SlackResponse(
            client=self,
            http_verb="POST",
            api_url=api_method,
            req_args={},
            data=answer,
            headers={},
            status_code=200,
        )
        response.validate()  # type: ignore[no-untyped-call]  # slack_sdk leaves it untyped
        return response

    def _answer(self, api_method: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        if api_method == "conversations.info":
            return {"ok": True, "channel": self._channel(asked["channel"])}
        if api_method == "users.info":
            return {"ok": True, "user": {"id": asked["user"], "team_id": IDENTITY.team_id}}
        return {"ok": False, "error": "unknown_method"}

    def _channel(self, channel_id: str) -> dict[str, Any]:
        talk = self._talks[channel_id]
        topic = {"value": talk.topic, "creator": "", "last_set": 0}
        return {"id": channel_id, "name": talk.name, "is_channel": True, "topic": topic}


@dataclass
class _Wall:
    """What stands in one channel: each post under its key, as it looks now."""

    cards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unasked: set[str] = field(default_factory=set)
    stamps: Iterator[int] = field(default_factory=lambda: count(1))


def _nobody() -> None:
    """There is no thread to wake: the replay reads the queues itself."""


def _build_services(
    library: Library, vocabulary: Vocabulary, ledger: Ledger, client: WebClient, lang: str
) -> Services:
    numbers = count(1)
    store = Store(ledger.database, clock=utc_now)
    return Services(
        library=library,
        store=store,
        titles=Titles(store),
        vocabulary=vocabulary,
        gate=Gate.load(),
        ledger=ledger,
        catalogue=Catalogue.load(),
        directory=Directory(client, IDENTITY.team_id, time.monotonic),
        client=client,
        identity=IDENTITY,
        policy=Policy(watch_channels=_EVERY_CHANNEL, default_language=lang),
        new_id=lambda: f"eval{next(numbers)}",
        clock=utc_now,
    )


def _play(services: Services, channel_id: str, talk: Conversation) -> Course:
    wall = _Wall()
    cards: list[tuple[str, ...] | None] = []
    for number, said in enumerate(talk.messages, 1):
        event = _event(channel_id, number, said)
        _deliver(services, event)
        for row in _sent(services.ledger, wall):
            _put_up(wall, row, asked=is_question(event, services))
        cards.append(next(iter(wall.cards.values()), None))
    return Course(tuple(cards), len(wall.unasked))


def _event(channel_id: str, number: int, said: Said) -> dict[str, Any]:
    """The message as Slack's event; an alert comes from a bot."""
    event: dict[str, Any] = {
        "type": "message",
        "channel": channel_id,
        "channel_type": "channel",
        "ts": f"{_FIRST_TS + number * _MESSAGE_SECONDS}.000000",
        "text": said.text,
    }
    if said.role == ALERT:
        return event | {"subtype": "bot_message", "bot_id": "B0EVALALERT", "username": said.user}
    return event | {"user": said.user}


def _deliver(services: Services, event: Mapping[str, Any]) -> None:
    """Into the inbox as Slack's delivery, and worked on."""
    inbox = services.ledger.inbox
    body = {"type": "event_callback", "team_id": IDENTITY.team_id, "event": event}
    delivery = read_delivery(body)
    if delivery is not None:
        inbox.add(delivery)
    for item in inbox.take(_OWNER, 1):
        handle(item, services)
        inbox.done(item)


def _sent(ledger: Ledger, wall: _Wall) -> Iterator[Row]:
    """Everything the outbox wants in Slack now, each taken as sent."""
    while rows := ledger.outbox.take(_OWNER, 1):
        for row in rows:
            ledger.outbox.sent(row, row.ts or f"{_FIRST_TS}.{next(wall.stamps):06}")
            yield row


def _put_up(wall: _Wall, row: Row, *, asked: bool) -> None:
    if row.target.kind != "message":
        return
    if row.ts is None and not asked:
        wall.unasked.add(row.key)
    if row.key.startswith("card:"):
        wall.cards[row.key] = _case_ids(row.content)


def _case_ids(content: Mapping[str, Any]) -> tuple[str, ...]:
    """The cases of a card in their order: each has its Details button."""
    ids: dict[str, None] = {}
    for block in content["blocks"]:
        for element in (block.get("accessory") or {}, *(block.get("elements") or ())):
            if element.get("action_id") == _DETAILS:
                ids[element["value"].rpartition(" ")[2]] = None
    return tuple(ids)
