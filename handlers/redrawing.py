"""Bringing the message of a lookup up to date after a press on one of its buttons."""

from dataclasses import dataclass

from corpus import Audience
from handlers.answering import Look, find, render
from handlers.interaction import Interaction
from handlers.ledger import Lookup
from handlers.posting import Place, fill_view, post_message
from handlers.services import Services
from handlers.views.message import View
from handlers.views.notices import build_expired
from handlers.views.search_modal import build_results_view


@dataclass(frozen=True, slots=True)
class Opened:
    """An open modal of a search, and the row of the inbox that something is put into it for.

    Each filling has a row of its own in the outbox: what stands in the modal may have come by an
    acknowledgement since, and the same content as the time before must be sent again.
    """

    view_id: str
    item_id: int

    def fill(self, services: Services, view: View) -> None:
        """Put something into the modal."""
        fill_view(services.ledger, f"view:{self.view_id}:{self.item_id}", self.view_id, view)


def known_lookup(click: Interaction, services: Services, lookup_id: str) -> Lookup | None:
    """The lookup that a button refers to; None where its words are gone, which is then said."""
    lookup = services.ledger.conversation.lookup(lookup_id)
    if lookup is None or lookup.query is None:
        click.answer(services, build_expired(click.words(services)))
        return None
    return lookup


def redraw(click: Interaction, services: Services, lookup: Lookup, audience: Audience) -> None:
    """Look the lookup up again and show it, in its place, as it should look now."""
    findings = find(services, lookup, audience)
    shown = [match.case.id for match in findings.matches]
    services.ledger.conversation.note_shown(lookup.id, shown, findings.band.value)
    if click.carried is not None:
        message = render(services, lookup, findings, audience, Look(surface="modal"))
        view = build_results_view(
            message,
            services.words(lookup.lang),
            lookup.id,
            click.carried.written(),
            may_share=click.carried.may_share,
        )
        Opened(click.view_id, click.id).fill(services, view)
        return
    conversation = services.ledger.conversation
    evidence = (
        conversation.evidence(lookup.team_id, lookup.channel_id) if lookup.purpose == "card" else ()
    )
    message = render(services, lookup, findings, audience, Look(max(1, len(evidence))))
    if lookup.post_key is None or services.ledger.outbox.ts_of(lookup.post_key) is None:
        # A private answer, or one that the outbox cannot edit: posted by response_url, or long ago.
        click.answer(services, message, replace=True)
        return
    post_message(services.ledger, lookup.post_key, message, Place.of(lookup))
