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
    from corpus.census import Census
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
        UpstreamError,
    )
    from corpus.evaluate import evaluate_chatter, evaluate_queries
    from corpus.exporter import export_cases
    from corpus.facets import find_facets
    from corpus.filters import (
        FACET_KEYS,
        FilterProblem,
        Filters,
        ParsedQuery,
        as_words,
        parse_query,
    )
    from corpus.gate import Decision, Gate
    from corpus.importers import ImportReport, LandingCase, MaskedPlace, SkippedCase
    from corpus.importers.paths import Masking, import_paths
    from corpus.importers.sync import SkippedUpstreamCase, SyncReport, UpstreamAnswer, sync_cases
    from corpus.learning import Experience, learn, sketch_text
    from corpus.library import Library
    from corpus.library_numbers import LARGEST_SHARE, LibraryNumbers, count_uses
    from corpus.likeness import Likeness, LikenessKind
    from corpus.mask import MaskedSpan, MaskedText, Masker
    from corpus.match import Audience, Band, Findings, Match, Reason
    from corpus.migrations import CORPUS_MIGRATIONS
    from corpus.news import NewCase, find_news
    from corpus.prebuilt import PREBUILT
    from corpus.rows import HistoryEntry, TitleRow
    from corpus.shipped import load_shipped_cases, shipped_digests, validate_paths
    from corpus.similar import SimilarCase
    from corpus.store import Store
    from corpus.telling import (
        Answer,
        Answered,
        Question,
        find_check,
        find_question,
        narrow,
        read_question,
        ruled_out,
    )
    from corpus.term_menu import find_terms
    from corpus.text import count_words
    from corpus.titles import Titles, address_forms
    from corpus.upstream import UpstreamCases, Validators
    from corpus.validation import Validation, validate
    from corpus.vocabulary import Term, Vocabulary

__all__ = [
    "CASE_ID_PATTERN",
    "CORPUS_MIGRATIONS",
    "FACETS",
    "FACET_KEYS",
    "LARGEST_SHARE",
    "LINKS_KEY",
    "PREBUILT",
    "ActionItem",
    "Answer",
    "Answered",
    "Audience",
    "Band",
    "Case",
    "CaseChangedError",
    "CaseNotFoundError",
    "Census",
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
    "Experience",
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
    "LibraryNumbers",
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
    "Question",
    "Reason",
    "SimilarCase",
    "SkippedCase",
    "SkippedUpstreamCase",
    "Source",
    "Store",
    "SyncReport",
    "Term",
    "Text",
    "TitleRow",
    "Titles",
    "UpstreamAnswer",
    "UpstreamCases",
    "UpstreamError",
    "Validation",
    "Validators",
    "Visibility",
    "Vocabulary",
    "address_forms",
    "as_words",
    "count_uses",
    "count_words",
    "edit_case",
    "evaluate_chatter",
    "evaluate_queries",
    "export_cases",
    "find_check",
    "find_facets",
    "find_news",
    "find_question",
    "find_terms",
    "import_paths",
    "learn",
    "load_shipped_cases",
    "mark_action_item",
    "mark_current",
    "mark_outdated",
    "mark_reviewed",
    "narrow",
    "parse_query",
    "read_question",
    "ruled_out",
    "set_recurrence",
    "shipped_digests",
    "sketch_text",
    "sync_cases",
    "validate",
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
    "corpus.census": ("Census",),
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
        "UpstreamError",
    ),
    "corpus.evaluate": ("evaluate_chatter", "evaluate_queries"),
    "corpus.exporter": ("export_cases",),
    "corpus.facets": ("find_facets",),
    "corpus.filters": (
        "FACET_KEYS",
        "FilterProblem",
        "Filters",
        "ParsedQuery",
        "as_words",
        "parse_query",
    ),
    "corpus.gate": ("Decision", "Gate"),
    "corpus.importers": ("ImportReport", "LandingCase", "MaskedPlace", "SkippedCase"),
    "corpus.importers.paths": ("Masking", "import_paths"),
    "corpus.learning": ("Experience", "learn", "sketch_text"),
    "corpus.importers.sync": ("SkippedUpstreamCase", "SyncReport", "UpstreamAnswer", "sync_cases"),
    "corpus.library": ("Library",),
    "corpus.library_numbers": ("LARGEST_SHARE", "LibraryNumbers", "count_uses"),
    "corpus.likeness": ("Likeness", "LikenessKind"),
    "corpus.mask": ("MaskedSpan", "MaskedText", "Masker"),
    "corpus.match": ("Audience", "Band", "Findings", "Match", "Reason"),
    "corpus.migrations": ("CORPUS_MIGRATIONS",),
    "corpus.news": ("NewCase", "find_news"),
    "corpus.prebuilt": ("PREBUILT",),
    "corpus.rows": ("HistoryEntry", "TitleRow"),
    "corpus.shipped": ("load_shipped_cases", "shipped_digests", "validate_paths"),
    "corpus.similar": ("SimilarCase",),
    "corpus.store": ("Store",),
    "corpus.telling": (
        "Answer",
        "Answered",
        "Question",
        "find_check",
        "find_question",
        "narrow",
        "read_question",
        "ruled_out",
    ),
    "corpus.term_menu": ("find_terms",),
    "corpus.text": ("count_words",),
    "corpus.titles": ("Titles", "address_forms"),
    "corpus.validation": ("Validation", "validate"),
    "corpus.upstream": ("UpstreamCases", "Validators"),
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
