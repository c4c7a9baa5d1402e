"""What counts as alive in a mrkdwn text: what pings, what links, what stays plain."""

import pytest

from bot.local_slack.mrkdwn import Token, live_tokens, message_tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<@U0BOB>", Token("user", "U0BOB")),
        ("<@W0BOB|bob>", Token("user", "W0BOB", "bob")),
        ("<#C0INC>", Token("channel", "C0INC")),
        ("<#C0INC|inc-4711-checkout>", Token("channel", "C0INC", "inc-4711-checkout")),
        ("<!here>", Token("broadcast", "here")),
        ("<!channel|@channel>", Token("broadcast", "channel", "@channel")),
        ("<!EVERYONE>", Token("broadcast", "everyone")),
        ("<!subteam^S0SRE|@sre>", Token("usergroup", "S0SRE", "@sre")),
        ("<!date^1700000000^{date}|then>", Token("date", "1700000000", "then")),
        ("<https://example.com/a?b=1&amp;c=2|docs>",
         Token("link", "https://example.com/a?b=1&c=2", "docs")),
        ("<mailto:a@example.com|write>", Token("link", "mailto:a@example.com", "write")),
        ("<example.com|bare host>", Token("link", "example.com", "bare host")),
        ("`<!channel>` in code", Token("broadcast", "channel")),
    ],
)  # fmt: skip
def test_control_sequences_are_alive_even_verbatim(text: str, expected: Token) -> None:
    """A control sequence in angle brackets is read whatever `verbatim` says."""
    assert live_tokens(text, verbatim=True) == [expected]
    assert live_tokens(text, verbatim=False) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p99 is fine but max latency spikes",
        "&lt;!channel&gt; &lt;@U0BOB&gt; &lt;!here|x&gt;",
        "a < b and c > d",
        "<>",
        "<@>",
        "<!unknown>",
        "<!channel\n>",
        "Map<String, List<Integer>>",
        "🔥" * 50,
        "*bold* _it_ ~no~ `code`",
        "\u202e<\u202d",
    ],
)
def test_plain_text_is_quiet(text: str) -> None:
    """Escaped, broken or ordinary text has no live token, verbatim or not."""
    assert live_tokens(text, verbatim=True) == []
    assert live_tokens(text, verbatim=False) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "see https://example.com/a?x=1&amp;y=2 now",
            Token("link", "https://example.com/a?x=1&y=2"),
        ),
        ("mail oncall@example.com", Token("link", "mailto:oncall@example.com")),
        ("@here look", Token("broadcast", "here")),
        ("(@channel)", Token("broadcast", "channel")),
        ("ask in #inc-4711-checkout", Token("channel", "inc-4711-checkout")),
        ("#장애-결제", Token("channel", "장애-결제")),
    ],
)
def test_slack_links_bare_words_unless_verbatim(text: str, expected: Token) -> None:
    """Bare addresses, channels and @here come alive only where `verbatim` is false."""
    assert live_tokens(text, verbatim=False) == [expected]
    assert live_tokens(text, verbatim=True) == []


@pytest.mark.parametrize(
    "text", ["@\u200bhere", "user@@here", "&#39;", "issue #4711", "a#b", "atherey", "##"]
)
def test_look_alikes_are_not_linked(text: str) -> None:
    """A zero-width space, a number or a word character before the sign stops the linking."""
    assert live_tokens(text, verbatim=False) == []


def test_tokens_come_in_reading_order() -> None:
    """Several tokens are listed as they are read, bare ones between control sequences."""
    text = "#ops then <@U1> then https://example.com/#anchor and <!here>"

    kinds = [token.kind for token in live_tokens(text, verbatim=False)]

    assert kinds == ["channel", "user", "link", "broadcast"]


def test_only_people_are_pinged() -> None:
    """Mentions of people and groups ping; channels, links and dates do not."""
    text = "<@U1> <!subteam^S1> <!here> <#C1> <https://example.com> <!date^1^{date}|x>"

    pinging = [token.kind for token in live_tokens(text, verbatim=True) if token.pings]

    assert pinging == ["user", "usergroup", "broadcast"]


def test_message_tokens_reads_every_place_a_message_can_ping_from() -> None:
    """Text, mrkdwn objects, rich text and attachments are read; plain_text and values are not."""
    message = {
        "text": "@here <@U1>",
        "blocks": [
            {
                "type": "section",
                "text": {"type": "mrkdwn", "text": "@here <@U2>", "verbatim": True},
                "fields": [{"type": "mrkdwn", "text": "@channel"}],
                "accessory": {
                    "type": "static_select",
                    "options": [
                        {"text": {"type": "plain_text", "text": "<@U9>"}, "value": "@here"}
                    ],
                },
            },
            {
                "type": "rich_text",
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [
                            {"type": "text", "text": "<@U9> @here"},
                            {"type": "user", "user_id": "U3"},
                        ],
                    }
                ],
            },
        ],
        "attachments": [
            {
                "text": "<@U4>",
                "fields": [{"title": "who", "value": "<@U5>"}],
                "blocks": [{"type": "context", "elements": [{"type": "mrkdwn", "text": "<@U6>"}]}],
            }
        ],
    }

    targets = [token.target for token in message_tokens(message)]

    assert targets == ["U1", "U2", "channel", "U3", "U4", "U5", "U6"]


def test_message_tokens_survives_any_shape() -> None:
    """A message without text, or with the wrong types, has no tokens."""
    assert message_tokens({}) == []
    assert message_tokens({"text": None, "blocks": {"a": [1]}, "attachments": [3, "x"]}) == []
