"""What people type, as the stand-in delivers it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local_slack.text import TypedText, escape, mentions, rich_text, unescape

TYPED = TypedText({"bob": "U0BOB", "incident-lookup": "U0BOT"}, {"inc-1": "C0ONE"})
TOKEN = re.compile(r"<(?:@U0B\w+|#C0ONE(?:\|[^<>]*)?|!here|!channel|!everyone|https?://[^<>|]+)>")


@pytest.mark.parametrize(
    ("typed", "delivered"),
    [
        ("", ""),
        ("R&D < 5 > 3", "R&amp;D &lt; 5 &gt; 3"),
        ("&lt;", "&amp;lt;"),
        ("@bob, look", "<@U0BOB>, look"),
        ("@incident-lookup: help", "<@U0BOT>: help"),
        ("<@U0BOT> help", "<@U0BOT> help"),
        ("@nobody", "@nobody"),
        ("ops@bob.example", "ops@bob.example"),
        ("#inc-1 and #inc-2", "<#C0ONE|inc-1> and #inc-2"),
        ("@here", "<!here>"),
        ("<!here>", "&lt;!here&gt;"),
        ("see https://e.com/?a=1&b=2.", "see <https://e.com/?a=1&amp;b=2>."),
        ("(https://e.com/x)", "(<https://e.com/x>)"),
    ],
)
def test_typed_text_is_delivered(typed: str, delivered: str) -> None:
    """Escapes, mentions, channels and links."""
    assert TYPED.deliver(typed) == delivered


def test_users_are_named_in_commands() -> None:
    """The text of a command has the name in the token."""
    assert TypedText({"bob": "U0BOB"}, {}, labels=True).deliver("@bob") == "<@U0BOB|bob>"


@given(st.text())
def test_nothing_typed_is_alive_but_known_tokens(typed: str) -> None:
    """Whatever is typed, angle brackets are left around tokens alone."""
    rest = TOKEN.sub("", TYPED.deliver(typed))

    assert "<" not in rest
    assert ">" not in rest


@given(st.text())
def test_escaping_is_undone(text: str) -> None:
    """Unescape is the inverse of escape."""
    assert unescape(escape(text)) == text


@given(st.text(min_size=1))
def test_rich_text_has_no_empty_texts(typed: str) -> None:
    """Slack's mirror holds no text of no characters."""
    block = rich_text(TYPED.deliver(typed))

    texts = [element.get("text", "x") for part in block["elements"] for element in part["elements"]]
    assert all(texts)


def test_rich_text_keeps_code_apart() -> None:
    """A fenced block is preformatted, what stands in backticks is code."""
    block = rich_text("before ```\na &lt; b\n``` after `c`")

    assert [part["type"] for part in block["elements"]] == [
        "rich_text_section",
        "rich_text_preformatted",
        "rich_text_section",
    ]
    assert block["elements"][1]["elements"] == [{"type": "text", "text": "a < b"}]
    assert block["elements"][2]["elements"][-1]["style"] == {"code": True}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("<@U0BOT> hi", True), ("hi <@U0BOT|bot>", True), ("&lt;@U0BOT&gt;", False), ("U0BOT", False)],
)
def test_mentions_are_tokens(text: str, *, expected: bool) -> None:
    """A user is mentioned by a token, not by an id in the text."""
    assert mentions(text, "U0BOT") is expected
