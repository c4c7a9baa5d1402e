"""What every command begins with: the settings under the options given, and the words."""

from pathlib import Path
from typing import Any

from bot import logs
from bot.settings import Settings
from handlers.locale import Catalogue, Words


def load_settings(*, db: Path | None, lang: str | None, serving: bool = False) -> Settings:
    """The settings, with the options of every command in them; logs go to stderr from here on.

    Args:
        db: the database file, instead of the one of the environment.
        lang: the reader's language, instead of the default one.
        serving: whether the command runs on its own for long, and tells what it does.

    Raises:
        SettingsError: a variable has a value that cannot be used.
    """
    settings = Settings.load()
    changes: dict[str, Any] = {}
    if db is not None:
        changes["incident_lookup_database"] = db
    if lang is not None:
        changes["default_language"] = lang
    quiet = "debug" if settings.log_level == "debug" else "warning"
    logs.configure(settings.log_level if serving else quiet, settings.log_format)
    return settings.model_copy(update=changes)


def load_words(lang: str) -> Words:
    """The interface's words in a language."""
    return Catalogue.load().words(lang)
