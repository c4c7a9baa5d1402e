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
    from handlers import details  # noqa: PLC0415 - commands that read words load no Slack
    from handlers.claim import OPENS_A_VIEW, build_claim  # noqa: PLC0415

    app.use(
        build_claim(
            services.ledger.inbox,
            services.directory,
            services.identity,
            busy=lambda: services.words()("busy-try-again"),
        )
    )
    open_case = details.build_open_case(services)
    app.command(re.compile(".*"))(open_case)
    for action_id in sorted(OPENS_A_VIEW):
        app.action(action_id)(open_case)
