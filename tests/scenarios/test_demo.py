"""`make demo` as a newcomer meets it: an address, a page, symptoms typed, the card."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.browser import needs_chromium, open_browser

pytestmark = needs_chromium

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"
SCREENSHOT = os.environ.get("DEMO_SCREENSHOT")
"""Where to keep the picture that README shows (`make screenshot`)."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address that `demo` prints; the process ends with SIGINT, as by Ctrl+C."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SLACK_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "demo", "--no-browser"],
        env={**environment, "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
    assert found is not None
    yield found[0]
    process.send_signal(signal.SIGINT)
    assert process.wait(15) == 0
    process.stdout.close()


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    """The demo page, open in a browser; no request may leave the machine."""
    with open_browser() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-US")
        context.route(
            re.compile(r"^https?://(?!127\.0\.0\.1[:/])"),
            lambda route: pytest.fail(f"the page asked for {route.request.url}"),
        )
        opened = context.new_page()
        opened.goto(address)
        expect(opened.get_by_role("heading", level=1)).to_contain_text("inc-4711-checkout")
        yield opened
        context.close()


def test_demo_brings_the_card_in_the_thread(page: Page) -> None:
    """Symptoms typed in the incident channel bring the card, in its thread, on the page."""
    page.get_by_test_id("message-box").fill(SYMPTOM)
    page.get_by_test_id("message-box").press("Enter")

    thread = page.get_by_test_id("thread")
    expect(thread).to_contain_text("PUB-0041", timeout=30_000)
    expect(thread).to_contain_text("Fixed by")
    if SCREENSHOT:
        page.screenshot(path=Path(SCREENSHOT))


def test_demo_answers_the_command_and_opens_the_case(page: Page) -> None:
    """The command answers privately; *Details* opens the whole case."""
    page.get_by_test_id("message-box").fill("/incident-lookup postgres standby lag, WAL removed")
    page.get_by_test_id("message-box").press("Enter")
    answer = page.get_by_test_id("ephemeral").last
    expect(answer).to_contain_text("PUB-0001", timeout=30_000)
    answer.locator('[data-action-id="case.open"]').first.click()

    modal = page.get_by_test_id("modal")
    expect(modal).to_contain_text("What was seen", timeout=30_000)
    modal.get_by_test_id("modal-close").click()
    expect(modal).to_be_hidden()


def test_demo_shares_the_answer(page: Page) -> None:
    """*Share to channel* shows the answer to everyone and takes the private one away."""
    page.get_by_test_id("ephemeral").last.locator('[data-action-id="lookup.share"]').click()

    expect(page.get_by_test_id("ephemeral")).to_have_count(0, timeout=30_000)
    channel = page.get_by_role("main")
    expect(channel.get_by_test_id("message").last).to_contain_text("PUB-0001")
