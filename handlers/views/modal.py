"""Modals as Slack takes them: the frame, the fields of a form, the options of a menu."""

from collections.abc import Sequence

from handlers.views.limits import OPTION_TEXT, clip, fit_view
from handlers.views.message import Block, View
from handlers.views.mrkdwn import plain_text


def modal(
    callback_id: str,
    title: str,
    content: Sequence[Block],
    *,
    close: str,
    submit: str = "",
    carried: str = "",
) -> View:
    """A modal within Slack's limits.

    Args:
        callback_id: what it is known by when it comes back.
        title: in its head.
        content: its blocks.
        close: the label of the button that closes it.
        submit: the label of the button that sends a form; "" where there is none.
        carried: comes back with every request of this modal.

    Raises:
        ValueError: `carried` is longer than 3,000 characters.
    """
    view: View = {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain_text(title),
        "close": plain_text(close),
        "blocks": list(content),
    }
    if submit:
        view["submit"] = plain_text(submit)
    if carried:
        view["private_metadata"] = carried
    return fit_view(view)


def field(
    names: tuple[str, str], label: str, element: Block, *, hint: str = "", optional: bool = False
) -> Block:
    """A field of a form, known by its block id, the first of its names."""
    block: Block = {
        "type": "input",
        "block_id": names[0],
        "label": plain_text(label),
        "element": element,
    }
    if hint:
        block["hint"] = plain_text(hint)
    if optional:
        block["optional"] = True
    return block


def option(value: str, label: str, about: str = "") -> Block:
    """An option of a menu: its label, and below it what it is about."""
    chosen: Block = {"text": plain_text(clip(label, OPTION_TEXT)), "value": value}
    if about:
        chosen["description"] = plain_text(clip(about, OPTION_TEXT))
    return chosen
