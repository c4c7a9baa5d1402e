"""Secrets and personal data in a text, masked before anything is stored.

Owns the order of the rules and what is put in the place of what they find. The rules themselves are
`corpus.mask_rules`; no rule asks anybody or anything outside the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from corpus import mask_rules as rules
from corpus.mask_rules import MASK_KINDS, MaskKind

MARK = "•••"
"""What stands for a secret. It has no letters, so that no search finds it, no reason quotes it."""


@dataclass(frozen=True, slots=True)
class MaskedSpan:
    """One thing that was masked: what it was, and where in the text as it was given."""

    kind: MaskKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A text without its secrets, and what was masked, in order; spans never overlap."""

    text: str
    spans: tuple[MaskedSpan, ...]


class Masker:
    """Masks texts; immutable, safe to share between threads.

    Args:
        customer_ids: patterns of ids that tell who a customer is, such as `CUST-####` or `acct_*`.

    Raises:
        ValueError: a pattern is too wide to be one of ids.
    """

    def __init__(self, customer_ids: Sequence[str] = ()) -> None:
        self._customers = rules.customer_ids(rules.compile_id(each) for each in customer_ids)

    def mask(self, text: str) -> MaskedText:
        """Mask a text of any length, in time that grows with its length alone.

        Masking what is masked already changes nothing.
        """
        spans = tuple(_joined(sorted(self._find(text), key=_order)))
        pieces, at = [], 0
        for span in spans:
            pieces += [text[at : span.start], MARK]
            at = span.end
        return MaskedText("".join([*pieces, text[at:]]), spans)

    def __call__(self, text: str) -> str:
        """The masked text alone."""
        return self.mask(text).text

    def _find(self, text: str) -> Iterator[MaskedSpan]:
        finders: tuple[tuple[MaskKind, rules.Finder], ...] = (
            ("private-key", rules.private_keys),
            ("jwt", rules.jwts),
            ("token", rules.prefixed_tokens),
            ("key", rules.cloud_keys),
            ("password", rules.url_passwords),
            ("token", rules.headers),
            ("token", rules.basic_pairs),
            ("password", rules.command_passwords),
            ("email", rules.emails),
            ("card", rules.cards),
            ("resident-number", rules.resident_numbers),
            ("phone", rules.phones),
            ("customer-id", self._customers),
        )
        for kind, find in finders:
            for start, end in find(text):
                yield MaskedSpan(kind, start, end)
        for kind, start, end in rules.named_secrets(text):
            yield MaskedSpan(kind, start, end)


_RANKS = {kind: rank for rank, kind in enumerate(MASK_KINDS)}


def _joined(spans: Iterable[MaskedSpan]) -> Iterator[MaskedSpan]:
    """Spans that overlap as one, of the kind that comes first in `MASK_KINDS`."""
    last: MaskedSpan | None = None
    for span in spans:
        if last is None:
            last = span
        elif span.start < last.end:
            kind = min(last.kind, span.kind, key=_RANKS.__getitem__)
            last = MaskedSpan(kind, last.start, max(last.end, span.end))
        else:
            yield last
            last = span
    if last is not None:
        yield last


def _order(span: MaskedSpan) -> tuple[int, int]:
    return span.start, span.end
