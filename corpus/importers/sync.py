"""Pulling from an upstream library: its list of cases, then the cases that changed.

Owns what is asked for, in which order, and when to give up. How a request is made is the caller's:
there is no network here. A list that cannot be read to its end changes nothing, since a part of it
would look like cases that are gone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from corpus.case import Document
from corpus.errors import InvalidCaseError, UpstreamError
from corpus.importers.api import Entry, Page, read_case, read_page
from corpus.upstream import (
    NO_VALIDATORS,
    Arrival,
    Delivery,
    Held,
    KnownPage,
    Outcome,
    Standing,
    UpstreamCases,
    Validators,
)

PAGE_LIMIT = 500
"""Pages of one list; a longer one is taken for one without an end."""

CASE_LIMIT = 10_000
"""Cases of one list."""

_BARREN_LIMIT = 10
"""Pages in a row that name no new case; then the list goes round in a circle."""

_FAILURE_LIMIT = 5
"""Cases in a row that cannot be had; then it is not the cases' fault."""

_CLOSED = frozenset({Standing.SHIPPED, Standing.RESERVED, Standing.OWN, Standing.OTHER})
"""What an id may be here so that no upstream case can take it, whatever the case says."""


@dataclass(frozen=True, slots=True)
class UpstreamAnswer:
    """What a server said.

    Attributes:
        body: the document; None when it has not changed.
        url: where it came from in the end.
        link: the `Link` header.
        validators: to ask again with.
    """

    body: bytes | None
    url: str
    link: str | None = None
    validators: Validators = NO_VALIDATORS


class Fetch(Protocol):
    """Gets a document."""

    def __call__(self, url: str, known: Validators) -> UpstreamAnswer:
        """The document at an address, unless it is still the known one.

        Raises:
            UpstreamError: it could not be had.
        """


@dataclass(frozen=True, slots=True)
class SkippedUpstreamCase:
    """An upstream case that was not taken.

    Attributes:
        case_id: its id, or its place in the list where it has none.
        field: dotted path of the value at fault; empty for the whole of it.
        code: a `Standing`, the code of an `UpstreamError`, `twice`, or `invalid`.
        details: the values of a sentence about it; for `invalid`, the `reason`.
    """

    case_id: str
    field: str
    code: str
    details: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What one run did, or in a dry run would have done: ids, in the order of the list.

    Attributes:
        upstream: its address.
        added: cases that are new here.
        updated: cases that the upstream changed.
        unchanged: cases that are as they were.
        removed_upstream: cases that the upstream no longer lists.
        removed: those of them that were taken out here, too.
        skipped: what was not taken, with the reason.
    """

    upstream: str
    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed_upstream: tuple[str, ...]
    removed: tuple[str, ...]
    skipped: tuple[SkippedUpstreamCase, ...]


def sync_cases(
    cases: UpstreamCases,
    upstream: str,
    fetch: Fetch,
    *,
    prune: bool = False,
    dry_run: bool = False,
) -> SyncReport:
    """Bring the cases of an upstream up to date, in one transaction at the end.

    Args:
        cases: where they go.
        upstream: the address above `/cases`, without a final slash.
        fetch: gets a document.
        prune: take out what the upstream no longer lists; else it is only reported.
        dry_run: write nothing, report the same.

    Raises:
        UpstreamError: the upstream cannot be read; nothing was written.
        DatabaseError: the database could not be written; nothing was.
    """
    run = _Run(cases, upstream, fetch)
    run.read()
    outcome = cases.deliver(upstream, run.delivery(), prune=prune, dry_run=dry_run)
    skipped = [*run.skipped, *_refused(outcome, upstream)]
    return SyncReport(
        upstream=upstream,
        added=outcome.added,
        updated=outcome.updated,
        unchanged=outcome.unchanged,
        removed_upstream=outcome.gone,
        removed=outcome.gone if prune else (),
        skipped=tuple(skipped),
    )


def _refused(outcome: Outcome, upstream: str) -> Iterator[SkippedUpstreamCase]:
    for case_id, standing in outcome.refused.items():
        yield SkippedUpstreamCase(case_id, "id", str(standing), {"upstream": upstream})


@dataclass(slots=True)
class _Listed:
    """A page as it was read: its entries, each with whether a known page vouches for it."""

    url: str
    entries: tuple[Entry, ...]
    vouched: frozenset[str]
    known: KnownPage | None
    """What to remember of it; None when it has to be read again the next time."""


@dataclass(slots=True)
class _Run:
    """One run: what it has read so far."""

    cases: UpstreamCases
    upstream: str
    fetch: Fetch
    held: dict[str, Held] = field(default_factory=dict)
    pages: list[_Listed] = field(default_factory=list)
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    confirmed: dict[str, str | None] = field(default_factory=dict)
    skipped: list[SkippedUpstreamCase] = field(default_factory=list)
    failures: int = 0
    has_faults: bool = False

    def read(self) -> None:
        """Read the whole list first, then each case that may have changed."""
        self.held = self.cases.held(self.upstream)
        self._read_list()
        first: dict[str, Entry] = {}
        for page in self.pages:
            for entry in page.entries:
                before = first.setdefault(entry.case_id, entry)
                if before is entry:
                    self._read_entry(entry, is_vouched=entry.case_id in page.vouched)
                elif before.document != entry.document:
                    self._skip(entry.case_id, "id", "twice")

    def delivery(self) -> Delivery:
        """What came, to be written."""
        bad = {each.case_id for each in self.skipped}
        listed = {entry.case_id for page in self.pages for entry in page.entries}
        if self.has_faults:  # one of them may be any of those that seem to be gone
            listed |= self.held.keys()
        return Delivery(
            known=self.held,
            arrivals=tuple(self.arrivals.values()),
            confirmed=self.confirmed,
            listed=frozenset(listed),
            pages={
                page.url: page.known
                for page in self.pages
                if page.known and bad.isdisjoint(entry.case_id for entry in page.entries)
            },
        )

    def _read_list(self) -> None:
        known_pages = self.cases.known_pages(self.upstream)
        url: str | None = f"{self.upstream}/cases"
        asked: set[str] = set()
        ids: set[str] = set()
        barren = 0
        while url is not None:
            if url in asked:
                raise UpstreamError("repeats", page=len(asked) + 1)
            if len(asked) >= PAGE_LIMIT:
                raise UpstreamError("endless", pages=PAGE_LIMIT)
            asked.add(url)
            known = known_pages.get(url)
            listed, url = self._read_page(url, known if self._may_vouch(known) else None)
            self.pages.append(listed)
            before = len(ids)
            ids.update(entry.case_id for entry in listed.entries)
            barren = 0 if len(ids) > before else barren + 1
            if barren >= _BARREN_LIMIT:
                raise UpstreamError("repeats", page=len(asked))
            if len(ids) > CASE_LIMIT:
                raise UpstreamError("too-many", cases=CASE_LIMIT)

    def _may_vouch(self, known: KnownPage | None) -> bool:
        """Whether "not modified" would tell all there is to know of a page."""
        return known is not None and all(entry[0] in self.held for entry in known.entries)

    def _read_page(self, url: str, known: KnownPage | None) -> tuple[_Listed, str | None]:
        """A page, and the address of the next one."""
        answer = self.fetch(url, known.validators if known else NO_VALIDATORS)
        if answer.body is None:
            if known is None:
                raise UpstreamError("status", status=304)
            entries = tuple(Entry(case_id, stamp) for case_id, stamp, _ in known.entries)
            vouched = frozenset(case_id for case_id, _, is_whole in known.entries if is_whole)
            return _Listed(url, entries, vouched, known), known.next_url
        try:
            page = read_page(answer.body, answer.url, answer.link)
        except InvalidCaseError as error:
            raise UpstreamError("no-list", reason=str(error)) from error
        for place, fault in page.faults:
            self.has_faults = True
            self._skip(place, fault.field, "invalid", reason=fault.reason)
        return _Listed(url, page.entries, frozenset(), _to_remember(page, answer)), page.next_url

    def _read_entry(self, entry: Entry, *, is_vouched: bool) -> None:
        case_id = entry.case_id
        standing = self.cases.standing(case_id, self.upstream)
        if standing in _CLOSED:
            self._skip(case_id, "id", str(standing))
            return
        held = self.held.get(case_id)
        if held and (is_vouched or (not entry.document and held.is_listed_as(entry.updated_at))):
            self.confirmed[case_id] = entry.updated_at
            return
        try:
            self._take(entry, held)
        except InvalidCaseError as error:
            self._skip(case_id, error.field, "invalid", reason=error.reason)
        except UpstreamError as error:
            self.failures += 1
            if error.ends_run or self.failures >= _FAILURE_LIMIT:
                raise
            self._skip(case_id, "", error.code, **error.details)

    def _take(self, entry: Entry, held: Held | None) -> None:
        content: Document | bytes | None = entry.document
        validators = NO_VALIDATORS
        if content is None:
            known = held.validators if held else validators
            answer = self.fetch(f"{self.upstream}/cases/{entry.case_id}", known)
            self.failures = 0
            content, validators = answer.body, answer.validators
        if content is None:
            self.confirmed[entry.case_id] = entry.updated_at
            return
        case = read_case(content, entry.case_id, self.cases.own_prefix)
        self.arrivals[entry.case_id] = Arrival(case, entry.updated_at, validators)

    def _skip(self, case_id: str, field_name: str, code: str, **details: Any) -> None:  # noqa: ANN401 - str or int, as in the attribute
        told = {"upstream": self.upstream, **details}
        self.skipped.append(SkippedUpstreamCase(case_id, field_name, code, told))


def _to_remember(page: Page, answer: UpstreamAnswer) -> KnownPage | None:
    """A page that can be asked for conditionally the next time; one with faults is read again."""
    if not answer.validators or page.faults:
        return None
    entries = tuple(
        (entry.case_id, entry.updated_at, entry.document is not None) for entry in page.entries
    )
    return KnownPage(entries, page.next_url, answer.validators)
