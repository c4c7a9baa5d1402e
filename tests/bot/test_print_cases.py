"""What a search prints for people, from findings made by hand."""

from typing import Any

import pytest

from bot.print_cases import print_findings
from corpus import Band, Case, Findings, Match, Reason, Vocabulary
from handlers.locale import Catalogue


def make_match(number: int, band: Band, **values: Any) -> Match:
    """A match of this band with a case of its own."""
    document = {
        "id": f"PUB-{number:04}",
        "title": {"en": f"Title {number}"},
        "summary": {"en": "Something broke."},
        **values,
    }
    reason = Reason("phrase", "a ↔ b", "it is slow", "everything was slow")
    return Match(Case.from_document(document), 1 / number, band, (reason,))


def printed(capsys: pytest.CaptureFixture[str], *matches: Match, lang: str = "en") -> str:
    """What is printed for these matches, best first."""
    found = Findings("it is slow", matches[0].band, matches, 1.0)
    print_findings(found, Catalogue.load().words(lang), Vocabulary.load())
    return capsys.readouterr().out


def test_only_real_matches_are_shown_where_there_are_some(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The nearest below the last match would dilute it."""
    out = printed(
        capsys,
        make_match(1, Band.STRONG),
        make_match(2, Band.POSSIBLE),
        make_match(3, Band.NONE),
    )

    assert out.startswith("Looks like 2 past incidents\n")
    assert "1 · Strong · PUB-0001 · Title 1\n" in out
    assert "2 · Possible · PUB-0002 · Title 2\n" in out
    assert "Title 3" not in out


@pytest.mark.parametrize(
    ("lang", "lead"), [("en", "Nearest, but not close:"), ("ko", "가장 가까운 사례예요:")]
)
def test_the_nearest_are_shown_as_such(
    capsys: pytest.CaptureFixture[str], lang: str, lead: str
) -> None:
    """Without a band of their own, below the sentence that nothing is close."""
    out = printed(capsys, make_match(1, Band.NONE), make_match(2, Band.NONE), lang=lang)

    assert f"{lead}\n1 · PUB-0001 · Title 1\n" in out
    assert "“it is slow” ↔ “everything was slow”" in out


def test_the_first_match_is_told_in_full_and_the_others_with_less(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A phone's worth of text each: one fix and one check for the others, no dead ends."""
    steps: dict[str, Any] = {
        "remediation": [{"text": {"en": f"Fix {n}"}} for n in range(5)],
        "checks": [{"text": {"en": f"Check {n}"}, "command": f"look {n}"} for n in range(5)],
        "dead_ends": [{"text": {"en": f"Dead end {n}"}} for n in range(5)],
    }

    out = printed(
        capsys, make_match(1, Band.STRONG, **steps), make_match(2, Band.POSSIBLE, **steps)
    )

    first, second = out.split("2 · Possible")
    assert [first.count(word) for word in ("Fix ", "$ look ", "Dead end ")] == [3, 2, 3]
    assert [second.count(word) for word in ("Fix ", "$ look ", "Dead end ")] == [1, 1, 0]


def test_outdated_and_draft_cases_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody acts at 3 a.m. on what no longer holds."""
    out = printed(
        capsys,
        make_match(
            1,
            Band.STRONG,
            id="CASE-0001",
            visibility="team",
            draft=True,
            outdated={"at": "2025-01-01", "reason": "That cluster is gone"},
        ),
    )

    assert "That cluster is gone" in out
    assert "Draft, not reviewed yet" in out
