"""Ids as people type them: which known ones are suggested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.case_ids import close_ids

IDS = ("CASE-0001", "CASE-0041", "PUB-0001", "PUB-0040", "PUB-0041", "PUB-0410")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("pub-0041", ("PUB-0041",)),
        ("PUB-41", ("PUB-0041",)),
        ("PUB 41", ("PUB-0041",)),
        ("pub0041", ("PUB-0041",)),
        ("PUB-00041", ("PUB-0041",)),
        ("41", ("CASE-0041", "PUB-0041")),
        ("#41", ("CASE-0041", "PUB-0041")),
        ("PUP-0041", ("PUB-0041",)),
        ("PBU-0041", ("PUB-0041",)),
        ("PUB-0141", ("PUB-0041",)),
        ("PUB-0401", ("PUB-0001", "PUB-0041", "PUB-0410")),
        ("CASES-41", ("CASE-0041",)),
        ("PUB-9999", ()),
        ("PUB-OO41", ()),
        ("", ()),
        ("PUB", ()),
        ("the coffee machine", ()),
    ],
)
def test_ids_that_may_be_meant(typed: str, expected: tuple[str, ...]) -> None:
    """Another spelling of an id before a slip of the finger; nothing far-fetched."""
    assert close_ids(typed, reversed(IDS)) == expected


def test_at_most_three_are_suggested() -> None:
    """More is a list to search, and no suggestion."""
    assert close_ids("7", [f"T{n}-0007" for n in range(9)]) == ("T0-0007", "T1-0007", "T2-0007")


@given(st.text(max_size=200))
def test_any_text_gives_known_ids(typed: str) -> None:
    """Whatever is typed."""
    assert set(close_ids(typed, IDS)) <= set(IDS)


@given(st.sampled_from(IDS), st.sampled_from("0123456789"), st.integers(-4, -1))
def test_one_wrong_digit_is_forgiven(case_id: str, digit: str, at: int) -> None:
    """Where no other case has that number."""
    typed = list(case_id)
    typed[at] = digit

    assert close_ids("".join(typed), [case_id]) == (case_id,)
