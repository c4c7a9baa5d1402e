"""The library of cases: what handlers and bot may import.

Knows nothing of Slack, of the environment, or of time of its own.
"""

from corpus.case import (
    CASE_ID_PATTERN,
    FACETS,
    Case,
    Check,
    Doc,
    Document,
    Source,
    Text,
    Visibility,
)
from corpus.database import Database
from corpus.errors import (
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
from corpus.filters import FilterProblem, Filters, ParsedQuery, parse_query
from corpus.gate import Decision, Gate
from corpus.importers import ImportReport, SkippedCase
from corpus.importers.incidentlib import import_paths
from corpus.library import Library
from corpus.match import Audience, Band, Findings, Match, Reason
from corpus.migrations import CORPUS_MIGRATIONS
from corpus.shipped import load_shipped_cases, validate_paths
from corpus.store import Store
from corpus.vocabulary import Term, Vocabulary

__all__ = [
    "CASE_ID_PATTERN",
    "CORPUS_MIGRATIONS",
    "FACETS",
    "Audience",
    "Band",
    "Case",
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
    "ImportReport",
    "InvalidCaseError",
    "Library",
    "Match",
    "ParsedQuery",
    "Reason",
    "SkippedCase",
    "Source",
    "Store",
    "Term",
    "Text",
    "Visibility",
    "Vocabulary",
    "evaluate_chatter",
    "evaluate_queries",
    "export_cases",
    "import_paths",
    "load_shipped_cases",
    "parse_query",
    "validate_paths",
]
