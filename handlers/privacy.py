"""`/incident-lookup privacy`: what the bot reads and keeps, told to whoever asks."""

from handlers import lookup
from handlers.ledger import Item
from handlers.payload import user_of
from handlers.posting import Reader, post_private
from handlers.services import Services
from handlers.views.privacy import build_privacy

COMMANDS = ("privacy", "개인정보")


def handle_command(item: Item, services: Services) -> None:
    """Answer with the page; "privacy export is stuck" is a question like any other."""
    body = item.payload
    if len(str(body.get("text") or "").split()) > 1:
        lookup.handle_command(body, services)
        return
    person = services.directory.person(user_of(body))
    page = build_privacy(services.words(person.lang), evidence_days=services.policy.evidence_days)
    reader = Reader(person.id, str(body.get("channel_id", "")), str(body.get("response_url") or ""))
    post_private(services.ledger, f"privacy:{item.id}", page, reader)
