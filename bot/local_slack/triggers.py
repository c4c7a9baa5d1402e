"""trigger_ids: permission to open one view, for three seconds after somebody did something."""

from dataclasses import dataclass

from bot.local_slack.clock import Clock, new_id
from bot.local_slack.errors import SlackError

LIFE_SECONDS = 3.0  # Slack: a trigger_id expires 3 seconds after it was issued


@dataclass(slots=True)
class Trigger:
    """Who did something, where and when.

    Attributes:
        view_id: the modal in which it was done, if it was in one.
    """

    user_id: str
    view_id: str | None
    issued_at: float
    is_used: bool = False


class Triggers:
    """All triggers issued since the last reset."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._issued: dict[str, Trigger] = {}

    def issue(self, user_id: str, view_id: str | None = None) -> str:
        """A new trigger_id for what this user just did."""
        trigger_id = f"{len(self._issued) + 1}.{new_id('')}.{new_id('')}".lower()
        self._issued[trigger_id] = Trigger(user_id, view_id, self._clock.now())
        return trigger_id

    def exchange(self, trigger_id: object) -> Trigger:
        """Use a trigger up.

        Raises:
            SlackError: `invalid_trigger_id`, `exchanged_trigger_id` or `expired_trigger_id`.
        """
        trigger = self._issued.get(trigger_id) if isinstance(trigger_id, str) else None
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.is_used:
            raise SlackError("exchanged_trigger_id")
        if self._clock.now() - trigger.issued_at > LIFE_SECONDS:
            raise SlackError("expired_trigger_id")
        trigger.is_used = True
        return trigger
