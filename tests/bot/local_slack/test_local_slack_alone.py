"""The stand-in as a program of its own."""

import doctest
import signal
import subprocess
import sys

from slack_sdk import WebClient

import bot.local_slack


def test_it_prints_what_a_bot_needs_and_stops_on_sigterm() -> None:
    """The printed environment is good for a call; SIGTERM ends it with exit code 0."""
    command = [sys.executable, "-m", "bot.local_slack"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _ in range(5)]
        exports = dict(line.removeprefix("export ").split("=", 1) for line in lines[1:])
        client = WebClient(exports["SLACK_BOT_TOKEN"], base_url=exports["SLACK_API_URL"])

        answer = client.auth_test()
        process.send_signal(signal.SIGTERM)

        assert lines[0].startswith("# http://127.0.0.1:")
        assert answer["user_id"] == "U0BOT"
        assert process.wait(10) == 0


def test_a_port_that_is_no_number_is_a_usage_error() -> None:
    """Exit code 2 and a sentence."""
    command = [sys.executable, "-m", "bot.local_slack", "somewhere"]

    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_the_example_in_the_docstring_runs() -> None:
    """What the package says of itself is true."""
    outcome = doctest.testmod(bot.local_slack)

    assert (outcome.failed, outcome.attempted) == (0, 2)
