"""Whole messages, views and attachments: what must hold across their blocks.

Owns counts, uniqueness and totals over a surface; single blocks are checked in `blocks`.
"""

import json
from collections.abc import Iterator
from typing import Any

from bot.local_slack.blockkit.blocks import HOME_BLOCKS, MESSAGE_BLOCKS, MODAL_BLOCKS
from bot.local_slack.blockkit.objects import TYPE, plain_text
from bot.local_slack.blockkit.rules import (
    Problem,
    Rule,
    boolean,
    by_type,
    items,
    length,
    record,
    string,
    unique,
)

# Slack: a view over 250 KB is `view_too_large`.
_VIEW_BYTES = 250_000
# Not in Slack's pages; the field sees `msg_blocks_too_long` from about here on.
_BLOCKS_CHARACTERS = 13_200
_MARKDOWN_CHARACTERS = 12_000
_TABLE_CHARACTERS = 10_000

_MESSAGE = items(by_type(MESSAGE_BLOCKS), 50)
_COMMON = {
    "private_metadata": string(3000, least=0),
    "callback_id": string(255, least=0),
    "external_id": string(255, least=0),
}


def _view(kind: dict[str, Rule], required: dict[str, Rule], optional: dict[str, Rule]) -> Rule:
    blocks = items(by_type(kind), 100)
    return record({"type": TYPE, **required, "blocks": blocks}, {**_COMMON, **optional})


_VIEWS = by_type(
    {
        "modal": _view(
            MODAL_BLOCKS,
            {"title": plain_text(24)},
            {
                "submit": plain_text(24),
                "close": plain_text(24),
                "clear_on_close": boolean,
                "notify_on_close": boolean,
            },
        ),
        "home": _view(HOME_BLOCKS, {}, {}),
    }
)


def check_message(blocks: object, at: str = "/blocks") -> list[Problem]:
    """List what Slack would refuse in a message's `blocks`, in reading order.

    `blocks` is the decoded JSON; an empty list is how chat.update removes blocks, and is fine.
    """
    if blocks == []:
        return []
    return [*_MESSAGE(blocks, at), *_identifiers(blocks, at), *_message_totals(blocks, at)]


def check_view(view: object, at: str = "/view") -> list[Problem]:
    """List what Slack would refuse in a modal or Home view, in reading order."""
    problems = list(_VIEWS(view, at))
    if not isinstance(view, dict):
        return problems
    blocks = view.get("blocks")
    problems += _identifiers(blocks, f"{at}/blocks")
    problems += _focus(blocks, f"{at}/blocks")
    if view.get("type") == "modal" and "submit" not in view:
        problems += [
            Problem(f"{at}/blocks/{index}/input", _SUBMIT_NEEDED)
            for index, block in enumerate(_dicts(blocks))
            if block.get("type") == "input"
        ]
    return problems


_SUBMIT_NEEDED = "must define `submit` to use an `input` block in modals"


def check_attachments(attachments: object, at: str = "/attachments") -> list[Problem]:
    """List what Slack would refuse in legacy attachments.

    Unknown properties are ignored by Slack and here. More than 100 attachments is the API error
    `too_many_attachments`; the problem reads `no more than 100 items allowed`.
    """
    return list(items(_attachment, 100, least=0)(attachments, at))


def blocks_too_long(blocks: object) -> bool:
    """Tell whether a message's blocks are in all too long (`msg_blocks_too_long`)."""
    return len(_compact(blocks)) > _BLOCKS_CHARACTERS


def view_too_large(view: object) -> bool:
    """Tell whether a view is over 250 KB of JSON (`view_too_large`)."""
    return len(_compact(view).encode("utf-8", "surrogatepass")) > _VIEW_BYTES


_ATTACHMENT_TEXTS = (
    "fallback", "color", "pretext", "author_name", "author_link", "author_icon", "title",
    "title_link", "text", "image_url", "thumb_url", "footer", "footer_icon", "callback_id",
)  # fmt: skip


def _attachment(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(at, "must provide an object")
        return
    for name in _ATTACHMENT_TEXTS:
        if name in value:
            yield from string(least=0)(value[name], f"{at}/{name}")
    if "fields" in value:
        yield from items(_attachment_field, least=0)(value["fields"], f"{at}/fields")
    if "blocks" in value:
        yield from check_message(value["blocks"], f"{at}/blocks")


def _attachment_field(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(at, "must provide an object")
        return
    for name in ("title", "value"):
        if name in value:
            yield from string(least=0)(value[name], f"{at}/{name}")


def _dicts(blocks: object) -> list[dict[str, Any]]:
    """The blocks that are objects; others become empty so that indexes stay true."""
    if not isinstance(blocks, list):
        return []
    return [block if isinstance(block, dict) else {} for block in blocks]


def _elements(block: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each interactive element of a block with its pointer inside the block."""
    for name in ("accessory", "element"):
        if isinstance(block.get(name), dict):
            yield f"/{name}", block[name]
    if isinstance(block.get("elements"), list):
        for index, element in enumerate(block["elements"]):
            if isinstance(element, dict):
                yield f"/elements/{index}", element


def _identifiers(blocks: object, at: str) -> Iterator[Problem]:
    """`block_id` is unique on a surface, `action_id` in its block."""
    found = _dicts(blocks)
    yield from unique(
        (
            (f"{at}/{index}/block_id", block["block_id"])
            for index, block in enumerate(found)
            if isinstance(block.get("block_id"), str)
        ),
        "block_id",
    )
    for index, block in enumerate(found):
        yield from unique(
            (
                (f"{at}/{index}{inner}/action_id", element["action_id"])
                for inner, element in _elements(block)
                if isinstance(element.get("action_id"), str)
            ),
            "action_id",
        )


def _focus(blocks: object, at: str) -> Iterator[Problem]:
    """At most one element of a view may ask for the focus."""
    asking = [
        f"{at}/{index}{inner}/focus_on_load"
        for index, block in enumerate(_dicts(blocks))
        for inner, element in _elements(block)
        if element.get("focus_on_load") is True
    ]
    for pointer in asking[1:]:
        yield Problem(pointer, "only one element can have `focus_on_load` set to true")


def _message_totals(blocks: object, at: str) -> Iterator[Problem]:
    """Limits that hold for all markdown blocks and all tables of a message together."""
    written = 0
    tables = 0
    for index, block in enumerate(_dicts(blocks)):
        text = block.get("text")
        if block.get("type") == "markdown" and isinstance(text, str):
            before, written = written, written + length(text)
            if before and written > _MARKDOWN_CHARACTERS:
                yield Problem(
                    f"{at}/{index}/text", f"must be less than {_MARKDOWN_CHARACTERS + 1} characters"
                )
        elif block.get("type") == "table":
            tables += 1
            if tables > 1:
                yield Problem(f"{at}/{index}", "only_one_table_allowed")
            if _characters(block.get("rows")) > _TABLE_CHARACTERS:
                yield Problem(
                    f"{at}/{index}/rows", f"must be less than {_TABLE_CHARACTERS + 1} characters"
                )


def _characters(value: object) -> int:
    """Count the characters of every `text` anywhere inside `value`."""
    if isinstance(value, list):
        return sum(_characters(item) for item in value)
    if isinstance(value, dict):
        own = value.get("text")
        inner = sum(_characters(item) for item in value.values())
        return inner + (length(own) if isinstance(own, str) else 0)
    return 0


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
