"""Masking of whole documents: every text of a case, with where what was masked stood."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from corpus.case import Document
from corpus.importers import MaskedPlace
from corpus.mask import Masker

_NO_TEXT = frozenset({"id", "date", "updated_at", "added_at", "imported_from", "inferred"})
"""Keys that hold no words of anybody."""


def mask_document(document: Document, masker: Masker) -> tuple[Document, Counter[tuple[str, str]]]:
    """A document with its texts masked, and how many of each kind each field had."""
    found: Counter[tuple[str, str]] = Counter()

    def masked(value: Any, field: str) -> Any:  # noqa: ANN401 - any JSON
        if isinstance(value, str):
            result = masker.mask(value)
            found.update((field, span.kind) for span in result.spans)
            return result.text
        if isinstance(value, dict):
            return {
                key: each if not field and key in _NO_TEXT else masked(each, _joined(field, key))
                for key, each in value.items()
            }
        if isinstance(value, list):
            return [masked(each, _joined(field, str(place))) for place, each in enumerate(value)]
        return value

    return masked(document, ""), found


def places(found: Counter[tuple[str, str]], path: str, *, masked: bool) -> Iterator[MaskedPlace]:
    """What was found, as the report of an import tells it."""
    for (field, kind), count in found.items():
        yield MaskedPlace(path, field, kind, count, masked)


def _joined(field: str, key: str) -> str:
    return f"{field}.{key}" if field else key
