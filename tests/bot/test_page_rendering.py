"""The demo page in a real browser: what it makes of Slack's markup, and that hostile text is inert.

These tests post straight to the stand-in; the bot itself is not running.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from slack_sdk import WebClient
from support.browser import needs_chromium, open_browser

from bot.local_slack import LocalSlack

POLICY = "default-src 'self'"

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with open_browser() as started:
        yield started


@pytest.fixture(scope="module")
def library(browser: Browser) -> Iterator[Page]:
    """A page whose modules are called directly; shared, for nothing on it changes."""
    with LocalSlack() as running:
        opened = open_page(browser, running)
        yield opened
        opened.context.close()


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    """A fresh stand-in without posting quotas."""
    with LocalSlack(rate_limits=False) as running:
        yield running


@pytest.fixture
def client(slack: LocalSlack) -> WebClient:
    """The Web API as the bot uses it."""
    return WebClient(slack.bot_token, base_url=slack.api_url)


def open_page(browser: Browser, slack: LocalSlack, **context: Any) -> Page:
    """The page under a strict content policy; a script error fails the test that sees it."""
    page = browser.new_context(**context).new_page()
    page.set_default_timeout(10_000)
    page.add_init_script(
        "window.troubles = [];"
        "addEventListener('error', (e) => troubles.push(e.message));"
        "addEventListener('securitypolicyviolation', (e) => troubles.push(e.blockedURI));"
    )
    page.route("**/", _strict)
    page.goto(slack.url)
    expect(page.get_by_test_id("welcome")).to_be_visible()
    return page


def _strict(route: Route) -> None:
    """Serve the page with the policy that it claims to work under."""
    answer = route.fetch()
    headers = {**answer.headers, "content-security-policy": POLICY}
    route.fulfill(response=answer, headers=headers)


@pytest.fixture
def page(browser: Browser, slack: LocalSlack) -> Iterator[Page]:
    """The page at desk width."""
    opened = open_page(browser, slack, viewport={"width": 1280, "height": 800})
    yield opened
    assert opened.evaluate("window.troubles") == []
    opened.context.close()


MARKUP = [
    ("a *b* _c_ ~d~ `e`", 'a <strong>b</strong> <em>c</em> <s>d</s> <code class="short">e</code>'),
    ("*굵게*는 그대로, *굵게* 다음", "*굵게*는 그대로, <strong>굵게</strong> 다음"),
    ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
    ("* not bold * and ** neither **", "* not bold * and ** neither **"),
    ("one\ntwo", "one<br>two"),
    ("&gt; quoted\n&gt; more\nafter", "<blockquote>quoted<br>more</blockquote>after"),
    ("```\nx &lt; 1\n*y*\n```", "<pre>x &lt; 1\n*y*</pre>"),
    ("`a *b* :fire:`", '<code class="short">a *b* :fire:</code>'),
    ("unclosed ``` fence", "unclosed ``` fence"),
    ("&lt;b&gt; &amp;amp; &amp;lt;", "&lt;b&gt; &amp;amp; &amp;lt;"),
    (":no_such_emoji: 10:30:00", ":no_such_emoji: 10:30:00"),
    ("<javascript:alert(1)|x>", "<span>&lt;javascript:alert(1)|x&gt;</span>"),
    ("<!channel>", '<span class="mention broadcast">@channel</span>'),
]


@pytest.mark.parametrize(("text", "html"), MARKUP, ids=[text[:30] for text, _ in MARKUP])
def test_mrkdwn_renders_as_in_slack(library: Page, text: str, html: str) -> None:
    """Styles need word boundaries, code is literal, entities are decoded once."""
    rendered = library.evaluate(
        """async (text) => {
            const { mrkdwn } = await import("/page/mrkdwn.js");
            const names = { user: () => "", channel: () => "" };
            const box = document.createElement("div");
            box.append(mrkdwn(text, names, { verbatim: true }));
            return box.innerHTML;
        }""",
        text,
    )

    assert rendered == html


@pytest.mark.parametrize("piece", ["*", "_a ", "<", "`", "~x", ":", "&gt; ", "```", "h", "@"])
def test_long_hostile_text_does_not_hang(library: Page, piece: str) -> None:
    """40,000 characters of opening marks are rendered, each shown once (or the test times out)."""
    shown = library.evaluate(
        """async (text) => {
            const { mrkdwn } = await import("/page/mrkdwn.js");
            return mrkdwn(text, { user: () => "", channel: () => "" }).textContent;
        }""",
        piece * (40_000 // len(piece)) + "end",
    )

    assert shown.endswith("end")


def test_hostile_text_is_inert(page: Page, client: WebClient) -> None:
    """Markup in texts, labels, links and names is shown as words and runs nothing."""
    evil = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>"
    escaped = evil.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    blocks: list[dict[str, Any]] = [
        {"type": "header", "text": {"type": "plain_text", "text": evil}},
        {"type": "section", "text": {"type": "mrkdwn", "text": f"{escaped} {evil}"}},
        {"type": "section", "text": {"type": "mrkdwn", "text": "<javascript:hack()|click>"}},
        {
            "type": "actions",
            "elements": [
                {
                    "type": "button",
                    "text": {"type": "plain_text", "text": evil[:75]},
                    "action_id": '"><script>',
                }
            ],
        },
    ]

    client.chat_postMessage(channel="C0INC", text=escaped, blocks=blocks)

    message = page.get_by_test_id("message")
    expect(message.locator("h3")).to_have_text(evil)
    assert message.locator("img, script").count() == 0
    assert message.locator("a").count() == 0
    assert page.evaluate("window.hacked") is None


def test_text_is_shown_where_there_are_no_blocks(page: Page, client: WebClient) -> None:
    """The fallback text stands in for blocks, and an edit shows its mark."""
    ts = client.chat_postMessage(channel="C0INC", text="*plain* words")["ts"]
    message = page.locator(f'[data-testid="message"][data-ts="{ts}"]')
    expect(message.locator("strong", has_text="plain")).to_be_visible()

    client.chat_update(channel="C0INC", ts=ts, text="other words")

    expect(message).to_contain_text("other words")
    expect(message).to_contain_text("(edited)")


def test_a_private_answer_is_only_for_its_reader(page: Page, client: WebClient) -> None:
    """An ephemeral message is marked, hidden from another person, and can be dismissed."""
    client.chat_postEphemeral(channel="C0INC", user="U0ALICE", text="for Alice")
    private = page.get_by_test_id("ephemeral")
    expect(private).to_contain_text("Only visible to you")

    page.locator('.person[data-user="U0BOB"]').click()
    expect(private).to_have_count(0)
    page.locator('.person[data-user="U0ALICE"]').click()
    private.get_by_role("button", name="Dismiss").click()

    expect(private).to_have_count(0)


def test_the_page_speaks_the_language_of_who_types(page: Page) -> None:
    """Typing as Bob (ko-KR) turns the page's own words Korean."""
    page.locator('.person[data-user="U0BOB"]').click()

    expect(page.get_by_test_id("message-box")).to_have_attribute(
        "placeholder", "메시지 보내기: #inc-4711-checkout"
    )


def test_an_answer_in_my_thread_opens_it(page: Page, client: WebClient) -> None:
    """The bot's reply to what I wrote opens the thread; Escape closes it again."""
    box = page.get_by_test_id("message-box")
    box.fill("first line\nsecond line")
    box.press("Enter")
    mine = page.get_by_test_id("message").filter(has_text="second line")
    expect(box).to_have_value("")

    client.chat_postMessage(channel="C0INC", thread_ts=mine.get_attribute("data-ts"), text="card")

    thread = page.get_by_test_id("thread")
    expect(thread).to_contain_text("card")
    expect(page.get_by_test_id("reply-count")).to_contain_text("1 reply")
    box.press("Escape")
    expect(thread).to_be_hidden()


def test_an_example_fills_the_box(page: Page) -> None:
    """Tapping an example from another channel goes to the incident channel and fills its box."""
    page.locator('[data-channel="C0GENERAL"]').click()

    page.get_by_test_id("example").first.click()

    expect(page.get_by_test_id("message-box")).to_be_focused()
    expect(page.get_by_test_id("message-box")).to_have_value(
        "p99 is fine but max latency spikes every few minutes since we moved to k8s"
    )
    expect(page.locator('[data-channel="C0INC"]')).to_have_attribute("aria-current", "page")


def test_a_thread_takes_the_whole_phone(
    browser: Browser, slack: LocalSlack, client: WebClient
) -> None:
    """At phone width nothing scrolls sideways, the sidebar hides, a thread fills the screen."""
    phone = open_page(
        browser, slack, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    )
    ts = client.chat_postMessage(channel="C0INC", text="root " + "x" * 300)["ts"]
    client.chat_postMessage(channel="C0INC", thread_ts=ts, text="reply")

    phone.get_by_test_id("reply-count").click()

    expect(phone.get_by_test_id("thread-box")).to_be_in_viewport()
    assert phone.get_by_test_id("thread").bounding_box() == {
        "x": 0, "y": 0, "width": 390, "height": 800,
    }  # fmt: skip
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    expect(phone.locator("#sidebar")).to_be_hidden()
    phone.context.close()
