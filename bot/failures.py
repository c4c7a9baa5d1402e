"""What stopped a command: one sentence for stderr, and the exit code."""

from dataclasses import dataclass

from slack_bolt.error import BoltError
from slack_sdk.errors import SlackApiError

from bot.errors import CommandError, UsageError
from bot.settings import SettingsError
from corpus import CorpusError


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ends.

    Attributes:
        sentence: for the person who ran it.
        code: 1 for an expected failure, 2 for a wrong use.
        is_expected: false for a mistake of the program, whose traceback belongs in the log.
    """

    sentence: str
    code: int = 1
    is_expected: bool = True


def explain(problem: Exception) -> Ending:
    """The ending that an exception means."""
    if isinstance(problem, UsageError):
        return Ending(str(problem), code=2)
    if isinstance(problem, CommandError | CorpusError | SettingsError):
        return Ending(str(problem))
    if isinstance(problem, SlackApiError | BoltError):
        return Ending(_slack_sentence(problem))
    reason = getattr(problem, "reason", None)  # urllib wraps what the network said
    if isinstance(reason, OSError):
        problem = reason
    if isinstance(problem, OSError):
        what = problem.strerror or str(problem) or type(problem).__name__
        return Ending(f"{problem.filename}: {what}" if problem.filename else f"{what}.")
    told = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    return Ending(
        f"Something went wrong inside incident-lookup ({told}); LOG_LEVEL=debug shows where.",
        is_expected=False,
    )


def _slack_sentence(problem: SlackApiError | BoltError) -> str:
    """What Slack said, or that what answered was not Slack."""
    if isinstance(problem, BoltError):
        return "Slack did not confirm SLACK_BOT_TOKEN; `incident-lookup check` says more."
    name = str(problem.response.get("error") or "an error")
    if " " in name:
        return (
            "The address of Slack's API answered with something else than that API; "
            "check SLACK_API_URL and try again."
        )
    return f"Slack answered {name}; `incident-lookup check` says more."
