"""Slack's mark-up: text from outside shows as it is and never acts."""

import re

import pytest
from hypothesis import given
from view_samples import HOSTILE, hostile_texts, quick

from bot.local_slack.mrkdwn import live_tokens
from handlers.views.mrkdwn import (
    bold,
    clean,
    code,
    code_block,
    escape,
    link,
    mrkdwn_text,
    one_line,
    plain_text,
)

_STYLED = re.compile(r"(?<![A-Za-z0-9])([*_~])(?=\S)[^\n]*?(?<=\S)\1(?![A-Za-z0-9])|`[^\n]+`")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R&D", "R&amp;D"),
        ("&amp;", "&amp;amp;"),
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("<!channel> <@U0ALICE>", "&lt;!channel&gt; &lt;@U0ALICE&gt;"),
        ("max_connections, 1~2 h, 3 * 4", "max_connections, 1~2 h, 3 * 4"),
        ("*b* _i_ ~s~ `c`", "\u2217b\u2217 \u02cdi\u02cd \u223cs\u223c \u02cbc\u02cb"),
        ("@here, @Channel", "@\u200bhere, @\u200bChannel"),
        ("> quote", "\u200b&gt; quote"),
        ("", ""),
    ],
)
def test_escape_shows_text_as_it_is(text: str, expected: str) -> None:
    """Entities are escaped once, style marks lose their effect, ordinary words stay."""
    assert escape(text) == expected


@quick
@given(hostile_texts)
def test_escaped_text_never_acts(text: str) -> None:
    """No mention, link, broadcast, style or quote comes to life from any text."""
    escaped = escape(text)

    assert live_tokens(escaped, verbatim=True) == []
    assert not any(token.pings for token in live_tokens(escaped, verbatim=False))
    assert _STYLED.search(escaped) is None
    assert not re.search(r"^\s*&gt;", escaped, re.MULTILINE)


@quick
@given(hostile_texts)
def test_every_mark_keeps_untrusted_text_quiet(text: str) -> None:
    """Bold, code, code blocks and link labels ping nobody and link nothing of their own."""
    for marked in (bold(text), code(text), code_block(text), link("ftp://x", text)):
        assert live_tokens(marked, verbatim=True) == []
        assert not any(token.pings for token in live_tokens(marked, verbatim=False))


@quick
@given(hostile_texts)
def test_code_is_one_span(text: str) -> None:
    """A backtick in the text cannot end the code span or the block around it."""
    assert code(text).count("`") in (0, 2)
    assert code_block(text).count("```") in (0, 2)


@quick
@given(hostile_texts, hostile_texts)
def test_link_has_exactly_its_address_and_label(path: str, label: str) -> None:
    """Whatever is in address and label, there is one link, and it goes to that host."""
    tokens = live_tokens(link(f"https://e.com/{path}", label), verbatim=True)

    assert [token.kind for token in tokens] == ["link"]
    assert tokens[0].target.startswith("https://e.com/")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://e.com/?a=1&b=2|x<y>", "<https://e.com/?a=1&amp;b=2%7Cx%3Cy%3E|docs>"),
        ("HTTPS://e.com/a b", "<HTTPS://e.com/a%20b|docs>"),
        ("javascript:alert(1)", "docs"),
        ("mailto:a@e.com", "docs"),
        ("https://", "docs"),
        ("https://[broken", "docs"),
        ("not an address", "docs"),
        ("", "docs"),
        ("https://e.com/" + "a" * 3000, "docs"),
    ],
)
def test_link_only_to_plain_addresses(url: str, expected: str) -> None:
    """Only http(s) addresses are linked; their query survives; what ends a link is encoded."""
    assert link(url, "docs") == expected


def test_link_without_label_shows_its_address() -> None:
    """An empty label would be refused by Slack."""
    assert link("https://e.com/?a&b", " ") == "<https://e.com/?a&amp;b|https://e.com/?a&amp;b>"


@pytest.mark.parametrize("build", [bold, code, code_block])
def test_blank_text_has_no_marks(build: object) -> None:
    """Marks around nothing would show as stars or backticks."""
    assert callable(build)

    assert build(" \n ") == ""


def test_code_block_keeps_lines_and_characters() -> None:
    """A command is copied as it was written."""
    assert code_block("ls *.log |\n  grep 'a_b'") == "```\nls *.log |\n  grep 'a_b'\n```"


@quick
@given(hostile_texts)
def test_clean_text_can_be_sent(text: str) -> None:
    """What cannot be encoded, shown, or would turn the text round is gone."""
    cleaned = clean(text)

    cleaned.encode("utf-8")
    assert not set(cleaned) & {"\x00", "\u202e", "\u2028", "\r"}
    assert one_line(text).splitlines() in ([], [one_line(text)])


def test_text_objects_are_verbatim_or_plain() -> None:
    """Slack links nothing by itself in a verbatim text, and parses nothing in a plain one."""
    assert mrkdwn_text("a") == {"type": "mrkdwn", "text": "a", "verbatim": True}
    assert plain_text(HOSTILE) == {"type": "plain_text", "text": HOSTILE}
