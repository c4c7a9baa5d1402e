"""How a case is told in lines: title, whose it is, cause, fix, check. Shared by card and Details.

Functions that return mrkdwn say so; the others return plain words that are not escaped yet. What a
case leaves blank gives an empty string, which callers leave out.
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

from corpus import Case, Check, Text, Visibility, Vocabulary
from handlers.locale import Words
from handlers.views.limits import clip, length
from handlers.views.mrkdwn import code, escape, link, one_line

TITLE = 200
SHORT_TITLE = 160
ORG = 60
CLAUSE = 180
"""Characters of one clause (a fix, a check) on the card; Details has the whole text."""

_DURATION = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?")

_BOUNDARY_BEFORE = re.compile(r"(^|[.!?:;\n])[\s\"'“(]*$")
_BOUNDARY_AFTER = re.compile(r"[\s\"'”)]*([.!?:;\n]|$)")

Prose: TypeAlias = Text | str | tuple[str, ...] | None
"""A text as the case format allows it: in languages, plain, or several plain ones."""


def is_own(case: Case) -> bool:
    """Whether the case is the team's own; one that does not say is public (case format)."""
    return case.visibility not in (None, Visibility.PUBLIC)


def say(text: Prose, lang: str) -> str:
    """The words of a text in `lang`, else as they were written; "" for nothing."""
    if text is None:
        return ""
    if isinstance(text, Text):
        return text.get(lang)
    return text if isinstance(text, str) else ", ".join(text)


def clause(text: Prose, lang: str, limit: int = CLAUSE) -> str:
    """A text on one line, without its full stop, clipped."""
    line = one_line(say(text, lang))
    return clip(line[:-1] if line.endswith(".") and not line.endswith("..") else line, limit)


def quotation(case: Case, told: str, lang: str) -> str:
    """What a case says, as a quote: "…" stands where its sentence begins earlier or goes on."""
    texts = (
        say(text, lang) for text in (case.title, case.symptoms_text, case.detection, case.summary)
    )
    whole = next((text for text in texts if told and told in text), told)
    before, _, after = whole.partition(told) if told else ("", "", "")
    starts = "" if _BOUNDARY_BEFORE.search(before) else "…"
    ends = "" if _BOUNDARY_AFTER.match(after) else "…"
    return f"{starts}{one_line(told)}{ends}"


def headline(case: Case, lang: str, limit: int = TITLE) -> str:
    """Mrkdwn: the title, linked where the case has an address, and the id as code."""
    title = clip(one_line(case.title.get(lang)), limit) or case.id
    addresses = (case.url, *(source.url for source in case.sources))
    linked = (link(url, title) for url in addresses if url)
    shown = next((text for text in linked if text.startswith("<")), escape(title))
    return f"{shown}  {code(case.id)}"


def origin(case: Case, words: Words) -> str:
    """Who had it, when, and whose that is: "GitLab · Jan 2017 · other company's incident"."""
    whose = {
        Visibility.TEAM: "whose-team",
        Visibility.CHANNEL: "whose-channel",
    }.get(case.visibility or Visibility.PUBLIC, "whose-public")
    when = date_label(case.date, words) if case.date else ""
    if when and case.date_kind == "published":
        when = words("date-published", date=when)
    return joined((clip(one_line(case.org or ""), ORG), when, words(whose)))


def standing(case: Case, words: Words) -> str:
    """What a reader must know before trusting the case: that it is outdated, or still a draft."""
    parts = []
    if case.outdated is not None:
        at = case.outdated.at
        since = words("case-outdated-since", date=date_label(at, words)) if at else ""
        reason = clause(case.outdated.reason, words.lang)
        parts.append(": ".join(filter(None, (since or words("case-outdated"), reason))))
    if case.draft and is_own(case):
        parts.append(words("case-draft"))
    return joined(parts)


def cause_line(case: Case, lang: str, vocabulary: Vocabulary, *, factors: int = 3) -> str:
    """The cause in the labels of the vocabulary: "Software bug (latent bug, test gap)".

    The case format has no sentence for the cause. The title tells it in the case's own words and
    stands above this line; the line adds the class of the root cause and the first contributing
    factors, all of it chosen by who wrote the case. Nothing is guessed out of the summary: the
    sentence with causal words or the most words of the title was the wrong one in more than half of
    40 cases tried. A case whose root cause is not known gives "", whatever contributed.
    """
    if case.root_cause is None:
        return ""
    root = vocabulary.label("root_cause", case.root_cause, lang)
    helped = [vocabulary.label("contributing", slug, lang) for slug in case.contributing[:factors]]
    return f"{root} ({', '.join(helped)})" if helped else root


def fixed_by(case: Case, lang: str, steps: int) -> str:
    """The first steps that ended it, in order."""
    told = (clause(step.text, lang) for step in case.remediation[:steps])
    return "; ".join(filter(None, told))


def check_line(check: Check, lang: str) -> str:
    """Mrkdwn: what to run or look at, and what the answer means, on one line.

    A command that is too long for that is left to Details: half of one would be copied and run.
    """
    told = escape(clause(check.text, lang))
    command = (check.command or "").strip()
    run = code(command) if length(command) <= CLAUSE and "\n" not in command else ""
    confirms = escape(clause(check.confirms, lang))
    line = " ".join(filter(None, (run, told)))
    return f"{line} → {confirms}" if confirms else line


def date_label(date: str, words: Words) -> str:
    """A date as far as it is known: a year, a month or, from a longer one, the month."""
    year, _, rest = date.partition("-")
    if not rest:
        return words("date-year", year=year)
    return words("date-month", year=year, month=int(rest[:2]))


def day_label(date: str, words: Words) -> str:
    """A date with its day where that is known."""
    if len(date) < len("2024-01-01"):
        return date_label(date, words)
    year, month, day = date[:10].split("-")
    return words("date-day", year=year, month=int(month), day=int(day))


def span_label(duration: str, words: Words) -> str:
    """An ISO 8601 duration in the units it is written in: "PT18H30M" is "18 h 30 min"."""
    found = _DURATION.fullmatch(duration)
    if found is None:
        return duration
    weeks, days, hours, minutes, seconds = (int(number or 0) for number in found.groups())
    spans = (
        (days + 7 * weeks, "span-days"),
        (hours, "span-hours"),
        (minutes, "span-minutes"),
        (seconds, "span-seconds"),
    )
    return " ".join(words(unit, n=number) for number, unit in spans if number)


def joined(parts: Iterable[str]) -> str:
    """The parts that say something, with dots between them."""
    return " · ".join(part for part in parts if part)
