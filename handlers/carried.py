"""What the form of a channel's settings carries along: where it was opened, and the way back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from handlers.payload import part_of


@dataclass(frozen=True, slots=True)
class Carried:
    """The channel that a form is about, and the response_url of whoever opened it."""

    channel_id: str
    response_url: str

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> "Carried | None":
        """Read it from a submission; None where the view carries none, as the skeleton does."""
        try:
            return cls(**json.loads(str(part_of(body, "view").get("private_metadata"))))
        except (ValueError, TypeError):
            return None

    def __str__(self) -> str:
        """As a view's `private_metadata`."""
        return json.dumps(asdict(self))
