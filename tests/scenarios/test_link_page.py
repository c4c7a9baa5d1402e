"""A postmortem thread on the page, in both languages: ids, suggestions, the modal, a recurrence."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.bot_process import BotProcess
from support.browser import needs_chromium, open_browser
from support.driver import Json, SlackDriver
from support.threads import days_ago, import_cases, replies

from bot.local_slack import LocalSlack

pytestmark = needs_chromium

PICTURES = os.environ.get("LINK_PICTURES")
"""A folder for the pictures that the documentation shows (`make screenshot`)."""


@dataclass(frozen=True)
class Telling:
    """What is written in one language, and what the page then says."""

    user: str
    account: str
    remark: str
    recurrence: str
    alarm: str
    linked: str


TELLINGS = {
    "en": Telling(
        user="U0ALICE",
        account="Postmortem of Tuesday: checkout answered 502 for 40 minutes after the deploy. "
        "Every new pod opened its own connections to PostgreSQL until the database refused "
        "more, requests queued up behind it, and restarting the pods made it worse.",
        remark="Didn't we have this? CASE-0001, and GitLab's PUB-0001 for the restore drill",
        recurrence="Recurrence",
        alarm="Third time in 90 days; 2 of 4 action items are still open",
        linked="Linked:",
    ),
    "ko": Telling(
        user="U0BOB",
        account="화요일 회고: 배포할 때마다 결제가 데이터베이스 연결을 다 써 버렸고, "
        "이번에도 40분 동안 502를 냈어요. 결제의 새 파드가 PostgreSQL이 거부할 때까지 "
        "연결을 열었고, 요청이 그 뒤로 밀렸어요.",
        remark="이거 전에도 있지 않았나요? CASE-0001이랑 복구 훈련은 GitLab의 PUB-0001도 보세요",
        recurrence="재발",
        alarm="90일 동안 세 번째 · 후속 조치 4건 중 2건이 아직 미완료",
        linked="연결했어요:",
    ),
}

CASE: Json = {
    "id": "CASE-0001",
    "title": {
        "en": "Checkout ran out of database connections on every deploy",
        "ko": "배포할 때마다 결제가 데이터베이스 연결을 다 써 버렸다",
    },
    "org": "Shop",
    "summary": {
        "en": "New pods of checkout opened connections until PostgreSQL refused more of them.",
        "ko": "결제의 새 파드가 PostgreSQL이 거부할 때까지 연결을 열었다.",
    },
    "root_cause": "resource-exhaustion",
    "visibility": "team",
    "action_items": [
        {"text": {"en": "Cap the connection pool", "ko": "연결 풀에 상한 두기"}},
        {"text": {"en": "Alert on waiting clients", "ko": "대기 클라이언트에 경보 걸기"}},
        {
            "text": {"en": "Runbook for a full pool", "ko": "풀이 찼을 때의 런북"},
            "done_at": "2025-01-05",
        },
        {
            "text": {"en": "Roll out pod by pod", "ko": "파드 하나씩 배포하기"},
            "done_at": "2025-01-09",
        },
    ],
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all languages."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(params=["en", "ko"])
def lang(request: pytest.FixtureRequest) -> str:
    """The language of the channel and of its reader."""
    return str(request.param)


@pytest.fixture
def thread_page(
    browser: Browser, tmp_path: Path, lang: str
) -> Iterator[tuple[Page, SlackDriver, str]]:
    """The page on a postmortem channel; an earlier thread was linked as a recurrence already."""
    with LocalSlack() as slack, SlackDriver(slack.url) as driver:
        bot = BotProcess(tmp_path, {**slack.environment(), "DEFAULT_LANGUAGE": lang}).start()
        try:
            import_cases(bot, tmp_path, CASE | {"date": days_ago(41)})
            channel = _make_channel(driver, "postmortem-checkout")
            other = _make_channel(driver, "retro-may")
            earlier = driver.send(other, "<@U0BOT> link CASE-0001 recurrence")
            replies(driver, other, earlier)
            context = browser.new_context(viewport={"width": 1280, "height": 1000})
            context.route(
                re.compile(r"^https?://(?!127\.0\.0\.1[:/])"),
                lambda route: pytest.fail(f"the page asked for {route.request.url}"),
            )
            page = context.new_page()
            page.goto(f"{slack.url}#{channel}")
            yield page, driver, channel
            context.close()
        finally:
            bot.kill()


def _make_channel(driver: SlackDriver, name: str) -> str:
    members = ["U0ALICE", "U0BOB", "U0BOT"]
    return str(driver.channel_action("create", name=name, members=members)["id"])


def _picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / name)


def test_thread_is_linked_on_the_page(
    thread_page: tuple[Page, SlackDriver, str], lang: str
) -> None:
    """Suggestions come, an id links, the modal makes it a recurrence, and the thread alarms."""
    page, driver, channel = thread_page
    told = TELLINGS[lang]
    page.locator(f'[data-user="{told.user}"]').click()
    page.get_by_test_id("welcome").get_by_role("button").first.click()
    page.get_by_test_id("message-box").fill(told.account)
    page.get_by_test_id("message-box").press("Enter")
    thread = page.get_by_test_id("thread")
    expect(page.get_by_role("main").get_by_text(told.account[:20])).to_be_visible()
    root = driver.wait_for(lambda: driver.messages(channel))[0]["ts"]
    message = page.get_by_role("main").get_by_test_id("message").last
    message.hover()
    message.get_by_test_id("message-menu").click()
    page.locator('[data-callback-id="link_case"]').click()
    modal = page.get_by_test_id("modal")
    case = modal.locator('[data-action-id="link.case"] input, input[data-action-id="link.case"]')
    case.first.fill("CASE-00")
    modal.get_by_role("option", name="CASE-0001").click()
    modal.locator('select[data-action-id="link.kind-field"]').select_option(label=told.recurrence)
    modal.get_by_test_id("modal-submit").click()
    expect(modal).to_be_hidden(timeout=15_000)
    expect(thread).to_contain_text(told.alarm, timeout=30_000)
    page.get_by_test_id("thread-box").fill(told.remark)
    page.get_by_test_id("thread-box").press("Enter")
    expect(thread).to_contain_text("PUB-0001", timeout=30_000)
    expect(thread).to_contain_text(told.linked)
    replies(driver, channel, root, 3)
    expect(thread).to_contain_text("GitLab.com", timeout=30_000)
    page.mouse.move(5, 5)
    _picture(page, f"link-thread-{lang}.png")
    assert driver.failures() == []
