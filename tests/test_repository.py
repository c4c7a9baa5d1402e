"""What a stranger reads: commands that exist, all of them told of, nothing of our machines."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from bot.cli import app

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_NOT_OURS = {"build", "dist", "__pycache__", "node_modules"}


def files() -> Iterator[Path]:
    """The files of the checkout that belong to the project."""
    for parent, folders, names in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if (name == ".ci" or not name.startswith("."))
            and name not in _NOT_OURS
            and not name.endswith(".egg-info")
            and not (Path(parent) / name / "pyvenv.cfg").exists()
        ]
        yield from (Path(parent) / name for name in names)


def page(name: str) -> str:
    """A page of the documentation."""
    return (ROOT / name).read_text(encoding="utf-8")


def commands() -> dict[str, set[str]]:
    """The commands of the command line, each with its options."""
    group = typer.main.get_command(app)
    return {
        name: {option for parameter in command.params for option in parameter.opts}
        for name, command in group.commands.items()  # type: ignore[attr-defined]  # it is a group
    }


@pytest.mark.parametrize("name", PAGES)
def test_commands_in_the_pages_exist(name: str) -> None:
    """With the options they are shown with."""
    known = commands()
    common = {"--db", "--lang", "--help"}

    shown = re.findall(r"(?<![/@\w-])incident-lookup (?!<)([a-z]+)([^`\n]*)", page(name))
    told = [(command, re.findall(r"--[a-z-]+", rest)) for command, rest in shown]

    assert [command for command, _ in told if command not in known] == []
    assert [
        (command, option)
        for command, options in told
        for option in options
        if option not in known[command] | common
    ] == []


@pytest.mark.parametrize("name", PAGES)
def test_make_targets_in_the_pages_exist(name: str) -> None:
    """Two commands of the README do everything."""
    targets = set(re.findall(r"^([a-z]+):", page("Makefile"), re.MULTILINE))

    shown = set(re.findall(r"(?:`|^)make ([a-z]+)", page(name), re.MULTILINE))

    assert shown - targets == set()
    if name == "README.md":
        assert {"demo", "test"} <= shown


def test_every_command_is_told_of() -> None:
    """In the README or, where only contributors need it, in CONTRIBUTING."""
    told = page("README.md") + page("CONTRIBUTING.md")

    untold = [
        name
        for name in commands()
        if f"incident-lookup {name}" not in told and f"make {name}" not in told
    ]
    assert untold == []


@pytest.mark.parametrize("name", PAGES)
def test_links_between_the_pages_lead_somewhere(name: str) -> None:
    """Files and pictures of the checkout."""
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page(name))

    assert [link for link in links if not (ROOT / link).exists()] == []


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    """A stranger's clone has none of these places, nor anybody's tokens."""
    places = ["work/", "root/", "home/", "Users/"]
    words = [*(f"/{place}" for place in places), "shar" + "ed/"]
    marks = re.compile(rf"(?<![\w.~-])(?:{'|'.join(words)})|xox[abp]-[0-9]|xapp-[0-9]")

    found = [
        (path.relative_to(ROOT).as_posix(), mark)
        for path in files()
        if path.suffix not in (".png", ".ico", ".pyc", ".sqlite", ".index")
        for mark in marks.findall(path.read_text(encoding="utf-8"))
    ]

    assert found == []


@pytest.mark.parametrize("room", ["handlers", "bot"])
def test_corpus_is_imported_by_its_public_names(room: str) -> None:
    """What is not in `corpus/__init__.py` is nobody else's business."""
    reaching_in = re.compile(r"^\s*(?:from|import) corpus\.", re.MULTILINE)

    inside = [
        path.name
        for path in (ROOT / room).rglob("*.py")
        if reaching_in.search(path.read_text(encoding="utf-8"))
    ]

    assert inside == []


def test_docstrings_hold_whole_characters_only() -> None:
    """Python 3.13 refuses to compile a docstring with half of a surrogate pair in it."""
    broken = []
    for path in files():
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, _DOCUMENTED):
                written = ast.get_docstring(node, clean=False) or ""
                if written != written.encode("utf-8", "replace").decode():
                    broken.append(path.name)

    assert broken == []
