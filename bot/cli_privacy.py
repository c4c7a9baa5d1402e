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
