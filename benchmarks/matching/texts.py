"""What of a case the engines are given: the same parts, in both languages, for all of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LANGUAGES = ("en", "ko")

FIELDS = ("title", "seen", "told", "tags")
"""Fields that an engine with weights can weigh: the title; what was seen; what was told later; the
slugs of the facets."""


@dataclass(frozen=True, slots=True)
class CaseText:
    """The searchable words of a case.

    Attributes:
        case_id: its id.
        title: language → title.
        seen: language → symptoms and how they were detected.
        told: language → summary, lessons, what ended it; who and what was hit.
        tags: the slugs of its facets as words.
    """

    case_id: str
    title: dict[str, str]
    seen: dict[str, str]
    told: dict[str, str]
    tags: str

    def in_language(self, lang: str) -> str:
        """Everything in one language, the tags at the end."""
        parts = (self.title.get(lang), self.seen.get(lang), self.told.get(lang), self.tags)
        return "\n".join(part for part in parts if part)

    def both(self) -> str:
        """Everything in both languages, the tags at the end."""
        parts = [one.get(lang) for lang in LANGUAGES for one in (self.title, self.seen, self.told)]
        return "\n".join(part for part in (*parts, self.tags) if part)


def read_text(document: dict[str, Any]) -> CaseText:
    """Take the searchable words out of a case's JSON."""
    steps = [step["text"] for step in document.get("remediation") or ()]
    hit = " ".join(_said(document.get("impact") or {}, "scope", "users"))
    told = [document.get("summary"), document.get("lessons"), *steps, {"en": hit, "ko": hit}]
    return CaseText(
        case_id=document["id"],
        title=_join([document["title"]]),
        seen=_join([document.get("symptoms_text"), document.get("detection")]),
        told=_join(told),
        tags=" ".join(slug.replace("-", " ") for slug in _slugs(document)),
    )


def _join(texts: list[dict[str, str] | None]) -> dict[str, str]:
    said = {lang: [text[lang] for text in texts if text and text.get(lang)] for lang in LANGUAGES}
    return {lang: "\n".join(some) for lang, some in said.items() if some}


def _said(part: dict[str, Any], *names: str) -> Iterator[str]:
    return (part[name] for name in names if part.get(name) not in (None, "", "unknown"))


def _slugs(document: dict[str, Any]) -> Iterator[str]:
    for name in ("symptoms", "components", "domain", "trigger", "root_cause", "contributing"):
        value = document.get(name) or ()
        yield from (value,) if isinstance(value, str) else value
