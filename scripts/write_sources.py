"""Write `corpus/cases/SOURCES.md` from the case files (`make sources`)."""

from pathlib import Path

from corpus.shipped import load_shipped_cases
from corpus.sources_page import render_sources

PAGE = Path(__file__).parents[1] / "corpus" / "cases" / "SOURCES.md"

if __name__ == "__main__":
    PAGE.write_text(render_sources(load_shipped_cases()), encoding="utf-8")
