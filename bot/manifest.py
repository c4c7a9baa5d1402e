"""The app manifest as the program reads it: which scopes and events Slack has to grant."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import yaml

_NAME = "manifest.yml"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The parts of manifest.yml that the program compares with what Slack granted."""

    scopes: frozenset[str]
    events: frozenset[str]
    commands: tuple[str, ...]
    shortcuts: tuple[Mapping[str, str], ...]


def load_manifest() -> Manifest:
    """Read the manifest: from the installed package, or from the checkout it was installed from."""
    packaged = resources.files("bot") / _NAME
    text = (
        packaged.read_text(encoding="utf-8")
        if packaged.is_file()
        else (Path(__file__).parent.parent / _NAME).read_text(encoding="utf-8")
    )
    document = yaml.safe_load(text)
    return Manifest(
        scopes=frozenset(document["oauth_config"]["scopes"]["bot"]),
        events=frozenset(document["settings"]["event_subscriptions"]["bot_events"]),
        commands=tuple(command["command"] for command in document["features"]["slash_commands"]),
        shortcuts=tuple(document["features"].get("shortcuts", ())),
    )
