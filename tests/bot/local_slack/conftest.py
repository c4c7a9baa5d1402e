"""What tests of the stand-in share: one server a file, and hands on a freshly seeded workspace."""

from collections.abc import Iterator

import httpx
import pytest
from slack_sdk import WebClient
from support.driver import SlackDriver, plain_http
from support.slack_samples import ALL_EVENTS, ALL_SCOPES
from support.socket_app import SocketApp

from bot.local_slack import LocalSlack


@pytest.fixture(scope="module")
def server() -> Iterator[LocalSlack]:
    """One stand-in for the whole file; each test starts from its seed."""
    with LocalSlack(scopes=ALL_SCOPES, events=ALL_EVENTS) as slack:
        yield slack


@pytest.fixture
def driver(server: LocalSlack) -> Iterator[SlackDriver]:
    """A driver on a freshly seeded workspace with nobody connected."""
    with SlackDriver(server.url) as driver:
        driver.wait_for_sockets(0)
        driver.reset()
        yield driver


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    """For calls that the real client would not make."""
    with plain_http() as client:
        yield client


@pytest.fixture
def app(server: LocalSlack, driver: SlackDriver) -> Iterator[SocketApp]:
    """An app that acknowledges everything; tests give it other answers."""
    with SocketApp(server) as app:
        driver.wait_for_sockets(1)
        yield app


@pytest.fixture
def client(server: LocalSlack, driver: SlackDriver) -> WebClient:
    """The real client, on the freshly seeded workspace."""
    assert driver.state()["me"] == "U0ALICE"
    return WebClient(server.bot_token, base_url=server.api_url)
