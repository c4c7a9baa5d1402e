"""The gate's wording: how messages are cut, and what their pieces say together."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.gate_wording import Wording, pieces

TABLE = Wording(-0.5, {"down": 2.0, "site down": 1.0, "yesterday": -3.0, "-어요": 1.0})


@pytest.mark.parametrize(
    ("text", "has", "lacks"),
    [
        ("Site DOWN?", {"site", "down", "site down", "^ site", "?"}, {"^ down"}),
        ("error 502 since 14:05", {"0", "error 0", "since 0"}, {"502"}),
        ("<https://x.example|log> <@U1> 죽었어요", {"죽었어요", "-어요", "죽었-"}, {"log", "u1"}),
        ("", set(), {"^ "}),
    ],
)
def test_messages_are_cut_into_pieces(text: str, has: set[str], lacks: set[str]) -> None:
    """Words, pairs, beginnings and endings; numbers are all one, markup is left out."""
    cut = pieces(text)

    assert has <= cut
    assert not lacks & cut


def test_pieces_speak_together() -> None:
    """The side that says more wins, and its pieces are named, the strongest first."""
    live, said = TABLE.weigh("site down")
    past, why = TABLE.weigh("down yesterday")

    assert live > 0 > past
    assert said == ("down", "site down")
    assert why == ("yesterday",)


@given(st.text(max_size=300))
def test_wording_is_bounded_and_repeatable(text: str) -> None:
    """Any text has a value within the limits, always the same."""
    value, said = TABLE.weigh(text)

    assert -3 <= value <= 3
    assert len(said) <= 3
    assert TABLE.weigh(text) == (value, said)


def test_shipped_table_is_sorted_and_small() -> None:
    """One line a piece, so that a refit reads as a diff."""
    text = resources.files("corpus").joinpath("gate_wording.json").read_text(encoding="utf-8")
    weights = json.loads(text)["weights"]

    assert list(weights) == sorted(weights)
    assert 1_000 < len(weights) < 20_000
    assert all(abs(weight) < 100 for weight in weights.values())
