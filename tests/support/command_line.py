"""The command line as other programs use it: a process of its own, its exit code and its words."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.settings import Settings

RUN_SECONDS = 60.0

Argument = str | bytes


@dataclass(frozen=True)
class Answer:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """The one JSON document that stdout is.

        Raises:
            ValueError: it holds something else.
        """
        return json.loads(self.stdout)

    @property
    def complaint(self) -> str:
        """The one sentence on stderr of a command that said nothing else.

        Raises:
            AssertionError: it said anything else, or nothing.
        """
        lines = self.stderr.splitlines()
        assert (self.stdout, len(lines)) == ("", 1), f"{self.stdout!r} {self.stderr!r}"
        return lines[0]


class CommandLine:
    """Runs `incident-lookup` under `LC_ALL=C`, with a database of its own and no other settings."""

    def __init__(self, database: Path) -> None:
        self.database = database

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a run: nothing of this process's settings, and `more`."""
        ours = {name.upper() for name in Settings.model_fields}
        kept = {key: value for key, value in os.environ.items() if key not in ours}
        database = {"INCIDENT_LOOKUP_DATABASE": str(self.database)}
        return kept | {"LC_ALL": "C", "COLUMNS": "80"} | database | more

    def start(self, *arguments: Argument, **more: Any) -> "subprocess.Popen[bytes]":
        """Start a command; `more` goes to Popen."""
        more.setdefault("env", self.environment())
        return subprocess.Popen([sys.executable, "-m", "bot", *arguments], **more)

    def __call__(self, *arguments: Argument, **variables: str) -> Answer:
        """Run a command to its end; variables are added to its environment."""
        process = self.start(
            *arguments,
            env=self.environment(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        stdout, stderr = process.communicate(timeout=RUN_SECONDS)
        return Answer(process.returncode, stdout.decode("utf-8"), stderr.decode("utf-8"))

    def all(self, commands: Mapping[str, Sequence[Argument]]) -> dict[str, Answer]:
        """Run many commands, as many at once as there are processors."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(lambda arguments: self(*arguments), commands.values())
            return dict(zip(commands, answers, strict=True))

    def on_terminal(self, *arguments: Argument, **variables: str) -> str:
        """What a person sees: stdout is a terminal of `COLUMNS` columns."""
        controller, terminal = pty.openpty()
        variables = {"TERM": "xterm-256color"} | variables
        with self.start(*arguments, env=self.environment(**variables), stdout=terminal) as process:
            os.close(terminal)
            seen = b"".join(iter(lambda: _read(controller), b""))
            process.wait(RUN_SECONDS)
        os.close(controller)
        return seen.decode("utf-8").replace("\r\n", "\n")


def _read(controller: int) -> bytes:
    """The next bytes of a terminal; nothing once the process has closed it (Linux: EIO)."""
    try:
        return os.read(controller, 65536)
    except OSError:
        return b""


def without_style(seen: str) -> str:
    """The words on a terminal, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", seen)
