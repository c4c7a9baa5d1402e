"""The commands about privacy: thin, like `bot.cli`, which registers them."""

from typing import Annotated

import typer

from bot import printing
from bot.arguments import joined

JsonFlag = Annotated[
    bool, typer.Option("--json", help="One JSON document on stdout, and nothing else.")
]


def mask(
    context: typer.Context,
    text: Annotated[
        list[str], typer.Argument(metavar="TEXT|-", help="Any text; - reads it from stdin.")
    ],
    json: JsonFlag = False,
) -> None:
    """Show a text as it would be stored: without secrets and personal data.

    With --json, start and end of what was masked are places in the text as it was given (several
    words as one text with single spaces), counted in characters from 0; end is the first one after.
    """
    from bot.arguments import read_stdin  # noqa: PLC0415 - keeps start-up short
    from bot.preparing import load_settings  # noqa: PLC0415
    from corpus import Masker  # noqa: PLC0415

    settings = load_settings(**context.obj)
    given = read_stdin() if text == ["-"] else joined(text)
    found = Masker(settings.customer_ids).mask(given)
    if json:
        masked = [{"kind": each.kind, "start": each.start, "end": each.end} for each in found.spans]
        printing.json_document({"text": found.text, "masked": masked})
    else:
        printing.lines(found.text)


def forget(
    context: typer.Context,
    channel: Annotated[str | None, typer.Option(metavar="C…", help="The id of a channel.")] = None,
    user: Annotated[str | None, typer.Option(metavar="U…", help="The id of a person.")] = None,
    case: Annotated[str | None, typer.Option(metavar="ID", help="The id of an own case.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count what would be removed; change nothing.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Remove everything kept about a channel, a person or a case, and say how much that was."""
    from bot.errors import UsageError  # noqa: PLC0415 - keeps start-up short
    from bot.forget import run_forget  # noqa: PLC0415

    given = {"channel": channel, "user": user, "case": case}
    asked = [(kind, wanted) for kind, wanted in given.items() if wanted is not None]
    if len(asked) != 1:
        raise UsageError("Give one of --channel, --user and --case.")
    [(kind, wanted)] = asked
    run_forget(kind, wanted, **context.obj, dry_run=dry_run, as_json=json)  # type: ignore[arg-type]  # one of the three names
