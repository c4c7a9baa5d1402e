"""What verdicts teach: small, bounded, within a band, and only beside similar evidence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import Band, Case, Experience, Findings, Match, Vocabulary, learn, sketch_text
from corpus.learning import ALIKE, MOST, likeness

SAID = "postgres standby fell behind, replication lag is growing, WAL segment already removed"
AGAIN = "replication lag growing on the postgres standby: WAL segment already removed"
ELSE = "checkout answers 502 since the certificate of the load balancer expired"

BANDS = (Band.STRONG, Band.POSSIBLE, Band.NONE)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return Vocabulary.load()


def match(case_id: str, score: float, band: Band = Band.STRONG) -> Match:
    """A match of a case; CASE- is own."""
    document = {"id": case_id, "title": {"en": "t"}, "summary": {"en": "s"}}
    visibility = "team" if case_id.startswith("CASE") else "public"
    return Match(Case.from_document(document | {"visibility": visibility}), score, band, ())


def found(*matches: Match) -> Findings:
    """Findings of these matches."""
    return Findings(SAID, matches[0].band, matches, 1.0)


def order(findings: Findings, sketch: bytes, *said: Experience) -> list[str]:
    """The ids in the order that experience makes."""
    learnt = learn(findings, sketch, said, lambda case_id: {case_id})
    return [each.case.id for each in learnt.matches]


def test_similar_evidence_is_recognised(vocabulary: Vocabulary) -> None:
    """Said in other words it is alike, about something else it is not, and itself it is whole."""
    one, again, other = (sketch_text(text, vocabulary) for text in (SAID, AGAIN, ELSE))

    assert likeness(one, one) == 1.0
    assert likeness(one, again) > ALIKE
    assert likeness(one, other) < ALIKE
    assert likeness(one, b"") == 0.0
    assert sketch_text("the of and", vocabulary) == b""


def test_sketch_is_the_same_in_every_process(vocabulary: Vocabulary) -> None:
    """It is compared with sketches of other years; no word can be read from its 128 bytes."""
    sketch = sketch_text("replication lag", vocabulary)

    assert len(sketch) == 128
    assert sketch.hex()[:16] == "ad6276db081bf5fe"
    assert b"lag" not in sketch


def test_confirmed_case_rises_and_dismissed_case_sinks(vocabulary: Vocabulary) -> None:
    """Beside similar evidence, and beside no other."""
    findings = found(match("PUB-0001", 0.50), match("PUB-0002", 0.45))
    sketch, other = sketch_text(SAID, vocabulary), sketch_text(ELSE, vocabulary)
    confirmed = Experience("PUB-0002", confirmed=True, sketch=sketch_text(AGAIN, vocabulary))
    dismissed = Experience("PUB-0001", confirmed=False, sketch=sketch_text(AGAIN, vocabulary))

    assert order(findings, sketch) == ["PUB-0001", "PUB-0002"]
    assert order(findings, sketch, confirmed) == ["PUB-0002", "PUB-0001"]
    assert order(findings, sketch, dismissed) == ["PUB-0002", "PUB-0001"]
    assert order(findings, other, confirmed, dismissed) == ["PUB-0001", "PUB-0002"]


def test_a_hundred_verdicts_move_no_more_than_the_bound(vocabulary: Vocabulary) -> None:
    """Nobody can vote a case to the top."""
    sketch = sketch_text(SAID, vocabulary)
    votes = [Experience("PUB-0002", confirmed=True, sketch=sketch)] * 100
    near = found(match("PUB-0001", 0.50), match("PUB-0002", 0.50 - MOST + 0.01))
    far = found(match("PUB-0001", 0.50), match("PUB-0002", 0.50 - MOST - 0.01))

    assert order(near, sketch, *votes) == ["PUB-0002", "PUB-0001"]
    assert order(far, sketch, *votes) == ["PUB-0001", "PUB-0002"]


def test_verdicts_cross_neither_a_band_nor_whose_case_it_is(vocabulary: Vocabulary) -> None:
    """A possible match stays behind a strong one, a public one behind an own one."""
    sketch = sketch_text(SAID, vocabulary)
    liked = [Experience(each, confirmed=True, sketch=sketch) for each in ("PUB-0002", "PUB-0003")]
    findings = found(
        match("CASE-0001", 0.40),
        match("PUB-0002", 0.40),
        match("PUB-0003", 0.39, Band.POSSIBLE),
        match("PUB-0004", 0.10, Band.NONE),
    )

    assert order(findings, sketch, *liked) == ["CASE-0001", "PUB-0002", "PUB-0003", "PUB-0004"]


def test_twin_of_a_confirmed_case_rises(vocabulary: Vocabulary) -> None:
    """It is the same incident."""
    sketch = sketch_text(SAID, vocabulary)
    findings = found(match("PUB-0001", 0.50), match("PUB-0002", 0.45))
    said = [Experience("IL-0002", confirmed=True, sketch=sketch)]

    learnt = learn(findings, sketch, said, lambda case_id: {case_id, case_id.replace("PUB", "IL")})

    assert learnt.matches[0].case.id == "PUB-0002"


@given(
    st.lists(st.tuples(st.sampled_from(BANDS), st.booleans(), st.floats(0, 1)), max_size=6),
    st.lists(st.tuples(st.integers(0, 6), st.booleans()), max_size=8),
)
def test_only_the_order_inside_a_group_changes(
    rows: list[tuple[Band, bool, float]], said: list[tuple[int, bool]]
) -> None:
    """Nothing appears, vanishes, changes its band or its score, whatever was said."""
    rows = sorted(rows, key=lambda row: (BANDS.index(row[0]), not row[1]))
    matches = [
        match(f"{'CASE' if own else 'PUB'}-{n:04}", score, band)
        for n, (band, own, score) in enumerate(rows)
    ]
    findings = Findings("q", Band.NONE, tuple(matches), 1.0)
    sketch = bytes(range(128))
    experiences = [
        Experience(matches[n].case.id, confirmed, sketch)
        for n, confirmed in said
        if n < len(matches)
    ]

    learnt = learn(findings, sketch, experiences, lambda case_id: {case_id})

    def group(each: Match) -> tuple[Band, bool]:
        return each.band, each.case.id.startswith("CASE") and each.band is not Band.NONE

    assert [group(each) for each in learnt.matches] == [group(each) for each in matches]
    assert {each.case.id: each for each in learnt.matches} == {e.case.id: e for e in matches}
