"""The page of all sources (`corpus/cases/SOURCES.md`): which case is told by which pages."""

from collections.abc import Iterable

from corpus.case import Case, Source

_HEAD = """\
# Sources of the shipped cases

Every case is written in our own words from the pages named here.
*Checked on* is the day of its review, else the day on which it was last written or updated.
This page is generated: `make sources` writes it, and a test says when it is out of date.

| id | organisation | date | title | sources | checked on |
|---|---|---|---|---|---|
"""


def render_sources(cases: Iterable[Case]) -> str:
    """The page as Markdown, a row for each case in the order given, with a final newline."""
    return _HEAD + "".join(f"{_row(case)}\n" for case in cases)


def _row(case: Case) -> str:
    published = " (published)" if case.date_kind == "published" else ""
    cells = (
        case.id,
        _plain(case.org or ""),
        f"{case.date or ''}{published}",
        _plain(case.title.get("en")),
        ", ".join(_link(source, place) for place, source in enumerate(case.sources, 1)),
        _checked_on(case),
    )
    return f"| {' | '.join(cells)} |"


def _checked_on(case: Case) -> str:
    """The day of the review, else that of the update: whoever writes a case compares it."""
    return (case.review.reviewed_at or case.updated_at or "")[:10]


def _link(source: Source, place: int) -> str:
    link = f"[{source.kind or f'page {place}'}]({_address(source.url)})"
    return f"{link} ([archived]({_address(source.archived)}))" if source.archived else link


def _plain(text: str) -> str:
    """Text that Markdown shows as it stands in a table."""
    for sign in "\\|*_`[]<>":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _address(url: str) -> str:
    """An address that ends neither the link nor the cell."""
    for sign, code in ((" ", "%20"), ("(", "%28"), (")", "%29"), ("|", "%7C")):
        url = url.replace(sign, code)
    return url
