"""The settings of a process: read from the environment once, checked, and never asked for again.

The only module that reads the environment. A setting that cannot be used is named together with
what it should look like.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from corpus import Masker

SLACK_API_URL = "https://slack.com/api/"
"""Where Slack's Web API is (the default of slack_sdk)."""

DATABASE_NAME = "incident-lookup.sqlite"


class SettingsError(Exception):
    """A setting that cannot be used; `str()` names the variable and what it should look like."""


def _split(value: object) -> object:
    """A comma-separated list as a tuple; blanks dropped."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _check_url(value: str) -> str:
    """An http(s) address with a host, ending in a slash."""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("should be an http or https address such as https://example.com/")
    return value if value.endswith("/") else value + "/"


def _starts_with(*prefixes: str) -> AfterValidator:
    """A token of the right kind: Slack's kinds differ by how they begin."""

    def check(value: SecretStr) -> SecretStr:
        if not value.get_secret_value().startswith(prefixes):
            raise ValueError(f"should begin with {' or '.join(prefixes)}")
        return value

    return AfterValidator(check)


def _check_ids(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Patterns of customer ids that are narrow enough to be some."""
    Masker(patterns)
    return patterns


def _not_shipped(value: str) -> str:
    """A prefix of one's own: ids of shipped cases begin with PUB."""
    if value == "PUB":
        raise ValueError("should not be PUB, which is the prefix of the shipped cases")
    return value


def _stripped(value: object) -> object:
    """Without the spaces and newlines that come along when a value is pasted.

    Blank counts as not set.
    """
    if isinstance(value, str):
        return value.strip() or None
    return value


Patterns = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
BotToken = Annotated[SecretStr, _starts_with("xoxb-", "xoxe.xoxb-")]
AppToken = Annotated[SecretStr, _starts_with("xapp-")]


class Settings(BaseSettings):
    """What the environment says; the variable of a field is its name in capitals."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", case_sensitive=False, env_ignore_empty=True
    )

    slack_bot_token: Annotated[BotToken | None, BeforeValidator(_stripped)] = None
    slack_app_token: Annotated[AppToken | None, BeforeValidator(_stripped)] = None
    slack_signing_secret: Annotated[SecretStr | None, BeforeValidator(_stripped)] = None
    slack_api_url: Annotated[str, AfterValidator(_check_url)] = SLACK_API_URL
    slack_expected_sockets: Annotated[int, Field(ge=1, le=10)] = 1
    slack_ping_seconds: Annotated[float, Field(gt=0, le=300)] = 10
    slack_timeout_seconds: Annotated[int, Field(ge=1, le=60)] = 30
    slack_client_id: str | None = None
    slack_client_secret: SecretStr | None = None
    incident_lookup_database: Path = Field(
        default_factory=lambda: user_data_path("incident-lookup") / DATABASE_NAME
    )
    watch_channels: Patterns = ("inc-*", "incident-*", "sev-*", "sev[0-9]*", "*-incident")
    postmortem_channels: Patterns = ("postmortem*", "post-mortem*", "*-postmortem", "retro-*")
    default_language: Literal["en", "ko"] = "en"
    case_prefix: Annotated[
        str, Field(pattern=r"^[A-Z][A-Z0-9]*$", max_length=20), AfterValidator(_not_shipped)
    ] = "CASE"
    customer_ids: Annotated[Patterns, AfterValidator(_check_ids)] = ()
    public_url: Annotated[str, AfterValidator(_check_url)] | None = None
    evidence_days: Annotated[int, Field(ge=1, le=3650)] = 14
    ready_file: Path | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @classmethod
    def load(cls) -> Self:
        """Read the environment.

        Raises:
            SettingsError: a variable has a value that cannot be used, or two contradict each other.
        """
        try:
            settings = cls()
        except ValidationError as error:
            problems = error.errors(include_url=False, include_input=False, include_context=False)
            raise SettingsError("; ".join(_sentence(problem) for problem in problems)) from error
        if settings.slack_client_id and settings.slack_client_secret:
            raise SettingsError(
                "SLACK_CLIENT_ID and SLACK_CLIENT_SECRET are both set, which switches Slack's "
                "library to OAuth and makes it ignore SLACK_BOT_TOKEN; unset them"
            )
        return settings

    def require(self, *, http: bool) -> None:
        """Check that what `run` needs is set, for Socket Mode or for HTTP.

        Raises:
            SettingsError: names the variable that is missing and what it should look like.
        """
        missing = []
        if self.slack_bot_token is None:
            missing.append(
                "SLACK_BOT_TOKEN is not set; it should be the app's bot token, beginning with xoxb-"
            )
        if http and self.slack_signing_secret is None:
            missing.append(
                "SLACK_SIGNING_SECRET is not set; it should be the Signing Secret "
                "of the app's Basic Information"
            )
        if not http and self.slack_app_token is None:
            missing.append(
                "SLACK_APP_TOKEN is not set; it should be an app-level token with "
                "connections:write, beginning with xapp- (or use --http PORT)"
            )
        if missing:
            raise SettingsError("; ".join(missing))

    @property
    def evidence_seconds(self) -> float:
        """How long the words of messages are kept, in seconds."""
        return self.evidence_days * 86_400.0


def _sentence(problem: Mapping[str, Any]) -> str:
    """One validation problem as a clause that begins with the variable's name."""
    name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
    reason = str(problem["msg"]).removeprefix("Value error, ")
    return f"{name} {reason[:1].lower()}{reason[1:]}"
