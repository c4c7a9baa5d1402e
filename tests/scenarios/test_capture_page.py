"""*Save as case* on the page, in both languages, on a desktop and on a phone."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.bot_process import BotProcess
from support.browser import needs_chromium, open_browser
from support.driver import SlackDriver

from bot.local_slack import LocalSlack

pytestmark = needs_chromium

PICTURES = os.environ.get("CAPTURE_PICTURES")
"""A folder for the pictures that the documentation shows (`make screenshot`)."""

MAIL = "jane.doe" + "@example.com"
SIZES = {"phone": (390, 844), "desktop": (1280, 1000)}

THREADS = {
    "en": (
        "U0ALICE",
        [
            "checkout is throwing 502s since 14:05, payments-db refuses new connections",
            f"customer {MAIL} cannot pay, pods log 'connection pool exhausted'",
            "who can join the call?",
            "restarting the pods makes it worse, still failing",
            "capped the pool at 20 per pod. Resolved, errors are back to baseline",
        ],
        "Masked: 1 e-mail address",
        "Saved as CASE-0001",
    ),
    "ko": (
        "U0BOB",
        [
            "14:05부터 결제가 502를 내고 있어요. 결제 DB가 새 연결을 거부합니다",
            f"고객 {MAIL} 결제 불가, 파드 로그에 connection pool exhausted 계속 찍혀요",
            "콜에 들어올 분 계신가요?",
            "파드 재시작하니 더 나빠지고 계속 실패해요",
            "파드당 연결을 20개로 제한했고 복구됐습니다. 상황 종료합니다",
        ],
        "가린 내용: 이메일 주소 1건",
        "CASE-0001 사례로 저장했어요",
    ),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all of them."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module", params=["en", "ko"])
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, LocalSlack, SlackDriver, str]]:
    """A thread in one language, told before anybody looks; its language and channel."""
    lang = str(request.param)
    folder: Path = tmp_path_factory.mktemp("capture")
    with LocalSlack() as slack, SlackDriver(slack.url) as driver:
        bot = BotProcess(folder, {**slack.environment(), "DEFAULT_LANGUAGE": lang}).start()
        try:
            members = ["U0ALICE", "U0BOB", "U0BOT"]
            name = "checkout-talk"
            channel = str(driver.channel_action("create", name=name, members=members)["id"])
            user, said, *_ = THREADS[lang]
            root = driver.send(channel, said[0], user=user)
            for line in said[1:]:
                driver.send(channel, line, user=user, thread_ts=root)
            yield lang, slack, driver, channel
        finally:
            bot.kill()


@pytest.mark.parametrize("size", list(SIZES))
def test_thread_is_saved_as_a_case(
    browser: Browser, told: tuple[str, LocalSlack, SlackDriver, str], size: str
) -> None:
    """Nothing is cut; what was masked is told; the author gets the id."""
    lang, slack, driver, channel = told
    user, said, masked, saved = THREADS[lang]
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    context.route(
        re.compile(r"^https?://(?!127\.0\.0\.1[:/])"),
        lambda route: pytest.fail(f"the page asked for {route.request.url}"),
    )
    page = context.new_page()
    page.goto(f"{slack.url}#{channel}")
    _act_as(page, user)
    message = page.get_by_role("main").get_by_test_id("message").first
    message.hover()
    message.get_by_test_id("message-menu").click()
    page.locator('[data-callback-id="save_case"]').click()
    modal = page.get_by_test_id("modal")
    title = modal.locator('[data-action-id="case.title"]')
    expect(title).to_have_value(said[0], timeout=30_000)
    expect(modal).to_contain_text(masked)
    page.mouse.move(2, 2)
    _picture(page, f"capture-{lang}-{size}.png")
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if size == "desktop":
        modal.get_by_test_id("modal-submit").click()
        expect(modal).to_be_hidden(timeout=15_000)
        expect(page.get_by_role("main")).to_contain_text(saved, timeout=30_000)
    else:
        modal.get_by_test_id("modal-close").click()
        expect(modal).to_be_hidden(timeout=15_000)
    context.close()

    assert overflow <= 0
    assert driver.failures() == []


def _act_as(page: Page, user: str) -> None:
    narrow = page.locator("#open-sidebar")
    if narrow.is_visible():
        narrow.click()
    page.locator(f'[data-user="{user}"]').click()
    if narrow.is_visible():
        page.locator("#close-sidebar").click()
    welcome = page.get_by_test_id("welcome")
    if welcome.is_visible():
        welcome.get_by_role("button").first.click()


def _picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / name)
