"""What says that an incident is over, and what only sounds like it."""

import json
from pathlib import Path

import pytest

from corpus import Gate

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("Resolved. errors are back to baseline", True),
        ("all good now, closing this one", True),
        ("복구됐습니다. 상황 종료합니다", True),
        ("[RESOLVED] HighErrorRate checkout", True),
        ("is it resolved?", False),
        ("checkout is throwing 502s since 14:05", False),
        ("fixed it but now login is down", False),
        ("", False),
        ("   ", False),
        ("who can join the call?", False),
    ],
)
def test_end_of_an_incident_is_recognised(text: str, is_over: bool) -> None:
    """In people's words and in those of incident bots, in both languages."""
    assert Gate.load().says_resolved(text) is is_over


def test_labelled_messages_are_told_apart() -> None:
    """Two in three that tell of an end; hardly any that describes a live symptom."""
    gate = Gate.load()
    lines = [
        json.loads(line)
        for name in ("chatter-more", "chatter-negatives", "chatter-positives")
        for line in (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    ended = [gate.says_resolved(line["text"]) for line in lines if line["kind"] == "resolved"]
    live = [gate.says_resolved(line["text"]) for line in lines if line["expect"] == "reply"]

    assert sum(ended) / len(ended) > 0.65
    assert sum(live) / len(live) < 0.01
