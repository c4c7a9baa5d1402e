"""HTTP mode: one path, signatures on raw bytes, the same answers as over the socket."""

import hashlib
import hmac
import json
import socket
import time
from collections.abc import Callable, Iterator
from urllib.parse import quote, urlencode

import httpx
import pytest
from support.bot_process import BotProcess
from support.driver import SlackDriver
from support.threads import choose, open_link_modal, replies

from bot.local_slack import LocalSlack

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def port() -> int:
    """The port that the bot of this file serves."""
    return free_port()


@pytest.fixture(scope="module")
def slack(port: int) -> Iterator[LocalSlack]:
    """A stand-in that delivers by signed HTTP."""
    with LocalSlack(http_target=f"http://127.0.0.1:{port}/slack/events") as server:
        yield server


@pytest.fixture(scope="module")
def bot(
    slack: LocalSlack, port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BotProcess]:
    """The real bot in HTTP mode, with all tokens set."""
    folder = tmp_path_factory.mktemp("bot")
    process = BotProcess(folder, slack.environment(), "--http", str(port)).start()
    yield process
    process.stop()


@pytest.fixture
def post(slack: LocalSlack, port: int, bot: BotProcess) -> Callable[..., httpx.Response]:
    """Post raw bytes to the bot, signed unless a header says otherwise."""

    def send(body: bytes, content_type: str, **headers: str) -> httpx.Response:
        assert bot.is_running()
        stamp = headers.pop("stamp", str(int(time.time())))
        base = b"v0:" + stamp.encode() + b":" + body
        digest = hmac.new(slack.signing_secret.encode(), base, hashlib.sha256).hexdigest()
        signature = headers.pop("signature", "v0=" + digest)
        return httpx.post(
            f"http://127.0.0.1:{port}/slack/events",
            content=body,
            headers={
                "content-type": content_type,
                "x-slack-request-timestamp": stamp,
                "x-slack-signature": signature,
            },
            trust_env=False,
        )

    return send


FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


def command_form(slack: LocalSlack, text: str, trigger: str) -> dict[str, str]:
    """The form of a slash command."""
    return {
        "command": "/incident-lookup",
        "text": text,
        "team_id": "T0LOCAL",
        "channel_id": "C0GENERAL",
        "user_id": "U0ALICE",
        "trigger_id": trigger,
        "response_url": f"{slack.url}response/none",
    }


def test_http_mode_brings_the_card(driver: SlackDriver) -> None:
    """An event over HTTP ends in the same card."""
    ts = driver.send("C0INC", SYMPTOM)

    [card] = driver.wait_for(lambda: driver.thread("C0INC", ts), 10)

    assert "PUB-0041" in json.dumps(card["blocks"])


def test_http_mode_answers_menus_and_checks_submissions(driver: SlackDriver) -> None:
    """What has to be in the acknowledgement is in it, also over HTTP."""
    ts = driver.send("C0GENERAL", "What happened")
    view = open_link_modal(driver, "C0GENERAL", ts)
    offered = driver.suggest(view, "link.case", "PUB-0041")
    refused = driver.submit(view, choose("PUB-0041", "recurrence"))
    taken = driver.submit(view, choose("PUB-0041", "same-cause"))

    [reply] = replies(driver, "C0GENERAL", ts)

    assert [option["value"] for option in offered["options"]][:1] == ["PUB-0041"]
    assert list(refused["errors"]) == ["link.kind-block"]
    assert taken["ok"]
    assert "PUB-0041" in json.dumps(reply["blocks"])


@pytest.mark.parametrize("text", ["payload timeout on the queue", "R&D = 50% +1; payload=x"])
def test_http_mode_takes_the_word_payload_in_a_command(driver: SlackDriver, text: str) -> None:
    """A command whose text contains "payload" is a command like any other."""
    before = len(driver.ephemerals())
    acked = driver.command("C0GENERAL", text)

    driver.wait_for(lambda: driver.ephemerals()[before:], 10)

    assert acked["acked"]


def test_http_mode_opens_details(driver: SlackDriver) -> None:
    """Clicks and modals work over HTTP."""
    driver.command("C0GENERAL", "PUB-0001")

    view = driver.wait_for(lambda: [v for v in driver.views() if "GitLab" in json.dumps(v)], 10)[-1]
    driver.close(view, clear=True)

    assert driver.failures() == []


def test_http_mode_accepts_odd_percent_encoding(
    post: Callable[..., httpx.Response], slack: LocalSlack
) -> None:
    """The signature is checked on the bytes as they came, whatever their encoding."""
    form = command_form(slack, "", "t.odd")
    body = urlencode(form) + "&text=" + quote("a b+c", safe="") + "+d%2f"

    answer = post(body.encode(), FORM)

    assert answer.status_code == 200


@pytest.mark.parametrize(
    "broken",
    [
        {"signature": "v0=" + "0" * 64},
        {"signature": ""},
        {"stamp": "yesterday"},
        {"stamp": "1"},
        {"stamp": "²"},
    ],
)
def test_http_mode_refuses_what_slack_did_not_sign(
    post: Callable[..., httpx.Response], slack: LocalSlack, broken: dict[str, str]
) -> None:
    """Wrong, missing, odd and old signatures are 401, never 500."""
    body = urlencode(command_form(slack, "help", "t.bad")).encode()
    if broken.get("stamp") == "²":
        broken = {"stamp": "12a"}

    answer = post(body, FORM, **broken)

    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xfe", FORM),
        (b"{not json", JSON),
        (b"[]", JSON),
        (b"payload=nojson", FORM),
        (b"", FORM),
    ],
)
def test_http_mode_survives_bodies_that_are_no_requests(
    post: Callable[..., httpx.Response], body: bytes, content_type: str
) -> None:
    """A signed body that cannot be read is refused, not an exception."""
    answer = post(body, content_type)

    assert answer.status_code in (400, 401)


def test_http_mode_answers_url_verification(post: Callable[..., httpx.Response]) -> None:
    """Slack's challenge is echoed."""
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "t"}).encode()

    answer = post(body, JSON)

    assert (answer.status_code, "abc" in answer.text) == (200, True)


def test_http_mode_takes_a_rate_limit_notice(post: Callable[..., httpx.Response]) -> None:
    """`app_rate_limited` has no event, and is acknowledged."""
    notice = {"type": "app_rate_limited", "team_id": "T0LOCAL", "minute_rate_limited": 1518467820}

    assert post(json.dumps(notice).encode(), JSON).status_code == 200


def test_http_mode_has_no_other_path(port: int, bot: BotProcess) -> None:
    """Anything else is not found."""
    answer = httpx.get(f"http://127.0.0.1:{port}/", trust_env=False)

    assert (bot.is_running(), answer.status_code) == (True, 404)


def test_http_mode_logs_no_message_text(driver: SlackDriver, bot: BotProcess) -> None:
    """What people wrote is not in the log, nor is a token."""
    secret_words = "flamingo outage words 502 errors since 10:00"
    driver.command("C0GENERAL", secret_words)
    asked = driver.send("C0GENERAL", f"<@U0BOT> {secret_words}")
    driver.wait_for(lambda: driver.thread("C0GENERAL", asked), 10)

    assert "flamingo" not in bot.log()
    assert "xoxb-" not in bot.log()


def test_http_digest_is_set_up_and_previewed(
    driver: SlackDriver, make_channel: Callable[..., str]
) -> None:
    """The form, its menus, the check of what was entered, and the preview: all by one path."""
    channel = make_channel("general")
    driver.command(channel, "digest")
    view = driver.wait_for(lambda: [v for v in driver.views() if v["submit"]], 15)[-1]
    offered = driver.suggest(view, "digest.zone", "seoul")["options"]
    wrong = driver.submit(view, {"digest.zone-block": {"digest.zone": "KST"}})
    driver.submit(view, {"digest.zone-block": {"digest.zone": "Asia/Seoul"}})
    [saved] = driver.wait_for(lambda: driver.ephemerals(channel=channel), 15)
    driver.command(channel, "digest preview")
    preview = driver.wait_for(lambda: driver.ephemerals(channel=channel)[1:], 15)

    assert [option["value"] for option in offered] == ["Asia/Seoul"]
    assert list(wrong["errors"]) == ["digest.zone-block"]
    assert "(Asia/Seoul)" in saved["text"]
    assert preview[0]["text"].startswith("Incident digest, week ")
