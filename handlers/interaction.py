"""A click: who pressed which button where, read once from Slack's block_actions body."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from handlers.ledger import Item
from handlers.locale import Words
from handlers.payload import action_of, part_of, user_of
from handlers.posting import Reader, post_private
from handlers.search_origin import SearchOrigin
from handlers.services import Services
from handlers.views.message import Message


@dataclass(frozen=True, slots=True)
class Interaction:
    """One press of a button, or one choice in a menu.

    Attributes:
        id: the inbox row; makes each answer to this click one.
        value: of the button, or of the option that was chosen.
        channel_id: where the message is, or where the modal was opened from.
        response_url: empty where the button sits in a modal.
        view_id: the modal it sits in, or the one its listener opened; "" on Home where none was.
        thread_ts: the thread in which the message is; empty outside threads.
        carried: what the modal of a search carries; None everywhere else.
        in_place: no modal was opened for the click; what it asks for takes the place of the view.
        view_title: what stands in the head of the view that was clicked in.
        source_view_id: the modal it sits in, also where its listener opened another one.
    """

    id: int
    action_id: str
    value: str
    user_id: str
    channel_id: str
    response_url: str
    view_id: str
    thread_ts: str = ""
    carried: SearchOrigin | None = None
    in_place: bool = False
    view_title: str = ""
    source_view_id: str = ""

    @classmethod
    def read(cls, item: Item) -> "Interaction":
        """Read a click from its inbox row."""
        body: Mapping[str, Any] = item.payload
        action = action_of(body)
        view, place, carried = (
            part_of(body, "view"),
            part_of(body, "channel"),
            SearchOrigin.read(body),
        )
        on_home = view.get("type") == "home"
        opened_in = carried.channel_id if carried else view.get("private_metadata")
        return cls(
            id=item.id,
            action_id=str(action.get("action_id", "")),
            value=str(action.get("value") or part_of(action, "selected_option").get("value") or ""),
            user_id=user_of(body),
            channel_id=str(place.get("id") or opened_in or ""),
            response_url=str(body.get("response_url") or ""),
            view_id=str(body.get("opened_view_id") or ("" if on_home else view.get("id")) or ""),
            thread_ts=str(
                part_of(body, "container").get("thread_ts")
                or part_of(body, "message").get("thread_ts")
                or ""
            ),
            carried=carried,
            in_place=bool(view) and not body.get("opened_view_id"),
            view_title=str(part_of(view, "title").get("text") or ""),
            source_view_id=str(view.get("id") or ""),
        )

    def words(self, services: Services) -> Words:
        """The interface's words in the language of the person who clicked."""
        return services.words(services.directory.person(self.user_id).lang)

    def answer(self, services: Services, message: Message | None, *, replace: bool = False) -> None:
        """Answer the person alone; with `replace`, in the place of the message they clicked in.

        A click in the modal of a search is answered where that was opened from.
        """
        opened_from = self.carried.response_url if self.carried and not replace else ""
        response_url = self.response_url or opened_from
        if not response_url:
            return
        key = f"click:{self.id}:{'replace' if replace else 'answer'}"
        reader = Reader(self.user_id, self.channel_id, response_url)
        post_private(services.ledger, key, message, reader, replace=replace)
