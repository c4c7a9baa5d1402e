"""What `corpus` lets others import: each name from its module, and no module before its time."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import corpus

HEAVY = "numpy pydantic rapidfuzz sqlite_utils"


def read_by_type_checkers() -> dict[str, str]:
    """The names that the source imports for type checkers, with their modules."""
    source = Path(corpus.__file__).read_text(encoding="utf-8")
    return {
        alias.name: node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("corpus.")
        for alias in node.names
    }


def loaded_by(statement: str) -> set[str]:
    """Which of the heavy packages a fresh process has loaded after a statement."""
    code = f"import sys; {statement}; print(*(n for n in {HEAVY!r}.split() if n in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_every_public_name_is_there() -> None:
    """What type checkers are told is what a program gets, and nothing is public by accident."""
    told = read_by_type_checkers()

    assert set(told) == set(corpus.__all__)
    assert {
        name: getattr(corpus, name) is getattr(import_module(home), name)
        for name, home in told.items()
    } == dict.fromkeys(corpus.__all__, True)


def test_another_name_is_no_attribute() -> None:
    """A misspelt import fails as it does everywhere."""
    with pytest.raises(ImportError, match="Matcherr"):
        exec("from corpus import Matcherr")  # noqa: S102 - as a program would say it


@pytest.mark.parametrize(
    ("statement", "heavy"), [("import corpus", set()), ("from corpus import Gate", set())]
)
def test_a_name_loads_what_it_needs_alone(statement: str, heavy: set[str]) -> None:
    """The gate waits neither for a database nor for an index."""
    assert loaded_by(statement) == heavy
