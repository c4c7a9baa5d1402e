"""The vocabulary: the terms that cases are tagged with, read from the TOML files of this folder.

Owns what terms exist, what they are called in both languages, and finding a term from something a
person typed. Finding terms inside a longer text is `corpus.facets`.

Each file holds one facet; each of its tables is one term:

    [replication-lag]
    label.en = "Replication lag"
    label.ko = "복제 지연"
    meaning.en = "A replica applies changes later than it should"
    aliases.en = ["replica lag", "repl lag", "seconds behind master"]
    aliases.ko = ["복제 지연", "레플리카 지연"]

A term that fewer than two shipped cases use says in `reason` why it is there all the same.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from rapidfuzz import fuzz

from corpus.tables import read_table
from corpus.vocabulary.alias_index import AliasIndex, Lookalikes, key
from corpus.vocabulary.term import Term

__all__ = ["FILES", "Lookalikes", "Term", "Vocabulary"]

FILES = {
    "symptoms": "symptoms.toml",
    "components": "components.toml",
    "domain": "domains.toml",
    "trigger": "triggers.toml",
    "root_cause": "root_causes.toml",
    "contributing": "contributing.toml",
}
"""The file of each facet."""

_LOOKALIKES = "lookalikes.toml"

_VALUE_LIMIT = 200
"""Characters of a typed value that are looked at; labels and aliases are shorter by far."""

_SUGGEST_CUTOFF = 60.0
_BEGINNING = 95.0
_WHOLE_WORD = 90.0


class Vocabulary:
    """The terms of all facets. Immutable; build it once with `Vocabulary.load()` and pass it on."""

    def __init__(self, terms: Iterable[Term], lookalikes: Lookalikes | None = None) -> None:
        """Arrange terms, in any order; two of one facet never share a spelling."""
        by_facet: dict[str, dict[str, Term]] = {facet: {} for facet in FILES}
        for term in sorted(terms, key=lambda term: term.slug):
            by_facet[term.facet][term.slug] = term
        self._by_facet = by_facet
        everything = [term for found in by_facet.values() for term in found.values()]
        self.aliases = AliasIndex(everything, lookalikes or Lookalikes())
        self._by_slug_key = {
            facet: {key(slug): term for slug, term in found.items()}
            for facet, found in by_facet.items()
        }

    @classmethod
    def load(cls) -> "Vocabulary":
        """Read the vocabulary that is shipped with the package."""
        terms = [
            _read_term(facet, slug, table)
            for facet, name in FILES.items()
            for slug, table in read_table(f"vocabulary/{name}").items()
        ]
        found = read_table(f"vocabulary/{_LOOKALIKES}")
        return cls(terms, Lookalikes(tuple(found["covering"]), tuple(found["well_spelt"])))

    def term(self, facet: str, slug: str) -> Term | None:
        """The term with exactly this slug, or None; an unknown facet has no terms."""
        return self._by_facet.get(facet, {}).get(slug)

    def terms(self, facet: str) -> tuple[Term, ...]:
        """All terms of a facet, sorted by slug."""
        return tuple(self._by_facet.get(facet, {}).values())

    def label(self, facet: str, slug: str, lang: str) -> str:
        """What a reader of `lang` sees for a slug; one without a term is shown as its words."""
        term = self.term(facet, slug)
        return term.label_in(lang) if term else slug.replace("-", " ")

    def resolve(self, facet: str, value: str) -> Term | None:
        """The term whose slug, label or alias `value` is, whatever its case, spaces and hyphens."""
        exact = self.term(facet, value)
        if exact is not None:
            return exact
        typed = key(value[:_VALUE_LIMIT])
        by_slug = self._by_slug_key.get(facet, {}).get(typed)
        if by_slug is not None:
            return by_slug
        spellings = self.aliases.get(typed) or ()
        return next((found.term for found in spellings if found.term.facet == facet), None)

    def suggest(self, facet: str, value: str, lang: str, limit: int = 3) -> tuple[Term, ...]:
        """The terms that `value` may have meant, likeliest first; none when nothing is near.

        Compares with slugs, labels and aliases of both languages; where two terms are equally near,
        the one that is nearer in `lang` comes first, then the one with the earlier slug.
        """
        wanted = _comparable(value[:_VALUE_LIMIT])
        if not wanted:
            return ()
        resolved = self.resolve(facet, value)
        ranked: list[tuple[float, float, str, Term]] = []
        for term in self.terms(facet):
            own = [term.slug, term.label_in(lang), *term.aliases.get(lang, ())]
            near_own = max(_nearness(wanted, _comparable(spelling)) for spelling in own)
            near = max(_nearness(wanted, _comparable(some)) for some in term.spellings)
            near = 101.0 if term is resolved else max(near, near_own)
            if near >= _SUGGEST_CUTOFF:
                ranked.append((-near, -near_own, term.slug, term))
        return tuple(term for *_, term in sorted(ranked, key=lambda entry: entry[:3])[:limit])


def _nearness(wanted: str, spelling: str) -> float:
    """How near a typed value is to a spelling, 0..100; never sought inside words."""
    if spelling.startswith(wanted):
        return _BEGINNING
    if f" {wanted} " in f" {spelling} ":
        return _WHOLE_WORD
    return max(fuzz.ratio(wanted, spelling), 0.95 * fuzz.token_sort_ratio(wanted, spelling))


def _comparable(text: str) -> str:
    """Lower-case words; Hangul taken apart into letters, so that one wrong vowel is one typo."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("-", " ").replace("_", " ")
    return unicodedata.normalize("NFD", " ".join(folded.split()))


def _read_term(facet: str, slug: str, table: Mapping[str, Any]) -> Term:
    aliases = {lang: tuple(some) for lang, some in table.get("aliases", {}).items()}
    return Term(facet, slug, table["label"], table["meaning"], aliases, table.get("reason", ""))
