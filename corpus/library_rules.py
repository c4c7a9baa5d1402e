"""The rules of the library: what a case has to keep beyond the case format.

Each rule is one function; together they are `check_cases`. Of one case:

- `unknown_slugs`: a slug of a facet is a term of the vocabulary; the nearest one is named.
- `missing_languages`: every human text is there in English and in Korean.
- `long_titles`: a title has at most 160 characters.
- `markup`: texts are plain: no HTML tag or entity, no Markdown. `docs` may hold foreign pages.
- `cause_words`: `symptoms_text` does not give the cause away (the rule: `corpus.cause_words`).
- `contradicting_durations`: `resolved_after` agrees with the words (`corpus.durations`).

Of all cases together:

- `find_repeated`: no two share the address of a source, or organisation and date, unless `related`
  or `recurrence_of` of either names the other (`corpus.repeated`).
- `dead_references`: ids in `related`, in `recurrence_of` and in texts are those of a case.

What breaks a rule in the shipped library is a finding; in other people's files it is worth a
notice, and one language is enough there (`corpus.validation`).
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from corpus.case import Case
from corpus.case_values import CASE_ID_PATTERN
from corpus.cause_words import find_cause_words
from corpus.durations import find_contradiction
from corpus.errors import InvalidCaseError
from corpus.importers import SkippedCase
from corpus.importers.incidentlib import FoundCase
from corpus.repeated import find_repeated
from corpus.vocabulary import Vocabulary

TITLE_LIMIT = 160
"""Characters of a title; a card shows it in one or two lines of a phone."""

LANGUAGES = ("en", "ko")

Fault: TypeAlias = tuple[str, str]
"""The dotted path of a field, and what is wrong with it, one clause."""


class SaidText(NamedTuple):
    """A human text of a case: where it stands, in which language, and what it says."""

    field: str
    lang: str
    text: str

    @property
    def path(self) -> str:
        """The dotted path of this text (`"title.en"`)."""
        return f"{self.field}.{self.lang}" if self.lang else self.field


def check_cases(
    cases: Sequence[FoundCase],
    vocabulary: Vocabulary,
    *,
    elsewhere: Collection[str] = (),
    languages_needed: bool = True,
) -> Iterator[SkippedCase]:
    """What breaks a rule in these cases, taken together, case by case.

    Args:
        cases: sound cases, with the files they came from.
        vocabulary: the terms that their slugs should be.
        elsewhere: ids of other cases that they may refer to.
        languages_needed: whether texts have to be there in both languages.
    """
    together = [found.case for found in cases]
    ids = {case.id for case in together}.union(elsewhere)
    repeated = find_repeated(together)
    for found in cases:
        case = found.case
        faults = [*unknown_slugs(case, vocabulary)]
        if languages_needed:
            faults += missing_languages(case)
        faults += (fault for rule in CASE_RULES for fault in rule(case))
        faults += repeated.get(case.id, ())
        faults += dead_references(case, ids)
        for field, reason in faults:
            yield SkippedCase.of(found.path, InvalidCaseError(field, reason), found.place)


def unknown_slugs(case: Case, vocabulary: Vocabulary) -> Iterator[Fault]:
    """Slugs that are no term of their facet, each with the nearest that is."""
    for facet, slugs in case.facets.items():
        for slug in slugs:
            if vocabulary.term(facet, slug) is not None:
                continue
            near = vocabulary.suggest(facet, slug, "en", limit=1)
            nearest = f"the nearest term is {near[0].slug}" if near else "no term is near"
            yield facet, f"{slug} is not in the vocabulary; {nearest}"


def missing_languages(case: Case) -> Iterator[Fault]:
    """Human texts that are not there in both languages."""
    said: dict[str, set[str]] = {}
    for each in said_texts(case.document):
        if each.lang:
            said.setdefault(each.field, set()).add(each.lang)
    for field in ("title", "summary", "symptoms_text"):
        said.setdefault(field, set())
    for field, langs in said.items():
        missing = [lang for lang in LANGUAGES if lang not in langs]
        if missing:
            yield field, f"lacks a text in {' and '.join(missing)}"


def long_titles(case: Case) -> Iterator[Fault]:
    """Titles that do not fit a card."""
    for lang in LANGUAGES:
        length = len(getattr(case.title, lang) or "")
        if length > TITLE_LIMIT:
            yield f"title.{lang}", f"has {length} characters; {TITLE_LIMIT} are the most"


_MARKUP = (
    (
        "HTML",
        re.compile(
            r"</?(?:a|b|i|u|em|strong|p|br|hr|div|span|code|pre|ul|ol|li|h[1-6]|img|table|tr|td|th"
            r"|blockquote|script|style)(?:\s[^<>]*)?/?>|&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,6});",
            re.IGNORECASE,
        ),
    ),
    (
        "Markdown",
        re.compile(
            r"\*\*\S[^*\n]*\*\*|`[^`\n]+`|```|\[[^\]\n]+\]\([^)\s]+\)"
            r"|^(?:#{1,6} |[-*+] |\d{1,2}\. |> |\|.*\|\s*$)",
            re.MULTILINE,
        ),
    ),
)


def markup(case: Case) -> Iterator[Fault]:
    """Texts with HTML or Markdown in them; screens show both as they stand."""
    for said in said_texts(case.document):
        for kind, pattern in _MARKUP:
            found = pattern.search(said.text)
            if found:
                yield said.path, f"has {kind} in it ({found.group().strip()[:30]})"


def cause_words(case: Case) -> Iterator[Fault]:
    """Symptoms that name the cause."""
    if case.symptoms_text is None or case.root_cause is None:
        return
    for lang in LANGUAGES:
        words = find_cause_words(getattr(case.symptoms_text, lang) or "", case.root_cause, lang)
        if words:
            told = ", ".join(words)
            yield f"symptoms_text.{lang}", f"gives the cause away ({told}); say what was seen"


def contradicting_durations(case: Case) -> Iterator[Fault]:
    """A length in words that is not the one in the timeline."""
    said = find_contradiction(case)
    if said is not None:
        length = case.timeline.resolved_after
        yield "timeline.resolved_after", f"is {length}, but the text says {said}"


CASE_RULES: tuple[Callable[[Case], Iterator[Fault]], ...] = (
    long_titles,
    markup,
    cause_words,
    contradicting_durations,
)
"""The rules that any case should keep by itself."""


def dead_references(case: Case, ids: Collection[str]) -> Iterator[Fault]:
    """Ids that are no case's; in a text only those that begin like the id of this case."""
    for field in ("related", "recurrence_of"):
        value = getattr(case, field) or ()
        for case_id in (value,) if isinstance(value, str) else value:
            if case_id == case.id:
                yield field, "names the case itself"
            elif case_id not in ids:
                yield field, f"names {case_id}, which is no case here"
    prefix = case.id.partition("-")[0]
    for said in said_texts(case.document):
        for case_id in re.findall(rf"\b{CASE_ID_PATTERN}\b", said.text):
            if case_id.startswith(f"{prefix}-") and case_id not in ids:
                yield said.path, f"names {case_id}, which is no case here"


_NO_TEXT = frozenset({"docs", "sources", "review", "_links"})
_PLAIN = frozenset({"scope", "users", "region"})


def said_texts(value: object, field: str = "") -> Iterator[SaidText]:
    """The human texts of a document, in order; those of `impact` are in no language of two."""
    if isinstance(value, list):
        for place, entry in enumerate(value):
            yield from said_texts(entry, f"{field}.{place}")
    if not isinstance(value, dict):
        return
    for key, part in value.items():
        inner = f"{field}.{key}" if field else key
        if isinstance(part, str) and part.strip():
            if key in LANGUAGES:
                yield SaidText(field, key, part)
            elif key in _PLAIN and field == "impact":
                yield SaidText(inner, "", part)
        elif key not in _NO_TEXT:
            yield from said_texts(part, inner)
