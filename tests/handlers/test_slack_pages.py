"""Reading at length: every page, as slowly as Slack asks, and no longer than is sensible."""

from collections.abc import Iterator

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from support.driver import SlackDriver

from bot.local_slack import LocalSlack
from handlers.slack_pages import StoppedError, call_patiently, read_pages


@pytest.fixture
def client(slack: LocalSlack) -> WebClient:
    """Slack's client as the bot has it: it repeats nothing by itself."""
    return WebClient(slack.bot_token, base_url=slack.api_url, retry_handlers=[])


class Waits:
    """Waits not at all, and remembers how long it was to."""

    def __init__(self, *, stops: bool = False) -> None:
        self.seconds: list[float] = []
        self._stops = stops

    def __call__(self, seconds: float) -> bool:
        """Whether the process stops meanwhile."""
        self.seconds.append(seconds)
        return self._stops


def names(client: WebClient, wait: Waits, **more: int) -> Iterator[str]:
    """The names of all public channels."""
    pages = read_pages(
        lambda cursor: client.conversations_list(limit=1, cursor=cursor), "channels", wait, **more
    )
    return (str(channel["name"]) for channel in pages)


def test_every_page_is_read(client: WebClient, driver: SlackDriver) -> None:
    """Also after an empty one."""
    driver.faults(empty_pages=1)

    assert list(names(client, Waits())) == ["inc-4711-checkout", "general", "postmortem-4711"]


def test_no_more_pages_than_asked_for(client: WebClient) -> None:
    """What comes first counts."""
    assert list(names(client, Waits(), most_pages=2)) == ["inc-4711-checkout", "general"]


def test_a_page_is_asked_for_again(client: WebClient, driver: SlackDriver) -> None:
    """After as long as Slack says, or a little longer each time where it says nothing."""
    driver.fault("conversations.list", "429", retry_after="30", skip=1)
    driver.fault("conversations.list", "500", count=2)
    wait = Waits()

    assert len(list(names(client, wait))) == 3
    assert wait.seconds == [30.0, 2.0, 4.0]


def test_trouble_that_does_not_end_is_passed_on(client: WebClient, driver: SlackDriver) -> None:
    """After six attempts."""
    driver.fault("conversations.list", "503", count=6)
    wait = Waits()

    with pytest.raises(SlackApiError):
        call_patiently(client.conversations_list, wait)
    assert wait.seconds == [1.0, 2.0, 4.0, 8.0, 16.0]


def test_a_final_no_is_passed_on_at_once(client: WebClient, driver: SlackDriver) -> None:
    """Asking again would not change it."""
    driver.fault("conversations.list", "error", error="missing_scope")
    wait = Waits()

    with pytest.raises(SlackApiError):
        call_patiently(client.conversations_list, wait)
    assert wait.seconds == []


def test_a_process_that_stops_waits_no_longer(client: WebClient, driver: SlackDriver) -> None:
    """Whatever Slack asked for."""
    driver.fault("conversations.list", "429", retry_after="3600")

    with pytest.raises(StoppedError):
        call_patiently(client.conversations_list, Waits(stops=True))
