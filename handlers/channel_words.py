"""What a channel's name and topic say of its incident: words that are weaker than messages.

Somebody chose them in the first minute, so that they often name what is broken, and nobody changes
them when that turns out wrong. What only numbers the incident is left out.
"""

import re
from collections.abc import Iterable

from corpus import Gate
from handlers.text import plain_text

_BRACKETS = re.compile(r"\[[^\]]*\]")
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W_]+")
_PART = re.compile(r"[|·•\n]| [-\u2013\u2014] ")
_STATUS_CODE = re.compile(r"[45]\d\d")


def name_words(name: str, patterns: Iterable[str]) -> str:
    """The words of a channel's name, without the habit of naming and without ids and dates.

    Args:
        name: of the channel.
        patterns: of the names of incident channels, whose own words say nothing ("inc", "sev").

    >>> name_words("inc-2041-redis-cluster-failing", ["inc-*", "sev[0-9]*"])
    'redis cluster failing'
    """
    habit = {word for each in patterns for word in _WORD.findall(_BRACKETS.sub("", each.lower()))}
    kept: list[str] = []
    for token in _TOKEN.findall(name.lower()):
        if token.isdecimal():
            if kept and _STATUS_CODE.fullmatch(token):  # the first number is the incident's
                kept.append(token)
        elif token.rstrip("0123456789") not in habit:
            kept.append(token)
    return " ".join(kept)


def topic_words(topic: str, gate: Gate) -> str:
    """The parts of a channel's topic that describe a live symptom; roles, links and states do not.

    Args:
        topic: mrkdwn, as Slack tells it.
        gate: decides on each part; less is asked of one, as it stands in an incident channel.
    """
    parts = (part.strip() for part in _PART.split(plain_text(topic)))
    return "\n".join(part for part in parts if gate.decide(part, after_symptom=True).symptom)
