"""Set-up on a strange machine: the scripts with whatever Pythons there are, and the Makefile."""

import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")

SOUND = """
case "$1 $2" in
    "-m venv") mkdir -p "$4/bin"; echo "$0" >"$4/bin/python"; exit 0 ;;
esac
exit 0
"""
OLD = """
case "$2" in *version_info*\\<*) exit 1 ;; esac
exit 0
"""
SHIM = """
echo "pyenv: $0: command not found" >&2
exit 127
"""
INCOMPLETE = """
case "$2" in
    *ensurepip*) exit 1 ;;
    *print*) echo "python3.13-venv" ;;
esac
exit 0
"""
FAILING = """
case "$1 $2" in
    "-m venv") mkdir -p "$4/bin"; : >"$4/bin/python"; echo "no space left" >&2; exit 1 ;;
esac
exit 0
"""

MakeVenv = Callable[[Mapping[str, str]], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def make_venv(tmp_path: Path) -> MakeVenv:
    """Run make-venv.sh where these Pythons (name → what it does) are all there are."""

    def run(pythons: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
        path = tmp_path / "path"
        path.mkdir()
        for name, body in pythons.items():
            (path / name).write_text(f"#!/bin/sh{body}", encoding="utf-8")
            (path / name).chmod(0o755)
        for tool in ("mkdir", "rm", "ls"):
            (path / tool).symlink_to(str(shutil.which(tool)))
        return subprocess.run(
            ["/bin/sh", str(ROOT / "scripts" / "make-venv.sh"), str(tmp_path / "venv")],
            env={"PATH": str(path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def chosen(tmp_path: Path) -> str:
    """The name of the Python that made the environment."""
    return Path((tmp_path / "venv" / "bin" / "python").read_text(encoding="utf-8").strip()).name


@pytest.mark.parametrize(
    ("pythons", "expected"),
    [
        ({"python3": SOUND}, "python3"),
        ({"python": SOUND}, "python"),
        ({"python3.11": SOUND, "python3.13": SOUND, "python3": SOUND}, "python3.13"),
        ({"python3.14": SHIM, "python3.12": SOUND, "python3.11": SOUND}, "python3.12"),
        ({"python3.14": INCOMPLETE, "python3.11": SOUND}, "python3.11"),
        ({"python3.13": OLD, "python3": SOUND}, "python3"),
    ],
)
def test_the_newest_python_that_works_is_chosen(
    make_venv: MakeVenv, tmp_path: Path, pythons: Mapping[str, str], expected: str
) -> None:
    """Shims that run nothing, Pythons without venv and old ones are passed over silently."""
    done = make_venv(pythons)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert chosen(tmp_path) == expected


@pytest.mark.parametrize(
    "pythons", [{}, {"python3": OLD, "python": OLD}, {"python3.12": SHIM, "python3": OLD}]
)
def test_without_a_python_one_sentence_says_what_to_install(
    make_venv: MakeVenv, tmp_path: Path, pythons: Mapping[str, str]
) -> None:
    """For the systems people have."""
    done = make_venv(pythons)

    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"Python 3\.11 or newer is needed: install it .*\n", done.stderr)
    assert "apt install" in done.stderr
    assert "brew install" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_without_ensurepip_one_sentence_names_the_package(
    make_venv: MakeVenv, tmp_path: Path
) -> None:
    """Debian and Ubuntu pack it by itself."""
    done = make_venv({"python3.13": INCOMPLETE, "python3": OLD})

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "python3.13 lacks venv or ensurepip: install them "
        "(Debian, Ubuntu: apt install python3.13-venv).\n"
    )
    assert not (tmp_path / "venv").exists()


def test_half_an_environment_is_not_left_behind(make_venv: MakeVenv, tmp_path: Path) -> None:
    """The next make would take it for a whole one."""
    done = make_venv({"python3": FAILING})

    assert (done.returncode, done.stderr) == (1, "no space left\n")
    assert not (tmp_path / "venv").exists()


def test_a_folder_that_is_no_environment_is_left_alone(make_venv: MakeVenv, tmp_path: Path) -> None:
    """`install.sh . ~` must not empty a home folder."""
    mine = tmp_path / "venv" / "thesis.txt"
    mine.parent.mkdir()
    mine.write_text("chapter one", encoding="utf-8")

    done = make_venv({"python3": SOUND})

    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "is not a virtual environment" in done.stderr
    assert mine.read_text(encoding="utf-8") == "chapter one"


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["help", "demo", "test", "check", "fix", "lock", "clean"])
def test_make_knows_the_target(tmp_path: Path, target: str) -> None:
    """On a machine where nothing is installed yet; nothing is run."""
    done = subprocess.run(
        ["make", "--dry-run", "--directory", str(ROOT), target, f"VENV={tmp_path / 'none'}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("newer", "sample"),
    [
        (r"^\.ONESHELL|^\.EXTRA_PREREQS|^\.NOTINTERMEDIATE", ".ONESHELL:"),
        (r"^\s*\w+\s*(!=|::=|:::=)", "X != date"),
        (r"\$\((file|guile|let|intcmp)\s", "$(file >x,y)"),
        (r"^[^#\t]*&:", "a b &: c"),
        (r"^(undefine|load|private)\s|^\s*export\s+\w+\s*!=", "undefine X"),
        (r"--output-sync|\.SHELLFLAGS", ".SHELLFLAGS = -c"),
    ],
)
def test_makefile_needs_no_newer_make_than_macos_has(newer: str, sample: str) -> None:
    """GNU make 3.81: what came later is read there as something else, without a word."""
    assert re.search(newer, sample, re.MULTILINE)
    assert re.findall(newer, MAKEFILE, re.MULTILINE) == []


def test_test_includes_check() -> None:
    """`make test` is everything that has to pass."""
    assert re.search(r"^test: check( |$)", MAKEFILE, re.MULTILINE)
    recipe = MAKEFILE.split("\ncheck:")[1].split("\n\n")[0]
    for tool in ("ruff check", "ruff format --check", "mypy", "lint-imports", "validate"):
        assert f"/{tool}" in recipe or tool in recipe
