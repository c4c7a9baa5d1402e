"""What a builder hands over for posting: the text and the blocks, always together.

Does not know how, where or whether it is posted.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

Block: TypeAlias = dict[str, Any]
"""One Block Kit block, element or text object, ready for JSON."""

View: TypeAlias = dict[str, Any]
"""One modal, ready for `views.open` or `views.update`."""


@dataclass(frozen=True, slots=True)
class Message:
    """A Slack message. Both parts are sent every time, also on update.

    Attributes:
        text: the same in one line, for notifications and screen readers; never blank.
        blocks: what is shown.
    """

    text: str
    blocks: tuple[Block, ...]
