"""The question that a card asks once its incident is over, and what became of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus import Match
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import clause, is_own
from handlers.views.limits import clip
from handlers.views.message import Block
from handlers.views.mrkdwn import bold, escape

PICKS = ("resolution.pick1", "resolution.pick2", "resolution.pick3")
"""One for each place on the card: an action id may not appear twice in a block."""

NONE = "resolution.none"
UNDO = "resolution.undo"
SAVE = "case.save"

_LABEL = 45


@dataclass(frozen=True, slots=True)
class Question:
    """The question as it stands.

    Attributes:
        case_id: the case it was; "" for none of those shown, None while nobody has answered.
        is_recurrence: the thread links it as a recurrence, else as the same cause.
    """

    case_id: str | None = None
    is_recurrence: bool = False


def question_blocks(
    question: Question, matches: Sequence[Match], lookup_id: str, words: Words
) -> Iterator[Block]:
    """Mrkdwn and buttons: the question, or what was answered and what can follow."""
    if question.case_id is None:
        yield blocks.section("resolution", bold(words("resolution-question")))
        picks = [
            blocks.button(action_id, _label(place, match, words), f"{lookup_id} {match.case.id}")
            for place, (action_id, match) in enumerate(zip(PICKS, matches, strict=False), start=1)
        ]
        none = blocks.button(NONE, words("button-none-of-these"), lookup_id)
        yield blocks.actions("resolution-actions", [*picks, none])
        return
    yield blocks.section("resolution", _answer(question, matches, words))
    buttons = [
        blocks.button(SAVE, words("button-write-up"), lookup_id, "primary"),
        blocks.button(UNDO, words("button-undo"), f"{lookup_id} {question.case_id}".strip()),
    ]
    yield blocks.actions("resolution-actions", buttons)


def _answer(question: Question, matches: Sequence[Match], words: Words) -> str:
    if not question.case_id:
        return escape(words("resolution-none"))
    known = {match.case.id: match.case for match in matches}
    case = known.get(question.case_id)
    again = question.is_recurrence or (case is not None and is_own(case))
    told = words("resolution-again" if again else "resolution-same-cause", case=question.case_id)
    return f"✓ {bold(told)}"


def _label(place: int, match: Match, words: Words) -> str:
    title = clause(match.case.title, words.lang)
    return clip(f"{place} · {title}", _LABEL)
