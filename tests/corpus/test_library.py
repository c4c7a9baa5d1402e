"""The library: always the cases as they are now, and only what the reader may see."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from support.case_source import CaseMemory

from corpus.case import Case, Visibility
from corpus.errors import CaseNotFoundError
from corpus.filters import Filters
from corpus.library import Library
from corpus.match import Audience, Band
from corpus.store import Store
from corpus.vocabulary import Vocabulary

TEAM = Audience(own=True)
STRANGER = Audience()
OPERATOR = Audience(operator=True)
MakeCase = Callable[..., Case]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


def told(case_id: str, title: str, **values: Any) -> Case:
    """A case of one title."""
    document = {"id": case_id, "title": {"en": title}, "symptoms_text": {"en": title}}
    return Case.from_document(document | values)


def found(library: Library, text: str, audience: Audience = TEAM, **more: Any) -> list[str]:
    """The ids of the matches for a text."""
    return [match.case.id for match in library.find(text, audience=audience, **more).matches]


def test_find_answers_with_query_and_time(vocabulary: Vocabulary) -> None:
    """The answer says what was asked, what the best band is, and how long it took."""
    library = Library(CaseMemory([told("AA-1", "Broker compaction held locks")]), vocabulary)

    findings = library.find("AA-1", audience=STRANGER)

    assert findings.query == "AA-1"
    assert findings.band is findings.matches[0].band is Band.STRONG
    assert findings.took_ms >= 0


def test_empty_library_answers(vocabulary: Vocabulary) -> None:
    """No cases, no matches, no band."""
    library = Library(CaseMemory(), vocabulary)

    findings = library.find("replication lag", audience=OPERATOR)

    assert (findings.band, findings.matches, len(library)) == (Band.NONE, (), 0)


def test_next_lookup_finds_what_was_added_changed_and_removed(vocabulary: Vocabulary) -> None:
    """The library follows its store at each lookup."""
    memory = CaseMemory([told("AA-1", "Broker compaction held locks")])
    library = Library(memory, vocabulary)
    before = found(library, "expired certificate")

    memory.put(told("AA-2", "Expired certificate on the media host"))
    added = found(library, "expired certificate")
    memory.put(told("AA-1", "Expired certificate, broker unreachable"))
    changed = found(library, "broker certificate")
    memory.remove("AA-2")
    removed = found(library, "media host")

    assert before == []
    assert added == ["AA-2"]
    assert changed[0] == "AA-1"
    assert "AA-2" not in removed
    assert len(library) == 1


def test_case_saved_in_the_database_is_found(
    store: Store, make_case: MakeCase, vocabulary: Vocabulary
) -> None:
    """The real store is followed, too."""
    library = Library(store, vocabulary)
    before = len(library)

    store.save(make_case(id="CASE-0001"), actor="U0ALICE", action="create")

    assert before == 0
    assert found(library, "checkout requests hung") == ["CASE-0001"]


def test_unchanged_store_is_not_read_again(vocabulary: Vocabulary) -> None:
    """Cases are asked for only when the revision has grown."""
    asked: list[str] = []

    class Counting(CaseMemory):
        def digests(self) -> dict[str, str]:
            asked.append("digests")
            return super().digests()

        def changed_since(self, revision: int) -> tuple[list[str], set[str]]:
            asked.append("changes")
            return super().changed_since(revision)

    library = Library(Counting([told("AA-1", "Disk full")]), vocabulary)

    for _ in range(3):
        found(library, "disk full")

    assert asked == ["digests"]


def test_threads_look_up_while_cases_are_added(vocabulary: Vocabulary) -> None:
    """Lookups side by side each see whole libraries, and the last case is there at the end."""
    memory = CaseMemory([told("AA-0", "Broker compaction number zero")])
    library = Library(memory, vocabulary)
    failures: list[BaseException] = []

    def look_up() -> None:
        try:
            for _ in range(15):
                assert found(library, "broker compaction number", limit=50)
        except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=look_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(1, 15):
        memory.put(told(f"AA-{number}", f"Broker compaction number {number}"))
    for thread in threads:
        thread.join()

    assert not failures
    assert len(found(library, "broker compaction number", limit=50)) == 15


@pytest.mark.parametrize(
    ("values", "audience", "sees"),
    [
        ({"visibility": "public"}, STRANGER, True),
        ({"visibility": "team"}, STRANGER, False),
        ({"visibility": "team"}, TEAM, True),
        ({"visibility": "channel", "channel_id": "C1"}, TEAM, False),
        ({"visibility": "channel", "channel_id": "C1"}, Audience(own=True, channel_id="C1"), True),
        ({"visibility": "channel", "channel_id": "C1"}, Audience(own=True, channel_id="C2"), False),
        ({"visibility": "channel", "channel_id": "C1"}, OPERATOR, True),
        ({"visibility": None}, TEAM, False),
        ({"visibility": None}, OPERATOR, True),
    ],
)
def test_audience_sees_only_what_it_may(
    make_case: MakeCase, values: dict[str, Any], audience: Audience, *, sees: bool
) -> None:
    """Own cases never leave their place; nothing is shown by default."""
    assert audience.may_see(make_case(**values)) is sees


def test_hidden_case_is_neither_found_nor_opened(vocabulary: Vocabulary) -> None:
    """Not by its words, not by its id, and not by asking for it."""
    hidden = told("CASE-0001", "Disk full on the primary", visibility=Visibility.TEAM)
    library = Library(CaseMemory([hidden, told("AA-1", "Disk full on a replica")]), vocabulary)

    matches = found(library, "CASE-0001 disk full primary", STRANGER)

    assert matches == ["AA-1"]
    assert library.get("CASE-0001", TEAM).id == "CASE-0001"
    with pytest.raises(CaseNotFoundError):
        library.get("CASE-0001", STRANGER)


def test_get_raises_for_an_unknown_id(vocabulary: Vocabulary) -> None:
    """There is no such case."""
    with pytest.raises(CaseNotFoundError, match="AA-9"):
        Library(CaseMemory(), vocabulary).get("AA-9", OPERATOR)


def test_filters_apply_before_ranking(vocabulary: Vocabulary) -> None:
    """Only cases that pass take places in the answer."""
    cases = [told(f"AA-{n}", "Disk full", org="Other") for n in range(1, 6)]
    library = Library(CaseMemory([*cases, told("AA-9", "Disk full", org="Example")]), vocabulary)

    assert found(library, "disk full", filters=Filters(orgs=("example",)), limit=1) == ["AA-9"]


def test_limit_is_kept(vocabulary: Vocabulary) -> None:
    """At most so many suspects."""
    cases = [told(f"AA-{n}", f"Disk full of kind{n}") for n in range(1, 6)]
    library = Library(CaseMemory(cases), vocabulary)

    assert [len(found(library, "disk full", limit=limit)) for limit in (1, 3, 50)] == [1, 3, 5]


def test_twins_are_the_same_incident(vocabulary: Vocabulary) -> None:
    """Cases that share a source address; an unknown id is only itself."""
    source = {"sources": [{"url": "https://example.com/x"}]}
    cases = [told("AA-1", "One", **source), told("AA-2", "Two", **source), told("AA-3", "Three")]
    library = Library(CaseMemory(cases), vocabulary)

    assert library.twins("AA-1") == {"AA-1", "AA-2"}
    assert library.twins("AA-3") == {"AA-3"}
    assert library.twins("AA-9") == {"AA-9"}
