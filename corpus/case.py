"""The case: the written record of a past incident, and how its JSON is read.

A `Case` is a frozen, validated view of one JSON document. The document itself is kept whole,
unknown keys included, so that what was imported is written back value for value. Where a case
lives, who sees it by default and what it matches is not known here.
"""

import hashlib
import json
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    PrivateAttr,
    StrictBool,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from corpus.case_values import (
    CaseId,
    Duration,
    PartialDate,
    Prose,
    Slug,
    Timestamp,
)
from corpus.documents import check_document, compact_json
from corpus.errors import InvalidCaseError

FACETS = ("symptoms", "components", "domain", "trigger", "root_cause", "contributing")
"""The fields of a case whose values are slugs of the vocabulary."""

Document: TypeAlias = dict[str, Any]
"""A case as parsed JSON."""

LINKS_KEY = "_links"
"""Where an export tells of the threads that link a case; no part of the case itself."""


class Visibility(StrEnum):
    """Who may see a case: everyone, the workspace, or one channel."""

    PUBLIC = "public"
    TEAM = "team"
    CHANNEL = "channel"


_NEEDED = {
    "remediation": "text",
    "action_items": "text",
    "dead_ends": "text",
    "checks": "text",
    "sources": "url",
}
"""Lists whose entries say nothing without this key; such an entry is left out of the view."""


_UNKNOWN = "unknown"


def _what_is_said(value: object, needed: str | None = None) -> object:
    """A value without the parts that the case format counts as "nothing said"; None if all are.

    Args:
        value: parsed JSON.
        needed: the key without which an object says nothing.
    """
    if isinstance(value, str):
        said = value.strip()
        is_blank = not said or (len(said) == len(_UNKNOWN) and said.lower() == _UNKNOWN)
        return None if is_blank else value
    if isinstance(value, dict):
        every = {key: _part(key, part) for key, part in value.items()}
        parts = {key: part for key, part in every.items() if part is not None}
        return parts if parts and (needed is None or needed in parts) else None
    return _part("", value) if isinstance(value, list) else value


def _part(name: str, value: object) -> object:
    """What the part of a document says that is filed under a name; None when it is nothing."""
    if isinstance(value, list):
        return [said for _, said in kept_entries(name, value)] or None
    return _what_is_said(value)


def kept_entries(name: str, entries: list[Any]) -> Iterator[tuple[int, object]]:
    """What the entries of a list say, those that say something, with their places in it."""
    needed = _NEEDED.get(name)
    for place, entry in enumerate(entries):
        said = _what_is_said(entry, needed)
        if said is not None:
            yield place, said


class Part(BaseModel):
    """A piece of a case: frozen, unknown keys kept."""

    model_config = ConfigDict(frozen=True, extra="allow")


class Text(Part):
    """Human text in one or more languages; at least one of English and Korean."""

    en: Prose | None = None
    ko: Prose | None = None

    @model_validator(mode="after")
    def _has_a_language(self) -> "Text":
        if self.en is None and self.ko is None:
            raise ValueError("needs a text in at least one language (en, ko)")
        return self

    def get(self, lang: str) -> str:
        """The text in `lang`, else in the language it was written in."""
        return (self.ko or self.en or "") if lang == "ko" else (self.en or self.ko or "")


class Impact(Part):
    """What was hit: plain strings, as the source says them."""

    scope: Prose | None = None
    users: Prose | None = None
    region: Prose | None = None


class Timeline(Part):
    """Spans from the start of the incident, as ISO 8601 durations."""

    detected_after: Duration | None = None
    resolved_after: Duration | None = None


class Step(Part):
    """One thing done or tried: an entry of `remediation` or `dead_ends`."""

    text: Text


class ActionItem(Step):
    """Work agreed on afterwards; open until `done_at` is set."""

    done_at: Timestamp | None = None


class Check(Part):
    """What a responder runs or looks at to tell whether this is the same thing."""

    text: Text
    command: Prose | None = None
    confirms: Text | None = None


class Source(Part):
    """Where the facts come from."""

    url: Prose
    kind: str | None = None
    archived: Prose | None = None


class Doc(Part):
    """A document that belongs to the case: a page elsewhere, or its text."""

    title: str | Text | None = None
    text: Prose | Text | None = None
    url: Prose | None = None


class Review(Part):
    """Who wrote the case and who vouched for it."""

    written_by: str | None = None
    reviewed_at: Timestamp | None = None
    reviewed_by: str | None = None


class Outdated(Part):
    """Since when the case no longer applies, and why."""

    at: Timestamp | None = None
    reason: Prose | Text | None = None


class Case(Part):
    """A past incident. Build it with `Case.from_document`; it never changes afterwards."""

    id: CaseId
    title: Text
    org: str | None = None
    org_slug: Slug | None = None
    date: PartialDate | None = None
    date_kind: str | None = None
    domain: tuple[Slug, ...] = ()
    impact: Impact = Impact()
    symptoms: tuple[Slug, ...] = ()
    symptoms_text: Text | None = None
    trigger: Slug | None = None
    severity: str | None = None
    timeline: Timeline = Timeline()
    detection: Text | None = None
    components: tuple[Slug, ...] = ()
    root_cause: Slug | None = None
    contributing: tuple[Slug, ...] = ()
    remediation: tuple[Step, ...] = ()
    action_items: tuple[ActionItem, ...] = ()
    lessons: Text | None = None
    summary: Text | None = None
    sources: tuple[Source, ...] = ()
    related: tuple[CaseId, ...] = ()
    recurrence_of: CaseId | None = None
    docs: tuple[Doc, ...] = ()
    review: Review = Review()
    updated_at: Timestamp | None = None
    url: Prose | None = None
    checks: tuple[Check, ...] = ()
    dead_ends: tuple[Step, ...] = ()
    applies_to: Prose | Text | tuple[str, ...] | None = None
    outdated: Outdated | None = None
    visibility: Visibility | None = None
    channel_id: str | None = None
    draft: StrictBool = False
    added_at: Timestamp | None = None

    _json_text: str = PrivateAttr(default="{}")

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.symptoms_text is None and self.summary is None:
            raise _missing("symptoms_text", "is required where there is no summary")
        if self.visibility is Visibility.CHANNEL and self.channel_id is None:
            raise _missing("channel_id", "is required with visibility channel")
        return self

    @classmethod
    def from_document(cls, document: object) -> "Case":
        """Read a case from parsed JSON.

        Raises:
            InvalidCaseError: the document breaks the format; names the first field at fault.
        """
        if not isinstance(document, dict):
            raise InvalidCaseError("", "should be a JSON object")
        check_document(document)
        return cls._build(document, compact_json(document))

    @classmethod
    def from_json_text(cls, text: str) -> "Case":
        """Read a case back from its own `json_text`, whose values were checked before.

        Raises:
            InvalidCaseError: the document breaks a rule that is newer than the text.
        """
        return cls._build(json.loads(text), text)

    @classmethod
    def _build(cls, document: Document, text: str) -> "Case":
        try:
            case = cls.model_validate(_what_is_said(document) or {})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise InvalidCaseError(_find_field(first, document), _say_reason(first)) from error
        case._json_text = text  # noqa: SLF001  # its own class builds it
        return case

    def with_visibility(self, visibility: Visibility) -> "Case":
        """The same case for these readers; the document stays as it is. A public one is no draft.

        Raises:
            InvalidCaseError: it is to be seen in one channel, and does not say which.
        """
        if visibility is Visibility.CHANNEL and self.channel_id is None:
            raise InvalidCaseError("channel_id", "is required with visibility channel")
        draft = self.draft and visibility is not Visibility.PUBLIC
        return self.model_copy(update={"visibility": visibility, "draft": draft})

    @property
    def document(self) -> Document:
        """The JSON this case was read from, every value as it was; a copy."""
        document: Document = json.loads(self._json_text)
        return document

    @property
    def json_text(self) -> str:
        """The same document in one line of JSON: what is stored, and what is hashed."""
        return self._json_text

    @property
    def digest(self) -> str:
        """A hash of the document and of who may see it: a stored case has changed when this has."""
        return digest_of(self._json_text, self.visibility)

    @property
    def facets(self) -> dict[str, tuple[str, ...]]:
        """The slugs of each facet, in the order of `FACETS`; facets without any are left out."""
        found: dict[str, tuple[str, ...]] = {}
        for facet in FACETS:
            value = getattr(self, facet)
            slugs = (value,) if isinstance(value, str) else value
            if slugs:
                found[facet] = tuple(slugs)
        return found

    @property
    def source_urls(self) -> frozenset[str]:
        """Addresses of the sources; two cases that share one are twins, the same incident."""
        return frozenset(source.url for source in self.sources)


def digest_of(json_text: str, visibility: Visibility | None) -> str:
    """The `Case.digest` of a document in one line of JSON, for these readers."""
    return hashlib.sha256(f"{visibility}\n{json_text}".encode()).hexdigest()


def _missing(field: str, reason: str) -> PydanticCustomError:
    """A complaint about a field that the case as a whole needs."""
    return PydanticCustomError("missing_field", "{reason}", {"field": field, "reason": reason})


def _find_field(error: ErrorDetails, document: Document) -> str:
    """The dotted path in the document: pydantic counts without blank entries, and names unions."""
    if error["type"] == "missing_field":
        return str(error["ctx"]["field"])
    path: list[str] = []
    here: Any = document
    for part in error["loc"]:
        if isinstance(here, list) and isinstance(part, int):
            place = list(kept_entries(path[-1], here))[part][0]
            here = here[place]
            path.append(str(place))
        elif isinstance(here, dict) and part in here:
            here = here[part]
            path.append(str(part))
    if error["type"] == "missing":
        last = str(error["loc"][-1])
        path = path if path and path[-1] == last else [*path, last]
    return ".".join(path)


_REASONS = {
    "missing": "is required",
    "model_type": "should be an object",
    "tuple_type": "should be a list",
    "string_type": "should be a string",
    "bool_type": "should be true or false",
}


def _say_reason(error: ErrorDetails) -> str:
    """A clause that follows the name of the field, in the words of JSON where pydantic's differ."""
    message = error["msg"].removeprefix("Value error, ")
    for subject in ("Input ", "String "):
        message = message.removeprefix(subject)
    return _REASONS.get(error["type"], message)
