"""`check`: what is wrong with tokens, scopes, Socket Mode, database and library, in plain words.

Reads only. For Socket Mode it opens one short connection of its own and acknowledges nothing on it,
so that whatever Slack happens to deliver there is delivered again elsewhere.
"""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

from slack_sdk import WebClient
from slack_sdk.web import SlackResponse
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bot.check_result import CheckResult
from bot.manifest import load_manifest
from bot.services import build_client, open_database, open_store
from bot.settings import Settings
from bot.slack_errors import CALL_ERRORS, read_problem
from corpus import DatabaseError, validate_paths

HELLO_SECONDS = 10.0
"""How long Slack may take to say hello on a new socket."""

_BOT_TOKEN_ADVICE: Mapping[str, str] = {
    "invalid_auth": "copy the Bot User OAuth Token again from the app's OAuth & Permissions page",
    "not_authed": "copy the Bot User OAuth Token again from the app's OAuth & Permissions page",
    "account_inactive": "the app was removed from the workspace; install it again",
    "token_revoked": "the token was revoked; install the app again and copy the new token",
    "token_expired": "the token has expired; install the app again and copy the new token",
}
_APP_TOKEN_ADVICE: Mapping[str, str] = {
    "invalid_auth": "copy the token again from Basic Information, App-Level Tokens",
    "not_allowed_token_type": "this is no app-level token; make one with connections:write",
    "missing_scope": "give the app-level token the scope connections:write",
    "forbidden_team": "the token belongs to another workspace",
}
_DISCONNECT_ADVICE: Mapping[str, str] = {
    "link_disabled": "Socket Mode is switched off; switch it on in the app's settings, Socket Mode",
    "too_many_websockets": "ten sockets of this app are open; stop the processes not needed",
}


def run_checks(settings: Settings) -> list[CheckResult]:
    """Look at everything that `run` needs. Never raises for what it looks at."""
    return [
        *_check_database(settings),
        _check_library(),
        *_check_bot_token(settings),
        *_check_mode(settings),
    ]


def _check_database(settings: Settings) -> Iterator[CheckResult]:
    path = settings.incident_lookup_database
    try:
        with closing(open_database(path)) as database:
            count = len(open_store(database, settings).all_cases())
            problems = database.integrity_check()
    except DatabaseError as error:
        yield CheckResult("database", ok=False, sentence=str(error))
        return
    if problems:
        yield CheckResult("database", ok=False, sentence=f"{path} is damaged: {problems[0]}")
        return
    yield CheckResult("database", ok=True, sentence=f"{path} is sound, {count} cases")


def _check_library() -> CheckResult:
    faults = validate_paths(None)
    if faults:
        first = faults[0]
        return CheckResult(
            "library", ok=False, sentence=f"{first.path}: {first.field}: {first.reason}"
        )
    return CheckResult("library", ok=True, sentence="every shipped case is valid")


def _check_bot_token(settings: Settings) -> Iterator[CheckResult]:
    name = "SLACK_BOT_TOKEN"
    if settings.slack_bot_token is None:
        yield CheckResult(name, ok=False, sentence="is not set; it begins with xoxb-")
        return
    try:
        answer = build_client(settings).auth_test()
    except CALL_ERRORS as error:
        yield CheckResult(name, ok=False, sentence=_advise(error, settings, _BOT_TOKEN_ADVICE))
        return
    yield CheckResult(name, ok=True, sentence=f"works: {answer['user']} in {answer['team']}")
    yield _check_scopes(answer)


def _check_scopes(answer: SlackResponse) -> CheckResult:
    headers = {key.lower(): value for key, value in answer.headers.items()}
    header = headers.get("x-oauth-scopes", "")
    granted = {scope.strip() for scope in str(header).split(",") if scope.strip()}
    missing = sorted(load_manifest().scopes - granted)
    if missing:
        return CheckResult(
            "scopes",
            ok=False,
            sentence=f"{', '.join(missing)} not granted; add as in manifest.yml and install again",
        )
    return CheckResult("scopes", ok=True, sentence="all of manifest.yml are granted")


def _check_mode(settings: Settings) -> Iterator[CheckResult]:
    """Socket Mode where there is an app token, else the signing secret of HTTP mode."""
    if settings.slack_app_token is not None:
        yield _check_socket(settings, settings.slack_app_token.get_secret_value())
    elif settings.slack_signing_secret is not None:
        yield CheckResult(
            "SLACK_SIGNING_SECRET",
            ok=True,
            sentence="is set (HTTP mode); only Slack's first request proves it",
        )
    else:
        yield CheckResult(
            "SLACK_APP_TOKEN",
            ok=False,
            sentence="is not set; it begins with xapp- (for HTTP mode set SLACK_SIGNING_SECRET)",
        )


def _check_socket(settings: Settings, app_token: str) -> CheckResult:
    client = WebClient(
        base_url=settings.slack_api_url, timeout=settings.slack_timeout_seconds, retry_handlers=[]
    )
    try:
        url = str(client.apps_connections_open(app_token=app_token)["url"])
    except CALL_ERRORS as error:
        return CheckResult(
            "SLACK_APP_TOKEN", ok=False, sentence=_advise(error, settings, _APP_TOKEN_ADVICE)
        )
    try:
        with connect(url, open_timeout=HELLO_SECONDS) as socket:
            return _read_hello(socket)
    except (OSError, WebSocketException) as error:
        return CheckResult(
            "Socket Mode",
            ok=False,
            sentence=f"no socket to Slack ({type(error).__name__}); a proxy may block WebSockets",
        )


def _read_hello(socket: ClientConnection) -> CheckResult:
    """What the first frames say; a `disconnect` may follow hello at once."""
    end = time.monotonic() + HELLO_SECONDS
    greeted: dict[str, Any] | None = None
    while (left := end - time.monotonic()) > 0:
        try:
            frame = json.loads(socket.recv(timeout=0.5 if greeted else left))
        except TimeoutError:
            break
        if frame.get("type") == "hello":
            greeted = frame
        elif frame.get("type") == "disconnect":
            reason = str(frame.get("reason"))
            advice = _DISCONNECT_ADVICE.get(reason, "try again")
            return CheckResult(
                "Socket Mode", ok=False, sentence=f"Slack closed the socket ({reason}): {advice}"
            )
    if greeted is None:
        return CheckResult(
            "Socket Mode",
            ok=False,
            sentence=f"Slack did not say hello within {HELLO_SECONDS:.0f} s",
        )
    return CheckResult(
        "Socket Mode",
        ok=True,
        sentence=f"connected; sockets of this app now: {greeted.get('num_connections', 1)}",
    )


def _advise(error: Exception, settings: Settings, advice: Mapping[str, str]) -> str:
    problem = read_problem(error)
    if problem.uncertain:
        return (
            f"cannot be checked: {settings.slack_api_url} gave no usable answer ({problem.error})"
        )
    hint = advice.get(problem.error, "see the settings of the app")
    return f"refused by Slack ({problem.error}): {hint}"
