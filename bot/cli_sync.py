"""The `sync` command as it is typed: thin, like `bot.cli`, which registers it."""

from typing import Annotated

import typer


def sync(
    context: typer.Context,
    url: Annotated[
        str | None,
        typer.Argument(metavar="[URL]", help="The library's address; default: SYNC_URL."),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Take out cases that the library no longer lists.")
    ] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST[:PORT]", help="Another host that it may send us to; may be repeated."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen; change nothing.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON document on stdout, and nothing else.")
    ] = False,
) -> None:
    """Pull public cases from an incidentlib-compatible library, and say what changed."""
    from bot.sync import SyncOptions, run_sync  # noqa: PLC0415 - keeps start-up short

    options = SyncOptions(prune=prune, dry_run=dry_run, hosts=tuple(allow_host or ()))
    if not run_sync(url, options, **context.obj, as_json=json):
        raise typer.Exit(1)
