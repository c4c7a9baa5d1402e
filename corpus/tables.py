"""The tables that ship with the package, read from TOML. What they say is known to who asks."""

from importlib import resources
from typing import Any

import tomli


def read_table(name: str) -> dict[str, Any]:
    """The table in a file of the package, such as `vocabulary/symptoms.toml`."""
    text = resources.files("corpus").joinpath(name).read_text(encoding="utf-8")
    return tomli.loads(text)
