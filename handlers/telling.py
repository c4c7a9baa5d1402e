"""*Tell them apart*: one tap on an answer narrows a card, and *Undo* opens the question again."""

from corpus import Answered, Audience, read_question
from handlers.answering import readers_of
from handlers.interaction import Interaction
from handlers.redrawing import known_lookup, redraw
from handlers.services import Services
from handlers.views.apart import ANSWER_ACTIONS
from handlers.views.notices import build_old_button


def handle_answer(click: Interaction, services: Services) -> None:
    """Keep the answer, with the suspects it spoke for and against, and redraw the card."""
    lookup_id, key, yes, no = (*click.value.split(" "), "", "", "", "")[:4]
    lookup = known_lookup(click, services, lookup_id)
    if lookup is None:
        return
    if read_question(key) is None:
        click.answer(services, build_old_button(click.words(services)))
        return
    audience = readers_of(services, lookup, click.user_id)
    sides = {"yes": (yes, no), "no": (no, yes), "skip": ("", "")}
    answer = ANSWER_ACTIONS[click.action_id]
    speaks_for, speaks_against = (_seen(side, services, audience) for side in sides[answer])
    answered = Answered(key, answer, speaks_for, speaks_against)
    services.ledger.answers.give(lookup.id, answered, click.user_id)
    redraw(click, services, lookup, audience)


def handle_undo(click: Interaction, services: Services) -> None:
    """Take an answer back, whoever gave it: the card is everybody's."""
    lookup_id, _, key = click.value.partition(" ")
    lookup = known_lookup(click, services, lookup_id)
    if lookup is None:
        return
    services.ledger.answers.take_back(lookup.id, key)
    redraw(click, services, lookup, readers_of(services, lookup, click.user_id))


def _seen(ids: str, services: Services, audience: Audience) -> tuple[str, ...]:
    """Those of the ids in a button that its readers may see."""
    return tuple(each for each in ids.split(",") if services.library.exists(each, audience))
