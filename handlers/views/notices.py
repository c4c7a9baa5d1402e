"""Plain one-sentence messages: what did not work, and what to do next."""

from collections.abc import Callable, Iterable, Sequence

from corpus import FilterProblem
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.limits import clip, fit_message
from handlers.views.message import Message
from handlers.views.mrkdwn import code, escape, one_line

_DATE_FILTERS = ("since", "before")
_VALUE = 100
_PROBLEMS = 5
"""Filter problems that are told at once; who mistyped more is helped by these as well."""


def build_sentence(sentence: str) -> Message:
    """Any plain sentence as a message."""
    return _message((escape(one_line(sentence)),))


def build_busy(words: Words) -> Message:
    """The request could not be taken on; nothing was lost but this one."""
    return build_sentence(words("busy-try-again"))


def build_try_again(words: Words) -> Message:
    """Slack's three seconds were over before the modal could be opened."""
    return build_sentence(words("try-again"))


def build_nothing_given(words: Words) -> Message:
    """A question without words in it."""
    return build_sentence(words("nothing-given"))


def build_no_such_case(words: Words, case_id: str, suggestions: Sequence[str] = ()) -> Message:
    """An unknown case id, or one that may not be seen here, with the ids that may be meant."""
    case = _code(case_id)
    if suggestions:
        meant = ", ".join(map(_code, suggestions))
        return _message((words("no-such-case-but", case=case, suggestions=meant),))
    return _message((words("no-such-case", case=case),))


def build_filter_problem(words: Words, problems: Iterable[FilterProblem]) -> Message:
    """Filters whose value is not in the vocabulary, or is no date, with what may be meant."""
    return _message([_filter_mrkdwn(problem, words) for problem in problems][:_PROBLEMS])


def build_not_in_channel(words: Words, bot_name: str) -> Message:
    """The bot is not a member of the private channel in which it was asked."""
    return _message((words("not-in-channel", command=code(f"/invite @{bot_name}")),))


def build_cannot_post(words: Words) -> Message:
    """Slack does not let the bot post in this channel."""
    return build_sentence(words("cannot-post"))


def build_filtered_out(words: Words) -> Message:
    """The filters of a question leave no case at all."""
    return build_sentence(words("filtered-out"))


def build_shared(words: Words) -> Message:
    """The private answer was shared with the channel."""
    return build_sentence(words("shared"))


def build_expired(words: Words) -> Message:
    """The lookup that a button refers to is no longer kept, or is not this person's."""
    return build_sentence(words("expired"))


def build_old_button(words: Words) -> Message:
    """A button that this version does not know."""
    return build_sentence(words("old-button"))


def build_digest_paused(words: Words, channel_id: str, reason: str) -> Message:
    """The digest of a channel is paused: why, and how it goes on."""
    sentence = words(
        "digest-paused",
        reason=reason,
        channel=f"<#{channel_id}>",
        command=code("/incident-lookup digest"),
    )
    return _message((sentence,))


def build_something_went_wrong(words: Words, error_id: str) -> Message:
    """A mistake of the program, with the short id under which the log has it."""
    return _message((words("something-went-wrong", id=_code(error_id)),))


def say_filter_problem(problem: FilterProblem, words: Words) -> str:
    """One filter that was not understood, in plain words."""
    return _filter_line(problem, words, str, str)


def _filter_mrkdwn(problem: FilterProblem, words: Words) -> str:
    return _filter_line(problem, words, code, escape)


def _filter_line(
    problem: FilterProblem,
    words: Words,
    marked: Callable[[str], str],
    written: Callable[[str], str],
) -> str:
    """One filter that was not understood: what can be typed `marked`, other words `written`."""
    key, value = marked(f"{problem.key}:"), written(clip(one_line(problem.value), _VALUE))
    if problem.key in _DATE_FILTERS:
        return words("filter-date", key=key, value=value)
    if problem.suggestions:
        meant = ", ".join(marked(f"{problem.key}:{term.slug}") for term in problem.suggestions)
        return words("filter-unknown-but", key=key, value=value, suggestions=meant)
    return words("filter-unknown", key=key, value=value)


def _code(text: str) -> str:
    return code(clip(one_line(text), _VALUE))


def _message(lines: Sequence[str]) -> Message:
    """One section whose text is also the message's; `lines` are mrkdwn."""
    text = "\n".join(lines)
    return fit_message(Message(text, (blocks.section("notice", text),)))
