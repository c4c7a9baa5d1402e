"""Between a case and its form: nothing is lost, nothing secret kept, any words a valid view."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_samples import EN, KO, hostile_texts, own_case, quick

from bot.local_slack.blockkit import check_view
from corpus import Case, Masker, Vocabulary
from handlers.case_entry import (
    Entered,
    changes_of,
    check_text,
    form_of,
    iso_span,
    new_document,
    read_check,
)
from handlers.views.case_form import (
    CaseForm,
    build_capture_form,
    build_edit_form,
    mask_line,
    notice_lines,
)
from handlers.views.limits import json_size

VOCABULARY = Vocabulary.load()
MASKER = Masker()


def body(**fields: Any) -> dict[str, Any]:
    """A submission with these fields; a list is what was chosen in a menu."""
    values: dict[str, Any] = {}
    for name, value in fields.items():
        key = name.replace("_", "-")
        held: dict[str, Any] = {"value": value}
        if isinstance(value, list):
            held = {"selected_options": [{"value": each} for each in value]}
        elif key in ("cause", "readers"):
            held = {"selected_option": {"value": value}}
        elif key in ("started", "resolved"):
            held = {"selected_date_time": value}
        values[f"case.{key}-block"] = {f"case.{key}": held}
    return {"view": {"state": {"values": values}}}


def read(**fields: Any) -> Entered:
    """The same, read."""
    return Entered.read(body(**fields), VOCABULARY, MASKER)


def shown(case: Case, lang: str = "en") -> dict[str, Any]:
    """What a form of a case would send back if nobody touched it."""
    form = form_of(case, VOCABULARY, lang, ())
    texts = {names[1].removeprefix("case."): text for names, text in form.texts.items()}
    fields: dict[str, Any] = {
        "title": form.title,
        "symptoms": form.symptoms,
        "facets": [f"{term.facet}:{term.slug}" for term in form.terms],
        "date": form.date,
        **{name.replace("-", "_"): text for name, text in texts.items()},
    }
    if form.root_cause is not None:
        fields["cause"] = f"root_cause:{form.root_cause.slug}"
    return fields


def apply(case: Case, changes: Mapping[str, Any]) -> Case:
    """The case with these changes."""
    document = {**case.document, **changes}
    return Case.from_document({k: v for k, v in document.items() if v is not None})


def test_new_document_is_a_valid_draft() -> None:
    """Facets by their fields, lists by their lines, times as date and span."""
    said = read(
        title="  Checkout\n down ",
        symptoms="502s since 14:05",
        facets=["symptoms:replication-lag", "components:cache", "trigger:maintenance", "x:y"],
        cause="root_cause:human-error",
        fix="one\n\n  two ",
        checks="`df -h` full? -> same",
        dead_ends="restart",
        started=1_764_579_900,
        resolved=1_764_585_300,
    )
    document = new_document(said, author="U0ALICE", zone="Asia/Seoul")

    case = Case.from_document({"id": "CASE-0001", **document})

    assert case.draft
    assert case.title.get("en") == "Checkout down"
    assert case.facets["symptoms"] == ("replication-lag",)
    assert (case.trigger, case.root_cause) == ("maintenance", "human-error")
    assert [step.text.get("en") for step in case.remediation] == ["one", "two"]
    assert (case.date, case.timeline.resolved_after) == ("2025-12-01", "PT1H30M")
    assert case.review.written_by == "U0ALICE"


def test_korean_words_make_a_korean_case() -> None:
    """The language is that of the author, not of their interface."""
    said = read(title="결제가 멈췄다", symptoms="502가 계속 나요")

    assert new_document(said, author="U", zone=None)["title"] == {"ko": "결제가 멈췄다"}


def test_what_is_entered_is_masked_and_counted() -> None:
    """In every field."""
    mail = "a.b" + "@example.com"
    said = read(title=f"by {mail}", symptoms="x", fix=f"ask {mail}\npassword=" + "Abc" + "123!")

    assert mail not in repr(said)
    assert said.masked == {"email": 2, "password": 1}
    assert mask_line(said.masked, EN) == "Masked: 2 e-mail addresses, 1 password"
    assert mask_line({}, KO) == ""


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_untouched_form_changes_nothing(lang: str) -> None:
    """Both languages, unknown slugs and unknown keys stay."""
    case = own_case(
        symptoms=["replication-lag", "nobody-knows-this"],
        remediation=[{"text": {"en": "Drained.", "ko": "비웠다."}, "by": "ops"}],
        date="2024-03",
    )

    after = apply(case, changes_of(read(**shown(case, lang)), case, VOCABULARY, lang))

    before = case.document
    same = {
        name: (value, after.document.get(name))
        for name, value in before.items()
        if after.document.get(name) != value
    }
    assert same == {}


def test_changed_line_is_new_and_the_others_are_whole() -> None:
    """An entry that was not touched keeps its other language."""
    case = own_case()
    fields = shown(case)
    fields["dead_ends"] = fields["dead_ends"].replace("restarting the pods", "restarting it all")

    after = apply(case, changes_of(read(**fields), case, VOCABULARY, "en"))

    texts = [(step.text.en, step.text.ko) for step in after.dead_ends]
    assert texts == [("bigger instances", "인스턴스 키우기"), ("restarting it all", None)]


def test_emptied_fields_are_taken_away() -> None:
    """Title and symptoms stay what the form demands."""
    case = own_case(summary={"en": "A summary."})
    fields = {**shown(case), "fix": "", "checks": "", "summary": "", "facets": []}

    after = apply(case, changes_of(read(**fields), case, VOCABULARY, "en"))

    assert (after.remediation, after.checks, after.summary, after.symptoms) == ((), (), None, ())


def test_long_texts_are_not_cut_by_an_edit() -> None:
    """A field of Slack's takes 3,000 characters; what is longer is not in the form."""
    case = own_case(summary={"en": "x" * 5_000}, title={"en": "t" * 400})
    fields = shown(case)
    fields["title"] = fields["title"][:149] + "…"

    after = apply(case, changes_of(read(**fields), case, VOCABULARY, "en"))

    assert after.summary is not None
    assert len(after.summary.get("en")) == 5_000
    assert len(after.title.get("en")) == 400


@pytest.mark.parametrize(
    ("line", "check"),
    [
        ("`df -h` full? → same", {"text": "full?", "command": "df -h", "confirms": "same"}),
        ("look at the graph", {"text": "look at the graph"}),
        ("`a -> b`", {"text": "a -> b", "command": "a -> b"}),
        ("lag > 5 => yes", {"text": "lag > 5", "confirms": "yes"}),
    ],
)
def test_checks_are_read_from_a_line(line: str, check: dict[str, str]) -> None:
    """Command, what to look at, and what a yes means."""
    made = read_check(line, "en")

    plain = {k: v["en"] if isinstance(v, dict) else v for k, v in made.items()}
    assert plain == check


def test_checks_of_a_case_come_back_as_they_were() -> None:
    """What the form shows is what it reads."""
    for check in own_case().checks:
        again = read_check(check_text(check, "en"), "en")

        assert again["text"]["en"] == check.text.get("en")
        assert again.get("command") == check.command


@pytest.mark.parametrize(
    ("seconds", "span"),
    [(30, "PT1M"), (5_400, "PT1H30M"), (3_600, "PT1H"), (90_000, "P1DT1H"), (86_400, "P1D")],
)
def test_spans_are_written_as_cases_have_them(seconds: int, span: str) -> None:
    """To the minute."""
    assert iso_span(seconds) == span


@quick
@given(st.dictionaries(st.sampled_from(["title", "symptoms", "fix", "summary"]), hostile_texts))
def test_any_words_make_valid_forms(fields: dict[str, str]) -> None:
    """Hostile and huge texts never break what Slack takes."""
    said = read(**fields)
    form = CaseForm(
        title=said.title * 30,
        symptoms=said.symptoms * 200,
        texts={},
        readers="channel",
        started_at=1_764_579_900,
        notices=notice_lines(said.title or "x", "", "CASE-0001", said.summary or "y", EN),
    )

    for words in (EN, KO):
        for view in (build_capture_form(form, words, "{}"), build_edit_form(form, words, "{}")):
            assert check_view(view) == []
            assert json_size(view) < 250_000


@quick
@given(hostile_texts, st.integers(0, 60))
def test_any_case_makes_a_valid_edit_form(text: str, count: int) -> None:
    """Whatever its lists hold."""
    text = text.encode("utf-8", "replace").decode()  # a case holds whole characters only
    long = text * 40
    case = own_case(
        title={"en": long + "x"},
        symptoms_text={"en": long + "x"},
        remediation=[{"text": {"en": f"{text} {n}"}} for n in range(count)],
        checks=[{"text": {"ko": text + "x"}, "command": long or None}],
    )

    view = build_edit_form(form_of(case, VOCABULARY, "ko", ()), KO, "{}")

    assert check_view(view) == []
