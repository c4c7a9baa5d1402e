"""One term of the vocabulary: a slug with what it is called, what it means and how people say it.

Plain data. How terms are read from files is `corpus.vocabulary`'s; how they are found in a text is
`corpus.facets`'s.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Term:
    """A slug of one facet.

    Attributes:
        facet: the field of a case whose value it is, one of `corpus.case.FACETS`.
        slug: its stable name, as cases write it (`"replication-lag"`).
        label: what a reader sees, by language (`en`, `ko`).
        meaning: one line of explanation, by language; `en` always, `ko` where it reads naturally.
        aliases: what people type for it, by language; labels are found in texts as well.
        reason: why it is there although fewer than two shipped cases use it; empty for the others.
    """

    facet: str
    slug: str
    label: Mapping[str, str] = field(hash=False)
    meaning: Mapping[str, str] = field(hash=False)
    aliases: Mapping[str, tuple[str, ...]] = field(hash=False)
    reason: str = ""

    def label_in(self, lang: str) -> str:
        """The label in `lang`, else in English."""
        return self.label.get(lang) or self.label["en"]

    def meaning_in(self, lang: str) -> str:
        """The meaning in `lang`, else in English."""
        return self.meaning.get(lang) or self.meaning["en"]

    @property
    def spellings(self) -> tuple[str, ...]:
        """Labels and aliases of all languages, without repeats, labels first."""
        said = [*self.label.values(), *(alias for some in self.aliases.values() for alias in some)]
        return tuple(dict.fromkeys(said))
