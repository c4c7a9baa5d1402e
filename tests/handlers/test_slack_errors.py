"""What a failed call to Slack means: done or not, again or not, and when."""

from http.client import IncompleteRead
from urllib.error import URLError

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from handlers.slack_errors import read_answer, read_problem


def api_error(
    status: int, data: dict[str, object], headers: dict[str, str] | None = None
) -> SlackApiError:
    """The error slack_sdk raises for an answer with this status, body and headers."""
    response = SlackResponse(
        client=None,
        http_verb="POST",
        api_url="",
        req_args={},
        data=data,
        headers=headers or {},
        status_code=status,
    )
    return SlackApiError("refused", response)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("30", 30.0), ("1", 1.0), (None, 1.0), ("abc", 1.0), ("-5", 0.0), ("999999", 3600.0)],
)
def test_problem_honours_retry_after(header: str | None, seconds: float) -> None:
    """429 waits as long as the header says, and a second where it says nothing useful."""
    headers = {"Retry-After": header} if header else {}

    problem = read_problem(api_error(429, {"ok": False, "error": "ratelimited"}, headers))

    assert problem.retry_after_seconds == seconds
    assert not problem.uncertain


def test_problem_sees_a_rate_limit_in_a_200() -> None:
    """Slack also says ratelimited with HTTP 200."""
    problem = read_problem(api_error(200, {"ok": False, "error": "ratelimited"}))

    assert problem.retry_after_seconds == 1.0


@pytest.mark.parametrize(
    "error", ["fatal_error", "internal_error", "service_unavailable", "request_timeout"]
)
def test_problem_is_uncertain_where_slack_may_have_done_it(error: str) -> None:
    """After these answers the post may be there."""
    assert read_problem(api_error(200, {"ok": False, "error": error})).uncertain


@pytest.mark.parametrize("status", [500, 502, 503])
def test_problem_is_uncertain_after_a_server_error(status: int) -> None:
    """A 5xx says nothing about the effect."""
    assert read_problem(api_error(status, {})).uncertain


@pytest.mark.parametrize(
    "error",
    [
        URLError("reset"),
        ConnectionResetError(),
        TimeoutError(),
        IncompleteRead(b""),
        ValueError("not UTF-8"),
    ],
)
def test_problem_is_uncertain_when_no_answer_arrived(error: Exception) -> None:
    """A broken connection or answer leaves open what Slack did."""
    assert read_problem(error).uncertain


def test_problem_is_uncertain_when_the_answer_is_no_json() -> None:
    """An HTML page with status 200 is no answer."""
    problem = read_problem(
        SlackApiError("no JSON", {"ok": False, "error": "Received a response in a non-JSON format"})
    )

    assert problem.uncertain


@pytest.mark.parametrize(
    "error", ["is_archived", "channel_not_found", "restricted_action", "message_not_found"]
)
def test_problem_is_final_where_slack_said_no(error: str) -> None:
    """A plain refusal is not tried again."""
    assert read_problem(api_error(200, {"ok": False, "error": error})).is_final


@pytest.mark.parametrize("error", ["invalid_blocks", "msg_blocks_too_long", "msg_too_long"])
def test_problem_knows_a_refused_form(error: str) -> None:
    """Content that Slack refuses for its form may pass as plain text."""
    assert read_problem(api_error(200, {"ok": False, "error": error})).refused_form


def test_answer_of_a_response_url_is_read_by_its_word() -> None:
    """A response_url answers with a bare word."""
    problem = read_answer(404, "used_url", {})

    assert (problem.error, problem.is_final) == ("used_url", True)


@pytest.mark.parametrize("status", [400, 403, 404])
def test_answer_without_a_word_is_a_refusal(status: int) -> None:
    """A 4xx says no, whatever its body."""
    problem = read_answer(status, "", {})

    assert (problem.error, problem.is_final) == (f"http_{status}", True)
