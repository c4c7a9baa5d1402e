"""Documents of an upstream library: every common envelope is read, everything else is refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.case import Visibility
from corpus.errors import InvalidCaseError
from corpus.importers.api import Entry, read_case, read_page

URL = "https://library.example/api/cases"
SECOND = f"{URL}?cursor=c2"
REFS: list[Any] = [{"id": "IL-1", "updated_at": "2026-03-01"}, {"id": "IL-2"}]
ENTRIES = (Entry("IL-1", "2026-03-01"), Entry("IL-2", None))

Build = Callable[..., dict[str, Any]]


def body(value: object) -> bytes:
    """A value as JSON."""
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    "page",
    [
        REFS,
        {"cases": REFS, "next": None},
        {"data": REFS},
        {"items": REFS, "total": 2},
        {"results": REFS, "next": ""},
        {"data": {"items": REFS}},
        {"data": {"cases": REFS, "pagination": {"next_cursor": None}}},
    ],
)
def test_lists_are_read_in_common_envelopes(page: object) -> None:
    """Bare, under a known key, or one envelope deeper."""
    read = read_page(body(page), URL)

    assert (read.entries, read.next_url, read.faults) == (ENTRIES, None, ())


def test_a_list_of_ids_is_enough() -> None:
    """What changed is then found out case by case."""
    assert read_page(b'["IL-1"]', URL).entries == (Entry("IL-1", None),)


@pytest.mark.parametrize(
    ("envelope", "expected"),
    [
        ({"next": "c2"}, SECOND),
        ({"next": 2}, f"{URL}?cursor=2"),
        ({"next": "a b&c=/d"}, f"{URL}?cursor=a+b%26c%3D%2Fd"),
        ({"next_cursor": "c2", "has_more": True}, SECOND),
        ({"nextCursor": "c2"}, SECOND),
        ({"next": SECOND}, SECOND),
        ({"next": "/api/cases?cursor=c2"}, SECOND),
        ({"next": "?cursor=c2"}, SECOND),
        ({"links": {"next": SECOND}}, SECOND),
        ({"_links": {"next": {"href": "?cursor=c2"}}}, SECOND),
        ({"meta": {"next_cursor": "c2"}}, SECOND),
        ({"pagination": {"next": "c2"}}, SECOND),
        ({"next": "c2", "has_more": False}, None),
        ({"next": "http://elsewhere.example/"}, "http://elsewhere.example/"),
    ],
)
def test_the_next_page_is_a_cursor_or_an_address(
    envelope: dict[str, Any], expected: str | None
) -> None:
    """In the envelope or in what it says about itself."""
    read = read_page(body({"cases": REFS} | envelope), URL)

    assert read.next_url == expected


def test_a_cursor_replaces_the_one_before() -> None:
    """Other parts of the query stay."""
    read = read_page(body({"cases": [], "next": "c3"}), f"{URL}?lang=en&cursor=c2")

    assert read.next_url == f"{URL}?lang=en&cursor=c3"


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ('<?cursor=c2>; rel="next"', SECOND),
        (f'<{URL}>; rel="first", <{SECOND}>; rel=next', SECOND),
        (f'<{SECOND}>; title="x"; rel="next last"', SECOND),
        (f'<{URL}>; rel="prev"', None),
        ("nonsense", None),
        (None, None),
    ],
)
def test_the_next_page_may_be_in_the_link_header(link: str | None, expected: str | None) -> None:
    """As RFC 8288 writes it."""
    assert read_page(body(REFS), URL, link).next_url == expected


@pytest.mark.parametrize(
    "envelope",
    [{"next": True}, {"next": ["c2"]}, {"next": {"page": 2}}, {"has_more": True}, {"next": 1.5}],
)
def test_a_next_page_that_is_not_understood_is_refused(envelope: dict[str, Any]) -> None:
    """A part of the list must not look like the whole."""
    with pytest.raises(InvalidCaseError, match="next"):
        read_page(body({"cases": REFS} | envelope), URL)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<!doctype html><title>Sign in</title>",
        b'{"cases": [{"id": "IL-1"',
        b"null",
        b"7",
        b"{}",
        b'{"error": "down"}',
        b'{"cases": null}',
        b"\xff\xfe[\x00]\x00",
        b"[" * 100_000,
        b'{"data":' * 900 + b"[]" + b"}" * 900,
    ],
)
def test_what_is_no_list_is_refused(content: bytes) -> None:
    """Half a JSON, HTML, another encoding, a nest without end."""
    with pytest.raises(InvalidCaseError):
        read_page(content, URL)


@pytest.mark.parametrize(
    "entry",
    [{}, {"id": None}, {"id": "../../etc"}, {"id": "il-1"}, {"id": "IL-" + "1" * 90}, None, 7, []],
)
def test_an_entry_without_an_id_is_named_by_its_place(entry: object) -> None:
    """The others of its page are taken."""
    read = read_page(body({"cases": [REFS[1], entry]}), URL)

    assert read.entries == (Entry("IL-2", None),)
    assert [place for place, _ in read.faults] == ["cases.1"]


def test_whole_cases_in_a_list_are_told_from_teasers(make_document: Build) -> None:
    """A title with a summary alone is what many a list shows of a case."""
    whole = make_document()
    teaser = {"id": "IL-3", "title": {"en": "T"}, "summary": {"en": "S"}}
    plain = {"id": "IL-4", "title": "T", "symptoms_text": "S"}

    entries = read_page(body([whole, teaser, plain]), URL).entries

    assert [entry.document is not None for entry in entries] == [True, False, False]


@given(
    content=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["cases", "data", "next", "links", "has_more", "id", "updated_at", "x"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=20,
    ),
    link=st.none() | st.text(alphabet='<>;,"= relnxt/?', max_size=30),
)
@settings(max_examples=150, deadline=None)
def test_any_json_is_a_page_or_refused(content: object, link: str | None) -> None:
    """No other exception leaves, and what is read has ids that can be asked for."""
    try:
        read = read_page(body(content), URL, link)
    except InvalidCaseError:
        return
    assert all(entry.case_id.isascii() and "/" not in entry.case_id for entry in read.entries)


@pytest.mark.parametrize("wrap", [None, "case", "data", "item", "result"])
def test_a_case_is_read_with_or_without_an_envelope(make_document: Build, wrap: str | None) -> None:
    """It is public, whatever it says."""
    document = make_document(visibility="channel", draft=True)
    content = document if wrap is None else {wrap: document, "version": 1}

    case = read_case(body(content), "IL-0247", "CASE")

    assert (case.id, case.visibility, case.draft) == ("IL-0247", Visibility.PUBLIC, False)
    assert "visibility" not in case.document


def test_what_a_case_says_about_another_library_is_left_out(make_document: Build) -> None:
    """Who sees it there, since when, who links it; and ids that are the team's own here."""
    document = make_document(
        added_at="2020-01-01",
        channel_id="C0",
        _links=[{"url": "x"}],
        related=["IL-1", "CASE-1", "CASE2-1"],
        recurrence_of="CASE-7",
        future_key=[1],
    )

    kept = read_case(document, "IL-0247", "CASE").document

    assert kept.keys().isdisjoint({"added_at", "channel_id", "_links", "visibility", "draft"})
    assert (kept["related"], kept["recurrence_of"]) == (["IL-1", "CASE2-1"], None)
    assert kept["future_key"] == [1]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"id": "IL-9"}, "id"),
        ({"title": None}, "title"),
        ({"date": "yesterday"}, "date"),
        ({"symptoms_text": {"en": "x" * 100_001}}, "symptoms_text.en"),
    ],
)
def test_an_unsound_case_is_named_with_its_field(
    make_document: Build, change: dict[str, Any], field: str
) -> None:
    """Another case than was asked for is one, too."""
    with pytest.raises(InvalidCaseError) as caught:
        read_case(body(make_document(**change)), "IL-0247", "CASE")

    assert caught.value.field == field


@pytest.mark.parametrize("content", [b"[]", b"7", b"{}", b"<html>", b'{"id": "IL-0247", "id": 1}'])
def test_what_is_no_case_is_refused(content: bytes) -> None:
    """A list, a number, half of it, a key twice."""
    with pytest.raises(InvalidCaseError):
        read_case(content, "IL-0247", "CASE")
