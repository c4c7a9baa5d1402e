"""The case format: what is accepted, what is refused with which field and reason, what is kept."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from corpus.case import FACETS, Case, Visibility
from corpus.case_values import TEXT_LIMIT
from corpus.errors import InvalidCaseError

MakeDocument = Callable[..., dict[str, Any]]

BLANKS = [None, "", "  ", "unknown", "Unknown", [], {}, [None], {"en": "", "ko": "unknown"}]
OPTIONAL = sorted(Case.model_fields.keys() - {"id", "title", "symptoms_text"})


@pytest.mark.parametrize("field", OPTIONAL)
@pytest.mark.parametrize("blank", BLANKS, ids=repr)
def test_case_reads_blank_values_as_absent(
    make_document: MakeDocument, field: str, blank: Any
) -> None:
    """Everything but id, title and one text may be null, empty or "unknown"."""
    document = make_document()
    document.pop(field, None)
    absent = Case.from_document(document)

    case = Case.from_document(document | {field: blank})

    assert getattr(case, field) == getattr(absent, field)


@pytest.mark.parametrize("field", ["id", "title"])
@pytest.mark.parametrize("blank", BLANKS, ids=repr)
def test_case_requires_id_and_title(make_document: MakeDocument, field: str, blank: Any) -> None:
    """A blank id or title is a missing one."""
    document = make_document(**{field: blank})

    with pytest.raises(InvalidCaseError) as caught:
        Case.from_document(document)

    assert (caught.value.field, caught.value.reason) == (field, "is required")


@pytest.mark.parametrize("texts", [{}, {"symptoms_text": {"en": "unknown"}, "summary": None}])
def test_case_requires_symptoms_or_summary(
    make_document: MakeDocument, texts: dict[str, Any]
) -> None:
    """A case that says neither what was seen nor what happened is refused."""
    document = make_document()
    del document["symptoms_text"]

    with pytest.raises(InvalidCaseError, match="symptoms_text: is required where there is no"):
        Case.from_document(document | texts)


@pytest.mark.parametrize("field", ["symptoms_text", "summary"])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_case_accepts_one_text_in_one_language(
    make_document: MakeDocument, field: str, lang: str
) -> None:
    """One of the two texts in one of the two languages is enough."""
    document = make_document(symptoms_text=None, summary=None) | {field: {lang: "느림"}}

    case = Case.from_document(document)

    assert {getattr(case, field).get(reader) for reader in ("en", "ko")} == {"느림"}


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        ({"id": "il-0247"}, "id", "should be an id such as PUB-0031"),
        ({"id": "IL-0247\n"}, "id", "should be an id such as PUB-0031"),
        ({"id": "IL-٠٢"}, "id", "should be an id such as PUB-0031"),
        ({"id": 247}, "id", "should be a string"),
        ({"title": "Checkout timed out"}, "title", "should be an object"),
        ({"title": {"fr": "Panne"}}, "title", "needs a text in at least one language"),
        ({"title": {"en": 5}}, "title.en", "should be a string"),
        ({"summary": {"en": ["a"]}}, "summary.en", "should be a string"),
        ({"summary": {"en": "x" * (TEXT_LIMIT + 1)}}, "summary.en", "at most 100000 characters"),
        ({"summary": {"en": "x" * 2_000_000}}, "summary.en", "is too long"),
        ({"anything": {"else": "x" * 2_000_000}}, "anything.else", "is too long"),
        ({"org": 5}, "org", "should be a string"),
        ({"org": True}, "org", "should be a string"),
        ({"date": 2025}, "date", "should be a string"),
        ({"date": "July 2025"}, "date", "should be YYYY, YYYY-MM or YYYY-MM-DD"),
        ({"date": "2025-13"}, "date", "should be a date of the calendar"),
        ({"date": "2025-02-30"}, "date", "should be a date of the calendar"),
        ({"date": "٢٠٢٥"}, "date", "should be YYYY, YYYY-MM or YYYY-MM-DD"),
        ({"updated_at": "yesterday"}, "updated_at", "should be a date of the calendar"),
        ({"timeline": {"resolved_after": "2 hours"}}, "timeline.resolved_after", "ISO 8601"),
        ({"timeline": {"detected_after": "P"}}, "timeline.detected_after", "ISO 8601"),
        ({"timeline": {"detected_after": "PT"}}, "timeline.detected_after", "ISO 8601"),
        ({"timeline": "PT1H"}, "timeline", "should be an object"),
        ({"impact": {"users": 500}}, "impact.users", "should be a string"),
        ({"impact": {"region": {"en": "EU"}}}, "impact.region", "should be a string"),
        ({"symptoms": "high-latency"}, "symptoms", "should be a list"),
        ({"symptoms": {"high-latency": "yes"}}, "symptoms", "should be a list"),
        ({"symptoms": ["high-latency", 5]}, "symptoms.1", "should be a string"),
        ({"symptoms": ["", None, "unknown", 5]}, "symptoms.3", "should be a string"),
        ({"remediation": ["rolled back"]}, "remediation.0", "should be an object"),
        ({"remediation": [{"text": "rolled back"}]}, "remediation.0.text", "should be an object"),
        (
            {"remediation": [None, {"text": None}, {"text": {"en": "ok"}}, {"text": {"en": 1}}]},
            "remediation.3.text.en",
            "should be a string",
        ),
        (
            {"checks": [{"text": {"en": "?"}, "command": 1}]},
            "checks.0.command",
            "should be a string",
        ),
        ({"sources": [{"url": 5}]}, "sources.0.url", "should be a string"),
        ({"related": ["see also"]}, "related.0", "should be an id such as PUB-0031"),
        ({"recurrence_of": 12}, "recurrence_of", "should be a string"),
        ({"docs": [{"title": 5}]}, "docs.0.title", "should be a string"),
        ({"docs": [{"title": "a", "text": {"fr": "b"}}]}, "docs.0.text", ""),
        ({"applies_to": 5}, "applies_to", "should be a string"),
        ({"draft": "true"}, "draft", "should be true or false"),
        ({"draft": 1}, "draft", "should be true or false"),
        ({"visibility": "private"}, "visibility", "should be 'public', 'team' or 'channel'"),
        ({"visibility": "channel"}, "channel_id", "is required with visibility channel"),
        ({"channel_id": 5}, "channel_id", "should be a string"),
        ({"notes": [{"a": float("nan")}]}, "notes.0.a", "is not a number that JSON knows"),
        ({"notes": float("inf")}, "notes", "is not a number that JSON knows"),
        ({"notes": 10**400}, "notes", "is a number that is too long"),
        ({"notes": "\ud800"}, "notes", "is not valid Unicode"),
        ({"notes": {"\udfff": 1}}, "notes", "has a key that is not valid Unicode"),
        ({"notes": {5: 1}}, "notes", "has a key that is not a string"),
        ({"notes": {"a", "b"}}, "notes", "is not a JSON value"),
    ],
)
def test_case_names_the_field_at_fault(
    make_document: MakeDocument, values: dict[str, Any], field: str, reason: str
) -> None:
    """A wrong value is refused with its dotted path and a plain reason."""
    document = make_document(**values)

    with pytest.raises(InvalidCaseError) as caught:
        Case.from_document(document)

    assert caught.value.field == field
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("document", [None, [], "case", 5, True, [{"id": "IL-1"}]], ids=repr)
def test_case_is_an_object(document: Any) -> None:
    """Anything but a JSON object is refused as a whole."""
    with pytest.raises(InvalidCaseError) as caught:
        Case.from_document(document)

    assert (caught.value.field, caught.value.reason) == ("", "should be a JSON object")


def test_case_refuses_deep_nesting(make_document: MakeDocument) -> None:
    """A document nested without end is refused, and does not exhaust the stack."""
    deep: Any = "bottom"
    for _ in range(5_000):
        deep = [deep]

    with pytest.raises(InvalidCaseError, match="nested more than 32 levels deep"):
        Case.from_document(make_document(notes=deep))


@pytest.mark.parametrize(
    "duration", ["PT0M", "PT73H", "P1DT2H", "PT1.5H", "P2W", "P1Y2M3D", "PT11H50M7.25S"]
)
def test_case_accepts_iso_durations(make_document: MakeDocument, duration: str) -> None:
    """Every form of ISO 8601 duration is read."""
    case = Case.from_document(make_document(timeline={"resolved_after": duration}))

    assert case.timeline.resolved_after == duration


@pytest.mark.parametrize("date", ["2025", "2025-07", "2025-07-31"])
def test_case_accepts_partial_dates(make_document: MakeDocument, date: str) -> None:
    """A date may be a year, a month or a day."""
    case = Case.from_document(make_document(date=date))

    assert case.date == date


def test_case_leaves_entries_without_text_out(make_document: MakeDocument) -> None:
    """Entries that say nothing are not shown, and stay in the document."""
    remediation = [None, {}, {"text": None, "owner": "a"}, {"text": {"ko": "되돌렸다"}}]
    document = make_document(remediation=remediation, sources=[{"url": "", "kind": "blog"}])

    case = Case.from_document(document)

    assert [step.text.get("en") for step in case.remediation] == ["되돌렸다"]
    assert case.sources == ()
    assert case.document == document


def test_text_prefers_the_language_of_the_reader(make_document: MakeDocument) -> None:
    """A reader gets their language, and the original where there is no translation."""
    case = Case.from_document(make_document())
    assert case.symptoms_text is not None

    shown = [case.title.get("ko"), case.title.get("en"), case.symptoms_text.get("ko")]

    assert shown == [
        "결제가 시간 초과로 실패했다",
        "Checkout timed out",
        "Requests hung for a minute.",
    ]


def test_case_document_is_lossless(make_document: MakeDocument) -> None:
    """The document comes back value for value, key order and unknown keys included."""
    document = make_document(
        _links=[{"ts": "1.2", "own": True}],
        zeta={"b": 1, "a": [1.5, None, -0.0, 10**30]},
        title={"ko": "제목 \u202e🔥\u0000", "en": "unknown", "fr": "Titre"},
        model_config={"copy": 1},
        json_text="theirs",
        __class__="theirs",
    )

    case = Case.from_document(document)

    assert json.dumps(case.document) == json.dumps(document)
    assert Case.from_json_text(case.json_text) == case


def test_case_document_is_a_copy(make_document: MakeDocument) -> None:
    """Changing what went in or came out changes no case."""
    given = make_document()
    case = Case.from_document(given)

    given["title"]["en"] = "changed"
    case.document["title"]["en"] = "changed"

    assert case.document == make_document()


def test_case_is_frozen(make_document: MakeDocument) -> None:
    """A case never changes after it was read."""
    case = Case.from_document(make_document())

    with pytest.raises(ValidationError, match="frozen"):
        case.org = "Another"  # type: ignore[misc]  # the point of the test


def test_case_lists_its_facets_in_order(make_document: MakeDocument) -> None:
    """Facets come in the order of FACETS, and those without a slug are left out."""
    case = Case.from_document(
        make_document(root_cause="bad-deploy", trigger="unknown", domain=["database", "unknown"])
    )

    facets = case.facets

    assert facets == {
        "symptoms": ("high-latency",),
        "domain": ("database",),
        "root_cause": ("bad-deploy",),
    }
    assert list(facets) == [facet for facet in FACETS if facet in facets]


def test_case_knows_its_source_urls(make_document: MakeDocument) -> None:
    """The addresses of the sources tell twins."""
    sources = [{"url": "https://a.example/1"}, {"url": "https://b.example/2", "kind": "talk"}]

    case = Case.from_document(make_document(sources=sources))

    assert case.source_urls == {"https://a.example/1", "https://b.example/2"}


@pytest.mark.parametrize(
    ("visibility", "draft"),
    [(Visibility.PUBLIC, False), (Visibility.TEAM, True), (Visibility.CHANNEL, True)],
)
def test_case_is_no_draft_once_public(
    make_document: MakeDocument, visibility: Visibility, *, draft: bool
) -> None:
    """Only own cases are drafts; the document keeps what it said."""
    case = Case.from_document(make_document(draft=True, channel_id="C1", review={}))

    placed = case.with_visibility(visibility)

    assert (placed.visibility, placed.draft) == (visibility, draft)
    assert placed.document == case.document


def test_case_for_a_channel_needs_the_channel(make_document: MakeDocument) -> None:
    """Visibility `channel` without a channel would hide the case from everyone."""
    case = Case.from_document(make_document())

    with pytest.raises(InvalidCaseError) as caught:
        case.with_visibility(Visibility.CHANNEL)

    assert caught.value.field == "channel_id"
