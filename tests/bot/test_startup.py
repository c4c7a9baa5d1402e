"""What a command loads before it begins: what it needs, and nothing of the other commands."""

import json
import subprocess
import sys

import pytest

REPORT = """
import json, sys
from bot import cli
sys.argv = ["incident-lookup", *json.loads(sys.argv[1])]
try:
    cli.main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded_by(*arguments: str) -> set[str]:
    """The packages that a command of its own process has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT, json.dumps(arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    modules: list[str] = json.loads(done.stderr.splitlines()[-1])
    return {name.partition(".")[0] for name in modules}


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (("--help",), {"pydantic", "corpus", "handlers", "slack_sdk", "numpy"}),
        (("vocab", "domain"), {"slack_sdk", "slack_bolt", "uvicorn", "starlette"}),
        (("gate", "everything is down"), {"slack_sdk", "slack_bolt", "sqlite_utils", "uvicorn"}),
    ],
)
def test_a_command_loads_nothing_of_the_others(
    arguments: tuple[str, ...], unneeded: set[str]
) -> None:
    """Somebody who asks the gate or the vocabulary waits for no client and no server."""
    assert loaded_by(*arguments) & unneeded == set()


def test_the_bot_is_ready_before_what_it_needs_later() -> None:
    """Only `--http` waits for the libraries that serve HTTP, and nobody for the scheduler."""
    late = ("uvicorn", "starlette", "apscheduler")
    code = f"import bot.run, sys; print(*(name for name in {late} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == []
