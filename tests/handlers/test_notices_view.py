"""Notices and help: one plain sentence each, in both languages, that says what to do next."""

from collections.abc import Callable

import pytest
from view_samples import EN, HOSTILE, KO, VOCABULARY

from bot.local_slack.blockkit import check_message
from bot.local_slack.mrkdwn import message_tokens
from corpus import FilterProblem, Term
from handlers.locale import Words
from handlers.views.help import build_help, is_help
from handlers.views.message import Message
from handlers.views.notices import (
    build_busy,
    build_cannot_post,
    build_expired,
    build_filter_problem,
    build_no_such_case,
    build_not_in_channel,
    build_nothing_given,
    build_old_button,
    build_sentence,
    build_shared,
    build_something_went_wrong,
    build_try_again,
)

LAG = VOCABULARY.terms("symptoms")[0]

NOTICES: dict[str, Callable[[Words], Message]] = {
    "busy": build_busy,
    "try again": build_try_again,
    "nothing given": build_nothing_given,
    "no such case": lambda words: build_no_such_case(words, HOSTILE, [HOSTILE] * 3),
    "filters": lambda words: build_filter_problem(words, [problem(HOSTILE, HOSTILE, LAG)] * 9),
    "not in channel": lambda words: build_not_in_channel(words, HOSTILE),
    "cannot post": build_cannot_post,
    "shared": build_shared,
    "expired": build_expired,
    "old button": build_old_button,
    "went wrong": lambda words: build_something_went_wrong(words, HOSTILE),
    "sentence": lambda _: build_sentence(HOSTILE * 100),
    "help": build_help,
}


def problem(key: str, value: str, *suggestions: Term) -> FilterProblem:
    """A filter that could not be read."""
    return FilterProblem(key, value, suggestions)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
@pytest.mark.parametrize("name", NOTICES)
def test_notices_are_accepted_and_ping_nobody(name: str, words: Words) -> None:
    """Valid blocks with a text beside them, and nothing alive in either."""
    message = NOTICES[name](words)

    assert check_message(list(message.blocks)) == []
    assert message_tokens({"text": message.text, "blocks": list(message.blocks)}) == []
    assert message.text.strip()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (build_no_such_case(EN, "PUB-9"), "There is no case `PUB-9` here."),
        (
            build_no_such_case(EN, "PUB-31", ["PUB-0031"]),
            "There is no case `PUB-31` here. Did you mean `PUB-0031`?",
        ),
        (
            build_filter_problem(EN, [problem("symptom", "x", LAG)]),
            "“x” is not a known value for `symptom:`. Did you mean `symptom:replication-lag`?",
        ),
        (
            build_filter_problem(EN, [problem("org", "Gitlub")]),
            "“Gitlub” is not a known value for `org:`.",
        ),
        (
            build_filter_problem(EN, [problem("since", "x")]),
            "“x” is not a date I can read for `since:`: use 2024, 2024-03, 2024-03-18 or 90d.",
        ),
        (
            build_not_in_channel(EN, "bot"),
            "I'm not in this private channel: type `/invite @bot` first, then try again.",
        ),
        (
            build_something_went_wrong(KO, "E17"),
            "제 쪽에서 문제가 생겼어요. 다시 시도해 보고, 계속되면 `E17` 번호를 알려 주세요.",
        ),
    ],
)
def test_notices_say_what_to_do_next(message: Message, expected: str) -> None:
    """The sentence, with ids, filters and commands as code."""
    assert message.text == message.blocks[0]["text"]["text"] == expected


def test_each_filter_problem_has_its_line() -> None:
    """Two mistakes are told at once, so that they can be corrected at once."""
    problems = [problem("since", "x"), problem("symptom", "y", LAG)]

    assert len(build_filter_problem(EN, problems).text.splitlines()) == 2


@pytest.mark.parametrize("text", ["help", " Help ", "/help", "HELP!", "?", "도움말"])
def test_asking_for_help(text: str) -> None:
    """The word alone, however it is written."""
    assert is_help(text)


@pytest.mark.parametrize(
    "text", ["", "help replication lag", "helpdesk down", "장애 도움말 주세요"]
)
def test_not_asking_for_help(text: str) -> None:
    """Symptoms that contain the word are symptoms."""
    assert not is_help(text)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_help_shows_examples_that_can_be_typed(words: Words) -> None:
    """The command, a case id and the filters, as code."""
    text = build_help(words).blocks[0]["text"]["text"]

    assert f"`/incident-lookup {words('help-search-example')}`" in text
    assert "`/incident-lookup PUB-0001`" in text
    assert "`component:`" in text
    assert words("button-share") in text
