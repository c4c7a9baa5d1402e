"""The library of cases: what handlers and bot may import.

Knows nothing of Slack, of the environment, or of time of its own. A name's module is loaded when
the name is first asked for, so that a command that needs only the gate waits for no database.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corpus.case import (
        FACETS,
        LINKS_KEY,
        ActionItem,
        Case,
        Check,
        Doc,
        Document,
        Source,
        Text,
        Visibility,
    )
    from corpus.case_changes import mark_action_item, set_recurrence
    from corpus.case_review import edit_case, mark_current, mark_outdated, mark_reviewed
    from corpus.case_values import CASE_ID_PATTERN
    from corpus.database import Database
    from corpus.errors import (
        CaseChangedError,
        CaseNotFoundError,
        CorpusError,
        DatabaseBusyError,
        DatabaseCorruptError,
        DatabaseError,
        DatabaseNewerError,
        ExportError,
        InvalidCaseError,
    )
    from corpus.evaluate import evaluate_chatter, evaluate_queries
    from corpus.exporter import export_cases
    from corpus.facets import find_facets
    from corpus.filters import FilterProblem, Filters, ParsedQuery, parse_query
    from corpus.gate import Decision, Gate
    from corpus.importers import ImportReport, LandingCase, MaskedPlace, SkippedCase
    from corpus.importers.paths import Masking, import_paths
    from corpus.library import Library
    from corpus.likeness import Likeness, LikenessKind
    from corpus.mask import MaskedSpan, MaskedText, Masker
    from corpus.match import Audience, Band, Findings, Match, Reason
    from corpus.migrations import CORPUS_MIGRATIONS
    from corpus.news import NewCase, find_news
    from corpus.rows import HistoryEntry, TitleRow
    from corpus.shipped import load_shipped_cases, shipped_digests, validate_paths
    from corpus.similar import SimilarCase
    from corpus.store import Store
    from corpus.titles import Titles, address_forms
    from corpus.vocabulary import Term, Vocabulary

__all__ = [
    "CASE_ID_PATTERN",
    "CORPUS_MIGRATIONS",
    "FACETS",
    "LINKS_KEY",
    "ActionItem",
    "Audience",
    "Band",
    "Case",
    "CaseChangedError",
    "CaseNotFoundError",
    "Check",
    "CorpusError",
    "Database",
    "DatabaseBusyError",
    "DatabaseCorruptError",
    "DatabaseError",
    "DatabaseNewerError",
    "Decision",
    "Doc",
    "Document",
    "ExportError",
    "FilterProblem",
    "Filters",
    "Findings",
    "Gate",
    "HistoryEntry",
    "ImportReport",
    "InvalidCaseError",
    "LandingCase",
    "Library",
    "Likeness",
    "LikenessKind",
    "MaskedPlace",
    "MaskedSpan",
    "MaskedText",
    "Masker",
    "Masking",
    "Match",
    "NewCase",
    "ParsedQuery",
    "Reason",
    "SimilarCase",
    "SkippedCase",
    "Source",
    "Store",
    "Term",
    "Text",
    "TitleRow",
    "Titles",
    "Visibility",
    "Vocabulary",
    "address_forms",
    "edit_case",
    "evaluate_chatter",
    "evaluate_queries",
    "export_cases",
    "find_facets",
    "find_news",
    "import_paths",
    "load_shipped_cases",
    "mark_action_item",
    "mark_current",
    "mark_outdated",
    "mark_reviewed",
    "parse_query",
    "set_recurrence",
    "shipped_digests",
    "validate_paths",
]

_HOMES = {
    "corpus.case": (
        "FACETS",
        "LINKS_KEY",
        "ActionItem",
        "Case",
        "Check",
        "Doc",
        "Document",
        "Source",
        "Text",
        "Visibility",
    ),
    "corpus.case_changes": ("mark_action_item", "set_recurrence"),
    "corpus.case_review": ("edit_case", "mark_current", "mark_outdated", "mark_reviewed"),
    "corpus.case_values": ("CASE_ID_PATTERN",),
    "corpus.database": ("Database",),
    "corpus.errors": (
        "CaseChangedError",
        "CaseNotFoundError",
        "CorpusError",
        "DatabaseBusyError",
        "DatabaseCorruptError",
        "DatabaseError",
        "DatabaseNewerError",
        "ExportError",
        "InvalidCaseError",
    ),
    "corpus.evaluate": ("evaluate_chatter", "evaluate_queries"),
    "corpus.exporter": ("export_cases",),
    "corpus.facets": ("find_facets",),
    "corpus.filters": ("FilterProblem", "Filters", "ParsedQuery", "parse_query"),
    "corpus.gate": ("Decision", "Gate"),
    "corpus.importers": ("ImportReport", "LandingCase", "MaskedPlace", "SkippedCase"),
    "corpus.importers.paths": ("Masking", "import_paths"),
    "corpus.library": ("Library",),
    "corpus.likeness": ("Likeness", "LikenessKind"),
    "corpus.mask": ("MaskedSpan", "MaskedText", "Masker"),
    "corpus.match": ("Audience", "Band", "Findings", "Match", "Reason"),
    "corpus.migrations": ("CORPUS_MIGRATIONS",),
    "corpus.news": ("NewCase", "find_news"),
    "corpus.rows": ("HistoryEntry", "TitleRow"),
    "corpus.shipped": ("load_shipped_cases", "shipped_digests", "validate_paths"),
    "corpus.similar": ("SimilarCase",),
    "corpus.store": ("Store",),
    "corpus.titles": ("Titles", "address_forms"),
    "corpus.vocabulary": ("Term", "Vocabulary"),
}
"""Where each name lives; a test holds it to what type checkers read above."""

if not TYPE_CHECKING:  # they would take any name for one of ours

    def __getattr__(name: str) -> object:
        """The thing with a public name, from its module."""
        home = next((module for module, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(home), name)
        globals()[name] = found  # the next one who asks finds it there
        return found
