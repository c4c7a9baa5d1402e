"""The values of a case's fields: what an id, a date, a duration and a text look like."""

import datetime as dt
import re
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

CASE_ID_PATTERN = r"[A-Z][A-Z0-9]*-[0-9]+"
"""What an id looks like (`PUB-0031`); an id in running text is one only where the case exists."""

TEXT_LIMIT = 100_000
"""Characters that one text of a case may have; a longer one is a log, not a case."""


def _check_id(value: str) -> str:
    if not re.fullmatch(CASE_ID_PATTERN, value) or len(value) > 64:
        raise ValueError("should be an id such as PUB-0031")
    return value


def _check_date(value: str) -> str:
    """Accept YYYY, YYYY-MM or YYYY-MM-DD of the real calendar."""
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?", value):
        raise ValueError("should be YYYY, YYYY-MM or YYYY-MM-DD")
    _check_calendar((value + "-01-01")[:10])
    return value


def _check_timestamp(value: str) -> str:
    """Accept an ISO 8601 date, or date and time."""
    _check_calendar(value)
    return value


def _check_calendar(value: str) -> None:
    try:
        dt.datetime.fromisoformat(value)
    except ValueError as error:
        raise ValueError("should be a date of the calendar, such as 2025-07-31") from error


_NUMBER = r"[0-9]+([.,][0-9]+)?"
_DURATION = (
    rf"P(?=[0-9T])({_NUMBER}W|({_NUMBER}Y)?({_NUMBER}M)?({_NUMBER}D)?"
    rf"(T(?=[0-9])({_NUMBER}H)?({_NUMBER}M)?({_NUMBER}S)?)?)"
)


def _check_duration(value: str) -> str:
    """Accept an ISO 8601 duration."""
    if not re.fullmatch(_DURATION, value):
        raise ValueError("should be an ISO 8601 duration such as PT1H30M")
    return value


Prose = Annotated[str, Field(max_length=TEXT_LIMIT)]
Slug = Annotated[str, StringConstraints(min_length=1, max_length=100)]
CaseId = Annotated[str, AfterValidator(_check_id)]
PartialDate = Annotated[str, AfterValidator(_check_date)]
Duration = Annotated[str, AfterValidator(_check_duration)]
Timestamp = Annotated[str, AfterValidator(_check_timestamp)]
