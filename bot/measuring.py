"""What `eval` measures: labelled files → the measures of the matcher, the gate and whole channels.

Owns reading the lines and what the measures of conversations mean. How a single query or message is
measured is `corpus.evaluate`'s, how a conversation runs `bot.replay`'s.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from bot.offline import (
    UnreadableFileError,
    open_library,
    parse_filters,
    parse_json,
    read_text,
)
from bot.replay import Conversation, Course, Said, replay
from bot.settings import Settings
from corpus import Audience, Gate, Library, Vocabulary, evaluate_chatter, evaluate_queries
from handlers.ledger import ConfirmedPair

Line = dict[str, Any]

_EVERYBODY = Audience(own=True, operator=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one conversation.

    Attributes:
        right: the ids that count as right, twins included; empty where no case is similar.
        course: what the bot did.
    """

    right: frozenset[str]
    course: Course

    @property
    def first_card(self) -> tuple[str, ...] | None:
        """The cases on the card as it was first posted; None without a card."""
        return next((card for card in self.course.cards if card is not None), None)

    @property
    def is_found(self) -> bool:
        """Whether a right case is on the card at the end, in any place."""
        return self._is_right(self.course.cards[-1])

    @property
    def is_wrong_first(self) -> bool:
        """Whether the card, as it was first posted, had no right case on it."""
        return self.first_card is not None and not self._is_right(self.first_card)

    @property
    def messages_to_right(self) -> int | None:
        """Messages read until a right case first was on the card; None where it never was."""
        read = (n for n, card in enumerate(self.course.cards, 1) if self._is_right(card))
        return next(read, None)

    def _is_right(self, card: tuple[str, ...] | None) -> bool:
        return card is not None and not self.right.isdisjoint(card)


def evaluate_files(
    settings: Settings,
    queries: Path | None = None,
    chatter: Sequence[Path] = (),
    conversations: Path | None = None,
    confirmed: Sequence[ConfirmedPair] = (),
) -> dict[str, Any]:
    """The measures of `eval`; None where there is nothing to measure.

    Args:
        settings: where the library is.
        queries: a file of labelled queries.
        chatter: files of labelled messages.
        conversations: a file of labelled channels.
        confirmed: the workspace's own pairs, measured as queries of the kind `own`.

    Raises:
        UnreadableFileError: a file cannot be read, or one of its lines is not what it should be.
    """
    measured: dict[str, Any] = {
        "queries": None,
        "chatter": None,
        "conversations": None,
        "p50_ms": None,
        "p95_ms": None,
    }
    asked = _read_lines(queries, _query_fault) if queries is not None else []
    labelled = [line for path in chatter for line in _read_lines(path, _chatter_fault)]
    talks = read_conversations(conversations) if conversations is not None else []
    vocabulary = Vocabulary.load()
    if asked or talks or confirmed:
        with open_library(settings, vocabulary) as library:
            asked += own_lines(confirmed, library, vocabulary, settings.default_language)
            measured |= evaluate_queries(library, asked)
            outcomes = play(talks, library, vocabulary, settings.default_language)
            measured["conversations"] = measure_conversations(outcomes)
    if labelled:
        measured["chatter"] = evaluate_chatter(Gate.load().decide, labelled)
    return measured


def own_lines(
    confirmed: Iterable[ConfirmedPair], library: Library, vocabulary: Vocabulary, lang: str
) -> list[Line]:
    """Confirmed pairs as labelled queries: those with words, about cases that are still there.

    The plain matcher is measured on them, as the order that the verdicts themselves make would
    find what it was told.
    """
    lines: list[Line] = []
    for pair in confirmed:
        ids = [each for each in pair.case_ids if library.exists(each, _EVERYBODY)]
        query = pair.query or ""
        text = parse_filters(query, vocabulary, lang).text if pair.reads_filters else query
        if ids and text.strip():
            lines.append({"id": ids, "kind": "own", "text": text})
    return lines


def read_conversations(path: Path) -> list[Conversation]:
    """The labelled conversations of a file.

    Raises:
        UnreadableFileError: the file cannot be read, or one of its lines is no conversation.
    """
    return [
        Conversation(
            name=line["name"],
            topic=line.get("topic") or "",
            expect_case=line["expect_case"],
            messages=tuple(
                Said(user=each["user"], text=each["text"], role=each["role"])
                for each in line["messages"]
            ),
        )
        for line in _read_lines(path, _conversation_fault)
    ]


def play(
    talks: Sequence[Conversation], library: Library, vocabulary: Vocabulary, lang: str
) -> list[Outcome]:
    """Play conversations to the real handlers; a twin of the expected case is right, too.

    An expected case that is not in the library is never found.
    """
    courses = replay(talks, library, vocabulary=vocabulary, lang=lang) if talks else []
    return [
        Outcome(library.twins(talk.expect_case) if talk.expect_case else frozenset(), course)
        for talk, course in zip(talks, courses, strict=True)
    ]


def measure_conversations(outcomes: Iterable[Outcome]) -> dict[str, float | None] | None:
    """What the bot would have done in whole channels, each read to its end.

    Returns:
        None without any conversation, else these, each None where there is nothing to measure:

        - `n`: conversations.
        - `found_rate`: share of those with a case whose card has it at the end, in any place.
        - `median_messages_to_right`: messages read until it first was on the card; those whose
          card never had it do not count.
        - `wrong_first_rate`: share of those with a case and a card whose card was first posted
          without the case.
        - `max_unasked_posts`: the most visible posts that nobody asked for in one channel.
        - `card_rate_without_case`: share of those without a similar case in which a card appeared.
    """
    every = list(outcomes)
    if not every:
        return None
    with_case = [outcome for outcome in every if outcome.right]
    without = [outcome for outcome in every if not outcome.right]
    carded = [outcome for outcome in with_case if outcome.first_card is not None]
    reached = [n for n in (outcome.messages_to_right for outcome in with_case) if n is not None]
    return {
        "n": len(every),
        "found_rate": _share(outcome.is_found for outcome in with_case),
        "median_messages_to_right": float(median(reached)) if reached else None,
        "wrong_first_rate": _share(outcome.is_wrong_first for outcome in carded),
        "max_unasked_posts": max(outcome.course.unasked_posts for outcome in every),
        "card_rate_without_case": _share(outcome.first_card is not None for outcome in without),
    }


def _share(holds: Iterable[bool]) -> float | None:
    each = list(holds)
    return round(float(mean(each)), 4) if each else None


def _query_fault(line: Mapping[str, Any]) -> str:
    """What is wrong with a labelled query; "" for nothing."""
    right = line.get("id")
    ids = right if isinstance(right, list) else [right]
    if not ids or not all(isinstance(each, str) for each in ids):
        return "id should be the id of a case, or a list of them"
    return "" if isinstance(line.get("text"), str) else "text should be a string"


def _chatter_fault(line: Mapping[str, Any]) -> str:
    """What is wrong with a labelled message; "" for nothing."""
    if line.get("expect") not in ("reply", "quiet"):
        return 'expect should be "reply" or "quiet"'
    return "" if isinstance(line.get("text"), str) else "text should be a string"


def _conversation_fault(line: Mapping[str, Any]) -> str:
    """What is wrong with a labelled conversation; "" for nothing."""
    if not isinstance(line.get("name"), str):
        return "name should be a string"
    if not isinstance(line.get("topic"), str | None):
        return "topic should be a string"
    case_id = line.get("expect_case", "")
    if case_id == "" or not isinstance(case_id, str | None):
        return "expect_case should be the id of a case, or null"
    messages = line.get("messages")
    if not isinstance(messages, list) or not messages:
        return "messages should be a list of at least one message"
    faults = (_message_fault(place, each) for place, each in enumerate(messages))
    return next(filter(None, faults), "")


def _message_fault(place: int, message: object) -> str:
    if not isinstance(message, dict):
        return f"messages[{place}] should be a JSON object"
    wrong = (key for key in ("user", "text", "role") if not isinstance(message.get(key), str))
    key = next(wrong, "")
    return f"messages[{place}].{key} should be a string" if key else ""


def _read_lines(path: Path, fault_of: Callable[[Mapping[str, Any]], str]) -> list[Line]:
    """The JSON objects of a file, one a line; blank lines are passed over."""
    lines: list[Line] = []
    for number, text in enumerate(read_text(path).split("\n"), 1):
        if not text.strip():
            continue
        entry = parse_json(text, f"{path}: line {number}")
        fault = fault_of(entry) if isinstance(entry, dict) else "should be a JSON object"
        if not isinstance(entry, dict) or fault:
            raise UnreadableFileError(f"{path}: line {number}: {fault}")
        lines.append(entry)
    return lines
