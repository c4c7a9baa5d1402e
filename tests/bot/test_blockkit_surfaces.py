"""The Block Kit validator over whole surfaces: messages, views, attachments, acks, totals."""

from typing import Any

import pytest

from bot.local_slack.blockkit import (
    Problem,
    blocks_too_long,
    check_attachments,
    check_message,
    check_options_ack,
    check_submission_ack,
    check_view,
    view_too_large,
)

Json = dict[str, Any]


def plain(text: str = "Words") -> Json:
    """A plain_text object."""
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str = "*Words*") -> Json:
    """A mrkdwn object."""
    return {"type": "mrkdwn", "text": text}


def option(value: str = "v", **more: Any) -> Json:
    """A select option."""
    return {"text": plain(value[:75] or "x"), "value": value, **more}


def section(**more: Any) -> Json:
    """A section block with a text."""
    return {"type": "section", "text": mrkdwn(), **more}


def actions(*elements: Json) -> Json:
    """An actions block."""
    return {"type": "actions", "elements": list(elements)}


def button(action_id: str = "match.dismiss", **more: Any) -> Json:
    """A button."""
    return {"type": "button", "text": plain("Not this"), "action_id": action_id, **more}


def entry(element: Json, **more: Any) -> Json:
    """An input block."""
    return {"type": "input", "block_id": "entry", "label": plain(), "element": element, **more}


def modal(*blocks: Json, **more: Any) -> Json:
    """A modal that has a submit button."""
    view = {"type": "modal", "title": plain("Search"), "submit": plain("Go"), "blocks": [*blocks]}
    return {**view, **more}


def errors(problems: list[Problem]) -> list[str]:
    """The problems as a Web API answer lists them."""
    return [problem.error for problem in problems]


TABLE: Json = {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}
TEXT_INPUT: Json = {"type": "plain_text_input", "action_id": "text"}


@pytest.mark.parametrize("blocks", [None, {}, "[]", 3])
def test_blocks_must_be_an_array(blocks: object) -> None:
    """Anything but a list is refused at /blocks."""
    assert errors(check_message(blocks)) == ["must provide an array [json-pointer:/blocks]"]


def test_empty_blocks_are_how_a_message_loses_its_blocks() -> None:
    """An empty list is fine in a message."""
    assert check_message([]) == []


@pytest.mark.parametrize(("count", "refused"), [(50, False), (51, True)])
def test_a_message_holds_fifty_blocks(count: int, refused: bool) -> None:
    """The 51st block is refused."""
    problems = errors(check_message([{"type": "divider"}] * count))

    assert problems == (["no more than 50 items allowed [json-pointer:/blocks]"] * refused)


def test_block_ids_are_unique_in_a_message() -> None:
    """The second use of a block_id is refused, each time."""
    blocks = [section(block_id=name) for name in ("a", "b", "a", "a")]

    assert errors(check_message(blocks)) == [
        '`block_id` "a" already exists [json-pointer:/blocks/2/block_id]',
        '`block_id` "a" already exists [json-pointer:/blocks/3/block_id]',
    ]


def test_action_ids_are_unique_in_their_block_alone() -> None:
    """A repeat within one actions block is refused; another block may use the id again."""
    blocks = [actions(button("x"), button("y"), button("x")), actions(button("x"))]

    assert errors(check_message(blocks)) == [
        '`action_id` "x" already exists [json-pointer:/blocks/0/elements/2/action_id]'
    ]


def test_markdown_is_counted_over_the_whole_message() -> None:
    """Two markdown blocks share the 12,000 characters."""
    half = {"type": "markdown", "text": "x" * 6000}
    more = {"type": "markdown", "text": "x" * 6001}

    assert check_message([half, half]) == []
    assert errors(check_message([half, more])) == [
        "must be less than 12001 characters [json-pointer:/blocks/1/text]"
    ]


def test_a_message_has_one_table() -> None:
    """A second table is refused."""
    assert errors(check_message([TABLE] * 2)) == ["only_one_table_allowed [json-pointer:/blocks/1]"]


def test_every_fault_is_named() -> None:
    """Faults in several blocks are all listed, in reading order."""
    blocks = [section(text=mrkdwn("")), {"type": "divider"}, {"type": "header", "text": plain("")}]

    assert [problem.pointer for problem in check_message(blocks)] == [
        "/blocks/0/text/text",
        "/blocks/2/text/text",
    ]


INVALID_VIEWS: list[tuple[object, str, str]] = [
    (None, "", "must provide an object"),
    ({"blocks": []}, "", "missing required field: type"),
    (modal(section(), type="workflow_step"), "/type", "unsupported type: workflow_step"),
    (modal(), "/blocks", "must provide at least 1 items"),
    (modal(*[section()] * 101), "/blocks", "no more than 100 items allowed"),
    (modal(section(), title=plain("x" * 25)), "/title/text", "must be less than 25 characters"),
    (modal(section(), title=mrkdwn()), "/title/type", "unsupported type: mrkdwn"),
    (modal(section(), submit=plain("x" * 25)), "/submit/text", "must be less than 25 characters"),
    (modal(section(), close=plain("")), "/close/text", "must be more than 0 characters"),
    (modal(section(), private_metadata="x" * 3001),
     "/private_metadata", "must be less than 3001 characters"),
    (modal(section(), callback_id="x" * 256), "/callback_id", "must be less than 256 characters"),
    (modal(section(), external_id="x" * 256), "/external_id", "must be less than 256 characters"),
    (modal(section(), notify_on_close="true"), "/notify_on_close", "must provide a boolean"),
    (modal(section(), hash="1.2"), "", "invalid additional property: hash"),
    (modal(section(), state={}), "", "invalid additional property: state"),
    (modal({"type": "markdown", "text": "x"}), "/blocks/0/type", "unsupported type: markdown"),
    (modal({"type": "table", "rows": []}), "/blocks/0/type", "unsupported type: table"),
    (modal({"type": "alert", "text": plain("x" * 201)}),
     "/blocks/0/text/text", "must be less than 201 characters"),
    (modal(section(block_id="a"), section(block_id="a")),
     "/blocks/1/block_id", '`block_id` "a" already exists'),
    (modal(entry({"type": "static_select", "options": [option(str(n)) for n in range(101)]})),
     "/blocks/0/element/options", "no more than 100 items allowed"),
    ({"type": "modal", "blocks": [section()]}, "", "missing required field: title"),
    ({"type": "modal", "title": plain(), "blocks": [section(), entry(TEXT_INPUT)]},
     "/blocks/1/input", "must define `submit` to use an `input` block in modals"),
    ({"type": "home", "blocks": [section()], "title": plain()},
     "", "invalid additional property: title"),
    ({"type": "home", "blocks": [section()], "submit": plain()},
     "", "invalid additional property: submit"),
    ({"type": "home", "blocks": [{"type": "alert", "text": plain()}]},
     "/blocks/0/type", "unsupported type: alert"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("view", "pointer", "message"),
    INVALID_VIEWS,
    ids=[f"{pointer} {message}" for _, pointer, message in INVALID_VIEWS],
)
def test_invalid_views_are_refused_in_slacks_words(
    view: object, pointer: str, message: str
) -> None:
    """One fault in a view gives its one sentence and a pointer under /view."""
    assert check_view(view) == [Problem(f"/view{pointer}", message)]


def test_valid_views_pass() -> None:
    """A modal with all its fields, and a Home view with an input block, have no problem."""
    full = modal(
        section(), {"type": "alert", "text": mrkdwn(), "level": "warning"},
        close=plain("x" * 24), callback_id="", private_metadata="x" * 3000,
        clear_on_close=True, notify_on_close=True, external_id="",
    )  # fmt: skip
    home = {"type": "home", "blocks": [entry(TEXT_INPUT)], "callback_id": "home"}

    assert check_view(full) == []
    assert check_view(home) == []


def test_one_element_of_a_view_takes_the_focus() -> None:
    """A second focus_on_load in a view is refused."""
    eager = {"type": "users_select", "focus_on_load": True}
    view = modal(section(accessory=eager), entry(eager))

    assert check_view(view) == [
        Problem(
            "/view/blocks/1/element/focus_on_load",
            "only one element can have `focus_on_load` set to true",
        )
    ]


def test_attachments_are_checked_with_their_blocks() -> None:
    """Legacy fields are loose, nested blocks are as strict as top-level ones."""
    attachments = [
        {
            "color": "#ff0000",
            "fallback": "",
            "anything": 1,
            "fields": [{"title": "a", "short": True}],
        },
        {"text": 3, "fields": ["x"], "blocks": [{"type": "header", "text": plain("")}]},
        "text",
    ]

    assert errors(check_attachments(attachments)) == [
        "must provide a string [json-pointer:/attachments/1/text]",
        "must provide an object [json-pointer:/attachments/1/fields/0]",
        "must be more than 0 characters [json-pointer:/attachments/1/blocks/0/text/text]",
        "must provide an object [json-pointer:/attachments/2]",
    ]


def test_a_message_holds_a_hundred_attachments() -> None:
    """The 101st attachment is refused."""
    assert check_attachments([{}] * 100) == []
    assert errors(check_attachments([{}] * 101)) == [
        "no more than 100 items allowed [json-pointer:/attachments]"
    ]


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"options": []}, []),
        ({"options": [option(str(n)) for n in range(100)]}, []),
        ({"option_groups": [{"label": plain(), "options": [option()]}]}, []),
        ({}, ["must define either `options` or `option_groups` [json-pointer:]"]),
        ({"options": [], "option_groups": []},
         ["cannot define both `options` and `option_groups` [json-pointer:]"]),
        ({"options": [option(str(n)) for n in range(101)]},
         ["no more than 100 items allowed [json-pointer:/options]"]),
        ({"options": [option("x" * 76)]},
         ["must be less than 76 characters [json-pointer:/options/0/value]"]),
        (None, ["must provide an object [json-pointer:]"]),
        ({"options": None}, ["must provide an array [json-pointer:/options]"]),
    ],
)  # fmt: skip
def test_options_ack(payload: object, expected: list[str]) -> None:
    """The answer to a block_suggestion is options or groups, at most a hundred."""
    assert errors(check_options_ack(payload)) == expected


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        (None, []),
        ("", []),
        ({}, []),
        ({"response_action": "clear"}, []),
        ({"response_action": "update", "view": modal(section())}, []),
        ({"response_action": "push", "view": modal(section())}, []),
        ({"response_action": "errors", "errors": {"entry": "Too short"}}, []),
        ([], ["must provide an object [json-pointer:]"]),
        ({"text": "done"}, ["missing required field: response_action [json-pointer:]"]),
        ({"response_action": "close"},
         ["must be a valid enum value [json-pointer:/response_action]"]),
        ({"response_action": "update"}, ["missing required field: view [json-pointer:]"]),
        ({"response_action": "clear", "view": {}},
         ["invalid additional property: view [json-pointer:]"]),
        ({"response_action": "push", "view": modal()},
         ["must provide at least 1 items [json-pointer:/view/blocks]"]),
        ({"response_action": "errors", "errors": {}},
         ["must provide at least 1 items [json-pointer:/errors]"]),
        ({"response_action": "errors", "errors": {"note": "No"}},
         ["must be the `block_id` of an input block [json-pointer:/errors/note]"]),
        ({"response_action": "errors", "errors": {"entry": ""}},
         ["must be more than 0 characters [json-pointer:/errors/entry]"]),
        ({"response_action": "errors", "errors": ["No"]},
         ["must provide an object [json-pointer:/errors]"]),
    ],
)  # fmt: skip
def test_submission_ack(payload: object, expected: list[str]) -> None:
    """The answer to a view_submission closes, updates, pushes, clears or names input blocks."""
    view = modal(entry(TEXT_INPUT), section(block_id="note"))

    assert errors(check_submission_ack(payload, view)) == expected


def test_totals_of_message_and_view() -> None:
    """Whole blocks over 13,200 characters and views over 250 KB are too long."""
    assert not blocks_too_long([section(text=mrkdwn("x" * 3000))] * 4)
    assert blocks_too_long([section(text=mrkdwn("x" * 3000))] * 5)
    assert not view_too_large(modal(*[section(text=mrkdwn("x" * 2400))] * 100))
    assert view_too_large(modal(*[section(text=mrkdwn("가" * 2000))] * 100))
