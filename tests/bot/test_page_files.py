"""The demo page's files: nothing from elsewhere, no markup out of data, both languages complete."""

import re
from pathlib import Path

import pytest

import bot.local_slack

PAGE = Path(bot.local_slack.__file__).parent / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
INTERNAL = re.compile(r"""^import .* from "\./([\w-]+\.js)";$""", re.MULTILINE)


def read(path: Path) -> str:
    """A file's text."""
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_never_turn_data_into_markup(script: Path) -> None:
    """No script has a way to parse a string as HTML or to run it."""
    dangerous = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser"
    )

    assert re.findall(dangerous, read(script)) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_import_only_files_that_ship(script: Path) -> None:
    """Each import is a neighbour that exists, and nothing else is imported."""
    text = read(script)

    found = INTERNAL.findall(text)

    assert len(found) == len(re.findall(r"^import\b", text, re.MULTILINE))
    assert [name for name in found if not (PAGE / name).is_file()] == []


def test_page_and_style_load_nothing_from_elsewhere() -> None:
    """Every address in index.html is a local file; the style sheet has none at all."""
    addresses = re.findall(r'(?:src|href)="([^"#]+)"', read(PAGE / "index.html"))

    assert all(address.startswith("/page/") for address in addresses)
    assert [a for a in addresses if not (PAGE / a.removeprefix("/page/")).is_file()] == []
    assert not re.search(r"url\(|@import", read(PAGE / "style.css"))


def test_page_has_no_inline_script_or_style() -> None:
    """A content security policy of `default-src 'self'` has nothing to refuse."""
    text = read(PAGE / "index.html")

    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)


def test_both_languages_have_the_same_words() -> None:
    """English and Korean name the same texts, and every text the page asks for exists."""
    text = read(PAGE / "words.js")
    english, korean = (
        set(re.findall(r"^  (\w+):", part, re.MULTILINE))
        for part in re.findall(r"const (?:EN|KO) = \{\n(.*?)\n\};", text, re.DOTALL)
    )
    asked = {
        name
        for script in SCRIPTS
        for name in re.findall(r"(?<!/)\bwords\.(?!js\b)(\w+)", read(script))
    }

    assert english == korean
    assert asked <= english
    assert english <= asked
