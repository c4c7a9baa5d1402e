"""`check` names the setting that is wrong: start-up failures of the field, on the stand-in."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.driver import SlackDriver

from bot.check import run_checks, settings_problem
from bot.check_result import CheckResult
from bot.local_slack import LocalSlack
from bot.manifest import load_manifest
from bot.opening import open_database
from bot.settings import Settings, SettingsError
from handlers.ledger import Channels
from handlers.locale import Catalogue


@pytest.fixture(scope="module")
def server() -> Iterator[LocalSlack]:
    """A stand-in that these tests share."""
    with LocalSlack() as running:
        yield running


@pytest.fixture
def slack(server: LocalSlack) -> LocalSlack:
    """The stand-in, fresh and with nothing broken."""
    with SlackDriver(server.url) as hands:
        hands.reset()
        hands.faults(clear=True)
    return server


@pytest.fixture
def driver(slack: LocalSlack) -> Iterator[SlackDriver]:
    """Slack's own hand."""
    with SlackDriver(slack.url) as hands:
        yield hands


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file that these tests share."""
    return tmp_path_factory.mktemp("check") / "cases.sqlite"


def read_settings(variables: Mapping[str, str | None], database: Path) -> Settings:
    """The settings that an environment of these variables gives."""
    with pytest.MonkeyPatch.context() as environment:
        for name in Settings.model_fields:
            environment.delenv(name.upper(), raising=False)
        environment.setenv("INCIDENT_LOOKUP_DATABASE", str(database))
        for name, value in variables.items():
            if value is not None:
                environment.setenv(name, value)
        return Settings.load()


def check(
    slack: LocalSlack, database: Path, lang: str = "en", **changes: str | None
) -> Sequence[CheckResult]:
    """What `check` finds with the stand-in's environment and these changes to it."""
    settings = read_settings({**slack.environment(), **changes}, database)
    return run_checks(settings, Catalogue.load().words(lang))


def problems(results: Sequence[CheckResult]) -> dict[str, str]:
    """The findings that are not in order, by name."""
    return {result.name: result.sentence for result in results if not result.ok}


def test_a_sound_installation_has_no_problem(slack: LocalSlack, database: Path) -> None:
    """Everything `run` needs is looked at and found in order."""
    results = check(slack, database)

    told = {result.name: result.sentence for result in results}
    assert problems(results) == {}
    assert list(told) == [
        "database",
        "library",
        "SLACK_BOT_TOKEN",
        "scopes",
        "events",
        "channels",
        "Socket Mode",
    ]
    assert str(database) in told["database"]
    assert told["SLACK_BOT_TOKEN"] == "works: incident-lookup in Local"
    assert told["Socket Mode"] == "connected; sockets of this app now: 1"
    assert "#inc-4711-checkout" in told["channels"]
    assert "#general" not in told["channels"]


def test_private_channels_are_spelt_out(slack: LocalSlack, database: Path) -> None:
    """What private channels need is easily forgotten; both are named."""
    told = {result.name: result.sentence for result in check(slack, database)}

    assert "groups:history" in told["scopes"]
    assert "message.groups" in told["events"]


def test_every_sentence_exists_in_korean(
    slack: LocalSlack, driver: SlackDriver, database: Path
) -> None:
    """The reader's language, names of Slack's settings left as Slack shows them."""
    driver.faults(socket={"hello_reason": "link_disabled", "hello_count": 1})

    results = check(slack, database, lang="ko")

    assert problems(results)["Socket Mode"].startswith("Slack이 소켓을 닫았어요(link_disabled): ")
    hangul = [any("가" <= char <= "힣" for char in result.sentence) for result in results]
    assert all(hangul)


def test_a_bot_token_in_place_of_the_app_token_is_named(slack: LocalSlack, database: Path) -> None:
    """Token kinds are separate settings; mixed up, nothing ever arrives."""
    with pytest.raises(SettingsError) as raised:
        check(slack, database, SLACK_APP_TOKEN=slack.bot_token)

    found = settings_problem(raised.value)
    assert (found.ok, found.sentence) == (False, "SLACK_APP_TOKEN should begin with xapp-")
    assert slack.bot_token not in found.sentence


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        ("invalid_auth", "copy the token again"),
        ("not_allowed_token_type", "make one with connections:write"),
        ("missing_scope", "the scope connections:write"),
    ],
)
def test_an_app_token_that_slack_refuses_is_named(
    slack: LocalSlack, driver: SlackDriver, database: Path, error: str, advice: str
) -> None:
    """With Slack's name of the error and what to do."""
    driver.fault("apps.connections.open", "error", error=error)

    found = problems(check(slack, database))

    assert list(found) == ["SLACK_APP_TOKEN"]
    assert found["SLACK_APP_TOKEN"].startswith(f"refused by Slack ({error}): ")
    assert advice in found["SLACK_APP_TOKEN"]


def test_socket_mode_switched_off_is_named(
    slack: LocalSlack, driver: SlackDriver, database: Path
) -> None:
    """Slack says hello, and goodbye right after it."""
    driver.faults(socket={"hello_reason": "link_disabled", "hello_count": 1})

    found = problems(check(slack, database))

    assert list(found) == ["Socket Mode"]
    assert "(link_disabled): Socket Mode is switched off" in found["Socket Mode"]


def test_a_refused_socket_is_named(slack: LocalSlack, driver: SlackDriver, database: Path) -> None:
    """Tokens are fine, but WebSockets do not get through."""
    driver.faults(socket={"refuse": 1})

    found = problems(check(slack, database))

    assert list(found) == ["Socket Mode"]
    assert "a proxy or firewall" in found["Socket Mode"]


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        ("account_inactive", "install it again"),
        ("token_revoked", "install it again"),
        ("invalid_auth", "copy the Bot User OAuth Token again"),
        ("org_login_required", "see the app's settings"),
    ],
)
def test_a_bot_token_that_slack_refuses_is_named(
    slack: LocalSlack, driver: SlackDriver, database: Path, error: str, advice: str
) -> None:
    """With what to do; what depends on the token is not guessed at."""
    driver.fault("auth.test", "error", error=error)

    found = problems(check(slack, database))

    assert list(found) == ["SLACK_BOT_TOKEN"]
    assert found["SLACK_BOT_TOKEN"].startswith(f"refused by Slack ({error}): ")
    assert advice in found["SLACK_BOT_TOKEN"]


def test_scopes_that_were_not_granted_are_named(database: Path) -> None:
    """As Slack's header tells them, against manifest.yml."""
    scopes = sorted(load_manifest().scopes - {"channels:history", "groups:history"})
    with LocalSlack(scopes=scopes) as slack:
        found = problems(check(slack, database))

    assert list(found) == ["scopes"]
    assert found["scopes"].startswith("not granted: channels:history, groups:history; ")


def test_a_bot_without_channels_is_told_how_to_get_in(
    slack: LocalSlack, driver: SlackDriver, database: Path
) -> None:
    """Nothing is broken, and still nothing would ever arrive."""
    for channel in driver.state()["channels"]:
        if not channel.get("is_im") and "U0BOT" in channel["members"]:
            driver.channel_action("leave", channel=channel["id"], user="U0BOT")

    told = {result.name: result for result in check(slack, database)}

    assert told["channels"].ok
    assert "/invite @incident-lookup" in told["channels"].sentence


def test_channels_without_automatic_cards_are_told(slack: LocalSlack, database: Path) -> None:
    """The patterns are shown, so that the missing one can be seen."""
    told = {r.name: r.sentence for r in check(slack, database, WATCH_CHANNELS="outage-*")}

    assert "none of them with automatic cards (outage-*)" in told["channels"]


def test_channels_are_told_as_people_chose(slack: LocalSlack, tmp_path: Path) -> None:
    """One that is muted has no automatic cards, whatever its name; one that is watched has."""
    file = tmp_path / "cases.sqlite"
    with closing(open_database(file)) as opened:
        channels = Channels(opened, lambda: 0.0, lambda: None)
        channels.mute("T0LOCAL", "C0INC", "U0ALICE")
        channels.set_mode("T0LOCAL", "C0GENERAL", "automatic")

    told = {r.name: r.sentence for r in check(slack, file)}

    assert told["channels"].endswith("with automatic cards in: #general")


@pytest.mark.parametrize(
    ("fault", "error"),
    [({"kind": "html"}, "http_503"), ({"kind": "500"}, "internal_error"), ({"kind": "reset"}, "")],
)
def test_an_unusable_answer_is_no_verdict_on_the_token(
    slack: LocalSlack,
    driver: SlackDriver,
    database: Path,
    fault: Mapping[str, Any],
    error: str,
) -> None:
    """A gateway's page or a cut connection says nothing about tokens."""
    driver.fault("auth.test", **fault)

    found = problems(check(slack, database))

    assert list(found) == ["SLACK_BOT_TOKEN"]
    assert found["SLACK_BOT_TOKEN"].startswith("cannot be checked: ")
    assert slack.api_url in found["SLACK_BOT_TOKEN"]
    assert error in found["SLACK_BOT_TOKEN"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"SLACK_BOT_TOKEN": None}, ["SLACK_BOT_TOKEN"]),
        ({"SLACK_APP_TOKEN": None}, []),
        ({"SLACK_APP_TOKEN": None, "SLACK_SIGNING_SECRET": None}, ["SLACK_APP_TOKEN"]),
    ],
)
def test_settings_that_are_missing_are_named(
    slack: LocalSlack,
    database: Path,
    changes: Mapping[str, str | None],
    expected: list[str],
) -> None:
    """A signing secret stands in for the app token: HTTP mode."""
    found = problems(check(slack, database, **changes))

    assert list(found) == expected
    assert all(sentence.startswith("is not set; it should be ") for sentence in found.values())


def test_a_database_that_cannot_be_used_is_named(slack: LocalSlack, tmp_path: Path) -> None:
    """The rest is looked at all the same."""
    file = tmp_path / "notes.txt"
    file.write_text("not a database, only notes", encoding="utf-8")

    found = problems(check(slack, file))

    assert list(found) == ["database"]
    assert str(file) in found["database"]
    assert file.read_text(encoding="utf-8") == "not a database, only notes"
