"""How long an incident lasted, as its text says it: "for nearly three hours", "48분 동안".

A case tells its length twice, as `timeline.resolved_after` and in words. The two contradict each
other when the words give the length of the whole incident and no length that they give fits. Words
give it in one of two ways, chosen because they rarely mean anything else: in a title, a length of
something that went on ("down for 22 minutes", "22분간 멈췄다"); in a summary, a sentence whose
subject is the incident ("The outage lasted four hours", "장애는 4시간 이어졌다").

What this cannot see: lengths told by two times of day, lengths of a part ("one region took two
hours more") in a title, and a text whose right length is that of something else. Where any length
of the title or the summary fits, the case passes.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from corpus.case import Case

_TOLERANCE = 1.3
"""A length in words is rounded: "two hours" may be 1:35 or 2:35, and "over an hour" 1:15."""

_MINUTE, _HOUR, _DAY = 1.0, 60.0, 1440.0
_ENGLISH_UNITS = {
    "second": 1 / 60,
    "minute": _MINUTE,
    "min": _MINUTE,
    "hour": _HOUR,
    "day": _DAY,
    "week": 7 * _DAY,
    "month": 30 * _DAY,
}
_KOREAN_UNITS = {
    "시간": _HOUR,
    "개월": 30 * _DAY,
    "초": 1 / 60,
    "분": _MINUTE,
    "일": _DAY,
    "주": 7 * _DAY,
    "달": 30 * _DAY,
}
_UNITS = {**_ENGLISH_UNITS, **_KOREAN_UNITS}

_FRACTIONS = {"a quarter of an": 0.25, "three quarters of an": 0.75, "half an": 0.5, "half a": 0.5}
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ENGLISH_NUMBERS: dict[str, float] = {
    **_FRACTIONS,
    **{word: count for count, word in enumerate(_COUNTS, 1)},
    "eleven": 11,
    "twelve": 12,
    "an": 1,
    "a": 1,
}
_KOREAN_COUNTS = [
    "한",
    "두",
    "세",
    "네",
    "다섯",
    "여섯",
    "일곱",
    "여덟",
    "아홉",
    "열",
    "열한",
    "열두",
]
_KOREAN_NUMBERS = {"반": 0.5, **{word: count for count, word in enumerate(_KOREAN_COUNTS, 1)}}
_NUMBERS = {**_ENGLISH_NUMBERS, **_KOREAN_NUMBERS}
_KOREAN_DAYS = {"하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "열흘": 10}

_ENGLISH = re.compile(
    rf"(?<![\w-])(?P<number>\d+(?:\.\d+)?|{'|'.join(_ENGLISH_NUMBERS)})[ -](?P<half>and a half )?"
    rf"(?P<unit>{'|'.join(_ENGLISH_UNITS)})s?\b(?P<after> and a half)?",
    re.IGNORECASE,
)
# "9시 24분" is a time of day and "3월 12일" a date.
_KOREAN = re.compile(
    rf"(?P<days>{'|'.join(_KOREAN_DAYS)})"
    rf"|(?<![가-힣\d])(?<!\d시 )(?<!\d월 )(?P<number>\d+(?:\.\d+)?|{'|'.join(_KOREAN_NUMBERS)}) ?"
    rf"(?P<unit>{'|'.join(_KOREAN_UNITS)})(?!\s*전)(?P<after> 반)?"
)
_JOINS = re.compile(r"\s*(?:,|and)?\s*")


class Said(NamedTuple):
    """A length in a text: minutes, and where it stands."""

    minutes: float
    start: int
    end: int


def find_durations(text: str, lang: str) -> list[Said]:
    """The lengths of time in a text, in order; "1 hour 48 minutes" is one.

    >>> [round(each.minutes) for each in find_durations("down for 1 hour and 48 minutes", "en")]
    [108]
    >>> [round(each.minutes) for each in find_durations("한 시간 반 동안, 다시 27분간", "ko")]
    [90, 27]
    """
    found: list[Said] = []
    for each in (_KOREAN if lang == "ko" else _ENGLISH).finditer(text):
        minutes, unit = _minutes(each.groupdict())
        if found and unit < _DAY and _JOINS.fullmatch(text, found[-1].end, each.start()):
            before = found.pop()
            found.append(Said(before.minutes + minutes, before.start, each.end()))
        else:
            found.append(Said(minutes, each.start(), each.end()))
    return found


def _minutes(parts: Mapping[str, str | None]) -> tuple[float, float]:
    """A length in minutes, and its unit in minutes."""
    days = parts.get("days")
    if days:
        return _KOREAN_DAYS[days] * _DAY, _DAY
    number, unit = (parts["number"] or "").lower(), _UNITS[(parts["unit"] or "").lower()]
    count = _NUMBERS[number] if number in _NUMBERS else float(number)
    half = 0.5 if parts.get("half") or parts.get("after") else 0.0
    return (count + half) * unit, unit


_BEFORE = re.compile(
    r"\bfor (?:about |nearly |almost |around |over |more than |at least |some |up to )?$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\s*(?:가까이|남짓|넘게|이상)?\s*(?:동안|간(?=\s|$))|\s*(?:가까이|남짓|넘게)")
_AT_LEAST = re.compile(r"\b(?:over|more than|at least) $", re.IGNORECASE)
_OR_MORE = re.compile(r"\s*(?:넘게|이상)")
_IN_PARTS = re.compile(
    r"\bon and off\b|\bin (?:two|three|four|several) \w+|\bagain and again\b|\btwice\b"
    r"|되다 말다|차례|나눠|번이나",
    re.IGNORECASE,
)
_LASTED = re.compile(
    r"\b(?:outage|incident|disruption|downtime) (?:had )?lasted\b|장애는 [^.]*(?:이어졌|계속됐)",
    re.IGNORECASE,
)


def find_contradiction(case: Case) -> str | None:
    """The length in a case's words that contradicts its `resolved_after`; None if there is none."""
    if case.timeline.resolved_after is None:
        return None
    length = parse_duration(case.timeline.resolved_after)
    whole: list[str] = []
    for lang in ("en", "ko"):
        texts = [getattr(text, lang, None) or "" for text in (case.title, case.summary)]
        if any(_fits(text, said, length) for text in texts for said in find_durations(text, lang)):
            return None
        title, summary = texts
        whole += [title[said.start : said.end] for said in _whole_in_title(title, lang)]
        whole += _whole_in_summary(summary, lang)
    return whole[0] if whole else None


def _fits(text: str, said: Said, length: float) -> bool:
    """Whether a length in a text may be the rounded form of another, in minutes."""
    is_least = _AT_LEAST.search(text[: said.start]) or _OR_MORE.match(text, said.end)
    most = 2.0 if is_least else _TOLERANCE
    return said.minutes / _TOLERANCE <= length <= said.minutes * most


def _whole_in_title(title: str, lang: str) -> Iterator[Said]:
    """The lengths that a title gives of the incident; none where it tells of several spans."""
    if _IN_PARTS.search(title):
        return
    for said in find_durations(title, lang):
        goes_on = (
            _AFTER.match(title, said.end) if lang == "ko" else _BEFORE.search(title[: said.start])
        )
        if goes_on:
            yield said


def _whole_in_summary(summary: str, lang: str) -> Iterator[str]:
    """The first length of each sentence that says how long the incident lasted."""
    for sentence in re.split(r"(?<=[.!?])\s+", summary):
        lengths = find_durations(sentence, lang) if _LASTED.search(sentence) else ()
        for said in lengths[:1]:
            yield sentence[said.start : said.end]


_ISO = re.compile(
    r"P(?:(?P<w>[\d.,]+)W)?(?:(?P<y>[\d.,]+)Y)?(?:(?P<mo>[\d.,]+)M)?(?:(?P<d>[\d.,]+)D)?"
    r"(?:T(?:(?P<h>[\d.,]+)H)?(?:(?P<m>[\d.,]+)M)?(?:(?P<s>[\d.,]+)S)?)?"
)
_ISO_MINUTES = {
    "w": 7 * _DAY,
    "y": 365 * _DAY,
    "mo": 30 * _DAY,
    "d": _DAY,
    "h": _HOUR,
    "m": _MINUTE,
    "s": 1 / 60,
}


def parse_duration(duration: str) -> float:
    """An ISO 8601 duration that `Timeline` has accepted, in minutes.

    >>> parse_duration("P1DT1H30M")
    1530.0
    """
    found = _ISO.fullmatch(duration)
    parts = found.groupdict() if found else {}
    return sum(
        float(value.replace(",", ".")) * _ISO_MINUTES[name]
        for name, value in parts.items()
        if value
    )
