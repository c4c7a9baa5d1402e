"""`demo`: a local stand-in of Slack, the real bot on it, and a page to try both."""

import os
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path

from pydantic import SecretStr

from bot import logs, printing
from bot.local_slack import LocalSlack
from bot.run import run, stop_on_signals
from bot.settings import Settings


def run_demo(
    settings: Settings, *, port: int, open_browser: bool, stop: threading.Event | None = None
) -> None:
    """Run until interrupted. The database is thrown away at the end.

    Raises:
        OSError: the port is taken.
    """
    logs.configure("warning", settings.log_format)
    stopping = stop or stop_on_signals()
    slack = LocalSlack(port=port)
    slack.start()
    try:
        with tempfile.TemporaryDirectory(prefix="incident-lookup-demo-") as folder:
            printing.line(f"incident-lookup demo: {slack.url}")
            printing.line("Nothing leaves this machine. Ctrl+C ends it.")
            sys.stdout.flush()
            if open_browser and _has_display():
                webbrowser.open(slack.url)
            run(_demo_settings(settings, slack, Path(folder)), stop=stopping)
    finally:
        slack.stop()


def _demo_settings(settings: Settings, slack: LocalSlack, folder: Path) -> Settings:
    """The stand-in's tokens and addresses, whatever the environment says of a real workspace."""
    return settings.model_copy(
        update={
            "slack_bot_token": SecretStr(slack.bot_token),
            "slack_app_token": SecretStr(slack.app_token),
            "slack_signing_secret": SecretStr(slack.signing_secret),
            "slack_api_url": slack.api_url,
            "incident_lookup_database": folder / "demo.sqlite",
            "ready_file": None,
        }
    )


def _has_display() -> bool:
    """Whether a browser window can appear; outside macOS and Windows a display must be set."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
