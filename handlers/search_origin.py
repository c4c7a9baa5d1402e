"""What the modals of a search carry along from request to request.

Slack gives it back unchanged with each of them, and no time to look anything up: menus are filled,
and a submission is answered, in their acknowledgement. Who may see what was decided when the modal
was filled; whatever is posted from it is decided again by the worker that posts it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from corpus import Audience
from handlers.payload import part_of


@dataclass(frozen=True, slots=True)
class SearchOrigin:
    """Where a search was opened, and for whom.

    Attributes:
        channel_id: the channel it was opened in; "" on Home.
        response_url: Slack's way into that channel; "" on Home.
        thread_ts: the thread to share an answer in; "" for none.
        lang: the reader's language.
        own: whether the team's cases may be shown.
        own_channel_id: the channel whose own cases may be shown, too.
        may_share: whether there is anybody to share an answer with.
    """

    channel_id: str
    response_url: str
    thread_ts: str
    lang: str
    own: bool
    own_channel_id: str | None
    may_share: bool

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> "SearchOrigin | None":
        """What the view of a request carries; None where it is not one of a search."""
        try:
            found = json.loads(str(part_of(body, "view").get("private_metadata")))
            return cls(**found) if isinstance(found, dict) else None
        except (ValueError, TypeError):
            return None

    def written(self) -> str:
        """As it goes into a view."""
        return json.dumps(asdict(self))

    @property
    def audience(self) -> Audience:
        """Who reads the modal."""
        return Audience(own=self.own, channel_id=self.own_channel_id)
