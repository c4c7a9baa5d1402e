"""The `sync` command: from an address as it was typed to what is printed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bot import printing
from bot.address import Address, host_of, shown
from bot.errors import CommandError, UsageError
from bot.fetching import Fetcher
from bot.opening import open_database, open_store, open_upstream_cases
from bot.preparing import load_settings, load_words
from bot.print_sync import print_sync, problem_words, sync_document
from bot.settings import Settings, proxy_for
from corpus import SyncReport, UpstreamError, sync_cases
from handlers.locale import Words

_HOST = re.compile(r"[^/@?#\\\s]+")
"""What may be a host with a port: no address, and no name before it."""


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """What was asked for beside the address.

    Attributes:
        prune: take out what the upstream no longer lists.
        dry_run: change nothing.
        hosts: further hosts that documents may come from, as they were typed.
    """

    prune: bool = False
    dry_run: bool = False
    hosts: tuple[str, ...] = ()


def run_sync(
    typed: str | None, options: SyncOptions, *, db: Path | None, lang: str | None, as_json: bool
) -> bool:
    """Pull from an upstream library, and print what changed.

    Args:
        typed: its address; None takes that of the setting.
        options: what was asked for beside.
        db: the database file, instead of the one of the environment.
        lang: the reader's language, instead of the default one.
        as_json: whether a program reads it.

    Returns:
        Whether every case of the upstream was taken.

    Raises:
        UsageError: there is no address, or none that can be used.
        CommandError: the upstream cannot be read; nothing was written.
        DatabaseError: the database cannot be used; nothing was written.
    """
    settings = load_settings(db=db, lang=lang)
    words = load_words(settings.default_language)
    address = _find_address(typed, settings, words)
    also = frozenset(_read_host(host, address, words) for host in options.hosts)
    if address.is_readable_on_the_way:
        printing.error(words("sync-plain-http", url=address.base))
    try:
        report = pull(settings, address, options, also=also)
    except UpstreamError as error:
        problem = problem_words(error.code, error.details, words)
        url = shown(address.base)
        raise CommandError(words("sync-failed", url=url, problem=problem)) from error
    if as_json:
        printing.json_document(sync_document(report, words, dry_run=options.dry_run))
    else:
        print_sync(report, words, dry_run=options.dry_run)
    return not report.skipped


def pull(
    settings: Settings,
    address: Address,
    options: SyncOptions,
    *,
    also: Iterable[tuple[str, int]] = (),
) -> SyncReport:
    """Bring the database of these settings up to date with an upstream.

    Raises:
        UpstreamError: the upstream cannot be read; nothing was written.
        DatabaseError: the database cannot be used; nothing was written.
    """
    database = open_database(settings.incident_lookup_database)
    try:
        cases = open_upstream_cases(database, open_store(database, settings), settings)
        with Fetcher(address, also=frozenset(also), proxy=proxy_for(address.base)) as fetch:
            return sync_cases(
                cases, address.base, fetch, prune=options.prune, dry_run=options.dry_run
            )
    finally:
        database.close()


def _find_address(typed: str | None, settings: Settings, words: Words) -> Address:
    if typed is None:
        if settings.sync_url is None:
            raise UsageError(words("sync-no-url", variable="SYNC_URL"))
        typed = settings.sync_url.get_secret_value()
    try:
        return Address.parse(typed)
    except ValueError as error:
        raise UsageError(words("sync-bad-url")) from error


def _read_host(typed: str, address: Address, words: Words) -> tuple[str, int]:
    """A host with its port; without one, that of the upstream's scheme."""
    place = typed if _HOST.fullmatch(typed) else ""
    try:
        return host_of(f"{urlsplit(address.base).scheme}://{place}")
    except ValueError as error:
        raise UsageError(words("sync-bad-host", host=typed)) from error
