"""What stopped a command becomes one sentence and an exit code."""

import errno
from pathlib import Path
from urllib.error import URLError

import pytest
from slack_sdk.errors import SlackApiError

from bot.errors import CommandError, UsageError
from bot.failures import Ending, explain
from bot.settings import SettingsError
from corpus import CaseNotFoundError, DatabaseError


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (UsageError("Give a text."), Ending("Give a text.", code=2)),
        (CommandError("x.json: is not JSON"), Ending("x.json: is not JSON")),
        (CaseNotFoundError("PUB-9"), Ending("There is no case PUB-9.")),
        (DatabaseError(Path("x"), "x is busy."), Ending("x is busy.")),
        (SettingsError("LOG_LEVEL is wrong"), Ending("LOG_LEVEL is wrong")),
        (
            SlackApiError("failed", {"ok": False, "error": "invalid_auth"}),
            Ending("Slack answered invalid_auth; `incident-lookup check` says more."),
        ),
        (
            FileNotFoundError(errno.ENOENT, "No such file or directory", "x.json"),
            Ending("x.json: No such file or directory"),
        ),
        (OSError(errno.EADDRINUSE, "Address already in use"), Ending("Address already in use.")),
        (URLError(OSError(errno.ECONNREFUSED, "refused")), Ending("refused.")),
        (TimeoutError(), Ending("TimeoutError.")),
    ],
)
def test_expected_problems_keep_their_own_words(problem: Exception, expected: Ending) -> None:
    """People read what is wrong, not what it is called in the program."""
    assert explain(problem) == expected


def test_a_mistake_of_the_program_says_how_to_see_more() -> None:
    """Its traceback is for the log, and the sentence tells where that is."""
    ending = explain(KeyError("x"))

    assert (ending.code, ending.is_expected) == (1, False)
    assert "KeyError: 'x'" in ending.sentence
    assert "LOG_LEVEL=debug" in ending.sentence
