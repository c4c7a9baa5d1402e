"""A digest as people see it: posted in two languages on the stand-in, and shown on its page."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.browser import needs_chromium, open_browser
from support.digest_bench import DigestBench
from support.digest_week import fill_week

from bot.local_slack import LocalSlack

pytestmark = needs_chromium

FOLDER = os.environ.get("DIGEST_SCREENSHOTS")
"""Where to keep the pictures that the docs show (`make screenshot`)."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of a stand-in in which two channels got the digest of the same week."""
    file: Path = tmp_path_factory.mktemp("digest") / "bot.sqlite"
    with LocalSlack() as slack, open_browser() as browser:
        bench = DigestBench(slack, file, "2026-11-24T12:00:00+00:00")
        bench.subscribe("C0INC", lang="en")
        bench.subscribe("C0GENERAL", lang="ko")
        fill_week(bench)
        bench.at("2026-11-30T08:00:00+00:00").run()
        bench.database.close()
        context = browser.new_context(viewport={"width": 1100, "height": 1240}, locale="en-US")
        opened = context.new_page()
        opened.goto(slack.url)
        yield opened
        context.close()


@pytest.mark.parametrize(
    ("lang", "channel", "told"),
    [
        (
            "en",
            "C0INC",
            [
                "Incident digest, week 48",
                "Second time in 90 days",
                "public cases joined the library",
                "Looked for, not found",
                "Drafts waiting for review",
            ],
        ),
        (
            "ko",
            "C0GENERAL",
            ["48주 차 장애 소식", "다시 일어난 장애", "새 사례", "찾지 못한 검색", "초안"],
        ),
    ],
)
def test_digest_is_shown(page: Page, lang: str, channel: str, told: list[str]) -> None:
    """Every part of it, in the language of its channel."""
    page.locator(f'[data-channel="{channel}"]').click()
    message = page.get_by_role("main").get_by_test_id("message").last
    for words in told:
        expect(message).to_contain_text(words)
    if FOLDER:
        message.screenshot(path=Path(FOLDER) / f"digest-{lang}.png")
