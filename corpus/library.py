"""The library: the lookup that everything else calls, always over the cases as they are now.

Owns following the store and who may see what. Ranking is the matcher's, filters are those of
`corpus.filters`.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from corpus.bands import Bands
from corpus.case import Case, Visibility
from corpus.entry import Entry, prepare
from corpus.errors import CaseNotFoundError
from corpus.filters import Filters
from corpus.index import Lexicon
from corpus.match import Audience, Band, Findings
from corpus.matcher import Matcher
from corpus.ranking import Scope
from corpus.vocabulary import Vocabulary


class CaseSource(Protocol):
    """What a library follows; `corpus.store.Store` is one."""

    def revision(self) -> int:
        """A number that grows with every change of cases, in the same transaction."""

    def changed_since(self, revision: int) -> tuple[list[Case], set[str]]:
        """The cases added or changed after a revision, and the ids of those removed."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The cases of one revision, ready to be searched."""

    revision: int
    matcher: Matcher
    entries: dict[str, Entry] = field(repr=False)


class Library:
    """Finds past cases for a text. Thread-safe.

    Each lookup first asks the store for its revision; only what changed since is cut into terms
    again, and lookups under way finish on the cases they began with.

    Args:
        store: where the cases are.
        vocabulary: the terms of the facets.
    """

    def __init__(self, store: CaseSource, vocabulary: Vocabulary) -> None:
        self._store = store
        self._vocabulary = vocabulary
        self._bands = Bands.load()
        self._lexicon = Lexicon()
        self._lock = threading.Lock()
        self._snapshot: _Snapshot | None = None

    def find(
        self,
        text: str,
        *,
        lang: str = "en",
        limit: int = 3,
        filters: Filters | None = None,
        audience: Audience,
    ) -> Findings:
        """Find the cases that look like what a text describes.

        Args:
            text: any text: words of a channel, an alert, ids of cases.
            lang: the reader's language, for the labels of reasons.
            limit: distinct suspects at most.
            filters: what the cases must satisfy.
            audience: who reads the answer; cases they may not see take no part in it.
        """
        began = time.perf_counter()
        matcher = self._current().matcher
        scope = Scope(partial(may_see, audience), (filters or Filters()).accepts)
        matches = matcher.match(text, lang=lang, limit=limit, scope=scope)
        band = matches[0].band if matches else Band.NONE
        return Findings(text, band, matches, (time.perf_counter() - began) * 1000)

    def get(self, case_id: str, audience: Audience) -> Case:
        """The case with this id.

        Raises:
            CaseNotFoundError: there is none, or this audience may not see it.
        """
        entry = self._current().entries.get(case_id)
        if entry is None or not may_see(audience, entry.case):
            raise CaseNotFoundError(case_id)
        return entry.case

    def twins(self, case_id: str) -> frozenset[str]:
        """The ids of the cases that are the same incident as this one, itself included."""
        snapshot = self._current()
        entry = snapshot.entries.get(case_id)
        twins = snapshot.matcher.ranking.twins(entry.case) if entry else ()
        return frozenset({case_id, *(twin.id for twin in twins)})

    def __len__(self) -> int:
        return len(self._current().entries)

    def _current(self) -> _Snapshot:
        """The cases as the store has them now."""
        revision = self._store.revision()
        with self._lock:
            if self._snapshot is None or self._snapshot.revision < revision:
                self._snapshot = self._follow(self._snapshot, revision)
            return self._snapshot

    def _follow(self, known: _Snapshot | None, revision: int) -> _Snapshot:
        """Prepare what changed and index everything.

        The revision was read before the cases: what changes in between is read once more, never
        missed. A frozen part and a small one for what came since would go here.
        """
        changed, removed = self._store.changed_since(known.revision if known else -1)
        entries = dict(known.entries) if known else {}
        for case_id in removed:
            entries.pop(case_id, None)
        entries.update(
            (case.id, prepare(case, self._lexicon, self._vocabulary)) for case in changed
        )
        in_order: Sequence[Entry] = list(entries.values())
        matcher = Matcher(in_order, self._lexicon, self._vocabulary, self._bands)
        return _Snapshot(revision, matcher, entries)


def may_see(audience: Audience, case: Case) -> bool:
    """Whether an audience may see a case; one of unknown visibility only the operator."""
    if audience.operator or case.visibility is Visibility.PUBLIC:
        return True
    if case.visibility is Visibility.TEAM:
        return audience.own
    return case.visibility is Visibility.CHANNEL and audience.channel_id == case.channel_id
