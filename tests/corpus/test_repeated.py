"""Two cases of one incident: shared pages, and one organisation on one day."""

import doctest
from collections.abc import Callable

import pytest

from corpus import repeated
from corpus.case import Case
from corpus.repeated import find_repeated, page_of

MakeCase = Callable[..., Case]
PAGE = "https://example.com/blog/outage"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/blog/outage",
        "https://www.example.com/blog/outage/",
        "HTTPS://Example.COM/blog/outage#timeline",
        "https://example.com/blog/outage?utm_source=x&ref=y",
        "https://web.archive.org/web/20230101000000/https://example.com/blog/outage",
        "http://web.archive.org/web/20230101000000if_/http://www.example.com/blog/outage/",
        "https://archive.ph/20230101000000/https://example.com/blog/outage",
        "example.com/blog/outage",
    ],
)
def test_spellings_of_an_address_are_one_page(url: str) -> None:
    """Scheme, www, final slash, fragment, campaign and archive make no other page."""
    assert page_of(url) == page_of(PAGE)


@pytest.mark.parametrize("url", [f"{PAGE}?id=2", "https://example.com/blog/Outage", f"{PAGE}/2"])
def test_other_pages_stay_others(url: str) -> None:
    """A path is told by its case, and a query names a page."""
    assert page_of(url) != page_of(PAGE)


def test_shared_source_is_named_at_the_later_case(make_case: MakeCase) -> None:
    """An archived copy counts like the page itself; each pair is told once."""
    first = make_case(id="PUB-1", org="A", sources=[{"url": PAGE}])
    second = make_case(
        id="PUB-2",
        org="B",
        sources=[
            {"url": "https://b.example/x", "archived": f"https://web.archive.org/web/2023/{PAGE}"},
            {"url": f"{PAGE}/"},
        ],
    )

    faults = find_repeated([first, second])

    reason = "example.com/blog/outage is also that of PUB-1; name it in related, or drop one"
    assert faults == {"PUB-2": [("sources", reason)]}


@pytest.mark.parametrize(
    ("one", "other", "is_repeated"),
    [
        ({"org": "A"}, {"org": "A"}, True),
        ({"org": "A"}, {"org": "a "}, False),
        ({"org": "A Inc", "org_slug": "a"}, {"org": "A", "org_slug": "a"}, True),
        ({"org": "A"}, {"org": "B"}, False),
        ({"org": "A"}, {"org": "A", "date": "2025-07-01"}, False),
        ({"org": None}, {"org": None}, False),
        ({"org": "A"}, {"org": "A", "related": ["PUB-1"]}, False),
        ({"org": "A", "related": ["PUB-2"]}, {"org": "A"}, False),
        ({"org": "A"}, {"org": "A", "recurrence_of": "PUB-1"}, False),
        ({"org": "A"}, {"org": "A", "related": ["PUB-3"]}, True),
    ],
)
def test_one_organisation_and_day_is_one_incident_unless_it_is_said(
    make_case: MakeCase, one: dict[str, object], other: dict[str, object], *, is_repeated: bool
) -> None:
    """Either case may name the other, as related or as what came back."""
    faults = find_repeated([make_case(id="PUB-1", **one), make_case(id="PUB-2", **other)])

    assert [field for field, _ in faults.get("PUB-2", [])] == (["date"] if is_repeated else [])


def test_examples_hold() -> None:
    """The docstrings tell the truth."""
    assert doctest.testmod(repeated).failed == 0
