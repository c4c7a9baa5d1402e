"""Denials: what a text names to say that it is not there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.denials import find_denied
from corpus.facets import find_facets
from corpus.vocabulary import Vocabulary

VOCABULARY = Vocabulary.load()


def denied(text: str) -> set[str]:
    """The slugs that a text denies."""
    return {hit.slug for hit in find_denied(text, find_facets(text, VOCABULARY))}


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("p99 up, no OOM", {"oom-kill"}),
        ("No recent deploy on our side", {"deploy"}),
        ("no restarts or OOMKilled pods", {"restart", "oom-kill"}),
        ("zero restarts, cpu at 20%", {"restart"}),
        ("latency is up without packet loss", {"packet-loss"}),
        ("restarts 0, 5xx: 0%", {"restart", "elevated-errors"}),
        ("OOM kills=0", {"oom-kill"}),
        ("0 restarts since noon", {"restart"}),
        ("배포도 없었는데 느려요", {"deploy"}),
        ("재시작이나 OOM은 전혀 없고 느립니다", {"restart", "oom-kill"}),
        ("패킷 손실은 없음", {"packet-loss"}),
    ],
)
def test_what_is_said_not_to_be_there_is_denied(text: str, slugs: set[str]) -> None:
    """By a word before it, by a count of nothing, in Korean by a word behind it."""
    assert denied(text) == slugs


@pytest.mark.parametrize(
    "text",
    [
        "No space left on device",
        "no Redis connections left in the pool",
        "5xx 0 -> 12%",
        "5xx 0.5% since the deploy",
        "restarts 0/4 done",
        "not ready, crash loop",
        "there is no doubt: the OOM kills are back",
        "OOM 을 없앴더니 재시작이 늘었다",
        "배포 후 메모리가 없어진다",
    ],
)
def test_what_is_there_is_not_denied(text: str) -> None:
    """A denial in the name of a symptom, of something else, or of what changed denies nothing."""
    assert denied(text) == set()


def test_comma_ends_a_denial() -> None:
    """What comes after it is there."""
    assert denied("no deploy, packet loss at 30%") == {"deploy"}


@given(st.text(st.sampled_from("no 0,:=%.없도나이는OM\n") | st.characters(), max_size=120))
def test_any_text_has_an_answer(text: str) -> None:
    """Only facets that were found are denied."""
    hits = find_facets(text, VOCABULARY)

    assert find_denied(text, hits) <= set(hits)
