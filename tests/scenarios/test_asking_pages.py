"""The search modal and Home on the page, in both languages, at the width of a desk and a phone."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.bot_process import BotProcess
from support.browser import needs_chromium, open_browser
from support.driver import SlackDriver
from support.suspects import DISK, LOCK, POOL, SYMPTOM
from support.threads import import_cases

from bot.local_slack import LocalSlack

pytestmark = needs_chromium

PICTURES = os.environ.get("ASKING_PICTURES")
"""A folder for the pictures that the documentation shows (`make screenshot`)."""

WIDTHS = {"desktop": (1280, 1000), "phone": (390, 844)}


@dataclass(frozen=True)
class Telling:
    """What is typed in one language, and what the page then says."""

    user: str
    typed: str
    term: str
    label: str
    results: str
    question: str
    home: tuple[str, ...]


TELLINGS = {
    "en": Telling(
        user="U0ALICE",
        typed="ledger writes hang, checkout 503, zebra queue growing",
        term="postg",
        label="Relational database",
        results="Looks like",
        question="Tell them apart:",
        home=("Recent cases", "My drafts", "Channels watched", "Last 30 days", "Hit rate"),
    ),
    "ko": Telling(
        user="U0BOB",
        typed="플라밍고 원장 쓰기가 멈추고 얼룩말 큐가 계속 늘어요",
        term="관계형",
        label="관계형 데이터베이스",
        results="비슷",
        question="가려내기:",
        home=("최근 사례", "내 초안", "지켜보는 채널", "최근 30일", "적중률"),
    ),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all languages."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def slack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSlack]:
    """A stand-in with the real bot, own cases, drafts, and a card that was confirmed."""
    folder: Path = tmp_path_factory.mktemp("pages")
    with LocalSlack() as server, SlackDriver(server.url) as driver:
        bot = BotProcess(folder, server.environment()).start()
        try:
            mine, bobs = POOL | draft_of("U0ALICE"), DISK | draft_of("U0BOB")
            import_cases(bot, folder, LOCK, mine, bobs)
            channel = driver.channel("inc-4711-checkout")["id"]
            ts = driver.send(channel, SYMPTOM)
            [card] = driver.wait_for(lambda: driver.thread(channel, ts), 15)
            driver.click({**card, "channel_id": channel}, "match.confirm")
            driver.wait_for(lambda: driver.thread(channel, ts)[0]["blocks"] != card["blocks"])
            yield server
        finally:
            bot.kill()


def draft_of(user: str) -> dict[str, object]:
    """What makes an own case somebody's draft."""
    return {"draft": True, "review": {"written_by": user}}


@pytest.fixture(params=list(WIDTHS))
def width(request: pytest.FixtureRequest) -> str:
    """A desk or a phone."""
    return str(request.param)


@pytest.fixture(params=["en", "ko"])
def told(request: pytest.FixtureRequest) -> Telling:
    """The language of the reader."""
    return TELLINGS[str(request.param)]


@pytest.fixture
def page(browser: Browser, slack: LocalSlack, told: Telling) -> Iterator[Page]:
    """The page of that reader, with nothing open; nothing is asked of other hosts."""
    with SlackDriver(slack.url) as driver:
        for each in TELLINGS.values():
            for view in driver.views(each.user)[:1]:
                driver.close(view, clear=True)
    wide, high = WIDTHS["desktop"]
    viewport = {"width": wide, "height": high}
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    context.route(
        re.compile(r"^https?://(?!127\.0\.0\.1[:/])"),
        lambda route: pytest.fail(f"the page asked for {route.request.url}"),
    )
    opened = context.new_page()
    opened.goto(f"{slack.url}#C0GENERAL")
    opened.locator(f'[data-user="{told.user}"]').click()
    yield opened
    context.close()


def as_wide_as(page: Page, width: str) -> None:
    """Give the window that width; what is on it must not scroll sideways."""
    wide, high = WIDTHS[width]
    page.set_viewport_size({"width": wide, "height": high})
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) <= 0


def picture(page: Page, name: str) -> None:
    """Keep a picture where the documentation wants one."""
    if PICTURES:
        page.mouse.move(3, 3)
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_search_modal_on_the_page(page: Page, told: Telling, width: str) -> None:
    """The form takes words and terms; its results come in its place, with the question."""
    lang = "ko" if told is TELLINGS["ko"] else "en"
    page.get_by_test_id("message-box").fill("/incident-lookup")
    page.get_by_test_id("message-box").press("Enter")
    modal = page.get_by_test_id("modal")
    expect(modal.get_by_test_id("modal-submit")).to_be_visible(timeout=30_000)
    modal.locator('[data-action-id="search.text-field"]').first.fill(told.typed)
    box = modal.locator('input[data-action-id="search.component"]')
    box.fill(told.term)
    modal.get_by_role("option", name=told.label).first.click()
    modal.locator('[data-action-id="search.text-field"]').first.focus()
    as_wide_as(page, width)
    modal.evaluate("node => node.querySelector('.modal-body')?.scrollTo(0, 0)")
    picture(page, f"search-form-{lang}-{width}")
    modal.get_by_test_id("modal-submit").click()
    expect(modal).to_contain_text(told.results, timeout=30_000)
    expect(modal).to_contain_text("CASE-0101")
    expect(modal).to_contain_text(told.question)
    picture(page, f"search-results-{lang}-{width}")


def test_home_on_the_page(page: Page, told: Telling, width: str) -> None:
    """Search box, cases, drafts, places and numbers, in the reader's language."""
    lang = "ko" if told is TELLINGS["ko"] else "en"
    page.get_by_test_id("app-entry").click()
    page.locator('[data-tab="home"]').click()
    home = page.locator("#home [data-testid='home']")
    for words in told.home:
        expect(home).to_contain_text(words, timeout=30_000)
    as_wide_as(page, width)
    picture(page, f"home-{lang}-{width}")
    home.locator('[data-action-id="home.search"]').first.fill(told.typed)
    home.locator('[data-action-id="home.search"]').first.press("Enter")
    modal = page.get_by_test_id("modal")
    expect(modal).to_contain_text("CASE-0103", timeout=30_000)
