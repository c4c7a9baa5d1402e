"""How the process logs: events with names, ids and counts.

Never a message's words, never a token.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Literal

_QUIET = ("slack_bolt", "slack_sdk", "uvicorn.access", "apscheduler")
"""Loggers that write request bodies below ERROR (bolt-python logs what it cannot verify)."""


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON; the traceback is there if the record has one."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def configure(level: str, form: Literal["text", "json"]) -> None:
    """Send the program's logs to stderr."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s %(message)s")
    handler.setFormatter(JsonFormatter() if form == "json" else text)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.ERROR, root.level))
