"""The words of any message shape: nothing missed, nothing twice, no furniture, no markup."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.gate import Gate
from handlers.text import TEXT_LIMIT, extract_text, plain_text, should_read

TESTS = Path(__file__).parents[1]
PAYLOADS = sorted((TESTS / "payloads").glob("*.json"))

GATE = Gate.load()


def read_payload(path: Path) -> dict[str, Any]:
    """A whole event as a bot or a person posts it, with what to make of it."""
    payload: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return payload


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
def test_payload_gives_its_words_and_no_furniture(path: Path) -> None:
    """Each recorded message shape yields what it says, without buttons, labels and links."""
    payload = read_payload(path)

    text = extract_text(payload)

    assert [words for words in payload["_must_contain"] if words not in text] == []
    assert [words for words in payload["_must_not_contain"] if words in text] == []


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
def test_payload_passes_the_gate_when_it_should(path: Path) -> None:
    """Each recorded message is read and judged as labelled; null is not judged."""
    payload = read_payload(path)

    passes = should_read(payload) and GATE.decide(extract_text(payload)).symptom

    assert payload["_expected_trigger"] in (None, passes)


@pytest.mark.parametrize("names", ["chatter-positives", "chatter-negatives", "chatter-more"])
def test_gate_judges_extracted_words_like_written_ones(names: str) -> None:
    """Taking the markup off changes hardly any decision on the labelled messages."""
    lines = (TESTS / "golden" / f"{names}.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]

    changed = [
        text
        for text in texts
        if GATE.decide(text).symptom != GATE.decide(extract_text({"text": text})).symptom
    ]

    assert len(changed) <= len(texts) / 50


RICH_EMPTY_FIRST = {
    "type": "rich_text",
    "elements": [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": ""}]},
        {"type": "rich_text_section", "elements": [{"type": "text", "text": "see INC-4711"}]},
    ],
}


@pytest.mark.parametrize(
    "event",
    [
        {"text": "", "attachments": [{"text": "INC-4711"}]},
        {"text": None, "attachments": [{"title": "INC-4711"}]},
        {"attachments": [{"pretext": "INC-4711"}]},
        {"text": "", "attachments": [{"fallback": "INC-4711 checkout"}]},
        {
            "text": "",
            "attachments": [
                {
                    "blocks": [
                        {"type": "section", "fields": [{"type": "mrkdwn", "text": "INC-4711"}]}
                    ]
                }
            ],
        },
        {"text": "", "blocks": [RICH_EMPTY_FIRST]},
        {"text": "", "attachments": [{"fields": [{"title": "Error", "value": "INC-4711"}]}]},
        {"text": "", "blocks": [{"type": "header", "text": {"text": "INC-4711"}}]},
        {"text": "", "blocks": [{"type": "context", "elements": [{"text": "INC-4711"}]}]},
        {"text": "", "blocks": [{"type": "markdown", "text": "# **INC-4711** [x](https://x.io)"}]},
        {"text": "", "blocks": [{"type": "image", "alt_text": "INC-4711", "image_url": "u"}]},
        {
            "text": "",
            "blocks": [{"type": "table", "rows": [[{"type": "raw_text", "text": "INC-4711"}]]}],
        },
        {"text": "", "blocks": [{"type": "video", "title": {"text": "INC-4711"}}]},
        {"text": "", "files": [{"title": "INC-4711.png"}]},
        {"event": {"text": "INC-4711"}},
        {"subtype": "message_changed", "message": {"text": "INC-4711"}},
    ],
)
def test_words_are_found_wherever_they_are(event: dict[str, Any]) -> None:
    """Content in attachments, blocks, fallbacks, files or envelopes is read like text."""
    assert "INC-4711" in extract_text(event)


def test_rich_text_keeps_lists_quotes_and_code_apart() -> None:
    """Each section, list item, quote and code line of rich text is a line of its own."""

    def section(kind: str, text: str) -> dict[str, Any]:
        return {"type": kind, "elements": [{"type": "text", "text": text}]}

    nested = {"type": "rich_text_list", "elements": [section("rich_text_section", "inner item")]}
    block = {
        "type": "rich_text",
        "elements": [
            section("rich_text_section", "intro"),
            {
                "type": "rich_text_list",
                "elements": [section("rich_text_section", "outer item"), nested],
            },
            section("rich_text_quote", "quoted words"),
            section("rich_text_preformatted", "a < b && c"),
        ],
    }

    lines = extract_text({"blocks": [block]}).split("\n")

    assert lines == ["intro", "outer item", "inner item", "> quoted words", "a < b && c"]


def test_rich_text_mentions_and_emoji_have_no_words() -> None:
    """Users, groups, broadcasts and emoji vanish; labelled links and dates speak."""
    elements = [
        {"type": "user", "user_id": "U1"},
        {"type": "text", "text": "seen"},
        {"type": "emoji", "name": "fire"},
        {"type": "link", "url": "https://x.example.com", "text": "the graph"},
        {"type": "link", "url": "https://y.example.com"},
        {"type": "date", "timestamp": 1, "fallback": "at noon"},
        {"type": "broadcast", "range": "here"},
    ]
    block = {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}

    assert extract_text({"blocks": [block]}) == "seen the graph at noon"


@pytest.mark.parametrize(
    "event",
    [
        {
            "text": "search is slow",
            "blocks": [{"type": "section", "text": {"text": "*search is slow*"}}],
        },
        {"text": "search", "attachments": [{"title": "search is slow"}]},
        {"text": "search is slow", "attachments": [{"text": "is slow", "fallback": "search"}]},
        {"text": "search is slow\nsearch is slow"},
    ],
)
def test_repeats_are_said_once(event: dict[str, Any]) -> None:
    """Text that mirrors blocks or attachments, or is contained in them, is not doubled."""
    assert extract_text(event) == "search is slow"


def test_containment_is_by_whole_words() -> None:
    """A short line is not lost because its letters occur inside a longer word."""
    assert extract_text({"text": "token broken\nok"}).split("\n") == ["token broken", "ok"]


@pytest.mark.parametrize(
    ("mrkdwn", "plain"),
    [
        ("R&amp;D", "R&D"),
        ("&amp;lt;", "&lt;"),
        ("a &lt; b &gt; c", "a < b > c"),
        ("see <https://ex.com/a?b=1&amp;c=2|runbook>", "see runbook"),
        ("see <https://ex.com/a>", "see"),
        ("<https://ex.com|https://ex.com>", ""),
        ("<mailto:a@ex.com|write us>", "write us"),
        ("by <@U0ALICE> and <@U1|bob>", "by and"),
        ("<#C0INC|inc-4711-db> and <#C0>", "inc-4711-db and"),
        ("<!here> <!channel> <!subteam^S1|@db> hi", "hi"),
        ("at <!date^1392734382^{date_short}^https://ex.com|Feb 18>", "at Feb 18"),
        (":fire: down :skull_and_crossbones::+1:", "down"),
        ("wave :wave::skin-tone-3: bye", "wave bye"),
        ("at 10:30:45 on host:8080:x", "at 10:30:45 on host:8080:x"),
        ("*bold* _italic_ ~gone~ `code`", "bold italic gone code"),
        ("```\nline one\nline two\n```", "line one\nline two"),
        ("pg_stat_activity 2*3*4 ~100", "pg_stat_activity 2*3*4 ~100"),
        ("• first\n• second", "first\nsecond"),
        ("kill &lt;pod&gt; or <pod>", "kill <pod> or <pod>"),
        ("a\u200bb\x07c", "ab c"),
        ("", ""),
    ],
)
def test_plain_text_takes_markup_off(mrkdwn: str, plain: str) -> None:
    """Slack: escapes, links, mentions, dates, emoji and styling become what a reader sees."""
    assert plain_text(mrkdwn) == plain


def bot(**fields: Any) -> dict[str, Any]:
    """A post by a bot."""
    return {"type": "message", "subtype": "bot_message", "bot_id": "B1", **fields}


@pytest.mark.parametrize(
    "line",
    [
        "*Assignee:* Kim",
        "Severity: SEV1",
        ":bell: *Status:* Investigating",
        "*Commander*\n<@U1>",
        "🚨 Priority: P1",
        "*담당자:* 김",
        "<https://a.example.com|Runbook> | <https://b.example.com|Dashboard>",
        "*Links:* <https://a.example.com|one> · <https://b.example.com|two>",
        "<https://a.example.com|View in Grafana>",
        "Support Desk created a *Bug*",
        "New incident created via Prometheus [P1]",
        "Environment: `prod`   Release: `1.2`",
        "*Is this a drill?*\nNo",
    ],
)
def test_furniture_of_bots_is_dropped(line: str) -> None:
    """Key fields, link rows, activity lines and forms' questions are not what happened."""
    assert extract_text(bot(text=f"search is slow\n{line}")) == "search is slow"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("*Summary:* search is slow", "search is slow"),
        ("*What happens?*\nsearch is slow", "search is slow"),
        ("*Impact:*\nall tenants", "Impact: all tenants"),
        ("*Status:* Resolved", "Status: Resolved"),
        ("*Resolved:* today 14:00", "Resolved: today 14:00"),
        ("*Is this a drill?*\nYes", "Is this a drill? Yes"),
        ("search is slow reported by <@U1>", "search is slow"),
        ("TimeoutError: no answer", "TimeoutError: no answer"),
    ],
)
def test_what_bots_say_is_kept(line: str, kept: str) -> None:
    """Content labels go, their values stay; so does whatever says that trouble is over."""
    assert extract_text(bot(text=line)) == kept


def test_people_who_write_labels_are_taken_at_their_word() -> None:
    """In a person's message nothing is furniture."""
    text = "Status: down\nPriority: high"

    assert extract_text({"user": "U1", "text": text}) == text


def test_bot_post_of_furniture_alone_keeps_it() -> None:
    """A post that is all key fields is not emptied."""
    assert extract_text(bot(text="*Severity:* SEV1")) == "Severity: SEV1"


def test_good_colour_says_that_trouble_is_over() -> None:
    """Slack's colour `good` on a bot's attachment speaks where its words do not."""
    event = bot(attachments=[{"color": "good", "title": "KubePodCrashLooping api critical"}])

    assert not GATE.decide(extract_text(event)).symptom


def test_buttons_footers_and_action_labels_are_not_words() -> None:
    """Interactive elements and footers say nothing about the incident."""
    button = {"type": "button", "text": {"type": "plain_text", "text": "Acknowledge"}}
    event = bot(
        text="disk full",
        blocks=[{"type": "actions", "elements": [button]}],
        attachments=[{"text": "on db-1", "footer": "Snooze", "actions": [{"text": "Mute"}]}],
    )

    assert extract_text(event) == "disk full\non db-1"


def test_unfurled_link_is_not_what_a_person_says() -> None:
    """A link's preview is left out; a message that somebody shares is read."""
    preview = {"from_url": "https://x.example.com", "title": "All systems down"}
    shared = {"from_url": "https://x.example.com", "is_share": True, "text": "db is down"}

    assert extract_text({"user": "U1", "text": "look", "attachments": [preview]}) == "look"
    assert extract_text({"user": "U1", "text": "", "attachments": [shared]}) == "db is down"


def test_edit_gives_the_new_words() -> None:
    """Of a `message_changed` the new message is read, not the one before."""
    event = {
        "subtype": "message_changed",
        "message": {"text": "after"},
        "previous_message": {"text": "before"},
    }

    assert extract_text({"event": event}) == "after"


@pytest.mark.parametrize("text", ["x " * 20_000, "x" * 40_000, "a\n" * 20_000, "*a" * 20_000])
def test_long_messages_stay_bounded(text: str) -> None:
    """Slack: up to 40,000 characters of text."""
    event = {"text": text, "blocks": [{"type": "section", "text": {"text": text}}]}

    assert len(extract_text(event)) <= TEXT_LIMIT


def test_hundred_attachments_stay_bounded() -> None:
    """Slack: up to 100 attachments; the first are read, the whole is cut."""
    attachments = [{"title": f"alert {n}", "text": f"word {n} " * 300} for n in range(100)]

    text = extract_text(bot(attachments=attachments))

    assert text.startswith("alert 0")
    assert len(text) <= TEXT_LIMIT


@pytest.mark.parametrize("kind", ["rich_text_list", "container"])
def test_deep_nesting_ends(kind: str) -> None:
    """Nesting far beyond any real message is cut off, not followed."""
    block: dict[str, Any] = {"type": "section", "text": {"text": "deep"}}
    for _ in range(5_000):
        block = {"type": kind, "elements": [block], "blocks": [block]}

    assert extract_text({"text": "top", "blocks": [block]}) == "top"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(
            ["type", "text", "blocks", "elements", "fields", "attachments", "title", "value",
             "rows", "files", "event", "message", "subtype", "fallback", "bot_id", "color"]
        ), inner, max_size=5,
    ),
    max_leaves=20,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(["text", "blocks", "attachments", "files", "event"]), JSON))
@settings(max_examples=100, deadline=None)
def test_any_json_is_tolerated(event: dict[str, Any]) -> None:
    """Missing, null and mistyped fields anywhere give text, never an error."""
    assert isinstance(extract_text(event), str)
    assert should_read(event) in (True, False)


@pytest.mark.parametrize(
    "subtype", [None, "bot_message", "thread_broadcast", "file_share", "me_message"]
)
def test_what_somebody_says_is_read(subtype: str | None) -> None:
    """Plain messages, bots, broadcasts of replies, captions and /me are read."""
    assert should_read({"type": "message", "subtype": subtype, "text": "x"})
    assert should_read({"event": {"type": "message", "text": "x"}})


@pytest.mark.parametrize(
    "event",
    [
        {"type": "message", "subtype": "channel_join"},
        {"type": "message", "subtype": "channel_topic"},
        {"type": "message", "subtype": "message_changed"},
        {"type": "message", "subtype": "message_deleted"},
        {"type": "message", "subtype": "tombstone"},
        {"type": "message", "subtype": "some_future_one"},
        {"type": "message", "subtype": ["odd"]},
        {"type": "message", "hidden": True},
        {"type": "message", "subtype": "thread_broadcast", "hidden": True},
        {"type": "reaction_added"},
    ],
)
def test_notices_and_hidden_messages_are_not_read(event: dict[str, Any]) -> None:
    """Joins, edits, deletions, everything hidden and every unknown subtype are left alone."""
    assert not should_read(event)
