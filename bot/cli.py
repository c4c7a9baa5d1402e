"""The command line: one thin function a command. What is printed, and how, is in `printing`."""

import logging
import sys
from pathlib import Path
from typing import Annotated, Any

import click
import typer

from bot import logs, printing
from bot.settings import Settings, SettingsError
from corpus import CorpusError, Visibility

_logger = logging.getLogger(__name__)

app = typer.Typer(
    name="incident-lookup",
    help="Past incidents that looked the same: causes, fixes, and what to check now.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

JsonFlag = Annotated[
    bool, typer.Option("--json", help="One JSON document on stdout, and nothing else.")
]


class Failure(Exception):  # noqa: N818 - an expected end, not a defect
    """An expected failure: one sentence for stderr, and the exit code."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


@app.callback()
def common(
    context: typer.Context,
    db: Annotated[
        Path | None, typer.Option(help="The SQLite file, instead of INCIDENT_LOOKUP_DATABASE.")
    ] = None,
    lang: Annotated[str | None, typer.Option(help="en or ko, instead of DEFAULT_LANGUAGE.")] = None,
) -> None:
    """Options of every command."""
    settings = Settings.load()
    if lang not in (None, "en", "ko"):
        raise Failure(f"--lang should be en or ko, not {lang!r}.", 2)
    changes: dict[str, Any] = {}
    if db is not None:
        changes["incident_lookup_database"] = db
    if lang is not None:
        changes["default_language"] = lang
    context.obj = settings.model_copy(update=changes)
    logs.configure("warning", settings.log_format)


@app.command()
def search(
    context: typer.Context,
    text: Annotated[
        list[str], typer.Argument(help="What you see. Filters: component:dns since:2020 own: …")
    ],
    limit: Annotated[int, typer.Option(min=1, max=50, help="How many suspects.")] = 3,
    json: JsonFlag = False,
) -> None:
    """Find past incidents that looked the same."""
    from bot.offline import open_library, parse_filters  # noqa: PLC0415 - keeps start-up short

    settings: Settings = context.obj
    with open_library(settings) as library:
        parsed = parse_filters(_words(text), settings.default_language)
        if parsed.problems:
            raise Failure(printing.filter_problems(parsed.problems), 2)
        findings = library.find(
            parsed.text,
            lang=settings.default_language,
            limit=limit,
            filters=parsed.filters,
            audience=printing.OPERATOR,
        )
    printing.findings(findings, settings.default_language, as_json=json)


@app.command()
def show(
    context: typer.Context,
    case_id: Annotated[str, typer.Argument(metavar="ID")],
    json: JsonFlag = False,
) -> None:
    """Show one case whole."""
    from bot.offline import open_library  # noqa: PLC0415 - keeps start-up short

    settings: Settings = context.obj
    with open_library(settings) as library:
        case = library.get(case_id.strip().upper(), printing.OPERATOR)
    printing.case(case, settings.default_language, as_json=json)


@app.command()
def vocab(
    context: typer.Context,
    facet: Annotated[
        str | None, typer.Argument(help="symptoms, components, domain, trigger, …")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the words that cases are filed under."""
    from corpus import FACETS, Vocabulary  # noqa: PLC0415 - keeps start-up short

    if facet is not None and facet not in FACETS:
        raise Failure(f"There is no facet {facet!r}; there are {', '.join(FACETS)}.", 2)
    settings: Settings = context.obj
    printing.vocabulary(Vocabulary.load(), facet, settings.default_language, as_json=json)


@app.command("import")
def import_(
    context: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH…", help="Case files, or folders of them.")
    ],
    visibility: Annotated[
        Visibility | None, typer.Option(help="Who may see them, whatever the files say.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen; change nothing.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Bring cases in; good ones land, bad ones are named."""
    from bot.offline import open_local_store  # noqa: PLC0415 - keeps start-up short
    from corpus import import_paths  # noqa: PLC0415

    with open_local_store(context.obj) as store:
        report = import_paths(store, paths, visibility=visibility, dry_run=dry_run)
    printing.import_report(report, as_json=json, dry_run=dry_run)
    if report.skipped:
        raise typer.Exit(1)


@app.command()
def export(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    own: Annotated[bool, typer.Option("--own", help="Only the team's own cases.")] = False,
) -> None:
    """Write every case as one JSON file."""
    from bot.offline import open_local_store  # noqa: PLC0415 - keeps start-up short
    from corpus import export_cases  # noqa: PLC0415

    with open_local_store(context.obj) as store:
        files = export_cases(store, folder, own_only=own)
    printing.line(f"{len(files)} cases written to {folder}")


@app.command()
def validate(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH…]", help="Default: the shipped cases.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Check case files; name file, field and reason of each fault."""
    from corpus import validate_paths  # noqa: PLC0415 - keeps start-up short

    faults = validate_paths(paths or None)
    printing.faults(faults, as_json=json)
    if faults:
        raise typer.Exit(1)


@app.command()
def gate(
    text: Annotated[list[str] | None, typer.Argument(help="A message as people write it.")] = None,
    event: Annotated[
        Path | None, typer.Option(help="A Slack message event or its envelope, as JSON.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Say whether a message describes a live symptom, and why."""
    from bot.offline import read_event_text  # noqa: PLC0415 - keeps start-up short
    from corpus import Gate  # noqa: PLC0415

    if (event is None) == (not text):
        raise Failure("Give either a text or --event FILE.", 2)
    words = read_event_text(event) if event is not None else _words(text or [])
    printing.decision(Gate.load().decide(words), words, as_json=json)


@app.command("eval")
def evaluate(
    context: typer.Context,
    queries: Annotated[Path | None, typer.Option(help="Labelled queries, one JSON a line.")] = None,
    chatter: Annotated[
        list[Path] | None, typer.Option(help="Labelled messages, one JSON a line.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Measure the matcher and the gate on labelled lines."""
    from bot.offline import evaluate_files  # noqa: PLC0415 - keeps start-up short

    if queries is None and not chatter:
        raise Failure("Give --queries FILE, --chatter FILE, or both.", 2)
    printing.evaluation(evaluate_files(context.obj, queries, chatter or []), as_json=json)


@app.command()
def check(context: typer.Context, json: JsonFlag = False) -> None:
    """Say in plain words what is wrong with tokens, scopes, Socket Mode, database and library."""
    from bot.check import run_checks  # noqa: PLC0415 - keeps start-up short

    results = run_checks(context.obj)
    printing.checks(results, as_json=json)
    if not all(result.ok for result in results):
        raise typer.Exit(1)


@app.command()
def run(
    context: typer.Context,
    http: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Serve /slack/events on this port.")
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on with --http.")] = "127.0.0.1",
) -> None:
    """Run the bot: Socket Mode, or HTTP with --http PORT."""
    from bot.run import run as run_bot  # noqa: PLC0415 - keeps start-up short

    settings: Settings = context.obj
    logs.configure(settings.log_level, settings.log_format)
    run_bot(settings, http_port=http, host=host)


@app.command()
def demo(
    context: typer.Context,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The page's port; 0 takes any free one.")
    ] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Try it: a local stand-in of Slack and the real bot. Nothing leaves the machine."""
    from bot.demo import run_demo  # noqa: PLC0415 - keeps start-up short

    run_demo(context.obj, port=port, open_browser=browser)


def _words(parts: list[str]) -> str:
    """Arguments as one text; bytes that are no UTF-8 become replacement characters."""
    return " ".join(parts).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 findings or an expected failure, 2 usage."""
    printing.use_utf8()
    try:
        code = app(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as shown:
        printing.line(str(shown.format_message()))
        sys.exit(2)
    except click.ClickException as usage:
        usage.show()
        sys.exit(usage.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        printing.close_stdout()
        sys.exit(0)
    except Failure as failure:
        printing.error(str(failure))
        sys.exit(failure.code)
    except (CorpusError, SettingsError) as expected:
        printing.error(str(expected))
        sys.exit(1)
    except OSError as error:
        printing.error(printing.sentence(error))
        sys.exit(1)
    except Exception as error:  # the one error boundary of the command line (style sheet, rule 16)
        printing.error(printing.sentence(error))
        _logger.debug("command_failed", exc_info=error)
        sys.exit(1)
    sys.exit(code or 0)
