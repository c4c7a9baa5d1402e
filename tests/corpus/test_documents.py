"""JSON in and out: what is no JSON is named, and writing is canonical."""

import json
from typing import Any

import pytest

from corpus.documents import DOCUMENT_LIMIT, check_document, compact_json, parse_json, write_json
from corpus.errors import InvalidCaseError


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b'{"id": "\xff"}', "is not UTF-8 text (byte 9)"),
        ('{"id": "é"}'.encode("latin-1"), "is not UTF-8 text (byte 9)"),
        ('{"id": "IL-1"}'.encode("utf-16"), "is not UTF-8 text (byte 1)"),
        (b'{"id": "IL-1"', "is not valid JSON: Expecting ',' delimiter (line 1, column 14)"),
        (b"id: IL-1", "is not valid JSON: Expecting value (line 1, column 1)"),
        (b"{} {}", "is not valid JSON: Extra data (line 1, column 4)"),
        (b"[" * 200_000, "is nested too deeply"),
        (b'{"a":' * 200_000, "is nested too deeply"),
        (b"9" * 5_000, "has a number that is too long"),
        (b"\x00\x01\x02", "is not valid JSON: Expecting value (line 1, column 1)"),
    ],
    ids=lambda value: repr(value[:12]),
)
def test_parse_json_says_what_is_wrong(data: bytes, reason: str) -> None:
    """Bytes that are no JSON are refused in one clause."""
    with pytest.raises(InvalidCaseError) as caught:
        parse_json(data)

    assert (caught.value.field, caught.value.reason) == ("", reason)


@pytest.mark.parametrize("data", [b'{"a": "\xea\xb0\x80"}', b'\xef\xbb\xbf{"a": "\xea\xb0\x80"}'])
def test_parse_json_reads_utf8_with_or_without_mark(data: bytes) -> None:
    """Editors that write a byte order mark are forgiven."""
    assert parse_json(data) == {"a": "가"}


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ('{"a": 1, "b": 2, "a": 1}', "a", "is given twice"),
        ('{"a": [{"b": {"c": 1, "c": 2}}]}', "a.0.b.c", "is given twice"),
        ('{"a": NaN}', "a", "is not a number that JSON knows"),
        ('{"a": [0, -Infinity]}', "a.1", "is not a number that JSON knows"),
        ('{"a": 1e999}', "a", "is not a number that JSON knows"),
        ('{"a": "\\ud83d"}', "a", "is not valid Unicode (half of a surrogate pair)"),
        ("[" * 40 + "]" * 40, ".".join("0" * 32), "is nested more than 32 levels deep"),
    ],
)
def test_check_document_names_the_value(text: str, field: str, reason: str) -> None:
    """What Python's reader lets pass and JSON does not hold is named with its place."""
    with pytest.raises(InvalidCaseError) as caught:
        check_document(parse_json(text.encode()))

    assert (caught.value.field, caught.value.reason) == (field, reason)


@pytest.mark.parametrize(
    "document",
    [
        {"a": "x" * (DOCUMENT_LIMIT + 1)},
        {"a": ["x" * 1000] * 1001},
        {"a": [0] * (DOCUMENT_LIMIT + 1)},
        {"k" * (DOCUMENT_LIMIT + 1): 1},
    ],
    ids=["one", "many", "numbers", "key"],
)
def test_check_document_limits_the_whole(document: dict[str, Any]) -> None:
    """However the length comes together, there is an end; the path stays short."""
    with pytest.raises(InvalidCaseError, match="is too long: a case has at most") as caught:
        check_document(document)

    assert len(caught.value.field) < 200


def test_write_json_is_canonical() -> None:
    """One space, keys in their order, letters as letters, a newline at the end."""
    text = write_json({"b": "가", "a": [1, None]})

    assert text == '{\n "b": "가",\n "a": [\n  1,\n  null\n ]\n}\n'


def test_compact_json_keeps_every_value() -> None:
    """The stored line reads back as the same document, in the same order."""
    document = {"b": "가\u2028\u0000", "a": [1, 1.0, -0.0, 1e300, None, True, {}]}

    text = compact_json(document)

    assert "\n" not in text
    assert json.dumps(json.loads(text)) == json.dumps(document)
