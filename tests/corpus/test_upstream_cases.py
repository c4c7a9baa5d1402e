"""Which cases are an upstream's, and what a delivery does to them and to nobody else's."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.case import Case, Visibility
from corpus.database import Database
from corpus.migrations import CORPUS_MIGRATIONS
from corpus.store import Store
from corpus.upstream import Arrival, Delivery, Held, Standing, UpstreamCases, Validators

NOW = dt.datetime(2026, 3, 2, 3, 4, 5, tzinfo=dt.UTC)
HERE = "https://library.example/api"
THERE = "https://other.example"

MakeCase = Callable[..., Case]


@pytest.fixture
def cases(database: Database, store: Store) -> UpstreamCases:
    """The upstream cases of an empty store."""
    return UpstreamCases(database, store, own_prefix="CASE", clock=lambda: NOW)


@pytest.fixture
def arrive(make_case: MakeCase) -> Callable[..., Arrival]:
    """A public case as it came; values are those of its document."""

    def build(case_id: str = "IL-1", listed_at: str | None = None, **values: Any) -> Arrival:
        public = make_case(id=case_id, **values).with_visibility(Visibility.PUBLIC)
        return Arrival(public, listed_at)

    return build


def delivery(
    *arrivals: Arrival,
    known: Mapping[str, Held] | None = None,
    confirmed: Mapping[str, str | None] | None = None,
) -> Delivery:
    """What came: these cases, and nothing else is listed."""
    listed = {each.case.id for each in arrivals} | set(confirmed or {})
    return Delivery(known or {}, arrivals, confirmed or {}, frozenset(listed), {})


Arrive = Callable[..., Arrival]


def test_new_cases_become_public_cases_of_their_upstream(
    cases: UpstreamCases, store: Store, arrive: Arrive
) -> None:
    """Their history says that a sync brought them."""
    outcome = cases.deliver(HERE, delivery(arrive(), arrive("IL-2")))

    assert outcome.added == ("IL-1", "IL-2")
    assert store.get("IL-1").visibility is Visibility.PUBLIC
    assert [entry.actor for entry in store.history("IL-1")] == ["sync"]
    assert set(cases.held(HERE)) == {"IL-1", "IL-2"}
    assert cases.held(THERE) == {}


def test_the_same_again_changes_nothing(cases: UpstreamCases, store: Store, arrive: Arrive) -> None:
    """Readers of the store do not look again."""
    cases.deliver(HERE, delivery(arrive()))
    before = store.revision()

    outcome = cases.deliver(HERE, delivery(arrive(), known=cases.held(HERE)))

    assert (outcome.unchanged, store.revision()) == (("IL-1",), before)


def test_a_changed_case_is_updated(cases: UpstreamCases, store: Store, arrive: Arrive) -> None:
    """It keeps its age."""
    cases.deliver(HERE, delivery(arrive()))

    outcome = cases.deliver(HERE, delivery(arrive(org="New"), known=cases.held(HERE)))

    assert (outcome.added, outcome.updated) == ((), ("IL-1",))
    assert store.get("IL-1").org == "New"


def test_a_dry_run_says_the_same_and_writes_nothing(
    cases: UpstreamCases, store: Store, arrive: Arrive
) -> None:
    """Neither cases nor what is known of them."""
    told = cases.deliver(HERE, delivery(arrive()), dry_run=True)

    assert (told.added, store.revision(), cases.held(HERE)) == (("IL-1",), 0, {})


@pytest.mark.parametrize(
    ("values", "standing"),
    [
        ({"id": "IL-1", "visibility": "team"}, Standing.OWN),
        ({"id": "IL-1", "visibility": "channel", "channel_id": "C0"}, Standing.OWN),
        ({"id": "IL-1", "org": "From a file"}, Standing.IMPORTED),
    ],
)
def test_what_is_here_already_is_never_overwritten(
    cases: UpstreamCases,
    store: Store,
    make_case: MakeCase,
    arrive: Arrive,
    values: dict[str, Any],
    standing: Standing,
) -> None:
    """Own cases and imported ones stay word for word."""
    store.import_cases([make_case(**values)])
    before = store.get("IL-1").json_text

    outcome = cases.deliver(HERE, delivery(arrive(org="Upstream's")))

    assert (dict(outcome.refused), outcome.added) == ({"IL-1": standing}, ())
    assert store.get("IL-1").json_text == before


@pytest.mark.parametrize(
    ("case_id", "standing"), [("PUB-0001", Standing.SHIPPED), ("CASE-0009", Standing.RESERVED)]
)
def test_prefixes_of_ours_are_closed(
    cases: UpstreamCases, arrive: Arrive, case_id: str, standing: Standing
) -> None:
    """Also where there is no such case yet."""
    outcome = cases.deliver(HERE, delivery(arrive(case_id)))

    assert dict(outcome.refused) == {case_id: standing}


def test_an_imported_case_that_is_the_very_same_is_adopted(
    cases: UpstreamCases, store: Store, make_case: MakeCase, arrive: Arrive
) -> None:
    """Who restores an export gets the next change of the upstream again."""
    store.import_cases([make_case(id="IL-1")])

    outcome = cases.deliver(HERE, delivery(arrive()))

    assert outcome.unchanged == ("IL-1",)
    assert cases.standing("IL-1", HERE) is Standing.HELD


def test_whoever_imports_other_words_takes_a_case_over(
    cases: UpstreamCases, store: Store, make_case: MakeCase, arrive: Arrive
) -> None:
    """From then on the upstream's changes pass it by."""
    cases.deliver(HERE, delivery(arrive()))
    store.import_cases([make_case(id="IL-1", org="Mine")])

    outcome = cases.deliver(HERE, delivery(arrive(org="Theirs"), known=cases.held(HERE)))

    assert dict(outcome.refused) == {"IL-1": Standing.IMPORTED}
    assert store.get("IL-1").org == "Mine"


def test_two_upstreams_do_not_fight_over_an_id(cases: UpstreamCases, arrive: Arrive) -> None:
    """The first keeps it, also when both say the same."""
    cases.deliver(HERE, delivery(arrive()))

    outcome = cases.deliver(THERE, delivery(arrive()))

    assert dict(outcome.refused) == {"IL-1": Standing.OTHER}
    assert cases.standing("IL-1", HERE) is Standing.HELD


def test_what_is_gone_upstream_stays_until_it_is_pruned(
    cases: UpstreamCases, store: Store, arrive: Arrive
) -> None:
    """It is told each time; pruning leaves own cases and other upstreams' alone."""
    cases.deliver(HERE, delivery(arrive("IL-1"), arrive("IL-2")))
    cases.deliver(THERE, delivery(arrive("OT-1")))

    for _ in range(2):
        known = cases.held(HERE)
        told = cases.deliver(HERE, delivery(confirmed={"IL-1": None}, known=known))
        assert (told.gone, store.exists("IL-2")) == (("IL-2",), True)
    last = cases.deliver(HERE, delivery(confirmed={"IL-1": None}, known=known), prune=True)

    assert last.gone == ("IL-2",)
    assert [case.id for case in store.all_cases()] == ["IL-1", "OT-1"]
    assert set(cases.held(HERE)) == {"IL-1"}


def test_a_case_that_comes_back_is_no_longer_gone(
    cases: UpstreamCases, database: Database, arrive: Arrive
) -> None:
    """Whether it came or was confirmed."""
    cases.deliver(HERE, delivery(arrive()))
    cases.deliver(HERE, delivery(known=cases.held(HERE)))

    cases.deliver(HERE, delivery(confirmed={"IL-1": "2026-03-01"}, known=cases.held(HERE)))

    rows = list(database.read().query("SELECT gone_since, listed_at FROM upstream_cases"))
    assert rows == [{"gone_since": None, "listed_at": "2026-03-01"}]


def test_of_two_runs_at_once_the_first_stands(
    cases: UpstreamCases, store: Store, arrive: Arrive
) -> None:
    """The second began before and knows less: it overwrites nothing and prunes nothing."""
    cases.deliver(HERE, delivery(arrive("IL-1"), arrive("IL-2")))
    known = cases.held(HERE)
    newer = delivery(arrive("IL-1", org="New"), arrive("IL-2"), arrive("IL-3"), known=known)
    older = delivery(arrive("IL-1", org="Old"), confirmed={"IL-2": None}, known=known)
    cases.deliver(HERE, newer)

    outcome = cases.deliver(HERE, older, prune=True)

    assert (outcome.updated, outcome.gone) == ((), ())
    assert store.get("IL-1").org == "New"
    assert store.exists("IL-3")


def test_a_failure_while_writing_leaves_nothing(
    cases: UpstreamCases, store: Store, database: Database, arrive: Arrive
) -> None:
    """All of a delivery lands, or none of it."""
    cases.deliver(HERE, delivery(arrive()))
    before = store.revision()
    with database.transaction() as db:
        db.execute("DROP TABLE upstream_pages")

    with pytest.raises(Exception, match="upstream_pages"):
        cases.deliver(HERE, delivery(arrive("IL-2"), known=cases.held(HERE)))

    assert (store.revision(), store.exists("IL-2")) == (before, False)


@pytest.mark.parametrize(
    ("before", "now", "fetched", "expected"),
    [
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z", NOW, True),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:01Z", NOW, False),
        (None, None, NOW, False),
        ("2026-02-27", "2026-02-27", NOW, True),
        ("2026-03-01", "2026-03-01", NOW, False),
        ("2026-03-02", "2026-03-02", NOW, False),
        ("version 7", "version 7", NOW, False),
    ],
)
def test_a_list_vouches_for_what_it_dates_exactly(
    before: str | None, now: str | None, fetched: dt.datetime, *, expected: bool
) -> None:
    """A bare date says nothing until that day is over everywhere."""
    held = Held("hash", before, Validators(), fetched)

    assert held.is_listed_as(now) is expected


WORDS = st.sampled_from(["a", "b", "c"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["import", "own", "here", "there", "prune"]),
        st.dictionaries(st.sampled_from(["IL-1", "IL-2"]), WORDS, max_size=2),
    ),
    max_size=8,
)


@given(steps=STEPS)
@settings(max_examples=60, deadline=None)
def test_no_delivery_ever_touches_what_is_not_the_upstreams(
    steps: list[tuple[str, dict[str, str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is imported, made one's own, delivered and pruned, in any order."""
    database = Database.open(tmp_path_factory.mktemp("s") / "x.sqlite", [CORPUS_MIGRATIONS])
    store = Store(database, clock=lambda: NOW)
    cases = UpstreamCases(database, store, own_prefix="CASE", clock=lambda: NOW)

    def case(case_id: str, word: str) -> Case:
        text = {"en": word}
        return Case.from_document({"id": case_id, "title": text, "symptoms_text": text})

    try:
        for what, words in steps:
            documents = [case(case_id, word) for case_id, word in words.items()]
            if what in ("import", "own"):
                seen_by = Visibility.TEAM if what == "own" else Visibility.PUBLIC
                store.import_cases(documents, visibility=seen_by)
                continue
            source = THERE if what == "there" else HERE
            known = cases.held(source)
            others = {each.id: each.digest for each in store.all_cases() if each.id not in known}
            arrivals = [
                Arrival(each.with_visibility(Visibility.PUBLIC), None) for each in documents
            ]
            cases.deliver(source, delivery(*arrivals, known=known), prune=what == "prune")
            after = {each.id: each.digest for each in store.all_cases()}
            assert others.items() <= after.items()
    finally:
        database.close()
