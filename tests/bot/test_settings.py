"""Settings fail at start, with the variable's name and what it should look like."""

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError

BOT = "xoxb-" + "test"
APP = "xapp-" + "test"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment in which none of the program's variables is set."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


def test_settings_have_the_documented_defaults() -> None:
    """Nothing set is a usable configuration for everything but Slack."""
    settings = Settings.load()

    assert settings.watch_channels == ("inc-*", "incident-*", "sev-*", "sev[0-9]*", "*-incident")
    assert (settings.default_language, settings.case_prefix, settings.evidence_days) == (
        "en",
        "CASE",
        14,
    )
    assert settings.incident_lookup_database.name == "incident-lookup.sqlite"


def test_settings_read_lists_and_paths(environment: pytest.MonkeyPatch) -> None:
    """Lists are comma-separated; spaces around their parts do not matter."""
    environment.setenv("WATCH_CHANNELS", "inc-*, war-room-* ,")
    environment.setenv("INCIDENT_LOOKUP_DATABASE", "/data/x.sqlite")

    settings = Settings.load()

    assert settings.watch_channels == ("inc-*", "war-room-*")
    assert settings.incident_lookup_database == Path("/data/x.sqlite")


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("SLACK_BOT_TOKEN", "xoxp-" + "wrong", "xoxb-"),
        ("SLACK_APP_TOKEN", "xoxb-" + "wrong", "xapp-"),
        ("SLACK_API_URL", "slack.com/api", "http"),
        ("PUBLIC_URL", "cases.example.com", "http or https address"),
        ("DEFAULT_LANGUAGE", "fr", "'en' or 'ko'"),
        ("EVIDENCE_DAYS", "two weeks", "integer"),
        ("CASE_PREFIX", "case", "pattern"),
        ("CASE_PREFIX", "PUB", "shipped"),
        ("CUSTOMER_IDS", "CUST-####, *", "at least two letters"),
        ("LOG_FORMAT", "xml", "'text' or 'json'"),
        ("SLACK_EXPECTED_SOCKETS", "11", "less than or equal to 10"),
        ("SLACK_TIMEOUT_SECONDS", "90", "less than or equal to 60"),
        ("SLACK_PING_SECONDS", "0", "greater than 0"),
    ],
)
def test_settings_name_the_variable_at_fault(
    environment: pytest.MonkeyPatch, name: str, value: str, hint: str
) -> None:
    """A bad value is a sentence with the variable's name and what it should look like."""
    environment.setenv(name, value)

    with pytest.raises(SettingsError) as caught:
        Settings.load()

    assert name in str(caught.value)
    assert hint in str(caught.value)


def test_settings_never_show_a_token(environment: pytest.MonkeyPatch) -> None:
    """Neither an error nor the settings' own text carries a secret."""
    environment.setenv("SLACK_BOT_TOKEN", BOT + "SECRET")
    shown = repr(Settings.load())
    environment.setenv("SLACK_APP_TOKEN", "wrong" + "SECRET")

    with pytest.raises(SettingsError) as caught:
        Settings.load()

    assert "SECRET" not in shown + str(caught.value)


def test_settings_take_a_pasted_token_with_its_newline(environment: pytest.MonkeyPatch) -> None:
    """White space around a token comes from pasting."""
    environment.setenv("SLACK_BOT_TOKEN", f" {BOT}\n")

    token = Settings.load().slack_bot_token

    assert token is not None
    assert token.get_secret_value() == BOT


def test_settings_refuse_what_would_switch_to_oauth(environment: pytest.MonkeyPatch) -> None:
    """Both OAuth variables together make bolt-python ignore the bot token."""
    environment.setenv("SLACK_CLIENT_ID", "1.2")
    environment.setenv("SLACK_CLIENT_SECRET", "s")

    with pytest.raises(SettingsError, match="SLACK_CLIENT_ID"):
        Settings.load()


@pytest.mark.parametrize(
    ("given", "http", "missing"),
    [
        ({}, False, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": BOT}, False, "SLACK_APP_TOKEN"),
        ({"SLACK_BOT_TOKEN": BOT}, True, "SLACK_SIGNING_SECRET"),
        ({"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": "  "}, False, "SLACK_APP_TOKEN"),
    ],
)
def test_settings_name_what_run_needs(
    environment: pytest.MonkeyPatch, given: dict[str, str], http: bool, missing: str
) -> None:
    """What a mode needs and does not find is named; blank counts as not set."""
    for name, value in given.items():
        environment.setenv(name, value)

    with pytest.raises(SettingsError, match=missing):
        Settings.load().require(http=http)


def test_settings_let_all_tokens_be_set_at_once(environment: pytest.MonkeyPatch) -> None:
    """The mode is chosen by --http alone, never by which tokens are there."""
    for name, value in (
        ("SLACK_BOT_TOKEN", BOT),
        ("SLACK_APP_TOKEN", APP),
        ("SLACK_SIGNING_SECRET", "s"),
    ):
        environment.setenv(name, value)
    settings = Settings.load()

    settings.require(http=False)
    settings.require(http=True)

    assert settings.slack_signing_secret is not None
