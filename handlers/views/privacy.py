"""What the bot reads and keeps, in plain words; SECURITY.md says the same to administrators."""

from handlers.locale import Words
from handlers.views import blocks
from handlers.views.limits import fit_message
from handlers.views.message import Message
from handlers.views.mrkdwn import bold, code, escape


def build_privacy(words: Words, *, evidence_days: int) -> Message:
    """The page, as a private answer."""
    heading = words("privacy-heading")
    lines = (
        escape(words("privacy-read")),
        escape(words("privacy-quiet")),
        escape(words("privacy-words", days=evidence_days)),
        escape(words("privacy-masked")),
        escape(words("privacy-cases")),
        escape(words("privacy-pairs")),
        escape(words("privacy-who")),
        escape(words("privacy-nobody-else")),
        words("privacy-forget", command=code("incident-lookup forget --user")),
    )
    body = "\n".join(f"• {line}" for line in lines)
    section = blocks.section("privacy", f"{bold(heading)}\n\n{body}")
    return fit_message(Message(escape(heading), (section,)))
