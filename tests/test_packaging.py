"""What is installed: the app manifest, the lock files, the wheel, and the install script."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from handlers.route import SHORTCUTS

ROOT = Path(__file__).resolve().parents[1]

MANIFEST_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["display_information", "features", "oauth_config", "settings"],
    "properties": {
        "display_information": {
            "additionalProperties": False,
            "required": ["name"],
            "properties": {
                "name": {"type": "string", "minLength": 1, "maxLength": 35},
                "description": {"type": "string", "maxLength": 140},
                "long_description": {"type": "string", "minLength": 175, "maxLength": 4000},
                "background_color": {"type": "string", "pattern": "^#([0-9a-fA-F]{3}){1,2}$"},
            },
        },
        "features": {
            "additionalProperties": False,
            "properties": {
                "app_home": {
                    "additionalProperties": False,
                    "properties": {
                        "home_tab_enabled": {"type": "boolean"},
                        "messages_tab_enabled": {"type": "boolean"},
                        "messages_tab_read_only_enabled": {"type": "boolean"},
                    },
                },
                "bot_user": {
                    "additionalProperties": False,
                    "required": ["display_name"],
                    "properties": {
                        "display_name": {"type": "string", "maxLength": 80},
                        "always_online": {"type": "boolean"},
                    },
                },
                "slash_commands": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 50,
                    "items": {
                        "additionalProperties": False,
                        "required": ["command", "description"],
                        "properties": {
                            "command": {"pattern": "^/", "minLength": 2, "maxLength": 32},
                            "description": {"minLength": 1, "maxLength": 2000},
                            "usage_hint": {"type": "string", "maxLength": 1000},
                            "should_escape": {"type": "boolean"},
                        },
                    },
                },
                "shortcuts": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 10,
                    "items": {
                        "additionalProperties": False,
                        "required": ["name", "type", "callback_id", "description"],
                        "properties": {
                            "name": {"type": "string", "maxLength": 24},
                            "type": {"enum": ["message", "global"]},
                            "callback_id": {"type": "string", "maxLength": 255},
                            "description": {"type": "string", "maxLength": 150},
                        },
                    },
                },
            },
        },
        "oauth_config": {
            "additionalProperties": False,
            "properties": {
                "scopes": {
                    "additionalProperties": False,
                    "properties": {
                        "bot": {
                            "type": "array",
                            "maxItems": 255,
                            "uniqueItems": True,
                            "items": {"type": "string", "maxLength": 50},
                        }
                    },
                }
            },
        },
        "settings": {
            "additionalProperties": False,
            "properties": {
                "event_subscriptions": {
                    "additionalProperties": False,
                    "properties": {
                        "bot_events": {"type": "array", "maxItems": 100, "uniqueItems": True}
                    },
                },
                "interactivity": {
                    "additionalProperties": False,
                    "required": ["is_enabled"],
                    "properties": {"is_enabled": {"type": "boolean"}},
                },
                "org_deploy_enabled": {"type": "boolean"},
                "socket_mode_enabled": {"type": "boolean"},
                "token_rotation_enabled": {"type": "boolean"},
            },
        },
    },
}
"""The parts of Slack's schema of manifests that ours uses (slackapi/manifest-schema, version 1)."""

SCOPES_OF_EVENTS = {
    "app_home_opened": set(),
    "app_mention": {"app_mentions:read"},
    "channel_archive": {"channels:read"},
    "channel_created": {"channels:read"},
    "channel_left": {"channels:read"},
    "channel_rename": {"channels:read"},
    "channel_shared": {"channels:read", "groups:read"},
    "channel_unshared": {"channels:read", "groups:read"},
    "group_archive": {"groups:read"},
    "group_left": {"groups:read"},
    "group_rename": {"groups:read"},
    "member_left_channel": {"channels:read", "groups:read"},
    "message.channels": {"channels:history"},
    "message.groups": {"groups:history"},
    "message.im": {"im:history"},
    "reaction_added": {"reactions:read"},
    "reaction_removed": {"reactions:read"},
}
"""The events that handlers read, each with the scopes it needs (Slack's reference of events)."""

_READ = {"channels:read", "groups:read", "im:read"}
_HISTORY = {"channels:history", "groups:history", "im:history"}
SCOPES_OF_METHODS: dict[str, set[str]] = {
    "apps_connections_open": set(),
    "auth_test": set(),
    "chat_getPermalink": set(),
    "chat_postEphemeral": {"chat:write"},
    "chat_postMessage": {"chat:write"},
    "chat_update": {"chat:write"},
    "conversations_history": _HISTORY,
    "conversations_info": _READ,
    "conversations_join": {"channels:join"},
    "conversations_list": {"channels:read"},
    "conversations_replies": _HISTORY,
    "users_conversations": _READ,
    "users_info": {"users:read"},
    "views_open": set(),
    "views_publish": set(),
    "views_update": set(),
}
"""The scopes that Web API methods need for the kinds of channels the bot is in (their pages)."""

_METHOD = re.compile(
    r"(admin|apps|auth|bots|chat|conversations|files|pins|reactions|team|users|views)_\w+"
)


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    """The app manifest, parsed."""
    parsed: dict[str, Any] = yaml.safe_load((ROOT / "manifest.yml").read_text(encoding="utf-8"))
    return parsed


def called_methods() -> Iterator[str]:
    """The methods of Slack's Web API that the bot calls."""
    for package in ("handlers", "bot"):
        for path in (ROOT / package).rglob("*.py"):
            if "local_slack" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = node.func if isinstance(node, ast.Call) else None
                if isinstance(called, ast.Attribute) and _METHOD.fullmatch(called.attr):
                    yield called.attr


def test_manifest_is_one_that_slack_takes(manifest: dict[str, Any]) -> None:
    """Slack refuses a manifest with a key or a length that its schema does not know."""
    jsonschema.validate(manifest, MANIFEST_SCHEMA)


def test_manifest_asks_for_the_scopes_that_are_used_and_no_others(
    manifest: dict[str, Any],
) -> None:
    """Each scope is owed to an event, to a method that is called, or to the slash command."""
    needed = {"commands"}.union(*SCOPES_OF_EVENTS.values())
    for method in called_methods():
        needed |= SCOPES_OF_METHODS[method]

    assert set(manifest["oauth_config"]["scopes"]["bot"]) == needed


def test_manifest_subscribes_to_the_events_that_are_read(manifest: dict[str, Any]) -> None:
    """Those of private channels too, without which the bot is deaf there."""
    events = manifest["settings"]["event_subscriptions"]["bot_events"]

    assert events == sorted(SCOPES_OF_EVENTS)
    assert "message.groups" in events
    assert "groups:history" in manifest["oauth_config"]["scopes"]["bot"]


def test_manifest_has_the_shortcuts_that_are_handled(manifest: dict[str, Any]) -> None:
    """One without a handler would do nothing, and one that is not listed cannot be found."""
    listed = {shortcut["callback_id"] for shortcut in manifest["features"]["shortcuts"]}

    assert listed == set(SHORTCUTS)


def test_manifest_shows_the_home_tab_that_is_drawn(manifest: dict[str, Any]) -> None:
    """Without the switch, `views.publish` is refused (`not_enabled`)."""
    assert manifest["features"]["app_home"]["home_tab_enabled"]
    assert "app_home_opened" in SCOPES_OF_EVENTS


def test_manifest_is_for_socket_mode(manifest: dict[str, Any]) -> None:
    """Buttons and modals need interactivity; no address is needed for anything."""
    settings = manifest["settings"]

    assert (settings["socket_mode_enabled"], settings["interactivity"]["is_enabled"]) == (
        True,
        True,
    )
    assert "url" not in str(manifest)


def read_lock(name: str) -> dict[str, tuple[str, str]]:
    """The packages of a lock file: name → version, and the lines of its entry."""
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[A-Za-z0-9])", text)
    return {
        canonicalize_name(entry.split("==")[0]): (
            re.split(r"[ ;\\]", entry.split("==")[1])[0],
            entry,
        )
        for entry in entries
    }


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_locks_pin_everything_by_hash_and_name_no_place(name: str) -> None:
    """They work with any index, and take nothing but what was locked."""
    text = (ROOT / name).read_text(encoding="utf-8")

    assert all("--hash=sha256:" in entry for _, entry in read_lock(name).values())
    assert re.findall(r"https?:|file:|--(?!hash)|@ |localhost", text) == []


def test_locks_hold_every_dependency() -> None:
    """In a version that pyproject.toml allows, and the same one in both files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime, dev = read_lock("requirements.txt"), read_lock("requirements-dev.txt")

    for lock, needed in (
        (runtime, project["project"]["dependencies"]),
        (dev, project["dependency-groups"]["dev"]),
    ):
        for requirement in map(Requirement, needed):
            assert requirement.specifier.contains(lock[canonicalize_name(requirement.name)][0])
    both = runtime.keys() & dev.keys()
    assert {each: runtime[each][0] for each in both} == {each: dev[each][0] for each in both}


def test_python_has_no_upper_bound() -> None:
    """A newer Python is tried, not refused."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert project["project"]["requires-python"] == ">=3.11"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from the checkout without any network."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    target = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(next(target.glob("*.whl")))


def test_wheel_holds_everything_that_is_read_at_run_time(wheel: zipfile.ZipFile) -> None:
    """Cases, vocabulary, weights, words, the page and the manifest; every file of the packages."""
    held = set(wheel.namelist())

    expected = {
        path.relative_to(ROOT).as_posix()
        for package in ("bot", "handlers", "corpus")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected - held == set()
    assert "bot/manifest.yml" in held
    assert wheel.read("bot/manifest.yml") == (ROOT / "manifest.yml").read_bytes()
    assert len([name for name in held if re.fullmatch(r"corpus/cases/PUB-\d{4}\.json", name)]) >= 60


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    """Tests and tools of the checkout stay there."""
    tops = {name.split("/")[0] for name in wheel.namelist()}

    assert tops == {
        "bot",
        "handlers",
        "corpus",
        f"incident_lookup-{version('incident-lookup')}.dist-info",
    }
    assert not [
        name for name in wheel.namelist() if name.endswith((".pyc", ".sqlite", ".sqlite-wal"))
    ]


def test_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    """Licence, Python, dependencies and the console script."""
    folder = f"incident_lookup-{version('incident-lookup')}.dist-info"
    metadata = wheel.read(f"{folder}/METADATA").decode("utf-8")

    assert "\nLicense-Expression: Apache-2.0\n" in metadata
    assert "\nRequires-Python: >=3.11\n" in metadata
    assert "\nRequires-Dist: slack-bolt" in metadata
    assert f"{folder}/licenses/LICENSE" in wheel.namelist()
    scripts = wheel.read(f"{folder}/entry_points.txt").decode("utf-8")
    assert "incident-lookup = bot.cli:main" in scripts


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the container's install script fills, from nothing but a package index."""
    folder = tmp_path_factory.mktemp("install")
    reach = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--retries", "0"]
    name, (pin, _) = next(iter(read_lock("requirements.txt").items()))
    probe = subprocess.run(
        [*reach, "--timeout", "10", "--dest", str(folder / "probe"), f"{name}=={pin}"],
        capture_output=True,
        check=False,
    )
    if probe.returncode:
        pytest.skip("no package index is within reach, so nothing can be installed from it")
    target = folder / "app"
    script = ["sh", str(ROOT / "scripts" / "install.sh"), str(ROOT), str(target), sys.executable]
    done = subprocess.run(script, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Every case file is valid.\n")
    return target


@pytest.mark.timeout(420)
def test_install_script_makes_a_program_that_runs_on_its_own(installed: Path) -> None:
    """Outside the checkout, with nothing of this environment in reach."""
    run = subprocess.run(
        [installed / "bin" / "incident-lookup", "search", "max", "latency", "spikes", "on", "k8s"],
        cwd=installed,
        env={"INCIDENT_LOOKUP_DATABASE": str(installed / "cases.sqlite"), "LC_ALL": "C"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    where = subprocess.run(
        [installed / "bin" / "python", "-c", "import bot.manifest as m; print(m.__file__)"],
        cwd=installed,
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
        check=True,
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert "PUB-0041" in run.stdout
    assert str(installed) in where.stdout
