"""The list of all cases: found by what is typed, for those who may see them, always current."""

from collections.abc import Callable

import pytest

from corpus.case import Case, Visibility
from corpus.match import Audience
from corpus.store import Store
from corpus.titles import Titles

MakeCase = Callable[..., Case]
EVERYTHING = Audience(operator=True)


@pytest.fixture
def titles(store: Store, make_case: MakeCase) -> Titles:
    """A list of four cases: two public ones, one of the team, one of a channel."""
    store.load_shipped(
        [
            make_case(id="PUB-0001", org="GitLab", date="2017-01-31", title={"en": "Data deleted"}),
            make_case(id="PUB-0012", date="2025-07", title={"en": "Page tables", "ko": "테이블"}),
        ]
    )
    channel = {"visibility": "channel", "channel_id": "C0INC"}
    store.import_cases(
        [
            make_case(id="CASE-0001", date=None, url="https://wiki.example.com/a/"),
            make_case(id="CASE-0012", date="2024", title={"ko": "데이터 유실"}, **channel),
        ]
    )
    return Titles(store)


def ids(titles: Titles, typed: str, audience: Audience = EVERYTHING, limit: int = 100) -> list[str]:
    """The ids that are found, in order."""
    return [row.id for row in titles.search(typed, audience, limit)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["CASE-0001", "CASE-0012", "PUB-0012", "PUB-0001"]),
        ("pub", ["PUB-0012", "PUB-0001"]),
        ("0012", ["CASE-0012", "PUB-0012"]),
        ("gitlab DATA", ["PUB-0001"]),
        ("데이터", ["CASE-0012"]),
        ("테이블 page", ["PUB-0012"]),
        ("nothing of the kind", []),
    ],
)
def test_every_word_that_is_typed_counts(titles: Titles, typed: str, found: list[str]) -> None:
    """In ids, titles of both languages and names; own before public, newest first."""
    assert ids(titles, typed) == found


def test_id_that_begins_like_this_comes_first(
    titles: Titles, store: Store, make_case: MakeCase
) -> None:
    """Before an own case that only mentions it in its title."""
    store.import_cases([make_case(id="CASE-0002", title={"en": "Like PUB-0001"})])

    assert ids(titles, "PUB-0001") == ["PUB-0001", "CASE-0002"]


def test_list_keeps_to_its_limit_and_its_readers(titles: Titles) -> None:
    """Own cases for the team, those of a channel in the channel."""
    assert ids(titles, "", limit=2) == ["CASE-0001", "CASE-0012"]
    assert ids(titles, "", Audience()) == ["PUB-0012", "PUB-0001"]
    assert ids(titles, "", Audience(own=True)) == ["CASE-0001", "PUB-0012", "PUB-0001"]
    assert ids(titles, "", Audience(own=True, channel_id="C0INC"))[1] == "CASE-0012"
    rows = titles.rows(["PUB-0001", "CASE-0012", "PUB-9"], Audience(own=True))
    assert [row.id for row in rows] == ["PUB-0001"]


def test_list_follows_the_store(titles: Titles, store: Store, make_case: MakeCase) -> None:
    """A case of another process, or a changed title, is there the next time."""
    ids(titles, "")
    case = make_case(id="CASE-0001", title={"en": "Renamed"}, url="https://wiki.example.com/b")
    store.import_cases([case, make_case(id="IL-0007")], visibility=Visibility.TEAM)

    assert ids(titles, "renamed") == ["CASE-0001"]
    assert ids(titles, "IL-0007") == ["IL-0007"]
    assert titles.id_at("https://wiki.example.com/b/") == "CASE-0001"


def test_case_is_found_by_its_own_address(titles: Titles) -> None:
    """With or without the final slash; the address of nothing is nobody's."""
    assert titles.id_at("https://wiki.example.com/a") == "CASE-0001"
    assert titles.id_at("https://wiki.example.com/a/") == "CASE-0001"
    assert titles.id_at("https://wiki.example.com/") is None
