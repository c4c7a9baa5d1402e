"""`check`: what is wrong with tokens, scopes, Socket Mode, database and library, in plain words.

Changes nothing in Slack. For Socket Mode it opens one short connection of its own and acknowledges
nothing on it, so that whatever Slack happens to deliver there is delivered again elsewhere.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, TypeAlias

from slack_sdk import WebClient
from slack_sdk.web import SlackResponse
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bot.check_result import CheckResult
from bot.manifest import load_manifest
from bot.opening import open_database, open_store
from bot.services import build_client
from bot.settings import Settings, SettingsError
from corpus import DatabaseError, validate_paths
from handlers.channel_rules import resolve_mode
from handlers.directory import Channel, read_channel
from handlers.ledger import Channels, ChannelSettings
from handlers.locale import Words
from handlers.services import Policy
from handlers.slack_errors import CALL_ERRORS, read_problem

HELLO_SECONDS = 10.0
"""How long Slack may take to say hello on a new socket."""

_AFTER_HELLO_SECONDS = 0.5
"""How long to listen on after hello: a `disconnect` that means it comes at once."""

_PAGES = 20
"""Pages of 200 channels that are read; whoever is in more knows that the bot is in channels."""

Advice: TypeAlias = Mapping[str, Callable[[Words], str]]
"""Slack's name of an error → what to do about it."""

_BOT_TOKEN_ADVICE: Advice = {
    "invalid_auth": lambda words: words("check-bot-token-copy"),
    "not_authed": lambda words: words("check-bot-token-copy"),
    "not_allowed_token_type": lambda words: words("check-bot-token-copy"),
    "account_inactive": lambda words: words("check-bot-token-install"),
    "token_revoked": lambda words: words("check-bot-token-install"),
    "token_expired": lambda words: words("check-bot-token-install"),
}
_APP_TOKEN_ADVICE: Advice = {
    "invalid_auth": lambda words: words("check-app-token-copy"),
    "not_authed": lambda words: words("check-app-token-copy"),
    "not_allowed_token_type": lambda words: words("check-app-token-kind"),
    "missing_scope": lambda words: words("check-app-token-scope"),
    "forbidden_team": lambda words: words("check-app-token-team"),
}
_DISCONNECT_ADVICE: Advice = {
    "link_disabled": lambda words: words("check-socket-off"),
    "too_many_websockets": lambda words: words("check-socket-too-many"),
}


def run_checks(settings: Settings, words: Words) -> list[CheckResult]:
    """Look at everything that `run` needs. Never raises for what it looks at."""
    return [
        *_check_database(settings, words),
        _check_library(words),
        *_check_bot_token(settings, words),
        *_check_mode(settings, words),
    ]


def settings_problem(error: SettingsError) -> CheckResult:
    """The finding when the environment cannot be used, and nothing else can be looked at."""
    return CheckResult("settings", ok=False, sentence=str(error))


def _check_database(settings: Settings, words: Words) -> Iterator[CheckResult]:
    path, name = settings.incident_lookup_database, "database"
    try:
        with closing(open_database(path)) as database:
            count = len(open_store(database, settings).all_cases())
            problems = database.integrity_check()
    except DatabaseError as error:
        yield CheckResult(name, ok=False, sentence=str(error))
        return
    if problems:
        told = words("check-database-damaged", path=str(path), problem=problems[0])
        yield CheckResult(name, ok=False, sentence=told)
        return
    told = words("check-database-sound", path=str(path), count=count)
    yield CheckResult(name, ok=True, sentence=told)


def _check_library(words: Words) -> CheckResult:
    faults = validate_paths(None)
    told = str(faults[0]) if faults else words("check-library-valid")
    return CheckResult("library", ok=not faults, sentence=told)


def _check_bot_token(settings: Settings, words: Words) -> Iterator[CheckResult]:
    name = "SLACK_BOT_TOKEN"
    if settings.slack_bot_token is None:
        yield CheckResult(name, ok=False, sentence=words("check-bot-token-missing"))
        return
    client = build_client(settings)
    try:
        answer = client.auth_test()
    except CALL_ERRORS as error:
        told = _advise(error, settings, words, _BOT_TOKEN_ADVICE)
        yield CheckResult(name, ok=False, sentence=told)
        return
    told = words("check-bot-token-works", user=str(answer["user"]), team=str(answer["team"]))
    yield CheckResult(name, ok=True, sentence=told)
    yield _check_scopes(answer, words)
    events = ", ".join(sorted(load_manifest().events))
    yield CheckResult("events", ok=True, sentence=words("check-events-needed", events=events))
    yield _check_channels(client, settings, words, str(answer["team_id"]))


def _check_scopes(answer: SlackResponse, words: Words) -> CheckResult:
    headers = {key.lower(): value for key, value in answer.headers.items()}
    header = headers.get("x-oauth-scopes", "")
    granted = {scope.strip() for scope in str(header).split(",") if scope.strip()}
    needed = load_manifest().scopes
    if missing := ", ".join(sorted(needed - granted)):
        told = words("check-scopes-missing", scopes=missing)
        return CheckResult("scopes", ok=False, sentence=told)
    told = words("check-scopes-granted", scopes=", ".join(sorted(needed)))
    return CheckResult("scopes", ok=True, sentence=told)


def _check_channels(
    client: WebClient, settings: Settings, words: Words, team_id: str
) -> CheckResult:
    """Where the bot is: without an invitation no message of a channel ever arrives."""
    name = "channels"
    try:
        channels = _joined_channels(client)
    except CALL_ERRORS as error:
        return CheckResult(name, ok=False, sentence=_advise(error, settings, words, {}))
    if not channels:
        told = words("check-channels-none", command="/invite @incident-lookup")
        return CheckResult(name, ok=True, sentence=told)
    watched = ", ".join(f"#{each}" for each in _watched(channels, settings, team_id))
    if watched:
        told = words("check-channels-watched", count=len(channels), watched=watched)
    else:
        patterns = ", ".join(settings.watch_channels)
        told = words("check-channels-unwatched", count=len(channels), patterns=patterns)
    return CheckResult(name, ok=True, sentence=told)


def _watched(channels: Iterable[Channel], settings: Settings, team_id: str) -> list[str]:
    """The names of those channels that get cards unasked: chosen for them, else by their names."""
    policy = Policy(settings.watch_channels, settings.default_language)
    try:
        with closing(open_database(settings.incident_lookup_database)) as database:
            kept = Channels(database, time.time, lambda: None)
            modes = [
                (each.name, resolve_mode(kept.settings(team_id, each.id), each.name, policy))
                for each in channels
            ]
    except DatabaseError:  # told by the check of the database
        modes = [
            (each.name, resolve_mode(ChannelSettings(), each.name, policy)) for each in channels
        ]
    return [name for name, mode in modes if mode == "automatic"]


def _joined_channels(client: WebClient) -> list[Channel]:
    """The channels the bot is in, sorted by name; a page may be short, or empty."""
    found: list[Channel] = []
    cursor = ""
    for _ in range(_PAGES):
        page = client.users_conversations(
            types="public_channel,private_channel", exclude_archived=True, limit=200, cursor=cursor
        )
        found += [read_channel(str(each.get("id")), each) for each in page["channels"]]
        cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            break
    return sorted(found, key=lambda channel: channel.name)


def _check_mode(settings: Settings, words: Words) -> Iterator[CheckResult]:
    """Socket Mode where there is an app token, else the signing secret of HTTP mode."""
    name, other = "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"
    if settings.slack_app_token is not None:
        yield _check_socket(settings, words, settings.slack_app_token.get_secret_value())
    elif settings.slack_signing_secret is not None:
        yield CheckResult(other, ok=True, sentence=words("check-signing-secret-set"))
    else:
        told = words("check-app-token-missing", other=other)
        yield CheckResult(name, ok=False, sentence=told)


def _check_socket(settings: Settings, words: Words, app_token: str) -> CheckResult:
    client = WebClient(
        base_url=settings.slack_api_url, timeout=settings.slack_timeout_seconds, retry_handlers=[]
    )
    try:
        url = str(client.apps_connections_open(app_token=app_token)["url"])
    except CALL_ERRORS as error:
        told = _advise(error, settings, words, _APP_TOKEN_ADVICE)
        return CheckResult("SLACK_APP_TOKEN", ok=False, sentence=told)
    try:
        with connect(url, open_timeout=HELLO_SECONDS) as socket:
            return _read_hello(socket, words)
    except (OSError, WebSocketException, ValueError) as error:  # ValueError: a frame is no JSON
        told = words("check-socket-none", error=type(error).__name__)
        return CheckResult("Socket Mode", ok=False, sentence=told)


def _read_hello(socket: ClientConnection, words: Words) -> CheckResult:
    """What the first frames say; a `disconnect` may follow hello at once."""
    name = "Socket Mode"
    end = time.monotonic() + HELLO_SECONDS
    greeted: Mapping[str, Any] | None = None
    while (left := end - time.monotonic()) > 0:
        try:
            frame = json.loads(socket.recv(timeout=_AFTER_HELLO_SECONDS if greeted else left))
        except TimeoutError:
            break
        if frame.get("type") == "hello":
            greeted = frame
        elif frame.get("type") == "disconnect":
            reason = str(frame.get("reason"))
            advise = _DISCONNECT_ADVICE.get(reason)
            advice = advise(words) if advise else words("check-socket-again")
            told = words("check-socket-closed", reason=reason, advice=advice)
            return CheckResult(name, ok=False, sentence=told)
    if greeted is None:
        told = words("check-socket-silent", seconds=round(HELLO_SECONDS))
        return CheckResult(name, ok=False, sentence=told)
    told = words("check-socket-open", count=int(greeted.get("num_connections", 1)))
    return CheckResult(name, ok=True, sentence=told)


def _advise(error: Exception, settings: Settings, words: Words, advice: Advice) -> str:
    problem = read_problem(error)
    if problem.uncertain:
        return words("check-no-answer", url=settings.slack_api_url, error=problem.error)
    advise = advice.get(problem.error)
    told = advise(words) if advise else words("check-see-app")
    return words("check-refused", error=problem.error, advice=told)
