"""Slack's limits: whatever goes in, what comes out is accepted; the first things stay longest."""

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from view_samples import hostile_texts, quick

from bot.local_slack.blockkit import blocks_too_long, check_message, check_view, view_too_large
from handlers.views import blocks
from handlers.views.limits import clip, fit_message, fit_view, json_size, length, split_text
from handlers.views.message import Message
from handlers.views.mrkdwn import code, escape, link, mrkdwn_text, plain_text

LINK = "<https://e.com/a?b=1&amp;c=2|a label>"
FAMILY = "👩\u200d👩\u200d👧"


def cuts_something(whole: str, kept: str) -> bool:
    """Whether a cut after `kept` falls inside an entity, a link or one visible character."""
    after = whole[len(kept) :]
    if not after or not kept:
        return False
    inside_token = kept.rfind("<") > kept.rfind(">")
    inside_entity = re.search(r"&[a-z]{0,3}$", kept) and re.match(r"[a-z]{0,3};", after)
    joined = unicodedata.combining(after[0]) or "\u200d" in (kept[-1], after[0])
    return bool(inside_token or inside_entity or joined)


@pytest.mark.parametrize("limit", [2999, 3000, 3001])
def test_clip_leaves_text_within_its_limit_alone(limit: int) -> None:
    """A text of exactly the limit is whole; one character more is cut to the limit."""
    text = "a" * limit

    assert clip(text, limit) == text
    assert clip(text + "a", limit) == "a" * (limit - 1) + "…"


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("R&amp;D budget", 6, "R…"),
        ("R&amp;D budget", 7, "R&amp;…"),
        (f"see {LINK} now", 30, "see…"),
        (f"see {LINK} now", 4 + len(LINK) + 1, f"see {LINK}…"),
        ("run `kubectl get pods` now", 15, "run `kubectl`…"),
        ("run `kubectl get pods` now", 6, "run…"),
        ("run ```ls -l``` now", 12, "run ```l```…"),
        ("run ```ls -l``` now", 8, "run…"),
        ("cafe\u0301 au lait", 5, "caf…"),
        ("a\ud83d\ude00b", 3, "a…"),
        ("👍🏽 fine", 3, "…"),
        (FAMILY + FAMILY, 10, FAMILY + "…"),
        ("🇰🇷🇩🇪🇫🇷", 7, "🇰🇷…"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", 5, "\u1112\u1161\u11ab…"),
        ("one two", 5, "one…"),
        ("anything", 1, "…"),
        ("anything", 0, ""),
        ("", 10, ""),
        ("a < b and c > d", 9, "a < b an…"),
    ],
)
def test_clip_cuts_between_things(text: str, limit: int, expected: str) -> None:
    """A link, an entity, a code span and a combined character stay whole, or go."""
    assert clip(text, limit) == expected


@quick
@given(hostile_texts, hostile_texts, st.integers(1, 80))
def test_clip_of_escaped_text_is_safe(text: str, command: str, limit: int) -> None:
    """Any mrkdwn that the views make keeps its limit, its tokens, and no open code span."""
    whole = f"{escape(text)} {link('https://e.com/?a=1&b=2', text)} {code(command)} {escape(text)}"

    clipped = clip(whole, limit)

    kept = clipped.removesuffix("…").removesuffix("`")
    assert length(clipped) <= limit
    assert clipped.endswith("…") or clipped == whole
    assert clipped.count("`") % 2 == 0
    assert whole.startswith(kept)
    assert not cuts_something(whole, kept)


@quick
@given(hostile_texts, st.integers(0, 60))
def test_clip_of_raw_text_keeps_its_limit(text: str, limit: int) -> None:
    """Text that nobody escaped is cut to its limit, too."""
    assert length(clip(text, limit)) <= limit


def test_clip_is_quick_on_long_text() -> None:
    """1,500 emoji and 700 ampersands, which are 3,500 characters once escaped."""
    assert length(clip("🔥" * 1500, 75)) <= 75
    assert clip(escape("&" * 700), 3000) == "&amp;" * 599 + "…"


@quick
@given(hostile_texts, st.integers(12, 60))
def test_split_text_loses_nothing(text: str, limit: int) -> None:
    """All pieces fit, and together they are the text without the white space at the cuts."""
    whole = escape(text)

    pieces = split_text(whole, limit)

    assert all(0 < length(piece) <= limit for piece in pieces)
    assert re.sub(r"\s", "", "".join(pieces)) == re.sub(r"\s", "", whole)


def test_split_text_prefers_line_ends_and_spaces() -> None:
    """Words stay whole where a space is near."""
    assert split_text("one two three\nfour five six", 15) == ["one two three", "four five six"]
    assert split_text("alpha beta gamma delta", 12) == ["alpha beta", "gamma delta"]


def test_split_text_cuts_what_is_longer_than_the_limit() -> None:
    """A single thing that fits nowhere does not stop the rest."""
    assert "".join(split_text("a" + "\u0301" * 50, 20)) == "a" + "\u0301" * 50


def big_card(size: int) -> Message:
    """A card whose three matches have texts of `size` characters."""
    button = blocks.button("case.open", "Details", "L1 PUB-0001")
    return Message(
        "Looks like 3 past incidents",
        (
            blocks.section("head", "*Looks like 3 past incidents*"),
            blocks.section("match-1", "first " + "a" * size),
            blocks.actions("match-1-actions", [button]),
            blocks.divider("others"),
            blocks.section("match-2", "second " + "b" * size, accessory=button),
            blocks.section("match-3", "third " + "c" * size, accessory=button),
            blocks.divider("end"),
            blocks.context("foot", "matched on 3 messages"),
        ),
    )


def text_of(message: Message, role: str) -> str:
    """The text of the block with this role, "" if it was left out."""
    found = [block for block in message.blocks if block["block_id"].split(".")[0] == role]
    return str(found[0]["text"]["text"]) if found else ""


def test_fit_message_leaves_a_message_that_fits_alone() -> None:
    """An ordinary card is not touched."""
    assert fit_message(big_card(500)) == big_card(500)


def test_fit_message_shortens_the_last_match_first() -> None:
    """A first match that is too long costs the third its details, then the second."""
    parts = big_card(2990).blocks
    more = blocks.section("match-1-more", "more " + "a" * 2990)

    card = fit_message(Message("t", (*parts[:2], more, *parts[2:])))

    assert json_size(card.blocks) <= 12_000
    assert text_of(card, "match-1") == "first " + "a" * 2990
    assert text_of(card, "match-1-more") == "more " + "a" * 2990
    assert text_of(card, "match-2") == "second " + "b" * 2990
    assert length(text_of(card, "match-3")) == 300


def test_fit_message_drops_others_before_it_touches_the_first() -> None:
    """When all of it cannot fit, the first match and its buttons stay whole."""
    crowd = big_card(300).blocks[4:5] * 40
    message = Message("t", (*big_card(2990).blocks[:4], *crowd, *big_card(9).blocks[6:]))

    card = fit_message(message)

    assert json_size(card.blocks) <= 12_000
    assert card.blocks[:3] == message.blocks[:3]
    assert card.blocks[-1] == message.blocks[-1]


def test_fit_message_shortens_the_first_part_last() -> None:
    """A first part that is too large by itself is cut, and its buttons stay."""
    head = tuple(blocks.section(f"part-{n}", "한" * 2900) for n in range(6))
    row = blocks.actions("row", [blocks.button("case.open", "Details", "v")])

    card = fit_message(Message("t", (*head, row, blocks.divider("end"), head[0])))

    assert json_size(card.blocks) <= 12_000
    assert [block["type"] for block in card.blocks] == ["section"] * 6 + ["actions"]


@pytest.mark.parametrize("count", [0, 1, 49, 50, 51, 500])
def test_fit_message_keeps_fifty_blocks(count: int) -> None:
    """However many results there are, Slack gets at most 50 blocks, from the front."""
    message = Message("t", tuple(blocks.section(f"b-{n}", f"text {n}") for n in range(count)))

    fitted = fit_message(message)

    assert fitted.blocks == message.blocks[:50]


def test_fit_message_never_has_a_blank_text() -> None:
    """Slack answers `no_text` otherwise; and chat.update takes at most 4,000 characters."""
    assert fit_message(Message(" ", ())).text == "…"
    assert length(fit_message(Message("🔥" * 5000, ())).text) <= 3900


def test_fit_message_leaves_blank_parts_out() -> None:
    """Blank texts go, and so do blocks with nothing else in them; a button keeps its place."""
    button: dict[str, Any] = {"type": "button", "action_id": "a.b", "text": plain_text("")}
    message = Message(
        "t",
        (
            {"type": "section", "text": mrkdwn_text(" ")},
            {"type": "section", "text": mrkdwn_text(""), "fields": [mrkdwn_text("f")]},
            {"type": "header", "text": plain_text("")},
            {"type": "context", "elements": [mrkdwn_text("")]},
            {"type": "actions", "elements": [button]},
        ),
    )

    assert fit_message(message).blocks == (
        {"type": "section", "fields": [mrkdwn_text("f")]},
        {"type": "actions", "elements": [{**button, "text": plain_text("…")}]},
    )


def every_kind_of_block(text: str, count: int) -> tuple[dict[str, Any], ...]:
    """One of each kind of block that has limits, full of `text`, with `count` of what repeats."""
    plain, mrkdwn = plain_text(text), mrkdwn_text(text)
    option = {"text": plain, "value": "v", "description": plain}
    buttons = [
        {"type": "button", "action_id": f"a.{n}", "text": plain, "value": "v"} for n in range(count)
    ]
    select = {
        "type": "static_select",
        "action_id": "s.s",
        "placeholder": plain,
        "options": [option] * count,
    }
    return (
        {"type": "section", "text": mrkdwn, "fields": [mrkdwn] * count, "accessory": select},
        {"type": "header", "text": plain},
        {"type": "context", "elements": [mrkdwn] * count},
        {"type": "actions", "elements": buttons},
        {"type": "divider"},
    )


@quick
@given(hostile_texts, st.integers(1, 100), st.integers(1, 26))
@example("&\u2028", 40, 26)  # menus and buttons that are too much without any text
def test_fit_message_is_always_accepted(text: str, times: int, count: int) -> None:
    """The strict validator has nothing to say, whatever the texts and however many."""
    message = Message(text * times, every_kind_of_block(text * times, count))

    fitted = fit_message(message)

    found = list(fitted.blocks)
    assert check_message(found) == []
    assert not blocks_too_long(found)
    assert 0 < length(fitted.text) <= 3900


@quick
@given(hostile_texts, st.integers(1, 100), st.integers(1, 120))
def test_fit_view_is_always_accepted(text: str, times: int, count: int) -> None:
    """The same for modals, whose titles are short and whose pages can be long."""
    long = plain_text(text * times)
    view = {
        "type": "modal",
        "title": long,
        "submit": long,
        "close": long,
        "blocks": [
            {
                "type": "input",
                "label": long,
                "hint": long,
                "element": {"type": "plain_text_input", "action_id": "a.b", "placeholder": long},
            },
            *every_kind_of_block(text * times, 25),
            *({"type": "section", "text": long} for _ in range(count)),
        ],
    }

    fitted = fit_view(view)

    assert check_view(fitted) == []
    assert not view_too_large(fitted)


def test_fit_view_keeps_within_slacks_250_kilobytes() -> None:
    """A hundred full blocks of Korean are three times too large."""
    view = {
        "type": "modal",
        "title": plain_text("t"),
        "blocks": [blocks.section(f"b-{n}", "한" * 3000) for n in range(100)],
    }

    assert json_size(fit_view(view)) <= 250_000


def test_fit_view_refuses_private_metadata_it_cannot_shorten() -> None:
    """Half of a metadata is worth nothing, so this is a mistake to be told."""
    view = {"type": "modal", "title": plain_text("t"), "blocks": [], "private_metadata": "x" * 3001}

    with pytest.raises(ValueError, match="private_metadata"):
        fit_view(view)
