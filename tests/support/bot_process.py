"""The real bot as a process of its own, pointed at the stand-in."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

START_SECONDS = 30.0
STOP_SECONDS = 15.0


class BotProcess:
    """One `incident-lookup run`; its log is kept in a file for the tests that read it."""

    def __init__(self, folder: Path, environment: Mapping[str, str], *arguments: str) -> None:
        self._ready = folder / "ready"
        self._log = folder / "bot.log"
        self._arguments = arguments
        self._environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("SLACK_")},
            "LC_ALL": "C",
            "INCIDENT_LOOKUP_DATABASE": str(folder / "bot.sqlite"),
            "READY_FILE": str(self._ready),
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "BotProcess":
        """Start it and wait until its socket (or port) is up."""
        self._ready.unlink(missing_ok=True)
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot", "run", *self._arguments],
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._ready.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the bot did not become ready:\n{self.log()}")
            time.sleep(0.02)
        return self

    def kill(self) -> None:
        """Kill -9: nothing is tidied up."""
        self._signal(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; its exit code."""
        return self._signal(signal.SIGTERM)

    def is_running(self) -> bool:
        """Whether the process is still there."""
        return self._process is not None and self._process.poll() is None

    def log(self) -> str:
        """Everything it logged so far."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def database(self) -> Path:
        """Its SQLite file."""
        return Path(self._environment["INCIDENT_LOOKUP_DATABASE"])

    @property
    def ready_file(self) -> Path:
        """Written while the socket is connected."""
        return self._ready

    def _signal(self, number: int) -> int:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(number)
        return self._process.wait(STOP_SECONDS)
