"""One finding of `check`: what was looked at, whether it is in order, what to do."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A finding; `sentence` says what is wrong and what to do, or what was seen."""

    name: str
    ok: bool
    sentence: str

    def document(self) -> dict[str, Any]:
        """The finding as JSON."""
        return asdict(self)
