"""The values before the text of a Markdown page: JSON, a line a key, as we write it, or any YAML.

Nothing is built but plain values: no dates, no tags, no references.
"""

import json
import re
from typing import Any

import yaml

from corpus.documents import compact_json, parse_json
from corpus.errors import InvalidCaseError

_FENCED = re.compile(r"\ufeff?---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_JSON_LINE = re.compile(r'(?P<key>[A-Za-z_][\w-]*|"(?:[^"\\]|\\.)*"): (?P<value>.*)')
_PLAIN_LINE = re.compile(r"(?P<key>[\w][\w \-]{0,60}):[ \t]*(?P<value>.*)")
_PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*")
_YAML_LIMIT = 64 * 1024


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The values of a page and the text after them; no values where it begins otherwise.

    Lines that are no YAML (`title: Outage: checkout`) are read as plain `key: value`.

    Raises:
        InvalidCaseError: the values are longer than anybody writes by hand.
    """
    fenced = _FENCED.match(text)
    if fenced is None:
        return {}, text
    values = _read_json_lines(fenced[1])
    if values is None:
        values = _read_yaml(fenced[1])
    return ({}, text) if values is None else (values, text[fenced.end() :])


def write_front_matter(values: dict[str, Any]) -> str:
    """The values as lines of JSON, which is YAML as well, between two fences."""
    lines = [
        f"{_key(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()
    ]
    return "\n".join(["---", *map(_unbroken, lines), "---", ""])


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else compact_json(key)


def _unbroken(line: str) -> str:
    """A line that no reader breaks: what else ends a line is written as an escape."""
    return re.sub(
        r"[\x7f-\x9f\u2028\u2029\ufeff]", lambda sign: f"\\u{ord(sign.group()):04x}", line
    )


def _read_json_lines(text: str) -> dict[str, Any] | None:
    values: dict[str, Any] = {}
    for line in text.split("\n"):
        found = _JSON_LINE.fullmatch(line)
        if found is None:
            return None
        key = found["key"]
        try:
            name = str(json.loads(key)) if key.startswith('"') else key
            values[name] = parse_json(found["value"].encode("utf-8", "surrogatepass"))
        except (InvalidCaseError, ValueError):
            return None
    return values


class _Loader(yaml.SafeLoader):
    """Plain values only: dates stay text, and no value refers to another."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("refers to another value")
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {
    first: [each for each in resolvers if each[0] != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _read_yaml(text: str) -> dict[str, Any] | None:
    if len(text) > _YAML_LIMIT:
        raise InvalidCaseError("", f"has front matter of more than {_YAML_LIMIT // 1024} KB")
    try:
        values = yaml.load(text, _Loader)  # noqa: S506 - a safe loader, narrowed
    except (yaml.YAMLError, ValueError, RecursionError):
        return _read_plainly(text)
    if values is None:
        return {}
    return {str(key): each for key, each in values.items()} if isinstance(values, dict) else None


def _read_plainly(text: str) -> dict[str, Any] | None:
    lines = [line for line in text.split("\n") if line.strip()]
    found = [_PLAIN_LINE.fullmatch(line) for line in lines]
    if not all(found):
        return None
    return {each["key"]: each["value"].strip().strip("\"'") for each in found if each}
