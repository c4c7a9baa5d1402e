"""Dates, times and spans as people write them, in English and Korean.

What is not clear is None: a day that may be a month, a span with two numbers, a time in another
zone.
"""

import datetime as dt
import re
from dataclasses import dataclass

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?P<month_name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})"
_DAY = r"(?P<day>[0-3]?[0-9])(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(rf"(?<![0-9]){pattern}(?![0-9])", re.IGNORECASE)
    for pattern in (
        rf"{_YEAR}(?P<sign>[-./])(?P<month>[01]?[0-9])(?P=sign)(?P<day>[0-3]?[0-9])",
        rf"{_YEAR}년\s*(?P<month>[01]?[0-9])월\s*(?P<day>[0-3]?[0-9])일",
        rf"{_YEAR}\.\s(?P<month>[01]?[0-9])\.\s(?P<day>[0-3]?[0-9])\.?",
        rf"\b{_MONTH}\s+{_DAY},?\s+{_YEAR}",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
    )
)
_COMPACT = re.compile(rf"(?<![0-9]){_YEAR}(?P<month>[01][0-9])(?P<day>[0-3][0-9])(?![0-9])")

_CLOCK = re.compile(
    r"(?P<noon>오전|오후)?\s*(?<![0-9:])(?P<hour>[0-2]?[0-9])"
    r"(?::(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:\.[0-9]+)?)?"
    r"|시(?:\s*(?P<ko_minute>[0-5]?[0-9])분)?)(?![0-9:])"
    r"\s*(?P<half>[ap]\.?m\b\.?)?"
    r"\s*(?P<zone>\(?(?:UTC|GMT|KST|JST|[CEMP][DS]?T|CES?T|BST|IST|Z)(?:[+-][0-9]{1,2})?\)?(?![A-Za-z])"
    r"|[+-][0-9]{2}:?[0-9]{2}(?![0-9]))?",
    re.IGNORECASE,
)

_UNITS = {
    "D": r"days?|d|일",
    "H": r"hours?|hrs?|h|시간",
    "M": r"minutes?|mins?|m|분",
    "S": r"seconds?|secs?|s|초",
}
_SPAN_PART = re.compile(
    rf"([0-9]+(?:\.[0-9]+)?)\s*(?:{'|'.join(f'(?P<{k}>{v})' for k, v in _UNITS.items())})"
    r"(?![A-Za-z])\s*(?:,|and|그리고)?\s*",
    re.IGNORECASE,
)
_SPAN_LEAD = re.compile(
    r"(?:about|around|approx(?:imately|\.)?|roughly|nearly|~|약|대략|총)\s*", re.IGNORECASE
)
_SPAN_REST = re.compile(
    r"(?:정도|간|동안|in total|total|소요|쯤)?\s*\.?\s*(?:[(\uff08].*)?", re.IGNORECASE | re.DOTALL
)
_ISO_SPAN = re.compile(
    r"P(?=[0-9T])(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?"
)
_SECONDS = {"D": 86_400, "H": 3600, "M": 60, "S": 1}


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of day, with its date where that is told, and its zone as it was written."""

    date: dt.date | None
    clock: dt.time
    zone: str
    end: int


def find_date(text: str, *, compact: bool = False) -> str | None:
    """The first date of a text as `YYYY-MM-DD`; of 03/04/2025 nobody knows which is the month.

    Args:
        text: a value, a title or the name of a file.
        compact: whether 20250302 is one.

    >>> find_date("Mar 2nd, 2025 14:03 UTC"), find_date("2025년 3월 2일"), find_date("03/04/2025")
    ('2025-03-02', '2025-03-02', None)
    """
    patterns = (*_DATES, _COMPACT) if compact else _DATES
    found = [each for each in (pattern.search(text) for pattern in patterns) if each]
    for match in sorted(found, key=lambda each: each.start()):
        date = _date(match)
        if date is not None:
            return date.isoformat()
    return None


def _date(match: "re.Match[str]") -> dt.date | None:
    parts = match.groupdict()
    name = parts.get("month_name")
    month = _MONTHS.index(name[:3].lower()) + 1 if name else int(parts["month"])
    try:
        return dt.date(int(parts["year"]), month, int(parts["day"]))
    except ValueError:
        return None


def find_span(text: str) -> str | None:
    """A span as an ISO 8601 duration, where the whole text is one; an aside in brackets may follow.

    >>> find_span("about 1 hour and 6 minutes"), find_span("2시간 30분간"), find_span("20-45 min")
    ('PT1H6M', 'PT2H30M', None)
    """
    text = text.strip().rstrip(".")
    if _ISO_SPAN.fullmatch(text):
        return text
    lead = _SPAN_LEAD.match(text)
    at, seconds, last = lead.end() if lead else 0, 0.0, ""
    units = "".join(_UNITS)
    while (part := _SPAN_PART.match(text, at)) is not None:
        unit = str(part.lastgroup)
        if last and units.index(unit) <= units.index(last):
            return None
        seconds += float(part[1]) * _SECONDS[unit]
        at, last = part.end(), unit
    if not last or _SPAN_REST.fullmatch(text, at) is None:
        return None
    return span_of(seconds)


def span_of(seconds: float) -> str | None:
    """Seconds as an ISO 8601 duration; None for less than one.

    >>> span_of(3960), span_of(90_000)
    ('PT1H6M', 'P1DT1H')
    """
    whole = round(seconds)
    if whole <= 0:
        return None
    days, rest = divmod(whole, 86_400)
    parts = (("H", rest // 3600), ("M", rest % 3600 // 60), ("S", rest % 60))
    clock = "".join(f"{count}{unit}" for unit, count in parts if count)
    return f"P{f'{days}D' if days else ''}{f'T{clock}' if clock else ''}"


def find_moment(text: str) -> Moment | None:
    """The first time of day of a text, with the date before it."""
    match = _CLOCK.search(text)
    if match is None:
        return None
    hour = int(match["hour"])
    half = (match["half"] or "").lower().replace(".", "") or {"오전": "am", "오후": "pm"}.get(
        match["noon"] or "", ""
    )
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        clock = dt.time(
            hour, int(match["minute"] or match["ko_minute"] or 0), int(match["second"] or 0)
        )
    except ValueError:
        return None
    before = find_date(text[: match.end()])
    date = dt.date.fromisoformat(before) if before else None
    return Moment(date, clock, (match["zone"] or "").strip("()").upper(), match.end())


def seconds_between(first: Moment, last: Moment) -> float | None:
    """Seconds from one moment to a later one; None where their zones or dates do not tell.

    Times without a date are less than a day apart: 23:50 to 00:20 is half an hour.
    """
    if first.zone and last.zone and first.zone != last.zone:
        return None
    if (first.date is None) != (last.date is None) and last.date is not None:
        return None
    day = dt.date(2000, 1, 1)
    start = dt.datetime.combine(first.date or day, first.clock)
    end = dt.datetime.combine(last.date or first.date or day, last.clock)
    if last.date is None and end < start:
        end += dt.timedelta(days=1)
    seconds = (end - start).total_seconds()
    return seconds if seconds >= 0 else None
