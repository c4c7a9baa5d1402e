"""The Bolt app as we want it, and nothing that Bolt would guess."""

import logging
from concurrent.futures import ThreadPoolExecutor

from slack_bolt import App, BoltResponse
from slack_sdk import WebClient

from bot.settings import Settings

LISTENER_THREADS = 16
"""Listeners only acknowledge and open modals; Bolt's default of five lets acks wait under load."""

_logger = logging.getLogger(__name__)


def build_app(settings: Settings, client: WebClient) -> App:
    """The Bolt app, with nothing registered on it yet.

    Raises:
        BoltError: Slack does not confirm the token, which it is asked about (`auth.test`).
    """
    secret = settings.slack_signing_secret
    app = App(
        name="incident-lookup",
        client=client,
        signing_secret=secret.get_secret_value() if secret else "",
        logger=logging.getLogger("slack_bolt"),
        listener_executor=ThreadPoolExecutor(LISTENER_THREADS, thread_name_prefix="listener"),
    )
    app.error(_log_error)
    return app


def _log_error(error: Exception) -> BoltResponse:
    """Log one traceback and do not acknowledge, so that Slack delivers events again."""
    _logger.error("listener_failed", exc_info=error)
    return BoltResponse(status=500)
