"""Matchers over any cases, and the labelled lines, for tests of what is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from corpus.bands import Bands
from corpus.case import Case
from corpus.entry import prepare
from corpus.glossary import Glossary
from corpus.index import Index
from corpus.match import Audience, Match
from corpus.matcher import Matcher
from corpus.ranking import Scope
from corpus.segment import Segment
from corpus.vocabulary import Vocabulary

GOLDEN = Path(__file__).parent.parent / "golden"
EVERYTHING = Scope(Audience(operator=True))

Answers: TypeAlias = list[tuple[dict[str, Any], tuple[Match, ...]]]
Padded: TypeAlias = Callable[..., Matcher]


def load_lines(name: str) -> list[dict[str, Any]]:
    """The labelled lines of a golden file."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


class Bench:
    """Builds matchers over any cases; each case is cut into terms only once."""

    def __init__(self) -> None:
        self.vocabulary = Vocabulary.load()
        self._glossary = Glossary.load()
        self._bands = Bands.load()
        self._prepared: dict[str, Any] = {}

    def build(self, cases: list[Case]) -> Matcher:
        """A matcher over these cases."""
        for case in cases:
            if case.digest not in self._prepared:
                self._prepared[case.digest] = prepare(case, self.vocabulary)
        segment = Segment.build([self._prepared[case.digest] for case in cases])
        by_id = {case.id: case for case in cases}
        return Matcher(
            Index([(segment, None)]), by_id.get, self.vocabulary, self._glossary, self._bands
        )


def find(matcher: Matcher, text: str, *, lang: str = "en", limit: int = 3) -> tuple[Match, ...]:
    """Look up among everything."""
    return matcher.match(text, lang=lang, limit=limit, scope=EVERYTHING)


def make_case_of(case_id: str, title: str, **values: Any) -> Case:
    """A public case of one title."""
    document = {"id": case_id, "title": {"en": title}, "summary": {"en": f"{title} was seen."}}
    return Case.from_document(document | {"visibility": "public"} | values)


def ids(found: tuple[Match, ...]) -> list[str]:
    """The ids of matches."""
    return [match.case.id for match in found]
