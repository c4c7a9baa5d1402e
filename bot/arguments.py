"""The arguments of the command line, before and after they are parsed; and its input."""

import sys


def common_first(arguments: list[str]) -> list[str]:
    """The arguments with the options of every command before the command, wherever they stood."""
    first: list[str] = []
    rest: list[str] = []
    left = iter(arguments)
    for argument in left:
        value = next(left, None) if argument in ("--db", "--lang") else None
        if argument == "--":
            rest += (argument, *left)
        elif value is not None:
            first += (argument, value)
        elif argument.startswith(("--db=", "--lang=")):
            first.append(argument)
        else:
            rest.append(argument)
    return first + rest


def joined(parts: list[str]) -> str:
    """Arguments as one text; bytes that are no UTF-8 become replacement characters."""
    return " ".join(parts).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_stdin() -> str:
    """All of stdin as UTF-8, whatever the locale; what is no UTF-8 becomes replacement marks."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")
