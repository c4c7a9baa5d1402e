"""Pulling from an upstream: what is asked for, what lands, and when a run gives up."""

import datetime as dt
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from corpus.database import Database
from corpus.errors import UpstreamError
from corpus.importers.sync import CASE_LIMIT, PAGE_LIMIT, SyncReport, UpstreamAnswer, sync_cases
from corpus.store import Store
from corpus.upstream import NO_VALIDATORS, UpstreamCases, Validators

NOW = dt.datetime(2026, 3, 2, 3, 4, 5, tzinfo=dt.UTC)
BASE = "https://library.example/api"


class Shelf:
    """An upstream in memory: documents by path, and every path that was asked for.

    Attributes:
        documents: parsed JSON, bytes, or the error that asking ends in.
        versions: ETags, by path.
    """

    def __init__(self) -> None:
        self.documents: dict[str, Any] = {}
        self.versions: dict[str, str] = {}
        self.asked: list[tuple[str, Validators]] = []

    def __call__(self, url: str, known: Validators) -> UpstreamAnswer:
        """UpstreamAnswer as a server would."""
        path = url.removeprefix(BASE)
        self.asked.append((path, known))
        found = self.documents.get(path, UpstreamError("status", status=404))
        if isinstance(found, Exception):
            raise found
        validators = Validators(etag=self.versions.get(path))
        if validators and validators == known:
            return UpstreamAnswer(None, url, None, known)
        body = found if isinstance(found, bytes) else json.dumps(found).encode()
        return UpstreamAnswer(body, url, None, validators)

    def paths(self) -> list[str]:
        """What was asked for since the last look."""
        found = [path for path, _ in self.asked]
        self.asked.clear()
        return found


@pytest.fixture
def shelf() -> Shelf:
    """An upstream with nothing on it."""
    return Shelf()


@pytest.fixture
def fill(shelf: Shelf, make_document: Callable[..., dict[str, Any]]) -> Callable[..., None]:
    """Put one page of cases on the shelf, each changed at a moment; None for one without."""

    def put(**stamps: str | None) -> None:
        ids = {name.replace("_", "-"): stamp for name, stamp in stamps.items()}
        shelf.documents["/cases"] = {
            "cases": [{"id": each, "updated_at": stamp} for each, stamp in ids.items()]
        }
        for each, stamp in ids.items():
            shelf.documents[f"/cases/{each}"] = make_document(id=each, updated_at=stamp)

    return put


@pytest.fixture
def pull(database: Database, store: Store, shelf: Shelf) -> Callable[..., SyncReport]:
    """Sync with the shelf."""
    cases = UpstreamCases(database, store, own_prefix="CASE", clock=lambda: NOW)
    return lambda **options: sync_cases(cases, BASE, shelf, **options)


Fill = Callable[..., None]
Pull = Callable[..., SyncReport]

LONG_AGO = "2026-01-01T00:00:00Z"
LATER = "2026-02-01T00:00:00Z"


def codes(report: SyncReport) -> list[tuple[str, str]]:
    """What was skipped, and why."""
    return [(each.case_id, each.code) for each in report.skipped]


def test_only_what_changed_is_asked_for_again(shelf: Shelf, fill: Fill, pull: Pull) -> None:
    """The list says when each case changed."""
    fill(IL_1=LONG_AGO, IL_2=LONG_AGO)
    first = pull()
    assert shelf.paths() == ["/cases", "/cases/IL-1", "/cases/IL-2"]
    fill(IL_1=LONG_AGO, IL_2=LATER, IL_3=LATER)

    second = pull()

    assert first.added == ("IL-1", "IL-2")
    assert shelf.paths() == ["/cases", "/cases/IL-2", "/cases/IL-3"]
    assert (second.added, second.updated, second.unchanged) == (("IL-3",), ("IL-2",), ("IL-1",))


def test_a_list_without_moments_is_asked_case_by_case(shelf: Shelf, fill: Fill, pull: Pull) -> None:
    """Each with the validators it came with."""
    fill(IL_1=None)
    shelf.versions = {"/cases/IL-1": '"v1"'}
    pull()
    shelf.asked.clear()

    report = pull()

    assert shelf.asked[1] == ("/cases/IL-1", Validators('"v1"'))
    assert report.unchanged == ("IL-1",)


def test_a_page_that_has_not_changed_is_not_read_again(
    shelf: Shelf, fill: Fill, pull: Pull
) -> None:
    """What it listed is known, and how it goes on."""
    fill(IL_1=LONG_AGO)
    shelf.versions = {"/cases": '"p1"'}
    shelf.documents["/cases"]["next"] = "2"
    shelf.documents["/cases?cursor=2"] = []
    pull()
    shelf.asked.clear()

    report = pull()

    assert shelf.asked == [("/cases", Validators('"p1"')), ("/cases?cursor=2", NO_VALIDATORS)]
    assert report.unchanged == ("IL-1",)


def test_a_page_is_read_again_when_a_case_of_it_is_missing_here(
    shelf: Shelf, fill: Fill, pull: Pull, store: Store
) -> None:
    """Not modified would not bring it back."""
    fill(IL_1=LONG_AGO, IL_2=LONG_AGO)
    shelf.versions = {"/cases": '"p1"'}
    pull()
    store.drop(["IL-2"], actor="U1")

    report = pull()

    assert (report.added, report.unchanged) == (("IL-2",), ("IL-1",))


def test_a_page_with_a_broken_case_is_read_again(
    shelf: Shelf, make_document: Callable[..., dict[str, Any]], pull: Pull
) -> None:
    """Else the second run would call the old one unchanged."""
    shelf.documents["/cases"] = [make_document(id="IL-1")]
    pull()
    shelf.documents["/cases"] = [make_document(id="IL-1", date="broken")]
    shelf.versions = {"/cases": '"p2"'}

    reports = [pull(), pull()]

    assert [codes(report) for report in reports] == [[("IL-1", "invalid")]] * 2


def test_whole_cases_in_the_list_are_not_asked_for(
    shelf: Shelf, make_document: Callable[..., dict[str, Any]], pull: Pull, store: Store
) -> None:
    """Nor when the page has not changed."""
    shelf.documents["/cases"] = [make_document(id="IL-1"), make_document(id="IL-2")]
    shelf.versions = {"/cases": '"p1"'}
    first = pull()

    second = pull()

    assert shelf.paths() == ["/cases", "/cases"]
    assert (first.added, second.unchanged) == (("IL-1", "IL-2"),) * 2
    assert len(store.all_cases()) == 2


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (b"<html>", "invalid"),
        (b'{"id": "IL-2", "title"', "invalid"),
        ({"id": "IL-9", "title": {"en": "T"}, "summary": {"en": "S"}}, "invalid"),
        (UpstreamError("status", status=500), "status"),
        (UpstreamError("type", type="text/html"), "type"),
        (UpstreamError("too-large", megabytes=20), "too-large"),
    ],
)
def test_a_bad_case_is_named_and_the_others_land(
    shelf: Shelf, fill: Fill, pull: Pull, document: object, code: str
) -> None:
    """It is no reason to call it gone either."""
    fill(IL_1=LONG_AGO, IL_2=LONG_AGO)
    pull()
    fill(IL_1=LATER, IL_2=LATER, IL_3=LATER)
    shelf.documents["/cases/IL-2"] = document

    report = pull(prune=True)

    assert codes(report) == [("IL-2", code)]
    assert (report.added, report.updated, report.removed) == (("IL-3",), ("IL-1",), ())


def test_entries_that_are_no_cases_are_named_and_nothing_is_called_gone(
    shelf: Shelf, fill: Fill, pull: Pull, store: Store
) -> None:
    """One of them may be any of those that are missing."""
    fill(IL_1=LONG_AGO, IL_2=LONG_AGO)
    pull()
    shelf.documents["/cases"]["cases"][1] = {"ID": "IL-2"}

    report = pull(prune=True)

    assert codes(report) == [("cases.1", "invalid")]
    assert (report.removed_upstream, store.exists("IL-2")) == ((), True)


def test_an_id_that_comes_twice_is_taken_once(
    shelf: Shelf, make_document: Callable[..., dict[str, Any]], pull: Pull
) -> None:
    """A list that shifts between two pages repeats itself; other words are told."""
    one, two = make_document(id="IL-1"), make_document(id="IL-2")
    shelf.documents["/cases"] = [one, two, one, two | {"org": "Other"}]

    report = pull()

    assert (report.added, codes(report)) == (("IL-1", "IL-2"), [("IL-2", "twice")])


def test_ids_of_ours_are_not_even_asked_for(shelf: Shelf, fill: Fill, pull: Pull) -> None:
    """Nothing that they say could change the answer."""
    fill(PUB_1=LONG_AGO, CASE_1=LONG_AGO)

    report = pull()

    assert shelf.paths() == ["/cases"]
    assert codes(report) == [("PUB-1", "shipped"), ("CASE-1", "reserved")]


@pytest.mark.parametrize(
    ("pages", "code", "asked"),
    [
        (lambda _: {"cases": [{"id": "IL-1"}], "next": "same"}, "repeats", 2),
        (lambda n: {"cases": [{"id": "IL-1"}], "next": n + 1}, "repeats", 11),
        (lambda n: {"cases": [], "next": n + 1}, "repeats", 10),
        (lambda n: {"cases": [{"id": f"IL-{n}"}], "next": n + 1}, "endless", PAGE_LIMIT),
        (
            lambda n: {"cases": [f"IL-{n * 4000 + each}" for each in range(4000)], "next": n + 1},
            "too-many",
            CASE_LIMIT // 4000 + 1,
        ),
    ],
)
def test_a_list_without_an_end_changes_nothing(
    database: Database, store: Store, pages: Callable[[int], Any], code: str, asked: int
) -> None:
    """Whatever it repeats, or however long it goes on; no case is asked for."""
    cases = UpstreamCases(database, store, own_prefix="CASE", clock=lambda: NOW)
    urls: list[str] = []
    numbers = itertools.count()

    def fetch(url: str, _: Validators) -> UpstreamAnswer:
        urls.append(url)
        return UpstreamAnswer(json.dumps(pages(next(numbers))).encode(), url)

    with pytest.raises(UpstreamError) as caught:
        sync_cases(cases, BASE, fetch)

    assert (caught.value.code, len(urls), store.all_cases()) == (code, asked, [])


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (b"<html>", "no-list"),
        ({"error": "down"}, "no-list"),
        ({"cases": [], "next": ["x"]}, "no-list"),
        (UpstreamError("status", status=500), "status"),
    ],
)
def test_a_list_that_breaks_off_changes_nothing(
    shelf: Shelf, fill: Fill, pull: Pull, store: Store, page: object, code: str
) -> None:
    """Not even the first page lands, and nothing is gone."""
    fill(IL_1=LONG_AGO)
    pull()
    before = store.revision()
    fill(IL_2=LATER)
    shelf.documents["/cases"]["next"] = "2"
    shelf.documents["/cases?cursor=2"] = page

    with pytest.raises(UpstreamError) as caught:
        pull(prune=True)

    assert (caught.value.code, store.revision()) == (code, before)


@pytest.mark.parametrize("failing", [5, 1])
def test_a_run_that_breaks_in_the_middle_changes_nothing_and_can_be_repeated(
    shelf: Shelf, fill: Fill, pull: Pull, store: Store, failing: int
) -> None:
    """Five failures in a row are not the cases' fault, and some end a run at once."""
    fill(**{f"IL_{number}": LONG_AGO for number in range(1, 8)})
    sound = dict(shelf.documents)
    problem = UpstreamError("unreachable", ends_run=failing == 1)
    for number in range(2, 2 + failing):
        shelf.documents[f"/cases/IL-{number}"] = problem

    with pytest.raises(UpstreamError):
        pull()
    nothing = store.all_cases()
    shelf.documents = sound
    report = pull()

    assert nothing == []
    assert len(report.added) == 7


def test_failures_between_sound_cases_do_not_end_a_run(
    shelf: Shelf, fill: Fill, pull: Pull
) -> None:
    """Only those in a row count."""
    fill(**{f"IL_{number}": LONG_AGO for number in range(14)})
    for number in range(0, 14, 2):
        shelf.documents[f"/cases/IL-{number}"] = UpstreamError("status", status=404)

    report = pull()

    assert (len(report.added), len(report.skipped)) == (7, 7)


def test_not_modified_without_having_asked_is_an_error(database: Database, store: Store) -> None:
    """A server that answers so has nothing for us."""
    cases = UpstreamCases(database, store, own_prefix="CASE", clock=lambda: NOW)

    with pytest.raises(UpstreamError):
        sync_cases(cases, BASE, lambda url, _: UpstreamAnswer(None, url))
