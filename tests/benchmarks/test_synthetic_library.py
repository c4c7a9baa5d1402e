"""The synthetic library of the benchmark: the same every time, real in form, and no copy."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from matching.coining import coin_hangul, coin_latin, count_words
from matching.library_file import write_library
from matching.sources import cut_sources
from matching.synthetic import SyntheticLibrary
from rapidfuzz import fuzz, process

from corpus import Case, Document, load_shipped_cases

MADE = 40

_WORD = re.compile(r"[A-Za-z0-9'-]+|[가-힣]+")


@pytest.fixture(scope="module")
def real() -> list[Document]:
    """The shipped cases."""
    return [case.document for case in load_shipped_cases()]


@pytest.fixture(scope="module")
def made(real: list[Document]) -> list[Document]:
    """Some synthetic cases."""
    library = SyntheticLibrary(real)
    return [library.make(number) for number in range(1, MADE + 1)]


def texts(document: Document, lang: str) -> str:
    """What a case says in one language."""
    fields = ("title", "symptoms_text", "detection", "summary", "lessons")
    return "\n".join((document.get(name) or {}).get(lang, "") for name in fields)


def mean(values: Sequence[float]) -> float:
    """Their mean."""
    return sum(values) / len(values)


def test_the_same_seed_makes_the_same_library(real: list[Document], made: list[Document]) -> None:
    """However many cases are made, and in whichever order."""
    library = SyntheticLibrary(real)

    again = [library.make(number) for number in range(MADE, 0, -1)][::-1]

    assert json.dumps(again) == json.dumps(made)
    assert SyntheticLibrary(real, seed=2).make(1) != made[0]


def test_the_real_cases_come_first(
    real: list[Document], made: list[Document], tmp_path: Path
) -> None:
    """All of them, as they are; then synthetic ones, however many processes made them."""
    path = tmp_path / "library.jsonl"

    write_library(real, SyntheticLibrary(real), len(real) + MADE, path)

    assert list(map(json.loads, path.read_text(encoding="utf-8").splitlines())) == [*real, *made]


def test_synthetic_cases_are_cases(made: list[Document]) -> None:
    """In the format, each with an id and a source of its own, in both languages."""
    cases = [Case.from_document(document) for document in made]

    assert len({case.id for case in cases}) == MADE
    assert len(frozenset[str]().union(*(case.source_urls for case in cases))) == MADE
    for case in cases:
        for text in (case.title, case.symptoms_text, case.summary):
            assert text
            assert text.en
            assert text.ko


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_synthetic_cases_are_as_long_as_real_ones(
    real: list[Document], made: list[Document], lang: str
) -> None:
    """In characters and in distinct words, on average."""

    def measure(documents: list[Document]) -> tuple[float, float]:
        said = [texts(document, lang) for document in documents]
        distinct = [len(set(_WORD.findall(each.lower()))) for each in said]
        return mean([len(each) for each in said]), mean(distinct)

    for of_made, of_real in zip(measure(made), measure(real), strict=True):
        assert 0.7 < of_made / of_real < 1.4


def test_no_synthetic_case_is_a_copy(real: list[Document], made: list[Document]) -> None:
    """The summary that is most like its own tells another story: it is a suspect of its own."""
    everything = [document["summary"]["en"] for document in [*real, *made]]

    for place, summary in enumerate(everything[len(real) :], len(real)):
        others = everything[:place] + everything[place + 1 :]
        found = process.extractOne(summary, others, scorer=fuzz.ratio)
        assert found
        assert found[1] < 75


def test_no_case_gives_two_sentences_of_what_was_seen(real: list[Document]) -> None:
    """Nothing is exchanged here, so that a sentence shows where it came from."""
    library = SyntheticLibrary(real, exchanged=0.0)
    givers = {
        "".join(bilingual["en"].pieces): source.document["id"]
        for source in cut_sources(real)
        for name in ("title", "symptoms_text", "detection")
        for bilingual in source.parts[name]
        if "en" in bilingual
    }

    for number in range(1, MADE + 1):
        document = library.make(number)
        seen = [document["title"], document["symptoms_text"], document["detection"] or {}]
        said = "\n".join(text.get("en", "") for text in seen)
        counts = Counter(giver for sentence, giver in givers.items() if sentence in said)
        assert max(counts.values()) == 1


def test_made_up_words_do_not_repeat() -> None:
    """As many as the largest library needs; Korean and Latin ones each."""
    needed = count_words(100_000) // 2

    assert len({coin_hangul(number) for number in range(needed)}) == needed
    assert len({coin_latin(number) for number in range(needed)}) == needed


def test_vocabulary_keeps_growing(real: list[Document]) -> None:
    """Early and late, cases say words that none said before."""
    library = SyntheticLibrary(real)

    def new_words(numbers: range, known: set[str]) -> int:
        said = {word for number in numbers for word in words_of(library.make(number))}
        return len(said - known)

    known = {word for document in real for word in words_of(document)}
    early, late = new_words(range(1, 21), known), new_words(range(90_001, 90_021), known)
    assert min(early, late) > 20


def words_of(document: dict[str, Any]) -> set[str]:
    """The distinct words of a case, in both languages."""
    return set(_WORD.findall((texts(document, "en") + "\n" + texts(document, "ko")).lower()))
