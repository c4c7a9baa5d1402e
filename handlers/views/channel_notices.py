"""What is said when somebody orders the bot to watch a channel, or to be quiet in it."""

import datetime as dt

from handlers.locale import Words
from handlers.views import blocks
from handlers.views.limits import clip, fit_message
from handlers.views.message import Message
from handlers.views.mrkdwn import code, escape, one_line
from handlers.views.notices import build_not_in_channel, build_sentence
from handlers.weeks import zone_of

COMMAND = "/incident-lookup"
BOT_NAME = "incident-lookup"
UNMUTE_ACTION = "channel.unmute"

_NAME = 80


def build_watched(words: Words) -> Message:
    """The channel gets a card by itself from now on."""
    return build_sentence(words("channel-watched"))


def build_unwatched(words: Words) -> Message:
    """The channel gets no card by itself any more."""
    return _message(words("channel-unwatched", command=code(f"{COMMAND} watch")))


def build_muted(
    words: Words, who: str, at: dt.datetime | None, *, zone: str, with_undo: bool
) -> Message:
    """The channel is muted.

    Args:
        words: of whoever reads it.
        who: the name of somebody else who had muted it before; "" where there is none.
        at: when they did.
        zone: IANA name of the reader's time zone.
        with_undo: whether a button undoes it; only one person sees such a message.
    """
    sentence = words("channel-muted", command=code(f"{COMMAND} unmute"))
    if who and at is not None:
        sentence = f"{muted_by(words, who, at, zone)} {sentence}"
    message = _message(sentence)
    if not with_undo:
        return message
    undo = blocks.button(UNMUTE_ACTION, words("button-undo"), "here")
    return fit_message(
        Message(message.text, (*message.blocks, blocks.actions("channel-undo", [undo])))
    )


def muted_by(words: Words, who: str, at: dt.datetime, zone: str) -> str:
    """Mrkdwn: who muted the channel, and when by the reader's clock. It pings nobody."""
    there = at.astimezone(zone_of(zone))
    date = words("date-short", day=there.day, month=there.month)
    name = clip(one_line(who), _NAME)
    return escape(words("channel-muted-by", who=name, date=date, time=f"{there:%H:%M}"))


def build_unmuted(words: Words, *, is_watched: bool) -> Message:
    """The channel is not muted; whether it gets a card by itself is another thing."""
    if is_watched:
        return build_sentence(words("channel-unmuted"))
    return _message(words("channel-unmuted-asked", command=code(f"{COMMAND} watch")))


def build_cannot_watch(words: Words, reason: str) -> Message:
    """Why a channel cannot be watched: `archived`, `members-only`, `private` or `not-let-in`."""
    if reason == "private":
        return build_not_in_channel(words, BOT_NAME)
    if reason == "not-let-in":
        return _message(words("channel-cannot-join", command=code(f"/invite @{BOT_NAME}")))
    return build_sentence(words("channel-cannot", reason=reason))


def build_no_channel(words: Words) -> Message:
    """The order was given in a direct message."""
    return build_sentence(words("channel-none"))


def _message(mrkdwn: str) -> Message:
    return fit_message(Message(mrkdwn, (blocks.section("notice", mrkdwn),)))
