"""The census: what a library holds for its readers, and nothing of what they may not see."""

import pytest
from support.case_source import CaseMemory

from corpus import Audience, Case, Library, Vocabulary

TEAM = Audience(own=True, channel_id="C1")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


def told(case_id: str, **values: object) -> Case:
    """A case with a title and what is given."""
    document = {"id": case_id, "title": {"en": case_id}, "summary": {"en": "It hung."}}
    return Case.from_document(document | {"visibility": "public"} | values)


CASES = [
    told("PUB-0001", org="Example", components=["database", "database"], symptoms=["high-latency"]),
    told("PUB-0002", org="Example", components=["database"]),
    told("PUB-0003", org=" Other ", components=["cache"]),
    told("CASE-0001", org="Us", components=["cache"], visibility="team"),
    told("CASE-0002", org="Hidden", visibility="channel", channel_id="C2"),
]


def test_census_counts_cases_facets_and_organisations(vocabulary: Vocabulary) -> None:
    """Commonest first; a slug counts once a case."""
    census = Library(CaseMemory(CASES), vocabulary).census(TEAM)

    assert (census.own, census.public) == (1, 3)
    assert list(census.facets["components"].items()) == [("cache", 2), ("database", 2)]
    assert list(census.orgs.items()) == [("Example", 2), ("Other", 1), ("Us", 1)]
    assert (census.count("symptoms", "high-latency"), census.count("trigger", "deployment")) == (
        1,
        0,
    )


def test_census_of_outsiders_tells_of_public_cases_alone(vocabulary: Vocabulary) -> None:
    """Not even the name of an organisation."""
    census = Library(CaseMemory(CASES), vocabulary).census(Audience())

    assert (census.own, census.public) == (0, 3)
    assert list(census.orgs) == ["Example", "Other"]
    assert census.count("components", "cache") == 1


def test_census_follows_the_library(vocabulary: Vocabulary) -> None:
    """A case that was added is counted with the next look."""
    source = CaseMemory(CASES[:1])
    library = Library(source, vocabulary)
    before = library.census(TEAM).public
    source.put(CASES[1])

    assert (before, library.census(TEAM).public) == (1, 2)
