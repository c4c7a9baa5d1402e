"""JSON text ↔ documents: strict reading, safe values, canonical writing.

What the keys of a document mean is known in `corpus.case`, not here.
"""

import json
import math
from collections.abc import Iterable
from typing import Any

from corpus.errors import InvalidCaseError

DOCUMENT_LIMIT = 1_000_000
"""Characters that one case may have in all, unknown keys included."""

DEPTH_LIMIT = 32
"""Objects and lists inside each other; the case format itself needs five."""


class _RepeatedKey(dict[str, Any]):
    """An object that named a key twice; kept until its place in the case is known."""

    key: str


def parse_json(data: bytes) -> object:
    """Read UTF-8 JSON, with or without a byte order mark.

    Repeated keys and NaN pass here and are refused by `check_document`, so that one bad case does
    not take its file with it.

    Raises:
        InvalidCaseError: the bytes are no JSON; its `field` is empty.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 text (byte {error.start + 1})"
        raise InvalidCaseError("", reason) from error
    if not text.strip():
        raise InvalidCaseError("", "is empty")
    try:
        return json.loads(text, object_pairs_hook=_build_object)
    except json.JSONDecodeError as error:
        reason = f"is not valid JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        raise InvalidCaseError("", reason) from error
    except RecursionError as error:
        raise InvalidCaseError("", "is nested too deeply") from error
    except ValueError as error:  # Python reads no integer of more than 4,300 digits
        raise InvalidCaseError("", "has a number that is too long") from error


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    repeated = _RepeatedKey(found)
    repeated.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add returns None, which reads as "not seen"
    return repeated


def check_document(document: object) -> None:
    """Accept what JSON can hold and what can be stored and shown without loss.

    Raises:
        InvalidCaseError: names the first value at fault: a repeated key, NaN, half a surrogate
            pair, too deep, too long, or not JSON at all.
    """
    size = 0
    pending: list[tuple[str, object, int]] = [("", document, 1)]
    while pending:
        field, value, depth = pending.pop()
        size += len(value) if isinstance(value, str) else 1
        if size > DOCUMENT_LIMIT:
            reason = f"is too long: a case has at most {DOCUMENT_LIMIT} characters"
            raise InvalidCaseError(field, reason)
        if depth > DEPTH_LIMIT:
            raise InvalidCaseError(field, f"is nested more than {DEPTH_LIMIT} levels deep")
        if isinstance(value, dict):
            _check_keys(field, value)
            size += sum(map(len, value))
            children: Iterable[tuple[object, object]] = value.items()
        elif isinstance(value, list):
            children = enumerate(value)
        else:
            _check_scalar(field, value)
            continue
        inner = [(_join(field, key), item, depth + 1) for key, item in children]
        pending.extend(reversed(inner))


def _join(field: str, key: object) -> str:
    """The dotted path of `key`; clipped, since a key is anybody's text."""
    part = str(key)[:80]
    return f"{field}.{part}" if field else part


def _check_keys(field: str, value: dict[Any, Any]) -> None:
    if isinstance(value, _RepeatedKey):
        raise InvalidCaseError(_join(field, value.key), "is given twice")
    for key in value:
        if not isinstance(key, str):
            raise InvalidCaseError(field, "has a key that is not a string")
        if not _is_unicode(key):
            raise InvalidCaseError(field, "has a key that is not valid Unicode")


def _check_scalar(field: str, value: object) -> None:
    if isinstance(value, str):
        if not _is_unicode(value):
            raise InvalidCaseError(field, "is not valid Unicode (half of a surrogate pair)")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidCaseError(field, "is not a number that JSON knows")
    elif isinstance(value, int):
        if (
            value.bit_length() > 1024
        ):  # as far as a float reaches; Python prints no much longer ones
            raise InvalidCaseError(field, "is a number that is too long")
    elif value is not None:
        raise InvalidCaseError(field, "is not a JSON value")


def _is_unicode(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def write_json(document: object) -> str:
    """The one way a case file is written: indented by one, keys in their order, a final newline."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def compact_json(document: object) -> str:
    """The same values in one line, as the store keeps them."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
