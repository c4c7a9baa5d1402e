"""What is said about channels, and the modal of their settings: valid, plain, and nobody pinged."""

import datetime as dt
import json
from collections.abc import Callable
from itertools import product

import pytest
from view_samples import EN, HOSTILE, KO, matches_snapshot

from bot.local_slack.blockkit import check_message, check_view
from bot.local_slack.mrkdwn import message_tokens
from handlers.ledger import ChannelMode, Shown
from handlers.locale import Words
from handlers.views.channel_notices import (
    build_cannot_watch,
    build_muted,
    build_no_channel,
    build_unmuted,
    build_unwatched,
    build_watched,
    muted_by,
)
from handlers.views.channel_settings import (
    ChannelForm,
    build_channel_form,
    build_channel_loading,
    build_channel_problem,
)
from handlers.views.message import Message

THEN = dt.datetime(2026, 12, 1, 18, 30, tzinfo=dt.UTC)

NOTICES: dict[str, Callable[[Words], Message]] = {
    "watched": build_watched,
    "unwatched": build_unwatched,
    "muted": lambda words: build_muted(words, "", None, zone="UTC", with_undo=True),
    "muted before": lambda words: build_muted(
        words, HOSTILE * 9, THEN, zone="Asia/Seoul", with_undo=False
    ),
    "unmuted": lambda words: build_unmuted(words, is_watched=True),
    "unmuted, asked": lambda words: build_unmuted(words, is_watched=False),
    "private": lambda words: build_cannot_watch(words, "private"),
    "archived": lambda words: build_cannot_watch(words, "archived"),
    "members": lambda words: build_cannot_watch(words, "members-only"),
    "not let in": lambda words: build_cannot_watch(words, "not-let-in"),
    "none": build_no_channel,
}

FORM = ChannelForm(mode="automatic", lang="ko", side="public", by_name=True, is_open=True)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
@pytest.mark.parametrize("name", NOTICES)
def test_notices_are_accepted_and_ping_nobody(name: str, words: Words) -> None:
    """Valid blocks with a text beside them, and nothing alive in either."""
    message = NOTICES[name](words)

    assert check_message(list(message.blocks)) == []
    assert message_tokens({"text": message.text, "blocks": list(message.blocks)}) == []


def test_who_muted_is_told_by_the_readers_clock() -> None:
    """Half past six in the evening in London is the next morning in Seoul."""
    assert muted_by(EN, "Alice", THEN, "UTC") == "Alice muted this channel on 1 Dec at 18:30."
    assert muted_by(KO, "Alice", THEN, "Asia/Seoul") == (
        "Alice 님이 12월 2일 03:30에 이 채널을 음소거했어요."
    )


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_the_settings_look_like_this(words: Words) -> None:
    """Snapshots are read by people before they are kept."""
    view = build_channel_form(FORM, words, "carried")

    assert matches_snapshot(f"channel_settings.{words.lang}", view)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
@pytest.mark.parametrize(
    ("mode", "side", "lang"),
    list(product(("automatic", "asked", "muted"), ("all", "public"), ("en", "ko", "xx"))),
)
def test_every_form_is_accepted(words: Words, mode: ChannelMode, side: Shown, lang: str) -> None:
    """Whatever is chosen now, and whoever muted it."""
    muted = muted_by(words, HOSTILE * 9, THEN, "UTC")
    form = ChannelForm(mode, lang, side, muted, by_name=True, is_open=True)
    view = build_channel_form(form, words, "x" * 3000)

    assert check_view(view) == []
    assert message_tokens({"blocks": view["blocks"]}) == []


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_the_name_is_told_while_it_decides(words: Words) -> None:
    """Not where somebody chose, and not where it is muted."""
    told = [
        json.dumps(build_channel_form(ChannelForm(mode, "en", "all", by_name=by_name), words, "x"))
        for mode, by_name in (("asked", True), ("asked", False), ("muted", True))
    ]

    assert ["channel-status" in each for each in told] == [True, False, False]


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_loading_and_problems_are_accepted(words: Words) -> None:
    """The skeleton, and one plain sentence."""
    problem = build_cannot_watch(words, "private").text

    assert check_view(build_channel_loading(words)) == []
    assert check_view(build_channel_problem(problem, words)) == []
