"""`eval --conversations`: whole channels through the real handlers, and their measures."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.case_source import CaseMemory
from support.command_line import CommandLine

from bot.measuring import Outcome, measure_conversations, play, read_conversations
from bot.replay import IDENTITY, Conversation, Course, Said, replay
from corpus import Case, Library, Vocabulary, load_shipped_cases

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "conversations.jsonl"
ROLES = {"opening", "evidence", "chatter", "alert", "coordination", "resolution"}
KEYS = [
    "n",
    "found_rate",
    "median_messages_to_right",
    "wrong_first_rate",
    "max_unasked_posts",
    "card_rate_without_case",
]

SYMPTOM = (
    "search requests are timing out right now. p99 is fine but max latency spikes "
    "every few minutes, only on kubernetes"
)
SYMPTOM_KO = (
    "지금 검색 요청이 타임아웃 나고 있어요. "
    "쿠버네티스로 옮긴 뒤로 p99는 괜찮은데 몇 분마다 최대 지연이 5초까지 튀어요"
)
RIGHT = "PUB-0041"
"""The case of both symptoms; they are as plain as symptoms get."""

TALK = ("lunch at noon?", "who is on call?", "ok, meeting at 3 in room 4")


def talk(case_id: str | None, *texts: str, role: str = "evidence") -> Conversation:
    """A labelled conversation of these texts."""
    messages = tuple(Said(user="U1", text=text, role=role) for text in texts)
    return Conversation("inc-1", "topic", case_id, messages)


def measure(library: Library, *talks: Conversation, lang: str = "en") -> dict[str, Any]:
    """The measures of these conversations.

    Raises:
        AssertionError: there are none.
    """
    measured = measure_conversations(play(talks, library, Vocabulary.load(), lang))
    assert measured is not None
    return measured


def test_right_card_counts_from_the_message_that_brought_it(library: Library) -> None:
    """Found, at the third message, and right from the start."""
    measured = measure(library, talk(RIGHT, "prod down??", TALK[0], SYMPTOM, TALK[1]))

    assert measured == {
        "n": 1,
        "found_rate": 1.0,
        "median_messages_to_right": 3.0,
        "wrong_first_rate": 0.0,
        "max_unasked_posts": 1,
        "card_rate_without_case": None,
    }


def test_card_of_another_case_is_wrong(library: Library) -> None:
    """A card came, and never had the case that was expected."""
    measured = measure(library, talk("PUB-0001", SYMPTOM))

    assert measured["found_rate"] == 0.0
    assert measured["wrong_first_rate"] == 1.0
    assert measured["median_messages_to_right"] is None


def test_silence_where_a_case_was_expected_is_not_found(library: Library) -> None:
    """Without any card there is none that was wrong at first."""
    measured = measure(library, talk(RIGHT, *TALK), talk("ZZ-1", *TALK))

    assert (measured["n"], measured["found_rate"]) == (2, 0.0)
    assert measured["wrong_first_rate"] is None
    assert measured["max_unasked_posts"] == 0


def test_cards_without_a_similar_case_are_counted_apart(library: Library) -> None:
    """One channel of two got a card; the measures of found cases stay empty."""
    measured = measure(library, talk(None, SYMPTOM), talk(None, *TALK))

    assert measured["card_rate_without_case"] == 0.5
    assert measured["max_unasked_posts"] == 1
    assert [measured[key] for key in KEYS[1:4]] == [None, None, None]


def test_twin_of_the_expected_case_is_right() -> None:
    """The card shows one of two records of the same incident, whichever is expected."""
    shipped = load_shipped_cases()
    known = next(case for case in shipped if case.id == RIGHT)
    twin = Case.from_document({**known.document, "id": "IL-0001"})
    library = Library(CaseMemory([*shipped, twin]), Vocabulary.load())

    measured = measure(library, talk(RIGHT, SYMPTOM), talk("IL-0001", SYMPTOM))

    assert measured["found_rate"] == 1.0


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_korean_conversation_is_found(library: Library, lang: str) -> None:
    """Whatever the language of the card."""
    measured = measure(library, talk(RIGHT, "다들 들어와 주세요", SYMPTOM_KO), lang=lang)

    assert measured["found_rate"] == 1.0
    assert measured["median_messages_to_right"] == 2.0


def test_two_hundred_messages_make_one_post(library: Library) -> None:
    """Much evidence is many edits of one card."""
    texts = [f"{SYMPTOM}, host {n}" if n % 2 else TALK[n % 3] for n in range(200)]

    [course] = replay([talk(None, *texts)], library, vocabulary=Vocabulary.load(), lang="en")

    assert len(course.cards) == 200
    assert course.unasked_posts == 1


def test_channels_know_nothing_of_each_other(library: Library) -> None:
    """The symptom of one channel is no evidence in the next of the same name."""
    first, second = replay(
        [talk(None, SYMPTOM), talk(None, *TALK)], library, vocabulary=Vocabulary.load(), lang="en"
    )

    assert first.unasked_posts == 1
    assert second == Course((None, None, None), 0)


def test_answer_to_a_question_is_no_unasked_post(library: Library) -> None:
    """A person who names the bot asks; a bot that does so only alerts."""
    text = f"<@{IDENTITY.user_id}> {SYMPTOM}"

    asked, alerted = replay(
        [talk(None, text), talk(None, text, role="alert")],
        library,
        vocabulary=Vocabulary.load(),
        lang="en",
    )

    assert asked == Course((None,), 0)
    assert alerted.unasked_posts == 1


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    texts=st.lists(
        st.sampled_from((SYMPTOM, SYMPTOM_KO, *TALK)) | st.text(), min_size=1, max_size=5
    )
)
def test_no_channel_ever_gets_a_second_unasked_post(library: Library, texts: list[str]) -> None:
    """Whatever is said there; and once there is a card it stays."""
    [course] = replay([talk(None, *texts)], library, vocabulary=Vocabulary.load(), lang="en")

    without = [card is None for card in course.cards]

    assert course.unasked_posts == int(not all(without))
    assert without == sorted(without, reverse=True)


def test_measures_are_told_from_the_courses_alone() -> None:
    """A card that loses the case again is not found, though it once was right."""
    right = frozenset({"A-1", "A-2"})
    outcomes = [
        Outcome(right, Course((None, ("B-1",), ("B-1", "A-2")), 1)),
        Outcome(right, Course((("A-1",), ("B-1",)), 2)),
        Outcome(right, Course((None,), 0)),
        Outcome(frozenset(), Course((None,), 0)),
    ]

    measured = measure_conversations(outcomes)

    assert measured is not None
    assert list(measured) == KEYS
    assert list(measured.values()) == [4, 0.3333, 2.0, 0.5, 2, 0.0]


def line(**changes: Any) -> str:
    """A labelled conversation as a line of a file; a changed key of None is written as null."""
    messages = [{"user": "U1", "text": SYMPTOM, "role": "opening"}]
    sound = {"name": "inc-1", "topic": "", "expect_case": RIGHT, "messages": messages}
    return json.dumps({**sound, **changes}, ensure_ascii=False)


def test_eval_measures_conversations(cli: CommandLine, tmp_path: Path) -> None:
    """One JSON document with the documented keys; in words, a table."""
    file = tmp_path / "talks.jsonl"
    file.write_text(f"{line()}\n\n{line(expect_case=None, topic=None)}\n", encoding="utf-8")

    answer = cli.inside("eval", "--conversations", str(file), "--json")
    told = cli.inside("eval", "--conversations", str(file)).stdout.splitlines()

    assert (answer.code, answer.stderr) == (0, "")
    assert list(answer.document) == ["queries", "chatter", "conversations", "p50_ms", "p95_ms"]
    assert list(answer.document["conversations"]) == KEYS
    assert list(answer.document["conversations"].values()) == [2, 1.0, 1.0, 0.0, 1, 1.0]
    assert (answer.document["queries"], answer.document["p50_ms"]) == (None, None)
    assert told == ["\t".join(["conversations", *KEYS]), "all\t2\t1.000\t1.000\t0.000\t1\t1.000"]


def test_eval_leaves_the_ledger_alone(cli: CommandLine, tmp_path: Path) -> None:
    """What is said in a measured conversation is kept nowhere."""
    file = tmp_path / "talks.jsonl"
    file.write_text(line(), encoding="utf-8")

    cli.inside("eval", "--conversations", str(file))

    with sqlite3.connect(cli.database) as database:
        kept = [
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - ours
            for table in ("inbox", "outbox", "evidence", "lookups")
        ]
    database.close()
    assert kept == [0, 0, 0, 0]


def test_eval_of_an_empty_file_is_null(cli: CommandLine, tmp_path: Path) -> None:
    """There is nothing to measure, and that is no failure."""
    file = tmp_path / "none.jsonl"
    file.write_text("\n", encoding="utf-8")

    answer = cli.inside("eval", "--conversations", str(file), "--json")

    assert (answer.code, answer.document["conversations"]) == (0, None)
    assert cli.inside("eval", "--conversations", str(file)).stdout == ""


def test_half_a_character_is_read_as_the_running_bot_reads_it(
    cli: CommandLine, tmp_path: Path
) -> None:
    """JSON may spell what no database keeps."""
    broken = json.dumps([{"user": "U\ud800", "text": f"{SYMPTOM} \udc00", "role": "opening"}])
    file = tmp_path / "half.jsonl"
    file.write_text(
        f'{{"name": "inc", "topic": "\\ud800", "expect_case": "{RIGHT}", "messages": {broken}}}',
        encoding="utf-8",
    )

    answer = cli.inside("eval", "--conversations", str(file), "--json")

    assert answer.code == 0
    assert answer.document["conversations"]["found_rate"] == 1.0


NOT_LABELLED: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "is not JSON"),
    "a list": ("[]", "should be a JSON object"),
    "no name": (line(name=None), "name should be a string"),
    "topic": (line(topic=7), "topic should be a string"),
    "case": (line(expect_case=["PUB-0041"]), "expect_case should be the id of a case, or null"),
    "no case": (
        line().replace('"expect_case"', '"expected_case"'),
        "expect_case should be the id of a case, or null",
    ),
    "no messages": (line(messages=[]), "messages should be a list of at least one message"),
    "words": (line(messages="x"), "messages should be a list of at least one message"),
    "a text alone": (line(messages=["x"]), "messages[0] should be a JSON object"),
    "no role": (
        line(messages=[{"user": "a", "text": "b"}]),
        "messages[0].role should be a string",
    ),
    "no text": (
        line(messages=[{"user": "a", "text": "b", "role": "c"}, {"user": "a", "text": None}]),
        "messages[1].text should be a string",
    ),
}


@pytest.mark.parametrize("name", NOT_LABELLED)
def test_line_that_is_no_conversation_is_named(cli: CommandLine, tmp_path: Path, name: str) -> None:
    """File, line and what it should be; nothing is measured."""
    written, told = NOT_LABELLED[name]
    file = tmp_path / "talks.jsonl"
    file.write_text(f"{line()}\n\n{written}\n", encoding="utf-8")

    answer = cli.inside("eval", "--conversations", str(file), "--json")

    assert answer.code == 1
    assert f"{file}: line 3: {told}" in answer.complaint


def test_golden_conversations_are_thirty_channels() -> None:
    """Twenty with a case each of its own, ten with none; half of them English alone."""
    talks = read_conversations(GOLDEN)
    expected = [each.expect_case for each in talks if each.expect_case]
    shipped = {case.id for case in load_shipped_cases()}
    texts = [" ".join(said.text for said in each.messages) for each in talks]

    assert (len(talks), len(expected)) == (30, 20)
    assert len(set(expected)) == 20
    assert set(expected) <= shipped
    assert {said.role for each in talks for said in each.messages} == ROLES
    assert all(8 <= len(each.messages) <= 20 for each in talks)
    assert sum(any("가" <= letter <= "힣" for letter in text) for text in texts) == 15


def test_golden_conversations_end_well(library: Library) -> None:
    """One unasked post at most, mostly the right case, hardly a card where there is none."""
    measured = measure(library, *read_conversations(GOLDEN))

    assert measured["n"] == 30
    assert measured["max_unasked_posts"] == 1
    assert measured["found_rate"] >= 0.7
    assert measured["wrong_first_rate"] <= 0.2
    assert measured["card_rate_without_case"] <= 0.1
