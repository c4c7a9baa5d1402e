"""The page of all sources: what it tells, and that it is up to date."""

from collections.abc import Callable
from pathlib import Path

from corpus.case import Case
from corpus.shipped import load_shipped_cases
from corpus.sources_page import render_sources

MakeCase = Callable[..., Case]
PAGE = Path(__file__).parents[2] / "corpus" / "cases" / "SOURCES.md"


def test_page_of_sources_is_up_to_date() -> None:
    """`make sources` writes what is committed."""
    assert PAGE.read_text(encoding="utf-8") == render_sources(load_shipped_cases())


def test_row_of_the_page_tells_a_case(make_case: MakeCase) -> None:
    """Id, organisation, date, title, every source with its archived copy, and the day."""
    case = make_case(
        org="A|B",
        date_kind="published",
        title={"en": "It *failed*"},
        sources=[
            {"url": "https://x.example/a(1)", "kind": "blog", "archived": "https://y.example/a"},
            {"url": "https://x.example/b"},
        ],
        updated_at="2026-12-01T00:00:00Z",
    )

    row = render_sources([case]).splitlines()[-1]

    assert row == (
        "| IL-0247 | A\\|B | 2025-07 (published) | It \\*failed\\* | "
        "[blog](https://x.example/a%281%29) ([archived](https://y.example/a)), "
        "[page 2](https://x.example/b) | 2026-12-01 |"
    )
    reviewed = make_case(review={"reviewed_at": "2026-12-05T10:00:00Z"}, updated_at="2026-12-01")
    assert render_sources([reviewed]).endswith("|  | 2026-12-05 |\n")
