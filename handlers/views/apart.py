"""*Tell them apart*: the card's question with its buttons, and the answers that were given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus import Answer, Case, Check, Question, Vocabulary
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import clause
from handlers.views.message import Block
from handlers.views.mrkdwn import bold, code, escape

ANSWER_ACTIONS: Mapping[str, Answer] = {
    "tell.yes": "yes",
    "tell.no": "no",
    "tell.skip": "skip",
}
UNDO_ACTION = "tell.undo"

_OUTCOME = 220
_CHECK = 120
_FACET_QUESTIONS = {
    "symptoms": "apart-symptoms",
    "components": "apart-components",
    "trigger": "apart-trigger",
    "domain": "apart-domain",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, with the check whose outcome it asks for; None where it asks for a facet."""

    question: Question
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A question that was answered, and how."""

    asked: Asked
    answer: Answer


@dataclass(frozen=True, slots=True)
class Apart:
    """What a card asks, and what it was told.

    Attributes:
        asked: the open question; None where there is none.
        told: the answers that count, oldest first.
        left_out: ids of the suspects that the answers ruled out.
    """

    asked: Asked | None = None
    told: Sequence[Told] = ()
    left_out: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Suspects:
    """What is on a card.

    Attributes:
        lookup_id: what its buttons refer back to.
        cases: in their order.
        in_full: the one that is told with what to check now, if any is.
    """

    lookup_id: str
    cases: Sequence[Case]
    in_full: Case | None


def build_apart(
    apart: Apart, suspects: Suspects, words: Words, vocabulary: Vocabulary
) -> list[Block]:
    """The answers given, each with *Undo*, and the open question with a button for each answer."""
    lookup_id = suspects.lookup_id
    body: list[Block] = []
    for place, told in enumerate(apart.told, start=1):
        said = bold(words("apart-said", answer=told.answer))
        line = f"{escape(_wording(told.asked, None, words, vocabulary))} — {said}"
        undo = blocks.button(
            UNDO_ACTION, words("button-undo"), f"{lookup_id} {told.asked.question.key}"
        )
        body.append(blocks.section(f"told-{place}", line, accessory=undo))
    if apart.left_out:
        cases = " ".join(map(code, apart.left_out))
        body.append(blocks.context("left-out", words("apart-left-out", cases=cases)))
    if apart.asked is not None:
        wording = _wording(apart.asked, suspects.in_full, words, vocabulary)
        text = f"{bold(words('apart-heading'))} {escape(wording)}"
        body.append(blocks.section("apart", text))
        buttons = _buttons(apart.asked.question, suspects, words)
        body.append(blocks.actions("apart-answers", buttons))
    return body


def _wording(asked: Asked, in_full: Case | None, words: Words, vocabulary: Vocabulary) -> str:
    """Plain words: the question. What the card says to check now is not said twice."""
    question, check = asked.question, asked.check
    if check is None:
        label = vocabulary.label(question.of, question.what, words.lang)
        return words(_FACET_QUESTIONS[question.of], label=label)
    outcome = clause(check.confirms, words.lang, _OUTCOME)
    if in_full and in_full.id == question.of and in_full.checks[:1] == (check,):
        return words("apart-check-now", outcome=outcome)
    told = clause(check.text, words.lang, _CHECK)
    return words("apart-check", check=told, outcome=outcome)


def _buttons(question: Question, suspects: Suspects, words: Words) -> list[Block]:
    places = {case.id: place for place, case in enumerate(suspects.cases, start=1)}
    sides = {"yes": question.yes, "no": question.no}
    carried = f"{question.key} {','.join(question.yes)} {','.join(question.no)}"
    buttons = []
    for action_id, answer in ANSWER_ACTIONS.items():
        if answer == "skip":
            label = words("apart-skip")
        else:
            numbers = ", ".join(str(places[each]) for each in sides[answer] if each in places)
            label = words("apart-answer", answer=answer, places=numbers)
        buttons.append(blocks.button(action_id, label, f"{suspects.lookup_id} {carried}"))
    return buttons
