"""*This is it*, *Not this* and *Undo*: what people say of a match is kept and shown on its card."""

from corpus import CaseNotFoundError
from handlers.answering import parse, readers_of
from handlers.interaction import Interaction
from handlers.ledger import Verdict
from handlers.redrawing import known_lookup, redraw
from handlers.services import Services
from handlers.views.notices import build_expired
from handlers.weighing import remember_evidence

_VERDICTS: dict[str, Verdict | None] = {
    "match.confirm": "confirmed",
    "match.dismiss": "dismissed",
    "match.undo": None,
}


def handle_verdict(click: Interaction, services: Services) -> None:
    """Keep the verdict on (evidence, case) and redraw the message it was given on."""
    lookup_id, _, case_id = click.value.partition(" ")
    lookup = known_lookup(click, services, lookup_id)
    if lookup is None:
        return
    audience = readers_of(services, lookup, click.user_id)
    try:
        services.library.get(case_id, audience)
    except CaseNotFoundError:
        click.answer(services, build_expired(click.words(services)))
        return
    verdict, query = _VERDICTS[click.action_id], lookup.query or ""
    conversation = services.ledger.conversation
    with services.ledger.database.transaction():
        conversation.set_verdict(lookup.id, case_id, click.user_id, verdict)
        if verdict == "confirmed":
            services.ledger.captures.keep_query(lookup.id, case_id, query, click.user_id)
        else:
            services.ledger.captures.drop_query(lookup.id, case_id)
    if verdict is not None:
        is_card = lookup.purpose == "card"
        said = query if is_card else parse(services, query, lookup.lang).text
        remember_evidence(services, lookup, said)
    redraw(click, services, lookup, audience)
