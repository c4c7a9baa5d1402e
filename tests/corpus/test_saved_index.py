"""The saved index: what is read is what was written, and anything else is no index."""

import stat
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.case_source import CaseMemory

from corpus.case import Case
from corpus.entry import prepare
from corpus.library import Library
from corpus.match import Audience
from corpus.prebuilt import build_index
from corpus.saved_index import IndexFile
from corpus.segment import Segment
from corpus.shipped import shipped_digests
from corpus.vocabulary import Vocabulary

EVERYBODY = Audience(operator=True)


def told(case_id: str, title: str, **values: Any) -> Case:
    """A case of one title."""
    document = {"id": case_id, "title": {"en": title}, "symptoms_text": {"en": title}}
    return Case.from_document(document | values)


CASES = (
    told("AA-1", "Replication lag on the replica", visibility="channel", channel_id="C1"),
    told("AA-2", "디스크가 꽉 찼다", sources=[{"url": "https://example.com/a"}], date="2024-05"),
    told("AA-3", "Broker compaction held locks", org="Example", recurrence_of="AA-7"),
)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the index is saved."""
    return tmp_path / "incidents.sqlite.index"


def found(library: Library, text: str) -> list[tuple[str, float]]:
    """Ids and scores of the matches."""
    matches = library.find(text, audience=EVERYBODY).matches
    return [(match.case.id, match.score) for match in matches]


def test_segment_comes_back_as_it_was(path: Path, vocabulary: Vocabulary) -> None:
    """Entries and arrays, value for value."""
    segment = Segment.build([prepare(case, vocabulary) for case in CASES])

    IndexFile(path).save(segment)
    loaded = IndexFile(path).load()

    assert loaded is not None
    assert loaded.entries == segment.entries
    for name in ("firsts", "terms", "starts", "documents", "impacts"):
        assert np.array_equal(getattr(loaded, name), getattr(segment, name)), name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_empty_segment_is_saved_and_loaded(path: Path) -> None:
    """A library that lost its last case leaves nothing behind."""
    IndexFile(path).save(Segment.build([]))

    loaded = IndexFile(path).load()

    assert loaded is not None
    assert loaded.entries == ()


def test_next_library_cuts_only_what_changed(
    path: Path, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a saved index, a start reads it and prepares what came, changed or went since."""
    memory = CaseMemory(CASES)
    before = found(Library(memory, vocabulary, saved=path), "compaction locks lag")
    memory.put(told("AA-4", "Expired certificate"))
    memory.put(told("AA-2", "Disk full"))
    memory.remove("AA-1")
    cut: list[str] = []

    def counting(case: Case, terms: Vocabulary) -> Any:
        cut.append(case.id)
        return prepare(case, terms)

    monkeypatch.setattr("corpus.library.prepare", counting)
    library = Library(memory, vocabulary, saved=path)

    assert [case_id for case_id, _ in before] == ["AA-3", "AA-1"]
    assert len(library) == 3
    assert cut == ["AA-2", "AA-4"]
    fresh = Library(memory, vocabulary)
    for text in ("expired certificate", "disk full", "replication lag", "디스크"):
        assert found(library, text) == found(fresh, text)


def test_removed_case_does_not_stay_in_the_file(path: Path, vocabulary: Vocabulary) -> None:
    """Neither its terms nor its name."""
    memory = CaseMemory([*CASES, told("AA-9", "Zebra crossing", org="Stripes Incorporated")])
    library = Library(memory, vocabulary, saved=path)
    assert len(library) == 4
    assert b"Stripes" in path.read_bytes()

    memory.remove("AA-9")

    assert len(library) == 3
    assert b"Stripes" not in path.read_bytes()


def test_index_of_other_cutting_is_built_again(
    path: Path, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of another version is passed over without a word."""
    len(Library(CaseMemory(CASES), vocabulary, saved=path))

    monkeypatch.setattr("corpus.saved_index._fingerprint", lambda: "another")

    assert IndexFile(path).load() is None
    assert len(Library(CaseMemory(CASES), vocabulary, saved=path)) == 3
    assert IndexFile(path).load() is not None


def test_index_that_cannot_be_written_is_no_failure(
    tmp_path: Path, vocabulary: Vocabulary, caplog: pytest.LogCaptureFixture
) -> None:
    """Lookups work without a file; the log says why there is none."""
    library = Library(CaseMemory(CASES), vocabulary, saved=tmp_path / "missing" / "index")

    assert found(library, "compaction locks")[0][0] == "AA-3"
    assert "index_not_saved" in caplog.text
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(place=st.floats(0, 1, exclude_max=True), junk=st.binary(min_size=1, max_size=40))
def test_damaged_arrays_never_break_a_lookup(
    path: Path, vocabulary: Vocabulary, place: float, junk: bytes
) -> None:
    """Wherever bytes of the file are overwritten, it is built again, and the answer is right."""
    segment = Segment.build([prepare(case, vocabulary) for case in CASES])
    IndexFile(path).save(segment)
    good = path.read_bytes()
    at = int(len(good) * place)
    path.write_bytes((good[:at] + junk + good[at + len(junk) :])[: len(good)])

    library = Library(CaseMemory(CASES), vocabulary, saved=path)

    assert found(library, "broker compaction held locks") == found(
        Library(CaseMemory(CASES), vocabulary), "broker compaction held locks"
    )


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(cut=st.none() | st.floats(0, 0.999), at=st.integers(0, 1500), junk=st.binary(min_size=1))
def test_damaged_file_never_breaks_a_lookup(
    path: Path, vocabulary: Vocabulary, cut: float | None, at: int, junk: bytes
) -> None:
    """Cut short or with its description overwritten, it is built again, and the answer is right."""
    segment = Segment.build([prepare(case, vocabulary) for case in CASES])
    IndexFile(path).save(segment)
    good = path.read_bytes()
    overwritten = good[:at] + junk + good[at + len(junk) :]
    path.write_bytes(overwritten if cut is None else good[: int(len(good) * cut)])

    library = Library(CaseMemory(CASES), vocabulary, saved=path)

    assert found(library, "broker compaction held locks")[0][0] == "AA-3"


def test_library_begins_with_the_prebuilt_index(tmp_path: Path, vocabulary: Vocabulary) -> None:
    """Where none is saved, that of some of the cases is taken and the others are added."""
    prebuilt = tmp_path / "prebuilt.index"
    len(Library(CaseMemory(CASES[:2]), vocabulary, saved=prebuilt))

    begun = Library(CaseMemory(CASES), vocabulary, prebuilt=prebuilt)

    assert len(begun) == len(CASES)
    fresh = Library(CaseMemory(CASES), vocabulary)
    assert found(begun, "compaction locks lag") == found(fresh, "compaction locks lag")


def test_shipped_cases_are_in_the_prebuilt_index(tmp_path: Path) -> None:
    """Each as a store has it, so that none is indexed again, and anyone may read the file."""
    path = tmp_path / "shipped.index"

    build_index(path)

    segment = IndexFile(path).load()
    assert segment is not None
    assert {entry.id: entry.digest for entry in segment.entries} == shipped_digests()
    assert path.stat().st_mode & 0o777 == 0o644
