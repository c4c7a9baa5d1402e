"""The Block Kit validator over blocks and elements: taken, or refused in Slack's words."""

import copy
from typing import Any

import pytest

from bot.local_slack.blockkit import Problem, check_message, check_view

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


CONFIRM: Json = {
    "title": plain(), "text": plain(), "confirm": plain("Yes"), "deny": plain("No"),
    "style": "danger",
}  # fmt: skip
IMAGE: Json = {"type": "image", "image_url": "https://example.com/a.png", "alt_text": "a"}
TEXT_INPUT: Json = {"type": "plain_text_input", "action_id": "text"}
RICH: Json = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_section",
            "elements": [
                {"type": "text", "text": "hello", "style": {"bold": True}},
                {"type": "link", "url": "https://example.com", "text": "x"},
                {"type": "user", "user_id": "U1"},
                {"type": "emoji", "name": "fire"},
                {"type": "broadcast", "range": "here"},
            ],
        },
        {
            "type": "rich_text_list",
            "style": "bullet",
            "indent": 1,
            "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]}
            ],
        },
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "code"}]},
        {"type": "rich_text_quote", "elements": [{"type": "text", "text": "said"}], "border": 1},
    ],
}

VALID_BLOCKS: dict[str, Json] = {
    "section": section(block_id="b", expand=True),
    "section with verbatim": {"type": "section", "text": {**mrkdwn(), "verbatim": True}},
    "section with fields": {"type": "section", "fields": [mrkdwn("x" * 2000), plain()]},
    "section with image": section(accessory=IMAGE),
    "section with button": section(accessory=button(value="x", style="primary", confirm=CONFIRM)),
    "section with overflow": section(
        accessory={"type": "overflow", "options": [option(url="https://example.com")]}
    ),
    "section with select": section(
        accessory={"type": "static_select", "options": [option()], "initial_option": option()}
    ),
    "section with multi select": section(
        accessory={"type": "multi_users_select", "initial_users": ["U1"], "max_selected_items": 2}
    ),
    "header": {"type": "header", "text": {**plain("x" * 150), "emoji": True}},
    "divider": {"type": "divider"},
    "context": {"type": "context", "elements": [IMAGE, mrkdwn(), plain()]},
    "actions": actions(button(), button("b", url="https://example.com?a=b")),
    "actions with pickers": actions(
        {"type": "datepicker", "initial_date": "2025-02-28"},
        {"type": "timepicker", "initial_time": "23:59", "timezone": "Asia/Seoul"},
        {"type": "datetimepicker", "initial_date_time": 1_700_000_000},
        {"type": "checkboxes", "options": [{"text": mrkdwn(), "value": "a"}]},
        {"type": "radio_buttons", "options": [option(description=mrkdwn())]},
        {"type": "external_select", "min_query_length": 0, "placeholder": plain()},
        {"type": "users_select"},
        {"type": "conversations_select", "filter": {"include": ["public"]}},
        {"type": "channels_select", "initial_channel": "C1"},
    ),
    "input": entry(TEXT_INPUT, hint=plain(), optional=True, dispatch_action=True),
    "image": {**IMAGE, "title": plain()},
    "image of a file": {"type": "image", "slack_file": {"id": "F1"}, "alt_text": "a"},
    "rich text": RICH,
    "markdown": {"type": "markdown", "text": "# Title"},
    "table": {
        "type": "table",
        "rows": [[{"type": "raw_text", "text": "a"}, RICH]],
        "column_settings": [{"align": "right", "is_wrapped": True}, None],
    },
    "video": {
        "type": "video", "alt_text": "a", "title": plain(), "author_name": "x",
        "thumbnail_url": "https://example.com/t.png", "video_url": "https://example.com/v",
    },
    "file": {"type": "file", "external_id": "x", "source": "remote"},
    "context actions": {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "positive_button": {"text": plain("Yes"), "value": "y"},
                "negative_button": {"text": plain("No"), "value": "n"},
            },
            {"type": "icon_button", "icon": "trash", "text": plain("Delete")},
        ],
    },
}  # fmt: skip


@pytest.mark.parametrize("block", VALID_BLOCKS.values(), ids=list(VALID_BLOCKS))
def test_valid_blocks_pass(block: Json) -> None:
    """A block within every limit has no problem, and is not changed by the check."""
    before = copy.deepcopy(block)

    problems = check_message([block])

    assert problems == []
    assert block == before


VALID_INPUTS: dict[str, Json] = {
    "plain": {**TEXT_INPUT, "multiline": True, "min_length": 0, "max_length": 3000},
    "rich": {"type": "rich_text_input", "initial_value": RICH, "min_lines": 2, "max_lines": 9},
    "number": {"type": "number_input", "is_decimal_allowed": False, "min_value": "-1"},
    "url": {"type": "url_text_input", "initial_value": "https://example.com"},
    "email": {"type": "email_text_input", "initial_value": "a@example.com"},
    "file": {"type": "file_input", "filetypes": ["json"], "max_files": 10},
    "groups": {
        "type": "multi_static_select",
        "option_groups": [{"label": plain(), "options": [option("a"), option("b")]}],
        "initial_options": [option("b")],
    },
    "external": {"type": "multi_external_select", "initial_options": [option("q")]},
    "conversations": {"type": "multi_conversations_select", "initial_conversations": ["C1"]},
    "channels": {"type": "multi_channels_select", "max_selected_items": 1},
    "dispatching": {
        **TEXT_INPUT,
        "dispatch_action_config": {"trigger_actions_on": ["on_enter_pressed"]},
        "focus_on_load": True,
    },
}


@pytest.mark.parametrize("element", VALID_INPUTS.values(), ids=list(VALID_INPUTS))
def test_valid_inputs_pass(element: Json) -> None:
    """Every input element may stand in an input block of a modal."""
    assert check_view(modal(entry(element))) == []


INVALID_BLOCKS: list[tuple[object, str, str]] = [
    (section(text=mrkdwn("x" * 3001)), "/text/text", "must be less than 3001 characters"),
    (section(text=mrkdwn("")), "/text/text", "must be more than 0 characters"),
    (section(text=mrkdwn("🔥" * 1501)), "/text/text", "must be less than 3001 characters"),
    (section(text="words"), "/text", "must provide an object"),
    (section(text=None), "/text", "must provide an object"),
    (section(text={"type": "markdown", "text": "x"}), "/text/type", "unsupported type: markdown"),
    (section(text={"type": "mrkdwn", "text": "x", "emoji": True}),
     "/text", "invalid additional property: emoji"),
    (section(text={"type": "plain_text", "text": "x", "verbatim": True}),
     "/text", "invalid additional property: verbatim"),
    ({"type": "section"}, "/type", "must define either `text` or `fields`"),
    (section(fields=[plain()] * 11), "/fields", "no more than 10 items allowed"),
    (section(fields=[]), "/fields", "must provide at least 1 items"),
    (section(fields=[plain("x" * 2001)]), "/fields/0/text", "must be less than 2001 characters"),
    (section(fields=None), "/fields", "must provide an array"),
    (section(accessory=TEXT_INPUT), "/accessory/type", "unsupported type: plain_text_input"),
    (section(accessory={"type": "datetimepicker"}),
     "/accessory/type", "unsupported type: datetimepicker"),
    (section(image_width=3), "", "invalid additional property: image_width"),
    (section(block_id="x" * 256), "/block_id", "must be less than 256 characters"),
    (section(block_id=None), "/block_id", "must provide a string"),
    (section(expand="yes"), "/expand", "must provide a boolean"),
    ({"type": "header", "text": mrkdwn()}, "/text/type", "unsupported type: mrkdwn"),
    ({"type": "header", "text": plain("x" * 151)},
     "/text/text", "must be less than 151 characters"),
    ({"type": "header"}, "", "missing required field: text"),
    ({"type": "divider", "text": plain()}, "", "invalid additional property: text"),
    ({"type": "context", "elements": [plain()] * 11}, "/elements", "no more than 10 items allowed"),
    ({"type": "context", "elements": []}, "/elements", "must provide at least 1 items"),
    ({"type": "context", "elements": [button()]}, "/elements/0/type", "unsupported type: button"),
    (actions(*[button(str(n)) for n in range(26)]), "/elements", "no more than 25 items allowed"),
    (actions(button(text=mrkdwn())), "/elements/0/text/type", "unsupported type: mrkdwn"),
    (actions(button(text=plain("x" * 76))),
     "/elements/0/text/text", "must be less than 76 characters"),
    (actions(button(value="x" * 2001)), "/elements/0/value", "must be less than 2001 characters"),
    (actions(button(url="/relative")), "/elements/0/url", "invalid url"),
    (actions(button(url="javascript:alert(1)")), "/elements/0/url", "invalid url"),
    (actions(button(url="https://e.com/" + "x" * 3000)),
     "/elements/0/url", "must be less than 3001 characters"),
    (actions(button(style="default")), "/elements/0/style", "must be a valid enum value"),
    (actions(button(style=None)), "/elements/0/style", "must provide a string"),
    (actions(button(action_id="x" * 256)),
     "/elements/0/action_id", "must be less than 256 characters"),
    (actions(button(accessibility_label="x" * 76)),
     "/elements/0/accessibility_label", "must be less than 76 characters"),
    (actions(button(confirm={**CONFIRM, "text": plain("x" * 301)})),
     "/elements/0/confirm/text/text", "must be less than 301 characters"),
    (actions(button(confirm={**CONFIRM, "title": plain("x" * 101)})),
     "/elements/0/confirm/title/text", "must be less than 101 characters"),
    (actions(button(confirm={**CONFIRM, "deny": plain("x" * 31)})),
     "/elements/0/confirm/deny/text", "must be less than 31 characters"),
    (actions(button(confirm={key: CONFIRM[key] for key in CONFIRM if key != "text"})),
     "/elements/0/confirm", "missing required field: text"),
    (actions({"type": "multi_users_select"}),
     "/elements/0/type", "unsupported type: multi_users_select"),
    (actions({"type": "static_select", "options": []}),
     "/elements/0/options", "must provide at least 1 items"),
    (actions({"type": "static_select", "options": [option(str(n)) for n in range(101)]}),
     "/elements/0/options", "no more than 100 items allowed"),
    (actions({"type": "static_select"}),
     "/elements/0", "must define either `options` or `option_groups`"),
    (actions({"type": "static_select", "options": [option("x" * 76)]}),
     "/elements/0/options/0/value", "must be less than 76 characters"),
    (actions({"type": "static_select", "options": [option(url="https://e.com")]}),
     "/elements/0/options/0", "invalid additional property: url"),
    (actions({"type": "static_select", "options": [{"text": mrkdwn(), "value": "v"}]}),
     "/elements/0/options/0/text/type", "unsupported type: mrkdwn"),
    (actions({"type": "static_select", "options": [option()], "initial_option": option("z")}),
     "/elements/0/initial_option", "must be one of the provided options"),
    (actions({"type": "static_select", "options": [option()], "placeholder": mrkdwn()}),
     "/elements/0/placeholder/type", "unsupported type: mrkdwn"),
    (actions({"type": "external_select", "options": [option()]}),
     "/elements/0", "invalid additional property: options"),
    (actions({"type": "users_select", "placeholder": plain("x" * 151)}),
     "/elements/0/placeholder/text", "must be less than 151 characters"),
    (actions({"type": "overflow", "options": [option(str(n)) for n in range(6)]}),
     "/elements/0/options", "no more than 5 items allowed"),
    (actions({"type": "checkboxes", "options": [option(str(n)) for n in range(11)]}),
     "/elements/0/options", "no more than 10 items allowed"),
    (actions({"type": "datepicker", "initial_date": "2025-13-01"}),
     "/elements/0/initial_date", "must be a valid date"),
    (actions({"type": "timepicker", "initial_time": "24:00"}),
     "/elements/0/initial_time", "must be a valid time"),
    (actions({"type": "datetimepicker", "placeholder": plain()}),
     "/elements/0", "invalid additional property: placeholder"),
    ({"type": "input", "label": plain()}, "", "missing required field: element"),
    ({"type": "input", "element": TEXT_INPUT}, "", "missing required field: label"),
    (entry(button()), "/element/type", "unsupported type: button"),
    (entry(TEXT_INPUT, label=plain("x" * 2001)),
     "/label/text", "must be less than 2001 characters"),
    (entry(TEXT_INPUT, hint=mrkdwn()), "/hint/type", "unsupported type: mrkdwn"),
    (entry({**TEXT_INPUT, "max_length": 3001}), "/element/max_length", "must be less than 3001"),
    (entry({**TEXT_INPUT, "min_length": -1}), "/element/min_length", "must be greater than -1"),
    (entry({**TEXT_INPUT, "min_length": 9, "max_length": 3}),
     "/element/min_length", "must be less than or equal to `max_length`"),
    (entry({**TEXT_INPUT, "min_length": True}), "/element/min_length", "must provide an integer"),
    (entry({"type": "rich_text_input", "max_lines": 101}),
     "/element/max_lines", "must be less than 101"),
    (entry({"type": "number_input"}), "/element", "missing required field: is_decimal_allowed"),
    (entry({"type": "file_input", "max_files": 11}), "/element/max_files", "must be less than 11"),
    (entry({"type": "email_text_input", "initial_value": "nobody"}),
     "/element/initial_value", "must be a valid email"),
    ({**IMAGE, "alt_text": "x" * 2001}, "/alt_text", "must be less than 2001 characters"),
    ({"type": "image", "image_url": "https://e.com/a.png"}, "", "missing required field: alt_text"),
    ({"type": "image", "alt_text": "a"}, "", "must define either `image_url` or `slack_file`"),
    ({**IMAGE, "slack_file": {"id": "F1"}}, "", "cannot define both `image_url` and `slack_file`"),
    ({"type": "markdown", "text": "x" * 12_001}, "/text", "must be less than 12001 characters"),
    ({"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]] * 101},
     "/rows", "no more than 100 items allowed"),
    ({"type": "table", "rows": [[{"type": "raw_text", "text": "a"}] * 21]},
     "/rows/0", "no more than 20 items allowed"),
    ({"type": "table", "rows": [[{"type": "raw_text", "text": "a" * 101}] * 10] * 10},
     "/rows", "must be less than 10001 characters"),
    ({"type": "table", "rows": [[{"type": "raw_number", "text": "1"}]]},
     "/rows/0/0", "missing required field: value"),
    ({"type": "rich_text", "elements": [{"type": "text", "text": "x"}]},
     "/elements/0/type", "unsupported type: text"),
    ({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
        {"type": "text", "text": ""}]}]},
     "/elements/0/elements/0/text", "must be more than 0 characters"),
    ({"type": "file", "external_id": "x", "source": "local"},
     "/source", "must be a valid enum value"),
    ({"type": "context_actions", "elements": [button()]},
     "/elements/0/type", "unsupported type: button"),
    ({"type": "alert", "text": plain()}, "/type", "unsupported type: alert"),
    ({"type": "carousel"}, "/type", "unsupported type: carousel"),
    ({"type": 3}, "/type", "must provide a string"),
    ({"text": plain()}, "", "missing required field: type"),
    ("divider", "", "must provide an object"),
    (None, "", "must provide an object"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("block", "pointer", "message"),
    INVALID_BLOCKS,
    ids=[f"{pointer} {message}" for _, pointer, message in INVALID_BLOCKS],
)
def test_invalid_blocks_are_refused_in_slacks_words(
    block: object, pointer: str, message: str
) -> None:
    """One fault in a block gives its one sentence and pointer."""
    assert check_message([block]) == [Problem(f"/blocks/0{pointer}", message)]


def test_a_problem_prints_as_slack_writes_it() -> None:
    """`str` is the line of `response_metadata.messages`."""
    problem = Problem("/blocks/0/text/text", "must be more than 0 characters")

    assert (
        str(problem) == "[ERROR] must be more than 0 characters [json-pointer:/blocks/0/text/text]"
    )


@pytest.mark.parametrize("junk", ["\ud800", "\x00", "\u202e", "🔥", "<!channel>"])
def test_odd_characters_are_only_characters(junk: str) -> None:
    """Lone surrogates, control characters and markup are counted, nothing else."""
    assert check_message([section(text=mrkdwn(junk))]) == []
