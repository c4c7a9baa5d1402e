"""The command line: one thin function a command. What is printed, and how, is not known here."""

import gc
import logging
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from bot import cli_privacy, cli_sync, printing
from bot.arguments import common_first, joined

_logger = logging.getLogger(__name__)

_OBJECTS_BETWEEN_SEARCHES = 100_000
"""New objects after which Python looks for garbage in cycles: what a start makes is none of it, and
looking through it again and again costs a tenth of the start."""

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
CaseId = Annotated[str, typer.Argument(metavar="ID")]


@app.callback()
def common(
    context: typer.Context,
    db: Annotated[
        Path | None, typer.Option(help="The SQLite file, instead of INCIDENT_LOOKUP_DATABASE.")
    ] = None,
    lang: Annotated[
        Literal["en", "ko"] | None, typer.Option(help="Instead of DEFAULT_LANGUAGE.")
    ] = None,
) -> None:
    """Options of every command."""
    context.obj = {"db": db, "lang": lang}


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
    from bot.documents import findings_document  # noqa: PLC0415 - keeps start-up short
    from bot.errors import UsageError  # noqa: PLC0415
    from bot.offline import open_library, parse_filters  # noqa: PLC0415
    from bot.preparing import load_settings, load_words  # noqa: PLC0415
    from bot.print_cases import print_findings  # noqa: PLC0415
    from bot.print_reports import filter_sentence  # noqa: PLC0415
    from corpus import Audience, Filters, Vocabulary  # noqa: PLC0415

    settings = load_settings(**context.obj)
    words = load_words(settings.default_language)
    vocabulary = Vocabulary.load()
    parsed = parse_filters(joined(text), vocabulary, words.lang)
    if parsed.problems:
        raise UsageError(filter_sentence(parsed.problems, words))
    with open_library(settings, vocabulary) as library:
        found = library.find(
            parsed.text,
            lang=words.lang,
            limit=limit,
            filters=parsed.filters,
            audience=Audience(own=True, operator=True),
        )
    if json:
        printing.json_document(findings_document(found, words.lang))
    else:
        print_findings(found, words, vocabulary, filtered=parsed.filters != Filters())


@app.command()
def show(context: typer.Context, case_id: CaseId, json: JsonFlag = False) -> None:
    """Show one case whole, with the threads that link it."""
    from bot.showing import run_show  # noqa: PLC0415 - keeps start-up short

    run_show(joined([case_id]), **context.obj, as_json=json)


@app.command()
def similar(context: typer.Context, case_id: CaseId, json: JsonFlag = False) -> None:
    """List the cases worth reading beside one, each with its reasons."""
    from bot.similar import run_similar  # noqa: PLC0415 - keeps start-up short

    run_similar(joined([case_id]), **context.obj, as_json=json)


@app.command()
def vocab(
    context: typer.Context,
    facet: Annotated[
        str | None, typer.Argument(help="symptoms, components, domain, trigger, …")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the words that cases are filed under."""
    from bot.curating import run_vocab  # noqa: PLC0415 - keeps start-up short

    run_vocab(facet, **context.obj, as_json=json)


@app.command("import")
def import_(
    context: typer.Context,
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH…", help="Case JSON, Markdown, HTML, or folders of them."),
    ],
    visibility: Annotated[
        Literal["public", "team", "channel"] | None,
        typer.Option(help="Who may see them, whatever the files say."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen; change nothing.")
    ] = False,
    mask: Annotated[
        bool, typer.Option("--mask", help="Mask secrets in case JSON, too; in pages always.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Bring in cases and postmortems; good ones land, bad ones are named."""
    from bot.importing import ImportOptions, run_import  # noqa: PLC0415 - keeps start-up short

    options = ImportOptions(visibility=visibility, dry_run=dry_run, mask=mask, as_json=json)
    run_import(paths, options, **context.obj)


@app.command()
def export(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    own: Annotated[bool, typer.Option("--own", help="Only the team's own cases.")] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Files to read; import takes them back.")
    ] = False,
) -> None:
    """Write every case as one file, with the threads that link it."""
    from bot.showing import run_export  # noqa: PLC0415 - keeps start-up short

    run_export(folder, **context.obj, own=own, markdown=markdown)


@app.command()
def validate(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH…]", help="Default: the shipped cases.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Check case files, and the shipped ones by the rules of the library, too."""
    from bot.curating import run_validate  # noqa: PLC0415 - keeps start-up short

    if not run_validate(paths or [], **context.obj, as_json=json):
        raise typer.Exit(1)


@app.command()
def gate(
    context: typer.Context,
    text: Annotated[list[str] | None, typer.Argument(help="A message as people write it.")] = None,
    event: Annotated[
        Path | None, typer.Option(help="A Slack message event or its envelope, as JSON.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Say whether a message describes a live symptom, and why."""
    from bot.errors import UsageError  # noqa: PLC0415 - keeps start-up short
    from corpus import Gate  # noqa: PLC0415

    if (event is None) == (not text):
        raise UsageError("Give either a text or --event FILE.")
    if event is not None:
        from bot.offline import decide_on_event  # noqa: PLC0415

        decision, said = decide_on_event(event)
    else:
        said = joined(text or [])
        decision = Gate.load().decide(said)
    if json:
        from bot.documents import decision_document  # noqa: PLC0415

        printing.json_document(decision_document(decision, said))
    else:
        from bot.preparing import load_settings, load_words  # noqa: PLC0415
        from bot.print_reports import print_decision  # noqa: PLC0415

        print_decision(decision, load_words(load_settings(**context.obj).default_language))


@app.command("eval")
def evaluate(
    context: typer.Context,
    queries: Annotated[Path | None, typer.Option(help="Labelled queries, one JSON a line.")] = None,
    chatter: Annotated[
        list[Path] | None, typer.Option(help="Labelled messages, one JSON a line; may be repeated.")
    ] = None,
    conversations: Annotated[
        Path | None, typer.Option(help="Labelled incident channels, one JSON a line.")
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help='What your team marked "This is it" in Slack.')
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Measure the matcher, the gate and whole channels on labelled lines."""
    from bot.errors import UsageError  # noqa: PLC0415 - keeps start-up short
    from bot.measuring import evaluate_files  # noqa: PLC0415
    from bot.offline import read_confirmed  # noqa: PLC0415
    from bot.preparing import load_settings  # noqa: PLC0415
    from bot.print_reports import print_evaluation  # noqa: PLC0415

    if queries is None and not chatter and conversations is None and not own:
        raise UsageError("Give --queries FILE, --chatter FILE, --conversations FILE or --own.")
    settings = load_settings(**context.obj)
    confirmed = read_confirmed(settings) if own else ()
    measured = evaluate_files(settings, queries, chatter or [], conversations, confirmed)
    wordless = sum(pair.query is None for pair in confirmed)
    if own and wordless:
        told = f"{wordless} of {len(confirmed)} confirmed pairs are not measured"
        printing.error(f"{told}: their words are no longer kept (EVIDENCE_DAYS).")
    elif own and not confirmed:
        printing.error("Nobody has marked a match “This is it” yet.")
    if json:
        printing.json_document(measured)
    else:
        print_evaluation(measured)


@app.command()
def check(context: typer.Context, json: JsonFlag = False) -> None:
    """Say in plain words what is wrong with tokens, scopes, Socket Mode, database and library."""
    from bot.check import run_checks, settings_problem  # noqa: PLC0415 - keeps start-up short
    from bot.documents import checks_document  # noqa: PLC0415
    from bot.preparing import load_settings, load_words  # noqa: PLC0415
    from bot.print_reports import print_checks  # noqa: PLC0415
    from bot.settings import SettingsError  # noqa: PLC0415

    try:
        settings = load_settings(**context.obj)
    except SettingsError as error:
        words = load_words(context.obj["lang"] or "en")
        results = [settings_problem(error)]
    else:
        words = load_words(settings.default_language)
        results = run_checks(settings, words)
    if json:
        printing.json_document(checks_document(results))
    else:
        print_checks(results, words)
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
    from bot.preparing import load_settings  # noqa: PLC0415 - keeps start-up short
    from bot.run import Serve  # noqa: PLC0415
    from bot.run import run as run_bot  # noqa: PLC0415

    web: Serve | None = None
    if http is not None:
        from bot.http_mode import serve  # noqa: PLC0415

        web = partial(serve, host=host, port=http)
    run_bot(load_settings(**context.obj, serving=True), serve=web)


@app.command()
def digest(
    context: typer.Context,
    channel: Annotated[str, typer.Option(metavar="C…", help="The id of a channel.")],
    week: Annotated[
        str | None, typer.Option(metavar="2026-W48", help="An ISO week; default: the last one.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the text and the blocks; post nothing.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Print the weekly digest of a channel as it would be posted."""
    from bot.digest import run_digest  # noqa: PLC0415 - keeps start-up short
    from bot.errors import UsageError  # noqa: PLC0415

    if not dry_run:
        raise UsageError("Give --dry-run: digests are posted by the running bot alone.")
    run_digest(channel, week, **context.obj, as_json=json)


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
    from bot.preparing import load_settings  # noqa: PLC0415

    run_demo(load_settings(**context.obj), port=port, open_browser=browser)


app.command()(cli_privacy.mask)
app.command()(cli_privacy.forget)
app.command()(cli_sync.sync)


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 findings or an expected failure, 2 usage."""
    gc.set_threshold(_OBJECTS_BETWEEN_SEARCHES)
    printing.prepare_streams()
    arguments = common_first(sys.argv[1:])
    try:
        code = app(arguments, prog_name="incident-lookup", standalone_mode=False)
        printing.flush()
    except typer.TyperException as usage:
        printing.error(_usage_sentence(usage, arguments))
        sys.exit(usage.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except Exception as error:  # the one error boundary of the command line (style sheet, rule 16)
        from bot.failures import explain  # noqa: PLC0415 - keeps start-up short

        ending = explain(error)
        printing.error(ending.sentence)
        if not ending.is_expected:
            _logger.debug("command_failed", exc_info=error)
        sys.exit(ending.code)
    sys.exit(code or 0)


def _usage_sentence(usage: typer.TyperException, arguments: list[str]) -> str:
    """What is wrong with the command line, and which help says how it should be."""
    told = usage.format_message().strip().replace("Value error, ", "") or "Missing command."
    if told.endswith("?"):
        return told
    known = {
        each.name or getattr(each.callback, "__name__", "") for each in app.registered_commands
    }
    command = next((f" {each}" for each in arguments if each in known), "")
    return f"{told.rstrip('.')} (see `incident-lookup{command} --help`)."
