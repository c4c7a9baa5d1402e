"""The weekly digest: one message with what a week taught.

Owns what it says, in which order, and what is left out where not all of it fits. Which cases those
are, and who may see them, is decided before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from corpus import Case, Vocabulary
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.case_lines import (
    cause_line,
    clause,
    fixed_by,
    headline,
    joined,
    origin,
    standing,
)
from handlers.views.limits import MESSAGE_BLOCKS, MESSAGE_BYTES, clip, fit_message, json_size
from handlers.views.message import Block, Message
from handlers.views.mrkdwn import bold, escape, link, one_line
from handlers.weeks import Schedule, Week

LIST_ACTION = "digest.cases"
"""The button that lists every new case; its value is the week and the zone it is counted in."""

COMMAND = "/incident-lookup digest"

_MOST = {"recurrences": 5, "new": 10, "helped": 5, "drafts": 5}
"""Lines of a section, in the order of the message."""

_TITLE = 120
_FACT = 120
_QUERY = 80
_QUERIES = 3
_WARNING = "⚠"


@dataclass(frozen=True, slots=True)
class DigestLine:
    """A case, and why it is told, in words that are not escaped yet.

    Attributes:
        why: a few words before the facts; "" where the section says it.
        alarm: what nobody should overlook, on a line of its own.
    """

    case: Case
    why: str = ""
    alarm: str = ""


@dataclass(frozen=True, slots=True)
class Gaps:
    """Lookups for which nothing was close.

    Attributes:
        count: how many different questions.
        facets: labels of what they were about, the most frequent first, each with its number.
        here: the words of those that everybody in this channel could read.
    """

    count: int = 0
    facets: tuple[tuple[str, int], ...] = ()
    here: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DigestContent:
    """Everything a digest tells, in the order in which it does.

    Attributes:
        week: what it is about.
        schedule: by which it comes.
        is_late: whether it should have come before.
        new: cases added or reviewed, each with a line of its own.
        library: public cases that came with an update of the library, too many for that.
        library_url: address of the pages of all cases; None where there are none.
    """

    week: Week
    schedule: Schedule
    is_late: bool = False
    recurrences: tuple[DigestLine, ...] = ()
    new: tuple[DigestLine, ...] = ()
    library: int = 0
    library_url: str | None = None
    helped: tuple[DigestLine, ...] = ()
    gaps: Gaps = field(default_factory=Gaps)
    drafts: tuple[DigestLine, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing worth a word."""
        told = (self.recurrences, self.new, self.library, self.helped, self.drafts)
        return not any(told) and self.gaps.count == 0

    def lines(self, section: str) -> tuple[DigestLine, ...]:
        """The cases of a section."""
        found: tuple[DigestLine, ...] = getattr(self, section)
        return found


def build_digest(content: DigestContent, words: Words, vocabulary: Vocabulary) -> Message:
    """Build the message; of what does not fit, the longest section gives way first."""
    shown = {name: min(most, len(content.lines(name))) for name, most in _MOST.items()}
    while True:
        built = list(_blocks(content, shown, words, vocabulary))
        if len(built) <= MESSAGE_BLOCKS and json_size(built) <= MESSAGE_BYTES:
            break
        longest = max(reversed(shown), key=lambda name: shown[name])
        if not shown[longest]:
            break
        shown[longest] -= 1
    return fit_message(Message(_fallback(content, words), tuple(built)))


def week_label(week: Week, words: Words) -> str:
    """The days of a week, from its Monday to its Sunday, without the year."""
    first, last = (
        words("date-short", day=day.day, month=day.month) for day in (week.first_day, week.last_day)
    )
    return words("digest-days", first=first, last=last)


def case_block(role: str, line: DigestLine, words: Words, vocabulary: Vocabulary) -> Block:
    """A case in two lines, the title and one sentence with whose, cause and fix; and *Details*."""
    case, lang = line.case, words.lang
    cause = clip(cause_line(case, lang, vocabulary, factors=0), _FACT)
    fix = clause(fixed_by(case, lang, 1), lang, _FACT)
    facts = (
        escape(one_line(line.why)),
        escape(origin(case, words)),
        _labelled(words("case-cause"), cause),
        _labelled(words("case-fixed-by"), fix),
    )
    warnings = (line.alarm, standing(case, words))
    lines = (
        headline(case, lang, _TITLE),
        *(f"{_WARNING} {bold(warning)}" for warning in warnings if warning),
        joined(facts),
    )
    text = "\n".join(each for each in lines if each)
    details = blocks.button("case.open", words("button-details"), f"digest {case.id}")
    return blocks.section(role, text, accessory=details)


def _blocks(
    content: DigestContent, shown: Mapping[str, int], words: Words, vocabulary: Vocabulary
) -> Iterator[Block]:
    yield blocks.section("head", _head(content, words))
    yield from _section("recurrences", content, shown, words, vocabulary)
    yield from _section("new", content, shown, words, vocabulary)
    yield from _section("helped", content, shown, words, vocabulary)
    if content.gaps.count:
        yield blocks.section("gaps", _gaps(content.gaps, words))
    yield from _section("drafts", content, shown, words, vocabulary)
    yield blocks.context("foot", escape(words("digest-foot", command=COMMAND)))


def _head(content: DigestContent, words: Words) -> str:
    heading = words("digest-heading", week=str(content.week.number))
    lines = [f"{bold(heading)}  {escape(week_label(content.week, words))}"]
    if content.is_late:
        time = f"{content.schedule.time:%H:%M}"
        lines.append(escape(words("digest-late", day=content.schedule.weekday, time=time)))
    return "\n".join(lines)


def _section(
    name: str,
    content: DigestContent,
    shown: Mapping[str, int],
    words: Words,
    vocabulary: Vocabulary,
) -> Iterator[Block]:
    lines = content.lines(name)
    library = content.library if name == "new" else 0
    if not lines and not library:
        return
    yield blocks.section(f"{name}-head", bold(words(_HEADINGS[name])))
    for place, line in enumerate(lines[: shown[name]], start=1):
        yield case_block(f"{name}-{place}", line, words, vocabulary)
    more = len(lines) - shown[name]
    told = [escape(words("digest-more", count=more))] if more else []
    if library:
        told.append(link(content.library_url or "", words("digest-library", count=library)))
    if told:
        everything = f"{content.week} {content.schedule.zone}"
        button = blocks.button(LIST_ACTION, words("button-show-cases"), everything)
        text = "\n".join(told)
        yield blocks.section(f"{name}-more", text, accessory=button if name == "new" else None)


def _gaps(gaps: Gaps, words: Words) -> str:
    lines = [bold(words("digest-gaps")), escape(words("digest-gaps-count", count=gaps.count))]
    if gaps.facets:
        labels = ", ".join(
            f"{label} ({count})" if count > 1 else label for label, count in gaps.facets
        )
        lines.append(escape(words("digest-gaps-about", facets=labels)))
    if gaps.here:
        queries = ", ".join(f"“{clip(one_line(each), _QUERY)}”" for each in gaps.here[:_QUERIES])
        lines.append(escape(words("digest-gaps-here", queries=queries)))
    return "\n".join(lines)


def _fallback(content: DigestContent, words: Words) -> str:
    """The digest in one line, for notifications and screen readers: how much of what."""
    counts: Sequence[tuple[str, int]] = (
        ("digest-count-recurrences", len(content.recurrences)),
        ("digest-count-new", len(content.new) + content.library),
        ("digest-count-helped", len(content.helped)),
        ("digest-count-gaps", content.gaps.count),
        ("digest-count-drafts", len(content.drafts)),
    )
    told = ", ".join(words(message, count=count) for message, count in counts if count)
    heading = words("digest-heading", week=str(content.week.number))
    return escape(f"{heading} ({week_label(content.week, words)}): {told}")


_HEADINGS = {
    "recurrences": "digest-recurrences",
    "new": "digest-new",
    "helped": "digest-helped",
    "drafts": "digest-drafts",
}


def _labelled(label: str, text: str) -> str:
    return f"{bold(label)} {escape(text)}" if text else ""
