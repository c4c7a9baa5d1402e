"""Who may see own cases: one place decides, and what is not known is treated as foreign."""

from pathlib import Path

import pytest
from slack_sdk import WebClient
from support.driver import SlackDriver
from support.quiet_services import quiet_services, source, thread_at

from bot.local_slack import LocalSlack
from corpus import Audience
from handlers.audience import EVERYONE, audience_of, shown_thread
from handlers.directory import Channel, Directory, Person

MEMBER = Person("U1", "en", is_guest=False)
GUEST = Person("U2", "en", is_guest=True)


def channel(*, shared: bool = False, name: str = "inc-1") -> Channel:
    """A channel as the directory describes it."""
    return Channel("C1", name, is_private=False, is_shared=shared, is_direct=False)


@pytest.mark.parametrize(
    ("person", "where", "own"),
    [
        (MEMBER, channel(), True),
        (GUEST, channel(), False),
        (MEMBER, channel(shared=True), False),
        (MEMBER, channel(shared=True, name=""), True),
        (GUEST, channel(shared=True, name=""), False),
    ],
)
def test_audience_of_a_private_answer(person: Person, where: Channel, own: bool) -> None:
    """A guest never sees own cases; a member does, unless the channel is known to be shared."""
    assert audience_of(person, where).own is own


def test_audience_of_an_unknown_channel_has_no_channel_cases() -> None:
    """A channel that Slack will not describe shows none of its own cases."""
    assert audience_of(MEMBER, channel(shared=True, name="")).channel_id is None


def directory(slack: LocalSlack, now: list[float]) -> Directory:
    """A directory on the stand-in, with a clock that the test moves."""
    client = WebClient(slack.bot_token, base_url=slack.api_url, retry_handlers=[])
    return Directory(client, "T0LOCAL", lambda: now[0])


def test_directory_describes_channels_and_people(slack: LocalSlack) -> None:
    """What Slack says of a channel and a person arrives as data."""
    known = directory(slack, [0.0])

    found = known.channel("C0INC")
    person = known.person("U0BOB")

    assert (found.name, found.is_shared, found.is_private) == ("inc-4711-checkout", False, False)
    assert (person.lang, person.is_guest) == ("ko", False)


def test_directory_treats_the_unknown_as_foreign(slack: LocalSlack) -> None:
    """An unknown channel counts as shared, an unknown person as a guest."""
    known = directory(slack, [0.0])

    assert known.channel("C0NOWHERE").is_shared
    assert known.person("U0NOBODY").is_guest
    assert known.person("U0NOBODY").lang is None


def test_directory_survives_slack_being_away(slack: LocalSlack, driver: SlackDriver) -> None:
    """A broken answer is treated like an unknown, and asked again soon."""
    now = [0.0]
    known = directory(slack, now)
    driver.fault("users.info", "reset")
    first = known.person("U0ALICE")
    now[0] += 31

    second = known.person("U0ALICE")

    assert (first.is_guest, second.is_guest) == (True, False)


def test_directory_asks_once_within_its_time(slack: LocalSlack, driver: SlackDriver) -> None:
    """A description is believed for ten minutes, or until the channel is renamed."""
    now = [0.0]
    known = directory(slack, now)
    for _ in range(3):
        known.channel("C0INC")
    known.forget_channel("C0INC")
    known.channel("C0INC")
    now[0] += 601
    known.channel("C0INC")

    assert len(driver.calls("conversations.info")) == 3


@pytest.mark.parametrize(
    "fields", [{"is_restricted": True}, {"is_ultra_restricted": True}, {"team_id": "T0PARTNER"}]
)
def test_directory_knows_guests(
    slack: LocalSlack, driver: SlackDriver, fields: dict[str, object]
) -> None:
    """Guests and people of other companies are guests."""
    driver.set_user("U0GUEST", name="guest", patch=fields)

    assert directory(slack, [0.0]).person("U0GUEST").is_guest


@pytest.mark.parametrize(
    ("read_in", "audience", "was_private", "shown"),
    [
        ("C0POST", EVERYONE, True, "open"),
        ("C0ELSE", Audience(own=True), True, "private"),
        ("C0ELSE", Audience(own=True), False, "private"),
        ("C0ELSE", EVERYONE, False, "hidden"),
        ("", EVERYONE, True, "hidden"),
    ],
)
def test_thread_is_shown_as_far_as_its_readers_reach(
    tmp_path: Path, read_in: str, audience: Audience, was_private: bool, shown: str
) -> None:
    """A channel that Slack does not describe (any more) counts as private, whatever it was."""
    with quiet_services(tmp_path, []) as services:
        thread = thread_at(1)
        services.ledger.links.add(source(thread, is_private=was_private), "PUB-0001")
        [link] = services.ledger.links.of_thread(thread)

        assert shown_thread(services, link, audience, read_in) == shown
