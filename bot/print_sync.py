"""What a sync did: for people at a terminal, and as a document for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.sheet import Row, Sheet
from corpus import SkippedUpstreamCase, SyncReport
from handlers.locale import Words

_SHOWN = 20
"""Ids of one kind that are printed; programs get them all."""

PROBLEMS = {
    "unreachable": "sync-unreachable",
    "certificate": "sync-certificate",
    "slow": "sync-slow",
    "broken": "sync-broken",
    "status": "sync-status",
    "refused": "sync-refused",
    "type": "sync-type",
    "wait": "sync-wait",
    "too-large": "sync-too-large",
    "too-much": "sync-too-much",
    "elsewhere": "sync-elsewhere",
    "redirects": "sync-redirects",
    "repeats": "sync-repeats",
    "endless": "sync-endless",
    "too-many": "sync-too-many",
    "no-list": "sync-no-list",
    "shipped": "sync-skip-shipped",
    "reserved": "sync-skip-reserved",
    "own": "sync-skip-own",
    "imported": "sync-skip-imported",
    "other": "sync-skip-other",
    "twice": "sync-skip-twice",
}
"""What a code is worded by: of an `UpstreamError`, or of a case that was not taken."""


def problem_words(code: str, details: Mapping[str, str | int], words: Words) -> str:
    """What went wrong, as a clause; what the case format says of a value is said in its words."""
    if code == "invalid":
        return str(details["reason"])
    return words(PROBLEMS[code], **{"option": "--allow-host", **details})


def sync_document(report: SyncReport, words: Words, *, dry_run: bool) -> dict[str, Any]:
    """The report as `--json` prints it."""
    return {
        "upstream": report.upstream,
        "dry_run": dry_run,
        "added": list(report.added),
        "updated": list(report.updated),
        "unchanged": list(report.unchanged),
        "removed_upstream": list(report.removed_upstream),
        "removed": list(report.removed),
        "skipped": [
            {
                "id": each.case_id,
                "field": each.field,
                "reason": problem_words(each.code, each.details, words),
            }
            for each in report.skipped
        ],
    }


def print_sync(report: SyncReport, words: Words, *, dry_run: bool) -> None:
    """How many cases changed, which, and what was left out."""
    added, updated, unchanged = map(len, (report.added, report.updated, report.unchanged))
    told = words(
        "sync-done",
        added=added,
        updated=updated,
        unchanged=unchanged,
        gone=len(report.removed_upstream),
        skipped=len(report.skipped),
    )
    told = words("sync-would", done=told) if dry_run else told
    sheet = Sheet()
    sheet.note(told, style="", indent=0)
    gone = words("sync-pruned") if report.removed else words("sync-gone", option="--prune")
    listed = [
        (words("sync-added"), report.added),
        (words("sync-updated"), report.updated),
        (gone, report.removed_upstream),
    ]
    sheet.rows([Row(_some(ids, words), label) for label, ids in listed])
    for each in report.skipped:
        sheet.note(_skipped(each, words), style="", indent=0)


def _some(ids: Sequence[str], words: Words) -> str:
    """The first ids of many."""
    told = ", ".join(ids[:_SHOWN])
    more = len(ids) - _SHOWN
    return f"{told} {words('sync-more', count=more)}" if more > 0 else told


def _skipped(each: SkippedUpstreamCase, words: Words) -> str:
    where = f"{each.case_id}: {each.field}" if each.field else each.case_id
    return f"{where}: {problem_words(each.code, each.details, words)}"
