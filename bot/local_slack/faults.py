"""Faults that a test asks for: what goes wrong next, and for how many times.

Owns the knobs and their counters. Where a knob bites is in the module it belongs to: `web_api`
(answers), `sockets`, `http_target`, `delivery` and `posting`. New knobs are new fields here.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from bot.local_slack.errors import BadRequestError

FaultKind = Literal["429", "500", "503", "html", "reset", "slow", "error"]
FAULT_KINDS: tuple[FaultKind, ...] = ("429", "500", "503", "html", "reset", "slow", "error")
DISCONNECT_REASONS = ("warning", "refresh_requested", "link_disabled", "too_many_websockets")
Echo = Literal["normal", "bot_message", "bare", "none"]
ECHOES: tuple[Echo, ...] = ("normal", "bot_message", "bare", "none")


@dataclass(slots=True)
class MethodFault:
    """What the next `count` calls of a method answer.

    Attributes:
        kind: an HTTP status, an HTML page, a connection reset, a late answer, or an error code.
        effect: whether the call does its work before it goes wrong ("was it posted or not?");
            a late answer without it does its work late.
        retry_after: value of the header with 429; None leaves it out, any string is sent as it is.
        error: the code with kind `error`.
        seconds: how late with kind `slow`.
        status: HTTP status with kind `html`.
        skip: how many calls go well first.
    """

    kind: FaultKind
    count: int = 1
    effect: bool = False
    retry_after: str | None = "1"
    error: str = "internal_error"
    seconds: float = 0.0
    status: int = 503
    skip: int = 0


@dataclass(slots=True)
class SocketFaults:
    """Knobs of Socket Mode.

    Attributes:
        refuse: how many handshakes are refused next.
        num_connections: what `hello` claims; None tells the truth.
        hello_reason, hello_count: the next connections are sent away with this reason after hello.
    """

    refuse: int = 0
    num_connections: int | None = None
    hello_reason: str = ""
    hello_count: int = 0

    def take_refusal(self) -> bool:
        """Whether this handshake is to be refused."""
        if self.refuse <= 0:
            return False
        self.refuse -= 1
        return True

    def take_hello_reason(self) -> str:
        """The reason to send this new connection away with, "" for none."""
        if self.hello_count <= 0:
            return ""
        self.hello_count -= 1
        return self.hello_reason


@dataclass(slots=True)
class HttpFaults:
    """Knobs of HTTP delivery: a skewed clock in signatures, or wrong signatures."""

    skew_seconds: float = 0.0
    bad_signatures: int = 0

    def take_bad_signature(self) -> bool:
        """Whether this request is to be signed with another secret."""
        if self.bad_signatures <= 0:
            return False
        self.bad_signatures -= 1
        return True


@dataclass(slots=True)
class EventFaults:
    """Knobs of event delivery.

    Attributes:
        duplicate: how many of the next events are delivered twice, with the same event_id.
        lose_acks: how many acknowledgements of events are overlooked next, so that Slack retries.
        hold: events wait until released; they are then sent newest first when `reverse`.
    """

    duplicate: int = 0
    lose_acks: int = 0
    hold: bool = False
    reverse: bool = False

    def take_duplicate(self) -> bool:
        """Whether this event is delivered twice."""
        if self.duplicate <= 0:
            return False
        self.duplicate -= 1
        return True

    def take_lost_ack(self) -> bool:
        """Whether this acknowledgement gets lost on its way."""
        if self.lose_acks <= 0:
            return False
        self.lose_acks -= 1
        return True


@dataclass(slots=True)
class Faults:
    """All knobs, at rest: nothing goes wrong.

    Attributes:
        echo: how the bot's own posts come back as events: as today's apps do, as `bot_message`
            without user, as that without `app_id` either, or not at all.
        update_keeps_blocks: what `chat.update` with text alone does to the old blocks; Slack's
            documentation has said both.
        rate_limits: None leaves what the stand-in was started with.
        page_items: the most that a page of a list holds, whatever `limit` was asked for.
        empty_pages: how many pages are empty next, with a cursor that leads on.
    """

    methods: dict[str, list[MethodFault]] = field(default_factory=dict)
    socket: SocketFaults = field(default_factory=SocketFaults)
    http: HttpFaults = field(default_factory=HttpFaults)
    events: EventFaults = field(default_factory=EventFaults)
    echo: Echo = "normal"
    update_keeps_blocks: bool = False
    rate_limits: bool | None = None
    page_items: int | None = None
    empty_pages: int = 0

    def add(self, method: str, fault: MethodFault) -> None:
        """Queue a fault for a method; `*` is any method."""
        self.methods.setdefault(method, []).append(fault)

    def take(self, method: str) -> MethodFault | None:
        """The fault this call meets, if any; each call uses one up."""
        for name in (method, "*"):
            queue = self.methods.get(name, [])
            if not queue:
                continue
            fault = queue[0]
            if fault.skip > 0:
                fault.skip -= 1
                return None
            fault.count -= 1
            if fault.count <= 0:
                queue.pop(0)
            return fault
        return None

    def clear(self) -> None:
        """Put every knob back to rest, in place: others hold on to the parts."""
        rest = Faults()
        self.methods.clear()
        for part, still in (
            (self.socket, rest.socket),
            (self.http, rest.http),
            (self.events, rest.events),
        ):
            for name in type(still).__dataclass_fields__:
                setattr(part, name, getattr(still, name))
        self.echo = rest.echo
        self.update_keeps_blocks = rest.update_keeps_blocks
        self.rate_limits = rest.rate_limits
        self.page_items = rest.page_items
        self.empty_pages = rest.empty_pages

    def take_empty_page(self) -> bool:
        """Whether this page is to be empty."""
        if self.empty_pages <= 0:
            return False
        self.empty_pages -= 1
        return True


def parse_method_fault(body: dict[str, Any]) -> MethodFault:
    """Read a fault from a control request.

    Raises:
        BadRequestError: an unknown kind or member.
    """
    kind = body.get("kind")
    if kind not in FAULT_KINDS:
        raise BadRequestError(f"kind is one of {', '.join(FAULT_KINDS)}, not {kind!r}")
    members = {key: value for key, value in body.items() if key not in ("method", "kind")}
    unknown = members.keys() - set(MethodFault.__dataclass_fields__)
    if unknown:
        raise BadRequestError(f"a fault has no {', '.join(sorted(unknown))}")
    retry_after = members.get("retry_after", "1")
    members["retry_after"] = None if retry_after is None else str(retry_after)
    return MethodFault(kind=kind, **members)
