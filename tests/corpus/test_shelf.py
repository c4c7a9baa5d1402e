"""The library's similar cases: over the real index, for one reader, always as it is now."""

from collections.abc import Iterable
from typing import Any

import pytest
from support.case_source import CaseMemory

from corpus.case import Case
from corpus.entry import prepare
from corpus.errors import CaseNotFoundError
from corpus.index import Index
from corpus.library import Library
from corpus.likeness import LikenessKind
from corpus.match import Audience
from corpus.segment import Segment
from corpus.shelf import Profiles
from corpus.shipped import load_shipped_cases
from corpus.similar import LIMIT
from corpus.vocabulary import Vocabulary

OPERATOR, TEAM, STRANGER = Audience(operator=True), Audience(own=True), Audience()


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


def first_cases() -> list[Case]:
    """The first 60 shipped cases, on which the cut was chosen; the library grows."""
    return [case for case in load_shipped_cases() if case.id <= "PUB-0060"]


@pytest.fixture(scope="module")
def shipped(vocabulary: Vocabulary) -> Library:
    """A library of shipped cases."""
    return Library(CaseMemory(first_cases()), vocabulary)


def own_case(case_id: str, **values: Any) -> Case:
    """An own case about Redis that fails while it forks for its snapshot."""
    document: dict[str, Any] = {
        "id": case_id,
        "title": {"en": "Cart API stalled whenever Redis forked for its backup"},
        "symptoms_text": {"en": "Latency spiked at every snapshot and memory was nearly used up."},
        "symptoms": ["high-latency", "memory-exhaustion"],
        "components": ["cache", "backup-system", "client-library"],
        "visibility": "team",
    }
    return Case.from_document(document | values)


def listed(library: Library, case_id: str, audience: Audience = OPERATOR) -> list[str]:
    """The ids of the similar cases."""
    return [each.case.id for each in library.similar(case_id, audience=audience)]


def with_own(vocabulary: Vocabulary, own: Iterable[Case]) -> Library:
    """The shipped cases and some own ones."""
    return Library(CaseMemory([*first_cases(), *own]), vocabulary)


@pytest.mark.parametrize(
    ("case_id", "other"),
    [
        ("PUB-0021", "PUB-0025"),
        ("PUB-0025", "PUB-0021"),
        ("PUB-0006", "PUB-0057"),
        ("PUB-0007", "PUB-0008"),
        ("PUB-0037", "PUB-0034"),
        ("PUB-0055", "PUB-0047"),
    ],
)
def test_shipped_cases_of_one_kind_find_each_other(
    shipped: Library, case_id: str, other: str
) -> None:
    """The same mechanism comes first."""
    assert listed(shipped, case_id)[0] == other


def test_shipped_cases_have_few_similar_ones(shipped: Library) -> None:
    """Most have some, no list is a catalogue, and every case has its reasons."""
    found = {case.id: shipped.similar(case.id, audience=STRANGER) for case in first_cases()}

    assert sum(map(bool, found.values())) > 0.8 * len(found)
    assert max(map(len, found.values())) <= LIMIT
    assert sum(map(len, found.values())) < 4 * len(found)
    assert all(each.reasons for some in found.values() for each in some)


def test_phrases_are_quoted_in_the_language_of_the_reader(shipped: Library) -> None:
    """English for one, Korean for the other."""

    def quoted(lang: str) -> str:
        [first, *_] = shipped.similar("PUB-0021", lang=lang, audience=STRANGER)
        return next(r.query_text for r in first.reasons if r.kind is LikenessKind.PHRASE)

    assert "bug" in quoted("en")
    assert "커널" in quoted("ko")


def test_own_cases_are_similar_for_those_who_may_see_them(vocabulary: Vocabulary) -> None:
    """To others it is as if there were none."""
    library = with_own(vocabulary, [own_case("CASE-0001", related=["PUB-0012"])])

    assert "CASE-0001" in listed(library, "PUB-0049", TEAM)
    assert "CASE-0001" not in listed(library, "PUB-0049", STRANGER)
    assert listed(library, "CASE-0001", TEAM)[:2] == ["PUB-0012", "PUB-0049"]


@pytest.mark.parametrize("case_id", ["CASE-0001", "CASE-0404"])
def test_case_that_may_not_be_seen_is_not_there(vocabulary: Vocabulary, case_id: str) -> None:
    """The same answer for one that is hidden and one that does not exist."""
    library = with_own(vocabulary, [own_case("CASE-0001")])

    with pytest.raises(CaseNotFoundError):
        library.similar(case_id, audience=STRANGER)


def test_case_of_one_channel_is_similar_there_only(vocabulary: Vocabulary) -> None:
    """What belongs to a private channel stays there."""
    library = with_own(
        vocabulary, [own_case("CASE-0001", visibility="channel", channel_id="C0PRIV")]
    )

    assert "CASE-0001" in listed(library, "PUB-0049", Audience(own=True, channel_id="C0PRIV"))
    assert "CASE-0001" not in listed(library, "PUB-0049", TEAM)


def test_of_twins_the_own_one_is_shown(vocabulary: Vocabulary) -> None:
    """And the public one to those who may not see it."""
    source = {"sources": [{"url": "https://e.com/pm"}]}
    public = own_case("IL-0001", visibility="public", **source)
    library = with_own(vocabulary, [own_case("CASE-0001", **source), public])

    assert {"CASE-0001", "IL-0001"} & {*listed(library, "PUB-0049", TEAM)} == {"CASE-0001"}
    assert {"CASE-0001", "IL-0001"} & {*listed(library, "PUB-0049", STRANGER)} == {"IL-0001"}
    assert "IL-0001" not in listed(library, "CASE-0001", TEAM)


def test_case_filed_under_nothing_is_found_by_what_it_names(vocabulary: Vocabulary) -> None:
    """A draft from a channel has no facets yet."""
    texts = {
        "title": {"en": "Cart API latency spiked while the Redis cache ran its backup"},
        "symptoms_text": {"en": "Memory exhausted during every backup, client library timeouts."},
    }
    bare = own_case("CASE-0001", symptoms=[], components=[], **texts)
    library = with_own(vocabulary, [bare, own_case("CASE-0002", **texts)])

    [first, *_] = library.similar("CASE-0001", audience=TEAM)

    assert first.case.id == "CASE-0002"
    assert ("components", "backup-system") in first.reasons[0].facets


def test_domains_that_are_only_named_say_nothing(vocabulary: Vocabulary) -> None:
    """Half of all cases name the cloud that they ran on."""
    text = {"en": "Payments on Azure failed when the etcd of the shop stalled"}
    bare = own_case("CASE-0001", symptoms=[], components=[], title=text, symptoms_text=text)
    filed = own_case("CASE-0002", domain=["azure"])
    index = Index([(Segment.build([prepare(case, vocabulary) for case in (bare, filed)]), None)])

    profiles = Profiles(index, vocabulary)

    assert "etcd" in profiles.by_id["CASE-0001"].facets
    assert "azure" not in profiles.by_id["CASE-0001"].facets
    assert "azure" in profiles.by_id["CASE-0002"].facets
    assert (profiles.frequencies["azure"], profiles.frequencies["cache"]) == (1, 1)


def test_similar_cases_follow_the_store(vocabulary: Vocabulary) -> None:
    """What is added is similar at once; what is gone is not."""
    memory = CaseMemory(first_cases())
    library = Library(memory, vocabulary)
    before = listed(library, "PUB-0049")

    memory.put(own_case("CASE-0001"))
    added = listed(library, "PUB-0049")
    memory.remove("CASE-0001")

    assert "CASE-0001" not in before
    assert "CASE-0001" in added
    assert listed(library, "PUB-0049") == before


def test_case_that_goes_during_the_search_is_left_out(vocabulary: Vocabulary) -> None:
    """The index still has it, the store no longer."""

    class Losing(CaseMemory):
        lost = False

        def get_many(self, ids: Iterable[str]) -> list[Case]:
            return [case for case in super().get_many(ids) if not self.lost or case.id == "CASE-2"]

    memory = Losing([own_case("CASE-1"), own_case("CASE-2", related=["CASE-1"])])
    library = Library(memory, vocabulary)
    len(library)
    memory.lost = True

    assert library.similar("CASE-2", audience=TEAM) == ()


def test_library_of_one_case_has_nothing_similar(vocabulary: Vocabulary) -> None:
    """There are no others to compare it with."""
    library = Library(CaseMemory([own_case("CASE-1")]), vocabulary)

    assert library.similar("CASE-1", audience=TEAM) == ()


def test_suggested_ids_are_those_that_may_be_seen(vocabulary: Vocabulary) -> None:
    """A suggestion gives nothing away."""
    library = Library(
        CaseMemory([own_case("CASE-0001"), own_case("IL-0001", visibility="public")]), vocabulary
    )

    assert library.suggest_ids("1", TEAM) == ("CASE-0001", "IL-0001")
    assert library.suggest_ids("1", STRANGER) == ("IL-0001",)
