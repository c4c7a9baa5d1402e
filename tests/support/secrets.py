"""Labelled lines with secrets in them, written so that no scanner takes the file for a leak.

`«kind:…»` is a secret, and `¦` in it is only there to break it: it goes when the line is read.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus import Masker

CUSTOMER_IDS = ("CUST-######", "acct_*")
"""The pattern of customer ids that the lines are written for."""

_SECRET = re.compile(r"«([a-z-]+):(.*?)»", re.DOTALL)


@dataclass(frozen=True)
class Labelled:
    """A line as people write it, and what in it is secret: kind and place."""

    text: str
    secrets: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Figures:
    """What came of masking a set.

    Attributes:
        secrets: how many there are.
        missed: those of which anything is left.
        clean: lines without a secret.
        false: those of them in which something was masked.
        spilt: words masked beside the secrets of other lines.
    """

    secrets: int
    missed: tuple[str, ...]
    clean: int
    false: tuple[str, ...]
    spilt: tuple[str, ...]

    @property
    def recall(self) -> float:
        """The share of secrets that are wholly masked."""
        return 1 - len(self.missed) / self.secrets

    @property
    def false_masks(self) -> float:
        """The share of lines without a secret in which something was masked."""
        return len(self.false) / self.clean

    def __str__(self) -> str:
        return (
            f"recall {self.recall:.3f} of {self.secrets} secrets, "
            f"false masks {self.false_masks:.3f} of {self.clean} lines without one, "
            f"{len(self.spilt)} masks beside a secret"
        )


def read_lines(path: Path) -> Iterator[Labelled]:
    """The lines of a file, put together."""
    for line in path.read_text(encoding="utf-8").splitlines():
        yield read_line(json.loads(line)["text"])


def read_line(marked: str) -> Labelled:
    """One line without its marks."""
    text, secrets, at = "", [], 0
    for found in _SECRET.finditer(marked):
        text += marked[at : found.start()]
        secret = found[2].replace("¦", "")
        secrets.append((found[1], len(text), len(text) + len(secret)))
        text, at = text + secret, found.end()
    return Labelled(text + marked[at:], tuple(secrets))


def measure(lines: Iterable[Labelled], masker: Masker) -> Figures:
    """Mask every line, and count."""
    secrets, missed, clean, false, spilt = 0, [], 0, [], []
    for line in lines:
        spans = masker.mask(line.text).spans
        secrets += len(line.secrets)
        for kind, start, end in line.secrets:
            if not any(span.start <= start and end <= span.end for span in spans):
                missed.append(f"{kind}: {line.text[start:end]} in {line.text}")
        beside = [
            line.text[span.start : span.end]
            for span in spans
            if all(span.end <= start or end <= span.start for _, start, end in line.secrets)
        ]
        if line.secrets:
            spilt += beside
        else:
            clean += 1
            false += [f"{beside} in {line.text}"] if beside else []
    return Figures(secrets, tuple(missed), clean, tuple(false), tuple(spilt))
