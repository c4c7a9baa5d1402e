"""The card: what a lookup found, as one Slack message.

Owns what the card says and in which order. Five places share it: the living card of an incident
channel, the answer to a question, the private answer of the slash command, that answer shared, and
the results in the search modal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, TypeAlias

from corpus import Band, Case, Findings, Match, Reason, Vocabulary
from handlers.locale import Words
from handlers.recurrence import Recurrence
from handlers.views import blocks
from handlers.views.apart import Apart, Suspects, build_apart
from handlers.views.case_lines import (
    SHORT_TITLE,
    TITLE,
    cause_line,
    check_line,
    clause,
    fixed_by,
    headline,
    is_own,
    joined,
    origin,
    quotation,
    standing,
)
from handlers.views.limits import FOOT, clip, fit_message, length
from handlers.views.message import Block, Message
from handlers.views.mrkdwn import bold, escape, one_line
from handlers.views.recurrence_lines import forecast, open_items
from handlers.views.resolution import SAVE, Question, question_blocks

Purpose: TypeAlias = Literal["card", "answer", "private", "shared", "modal"]
Verdict: TypeAlias = Literal["confirmed", "dismissed"]

MUTE_ACTION = "channel.mute"

_PHRASE = 90
_SAID = 60
_BOLD = 40
"""The reader knows their own words: long ones are shortened, and only short ones are bold."""

_QUERY = 200
_FIRST_STEPS = 2
_DEAD_ENDS = 2
_DEAD_END = 120
_OPEN_ITEMS = 2
_WARNING = "⚠"


@dataclass(frozen=True)
class CardContent:
    """Everything a card shows.

    Attributes:
        findings: what was found, best first.
        purpose: `card` in an incident channel, `answer` to a question, `private` answer of the
            slash command, that answer `shared`, or the results in the `modal` of a search.
        lookup_id: what the buttons refer back to.
        message_count: messages that the living card stands on.
        changed: one line that says why the first match is another one now, already worded.
        verdicts: what people said of each case, by case id.
        pasts: how own incidents came back, by case id.
        channel_id: where the card is.
        apart: what it asks to tell the suspects apart, and what was answered.
        question: what is asked once the incident is over; None before that.
    """

    findings: Findings
    purpose: Purpose
    lookup_id: str
    message_count: int = 1
    changed: str | None = None
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    pasts: Mapping[str, Recurrence] = field(default_factory=dict)
    channel_id: str = ""
    apart: Apart = field(default_factory=Apart)
    question: Question | None = None

    @property
    def own_count(self) -> int:
        """How many of the cases shown are the team's own."""
        return sum(is_own(match.case) for match in self.findings.matches)

    @property
    def public_count(self) -> int:
        """How many of the cases shown are other companies'."""
        return len(self.findings.matches) - self.own_count

    @property
    def match_count(self) -> int:
        """How many of the cases shown are matches; those after them are only the nearest."""
        return sum(match.band is not Band.NONE for match in self.findings.matches)


def build_card(content: CardContent, words: Words, vocabulary: Vocabulary) -> Message:
    """Build the card: the first match in full, the others in two short lines each.

    With band `NONE` it says so, lists the nearest, and what would help to find the case.
    """
    return fit_message(
        Message(
            text=_fallback(content, words, vocabulary),
            blocks=tuple(
                chain(
                    _head(content, words),
                    _question(content, words),
                    _body(content, words, vocabulary),
                    _foot(content, words),
                )
            ),
        )
    )


def _head(content: CardContent, words: Words) -> list[Block]:
    heading = f"🔎  {bold(_heading(content, words))}"
    if content.purpose in ("private", "shared", "modal") and content.findings.query.strip():
        # The question itself is not visible: Slack shows a slash command to nobody.
        query = clip(one_line(content.findings.query), _QUERY)
        heading += "\n" + escape(words("card-query", query=query))
    if content.changed:
        heading += "\n" + escape(one_line(content.changed))
    return [blocks.section("head", heading)]


def _question(content: CardContent, words: Words) -> Iterator[Block]:
    if content.question is not None:
        matches = content.findings.matches[: content.match_count]
        yield from question_blocks(content.question, matches, content.lookup_id, words)


def _body(content: CardContent, words: Words, vocabulary: Vocabulary) -> list[Block]:
    matches = content.findings.matches
    if content.match_count == 0:
        return _nothing_close(content, words, vocabulary)
    apart, has_suspects = _apart(content, words, vocabulary), content.match_count > 1
    body = [
        blocks.section("match-1", _in_full(content, matches[0], words, vocabulary)),
        *_first_buttons(content, matches[0], words),
    ]
    for place, match in enumerate(matches[1:], start=2):
        if place == 2:
            body.append(blocks.divider("others"))
        if place == content.match_count + 1:
            body += apart if has_suspects else []
            body.append(blocks.context("weaker", escape(words("card-weaker"))))
        body += _in_short(content, place, match, words, vocabulary)
    is_last = not has_suspects or len(matches) == content.match_count
    return [*body, *apart] if is_last else body


def _foot(content: CardContent, words: Words) -> list[Block]:
    if content.purpose != "card":
        return []
    matched_on = words(
        "card-matched-on",
        count=content.message_count,
        own=content.own_count,
        public=content.public_count,
    )
    told = f"{escape(matched_on)} · {escape(words('card-not-useful'))}"
    mute = blocks.button(MUTE_ACTION, words("button-mute-here"), content.lookup_id)
    foot = [blocks.divider("end"), blocks.section(FOOT, f"_{told}_", accessory=mute)]
    if content.question is None or content.question.case_id is None:
        save = blocks.button(SAVE, words("button-save-case"), content.lookup_id)
        foot.append(blocks.actions("card-actions", [save]))
    return foot


def _nothing_close(content: CardContent, words: Words, vocabulary: Vocabulary) -> list[Block]:
    body = [blocks.section("help", escape(words("card-would-help")))]
    matches = content.findings.matches
    if matches:
        body.append(blocks.context("nearest", escape(words("card-nearest"))))
    for place, match in enumerate(matches, start=1):
        body += _in_short(content, place, match, words, vocabulary)
    body += _apart(content, words, vocabulary)
    if matches and content.purpose == "private":
        body.append(blocks.actions("share", [_share_button(content, words)]))
    return body


def _apart(content: CardContent, words: Words, vocabulary: Vocabulary) -> list[Block]:
    """What tells the cases apart; the first match says itself what to check now."""
    cases = [match.case for match in content.findings.matches]
    first = cases[0] if content.match_count else None
    shown = Suspects(content.lookup_id, cases, first)
    return build_apart(content.apart, shown, words, vocabulary)


def _in_full(content: CardContent, match: Match, words: Words, vocabulary: Vocabulary) -> str:
    """Mrkdwn: everything about the first match that fits on a phone, in order of use."""
    case, lang = match.case, words.lang
    check = check_line(case.checks[0], lang) if case.checks else ""
    dead_ends = "; ".join(
        clause(step.text, lang, _DEAD_END) for step in case.dead_ends[:_DEAD_ENDS]
    )
    lines = (
        _rank_line(1, match, words, TITLE),
        escape(origin(case, words)),
        _warned(standing(case, words)),
        *_again(content, case, words, items=_OPEN_ITEMS),
        _why(match.case, match.reasons, words),
        _labelled(words("case-cause"), escape(cause_line(case, lang, vocabulary))),
        _labelled(words("case-fixed-by"), escape(fixed_by(case, lang, _FIRST_STEPS))),
        _labelled(words("case-check-now"), check),
        _labelled(words("case-dead-ends"), escape(dead_ends)),
        _labelled(words("case-applies-to"), escape(clause(case.applies_to, lang))),
    )
    return "\n".join(line for line in lines if line)


def _in_short(
    content: CardContent, place: int, match: Match, words: Words, vocabulary: Vocabulary
) -> list[Block]:
    """A further match: title, whose, cause, fix, the strongest reason, and its Details button.

    What is only near goes without cause and fix, as nobody should try the fix of something else,
    and below a real match without its reason.
    """
    case, lang = match.case, words.lang
    facts = [escape(origin(case, words))]
    is_weaker = 0 < content.match_count < place
    if match.band is not Band.NONE:
        cause = escape(cause_line(case, lang, vocabulary, factors=0))
        facts.append(_labelled(words("case-cause"), cause))
        facts.append(_labelled(words("case-fixed-by"), escape(fixed_by(case, lang, 1))))
    verdict = content.verdicts.get(case.id)
    said = escape(_verdict_line(verdict, words)) if verdict else ""
    lines = (
        _rank_line(place, match, words, SHORT_TITLE),
        _warned(standing(case, words)),
        *_again(content, case, words, items=0),
        joined(facts),
        "" if is_weaker else _why(match.case, match.reasons[:1], words),
        said,
    )
    text, role = "\n".join(line for line in lines if line), f"match-{place}"
    details = _case_button("case.open", "button-details", content, match, words)
    if verdict is None:
        return [blocks.section(role, text, accessory=details)]
    undo = _case_button("match.undo", "button-undo", content, match, words)
    return [blocks.section(role, text), blocks.actions(f"{role}-actions", [undo, details])]


def _first_buttons(content: CardContent, match: Match, words: Words) -> list[Block]:
    verdict = content.verdicts.get(match.case.id)
    said: list[Block] = []
    if verdict is None:
        buttons = [
            _case_button("match.confirm", "button-this-is-it", content, match, words),
            _case_button("match.dismiss", "button-not-this", content, match, words),
        ]
    else:
        said = [blocks.context("match-1-verdict", escape(_verdict_line(verdict, words)))]
        buttons = [_case_button("match.undo", "button-undo", content, match, words)]
    buttons.append(_case_button("case.open", "button-details", content, match, words))
    if content.purpose == "private":
        buttons.append(_share_button(content, words))
    return [*said, blocks.actions("match-1-actions", buttons)]


def _share_button(content: CardContent, words: Words) -> Block:
    return blocks.button("lookup.share", words("button-share"), content.lookup_id)


def _case_button(
    action_id: str, label: str, content: CardContent, match: Match, words: Words
) -> Block:
    return blocks.button(action_id, words(label), f"{content.lookup_id} {match.case.id}")


def _rank_line(place: int, match: Match, words: Words, limit: int) -> str:
    band = _band(match, words)
    rank = f"{place} · {band}" if band else str(place)
    return f"{bold(rank)} — {headline(match.case, words.lang, limit)}"


def _why(case: Case, why: Sequence[Reason], words: Words) -> str:
    """Mrkdwn: the phrases that belong together, then the facets both have."""
    told: dict[str, list[str]] = {}
    for reason in why:
        if reason.kind == "phrase":
            quote = quotation(case, reason.case_text, words.lang)
            told.setdefault(reason.query_text or reason.label, []).append(quote)
    phrases = [_phrase(said, of_case) for said, of_case in told.items()]
    named = [words("reason-id") for reason in why if reason.kind == "id"]
    facets = [escape(one_line(reason.label)) for reason in why if reason.kind == "facet"]
    reasons = joined((", ".join(phrases), *named, *facets))
    return f"{escape(words('case-why'))} {reasons}" if reasons else ""


def _phrase(said: str, told: Sequence[str]) -> str:
    """Mrkdwn: the reader's own words, once, beside all that the case says of them."""
    said = clip(one_line(said), _SAID)
    shown = bold(said) if length(said) <= _BOLD else f"“{escape(said)}”"
    quotes = [f"“{escape(clip(one_line(text), _PHRASE))}”" for text in told if one_line(text)]
    return f"{shown} ↔ {', '.join(quotes)}" if quotes else shown


def _again(content: CardContent, case: Case, words: Words, *, items: int) -> list[str]:
    """Mrkdwn: that an own incident keeps coming back, and what was not done about it."""
    past = content.pasts.get(case.id)
    told = forecast(past, words, channel_id=content.channel_id) if past else ""
    return [_warned(told), *open_items(past, words, items)] if past and told else []


def _labelled(label: str, text: str) -> str:
    return f"{bold(label)} {text}" if text else ""


def _warned(text: str) -> str:
    return f"{_WARNING} {bold(text)}" if text else ""


def _verdict_line(verdict: Verdict, words: Words) -> str:
    return words("verdict-confirmed" if verdict == "confirmed" else "verdict-dismissed")


def _band(match: Match, words: Words) -> str:
    if match.band is Band.STRONG:
        return words("band-strong")
    return words("band-possible") if match.band is Band.POSSIBLE else ""


def _heading(content: CardContent, words: Words) -> str:
    if content.match_count == 0:
        return words("card-heading-none")
    count = content.match_count
    if content.findings.band is Band.STRONG:
        return words("card-heading-strong", count=count)
    return words("card-heading-possible", count=count)


def _fallback(content: CardContent, words: Words, vocabulary: Vocabulary) -> str:
    """The card in one line, for notifications and screen readers: what to try comes first."""
    heading, lang = _heading(content, words), words.lang
    matches = content.findings.matches[: content.match_count]
    if content.match_count == 0:
        return escape(f"{heading}. {words('card-would-help')}")
    told = [
        f"{place} · {_band(match, words)} — {clause(match.case.title, lang)} ({match.case.id})"
        for place, match in enumerate(matches, start=1)
    ]
    first = matches[0].case
    facts = (
        ("case-cause", cause_line(first, lang, vocabulary)),
        ("case-fixed-by", fixed_by(first, lang, 1)),
    )
    told[0] = ". ".join((told[0], *(f"{words(label)}: {text}" for label, text in facts if text)))
    return escape(f"{heading}: {' / '.join(told)}")
