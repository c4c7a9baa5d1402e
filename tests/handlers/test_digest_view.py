"""The digest's message: what it says in which order, and that it always fits."""

import datetime as dt
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_samples import (
    EN,
    HOSTILE,
    KO,
    VOCABULARY,
    hostile_texts,
    matches_snapshot,
    own_case,
    quick,
    sample_case,
)

from bot.local_slack.blockkit import blocks_too_long, check_message, check_view
from corpus import Case
from handlers.ledger import DigestSettings
from handlers.locale import Words
from handlers.views.digest import DigestContent, DigestLine, Gaps, build_digest
from handlers.views.digest_settings import (
    DigestForm,
    build_case_list,
    build_digest_form,
    build_digest_saved,
)
from handlers.views.limits import MESSAGE_BYTES, json_size
from handlers.weeks import Schedule, Week

SCHEDULE = Schedule("mon", dt.time(9), "Asia/Seoul")
WEEK = Week(2026, 48)


def full_week(words: Words) -> DigestContent:
    """A week in which everything happened."""
    reviewed = words("digest-now-reviewed")
    return DigestContent(
        week=WEEK,
        schedule=SCHEDULE,
        is_late=True,
        recurrences=(
            DigestLine(own_case(draft=False, outdated=None), alarm="Third time in 90 days; 2 of 4"),
        ),
        new=(
            DigestLine(own_case(id="CASE-0009", draft=False, outdated=None), reviewed),
            DigestLine(sample_case("PUB-0001")),
        ),
        library=0,
        helped=(DigestLine(sample_case("PUB-0025"), words("digest-confirmed", count=2)),),
        gaps=Gaps(7, (("DNS", 3), ("Relational database", 2)), ("zebra ledger stuck?",)),
        drafts=(DigestLine(own_case(id="CASE-0010", draft=False, outdated=None)),),
    )


def texts(blocks: tuple[dict[str, object], ...]) -> str:
    """Everything a digest says."""
    return json.dumps(blocks, ensure_ascii=False)


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_digest_looks_as_it_did(words: Words) -> None:
    """A full week, in both languages, as Slack takes it."""
    message = build_digest(full_week(words), words, VOCABULARY)

    assert check_message(list(message.blocks)) == []
    assert matches_snapshot(
        f"digest.{words.lang}", {"text": message.text, "blocks": message.blocks}
    )


def test_digest_keeps_its_order() -> None:
    """What came back, what is new, what helped, what was not found, what waits."""
    message = build_digest(full_week(EN), EN, VOCABULARY)
    told = texts(message.blocks)
    order = ["Came back", "New cases", "Cases that helped", "Looked for, not found", "Drafts"]

    assert sorted(order, key=told.index) == order


def test_digest_says_cause_and_fix_of_each_case() -> None:
    """In one line under the title, which is linked where the case has an address."""
    case = own_case(org=None, draft=False, outdated=None)
    content = DigestContent(WEEK, SCHEDULE, new=(DigestLine(case),))
    line = build_digest(content, EN, VOCABULARY).blocks[2]["text"]["text"].splitlines()

    assert line == [
        "<https://www.example.com/postmortem/|Checkout froze on every deploy>  `CASE-0007`",
        "Mar 2024 · your team's incident · *Cause* Software bug · *Fixed by* Drained the pool",
    ]


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_more_than_ten_new_cases_are_cut(words: Words) -> None:
    """Ten at most, then how many more, and a button that shows them."""
    cases = [short_case(number) for number in range(1, 24)]
    content = DigestContent(WEEK, SCHEDULE, new=tuple(map(DigestLine, cases)))
    message = build_digest(content, words, VOCABULARY)
    shown = [b for b in message.blocks if b["block_id"].startswith("new-") and "accessory" in b]
    more = words("digest-more", count=13)

    assert len(shown) == 11
    assert more in shown[-1]["text"]["text"]
    assert shown[-1]["accessory"]["value"] == "2026-W48 Asia/Seoul"


def short_case(number: int, **more: object) -> Case:
    """A case of few words."""
    return Case.from_document(
        {
            "id": f"CASE-{number:04}",
            "title": {"en": f"Case {number}", "ko": f"사례 {number}"},
            "summary": {"en": "x"},
            "visibility": "team",
            **more,
        }
    )


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_what_does_not_fit_is_counted(words: Words) -> None:
    """Long cases in every section: the message fits, and no case is dropped without a word."""
    long = {"en": "word " * 200, "ko": "낱말 " * 200}
    more: dict[str, object] = {"title": long, "remediation": [{"text": long}]}
    lines = tuple(DigestLine(short_case(number, **more)) for number in range(1, 31))
    content = DigestContent(
        WEEK, SCHEDULE, recurrences=lines, new=lines, helped=lines, drafts=lines, gaps=Gaps(3)
    )
    message = build_digest(content, words, VOCABULARY)

    assert json_size(list(message.blocks)) <= MESSAGE_BYTES
    assert not blocks_too_long(list(message.blocks))
    for section in ("recurrences", "new", "helped", "drafts"):
        blocks = [b for b in message.blocks if b["block_id"].startswith(f"{section}-")]
        shown = len([b for b in blocks if "case.open" in json.dumps(b)])
        [told] = [b for b in blocks if b["block_id"].startswith(f"{section}-more")]
        assert words("digest-more", count=30 - shown) in told["text"]["text"]


def test_a_library_update_is_one_line() -> None:
    """With the way to all of them; a link where there are pages."""
    content = DigestContent(WEEK, SCHEDULE, library=40, library_url="https://cases.example.com/")
    plain = build_digest(replace(content, library_url=None), EN, VOCABULARY)
    linked = build_digest(content, EN, VOCABULARY)

    assert len(plain.blocks) == 4
    assert plain.blocks[2]["text"]["text"] == "40 public cases joined the library."
    assert plain.blocks[2]["accessory"]["action_id"] == "digest.cases"
    assert linked.blocks[2]["text"]["text"] == (
        "<https://cases.example.com/|40 public cases joined the library.>"
    )


def test_nothing_makes_an_empty_week() -> None:
    """Each part alone is enough for a digest; none of them is none."""
    line = (DigestLine(short_case(1)),)
    empty = DigestContent(WEEK, SCHEDULE)

    assert empty.is_empty
    assert not any(
        replace(empty, **{part: value}).is_empty  # type: ignore[arg-type]
        for part, value in {
            "recurrences": line,
            "new": line,
            "library": 1,
            "helped": line,
            "gaps": Gaps(1),
            "drafts": line,
        }.items()
    )


@quick
@given(st.lists(hostile_texts, min_size=4, max_size=4), st.sampled_from([EN, KO]))
def test_hostile_words_stay_words(said: list[str], words: Words) -> None:
    """Nobody is pinged by a title, a fix, a label or a question, and Slack takes the message."""
    title, fix = (text.encode("utf-8", "replace").decode() for text in said[:2])
    query, label = said[2:]
    case = short_case(1, title={"en": f"x{title}"}, remediation=[{"text": {"en": f"x{fix}"}}])
    content = DigestContent(
        WEEK,
        SCHEDULE,
        new=(DigestLine(case, HOSTILE),),
        gaps=Gaps(1, ((label, 1),), (query,)),
    )
    message = build_digest(content, words, VOCABULARY)
    told = texts(message.blocks) + message.text

    assert check_message(list(message.blocks)) == []
    assert "<!" not in told
    assert "<@" not in told


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_settings_look_as_they_did(words: Words) -> None:
    """The form of a paused digest with facets, as Slack takes it."""
    facets = {"components": ("database", "gone-from-the-vocabulary")}
    settings = DigestSettings(SCHEDULE, "ko", "own", facets)
    form = DigestForm("C0INC", settings, SCHEDULE.slot(WEEK), is_saved=True, pause="archived")
    view = build_digest_form(form, words, VOCABULARY, "{}")

    assert check_view(view) == []
    assert matches_snapshot(f"digest_settings.{words.lang}", view)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            EN,
            "Saved. The next digest comes on Monday, 30 Nov, at 09:00 (Asia/Seoul), about week 48.",
        ),
        (
            KO,
            (
                "저장했어요. 다음 소식은 11월 30일 월요일 09:00(Asia/Seoul)에 올려요. "
                "48주 차 이야기예요."
            ),
        ),
    ],
    ids=["en", "ko"],
)
def test_saving_says_when_the_next_one_comes(words: Words, sentence: str) -> None:
    """With its day, time, zone and week."""
    settings = DigestSettings(SCHEDULE, "en")

    assert build_digest_saved(settings, SCHEDULE.slot(WEEK), words).text == sentence


def test_the_list_of_new_cases_holds_what_a_modal_can() -> None:
    """Ninety cases, and how many more there are."""
    lines = [DigestLine(short_case(number)) for number in range(1, 201)]
    view = build_case_list(WEEK, lines, EN, VOCABULARY, "C0INC")

    assert check_view(view) == []
    assert len([b for b in view["blocks"] if b["block_id"].startswith("case-")]) == 90
    assert "and 110 more" in texts(tuple(view["blocks"]))
    assert view["private_metadata"] == "C0INC"
