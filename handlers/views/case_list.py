"""Lists of cases, a few lines each with *Details*: what is new, and what was looked up lately."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus import Case, Vocabulary
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import (
    SHORT_TITLE,
    cause_line,
    day_label,
    fixed_by,
    headline,
    joined,
    origin,
    standing,
)
from handlers.views.limits import clip, fit_message
from handlers.views.message import Block, Message
from handlers.views.mrkdwn import bold, escape, one_line

_QUERY = 100


@dataclass(frozen=True, slots=True)
class RecentLine:
    """A lookup and the case it found; `query` is "" where its words are no longer kept."""

    case: Case
    query: str
    day: str


def build_recent_list(lines: Sequence[RecentLine], words: Words) -> Message:
    """What was looked up lately, newest first."""
    if not lines:
        return _message(words("list-recent-none"), [])
    body = []
    for place, line in enumerate(lines, start=1):
        day = escape(day_label(line.day, words))
        query = clip(one_line(line.query), _QUERY)
        asked = joined((f"“{escape(query)}”" if query else "", day))
        body.append(_case_block(f"recent-{place}", line.case, asked, words))
    return _message(words("list-recent"), body)


def build_new_list(
    cases: Sequence[Case], more: int, days: int, words: Words, vocabulary: Vocabulary
) -> Message:
    """The cases that came lately, each with cause and fix."""
    if not cases:
        return _message(words("list-new-none", days=days), [])
    body = [
        new_case_block(f"new-{place}", case, words, vocabulary)
        for place, case in enumerate(cases, start=1)
    ]
    if more:
        body.append(blocks.context("more", escape(words("digest-more", count=more))))
    return _message(words("list-new", days=days), body)


def new_case_block(role: str, case: Case, words: Words, vocabulary: Vocabulary) -> Block:
    """A case in a few lines: whose, cause, fix."""
    facts = (
        escape(origin(case, words)),
        _labelled(words("case-cause"), cause_line(case, words.lang, vocabulary, factors=0)),
        _labelled(words("case-fixed-by"), fixed_by(case, words.lang, 1)),
    )
    return _case_block(role, case, "\n".join(filter(None, facts)), words)


def _case_block(role: str, case: Case, facts: str, words: Words) -> Block:
    warning = standing(case, words)
    lines = (
        headline(case, words.lang, SHORT_TITLE),
        f"⚠ {bold(warning)}" if warning else "",
        facts,
    )
    opens = blocks.button("case.open", words("button-details"), case.id)
    return blocks.section(role, "\n".join(filter(None, lines)), accessory=opens)


def _labelled(label: str, text: str) -> str:
    return f"{bold(label)} {escape(text)}" if text else ""


def _message(heading: str, body: list[Block]) -> Message:
    head = blocks.section("list-head", bold(heading) if body else escape(heading))
    return fit_message(Message(escape(heading), (head, *body)))
