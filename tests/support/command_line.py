"""The command line as other programs use it: its exit code and its words.

As a process of its own, which is what is proved; or inside this process, where starting one for
each of many inputs would take minutes.
"""

import json
import logging
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.cli import main
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

    def inside(self, *arguments: Argument, **variables: str) -> Answer:
        """Run a command in this process: the same, but for the streams."""
        argv = ["incident-lookup", *map(os.fsdecode, arguments)]
        said, complained = StringIO(), StringIO()
        with (
            patch.dict(os.environ, self.environment(**variables), clear=True),
            patch.object(sys, "argv", argv),
            _logging_kept(),
            redirect_stdout(said),
            redirect_stderr(complained),
        ):
            try:
                main()
            except SystemExit as ended:
                code = int(ended.code or 0)
        return Answer(code, said.getvalue(), complained.getvalue())

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


@contextmanager
def _logging_kept() -> Iterator[None]:
    """Commands set logging up for their process; the test's own is put back."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


def _read(controller: int) -> bytes:
    """The next bytes of a terminal; nothing once the process has closed it (Linux: EIO)."""
    try:
        return os.read(controller, 65536)
    except OSError:
        return b""


def without_style(seen: str) -> str:
    """The words on a terminal, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", seen)
