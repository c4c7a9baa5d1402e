"""The matcher: a text and a fixed set of cases → matches with score, band and reasons.

Owns what is made of a ranking: cases named by id, bands, reasons, own cases first. It never changes
after it is built; following the store is `corpus.library`'s.
"""

import re
from collections.abc import Callable, Iterable

from corpus.bands import Bands
from corpus.case import Case
from corpus.case_values import CASE_ID_PATTERN
from corpus.glossary import Glossary
from corpus.index import Index
from corpus.match import Band, Match, Reason
from corpus.query import Query, prepare_query
from corpus.ranking import Ranking, Scope, Suspect
from corpus.reasons import Explainer
from corpus.suspects import is_own
from corpus.vocabulary import Vocabulary

_BANDED = 10
"""Suspects that get a band, so that an own case further down is put before public ones."""

_ID = re.compile(rf"(?<![\w-]){CASE_ID_PATTERN}(?![\w-])", re.IGNORECASE)
_ORDER = (Band.STRONG, Band.POSSIBLE, Band.NONE)


class Matcher:
    """Finds the cases that say what a text says.

    Args:
        index: the cases.
        load: the whole case of an id, None when it is gone.
        vocabulary: the terms of the facets.
        glossary: what words are called in the other language.
        bands: the calibration.
    """

    def __init__(
        self,
        index: Index,
        load: Callable[[str], Case | None],
        vocabulary: Vocabulary,
        glossary: Glossary,
        bands: Bands,
    ) -> None:
        self.ranking = Ranking(index, load)
        self._load = load
        self._vocabulary = vocabulary
        self._glossary = glossary
        self._explainer = Explainer(vocabulary)
        self._bands = bands

    def match(self, text: str, *, lang: str, limit: int, scope: Scope) -> tuple[Match, ...]:
        """The best matches among the cases of a scope, at most `limit`.

        Cases named by id first; then strong before possible, in a band own cases first, then by
        score, then by id. With nothing above `none`, the nearest.
        """
        named = self._named(text, scope)
        query = self.prepare(_ID.sub(" ", text) if named else text)
        suspects = self.ranking.suspects(query, scope, max(limit, _BANDED))
        entries = filter(None, (self.ranking.entry(match.case.id) for match in named))
        known = {twin.id for entry in entries for twin in self.ranking.twins(entry)}
        others = [suspect for suspect in suspects if suspect.entry.id not in known]
        return (*named, *self._judge(query, others, scope, lang, limit))[:limit]

    def prepare(self, text: str) -> Query:
        """Read a text as a query to these cases."""
        return prepare_query(text, self.ranking.index, self._vocabulary, self._glossary)

    def _named(self, text: str, scope: Scope) -> list[Match]:
        """The cases whose ids stand in the text, in its order; other ids are just text."""
        found: dict[str, Match] = {}
        for mention in _ID.finditer(text):
            entry = self.ranking.entry(mention.group().upper())
            if entry is None or entry.id in found or not scope.includes(entry):
                continue
            if (case := self._load_for(scope, entry.id)) is not None:
                reason = Reason("id", case.id, mention.group(), case.id)
                found[case.id] = Match(case, 1.0, Band.STRONG, (reason,))
        return list(found.values())

    def _load_for(self, scope: Scope, case_id: str) -> Case | None:
        """A case as it is now; None when it was taken out, or hidden, a moment ago."""
        case = self._load(case_id)
        return case if case is not None and scope.audience.may_see(case) else None

    def _judge(
        self, query: Query, suspects: Iterable[Suspect], scope: Scope, lang: str, limit: int
    ) -> list[Match]:
        """Give bands, scores and reasons; none is better than the one ranked before it.

        A match that nothing can be said for has no band: a score is not a reason.
        """
        matches: list[Match] = []
        allowed, score = Band.STRONG, 1.0
        for suspect in suspects:
            band = max(allowed, self._bands.classify(suspect.evidence), key=_ORDER.index)
            if band is Band.NONE and len(matches) >= limit:
                break
            case = self._load_for(scope, suspect.entry.id)
            if case is None:
                continue
            reasons = self._explainer.explain(query, case, suspect.entry, lang)
            allowed = band if reasons else Band.NONE
            score = min(score, self._bands.confidence(suspect.evidence))
            matches.append(Match(case, score, allowed, reasons))
        return sorted(matches, key=_precedence)[:limit]


def _precedence(match: Match) -> tuple[int, bool]:
    """What overrules the ranking; among the nearest, which match nothing, own is not first."""
    behind = match.band is not Band.NONE and not is_own(match.case)
    return _ORDER.index(match.band), behind
