"""A channel's settings and the quiet in it, as people see them: two languages, two widths."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.bot_process import BotProcess
from support.browser import needs_chromium, open_browser
from support.driver import SlackDriver

from bot.local_slack import LocalSlack

pytestmark = needs_chromium

PICTURES = os.environ.get("CHANNEL_PICTURES")
"""A folder for the pictures that the documentation shows (`make screenshot`)."""

SYMPTOM = "p99 is fine but max latency spikes every few minutes since we moved to k8s"


@dataclass(frozen=True)
class Telling:
    """Who sits there, and what they read."""

    user: str
    by_name: str
    muted: str
    undo: str
    not_muted: str


TELLINGS = {
    "en": Telling("U0ALICE", "By its name, this channel", "Muted here", "Undo", "Not muted here"),
    "ko": Telling("U0BOB", "이름에 따라", "음소거 상태예요", "되돌리기", "음소거 상태가 아니에요"),
}
WIDTHS = {"desktop": (1280, 1000), "phone": (390, 844)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all of them."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module", params=["en", "ko"])
def lang(request: pytest.FixtureRequest) -> str:
    """The language of the channel and of its reader."""
    return str(request.param)


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory, lang: str) -> Iterator[LocalSlack]:
    """A stand-in with the bot on it, in one language."""
    folder: Path = tmp_path_factory.mktemp("channel-page")
    with LocalSlack() as slack:
        process = BotProcess(folder, {**slack.environment(), "DEFAULT_LANGUAGE": lang})
        try:
            process.start()
            yield slack
        finally:
            process.kill()


@pytest.fixture(params=WIDTHS)
def page(
    request: pytest.FixtureRequest, browser: Browser, bot: LocalSlack, lang: str
) -> Iterator[Page]:
    """The page of a reader, at one width."""
    width, height = WIDTHS[request.param]
    context = browser.new_context(viewport={"width": width, "height": height})
    reader = f"sessionStorage.setItem('incident-lookup-demo.user', '{TELLINGS[lang].user}')"
    context.add_init_script(reader)
    opened = context.new_page()
    opened.goto(bot.url)
    yield opened
    context.close()


def picture(page: Page, name: str) -> None:
    """Keep what is to be seen, where somebody wants to keep it."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / name)


def test_settings_and_quiet_on_the_page(page: Page, bot: LocalSlack, lang: str) -> None:
    """*Mute here* is answered to one person, *Undo* takes it back, and the settings fit."""
    told, size = TELLINGS[lang], page.viewport_size
    width = "phone" if size is not None and size["width"] < 600 else "desktop"
    main = page.get_by_role("main")
    with SlackDriver(bot.url) as driver:
        members = ["U0ALICE", "U0BOB", "U0BOT"]
        made = driver.channel_action("create", name=f"inc-{width}-{lang}", members=members)
        channel = str(made["id"])
        page.goto(f"{bot.url}#{channel}")
        page.reload()
        expect(main).to_contain_text(f"inc-{width}-{lang}")
        ts = driver.send(channel, SYMPTOM, user=told.user)
        [card] = driver.wait_for(lambda: driver.thread(channel, ts), 15)
        thread = page.get_by_test_id("thread")
        expect(thread.locator('[data-action-id="channel.mute"]')).to_be_visible(timeout=15_000)
        if width == "phone":  # there the thread lies over the channel
            page.locator("#close-thread").click()
        driver.click(card, "channel.mute", user=told.user)
        expect(main).to_contain_text(told.muted, timeout=15_000)
        picture(page, f"channel-muted-{lang}-{width}.png")
        main.get_by_role("button", name=told.undo).click()
        expect(main).to_contain_text(told.not_muted, timeout=15_000)
        driver.command(channel, "settings", user=told.user)
        modal = page.get_by_test_id("modal")
        expect(modal).to_contain_text(told.by_name, timeout=15_000)
        picture(page, f"channel-settings-{lang}-{width}.png")
        modal.get_by_test_id("modal-close").click()
        expect(modal).to_be_hidden()
        driver.wait_for(lambda: not driver.views(told.user))
        assert driver.failures() == []
