"""`validate` over the shipped library and over other files; the library in numbers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus import shipped
from corpus.case import FACETS, Case
from corpus.importers import SkippedCase
from corpus.library_numbers import LibraryNumbers, count_uses
from corpus.shipped import load_shipped_cases
from corpus.validation import rare_terms, validate
from corpus.vocabulary import Term, Vocabulary

MakeCase = Callable[..., Case]
MakeDocument = Callable[..., dict[str, Any]]
WriteJson = Callable[[str, Any], Path]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary; it never changes."""
    return Vocabulary.load()


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """The shipped cases; they never change."""
    return load_shipped_cases()


def test_shipped_library_keeps_every_rule(vocabulary: Vocabulary) -> None:
    """Nothing to mend, nothing to look at, and the numbers are told."""
    found = validate([], vocabulary)

    assert [str(finding) for finding in found.findings] == []
    assert found.notices == ()
    assert found.numbers is not None


def test_shipped_case_that_breaks_a_rule_is_a_finding(
    make_document: MakeDocument,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A broken file, a broken rule and a broken limit are all findings of one run."""
    folder = tmp_path / "cases"
    folder.mkdir()
    monkeypatch.setattr(shipped.resources, "files", lambda _: tmp_path)
    both = {"en": "Shop failed", "ko": "상점이 멈췄다"}
    document = make_document(
        id="PUB-1", title=both, symptoms_text=both, summary=both, root_cause="gremlins"
    )
    (folder / "PUB-1.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "PUB-2.json").write_text("{", encoding="utf-8")
    terms = [Term("symptoms", "high-latency", {"en": "Slow"}, {"en": "Slow"}, {}, "one case")]

    found = validate([], Vocabulary(terms))

    told = [f"{finding.path}: {finding.reason}" for finding in found.findings]
    assert told[0].startswith("PUB-2.json: is not valid JSON")
    assert told[1:] == [
        "PUB-1.json: gremlins is not in the vocabulary; no term is near",
        "cases: Example Shop has 1 of 1 cases; 5% are the most",
        "cases: only 0 of 1 cases have checks",
    ]


def test_rules_are_notices_in_other_files(
    make_document: MakeDocument, write_json: WriteJson, vocabulary: Vocabulary, tmp_path: Path
) -> None:
    """The format fails, a rule does not; one language is enough, and shipped ids are known."""
    write_json(
        "cases/a.json", make_document(id="PUB-0001", related=["PUB-0002"], symptoms=["oom-kil"])
    )
    write_json("cases/b.json", make_document(id="IL-1", draft="no"))

    found = validate([tmp_path / "cases"], vocabulary)

    folder = tmp_path / "cases"
    assert found.findings == (
        SkippedCase(str(folder / "b.json"), "draft", "should be true or false"),
    )
    assert found.notices == (
        SkippedCase(
            str(folder / "a.json"),
            "symptoms",
            "oom-kil is not in the vocabulary; the nearest term is oom-kill",
        ),
    )
    assert found.numbers is None


def test_rare_terms_need_a_reason(make_case: MakeCase) -> None:
    """One case is too few for a term without a reason, two are too many for one with it."""
    terms = [
        Term("symptoms", slug, {"en": slug}, {"en": slug}, {}, reason)
        for slug, reason in [("rare", ""), ("told", "because"), ("common", ""), ("stale", "once")]
    ]
    cases = [
        make_case(id="A-1", symptoms=["rare", "told", "common", "stale", "common"]),
        make_case(id="A-2", symptoms=["common", "stale"]),
    ]

    found = [str(each) for each in rare_terms(cases, Vocabulary(terms))]

    assert found == [
        "vocabulary/symptoms.toml: rare: has too few cases (1); use it, drop it, or say why in `reason`",  # noqa: E501 - one line as it is printed
        "vocabulary/symptoms.toml: stale: has enough cases (2) and needs no `reason` any more",
    ]


def test_library_stays_broad(cases: list[Case], vocabulary: Vocabulary) -> None:
    """No organisation above 5 %, a third since 2020, checks on two thirds, two languages."""
    numbers = LibraryNumbers.of(cases, vocabulary)

    assert numbers.broken_limits() == []
    assert numbers.cases >= 300
    assert max(numbers.organisations.values()) <= 0.05 * numbers.cases
    assert numbers.recent >= numbers.cases / 3
    assert numbers.with_checks >= numbers.cases * 2 / 3
    assert set(numbers.languages.values()) == {numbers.cases}
    assert sum(numbers.years.values()) == numbers.cases
    assert set(numbers.facets) == set(FACETS)


def test_narrow_library_breaks_its_limits(make_case: MakeCase, vocabulary: Vocabulary) -> None:
    """Each limit is told with what breaks it."""
    cases = [make_case(id=f"A-{n}", org="A" if n < 3 else f"B{n}", date="2019") for n in range(20)]

    told = LibraryNumbers.of(cases, vocabulary).broken_limits()

    assert told == [
        "A has 3 of 20 cases; 5% are the most",
        "only 0 of 20 cases are from 2020 on",
        "only 0 of 20 cases have checks",
    ]


def test_uses_count_cases_not_mentions(make_case: MakeCase) -> None:
    """A slug that a case names twice is used once; a facet of one value counts like a list."""
    uses = count_uses([make_case(symptoms=["a", "a"], root_cause="b"), make_case(symptoms=["a"])])

    assert uses == {("symptoms", "a"): 2, ("root_cause", "b"): 1}
