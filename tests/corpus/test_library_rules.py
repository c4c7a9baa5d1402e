"""The rules of the library, each broken once and kept once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.case import Case
from corpus.importers.incidentlib import FoundCase
from corpus.library_rules import TITLE_LIMIT, check_cases
from corpus.vocabulary import Vocabulary

MakeCase = Callable[..., Case]
BOTH = {"en": "Requests hung for a minute.", "ko": "요청이 1분 동안 멈췄다."}


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary; it never changes."""
    return Vocabulary.load()


def faults(vocabulary: Vocabulary, *cases: Case, **options: Any) -> list[tuple[str, str]]:
    """Field and reason of what is found in cases."""
    found = [FoundCase(Path(f"{case.id}.json"), "", case) for case in cases]
    return [(fault.field, fault.reason) for fault in check_cases(found, vocabulary, **options)]


@pytest.fixture
def make_sound(make_case: MakeCase) -> MakeCase:
    """Build a case that keeps every rule; keyword arguments replace or add values."""

    def build(**values: Any) -> Case:
        return make_case(
            **{"id": "PUB-1", "title": BOTH, "summary": BOTH, "symptoms_text": BOTH} | values
        )

    return build


def test_sound_case_breaks_no_rule(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """Commands, placeholders and signs of comparison are no markup; numbers are no lists."""
    text = {
        "en": "Free <none> a < b > c, 5 * 3 * 2, __init__, R&D; v1.2. 503. p99 -> 2s, snake_case_x",
        "ko": "가용 <none> a < b, 3 * 4, R&D, 503. p99 -> 2초",
    }
    checks = [{"text": text, "command": "kubectl get pods | grep `x` **/*.log", "confirms": text}]

    assert faults(vocabulary, make_sound(summary=text, checks=checks, docs=[{"text": "# x"}])) == []


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("replicaton-lag", "the nearest term is replication-lag"),
        ("tape-robot-jammed-zqx", "no term is near"),
    ],
)
def test_unknown_slug_is_named_with_the_nearest(
    make_sound: MakeCase, vocabulary: Vocabulary, slug: str, reason: str
) -> None:
    """A typo is told apart from a term of somebody's own."""
    found = faults(vocabulary, make_sound(symptoms=["high-latency", slug]))

    assert found == [("symptoms", f"{slug} is not in the vocabulary; {reason}")]


def test_slug_is_looked_for_in_its_own_facet(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """A symptom is no root cause."""
    [(field, reason)] = faults(vocabulary, make_sound(root_cause="high-latency"))

    assert field == "root_cause"
    assert reason.startswith("high-latency is not in the vocabulary; ")


def test_missing_language_is_named_wherever_it_is(
    make_sound: MakeCase, vocabulary: Vocabulary
) -> None:
    """Texts inside lists count like those of the case itself; whole texts that lack do, too."""
    case = make_sound(
        summary={"en": "Only English"},
        symptoms_text=None,
        remediation=[{"text": BOTH}, {"text": {"ko": "재시작"}}],
        checks=[{"text": BOTH, "confirms": {"en": "yes", "ko": " "}}],
    )

    assert faults(vocabulary, case) == [
        ("summary", "lacks a text in ko"),
        ("remediation.1.text", "lacks a text in en"),
        ("checks.0.confirms", "lacks a text in ko"),
        ("symptoms_text", "lacks a text in en and ko"),
    ]
    assert faults(vocabulary, case, languages_needed=False) == []


def test_long_title_is_named(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """A title has 160 characters at most, in either language."""
    most = {"en": "x" * TITLE_LIMIT, "ko": "가" * (TITLE_LIMIT + 1)}

    found = faults(vocabulary, make_sound(title=most))

    assert found == [("title.ko", "has 161 characters; 160 are the most")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It <b>failed</b>", "HTML"),
        ("line<br/>line", "HTML"),
        ('see <a href="https://x.example">here</a>', "HTML"),
        ("R&amp;D", "HTML"),
        ("it&#39;s", "HTML"),
        ("It **failed**", "Markdown"),
        ("run `df -h` now", "Markdown"),
        ("see [here](https://x.example)", "Markdown"),
        ("first\n- one\n- two", "Markdown"),
        ("## Summary", "Markdown"),
        ("1. first", "Markdown"),
        ("| a | b |", "Markdown"),
        ("> quoted", "Markdown"),
    ],
)
@pytest.mark.parametrize("field", ["summary", "impact", "checks"])
def test_markup_is_named(
    make_sound: MakeCase, vocabulary: Vocabulary, text: str, kind: str, field: str
) -> None:
    """HTML and Markdown show as they stand, in any text that people read."""
    both = {"en": text, "ko": BOTH["ko"]}
    values = {"summary": both, "impact": {"scope": text}, "checks": [{"text": both}]}
    places = {"summary": "summary.en", "impact": "impact.scope", "checks": "checks.0.text.en"}

    [(place, reason)] = faults(vocabulary, make_sound(**{field: values[field]}))

    assert place == places[field]
    assert reason.startswith(f"has {kind} in it (")


def test_cause_words_are_named(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """The words as the text has them, in the language that has them."""
    text = {"en": "TLS fails, the certificate Expired", "ko": "TLS 가 실패한다"}

    found = faults(vocabulary, make_sound(symptoms_text=text, root_cause="expired-credential"))

    assert found == [("symptoms_text.en", "gives the cause away (Expired); say what was seen")]


def test_contradicting_length_is_named(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """Both lengths are told."""
    title = {"en": "Shop was down for 20 minutes", "ko": "상점이 20분 동안 멈췄다"}

    found = faults(
        vocabulary,
        make_sound(title=title, summary=BOTH, timeline={"resolved_after": "PT3H"}),
    )

    assert found == [("timeline.resolved_after", "is PT3H, but the text says 20 minutes")]


def test_repeated_incident_is_named(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """The later of two cases of one organisation and date."""
    found = faults(vocabulary, make_sound(), make_sound(id="PUB-2"))

    assert found == [
        ("date", "example shop on 2025-07 is also that of PUB-1; name it in related, or drop one")
    ]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"related": ["PUB-9"]}, [("related", "names PUB-9, which is no case here")]),
        ({"recurrence_of": "PUB-9"}, [("recurrence_of", "names PUB-9, which is no case here")]),
        ({"related": ["PUB-1"]}, [("related", "names the case itself")]),
        ({"related": ["PUB-8"]}, []),
        (
            {"lessons": {"en": "As in PUB-9 and PUB-8.", "ko": "PUB-8 처럼, CVE-2024 와 다르다."}},
            [("lessons.en", "names PUB-9, which is no case here")],
        ),
    ],
)
def test_dead_reference_is_named(
    make_sound: MakeCase,
    vocabulary: Vocabulary,
    values: dict[str, Any],
    expected: list[tuple[str, str]],
) -> None:
    """Ids of cases that are elsewhere are alive; what only looks like an id is none."""
    assert faults(vocabulary, make_sound(**values), elsewhere={"PUB-8"}) == expected


def test_place_in_a_file_of_many_is_told(make_sound: MakeCase, vocabulary: Vocabulary) -> None:
    """A fault stands where its case stands."""
    found = FoundCase(Path("many.json"), "cases.3", make_sound(related=["PUB-9"]))

    [fault] = check_cases([found], vocabulary)

    assert str(fault) == "many.json: cases.3.related: names PUB-9, which is no case here"
