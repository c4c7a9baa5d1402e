"""`import` and `export --markdown` as a person and a program use them, in both languages."""

import os
import pty
import subprocess
from pathlib import Path

import pytest
from support.command_line import CommandLine, without_style

PAGE = """# Checkout timed out

## Summary

{story}

## Notes

Ask bob@corp.example.net.
"""


@pytest.fixture
def cli(tmp_path: Path) -> CommandLine:
    """A command line over a library of its own."""
    return CommandLine(tmp_path / "own.sqlite")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pages and a file that is none."""
    place = tmp_path / "pages"
    place.mkdir()
    for name in ("a", "b"):
        (place / f"{name}.md").write_text(PAGE.format(story=f"Story {name}."), encoding="utf-8")
    (place / "c.md").write_bytes(b"\x89PNG\r\n\x1a\n")
    return place


TOLD = {
    "en": (
        "2 would be imported, 0 updated, 1 skipped",
        "Recognised: title, summary",
        "Kept as documents: Notes",
        "a.md: docs.0.text: masked 1 (email)",
        "2 of the updated are unchanged and were not written again",
    ),
    "ko": (
        "실제로 가져오면 새로 2건, 갱신 0건, 건너뜀 1건",
        "알아본 항목: title, summary",
        "문서로 보관: Notes",
        "a.md: docs.0.text: 1건 가림 (email)",
        "갱신 가운데 2건은 바뀐 것이 없어 다시 쓰지 않았습니다",
    ),
}


@pytest.mark.parametrize("lang", TOLD)
def test_import_tells_what_would_land_and_was_masked(
    cli: CommandLine, folder: Path, lang: str
) -> None:
    """A dry run lists each case; what was masked is told by place and kind, never by value."""
    planned = cli.inside("--lang", lang, "import", str(folder), "--dry-run")
    done = cli.inside("--lang", lang, "import", str(folder))
    again = cli.inside("--lang", lang, "import", str(folder))

    first, recognised, kept, masked, unchanged = TOLD[lang]
    assert (planned.code, done.code, again.code) == (1, 1, 1)
    assert planned.stdout.startswith(f"{first}\n\nCASE-0001 · Checkout timed out\n")
    assert recognised in planned.stdout
    assert kept in planned.stdout
    assert masked in planned.stdout
    assert "bob@" not in planned.stdout + done.stdout
    assert "c.md: is not a text file" in planned.stdout
    assert (masked in done.stdout, recognised in done.stdout) == (True, False)
    assert unchanged in again.stdout


def test_import_prints_one_document(cli: CommandLine, folder: Path) -> None:
    """With what was masked, in a dry run with the cases, and with what was not written again."""
    planned = cli.inside("import", str(folder), "--dry-run", "--json").document
    done = cli.inside("import", str(folder), "--json").document
    again = cli.inside("import", str(folder), "--json").document

    assert list(planned) == ["imported", "updated", "skipped", "masked", "cases"]
    assert list(done) == ["imported", "updated", "skipped", "masked"]
    assert list(again) == ["imported", "updated", "skipped", "unchanged"]
    assert (done["imported"], again["updated"], again["unchanged"]) == (2, 2, 2)
    assert done["masked"][0] == {
        "path": str(folder / "a.md"),
        "field": "docs.0.text",
        "kind": "email",
        "count": 1,
        "masked": True,
    }
    assert planned["cases"][0] == {
        "path": str(folder / "a.md"),
        "id": "CASE-0001",
        "title": "Checkout timed out",
        "fields": ["title", "summary", "symptoms", "domain"],
        "inferred": ["symptoms", "domain"],
        "docs": ["Notes"],
    }


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "summary.en: holds 1 (email), not masked; --mask does"),
        ("ko", "summary.en: 1건 있음 (email), 가리지 않음. --mask 를 쓰면 가립니다"),
    ],
)
def test_import_reports_on_case_json(
    cli: CommandLine, tmp_path: Path, lang: str, told: str
) -> None:
    """And masks it where that is asked for."""
    file = tmp_path / "a.json"
    text = '{"id": "IL-1", "title": {"en": "A"}, "summary": {"en": "bob@corp.example.net"}}'
    file.write_text(text, encoding="utf-8")

    reported = cli.inside("--lang", lang, "import", str(file))
    kept = cli.inside("show", "IL-1", "--json").document["summary"]["en"]
    cli.inside("import", str(file), "--mask")

    assert told in reported.stdout
    assert kept == "bob@corp.example.net"
    assert cli.inside("show", "IL-1", "--json").document["summary"]["en"] == "•••"


def test_own_cases_go_out_as_markdown_and_come_back(
    cli: CommandLine, folder: Path, tmp_path: Path
) -> None:
    """Byte for byte, into another library."""
    cli.inside("import", str(folder))
    there = CommandLine(tmp_path / "there.sqlite")

    out = cli.inside("export", str(tmp_path / "one"), "--own", "--markdown")
    back = there.inside("import", str(tmp_path / "one"), "--json")
    there.inside("export", str(tmp_path / "two"), "--own", "--markdown")

    assert (out.code, back.code, back.document["imported"]) == (0, 0, 2)
    names = ["CASE-0001.md", "CASE-0002.md"]
    assert sorted(file.name for file in (tmp_path / "one").iterdir()) == names
    assert all(
        (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
        for name in names
    )


@pytest.mark.parametrize(("lang", "label"), [("en", "Importing"), ("ko", "가져오는 중")])
def test_import_shows_how_far_it_is_on_a_terminal(
    cli: CommandLine, folder: Path, lang: str, label: str
) -> None:
    """On stderr, so that stdout stays one JSON document; piped there is no bar."""
    controller, terminal = pty.openpty()
    environment = cli.environment(TERM="xterm-256color")
    arguments = ("--lang", lang, "import", str(folder), "--json")
    with cli.start(*arguments, env=environment, stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        seen = b"".join(iter(lambda: _read(controller), b""))
        printed, _ = process.communicate(timeout=60)
    os.close(controller)
    piped = cli.inside(*arguments)

    assert label in without_style(seen.decode("utf-8"))
    assert "3/3" in without_style(seen.decode("utf-8"))
    assert printed.startswith(b"{")
    assert piped.stderr == ""


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Stopped. What landed stays; "),
        ("ko", "멈췄습니다. 이미 들어온 사례는 그대로 있습니다."),
    ],
)
def test_stopped_import_says_how_to_go_on(
    cli: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch, lang: str, told: str
) -> None:
    """One sentence, the shell's code for a stop, and no traceback."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.importing.import_paths", stop)

    answer = cli.inside("--lang", lang, "import", str(folder))

    assert (answer.code, answer.stdout) == (130, "")
    assert answer.stderr.startswith(told)


def _read(controller: int) -> bytes:
    """The next bytes of a terminal; nothing once the process has closed it."""
    try:
        return os.read(controller, 65536)
    except OSError:
        return b""
