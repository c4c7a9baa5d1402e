"""The modal of a channel's settings: when cards come, in which language, and with which cases."""

from dataclasses import dataclass

from handlers.ledger import ChannelMode, Shown
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.message import Block, View
from handlers.views.modal import field, modal
from handlers.views.mrkdwn import escape

CALLBACK = "channel.settings"

MODE = ("channel.mode-block", "channel.mode")
LANGUAGE = ("channel.language-block", "channel.language")
SIDE = ("channel.side-block", "channel.side")
"""Block id and action id of each field; they stay the same, since what was entered is read by
them."""

MODES: tuple[ChannelMode, ...] = ("automatic", "asked", "muted")
SIDES: tuple[Shown, ...] = ("all", "public")

_LANGUAGES = (("en", "English"), ("ko", "한국어"))


@dataclass(frozen=True, slots=True)
class ChannelForm:
    """What the modal shows.

    Attributes:
        mode: when the bot speaks there now.
        lang: of what is visible there now.
        side: which cases are shown there.
        muted: mrkdwn that says who muted it; "" where nobody else did.
        by_name: whether the channel's name decides on cards, as nobody chose.
        is_open: whether others than the team may be reading, so that only public cases are shown.
    """

    mode: ChannelMode
    lang: str
    side: Shown
    muted: str = ""
    by_name: bool = False
    is_open: bool = False


def build_channel_loading(words: Words) -> View:
    """The modal as it opens, before the channel was looked up."""
    return _view([blocks.context("loading", escape(words("details-loading")))], words)


def build_channel_problem(mrkdwn: str, words: Words) -> View:
    """The modal where there is nothing to set: one plain sentence."""
    return _view([blocks.section("problem", mrkdwn)], words)


def build_channel_form(form: ChannelForm, words: Words, carried: str) -> View:
    """The settings. `carried` comes back with the submission; at most 3,000 characters."""
    modes = [(mode, words("channel-mode-option", mode=mode)) for mode in MODES]
    sides = [(side, words("channel-cases-option", side=side)) for side in SIDES]
    status = [form.muted]
    if form.by_name and form.mode != "muted":
        status.append(escape(words("channel-mode-by-name", mode=form.mode)))
    if form.is_open:
        status.append(escape(words("channel-cases-shared")))
    told = "\n".join(filter(None, status))
    content: list[Block] = [blocks.section("channel-status", told)] if told else []
    content += [
        field(
            MODE,
            words("channel-mode"),
            blocks.menu(MODE[1], "…", modes, form.mode),
            hint=words("channel-mode-hint"),
        ),
        field(
            LANGUAGE,
            words("channel-language"),
            blocks.menu(LANGUAGE[1], "…", _LANGUAGES, form.lang),
            hint=words("channel-language-hint"),
        ),
        field(SIDE, words("channel-cases"), blocks.menu(SIDE[1], "…", sides, form.side)),
    ]
    return _view(content, words, submit=words("channel-save"), carried=carried)


def _view(content: list[Block], words: Words, *, submit: str = "", carried: str = "") -> View:
    title, close = words("channel-title"), words("details-close")
    return modal(CALLBACK, title, content, close=close, submit=submit, carried=carried)
