"""What front matter says of a case: fields of the case format as they are, the rest as lines."""

import json
from collections.abc import Mapping
from typing import Any

from corpus.case import Case, Document
from corpus.errors import InvalidCaseError
from corpus.importers.page import Line

_TEXTS = frozenset({"title", "summary", "symptoms_text", "detection", "lessons"})
_STEPS = frozenset({"remediation", "action_items", "dead_ends", "checks"})
_SLUGS = frozenset({"symptoms", "components", "domain", "contributing", "related"})
_FROM_IMPORT = frozenset({"id", "imported_from", "inferred", "added_at", "draft"})
"""What the importer decides."""


def split_front(front: Mapping[str, Any], lang: str) -> tuple[Document, list[Line]]:
    """The values that are sound fields of a case, and the others as lines `key: value`.

    Args:
        front: the values.
        lang: the language of texts that do not say theirs.
    """
    document: Document = {}
    lines: list[Line] = []
    for key, value in front.items():
        if key in _FROM_IMPORT or value in (None, "", [], {}):
            continue
        shaped = _shaped(key, value, lang)
        if key in Case.model_fields and _is_sound(key, shaped):
            document[key] = shaped
        else:
            said = _said(value)
            lines.append(Line("item", f"{key.replace('_', ' ')}: {said}"))
    return document, lines


def _shaped(key: str, value: Any, lang: str) -> Any:  # noqa: ANN401 - any YAML
    """A value in the shape of its field: texts in their language, lists where one was given."""
    if key in _TEXTS and isinstance(value, (str, int, float)):
        return {lang: str(value)}
    if key in _SLUGS and isinstance(value, str):
        return [each.strip() for each in value.split(",") if each.strip()]
    if key in _STEPS and isinstance(value, list):
        return [{"text": {lang: each}} if isinstance(each, str) else each for each in value]
    if key in ("severity", "org", "date") and isinstance(value, int):
        return str(value)
    return {"scope": value} if key == "impact" and isinstance(value, str) else value


def _is_sound(key: str, value: object) -> bool:
    probe = {"id": "CASE-1", "title": {"en": "-"}, "summary": {"en": "-"}, "channel_id": "C1"}
    try:
        Case.from_document(probe | {key: value})
    except InvalidCaseError:
        return False
    if key in ("root_cause", "trigger"):
        return isinstance(value, str) and " " not in value.strip()
    return True


def _said(value: object) -> str:
    if isinstance(value, list) and all(isinstance(each, (str, int, float)) for each in value):
        return ", ".join(map(str, value))
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
