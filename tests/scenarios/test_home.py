"""The Home tab on the real bot: drawn when opened and after actions, for its reader alone."""

import re

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver, find_element
from support.suspects import DISK, LOCK, POOL, SYMPTOM
from support.threads import MakeChannel, import_cases, text_of

QUERY = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"


@pytest.fixture(autouse=True, scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Own cases: two drafts, one of them by Alice."""
    mine = POOL | {"draft": True, "review": {"written_by": "U0ALICE"}}
    import_cases(bot, tmp_path_factory.mktemp("own"), LOCK, mine, DISK | {"draft": True})


def published(driver: SlackDriver, user: str) -> int:
    """How often a person's Home was published."""
    return sum(call["args"].get("user_id") == user for call in driver.calls("views.publish"))


def open_home(driver: SlackDriver, user: str = "U0ALICE", told: str = "") -> Json:
    """Open the Home tab; what stands there once it says that."""
    driver.home(user=user)

    def look() -> Json | None:
        home = driver.state(user)["home"]
        return home if home and told in text_of(home) else None

    found = driver.wait_for(look, 10)
    assert found is not None
    return found


def number(home: Json, words: str) -> int:
    """The number before some words."""
    found = re.search(rf"(\d+) {words}", text_of(home))
    assert found, text_of(home)
    return int(found[1])


def test_home_shows_search_cases_drafts_places_and_numbers(driver: SlackDriver) -> None:
    """Everything a lead looks for, own cases first."""
    home = open_home(driver)

    told = text_of(home)
    box = find_element(home, "home.search")[1]
    assert box["type"] == "plain_text_input"
    assert find_element(home, "search.open")
    assert told.index("*Recent cases*") < told.index("*My drafts*")
    assert told.index("CASE-0103") < told.index("*My drafts*") < told.index("CASE-0101")
    assert told.count("CASE-0101") == 2  # its title and its button: nothing is listed twice
    assert "1 draft of somebody else waits for review" in told
    assert "*Last 30 days*" in told
    assert "The library: 3 own and " in told
    assert "Relational database" in told
    assert driver.failures() == []


def test_home_counts_what_happened(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Lookups, cards, confirmed matches and their hit rate; the watched channel is named."""
    before = open_home(driver)
    asked, cards = number(before, "questions? asked"), number(before, "incident channels? got")
    channel = make_channel()
    ts = driver.send(channel, SYMPTOM)
    [card] = driver.wait_for(lambda: driver.thread(channel, ts))
    driver.click({**card, "channel_id": channel}, "match.confirm")
    driver.wait_for(lambda: "marked as this one" in text_of(driver.thread(channel, ts)[0]))
    driver.command(channel, QUERY)
    [answer] = driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel))
    driver.click(answer, "match.dismiss")
    driver.wait_for(
        lambda: "marked as not this" in text_of(driver.ephemerals("U0ALICE", channel)[0])
    )

    after = open_home(driver, told="Hit rate: 1 of 2")

    assert number(after, "questions? asked") == asked + 1
    assert number(after, "incident channels? got") == cards + 1
    assert number(after, "match(?:es)? marked “This is it”") == 1
    assert f"<#{channel}>" in text_of(after)


def test_private_and_foreign_channels_are_not_named(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Their names are their members'."""
    channel = make_channel(is_private=True)
    ts = driver.send(channel, SYMPTOM)
    driver.wait_for(lambda: driver.thread(channel, ts))

    assert channel not in text_of(open_home(driver))


def test_search_box_opens_results(driver: SlackDriver) -> None:
    """Enter brings a modal with the answer, nothing to share, and Home counts it."""
    home = open_home(driver)
    asked = number(home, "questions? asked")
    driver.click(home, "home.search", value=QUERY)

    [view] = driver.wait_for(lambda: [v for v in driver.views() if "PUB-0001" in text_of(v)])
    driver.wait_for(lambda: number(driver.state()["home"], "questions? asked") == asked + 1)

    assert "search.share" not in text_of(view)
    assert find_element(view, "search.change")
    driver.close(view, clear=True)


def test_search_with_filters_opens_the_form(driver: SlackDriver) -> None:
    """The same form as the command's."""
    home = open_home(driver)
    driver.click(home, "search.open")
    [form] = driver.wait_for(lambda: [v for v in driver.views() if v["submit"]])
    done = driver.submit(form, {"search.text-block": {"search.text-field": SYMPTOM}})
    [view] = driver.views()

    assert done["response_action"] == "update"
    assert "CASE-0103" in text_of(view)
    driver.close(view, clear=True)


def test_case_opens_from_home(driver: SlackDriver) -> None:
    """As a modal of its own."""
    home = open_home(driver)
    driver.click(home, "case.open")

    [view] = driver.wait_for(lambda: [v for v in driver.views() if "What was seen" in text_of(v)])

    assert view["title"]["text"].startswith("CASE-")
    assert driver.failures() == []
    driver.close(view, clear=True)


def test_guest_sees_public_cases_and_nothing_of_the_team(driver: SlackDriver) -> None:
    """No own case, draft, channel, digest or number."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})

    told = text_of(open_home(driver, "U0GUEST"))

    assert "CASE-" not in told
    assert "The library: 0 own and " in told
    for words in ("My drafts", "Channels watched", "Last 30 days", "Hit rate"):
        assert words not in told


def test_home_speaks_korean(driver: SlackDriver) -> None:
    """For a reader with a Korean locale."""
    told = text_of(open_home(driver, "U0BOB"))

    assert "*최근 사례*" in told
    assert "적중률" in told
    assert "관계형 데이터베이스" in told


def test_messages_tab_draws_nothing(driver: SlackDriver) -> None:
    """Only the Home tab is drawn, and only when it is opened."""
    driver.set_user("U0DAVE", name="dave")
    driver.home(tab="messages", user="U0DAVE")
    open_home(driver)

    assert published(driver, "U0DAVE") == 0


def test_home_that_slack_refused_is_drawn_with_the_next_opening(driver: SlackDriver) -> None:
    """Although nothing has changed meanwhile."""
    driver.set_user("U0ERIN", name="erin")
    driver.fault("views.publish", "error", error="not_enabled")
    driver.home(user="U0ERIN")
    driver.wait_for(lambda: published(driver, "U0ERIN") == 1)

    assert "Recent cases" in text_of(open_home(driver, "U0ERIN"))
