"""The program's own output: UTF-8 whatever the locale, one JSON document, one sentence on stderr.

How a case or a report looks is not known here: see `sheet`, `print_cases` and `print_reports`.
"""

import io
import json
import sys
from typing import Any, TextIO


class _Patient(io.FileIO):
    """A stream whose reader may go away (`| head -1`): what is left unsaid is dropped.

    Another failure (a full disk) is raised once, and not again when the process ends.
    """

    _is_lost = False

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - the type of buffers has no name in 3.11
        if self._is_lost:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BrokenPipeError:
            self._is_lost = True
            return memoryview(data).nbytes
        except OSError:
            self._is_lost = True
            raise


def prepare_streams() -> None:
    """Write UTF-8 under any locale (LC_ALL=C), and fail neither on a character nor on a pipe.

    Streams that somebody has put in place of the process's own are left as they are.
    """
    if sys.stdout is sys.__stdout__ and sys.stdout is not None:
        sys.stdout = _reopen(sys.stdout)
    if sys.stderr is sys.__stderr__ and sys.stderr is not None:
        sys.stderr = _reopen(sys.stderr)


def flush() -> None:
    """Make sure that everything said has left the process.

    Raises:
        OSError: it cannot be written, for instance because the disk is full.
    """
    if sys.stdout is not None:
        sys.stdout.flush()


def line(text: str) -> None:
    """One plain line on stdout."""
    print(_shown(text))  # noqa: T201 - the command line's own output


def lines(text: str) -> None:
    """A text as it is, on stdout; only what could steer a terminal is replaced."""
    text = text.removesuffix("\n")
    print("".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text))  # noqa: T201 - the command line's own output


def error(sentence: str) -> None:
    """One sentence on stderr."""
    print(_shown(sentence), file=sys.stderr)  # noqa: T201 - the command line's own output


def json_document(document: object) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, ensure_ascii=False, indent=2))  # noqa: T201 - the command line's own output


def _shown(text: str) -> str:
    """On one line; what could steer a terminal, or is no character, is replaced."""
    return "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text.split()))


def _reopen(stream: TextIO) -> TextIO:
    stream.flush()
    raw = _Patient(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding="utf-8", errors="replace", line_buffering=stream.isatty()
    )
