"""The help: what can be asked, with examples that work as they stand."""

from handlers.locale import Words
from handlers.views import blocks
from handlers.views.limits import fit_message
from handlers.views.message import Message
from handlers.views.mrkdwn import bold, code, escape

_COMMAND = "/incident-lookup"
_FILTERS = (
    "symptom:",
    "component:",
    "domain:",
    "cause:",
    "trigger:",
    "org:",
    "since:",
    "before:",
    "own:",
    "public:",
)
_CHANNEL_WORDS = ("watch", "unwatch", "mute", "unmute", "settings")
_WORDS = ("help", "?", "도움말", "도움")


def is_help(text: str) -> bool:
    """Whether a question asks what the bot can do, and nothing else."""
    return text.strip().strip("/!.").casefold() in _WORDS


def build_help(words: Words) -> Message:
    """Say what the bot does and how to ask it."""
    heading = words("help-heading")
    lines = (
        f"{code(f'{_COMMAND} ' + words('help-search-example'))}\n{escape(words('help-search'))}",
        f"{code(f'{_COMMAND} PUB-0001')}\n{escape(words('help-case'))}",
        f"{code(_COMMAND)}\n{escape(words('help-modal'))}",
        f"{code(f'{_COMMAND} recent')} {code(f'{_COMMAND} new')}\n{escape(words('help-lists'))}",
        escape(words("help-similar")),
        escape(words("help-mention")),
        f"{code('@incident-lookup ' + words('help-link-example'))}\n{escape(words('help-link'))}",
        escape(words("help-card")),
        "\n".join(
            (
                escape(words("help-channel")),
                " ".join(code(f"{_COMMAND} {word}") for word in _CHANNEL_WORDS),
            )
        ),
        f"{code(f'{_COMMAND} digest')}\n{escape(words('help-digest'))}",
        f"{code(f'{_COMMAND} privacy')}\n{escape(words('help-privacy'))}",
        "\n".join(
            (
                escape(words("help-filters")),
                " ".join(map(code, _FILTERS)),
                code(f"{_COMMAND} " + words("help-filters-example")),
                escape(words("help-filters-more")),
            )
        ),
    )
    body = "\n".join(f"• {line}" for line in lines)
    text = f"{heading} {_COMMAND} {words('help-search-example')}"
    return fit_message(
        Message(escape(text), (blocks.section("help", f"{bold(heading)}\n\n{body}"),))
    )
