"""Slack in, Slack out: one module for each thing a person does in Slack.

`register` is the table of contents. Every delivery meets `claim` first; what needs no listener of
its own is acknowledged there, and the worker takes it from the inbox to `route.handle`.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slack_bolt import App

    from handlers.services import Services

__all__ = ["register"]


def register(app: "App", services: "Services") -> None:
    """Put the bot's middleware and its listeners on a Bolt app."""
    from handlers import modals  # noqa: PLC0415 - commands that read words load no Slack
    from handlers.claim import build_claim  # noqa: PLC0415

    app.use(build_claim(services))
    open_modal = modals.build_open_modal(services)
    app.command(re.compile(".*"))(open_modal)
    for action_id in sorted(modals.OPENING_ACTIONS):
        app.action(action_id)(open_modal)
    for callback_id in sorted(modals.OPENING_SHORTCUTS):
        app.shortcut(callback_id)(open_modal)
