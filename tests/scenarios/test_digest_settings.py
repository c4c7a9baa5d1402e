"""Setting up the weekly digest in a channel: the real bot, the strict stand-in, whole payloads."""

import json
from collections.abc import Callable

import pytest
from support.driver import Json, SlackDriver, find_element

from handlers.views.digest_settings import FACETS, LANGUAGE, SIDE, TIME, WEEKDAY, ZONE

MakeChannel = Callable[..., str]


def open_settings(driver: SlackDriver, channel: str, user: str = "U0ALICE") -> Json:
    """Type the command and wait for the form, or for the sentence that there can be none."""
    driver.command(channel, "digest", user=user)
    return driver.wait_for(lambda: filled(driver, user), 15)


def filled(driver: SlackDriver, user: str) -> Json | None:
    """The person's open modal, once the worker has filled it."""
    views = driver.views(user)
    is_ready = views and not str(views[-1]["blocks"][0]["block_id"]).startswith("loading")
    return views[-1] if is_ready else None


def save(driver: SlackDriver, channel: str, values: Json | None = None) -> str:
    """Save the settings as they stand, or with other values; what the person is told."""
    before = len(driver.ephemerals(channel=channel))
    driver.submit(open_settings(driver, channel), values)
    told = driver.wait_for(lambda: driver.ephemerals(channel=channel)[before:], 15)
    return str(told[-1]["text"])


def shown(view: Json) -> dict[str, object]:
    """What the form has chosen: action id → value."""
    values = view["state"]["values"]
    entries = {action: entry for fields in values.values() for action, entry in fields.items()}
    return {
        action: (entry.get("selected_option") or {}).get("value")
        or entry.get("selected_time")
        or [option["value"] for option in entry.get("selected_options", ())]
        for action, entry in entries.items()
    }


def test_settings_begin_with_monday_at_nine_where_the_creator_is(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Bob, who is in Seoul, opens it in a channel that was made in Amsterdam."""
    view = open_settings(driver, make_channel("general"), "U0BOB")

    assert shown(view) == {
        WEEKDAY[1]: "mon",
        TIME[1]: "09:00",
        ZONE[1]: "Europe/Amsterdam",
        LANGUAGE[1]: "en",
        SIDE[1]: "all",
        FACETS[1]: [],
    }
    assert "주간 장애 소식" in json.dumps(view["title"], ensure_ascii=False)


def test_settings_are_saved_changed_and_stopped(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Each time the person reads what holds from now on; nothing is posted by any of it."""
    channel = make_channel("general")
    first = save(driver, channel)
    chosen = {
        WEEKDAY[0]: {WEEKDAY[1]: "thu"},
        TIME[0]: {TIME[1]: "17:30"},
        ZONE[0]: {ZONE[1]: "Asia/Seoul"},
        LANGUAGE[0]: {LANGUAGE[1]: "ko"},
        SIDE[0]: {SIDE[1]: "own"},
        FACETS[0]: {FACETS[1]: ["components:kubernetes-cluster", "symptoms:replication-lag"]},
    }
    second = save(driver, channel, chosen)
    view = open_settings(driver, channel)

    assert first.startswith("Saved. The next digest comes on Monday, ")
    assert "Thursday" in second
    assert "17:30 (Asia/Seoul)" in second
    assert shown(view) == {
        WEEKDAY[1]: "thu",
        TIME[1]: "17:30",
        ZONE[1]: "Asia/Seoul",
        LANGUAGE[1]: "ko",
        SIDE[1]: "own",
        FACETS[1]: ["components:kubernetes-cluster", "symptoms:replication-lag"],
    }
    driver.click(view, "digest.stop")
    driver.wait_for(
        lambda: "gets no weekly digest any more" in json.dumps(driver.views()[-1]["blocks"]), 15
    )
    driver.close(driver.views()[-1], clear=True)
    again = open_settings(driver, channel)
    assert shown(again)[WEEKDAY[1]] == "mon"
    assert driver.posts(channel) == []


def test_menus_offer_cities_and_terms(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A time zone by its city, a facet by what people call it; each value is one that is taken."""
    view = open_settings(driver, make_channel("general"))

    zones = driver.suggest(view, ZONE[1], "new york")["options"]
    terms = driver.suggest(view, FACETS[1], "k8s")["options"]
    none = driver.suggest(view, ZONE[1], "atlantis")["options"]

    assert zones[0]["value"] == "America/New_York"
    assert terms[0]["value"] == "components:kubernetes-cluster"
    assert none == []


def test_a_zone_that_is_none_is_told_beside_its_field(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The modal stays open with one sentence."""
    view = open_settings(driver, make_channel("general"))

    answer = driver.submit(view, {ZONE[0]: {ZONE[1]: "KST"}})

    assert answer["errors"] == {ZONE[0]: "Please choose a time zone from the list."}


def test_the_preview_is_shown_to_the_asker_alone(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The digest as it stands, and the list of all new cases behind its button."""
    channel = make_channel("general")
    driver.command(channel, "digest preview")
    [answer] = driver.wait_for(lambda: driver.ephemerals(channel=channel), 15)
    driver.click(answer, "digest.cases")
    listed = driver.wait_for(lambda: filled(driver, "U0ALICE"), 15)

    assert answer["text"].startswith("Incident digest, week ")
    assert "public cases joined the library" in json.dumps(answer["blocks"])
    assert driver.posts(channel) == []
    assert driver.ephemerals("U0BOB", channel) == []
    assert len([b for b in listed["blocks"] if b["block_id"].startswith("case-")]) > 50
    driver.click(listed, "case.open", block_id=listed["blocks"][1]["block_id"])
    driver.wait_for(lambda: len(driver.views()) == 2 and "PUB-" in str(driver.views()[1]), 15)


@pytest.mark.parametrize(
    ("week", "said"),
    [
        ("2026-W02", "Week 2 has nothing to tell"),
        ("2026-W77", "is not a week"),
        pytest.param("x" * 3000, "is not a week", id="long"),
    ],
)
def test_the_preview_of_another_week(
    driver: SlackDriver, make_channel: MakeChannel, week: str, said: str
) -> None:
    """Any week can be asked for; one that is empty, or none, is said to be so."""
    channel = make_channel("general")
    driver.command(channel, f"digest preview {week}")
    [answer] = driver.wait_for(lambda: driver.ephemerals(channel=channel), 15)

    assert said in answer["text"]


def test_other_words_after_digest_are_a_question(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Somebody's digest job may be what is broken."""
    channel = make_channel("general")
    driver.command(channel, "digest job stuck, redis latency spikes")
    [answer] = driver.wait_for(lambda: driver.ephemerals(channel=channel), 15)

    assert "PUB-" in json.dumps(answer["blocks"])
    assert "Incident digest" not in answer["text"]


def test_where_there_can_be_no_digest_the_modal_says_why(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Not in a direct message, not where the bot is not, not in an archive, and not by a guest."""
    driver.set_user("U0VISITOR", name="visitor", patch={"is_restricted": True})
    outside = driver.channel_action("create", name="no-bot-here", members=["U0ALICE"])["id"]
    archived = make_channel("old")
    driver.channel_action("archive", channel=archived)
    visited = make_channel("general")
    driver.channel_action("invite", channel=visited, invited="U0VISITOR")
    said = {}
    for channel, user in (
        (driver.direct(), "U0ALICE"),
        (outside, "U0ALICE"),
        ("C0PRIV", "U0ALICE"),
        (archived, "U0ALICE"),
        (visited, "U0VISITOR"),
    ):
        view = open_settings(driver, channel, user)
        said[channel] = view["blocks"][0]["text"]["text"]
        assert view["submit"] is None
        driver.close(view, clear=True)

    assert said == {
        driver.direct(): "The digest is for channels; type the command in one.",
        outside: "I'm not in this channel: type /invite @incident-lookup first, then try again.",
        "C0PRIV": "I'm not in this channel: type /invite @incident-lookup first, then try again.",
        archived: "This channel is archived, so I cannot post a digest here.",
        visited: "Only members of this workspace can set up the digest; please ask one of them.",
    }


def test_a_channel_that_is_lost_pauses_and_goes_on_when_saved(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """One direct message, whatever happens to the channel after it; the form says it is paused."""
    channel = make_channel("general")
    save(driver, channel)
    direct = driver.direct()
    before = len(driver.posts(direct))
    driver.channel_action("rename", channel=channel, name="renamed-channel")
    driver.channel_action("archive", channel=channel)
    driver.wait_for(lambda: driver.posts(direct)[before:], 15)
    driver.channel_action("unarchive", channel=channel)
    driver.channel_action("kick", channel=channel)
    driver.channel_action("invite", channel=channel)
    view = open_settings(driver, channel)

    [told] = driver.posts(direct)[before:]
    assert f"<#{channel}>: the channel was archived" in told["text"]
    assert "Paused: the channel was archived." in view["blocks"][0]["text"]["text"]
    assert find_element(view, "digest.stop")
    driver.submit(view)
    driver.wait_for(lambda: driver.ephemerals(channel=channel)[1:], 15)
    assert "Paused" not in str(open_settings(driver, channel)["blocks"][0])


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("kick", "I am no longer in the channel"),
        ("make_private", "the channel was made private"),
    ],
)
def test_each_loss_is_heard_when_it_happens(
    driver: SlackDriver, make_channel: MakeChannel, action: str, said: str
) -> None:
    """The bot is removed, or the channel becomes private: the subscriber reads it at once."""
    channel = make_channel("general")
    save(driver, channel)
    direct = driver.direct()
    before = len(driver.posts(direct))
    driver.channel_action(action, channel=channel)
    [told] = driver.wait_for(lambda: driver.posts(direct)[before:], 15)

    assert said in told["text"]
