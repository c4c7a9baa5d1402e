"""The library: the lookup that everything else calls, always over the cases as they are now.

Owns following the store, and when the index is saved. Ranking is the matcher's, who may see what
the audience's, filters are those of `corpus.filters`.
"""

import threading
import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from corpus.bands import Bands
from corpus.case import Case
from corpus.case_ids import close_ids
from corpus.census import Census, take_census
from corpus.entry import prepare
from corpus.errors import CaseNotFoundError
from corpus.families import Families
from corpus.filters import Filters
from corpus.glossary import Glossary
from corpus.index import Index
from corpus.kept import Kept
from corpus.match import Audience, Band, Findings
from corpus.matcher import Matcher
from corpus.ranking import Scope
from corpus.saved_index import IndexFile
from corpus.segment import Segment
from corpus.shelf import Profiles, ReaderShelf
from corpus.similar import LIMIT, SimilarCase, find_similar
from corpus.vocabulary import Vocabulary

_BATCH = 500
_KEPT = 1_024
_CENSUSES = 64
_UNSAVED_SHARE = 0.05


class CaseSource(Protocol):
    """What a library follows; `corpus.store.Store` is one."""

    def revision(self) -> int:
        """A number that grows with every change of cases, in the same transaction."""

    def changed_since(self, revision: int) -> tuple[list[str], set[str]]:
        """The ids of the cases added or changed after a revision, and of those removed."""

    def digests(self) -> Mapping[str, str]:
        """The id of every case, with what changes when the case does."""

    def get_many(self, ids: Sequence[str]) -> list[Case]:
        """Those of these cases that are there now."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The cases of one revision, ready to be searched."""

    revision: int
    matcher: Matcher
    profiles: Profiles
    families: Families
    censuses: Kept[Audience, Census]


class _Loader:
    """Reads cases from a source and keeps the last ones; thread-safe."""

    def __init__(self, source: CaseSource) -> None:
        self._source = source
        self._cases: Kept[str, Case | None] = Kept(_KEPT)

    def __call__(self, case_id: str) -> Case | None:
        """The case with this id, None when it is gone."""
        return self._cases.get(case_id, lambda: next(iter(self._source.get_many([case_id])), None))

    def forget(self, ids: AbstractSet[str]) -> None:
        """These are not what they were."""
        self._cases.forget(ids)


class Library:
    """Finds past cases for a text. Thread-safe.

    Each lookup first asks the store for its revision; only what changed since is cut into terms
    again, and lookups under way finish on the cases they began with.

    Args:
        store: where the cases are.
        vocabulary: the terms of the facets.
        saved: a file for the index, so that the next start need not build it; it may be lost or
            deleted at any time. Default: the index is not saved.
        prebuilt: the index of some of the cases, to begin with where none is saved.
    """

    def __init__(
        self,
        store: CaseSource,
        vocabulary: Vocabulary,
        *,
        saved: Path | None = None,
        prebuilt: Path | None = None,
    ) -> None:
        self._store = store
        self._vocabulary = vocabulary
        self._glossary = Glossary.load()
        self._bands = Bands.load()
        self._file = IndexFile(saved) if saved else None
        self._prebuilt = IndexFile(prebuilt) if prebuilt else None
        self._unsaved = 0
        self._loader = _Loader(store)
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
        scope = Scope(audience, filters or Filters())
        matches = matcher.match(text, lang=lang, limit=limit, scope=scope)
        band = matches[0].band if matches else Band.NONE
        return Findings(text, band, matches, (time.perf_counter() - began) * 1000)

    def get(self, case_id: str, audience: Audience) -> Case:
        """The case with this id.

        Raises:
            CaseNotFoundError: there is none, or this audience may not see it.
        """
        entry = self._current().matcher.ranking.entry(case_id)
        case = self._loader(case_id) if entry and audience.may_see(entry) else None
        if case is None or not audience.may_see(case):
            raise CaseNotFoundError(case_id)
        return case

    def similar(
        self, case_id: str, *, lang: str = "en", audience: Audience, limit: int = LIMIT
    ) -> tuple[SimilarCase, ...]:
        """The cases worth reading beside one, best first, each with its reasons; may be none.

        Raises:
            CaseNotFoundError: there is no such case, or this audience may not see it.
        """
        case, snapshot = self.get(case_id, audience), self._current()
        ranking = snapshot.matcher.ranking
        shelf = ReaderShelf(ranking, snapshot.profiles, self._loader, audience)
        return find_similar(shelf, case, lang=lang, limit=limit)

    def suggest_ids(self, typed: str, audience: Audience) -> tuple[str, ...]:
        """The ids of cases that may be meant by a mistyped one, likeliest first."""
        entries = self._current().matcher.ranking.index.entries()
        return close_ids(typed, (entry.id for _, entry in entries if audience.may_see(entry)))

    def twins(self, case_id: str) -> frozenset[str]:
        """The ids of the cases that are the same incident as this one, itself included."""
        ranking = self._current().matcher.ranking
        entry = ranking.entry(case_id)
        return frozenset({case_id, *(twin.id for twin in (ranking.twins(entry) if entry else ()))})

    def family(self, case_id: str, audience: Audience) -> tuple[Case, ...]:
        """The cases of one incident that came back, by id: this one with all in its chain.

        Those that the audience may not see are left out; empty where it may not see this one.
        """
        if not self.exists(case_id, audience):
            return ()
        ids = self._current().families.of(case_id)
        cases = (self._loader(each) for each in sorted(ids))
        return tuple(case for case in cases if case is not None and audience.may_see(case))

    def census(self, audience: Audience) -> Census:
        """What the library holds for these readers, counted once for each state of the library."""
        snapshot = self._current()
        entries = snapshot.matcher.ranking.index.entries()
        return snapshot.censuses.get(
            audience, lambda: take_census((entry for _, entry in entries), audience)
        )

    def exists(self, case_id: str, audience: Audience) -> bool:
        """Whether there is a case with this id that the audience may see."""
        entry = self._current().matcher.ranking.entry(case_id)
        return entry is not None and audience.may_see(entry)

    def __len__(self) -> int:
        return len(self._current().matcher.ranking)

    def _current(self) -> _Snapshot:
        """The cases as the store has them now."""
        revision = self._store.revision()
        with self._lock:
            if self._snapshot is None:
                self._snapshot = self._load(revision)
            elif self._snapshot.revision < revision:
                changed, removed = self._store.changed_since(self._snapshot.revision)
                index = self._snapshot.matcher.ranking.index
                self._snapshot = self._follow(index, revision, changed, removed)
            return self._snapshot

    def _load(self, revision: int) -> _Snapshot:
        """A file's index, brought up to date by comparing its cases with the store's."""
        files = (file for file in (self._file, self._prebuilt) if file is not None)
        segment = next(filter(None, (file.load() for file in files)), None)
        index = Index([(segment, None)] if segment else [])
        known = {entry.id: entry.digest for _, entry in index.entries()}
        stored = self._store.digests()
        changed = sorted(each for each in stored if stored[each] != known.get(each))
        return self._follow(index, revision, changed, known.keys() - stored.keys())

    def _follow(
        self, index: Index, revision: int, changed: Sequence[str], removed: AbstractSet[str]
    ) -> _Snapshot:
        """Index what changed, and save the index when that was much.

        The revision was read before the changes: what comes in between is read once more, never
        missed. What was taken out of the library does not stay in the file either.
        """
        out = {*changed, *removed}
        self._loader.forget(out)
        index = index.without([place for place, entry in index.entries() if entry.id in out])
        for first in range(0, len(changed), _BATCH):
            cases = self._store.get_many(changed[first : first + _BATCH])
            prepared = [prepare(case, self._vocabulary) for case in cases]
            if prepared:
                index = index.with_segment(Segment.build(prepared))
        self._unsaved += len(changed)
        if removed or self._unsaved > _UNSAVED_SHARE * len(index):
            self._save(index)
        matcher = Matcher(index, self._loader, self._vocabulary, self._glossary, self._bands)
        families = Families(matcher.ranking.roots)
        profiles = Profiles(index, self._vocabulary)
        return _Snapshot(revision, matcher, profiles, families, Kept(_CENSUSES))

    def _save(self, index: Index) -> None:
        if self._file is not None:
            self._file.save(index.merged())
            self._unsaved = 0
