"""The grammar of the validator: small rules that combine into the shapes of Block Kit.

Owns how a value is checked and the wording of each complaint; knows no block or element by name.
A rule takes a value and its JSON pointer and yields the problems it finds, deepest last.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

Rule = Callable[[object, str], Iterator["Problem"]]


@dataclass(frozen=True)
class Problem:
    """One thing Slack would refuse.

    Attributes:
        pointer: JSON pointer to the value at fault, such as `/blocks/2/text/text`.
        message: Slack's sentence, such as `must be less than 3001 characters`.
    """

    pointer: str
    message: str

    @property
    def error(self) -> str:
        """The line as `errors[]` of a Web API answer holds it."""
        return f"{self.message} [json-pointer:{self.pointer}]"

    def __str__(self) -> str:
        """Give the line as `response_metadata.messages[]` holds it."""
        return f"[ERROR] {self.error}"


def length(text: str) -> int:
    """Count UTF-16 units: the larger of the two counts Slack may be using."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def string(most: int | None = None, *, least: int = 1) -> Rule:
    """A string of `least` to `most` characters."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "must provide a string")
        elif length(value) < least:
            yield Problem(at, f"must be more than {least - 1} characters")
        elif most is not None and length(value) > most:
            yield Problem(at, f"must be less than {most + 1} characters")

    return check


def matching(pattern: str, complaint: str) -> Rule:
    """A string that is `pattern` from end to end, else `complaint`."""
    compiled = re.compile(pattern)

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "must provide a string")
        elif not compiled.fullmatch(value):
            yield Problem(at, complaint)

    return check


def integer(least: int, most: int) -> Rule:
    """A whole number from `least` to `most`; booleans are not numbers."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Problem(at, "must provide an integer")
        elif value < least:
            yield Problem(at, f"must be greater than {least - 1}")
        elif value > most:
            yield Problem(at, f"must be less than {most + 1}")

    return check


def boolean(value: object, at: str) -> Iterator[Problem]:
    """Demand true or false."""
    if not isinstance(value, bool):
        yield Problem(at, "must provide a boolean")


def enum(*allowed: str) -> Rule:
    """One of the `allowed` strings."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "must provide a string")
        elif value not in allowed:
            yield Problem(at, "must be a valid enum value")

    return check


def items(rule: Rule, most: int | None = None, *, least: int = 1) -> Rule:
    """An array of `least` to `most` items, each of which obeys `rule`."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield Problem(at, "must provide an array")
            return
        if len(value) < least:
            yield Problem(at, f"must provide at least {least} items")
        if most is not None and len(value) > most:
            yield Problem(at, f"no more than {most} items allowed")
            return  # Slack stops at the array: naming each surplus item would drown the cause
        for index, item in enumerate(value):
            yield from rule(item, f"{at}/{index}")

    return check


def record(
    required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None, *more: Rule
) -> Rule:
    """An object with the `required` fields, perhaps the `optional` ones, and no others.

    A null is not an absent field: Slack refuses it. The rules in `more` see the whole object.
    """
    known = {**required, **(optional or {})}

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(at, "must provide an object")
            return
        for name in required:
            if name not in value:
                yield Problem(at, f"missing required field: {name}")
        for name, inner in value.items():
            if name in known:
                yield from known[name](inner, f"{at}/{name}")
            else:
                yield Problem(at, f"invalid additional property: {name}")
        for rule in more:
            yield from rule(value, at)

    return check


def by_type(table: Mapping[str, Rule]) -> Rule:
    """An object whose `type` picks the rule it must obey."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(at, "must provide an object")
            return
        kind = value.get("type")
        if "type" not in value:
            yield Problem(at, "missing required field: type")
        elif not isinstance(kind, str):
            yield Problem(f"{at}/type", "must provide a string")
        elif kind not in table:
            yield Problem(f"{at}/type", f"unsupported type: {kind}")
        else:
            yield from table[kind](value, at)

    return check


def exactly_one(*names: str) -> Rule:
    """Demand just one of the fields `names`; for `record(..., *more)`."""
    listed = " or ".join(f"`{name}`" for name in names)

    def check(value: object, at: str) -> Iterator[Problem]:
        present = [name for name in names if isinstance(value, dict) and name in value]
        if not present:
            yield Problem(at, f"must define either {listed}")
        elif len(present) > 1:
            yield Problem(at, f"cannot define both {' and '.join(f'`{name}`' for name in present)}")

    return check


def anything(value: object, at: str) -> Iterator[Problem]:
    """Accept whatever it is: Slack ignores the field."""
    del value, at
    yield from ()


def unique(found: Iterable[tuple[str, str]], name: str) -> Iterator[Problem]:
    """Report each repeat among `(pointer, value)` pairs of the identifier `name`."""
    seen: set[str] = set()
    for pointer, value in found:
        if value in seen:
            yield Problem(pointer, f'`{name}` "{value}" already exists')
        seen.add(value)
