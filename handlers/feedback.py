"""*This is it*, *Not this* and *Undo*: what people say of a match is kept and shown on its card."""

from corpus import CaseNotFoundError
from handlers.answering import find, readers_of, render
from handlers.interaction import Interaction
from handlers.ledger import Verdict
from handlers.posting import Place, post_message
from handlers.services import Services
from handlers.views.notices import build_expired

_VERDICTS: dict[str, Verdict | None] = {
    "match.confirm": "confirmed",
    "match.dismiss": "dismissed",
    "match.undo": None,
}


def handle_verdict(click: Interaction, services: Services) -> None:
    """Keep the verdict on (evidence, case) and redraw the message it was given on."""
    lookup_id, _, case_id = click.value.partition(" ")
    conversation = services.ledger.conversation
    lookup = conversation.lookup(lookup_id)
    if lookup is None or lookup.query is None:
        click.answer(services, build_expired(click.words(services)))
        return
    audience = readers_of(services, lookup, click.user_id)
    try:
        services.library.get(case_id, audience)
    except CaseNotFoundError:
        click.answer(services, build_expired(click.words(services)))
        return
    verdict = _VERDICTS[click.action_id]
    with services.ledger.database.transaction():
        conversation.set_verdict(lookup.id, case_id, click.user_id, verdict)
        if verdict == "confirmed":
            services.ledger.captures.keep_query(lookup.id, case_id, lookup.query, click.user_id)
        else:
            services.ledger.captures.drop_query(lookup.id, case_id)
    evidence = (
        conversation.evidence(lookup.team_id, lookup.channel_id) if lookup.purpose == "card" else ()
    )
    findings = find(services, lookup, audience)
    message = render(services, lookup, findings, audience, message_count=max(1, len(evidence)))
    if lookup.post_key is None or services.ledger.outbox.ts_of(lookup.post_key) is None:
        # A private answer, or one that the outbox cannot edit: posted by response_url, or long ago.
        click.answer(services, message, replace=True)
        return
    post_message(services.ledger, lookup.post_key, message, Place.of(lookup))
