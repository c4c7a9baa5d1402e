"""What a thread shows of its links: the compact reply, suggestions, and the list on request.

Owns the words and buttons of each case in it, by what became of it: linked, unlinked, suggested.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus import Case, Vocabulary
from handlers.ledger import Link, LinkKind
from handlers.locale import Words
from handlers.recurrence import Recurrence
from handlers.views import blocks
from handlers.views.case_lines import (
    SHORT_TITLE,
    cause_line,
    clause,
    headline,
    joined,
    origin,
    standing,
)
from handlers.views.limits import clip, fit_message
from handlers.views.link_kinds import kind_label, kinds_for
from handlers.views.message import Block, Message
from handlers.views.mrkdwn import bold, code, escape, one_line
from handlers.views.recurrence_lines import alarm, open_items

_IN_FULL = 8
"""Cases with buttons in one reply; Slack allows 50 blocks and 12,000 bytes."""

_OPTION_VALUE = 75
_NOTE = 300


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """One case in a reply.

    Attributes:
        case: the case.
        link: its link in the thread, holding or taken back; None where it is only suggested.
        past: for a recurrence that holds, how the incident came back.
        is_told_below: a later reply of the thread shows it whole; here one line is enough.
    """

    case: Case
    link: Link | None
    past: Recurrence | None = None
    is_told_below: bool = False

    @property
    def is_linked(self) -> bool:
        """Whether the link holds."""
        return self.link is not None and self.link.holds


def build_links(entries: Sequence[LinkEntry], words: Words, vocabulary: Vocabulary) -> Message:
    """The reply in a thread: its cases, each with what can be done about it."""
    if not entries:
        sentence = escape(words("links-gone"))
        return Message(sentence, (blocks.section("gone", sentence),))
    body: list[Block] = []
    named = [entry for entry in entries if entry.link is not None]
    suggested = [entry for entry in entries if entry.link is None]
    shown = [*named, *suggested][:_IN_FULL]
    for place, entry in enumerate(shown, start=1):
        if entry.link is None and (place == 1 or shown[place - 2].link is not None):
            body.append(blocks.section("suggested", bold(words("link-suggestions"))))
        body += _entry(place, entry, words, vocabulary)
    rest = [*named, *suggested][_IN_FULL:]
    if rest:
        ids = " ".join(code(entry.case.id) for entry in rest)
        body.append(blocks.context("rest", f"{escape(words('link-more'))} {ids}"))
    return fit_message(Message(_fallback(named, suggested, words), tuple(body)))


def build_link_list(entries: Sequence[LinkEntry], words: Words) -> Message:
    """The links of a thread, as an answer to who asked for them."""
    if not entries:
        sentence = escape(words("links-none"))
        return fit_message(Message(sentence, (blocks.section("links", sentence),)))
    heading = words("links-heading", count=len(entries))
    lines = [bold(heading)]
    for entry in entries:
        kind = kind_label(entry.link.kind, words) if entry.link else ""
        lines.append(f"• {headline(entry.case, words.lang, SHORT_TITLE)}  {escape(kind)}")
    ids = ", ".join(entry.case.id for entry in entries)
    section = blocks.section("links", "\n".join(lines))
    return fit_message(Message(escape(f"{heading}: {ids}"), (section,)))


def _entry(place: int, entry: LinkEntry, words: Words, vocabulary: Vocabulary) -> list[Block]:
    if entry.link is None:
        return _suggested(place, entry, words, vocabulary)
    if not entry.is_linked or entry.is_told_below:
        return _in_one_line(place, entry, words)
    case, link = entry.case, entry.link
    cause = cause_line(case, words.lang, vocabulary, factors=0)
    lines = [
        f"{bold(words('link-linked'))} {headline(case, words.lang, SHORT_TITLE)}",
        joined((escape(origin(case, words)), _labelled(words("case-cause"), cause))),
        _warned(standing(case, words)),
        f"“{escape(clip(one_line(link.note), _NOTE))}”" if link.note else "",
        *_again(entry, words),
    ]
    menu = _kind_menu(case, words("link-kind"), link.kind, words)
    buttons = [
        *menu,
        blocks.button("link.remove", words("button-unlink"), case.id),
        blocks.button("case.open", words("button-details"), case.id),
    ]
    return [
        blocks.section(f"link-{place}", "\n".join(filter(None, lines))),
        blocks.actions(f"link-{place}-actions", buttons),
    ]


def _in_one_line(place: int, entry: LinkEntry, words: Words) -> list[Block]:
    """That a case was unlinked, or is linked as a later reply tells."""
    title = clause(entry.case.title, words.lang, SHORT_TITLE)
    verb = words("link-linked" if entry.is_linked else "link-unlinked")
    told = f"{escape(verb)} {escape(title)}  {code(entry.case.id)}"
    line = [blocks.context(f"link-{place}", told)]
    if entry.is_told_below:
        return line
    again = blocks.button("link.add", words("button-link-again"), entry.case.id)
    return [*line, blocks.actions(f"link-{place}-actions", [again])]


def _suggested(place: int, entry: LinkEntry, words: Words, vocabulary: Vocabulary) -> list[Block]:
    case = entry.case
    cause = cause_line(case, words.lang, vocabulary, factors=0)
    lines = [
        headline(case, words.lang, SHORT_TITLE),
        joined((escape(origin(case, words)), _labelled(words("case-cause"), cause))),
        _warned(standing(case, words)),
    ]
    buttons = [
        blocks.button("link.add", words("button-link"), case.id, "primary"),
        *_kind_menu(case, words("link-as"), None, words),
        blocks.button("case.open", words("button-details"), case.id),
    ]
    return [
        blocks.section(f"link-{place}", "\n".join(filter(None, lines))),
        blocks.actions(f"link-{place}-actions", buttons),
    ]


def _kind_menu(case: Case, placeholder: str, chosen: LinkKind | None, words: Words) -> list[Block]:
    """The menu of kinds; none for a case whose id is too long for the value of an option."""
    options = [(f"{kind} {case.id}", kind_label(kind, words)) for kind in kinds_for(case)]
    if any(len(value) > _OPTION_VALUE for value, _ in options):
        return []
    initial = f"{chosen} {case.id}" if chosen else None
    return [blocks.menu("link.kind", placeholder, options, initial)]


def _again(entry: LinkEntry, words: Words) -> list[str]:
    """Mrkdwn: how often it happened, what is still open, and what was written down."""
    if entry.past is None or entry.link is None:
        return []
    wrote = ""
    if entry.link.wrote and entry.link.writeup_id:
        writeup, earlier = code(entry.link.writeup_id), code(entry.case.id)
        wrote = words("link-wrote", writeup=writeup, earlier=earlier)
    return [_warned(alarm(entry.past, words)), *open_items(entry.past, words), wrote]


def _labelled(label: str, text: str) -> str:
    return f"{bold(label)} {escape(text)}" if text else ""


def _warned(text: str) -> str:
    return f"⚠ {bold(text)}" if text else ""


def _fallback(named: Sequence[LinkEntry], suggested: Sequence[LinkEntry], words: Words) -> str:
    """The reply in one line, for notifications and screen readers."""
    parts = []
    for entry in named:
        verb = words("link-linked" if entry.is_linked else "link-unlinked")
        alarmed = alarm(entry.past, words) if entry.past else ""
        title = clause(entry.case.title, words.lang)
        parts.append(joined((f"{verb} {title} ({entry.case.id})", alarmed)))
    if suggested:
        titles = (f"{clause(e.case.title, words.lang)} ({e.case.id})" for e in suggested)
        parts.append(f"{words('link-suggestions')} {' / '.join(titles)}")
    return escape(" / ".join(parts))
